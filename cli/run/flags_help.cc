// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/flags_help.h"

#include <array>
#include <string>
#include <string_view>

#include "cli/formats/format_registry.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

// A flag of several commands: in the help of each a line or two, and all about
// it on a page of its own.
struct CommonFlag {
  std::string_view commands;  // that it concerns
  std::string_view brief;
  std::string_view text;
};

constexpr std::array kCommonFlags = {
    // Both texts are made: they name all formats.
    CommonFlag{"validate report view info sample play graph repair convert "
               "diff optimize "
               "reduce",
               "", ""},
    CommonFlag{
        "validate report view info sample repair convert diff optimize reduce",
        "  --layout=LAYOUT      auto (the default), compact or full: of MRTK's "
        "keys\n",
        R"(  --layout=LAYOUT      auto (the default), compact or full: the key layout of
                       MRTK recordings
)"},
    CommonFlag{
        "validate report view info sample play graph repair convert diff "
        "optimize "
        "reduce",
        "  --limit=NAME=VALUE   refuse what asks for more: clipguard help "
        "limits\n",
        R"(  --limit=NAME=VALUE   refuse what asks for more than this; k, M and G after a
                       number are powers of 1024. clipguard help limits lists
                       names, units and defaults
)"},
    CommonFlag{
        "validate report view info play graph",
        "  --resources=DIR      a mod's assets, where models and their "
        "armatures "
        "are;\n"
        "                       or the folder of a character's textures\n",
        R"(  --resources=DIR      for animation state machines and armatures: a folder of
                       game resources, where the armature domain:path is
                       DIR/domain/armatures/path.json and its model
                       DIR/domain/models/path.json; for characters: the folder
                       of their textures
)"},
    CommonFlag{
        "validate report view info play graph repair optimize",
        "  --follow-symlinks    read links that lead out of a folder, too\n",
        R"(  --follow-symlinks    read links that lead out of a folder that is searched, or
                       of --resources; what is named directly is read anyway
)"},
    CommonFlag{
        "validate report view info play graph",
        R"(  --inputs=NAME,...    what the game's code supplies to state machines; other
                       names are then errors
)",
        R"(  --inputs=NAME,...    for animation state machines: the values that the game's
                       code supplies; any other name that is not a parameter
                       is then an error. --inputs= is for none
)"},
    CommonFlag{
        "validate report view info play graph repair optimize",
        R"(  --special-events=NAME,...  events !NAME:... that the mod's own machine knows
)",
        R"(  --special-events=NAME,...  for Forge's files: events !NAME or !NAME:... that a
                       machine of the mod's own understands, and that are no
                       FORGE_SPECIAL_EVENT_UNKNOWN
)"},
};

std::string AsFlag(std::string_view text) {
  std::string names;
  const auto formats = FormatNames();
  for (size_t i = 0; i < formats.size(); ++i) {
    if (i != 0) names += i + 1 == formats.size() ? " or " : ", ";
    names += formats[i];
  }
  return Wrap(names.append(text), 80, 23, "  --as=FORMAT          ");
}

constexpr std::string_view kFlagsHead =
    "clipguard COMMAND [FLAGS] PATH...\n"
    "\n"
    "What validate, report, view, info, sample, play, graph, repair, convert, "
    "diff,\n"
    "optimize and reduce share:\n"
    "  PATH                 a file, or - for standard input; of validate, "
    "report,\n"
    "                       view, info, repair and optimize a folder, too, "
    "with\n"
    "                       all that is in it\n";

constexpr std::string_view kEnvironment = R"(
Environment:
  CLIPGUARD_KERNEL     scalar, sse2, avx2 or avx512: the instructions to use
                       instead of the best that the machine has; the results
                       are the same
  NO_COLOR             if it is set: no colours
)";

}  // namespace

std::string FlagsHelp() {
  std::string out(kFlagsHead);
  for (const CommonFlag& flag : kCommonFlags) {
    out += flag.text.empty()
               ? AsFlag(": treat every file as this, whatever is in it")
               : std::string(flag.text);
  }
  return out.append(kEnvironment);
}

std::string CommonFlagsOf(std::string_view command) {
  std::string out;
  for (const CommonFlag& flag : kCommonFlags) {
    if (flag.commands.find(command) == std::string_view::npos) continue;
    out += out.empty() ? "\nHow files are read (more: clipguard help flags):\n"
                       : "";
    out +=
        flag.brief.empty() ? AsFlag(": what it is") : std::string(flag.brief);
  }
  return out;
}

}  // namespace clipguard::cli
