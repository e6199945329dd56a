// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/commands/help_texts.h"

namespace clipguard::cli {
namespace {

constexpr size_t kTextColumn = 23;

// In the order of FlagGroup.
constexpr std::array<std::string_view, 3> kHeadings = {
    "Flags:\n",
    "Which files of a folder or list are looked at (what is named is read "
    "anyway):\n",
    "How files are read (more: clipguard help flags):\n"};

constexpr std::string_view kFlagsHead =
    "clipguard COMMAND [FLAGS] PATH...\n"
    "\n"
    "Shared by validate, report, view, info, sample, play, graph, repair, "
    "convert,\n"
    "diff, optimize and reduce:\n"
    "  PATH                 a file, or - for standard input; of validate, "
    "report,\n"
    "                       view, info, sample, repair, convert and optimize "
    "a\n"
    "                       folder, too, with all that is in it\n";

constexpr std::string_view kEnvironment = R"(
Environment:
  CLIPGUARD_KERNEL     scalar, sse2, avx2, avx512 or neon: the instructions
                       to use instead of the best that the machine has; the
                       results are the same
  NO_COLOR             if it is set: no colours
)";

// Two columns: usage, and what it means.
std::string Entry(std::string usage, const FlagSpec& flag,
                  std::string_view text) {
  usage.resize(usage.size() < kTextColumn ? kTextColumn : usage.size() + 2,
               ' ');
  std::string whole(text);
  if (text.starts_with(": ")) {
    std::string names = flag.Joined(", ");
    names.replace(names.rfind(", "), 2, " or ");
    whole.insert(0, names);
  }
  std::string out;
  for (const absl::string_view line : absl::StrSplit(whole, '\n')) {
    out += Wrap({line.data(), line.size()}, 80, kTextColumn,
                out.empty() ? usage : "");
  }
  return out;
}

// As a page shows it: "`-o`, `--out=FILE`", "`--format=text|json`".
std::string Markdown(const FlagSpec& flag) {
  std::string out = "`";
  if (flag.letter() != 0) absl::StrAppendFormat(&out, "-%c`, `", flag.letter());
  out += flag.name();
  if (!flag.value().empty()) out += '=';
  if (flag.values.names.empty()) {
    out += flag.value();
  } else {
    out += flag.Joined("|");
  }
  return out += '`';
}

}  // namespace

std::string FlagsOf(std::string_view command, FlagGroup group) {
  std::string out;
  std::string usage = " ";
  for (const FlagSpec& flag : AllFlags()) {
    if (flag.group != group || !flag.IsOf(command)) continue;
    absl::StrAppendFormat(&usage, " %s", flag.usage);
    if (flag.help.empty()) continue;
    out += Entry(std::exchange(usage, " "), flag, flag.help);
  }
  if (out.empty()) return out;
  return absl::StrFormat("\n%s%s", kHeadings[static_cast<size_t>(group)], out);
}

std::string FlagsHelp() {
  std::string out(kFlagsHead);
  for (const FlagSpec& flag : AllFlags()) {
    if (flag.group != FlagGroup::kReading) continue;
    out += Entry(absl::StrFormat("  %s", flag.usage), flag, flag.more);
  }
  return out.append(kEnvironment);
}

std::string FlagsMarkdown() {
  std::string out;
  for (const Command& command : AllCommands()) {
    std::string own;
    for (const FlagSpec& flag : AllFlags()) {
      if (flag.group != FlagGroup::kOwn || flag.commands.empty()) continue;
      if (!flag.IsOf(command.name)) continue;
      if (!own.empty()) own += ", ";
      own += Markdown(flag);
    }
    if (own.empty()) continue;
    absl::StrAppendFormat(&out, "- `%s`: %s\n", command.name, own);
  }
  for (const FlagSpec& flag : AllFlags()) {
    if (flag.group == FlagGroup::kOwn) continue;
    absl::StrAppendFormat(
        &out, "- %s: %s\n", Markdown(flag),
        absl::StrReplaceAll(std::string(flag.commands), {{" ", ", "}}));
  }
  return out;
}

}  // namespace clipguard::cli
