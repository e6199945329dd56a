// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The catalogue of everything clipguard can find: code, severity, formats,
// message, cause, and what to do about it. It is made of finding_list.inc,
// where a finding is one entry; docs/findings.md and `clipguard explain` are
// made from it, and nothing else spells a code.

#ifndef CLIPGUARD_PARSER_FINDING_CATALOG_H_
#define CLIPGUARD_PARSER_FINDING_CATALOG_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "parser/format_set.h"

namespace clipguard {

enum class Severity : uint8_t {
  // The file must not be trusted: a reader that goes by the format's
  // specification may misread or refuse it.
  kError,
  // Such a reader reads all of it, but something about it will surprise: it
  // does not play as it should, or a certain program refuses it.
  kWarning,
};

// "error" or "warning".
std::string_view SeverityName(Severity severity);

// Stable within a release only; the names of the codes are stable for good.
enum class FindingCode : uint8_t {
#define CLIPGUARD_FINDING(enumerator, ...) enumerator,
#include "parser/finding_list.inc"
#undef CLIPGUARD_FINDING
};

struct CodeInfo {
  FindingCode code;
  // Stable API: "KEY_TIME_NOT_FINITE".
  std::string_view name;
  Severity severity;
  // The formats it occurs in.
  FormatSet formats;
  // One line for people, with placeholders for the occurrence's arguments, in
  // their order: "key time goes back from {previous} to {time}".
  std::string_view message;
  // The meaning of the finding and its usual cause, in one to three sentences.
  std::string_view cause;
  // Advice on fixing it.
  std::string_view advice;
};

// The texts of an entry, as literals: what the compiler needs to check reports
// with. GetCodeInfo() is for the rest.
struct FindingTexts {
  const char* message;
  const char* cause;
  const char* advice;
};

inline constexpr FindingTexts kFindingTexts[] = {
#define CLIPGUARD_FINDING(enumerator, its_name, its_severity, its_formats, \
                          ...)                                             \
  {__VA_ARGS__},
#include "parser/finding_list.inc"
#undef CLIPGUARD_FINDING
};

inline constexpr size_t kFindingCodeCount = std::size(kFindingTexts);

constexpr const FindingTexts& TextsOf(FindingCode code) {
  return kFindingTexts[static_cast<size_t>(code)];
}

// The number of arguments that a message takes.
constexpr size_t CountPlaceholders(std::string_view message) {
  return static_cast<size_t>(std::count(message.begin(), message.end(), '{'));
}

// REQUIRES: `code` is an enumerator.
const CodeInfo& GetCodeInfo(FindingCode code);

// All entries, in the enumeration's order.
std::span<const CodeInfo> AllCodes();

// The code with that name; upper and lower case, '-' and '_' count as equal.
std::optional<FindingCode> FindCode(std::string_view name);

// A message of the catalogue with its placeholders replaced. Those beyond the
// last argument stay as they are.
std::string FillMessage(std::string_view message,
                        std::span<const std::string> arguments);
std::string FillMessage(std::string_view message,
                        std::span<const std::string_view> arguments);

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_FINDING_CATALOG_H_
