// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/inside.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/str_split.h"

namespace clipguard::cli {
namespace {

// Names beyond this are no files anywhere.
constexpr size_t kLongestName = 1024;

}  // namespace

bool StaysInside(std::string_view path) {
  if (path.empty() || path.size() > kLongestName) return false;
  if (std::any_of(path.begin(), path.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == '\\';
      })) {
    return false;
  }
  const absl::string_view text(path.data(), path.size());
  for (const absl::string_view part : absl::StrSplit(text, '/')) {
    if (part.empty() || part == "." || part == "..") return false;
  }
  return true;
}

}  // namespace clipguard::cli
