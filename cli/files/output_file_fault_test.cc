// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file is replaced as a whole or not at all, whichever of the calls that
// write it fails, and if the process is killed at any of them. This program has
// its own versions of those calls, which the linker prefers to the C library's.

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/files/output_file.h"
#include "cli/files/run_files.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace {

enum class Fault { kNone, kFails, kKillsBefore, kKillsAfter };

// The fault of call number `at_call`, counted from 1.
Fault fault = Fault::kNone;
int at_call = 0;
int calls = 0;

// The calls that waited for the disk, and those that gave files their names.
std::vector<std::string> order;

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
int fsync(int fd) {
  order.push_back("fsync");
  return static_cast<int>(Call(SYS_fsync, fd));
}
int syncfs(int fd) noexcept {
  order.push_back("syncfs");
  // It would wait for what others write.
  return static_cast<int>(Call(SYS_fsync, fd));
}
int sync_file_range(int fd, off_t offset, off_t size, unsigned flags) {
  return static_cast<int>(Call(SYS_sync_file_range, fd, offset, size, flags));
}
// Wherever the test runs, syncfs() is used for its files.
int fstatfs(int fd, struct statfs* about) noexcept {
  const auto result = static_cast<int>(syscall(SYS_fstatfs, fd, about));
  if (about->f_type != PIPEFS_MAGIC) about->f_type = EXT4_SUPER_MAGIC;
  return result;
}
int fchmod(int fd, mode_t mode) noexcept {
  return static_cast<int>(Call(SYS_fchmod, fd, mode));
}
int renameat(int from_folder, const char* from, int to_folder,
             const char* to) noexcept {
  order.push_back("renameat");
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

using OutputFileFaultTest = TestInFolder;

TEST_F(OutputFileFaultTest, WhateverFails) {
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

TEST_F(OutputFileFaultTest, WhereverItIsKilled) {
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

// ---- Several files of a run -------------------------------------------------

constexpr size_t kFiles = 5;

std::string NameOf(size_t i) { return absl::StrCat("report", i); }

// Replaces them. Bit i of the result: file i was.
unsigned ReplaceAll(const TempFolder& folder) {
  RunFiles run;
  const RunFiles::Use use(&run);
  unsigned done = 0;
  std::vector<std::unique_ptr<OutputFile>> files;
  for (size_t i = 0; i < kFiles; ++i) {
    files.push_back(std::make_unique<OutputFile>(folder / NameOf(i)));
    if (!files[i]->Open()) continue;
    files[i]->Write("new");
    files[i]->BeginCommit();
  }
  for (size_t i = 0; i < kFiles; ++i) {
    if (files[i]->Commit()) done |= 1U << i;
  }
  return done;
}

TEST_F(OutputFileFaultTest, SeveralWaitForTheDiskOnce) {
  order.clear();
  EXPECT_EQ(ReplaceAll(folder), (1U << kFiles) - 1);
  std::vector<std::string> expected(1 + kFiles, "renameat");
  expected[0] = "syncfs";
  EXPECT_EQ(order, expected);
}

TEST_F(OutputFileFaultTest, WhateverFailsOrKillsAmongSeveral) {
  const auto write_old = [&] {
    for (size_t i = 0; i < kFiles; ++i) folder.Write(NameOf(i), "old");
  };
  for (const Fault kind :
       {Fault::kFails, Fault::kKillsBefore, Fault::kKillsAfter}) {
    constexpr unsigned kNoFault = 1U << kFiles;
    bool reached = true;
    for (int at = 1; reached; ++at) {
      write_old();
      const pid_t child = fork();
      if (child == 0) {
        fault = kind;
        at_call = at;
        calls = 0;
        const unsigned done = ReplaceAll(folder);
        _exit(static_cast<int>(done | (calls < at ? kNoFault : 0)));
      }
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      reached = !WIFEXITED(status) || (WEXITSTATUS(status) & kNoFault) == 0;
      for (size_t i = 0; i < kFiles; ++i) {
        const std::string text = ReadFile(folder / NameOf(i));
        if (WIFEXITED(status)) {
          const bool done = (WEXITSTATUS(status) >> i & 1) != 0;
          EXPECT_EQ(text, done ? "new" : "old") << at;
        } else {
          EXPECT_TRUE(text == "old" || text == "new") << at;
        }
      }
      if (kind == Fault::kFails) {
        EXPECT_EQ(FilesLeftIn(folder), kFiles) << at;
      }
      for (const auto& entry :
           std::filesystem::directory_iterator(folder.path())) {
        if (entry.path().extension() == ".tmp") {
          std::filesystem::remove(entry.path());
        }
      }
    }
  }
}

}  // namespace
}  // namespace clipguard::cli
