// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/name_text.h"

#include "base/text.h"
#include "base/utf8.h"

namespace clipguard::cli {
namespace {

// Whether a name is none of UTF-8, or would be taken for one that was escaped,
// so often at most.
bool IsEscaped(std::string_view name) {
  constexpr int kMostTimes = 4;
  std::string text(name);
  for (int i = 0; i < kMostTimes; ++i) {
    if (FindUtf8Error(text)) return true;
    text = FromPercent(text);
  }
  return false;
}

}  // namespace

std::string FileNameText(std::string_view name) {
  return IsEscaped(name) ? ToPercent(name) : std::string(name);
}

std::string FileOfNameText(std::string_view text) {
  std::string name = FromPercent(text);
  return IsEscaped(name) ? name : std::string(text);
}

}  // namespace clipguard::cli
