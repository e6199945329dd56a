// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/input_file.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using Result = InputFile::Result;

std::string Text(std::span<const uint8_t> bytes) {
  return {bytes.begin(), bytes.end()};
}

using InputFileTest = TestInFolder;

TEST_F(InputFileTest, ReadsSmallAndLargeFiles) {
  InputFile file({});
  // The largest one is read in several pieces.
  for (const size_t size :
       {0u, 1u, 4096u, 65536u, 65537u, 1'000'000u, 40'000'000u}) {
    std::string content(size, 'a');
    for (size_t i = 0; i < size; i += 4096) content[i] = char(i >> 12);
    ASSERT_EQ(file.Open(folder.Write("f", content)), Result::kRead);
    EXPECT_TRUE(Text(file.bytes()) == content) << size;
    EXPECT_EQ(file.size(), size);
  }
}

TEST_F(InputFileTest, WhatBecomesOfTheFileDoesNotMatter) {
  const std::string path = folder.Write("f", std::string(1'000'000, 'a'));
  InputFile file({});
  ASSERT_EQ(file.Open(path), Result::kRead);
  folder.Write("f", "b");
  EXPECT_EQ(Text(file.bytes()), std::string(1'000'000, 'a'));
}

// Between the first look and the rest.
TEST_F(InputFileTest, AFileThatShrinksIsReadAsFarAsItGoes) {
  const std::string path = folder / "f";
  for (const size_t size : {100'000u, 40'000'000u}) {
    for (const size_t left : {0u, 10u, 70'000u}) {
      folder.Write("f", std::string(size, 'a'));
      InputFile file({.worth = [&](const std::string&,
                                   std::span<const uint8_t>) -> uint64_t {
        EXPECT_EQ(truncate(path.c_str(), static_cast<off_t>(left)), 0);
        return UINT64_MAX;
      }});
      ASSERT_EQ(file.Open(path), Result::kRead);
      // The bytes that were looked at before the file shrank are kept.
      EXPECT_EQ(file.size(), std::max(left, size_t{4096}));
      EXPECT_EQ(Text(file.bytes()), std::string(file.size(), 'a'));
    }
  }
}

TEST_F(InputFileTest, AFileThatGrowsIsReadAsItWas) {
  const std::string path = folder.Write("f", std::string(100'000, 'a'));
  InputFile file(
      {.worth = [&](const std::string&, std::span<const uint8_t>) -> uint64_t {
        EXPECT_EQ(truncate(path.c_str(), 200'000), 0);
        return UINT64_MAX;
      }});
  ASSERT_EQ(file.Open(path), Result::kRead);
  EXPECT_EQ(Text(file.bytes()), std::string(100'000, 'a'));
}

TEST_F(InputFileTest, AFileIsReadToItsEndIfItIsWorthIt) {
  const std::string path = folder.Write("f", std::string(100'000, 'a'));
  for (const bool worth : {false, true}) {
    InputFile file({.worth = [&](const std::string& asked,
                                 std::span<const uint8_t> begun) -> uint64_t {
      EXPECT_EQ(asked, path);
      return begun.size() + (worth ? 1 : 0);
    }});
    ASSERT_EQ(file.Open(path), Result::kRead);
    EXPECT_EQ(file.bytes().size(), worth ? 100'000u : 4096u);
    EXPECT_EQ(file.size(), 100'000u);
  }
}

TEST_F(InputFileTest, Limit) {
  const std::string path = folder.Write("f", std::string(101, 'a'));
  InputFile small({.limit = 100});
  EXPECT_EQ(small.Open(path), Result::kTooLarge);
  EXPECT_EQ(small.size(), 101u);
  InputFile enough({.limit = 101});
  EXPECT_EQ(enough.Open(path), Result::kRead);
}

TEST_F(InputFileTest, Unreadable) {
  InputFile file({});
  EXPECT_EQ(file.Open(folder / "none"), Result::kUnreadable);
  EXPECT_EQ(file.problem(), "No such file or directory");
  EXPECT_EQ(file.Open(folder.path()), Result::kUnreadable);
  EXPECT_EQ(file.problem(), "Is a directory");
  EXPECT_EQ(file.Open(std::string("a\0b", 3)), Result::kUnreadable);
  EXPECT_EQ(file.Open("/dev/null", /*regular_only=*/true), Result::kUnreadable);
  EXPECT_EQ(file.Open("/dev/null"), Result::kRead);
  EXPECT_TRUE(file.bytes().empty());
}

TEST_F(InputFileTest, ReadsPipes) {
  for (const size_t size : {0u, 5u, 65536u, 3'000'000u}) {
    int fds[2];
    ASSERT_EQ(pipe(fds), 0);
    const std::string content(size, 'p');
    std::thread writer([&] {
      size_t done = 0;
      while (done < size) {
        const ssize_t n = write(fds[1], content.data() + done, size - done);
        if (n < 0) break;
        done += static_cast<size_t>(n);
      }
      close(fds[1]);
    });
    InputFile file({.in_fd = fds[0]});
    EXPECT_EQ(file.Open("-"), Result::kRead);
    EXPECT_EQ(Text(file.bytes()), content);
    writer.join();
    close(fds[0]);
  }
}

TEST_F(InputFileTest, LimitsPipes) {
  const int zero = open("/dev/zero", O_RDONLY);
  InputFile file({.limit = 1'000'000, .in_fd = zero});
  EXPECT_EQ(file.Open("-"), Result::kTooLarge);
  // Not as much as the buffer, or a piece of the stream, happens to hold.
  EXPECT_EQ(file.size(), 1'000'001u);
  close(zero);
}

TEST_F(InputFileTest, ReadsStreamsAsFarAsTheyAreWorthIt) {
  const int zero = open("/dev/zero", O_RDONLY);
  std::vector<size_t> looks;
  InputFile file(
      {.in_fd = zero,
       .worth = [&](const std::string&, std::span<const uint8_t> begun) {
         looks.push_back(begun.size());
         return uint64_t{begun.size() < 10'000 ? 100'000u : 20'000u};
       }});
  EXPECT_EQ(file.Open("-"), Result::kRead);
  EXPECT_EQ(looks, (std::vector<size_t>{4096, 8192, 16384}));
  EXPECT_EQ(file.size(), 20'000u);
  EXPECT_EQ(file.bytes().size(), 20'000u);
  close(zero);
}

TEST_F(InputFileTest, SaysThatItWaitsForAWriter) {
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer;
  std::vector<std::string> said;
  InputFile file({.say =
                      [&](const std::string& text) {
                        said.push_back(text);
                        // Now, and not before, somebody writes.
                        writer = std::thread([&] {
                          const int fd = open(pipe.c_str(), O_WRONLY);
                          EXPECT_EQ(write(fd, "abc", 3), 3);
                          close(fd);
                        });
                      },
                  .patience = std::chrono::milliseconds(10)});
  EXPECT_EQ(file.Open(pipe), Result::kRead);
  EXPECT_EQ(Text(file.bytes()), "abc");
  EXPECT_EQ(said,
            std::vector<std::string>{
                pipe + ": waiting for something to be written to this pipe"});
  writer.join();
}

TEST_F(InputFileTest, WaitsForAWriterWhoIsSlow) {
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] {
    const int fd = open(pipe.c_str(), O_WRONLY);
    for (int i = 0; i < 3; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      EXPECT_EQ(write(fd, "ab", 2), 2);
    }
    close(fd);
  });
  InputFile file({});
  EXPECT_EQ(file.Open(pipe), Result::kRead);
  EXPECT_EQ(Text(file.bytes()), "ababab");
  writer.join();
}

// As a shell's <(command): silent for long, but no named pipe.
TEST_F(InputFileTest, APipeWithoutANameIsOnlyRead) {
  int fds[2];
  ASSERT_EQ(pipe(fds), 0);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_EQ(write(fds[1], "abc", 3), 3);
    close(fds[1]);
  });
  InputFile file({.say = [](const std::string& text) { ADD_FAILURE() << text; },
                  .patience = std::chrono::milliseconds(1)});
  EXPECT_EQ(file.Open("/dev/fd/" + std::to_string(fds[0])), Result::kRead);
  EXPECT_EQ(Text(file.bytes()), "abc");
  writer.join();
  close(fds[0]);
}

TEST_F(InputFileTest, InsideAFolder) {
  folder.Write("in/a", "a");
  folder.Write("secret", "secret");
  const std::string in = folder / "in";
  InputFile file({});
  EXPECT_EQ(file.OpenInside(in, "a"), Result::kRead);
  EXPECT_EQ(Text(file.bytes()), "a");
  // Exchanged for a link since the folder was searched.
  ASSERT_EQ(unlink((in + "/a").c_str()), 0);
  ASSERT_EQ(symlink("../secret", (in + "/a").c_str()), 0);
  EXPECT_EQ(file.OpenInside(in, "a"), Result::kUnreadable);
  EXPECT_TRUE(file.leads_out());
  EXPECT_EQ(file.problem(), "A link leads out of the folder");
  EXPECT_EQ(file.OpenInside(in, "b"), Result::kUnreadable);
  EXPECT_FALSE(file.leads_out());
}

TEST_F(InputFileTest, StandardInputFromTheMiddleOfAFile) {
  const std::string path = folder.Write("f", "skipped, read");
  const int fd = open(path.c_str(), O_RDONLY);
  ASSERT_EQ(lseek(fd, 9, SEEK_SET), 9);
  InputFile file({.in_fd = fd});
  ASSERT_EQ(file.Open("-"), Result::kRead);
  EXPECT_EQ(Text(file.bytes()), "read");
  close(fd);
}

TEST(MemoryGateTest, HoldsNoMoreThanTheLargestAndALittle) {
  MemoryGate gate;
  std::atomic<uint64_t> held = 0;
  std::atomic<uint64_t> most = 0;
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (uint64_t i = 0; i < 200; ++i) {
        const uint64_t bytes = ((i * 7 + t * 3) % 10) << 20;
        gate.Acquire(bytes, SIZE_MAX);
        const uint64_t now = held += bytes;
        uint64_t before = most;
        while (now > before && !most.compare_exchange_weak(before, now)) {
        }
        std::this_thread::yield();
        held -= bytes;
        gate.Release(bytes);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, uint64_t{9} << 20);
}

// The first file holds all that may be held until the second one is done.
TEST(MemoryGateTest, WhoseTurnItIsDoesNotWait) {
  MemoryGate gate;
  gate.Acquire(uint64_t{8} << 20, 1);
  std::thread second([&] {
    gate.Acquire(uint64_t{8} << 20, 0);
    gate.Release(uint64_t{8} << 20);
  });
  second.join();
  std::thread third([&] {
    gate.Acquire(uint64_t{8} << 20, 2);
    gate.Release(uint64_t{8} << 20);
  });
  gate.SetTurn(2);
  third.join();
  gate.Release(uint64_t{8} << 20);
}

}  // namespace
}  // namespace clipguard::cli
