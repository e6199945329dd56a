// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/graphviz.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/text.h"
#include "cli/io/system_error.h"

extern char** environ;

namespace clipguard::cli {
namespace {

using Clock = std::chrono::steady_clock;

// What ends a child that could not become dot.
constexpr int kNotStarted = 127;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { Close(); }

  int get() const { return fd_; }
  void Close() {
    if (fd_ >= 0) close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

// Where a program is among the folders of PATH; empty if it is in none.
std::string FindProgram(std::string_view name) {
  const char* path = std::getenv("PATH");
  const std::string folders = path == nullptr ? "/usr/bin:/bin" : path;
  for (const absl::string_view folder : absl::StrSplit(folders, ':')) {
    const std::string file =
        absl::StrCat(folder.empty() ? absl::string_view(".") : folder, "/",
                     std::string(name));
    struct stat about = {};
    if (stat(file.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
        access(file.c_str(), X_OK) == 0) {
      return file;
    }
  }
  return {};
}

// In the child, between fork() and exec(): only what may be called there, when
// other threads may have held any lock.
[[noreturn]] void Become(const char* program, char* const* arguments,
                         pid_t parent, rlim_t memory, int in, int out) {
  // Another thread's end does not count: the parent waits in this one. What has
  // happened before is seen by the other question.
  bool ready = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
  struct rlimit limit = {};
  ready = ready && getrlimit(RLIMIT_AS, &limit) == 0;
  limit.rlim_cur = std::min(memory, limit.rlim_max);
  limit.rlim_max = limit.rlim_cur;
  ready = ready && setrlimit(RLIMIT_AS, &limit) == 0 &&
          dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0;
  if (ready) execve(program, arguments, environ);
  _exit(kNotStarted);
}

// Reads to the end. DeadlineExceeded if that does not come in time.
absl::Status ReadAll(int fd, Clock::time_point deadline, uint64_t most_bytes,
                     SpoolFile& text) {
  uint64_t bytes = 0;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - Clock::now());
    pollfd ready = {.fd = fd, .events = POLLIN, .revents = 0};
    const int found =
        left.count() <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left.count()));
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) return SystemError("poll", errno);
    if (found == 0) {
      return absl::DeadlineExceededError(
          "Graphviz takes too long; --format=dot gives the graph without a "
          "layout");
    }
    std::array<char, 64 * 1024> piece;
    const ssize_t got = read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError("read", errno);
    if (got == 0) {
      return bytes == 0
                 ? absl::InternalError("Graphviz could not draw the graph")
                 : absl::OkStatus();
    }
    bytes += static_cast<uint64_t>(got);
    if (bytes > most_bytes) {
      return absl::ResourceExhaustedError("the drawing is too large");
    }
    text.Write({piece.data(), static_cast<size_t>(got)});
  }
}

}  // namespace

void SpoolFile::Write(std::string_view text) {
  if (file_ == nullptr || error_ != 0) return;
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
    error_ = errno;
  }
}

absl::Status SpoolFile::Rewind() {
  if (file_ == nullptr) return absl::InternalError("no temporary file");
  if (error_ == 0 && (std::fflush(file_.get()) != 0 ||
                      lseek(descriptor(), 0, SEEK_SET) != 0)) {
    error_ = errno;
  }
  return error_ == 0 ? absl::OkStatus() : SystemError("temporary file", error_);
}

absl::Status SpoolFile::Read(absl::FunctionRef<void(std::string_view)> give) {
  if (absl::Status s = Rewind(); !s.ok()) return s;
  std::array<char, 64 * 1024> piece;
  for (;;) {
    const ssize_t got = read(descriptor(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return SystemError("temporary file", errno);
    if (got == 0) return absl::OkStatus();
    give({piece.data(), static_cast<size_t>(got)});
  }
}

absl::Status Draw(SpoolFile& dot, std::string_view format,
                  const GraphvizLimits& limits, SpoolFile& drawing) {
  // From a file, so that neither side ever waits for the other to read.
  if (absl::Status s = dot.Rewind(); !s.ok()) return s;
  const std::string program = FindProgram("dot");
  if (program.empty()) {
    return absl::NotFoundError(absl::StrCat(
        "--format=", std::string(format),
        " needs Graphviz: the program dot is not there (package: graphviz); "
        "--format=dot and --format=mermaid work without"));
  }
  std::array<int, 2> ends = {};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return SystemError("pipe", errno);
  Descriptor from_dot(ends[0]);
  Descriptor to_us(ends[1]);
  std::string name = "dot";
  std::string option = absl::StrCat("-T", std::string(format));
  const std::array<char*, 3> arguments = {name.data(), option.data(), nullptr};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return SystemError("dot", errno);
  if (child == 0) {
    Become(program.c_str(), arguments.data(), parent,
           static_cast<rlim_t>(limits.memory), dot.descriptor(), to_us.get());
  }
  to_us.Close();
  absl::Status read = ReadAll(from_dot.get(), Clock::now() + limits.time,
                              limits.bytes, drawing);
  from_dot.Close();
  if (!read.ok()) kill(child, SIGKILL);
  int result = 0;
  while (waitpid(child, &result, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(result) && WEXITSTATUS(result) == kNotStarted) {
    return absl::InternalError(
        absl::StrCat("Graphviz could not be started: ", ToPrintable(program)));
  }
  if (!read.ok()) return read;
  if (!WIFEXITED(result) || WEXITSTATUS(result) != 0) {
    return absl::InternalError("Graphviz could not draw the graph");
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
