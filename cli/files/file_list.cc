// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/file_list.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/files/input_file.h"

namespace clipguard::cli {

std::vector<std::string> SplitFileList(std::string_view text, bool null) {
  const char end =
      null || text.find('\0') != std::string_view::npos ? '\0' : '\n';
  // A byte order mark, which some editors write, is no part of a name.
  if (end == '\n' && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t size = std::min(text.find(end), text.size());
    std::string_view name = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    if (end == '\n' && name.ends_with('\r')) name.remove_suffix(1);
    if (name.empty()) continue;
    names.emplace_back(name);
#ifdef _WIN32
    // As all paths there.
    std::ranges::replace(names.back(), '\\', '/');
#endif
  }
  return names;
}

absl::StatusOr<std::string> ReadWhole(const std::string& path, int in_fd,
                                      size_t most, bool registered) {
  InputFile file({.limit = most, .in_fd = in_fd, .registered = registered});
  std::string why;
  switch (file.Open(path)) {
    case InputFile::Result::kRead:
      return std::string(file.bytes().begin(), file.bytes().end());
    case InputFile::Result::kTooLarge:
      why = absl::StrCat("longer than ", Bytes(most));
      break;
    case InputFile::Result::kUnreadable:
      why = file.problem();
      break;
  }
  return absl::UnavailableError(absl::StrCat(
      path == "-" ? "standard input" : ToPrintable(path), ": ", why));
}

}  // namespace clipguard::cli
