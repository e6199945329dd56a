// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

constexpr int kFlags = O_RDONLY | O_CLOEXEC;

// Returns the first bytes that a descriptor reads, or its errno; closes it.
std::string ContentOf(int fd) {
  if (fd < 0) return "errno " + std::to_string(errno);
  std::array<char, 100> text;
  const ssize_t size = read(fd, text.data(), text.size());
  close(fd);
  return size < 0 ? "unreadable"
                  : std::string(text.data(), static_cast<size_t>(size));
}

std::string Errno(int error) { return "errno " + std::to_string(error); }

class FolderTest : public ::testing::Test {
 protected:
  FolderTest() {
    temp_.Write("root/a", "a");
    temp_.Write("root/sub/b", "b");
    temp_.Write("outside/secret", "secret");
    fs::create_symlink("sub/b", temp_ / "root/relative");
    fs::create_symlink(temp_ / "root/a", temp_ / "root/absolute");
    fs::create_symlink("sub", temp_ / "root/folder");
    fs::create_symlink("../a", temp_ / "root/sub/up");
    fs::create_symlink("../outside/secret", temp_ / "root/out");
    fs::create_symlink(temp_ / "outside", temp_ / "root/outside");
    fs::create_symlink("../root-too", temp_ / "root/beside");
    temp_.Write("root-too", "beside");
    fs::create_symlink("loop", temp_ / "root/loop");
    fs::create_symlink("gone", temp_ / "root/broken");
    fs::create_symlink("root", temp_ / "link");
  }

  TempFolder temp_;
};

// As long as somebody has a lease, and does not give it back, which the system
// waits 45 seconds for.
TEST_F(FolderTest, ABusyFileIsNotTriedForEver) {
  const int fd = open((temp_ / "root/a").c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const auto before = signal(SIGIO, SIG_IGN);
  if (fcntl(fd, F_SETLEASE, F_WRLCK) != 0) {
    close(fd);
    signal(SIGIO, before);
    GTEST_SKIP() << "no leases here";
  }
  const auto begun = std::chrono::steady_clock::now();
  const Folder folder(temp_ / "root");
  EXPECT_EQ(ContentOf(folder.Open("a", kFlags | O_NONBLOCK)), Errno(EAGAIN));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
  close(fd);
  EXPECT_EQ(ContentOf(folder.Open("a", kFlags | O_NONBLOCK)), "a");
  signal(SIGIO, before);
}

TEST_F(FolderTest, OpensWhatIsInside) {
  for (const char* name : {"root", "root/", "link"}) {
    const Folder folder(temp_ / name);
    EXPECT_EQ(folder.error(), 0);
    EXPECT_EQ(ContentOf(folder.Open("a", kFlags)), "a");
    EXPECT_EQ(ContentOf(folder.Open("sub/b", kFlags)), "b");
    EXPECT_EQ(ContentOf(folder.Open("none", kFlags)), Errno(ENOENT));
    EXPECT_EQ(ContentOf(folder.Open("a/b", kFlags)), Errno(ENOTDIR));
  }
}

TEST_F(FolderTest, FollowsLinksThatStayInside) {
  const Folder folder(temp_ / "root");
  EXPECT_EQ(ContentOf(folder.Open("relative", kFlags)), "b");
  EXPECT_EQ(ContentOf(folder.Open("absolute", kFlags)), "a");
  EXPECT_EQ(ContentOf(folder.Open("folder/b", kFlags)), "b");
  EXPECT_EQ(ContentOf(folder.Open("sub/up", kFlags)), "a");
  EXPECT_EQ(folder.Resolve("folder/up"), "a");
}

TEST_F(FolderTest, FollowsNoLinkThatLeadsOut) {
  const Folder folder(temp_ / "root");
  for (const char* name : {"out", "outside", "outside/secret", "beside"}) {
    EXPECT_EQ(ContentOf(folder.Open(name, kFlags)), Errno(EXDEV)) << name;
    EXPECT_EQ(folder.Resolve(name), std::nullopt);
  }
  EXPECT_EQ(ContentOf(folder.Open("loop", kFlags)), Errno(ELOOP));
  EXPECT_EQ(ContentOf(folder.Open("broken", kFlags)), Errno(ENOENT));
}

TEST_F(FolderTest, StepByStepTheSame) {
  const int root = open((temp_ / "root").c_str(), O_PATH | O_DIRECTORY);
  const auto content = [&](const char* name) {
    return ContentOf(internal::OpenStepwise(root, name, kFlags));
  };
  EXPECT_EQ(content("a"), "a");
  EXPECT_EQ(content("sub/b"), "b");
  EXPECT_EQ(content("none"), Errno(ENOENT));
  EXPECT_EQ(content("relative"), Errno(ELOOP));
  EXPECT_EQ(content("out"), Errno(ELOOP));
  EXPECT_EQ(content("folder/b"), Errno(ENOTDIR));
  EXPECT_EQ(content("outside/secret"), Errno(ENOTDIR));
  close(root);
}

TEST_F(FolderTest, MayBeMissing) {
  const Folder folder(temp_ / "none");
  EXPECT_EQ(folder.error(), ENOENT);
  EXPECT_EQ(ContentOf(folder.Open("a", kFlags)), Errno(ENOENT));
}

}  // namespace
}  // namespace clipguard::cli
