// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/limits_help.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "parser/limits.h"

namespace clipguard::cli {
namespace {

// The subject of each limit, in the order of kLimitTable. Words in backquotes
// are commands.
constexpr std::array<std::string_view, 13> kOf = {
    "a file",
    "a curve of a recording",
    "a recording",
    "a name",
    "a JSON file; more than 512 M - 1 counts as that",
    "nested in one another",
    "nested, references included",
    "one evaluation of an expression",
    "a step of `play`, or a whole `sample`",
    "the line that a step of `play` gives",
    "a `graph`, beyond 16 for each byte of the file",
    "a `convert` to glb, bedrock or csv, or a `sample`, beyond 16 for each "
    "byte "
    "of the file",
    "errors of a file, and as many warnings, repeats collapsed",
};
static_assert(kOf.size() == kLimitTable.size());

// "64 M", "1,000": as --limit takes it, but for the space and the commas.
std::string Default(uint64_t value) {
  constexpr std::string_view kUnits = "kMGT";
  size_t unit = 0;
  while (unit < kUnits.size() && value != 0 && value % 1024 == 0) {
    value /= 1024;
    ++unit;
  }
  std::string text = Grouped(value);
  if (unit != 0) absl::StrAppendFormat(&text, " %c", kUnits[unit - 1]);
  return text;
}

std::string WithoutBackquotes(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '`');
  return plain;
}

}  // namespace

std::string LimitsHelp() {
  std::string out =
      "--limit=NAME=VALUE says how much of a file clipguard works for. VALUE "
      "is a\nnumber; k, M and G after it are powers of 1024. The finding or "
      "error\nLIMIT_EXCEEDED names the limit that a file exceeds.\n\n";
  absl::StrAppendFormat(&out, "  %-17s %10s  %-11s  %s\n", "name", "default",
                        "unit", "of");
  const Limits defaults;
  for (size_t i = 0; i < kLimitTable.size(); ++i) {
    const LimitInfo& limit = kLimitTable[i];
    const std::string row =
        absl::StrFormat("  %-17s %10s  %-11s ", limit.name,
                        Default(defaults.*limit.member), limit.unit);
    out += Wrap(WithoutBackquotes(kOf[i]), 80, row.size() + 1, row);
  }
  return out;
}

std::string LimitsMarkdown() {
  std::string out = "| name | default | unit | of |\n|---|---:|---|---|\n";
  const Limits defaults;
  for (size_t i = 0; i < kLimitTable.size(); ++i) {
    const LimitInfo& limit = kLimitTable[i];
    absl::StrAppendFormat(&out, "| `%s` | %s | %s | %s |\n", limit.name,
                          Default(defaults.*limit.member), limit.unit, kOf[i]);
  }
  return out;
}

}  // namespace clipguard::cli
