// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/graphviz.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "cli/text.h"

extern char** environ;

namespace clipguard::cli {
namespace {

using Clock = std::chrono::steady_clock;

absl::Status Failed(std::string_view what, int error) {
  return absl::InternalError(
      absl::StrCat(std::string(what), ": ", ErrorText(error)));
}

// Reads to the end. DeadlineExceeded if that does not come in time.
absl::Status ReadAll(int fd, Clock::time_point deadline, std::string& text) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - Clock::now());
    pollfd ready = {.fd = fd, .events = POLLIN, .revents = 0};
    const int found =
        left.count() <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left.count()));
    if (found < 0 && errno == EINTR) continue;
    if (found < 0) return Failed("poll", errno);
    if (found == 0) {
      return absl::DeadlineExceededError(
          "Graphviz takes too long; --format=dot gives the graph without a "
          "layout");
    }
    std::array<char, 64 * 1024> piece;
    const ssize_t got = read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Failed("read", errno);
    if (got == 0) return absl::OkStatus();
    text.append(piece.data(), static_cast<size_t>(got));
  }
}

}  // namespace

absl::StatusOr<std::string> DrawSvg(std::string_view dot,
                                    std::chrono::milliseconds longest) {
  // From a file, so that neither side ever waits for the other to read.
  const std::unique_ptr<FILE, int (*)(FILE*)> graph(std::tmpfile(),
                                                    &std::fclose);
  if (graph == nullptr) return Failed("temporary file", errno);
  if (std::fwrite(dot.data(), 1, dot.size(), graph.get()) != dot.size() ||
      std::fflush(graph.get()) != 0 ||
      lseek(fileno(graph.get()), 0, SEEK_SET) != 0) {
    return Failed("temporary file", errno);
  }
  std::array<int, 2> pipe_ends = {};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return Failed("pipe", errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(graph.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  std::string program = "dot";
  std::string option = "-Tsvg";
  std::array<char*, 3> arguments = {program.data(), option.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &actions, nullptr,
                                 arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (error != 0) {
    close(pipe_ends[0]);
    if (error != ENOENT) return Failed("dot", error);
    return absl::NotFoundError(
        "--format=svg needs Graphviz: the program dot is not there (Debian's "
        "package: graphviz); --format=dot works without");
  }
  std::string svg;
  absl::Status read = ReadAll(pipe_ends[0], Clock::now() + longest, svg);
  close(pipe_ends[0]);
  if (!read.ok()) kill(child, SIGKILL);
  int result = 0;
  while (waitpid(child, &result, 0) < 0 && errno == EINTR) {
  }
  if (!read.ok()) return read;
  if (!WIFEXITED(result) || WEXITSTATUS(result) != 0 || svg.empty()) {
    return absl::InternalError("Graphviz could not draw the graph");
  }
  return svg;
}

}  // namespace clipguard::cli
