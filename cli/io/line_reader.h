// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// LineReader: lines of a file or stream, each as soon as it is there.

#ifndef CLIPGUARD_CLI_IO_LINE_READER_H_
#define CLIPGUARD_CLI_IO_LINE_READER_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace clipguard::cli {

// Thread-compatible.
class LineReader {
 public:
  // No longer line is read, so that no stream can fill the memory.
  static constexpr size_t kLongestLine = 1 << 20;

  // Does not own the descriptor.
  explicit LineReader(int fd) : fd_(fd) {}

  // Returns the next line, without its end; it stays until the next call. A
  // line that is too long is cut. False at the end, or if reading fails: then
  // error() is the errno.
  bool Next(std::string_view* line);

  // Whether that line was longer than kLongestLine.
  bool too_long() const { return too_long_; }

  int error() const { return error_; }

 private:
  // False if there is no more.
  bool Fill();

  int fd_;
  int error_ = 0;
  bool at_end_ = false;
  bool too_long_ = false;
  std::string buffer_;
  size_t begin_ = 0;  // of the text that is not yet returned
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_LINE_READER_H_
