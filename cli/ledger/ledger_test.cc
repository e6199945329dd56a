// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/ledger/ledger.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "cli/io/digest.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Optional;

const Digest& Program() {
  static const Digest program = DigestOf("program");
  return program;
}

Digest Key(int i) { return DigestOf(absl::StrCat("key ", i)); }
std::string Text(int i) { return std::string(static_cast<size_t>(i), 'x'); }

std::unique_ptr<Ledger> Open(const std::string& path,
                             const Digest& program = Program()) {
  auto ledger = Ledger::Open(path, program);
  EXPECT_TRUE(ledger.ok()) << ledger.status();
  return ledger.ok() ? *std::move(ledger) : nullptr;
}

std::string Read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A ledger of so many texts.
std::string Written(const TempFolder& folder, int texts) {
  const std::string path = folder / "ledger";
  unlink(path.c_str());
  const auto ledger = Open(path);
  for (int i = 0; i < texts; ++i) ledger->Add(Key(i), Text(i));
  EXPECT_TRUE(ledger->Flush().ok());
  return path;
}

void Replace(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

TEST(LedgerTest, FindsWhatWasAdded) {
  const TempFolder folder;
  const std::string path = Written(folder, 100);
  const auto ledger = Open(path);
  EXPECT_EQ(ledger->note(), "");
  EXPECT_EQ(ledger->size(), 100u);
  for (int i = 0; i < 100; ++i) {
    EXPECT_THAT(ledger->Find(Key(i)), Optional(Text(i)));
  }
  EXPECT_EQ(ledger->Find(Key(100)), std::nullopt);
}

TEST(LedgerTest, FindsWhatIsNotYetWritten) {
  const TempFolder folder;
  const auto ledger = Open(folder / "ledger");
  for (int i = 0; i < 50; ++i) {
    ledger->Add(Key(i), Text(i));
    for (int k = 0; k <= i; ++k) {
      ASSERT_THAT(ledger->Find(Key(k)), Optional(Text(k)));
    }
  }
}

TEST(LedgerTest, TheFirstTextOfAKeyStays) {
  const TempFolder folder;
  const auto ledger = Open(folder / "ledger");
  ledger->Add(Key(1), "first");
  ledger->Add(Key(1), "second");
  EXPECT_THAT(ledger->Find(Key(1)), Optional(std::string("first")));
  EXPECT_EQ(ledger->size(), 1u);
}

TEST(LedgerTest, IsNobodyElses) {
  const TempFolder folder;
  const auto ledger = Open(folder / "ledger");
  struct stat about = {};
  ASSERT_EQ(stat((folder / "ledger").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777, 0600u);
  EXPECT_THAT(
      std::string(
          Ledger::Open(folder / "ledger", Program()).status().message()),
      HasSubstr("another process uses it"));
}

TEST(LedgerTest, CutAnywhere) {
  const TempFolder folder;
  const std::string path = Written(folder, 4);
  const std::string whole = Read(path);
  for (size_t size = 0; size < whole.size(); ++size) {
    Replace(path, whole.substr(0, size));
    {
      const auto ledger = Open(path);
      size_t found = 0;
      for (int i = 0; i < 4; ++i) {
        const auto text = ledger->Find(Key(i));
        if (!text) continue;
        EXPECT_EQ(*text, Text(i));
        ++found;
      }
      EXPECT_LT(found, 4u) << size;
      EXPECT_EQ(found, ledger->size());
      for (int i = 0; i < 4; ++i) ledger->Add(Key(i), Text(i));
    }
    // Done again, it is as it was.
    const auto ledger = Open(path);
    EXPECT_EQ(ledger->note(), "") << size;
    for (int i = 0; i < 4; ++i) {
      EXPECT_THAT(ledger->Find(Key(i)), Optional(Text(i)));
    }
  }
}

TEST(LedgerTest, EveryBitFlipped) {
  const TempFolder folder;
  const std::string path = Written(folder, 4);
  const std::string whole = Read(path);
  for (size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    Replace(path, flipped);
    const auto ledger = Ledger::Open(path, Program());
    if (!ledger.ok()) {
      EXPECT_LT(bit / 8, 19u) << "refused, though it begins as a ledger does";
      EXPECT_EQ(Read(path), flipped);
      continue;
    }
    size_t found = 0;
    for (int i = 0; i < 4; ++i) {
      const auto text = (*ledger)->Find(Key(i));
      if (!text) continue;
      EXPECT_EQ(*text, Text(i)) << bit;
      ++found;
    }
    EXPECT_LT(found, 4u) << bit;
    EXPECT_NE((*ledger)->note(), "");
  }
}

// A file system that wrote the size of a file but not its last pages.
TEST(LedgerTest, ZerosAtTheEnd) {
  const TempFolder folder;
  const std::string path = Written(folder, 4);
  const std::string whole = Read(path);
  Replace(path, whole + std::string(5000, '\0'));
  {
    const auto ledger = Open(path);
    EXPECT_EQ(ledger->size(), 4u);
    ledger->Add(Key(9), "nine");
  }
  const auto ledger = Open(path);
  EXPECT_THAT(ledger->Find(Key(9)), Optional(std::string("nine")));
}

TEST(LedgerTest, AnotherProgramBeginsAnew) {
  const TempFolder folder;
  const std::string path = Written(folder, 4);
  const auto ledger = Open(path, DigestOf("another"));
  EXPECT_THAT(ledger->note(), HasSubstr("begun anew"));
  EXPECT_EQ(ledger->size(), 0u);
  EXPECT_EQ(ledger->Find(Key(1)), std::nullopt);
}

TEST(LedgerTest, TextsThatAreTooLong) {
  const TempFolder folder;
  const std::string path = folder / "ledger";
  const std::string longest(Ledger::kMostTextBytes, 'y');
  {
    const auto ledger = Open(path);
    for (int i = 0; i < 3; ++i) ledger->Add(Key(i), longest);
    ledger->Add(Key(3), longest + "y");
  }
  const auto ledger = Open(path);
  EXPECT_EQ(ledger->note(), "");
  for (int i = 0; i < 3; ++i) {
    EXPECT_THAT(ledger->Find(Key(i)), Optional(longest));
  }
  EXPECT_EQ(ledger->Find(Key(3)), std::nullopt);
}

TEST(LedgerTest, AFullDiskIsSaid) {
  const TempFolder folder;
  const std::string path = Written(folder, 1);
  const auto ledger = Open(path);
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 1000;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  for (int i = 0; i < 100; ++i) ledger->Add(Key(i), Text(100));
  const absl::Status status = ledger->Flush();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("File too large"));
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace clipguard::cli
