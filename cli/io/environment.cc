// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/environment.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/text.h"

namespace clipguard::cli {

void FdOutput::Write(std::string_view text) {
  if (buffer_.size() + text.size() > kBufferSize) {
    Flush();
    if (text.size() >= kBufferSize) {
      WriteNow(text);
      return;
    }
  }
  buffer_ += text;
}

void FdOutput::Flush() {
  WriteNow(buffer_);
  buffer_.clear();
}

void FdOutput::WriteNow(std::string_view text) {
  while (!text.empty() && error_ == 0) {
    const ssize_t written = write(fd_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR) {
      error_ = errno;
    }
  }
}

void Environment::Say(std::string_view text) {
  std::string_view begin = "clipguard: ";
  out.Flush();
  // A short message is written without allocating memory.
  while (err_terminal.is_terminal &&
         begin.size() + text.size() > err_terminal.width) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const size_t indent =
        begin.empty() ? std::min(line.find_first_not_of(' '), end) : 0;
    err.Write(Wrap(line, err_terminal.width, indent, begin));
    begin = {};
    text.remove_prefix(std::min(end + 1, text.size()));
    if (text.empty()) break;
  }
  err.Write(begin);
  err.Write(text);
  if (!begin.empty() || !text.empty()) err.Write("\n");
  err.Flush();
}

Terminal TerminalOf(int fd) {
  Terminal terminal;
  terminal.is_terminal = isatty(fd) == 1;
  if (!terminal.is_terminal) return terminal;
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
    terminal.width = std::clamp<size_t>(size.ws_col, 40, 160);
  }
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  terminal.colors = (no_color == nullptr || *no_color == '\0') &&
                    (term == nullptr || std::string_view(term) != "dumb");
  return terminal;
}

}  // namespace clipguard::cli
