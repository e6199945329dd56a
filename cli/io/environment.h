// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Environment: everything outside the process that a command may touch.
//
// Commands print only through an Environment, so that a test or a fuzz target
// runs them in-process, as often as it likes, and looks at what they said.
//
//   StringOutput out, err;
//   Environment env{.out = out, .err = err};
//   int exit_code = RunClipguard({"validate", "a.bin"}, env);

#ifndef CLIPGUARD_CLI_IO_ENVIRONMENT_H_
#define CLIPGUARD_CLI_IO_ENVIRONMENT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clipguard::cli {

// The arguments after a command's name.
using Args = std::vector<std::string>;

// Where text goes. Once a write has failed, all later ones are dropped.
// Thread-compatible.
class Output {
 public:
  virtual ~Output() = default;

  virtual void Write(std::string_view text) = 0;
  virtual void Flush() {}

  // The errno of the first write that failed; 0 if none did. Certain only
  // after Flush().
  int error() const { return error_; }

 protected:
  int error_ = 0;
};

// Writes to a file descriptor, which it does not own, in large pieces. Needs no
// memory once it is made.
class FdOutput : public Output {
 public:
  explicit FdOutput(int fd) : fd_(fd) { buffer_.reserve(kBufferSize); }
  ~FdOutput() override { Flush(); }

  void Write(std::string_view text) override;
  void Flush() override;

 private:
  static constexpr size_t kBufferSize = 64 * 1024;

  void WriteNow(std::string_view text);

  int fd_;
  std::string buffer_;
};

// Keeps the text.
class StringOutput : public Output {
 public:
  void Write(std::string_view text) override { text_ += text; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Properties of one of the two output streams.
struct Terminal {
  bool is_terminal = false;
  bool colors = false;
  size_t width = 80;  // columns to wrap at
};

struct Environment {
  Output& out;
  Output& err;
  int in_fd = 0;    // descriptor that "-" reads
  int out_fd = -1;  // that of `out`; -1: none
  Terminal out_terminal = {};
  Terminal err_terminal = {};

  // Says something to the user, one line or more, after all that was printed
  // so far. On a terminal, long lines end between words.
  void Say(std::string_view text);
};

// Asks the system about a file descriptor. NO_COLOR and TERM=dumb are obeyed.
Terminal TerminalOf(int fd);

// Message when memory runs out, for a file or a whole run.
inline constexpr std::string_view kOutOfMemory = "out of memory";

// The exit codes of every command.
enum ExitCode : int {
  kExitOk = 0,        // the work was done, and no file has an error
  kExitFindings = 1,  // the work was done, and some file has an error
  kExitUsage = 2,     // usage error: nothing was done
  kExitFailed = 3,    // some of the work could not be done: something could not
                      // be read or written, or memory ran out
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_ENVIRONMENT_H_
