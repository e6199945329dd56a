// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/line_reader.h"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace clipguard::cli {

bool LineReader::Fill() {
  std::array<char, 16 * 1024> piece;
  ssize_t got = 0;
  do {
    got = read(fd_, piece.data(), piece.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) error_ = errno;
  if (got <= 0) {
    at_end_ = true;
    return false;
  }
  buffer_.append(piece.data(), static_cast<size_t>(got));
  return true;
}

bool LineReader::Next(std::string_view* line) {
  buffer_.erase(0, begin_);
  begin_ = 0;
  too_long_ = false;
  size_t searched = 0;
  for (;;) {
    const size_t end = buffer_.find('\n', searched);
    if (end != std::string::npos) {
      begin_ = end + 1;
      *line = std::string_view(buffer_).substr(0, end);
      too_long_ |= end > kLongestLine;
      return true;
    }
    if (buffer_.size() > kLongestLine) {
      too_long_ = true;
      buffer_.resize(kLongestLine);
    }
    searched = buffer_.size();
    if (!at_end_ && Fill()) continue;
    if (error_ != 0 || buffer_.empty()) return false;
    begin_ = buffer_.size();
    *line = buffer_;
    return true;
  }
}

}  // namespace clipguard::cli
