// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a user is told about the commands. A test compares the flags named here
// with those that the commands take.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/common_flags.h"
#include "cli/suggest.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kExitCodes = R"(
Exit codes:
  0  the work was done, and no file has an error (--strict: nor a warning)
  1  the work was done, and some file has an error
  2  the work could not be done: bad usage, an unreadable path, no output
)";

constexpr std::string_view kReadFlags = R"(
How files are read:
  PATH                 a file, a folder (with all that is in it), or - for
                       standard input
  --as=FORMAT          take every file for FORMAT (mrtk, m3d) instead of
                       finding the format out from its first bytes
  --layout=LAYOUT      auto (the default), compact or full: the key layout of
                       MRTK recordings
  --limit=NAME=VALUE   work for no more than this; k, M and G are understood.
                       Names: file-bytes, keys-per-curve, markers, name-bytes,
                       json-bytes, json-depth, expression-depth,
                       evaluation-steps, findings-kept

Environment:
  CLIPGUARD_KERNEL     scalar, sse2, avx2 or avx512: the instructions to use
                       instead of the best that the machine has; the results
                       are the same
)";

constexpr std::string_view kValidateHelp =
    R"(clipguard validate [FLAGS] PATH...

Says of each file whether it can be trusted, and what is wrong with it.

  clipguard validate recording.bin
  clipguard validate --format=json uploads/ > report.ndjson
  clipguard validate --format=sarif --strict assets/ > report.sarif
  curl -s URL | clipguard validate -

Flags:
  --format=FORMAT      text (the default), json (an object a line), sarif
                       (2.1.0) or junit
  --strict             count warnings as errors
  --jobs=N             check N files at a time. Without it: as many as the
                       machine has CPUs, but together no larger than the
                       largest file. The output is the same for any N
  --shard=I/N          check the I-th of N parts of the files only
  --help               show this text
)";

constexpr std::string_view kInfoHelp =
    R"(clipguard info [FLAGS] PATH...

Shows what is in each file: of recordings version, duration, curves and
markers; of characters materials, clips and the skeleton as a tree. A recording
with errors is shown as far as it can be read.

  clipguard info recording.bin
  clipguard info --curves character.m3d | less
  clipguard info --format=json uploads/ | jq .duration

Flags:
  --format=FORMAT      text (the default) or json (an object a line)
  --curves             as text: every single curve; of characters every
                       material, clip and bone
  --help               show this text
)";

constexpr std::string_view kSampleHelp =
    R"(clipguard sample [FLAGS] FILE

Writes what a recording does at given times, or a character's bones do in one
of its clips. A file with errors is not sampled.

  clipguard sample --times=0,0.5,1 recording.bin
  clipguard sample --clip=walk --fps=30 character.m3d
  clipguard sample --fps=60 --format=csv recording.bin > poses.csv
  clipguard sample --fps=10 --from=2 --to=3.5 recording.bin

Flags:
  --times=T,T,...      at these times, in seconds
  --fps=F              at F times a second, from 0 to the end, or from a clip's
                       start to its end
  --from=T --to=T      with --fps: from and to these times, both included
  --format=FORMAT      json (the default) or csv (a row a time; of characters
                       a row a time and bone)
  --raw-rotation       rotations and gaze directions as a recording's curves
                       have them, not normalised
  --clip=NAME          of characters: which clip; without it, the first
  --help               show this text
)";

constexpr std::string_view kExplainHelp =
    R"(clipguard explain [FLAGS] [CODE...]

Explains findings: what they mean, where they come from, what to do. Without a
code: lists all.

  clipguard explain KEY_TIME_NOT_FINITE
  clipguard explain --format=markdown > findings.md

Flags:
  --format=FORMAT      text (the default), json (an object a line) or markdown
  --help               show this text
)";

constexpr std::string_view kHelpHelp = R"(clipguard help [COMMAND]

Explains the program or one of its commands.

Flags:
  --help               show this text
)";

constexpr std::array<Command, 5> kCommands = {{
    {"validate", "say whether files can be trusted, and what is wrong",
     kValidateHelp, ValidateCommand},
    {"info", "show what is in files", kInfoHelp, InfoCommand},
    {"sample", "write what a file's animation does at given times", kSampleHelp,
     SampleCommand},
    {"explain", "explain findings", kExplainHelp, ExplainCommand},
    {"help", "explain the program or a command", kHelpHelp, HelpCommand},
}};

}  // namespace

std::span<const Command> AllCommands() { return kCommands; }

const Command* FindCommand(std::string_view name) {
  for (const Command& command : kCommands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

std::string UnknownCommand(std::string_view typed) {
  std::vector<std::string_view> names;
  for (const Command& command : kCommands) names.push_back(command.name);
  return UnknownName("command", typed, names);
}

std::string ProgramHelp() {
  std::string out =
      "clipguard: checks animation files from strangers\n"
      "\n"
      "  clipguard COMMAND [FLAGS] PATH...\n"
      "\n"
      "Commands:\n";
  for (const Command& command : kCommands) {
    absl::StrAppendFormat(&out, "  %-10s %s\n", command.name, command.purpose);
  }
  out +=
      "\n"
      "  clipguard validate recording.bin   is this file good?\n"
      "  clipguard help validate            all flags of a command\n"
      "  clipguard --version\n"
      "\n"
      "Findings and data go to standard output, everything else to standard\n"
      "error.\n";
  out += kExitCodes;
  return out;
}

int HelpCommand(const Args& args, Environment& env) {
  Args names;
  CommandLine line("help");
  line.Paths(&names);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage({}, s, env);
  }
  if (line.help()) names = {"help"};
  if (names.empty()) {
    env.out.Write(ProgramHelp());
    return kExitOk;
  }
  for (const std::string& name : names) {
    const Command* command = FindCommand(name);
    if (command == nullptr) {
      return BadUsage({}, absl::InvalidArgumentError(UnknownCommand(name)),
                      env);
    }
    env.out.Write(command->help);
    const bool reads = command->run == ValidateCommand ||
                       command->run == InfoCommand ||
                       command->run == SampleCommand;
    if (reads) env.out.Write(kReadFlags);
    if (command->run != HelpCommand) env.out.Write(kExitCodes);
  }
  return kExitOk;
}

}  // namespace clipguard::cli
