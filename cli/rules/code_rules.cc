// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/code_rules.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/str_format.h"
#include "base/nearest_name.h"
#include "base/text.h"

namespace clipguard::cli {

void CodeRules::ApplyTo(FindingLevels& levels) const {
  if (!only.empty()) {
    for (const CodeInfo& info : AllCodes()) {
      if (std::find(only.begin(), only.end(), info.code) == only.end()) {
        levels.Set(info.code, FindingLevel::kIgnored);
      }
    }
  }
  for (const FindingCode code : ignore) {
    levels.Set(code, FindingLevel::kIgnored);
  }
  for (const FindingCode code : warn) {
    levels.Set(code, FindingLevel::kWarning);
  }
  for (const FindingCode code : error) {
    levels.Set(code, FindingLevel::kError);
  }
}

absl::Status CodeRules::Check() const {
  std::array<const char*, kFindingCodeCount> list_of = {};
  for (const auto& [name, codes] :
       {std::pair{"ignore", &ignore}, {"error", &error}, {"warn", &warn}}) {
    for (const FindingCode code : *codes) {
      const char*& list = list_of[static_cast<size_t>(code)];
      if (list != nullptr && list != name) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "%s is in both '%s' and '%s'", GetCodeInfo(code).name, list, name));
      }
      list = name;
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<FindingCode> CodeOfName(std::string_view name) {
  constexpr size_t kLongestShown = 64;
  if (const std::optional<FindingCode> code = FindCode(name)) return *code;
  std::vector<std::string_view> names;
  for (const CodeInfo& info : AllCodes()) names.push_back(info.name);
  return absl::InvalidArgumentError(absl::StrFormat(
      "there is no finding '%s'%s",
      Shortened(ToPrintable(name.substr(0, 4 * kLongestShown)), kLongestShown),
      DidYouMean(name, names,
                 [](std::string_view near) { return std::string(near); })));
}

absl::Status AddCodes(std::string_view names, std::vector<FindingCode>& codes) {
  bool any = false;
  while (!names.empty()) {
    const size_t comma = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, comma);
    names.remove_prefix(std::min(comma + 1, names.size()));
    if (name.empty()) continue;
    const auto code = CodeOfName(name);
    if (!code.ok()) return code.status();
    codes.push_back(*code);
    any = true;
  }
  if (any) return absl::OkStatus();
  return absl::InvalidArgumentError("no finding is named");
}

}  // namespace clipguard::cli
