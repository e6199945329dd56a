// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file is replaced as a whole or not at all, whichever of the calls that
// write it fails, and if the process is killed at any of them. This program has
// its own versions of those calls, which the linker prefers to the C library's.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>

#include "cli/files/output_file.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace {

enum class Fault { kNone, kFails, kKillsBefore, kKillsAfter };

// The fault of call number `at_call`, counted from 1.
Fault fault = Fault::kNone;
int at_call = 0;
int calls = 0;

// Makes a call, or what befalls it.
template <typename... Arguments>
ssize_t Call(int number, Arguments... arguments) {
  const bool now = fault != Fault::kNone && ++calls == at_call;
  if (now && fault == Fault::kFails) {
    errno = ENOSPC;
    return -1;
  }
  if (now && fault == Fault::kKillsBefore) kill(getpid(), SIGKILL);
  const ssize_t result = syscall(number, arguments...);
  if (now && fault == Fault::kKillsAfter) kill(getpid(), SIGKILL);
  return result;
}

}  // namespace

extern "C" {

ssize_t write(int fd, const void* bytes, size_t size) {
  return Call(SYS_write, fd, bytes, size);
}
int fsync(int fd) { return static_cast<int>(Call(SYS_fsync, fd)); }
int fchmod(int fd, mode_t mode) noexcept {
  return static_cast<int>(Call(SYS_fchmod, fd, mode));
}
int renameat(int from_folder, const char* from, int to_folder,
             const char* to) noexcept {
  return static_cast<int>(
      Call(SYS_renameat2, from_folder, from, to_folder, to, 0));
}
}

namespace clipguard::cli {
namespace {

size_t FilesLeftIn(const TempFolder& folder) {
  return static_cast<size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

// Several calls of write().
std::string NewText() { return std::string(300'000, 'n'); }

// Replaces a file in a process of its own, whose call number `at` has the
// fault. Its status as of waitpid(): it exits with 0 if the file was replaced,
// and with 1 if it said that it was not.
int Replace(const std::string& path, Fault what, int at) {
  const pid_t child = fork();
  if (child == 0) {
    fault = what;
    at_call = at;
    calls = 0;
    bool done = false;
    {
      OutputFile file(path);
      if (file.Open()) {
        const std::string text = NewText();
        for (size_t i = 0; i < text.size(); i += 100'000) {
          file.Write(std::string_view(text).substr(i, 100'000));
        }
        file.BeginCommit();
        done = file.Commit();
      }
    }
    // A fault after this point does not concern the file.
    _exit(done ? (calls < at ? 2 : 0) : 1);
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

TEST(OutputFileFaultTest, WhateverFails) {
  TempFolder folder;
  const std::string path = folder.Write("report", "old");
  int at = 1;
  for (;; ++at) {
    folder.Write("report", "old");
    const int status = Replace(path, Fault::kFails, at);
    ASSERT_TRUE(WIFEXITED(status)) << at;
    const int code = WEXITSTATUS(status);
    EXPECT_EQ(ReadFile(path), code == 1 ? "old" : NewText()) << at;
    EXPECT_EQ(FilesLeftIn(folder), 1u) << at;
    if (code == 2) break;
  }
  // fchmod, three writes, fsync, and renameat.
  EXPECT_GE(at, 7);
}

TEST(OutputFileFaultTest, WhereverItIsKilled) {
  TempFolder folder;
  for (const Fault kind : {Fault::kKillsBefore, Fault::kKillsAfter}) {
    for (int at = 1;; ++at) {
      const std::string path = folder.Write("report", "old");
      const int status = Replace(path, kind, at);
      const std::string text = ReadFile(path);
      EXPECT_TRUE(text == "old" || text == NewText()) << at;
      if (WIFEXITED(status)) {
        EXPECT_EQ(WEXITSTATUS(status), 2);
        break;
      }
      // A file that is left beside it is marked as temporary by its name.
      for (const auto& entry :
           std::filesystem::directory_iterator(folder.path())) {
        if (entry.path() == path) continue;
        EXPECT_EQ(entry.path().extension(), ".tmp") << entry.path();
        std::filesystem::remove(entry.path());
      }
    }
  }
}

}  // namespace
}  // namespace clipguard::cli
