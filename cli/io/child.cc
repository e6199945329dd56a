// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/io/system_error.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// From here on a shell, or a program like it, speaks of a signal.
constexpr int kFirstSignalCode = 128;
constexpr size_t kMostReport = 1 << 20;

// 0: none.
std::atomic<pid_t> running = 0;

// In the child. Tells the parent through `told` why it could not be started.
[[noreturn]] void Become(char* const* arguments, pid_t parent, int nothing,
                         int errors, int told, uint64_t file) {
  // Thousands of crashes leave no core files.
  const rlimit none = {.rlim_cur = 0, .rlim_max = 0};
  rlimit written = {};
  // Ours are ignored, which a program would inherit.
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  if (getrlimit(RLIMIT_FSIZE, &written) == 0) {
    written.rlim_cur = std::min<rlim_t>(written.rlim_cur, file);
    written.rlim_max = std::min<rlim_t>(written.rlim_max, file);
  }
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent &&
      setpgid(0, 0) == 0 && setrlimit(RLIMIT_CORE, &none) == 0 &&
      setrlimit(RLIMIT_FSIZE, &written) == 0 &&
      dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
      dup2(errors, STDERR_FILENO) >= 0) {
    execvp(arguments[0], arguments);
  }
  const int error = errno;
  [[maybe_unused]] const ssize_t put = write(told, &error, sizeof(error));
  _exit(127);
}

// Of a sanitizer's report: "AddressSanitizer: heap-use-after-free". Empty if
// there is none.
std::string SanitizerIn(std::string_view text) {
  constexpr std::string_view kSanitizer = "Sanitizer: ";
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  };
  const size_t found = text.find(kSanitizer);
  if (found != std::string_view::npos) {
    size_t begin = found;
    while (begin > 0 && is_name(text[begin - 1])) --begin;
    size_t end = found + kSanitizer.size();
    while (end < text.size() && is_name(text[end])) ++end;
    return std::string(text.substr(begin, end - begin));
  }
  return text.find(": runtime error: ") == std::string_view::npos
             ? std::string()
             : "UndefinedBehaviorSanitizer";
}

std::string FailureOf(int result, const std::string& errors) {
  std::ifstream in(errors, std::ios::binary);
  std::string report(kMostReport, '\0');
  in.read(report.data(), static_cast<std::streamsize>(report.size()));
  report.resize(static_cast<size_t>(in.gcount()));
  if (std::string name = SanitizerIn(report); !name.empty()) return name;
  if (WIFSIGNALED(result)) return absl::StrCat("signal ", WTERMSIG(result));
  const int code = WEXITSTATUS(result);
  return code >= kFirstSignalCode ? absl::StrCat("exit code ", code)
                                  : std::string();
}

// Of a child that has ended, or is about to.
void Reap(pid_t child, int& result) {
  running = 0;
  while (waitpid(child, &result, 0) < 0 && errno == EINTR) {
  }
}

// Bytes in memory of all processes of a group.
uint64_t MemoryOfGroup(pid_t group) {
  uint64_t pages = 0;
  std::error_code error;
  for (fs::directory_iterator at("/proc", error), end; !error && at != end;
       at.increment(error)) {
    const std::string name = at->path().filename();
    if (name[0] < '0' || name[0] > '9') continue;
    std::ifstream in(at->path() / "stat");
    std::string about;
    std::getline(in, about);
    // After the program's name, which may be anything: state, parent, group,
    // and in the 22nd place its pages.
    std::istringstream fields(
        about.substr(std::min(about.rfind(')') + 2, about.size())));
    std::string skipped;
    pid_t its_group = 0;
    uint64_t its_pages = 0;
    fields >> skipped >> skipped >> its_group;
    if (its_group != group) continue;
    for (int i = 0; i < 18; ++i) fields >> skipped;
    if (fields >> its_pages) pages += its_pages;
  }
  return pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// What it has started, too. REQUIRES: it has not been waited for, so that its
// number is no other's.
void KillGroup(pid_t child) {
  kill(-child, SIGKILL);
  kill(child, SIGKILL);
}

// Waits for a child, as long as it keeps to the limits.
absl::StatusOr<ChildEnd> WaitFor(pid_t child, const std::string& errors,
                                 const ChildLimits& limits) {
  const Clock::time_point deadline = Clock::now() + limits.time;
  // To look at a machine's processes takes some milliseconds.
  constexpr auto kLook = std::chrono::milliseconds(20);
  Clock::time_point look = Clock::now() + kLook;
  auto pause = std::chrono::microseconds(100);
  ChildEnd end;
  int result = 0;
  for (;;) {
    siginfo_t ended = {};
    if (waitid(P_PID, static_cast<id_t>(child), &ended,
               WEXITED | WNOHANG | WNOWAIT) != 0 &&
        errno != EINTR) {
      return SystemError("waitid", errno);
    }
    if (ended.si_pid == child) break;
    if (Clock::now() >= deadline) {
      end.excess = ChildEnd::Excess::kTime;
      break;
    }
    if (Clock::now() >= look) {
      if (MemoryOfGroup(child) > limits.memory) {
        end.excess = ChildEnd::Excess::kMemory;
        break;
      }
      look = Clock::now() + kLook;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(5000));
  }
  KillGroup(child);
  Reap(child, result);
  if (end.excess != ChildEnd::Excess::kNone) return end;
  if (WIFSIGNALED(result) && WTERMSIG(result) == SIGXFSZ) {
    end.excess = ChildEnd::Excess::kFile;
  } else {
    end.failure = FailureOf(result, errors);
  }
  return end;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> WordsOf(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    const bool escape = c == '\\' && quote != '\'' && i + 1 < command.size();
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (escape) {
      words.back() += command[++i];
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else {
      words.back() += c;
    }
  }
  if (quote != 0) return absl::InvalidArgumentError("a quote is not closed");
  return words;
}

absl::StatusOr<ChildEnd> RunChild(const std::vector<std::string>& words,
                                  const std::string& errors,
                                  const ChildLimits& limits) {
  std::vector<std::string> copies = words;
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return SystemError("/dev/null", errno);
  const int report =
      open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int report_error = errno;
  std::array<int, 2> told = {-1, -1};
  if (report < 0 || pipe2(told.data(), O_CLOEXEC) != 0) {
    const int error = report < 0 ? report_error : errno;
    close(nothing);
    if (report >= 0) close(report);
    return SystemError("temporary file", error);
  }
  const pid_t parent = getpid();
  const pid_t child = fork();
  const int fork_error = errno;
  if (child == 0) {
    Become(arguments.data(), parent, nothing, report, told[1], limits.file);
  }
  if (child > 0) running = child;
  close(nothing);
  close(report);
  close(told[1]);
  int error = 0;
  const bool not_started =
      child > 0 && read(told[0], &error, sizeof(error)) == sizeof(error);
  close(told[0]);
  if (child < 0) return SystemError(words[0], fork_error);
  absl::StatusOr<ChildEnd> end = WaitFor(child, errors, limits);
  if (not_started) {
    return absl::NotFoundError(absl::StrCat(
        "the command cannot be started: ", words[0], ": ", ErrorText(error)));
  }
  return end;
}

void KillRunningChild() {
  const pid_t child = running;
  if (child > 0) KillGroup(child);
}

}  // namespace clipguard::cli
