// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/file_list.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/files/input_file.h"

namespace clipguard::cli {

std::vector<std::string> SplitFileList(std::string_view text, bool null) {
  const char end =
      null || text.find('\0') != std::string_view::npos ? '\0' : '\n';
  std::vector<std::string> names;
  while (!text.empty()) {
    const size_t size = std::min(text.find(end), text.size());
    std::string_view name = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    if (end == '\n' && name.ends_with('\r')) name.remove_suffix(1);
    if (!name.empty()) names.emplace_back(name);
  }
  return names;
}

absl::StatusOr<std::string> ReadWhole(const std::string& path, int in_fd,
                                      size_t most) {
  const auto failed = [&](const std::string& why) {
    return absl::UnavailableError(absl::StrCat(
        path == "-" ? "standard input" : ToPrintable(path), ": ", why));
  };
  if (GivenFiles::Current() != nullptr) {
    InputFile file({.limit = most});
    switch (file.Open(path)) {
      case InputFile::Result::kUnreadable:
        return failed(file.problem());
      case InputFile::Result::kTooLarge:
        return failed(absl::StrCat("longer than ", Bytes(most)));
      case InputFile::Result::kRead:
        return std::string(file.bytes().begin(), file.bytes().end());
    }
  }
  const bool standard_input = path == "-";
  const int fd =
      standard_input ? in_fd : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0 && !standard_input) return failed(ErrorText(errno));
  const absl::Cleanup closer = [&] {
    if (!standard_input) close(fd);
  };
  std::string text;
  std::array<char, 64 * 1024> piece;
  for (;;) {
    const ssize_t size = read(fd, piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return failed(ErrorText(errno));
    if (size == 0) return text;
    text.append(piece.data(), static_cast<size_t>(size));
    if (text.size() > most) {
      return failed(absl::StrCat("longer than ", Bytes(most)));
    }
  }
}

}  // namespace clipguard::cli
