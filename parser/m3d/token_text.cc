// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/token_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "base/utf8.h"

namespace clipguard::m3d {
namespace {

constexpr size_t kShown = 40;         // bytes of a token in a message
constexpr size_t kLongestName = 200;  // of a clip in a path

bool IsPlain(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' ||
         c == '-';
}

}  // namespace

std::string Shown(std::string_view text) {
  const std::string_view begin = CutUtf8(text, kShown);
  std::string out = ToPrintable(begin);
  if (begin.size() < text.size()) out += "...";
  return out;
}

std::string Quoted(std::string_view token) {
  return absl::StrCat("'", Shown(token), "'");
}

bool IsNotComputed(std::string_view token) {
  if (token.starts_with('-') || token.starts_with('+')) token.remove_prefix(1);
  constexpr size_t kLongest = 10;  // "infinity", and what says that it ends
  const std::string word = absl::AsciiStrToLower(
      absl::string_view(token.data(), std::min(token.size(), kLongest)));
  return word == "nan" || word.starts_with("nan(") || word == "inf" ||
         word == "infinity" || word.starts_with("1.#");
}

std::string ClipPath(uint64_t clip, std::string_view name) {
  if (!name.empty() && name.size() <= kLongestName &&
      std::all_of(name.begin(), name.end(), IsPlain)) {
    return "clips." + std::string(name);
  }
  return absl::StrCat("clips[", clip, "]");
}

std::optional<NameFault> FindNameFault(std::string_view name) {
  const auto fault = FindUtf8Error(name);
  const auto control = std::find_if(name.begin(), name.end(), [](char c) {
    return absl::ascii_iscntrl(static_cast<unsigned char>(c));
  });
  if (control != name.end()) {
    const auto offset = static_cast<size_t>(control - name.begin());
    if (!fault || offset < fault->offset) {
      return NameFault{offset, 1,
                       absl::StrFormat("the control character 0x%02x",
                                       static_cast<unsigned char>(*control))};
    }
  }
  if (!fault) return std::nullopt;
  return NameFault{fault->offset, fault->length,
                   "not UTF-8, " + std::string(fault->reason)};
}

}  // namespace clipguard::m3d
