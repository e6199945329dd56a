// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/process.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string_view>
#include <system_error>

#include "cli/io/environment.h"

namespace clipguard::cli {

bool OpenMissingStreams() {
  // Each in the mode that it is not used in, so that using it is an error:
  // output that goes nowhere must not look like success.
  constexpr std::array<int, 3> kModes = {O_WRONLY, O_RDONLY, O_RDONLY};
  static_assert(STDIN_FILENO == 0 && STDERR_FILENO == 2);
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd) {
    if (fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() takes the lowest free number: this one.
    if (open("/dev/null", kModes[static_cast<size_t>(fd)]) != fd) return false;
  }
  return true;
}

std::string CallerOfBazelRun() {
  const char* caller = std::getenv("BUILD_WORKING_DIRECTORY");
  const char* workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (caller == nullptr || workspace == nullptr) return {};
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  const bool in_runfiles = std::any_of(
      here.begin(), here.end(),
      [](const auto& part) { return part.extension() == ".runfiles"; });
  return in_runfiles ? caller : std::string();
}

void ReserveStack() {
  constexpr size_t kMost = 512 * 1024;
  rlimit stack = {};
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur < 2 * kMost) {
    return;
  }
  // A process that touches a stack which cannot grow is killed: try to get the
  // memory elsewhere first.
  void* const elsewhere = mmap(nullptr, kMost, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (elsewhere == MAP_FAILED) throw std::bad_alloc();
  munmap(elsewhere, kMost);
  std::array<char, kMost> below;
  // The far end; what lies between costs no memory. Through a volatile pointer,
  // or the compiler would leave out all but one byte.
  char* volatile end = below.data();
  *end = 0;
}

void ReturnLargeBlocks() {
#ifdef M_MMAP_THRESHOLD
  constexpr int kLarge = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

void EndWithoutMemory() {
  static const std::terminate_handler previous = std::get_terminate();
  std::set_terminate([] {
    try {
      if (const auto thrown = std::current_exception()) {
        std::rethrow_exception(thrown);
      }
    } catch (const std::bad_alloc&) {
      SayOutOfMemory();
      // Nothing is destroyed: other threads may be at work.
      _exit(kExitFailed);
    } catch (...) {
      previous();
    }
    previous();
  });
}

void SayOutOfMemory() {
  // dprintf() might ask for memory.
  for (const std::string_view text : {std::string_view("clipguard: "),
                                      kOutOfMemory, std::string_view("\n")}) {
    if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;
  }
}

}  // namespace clipguard::cli
