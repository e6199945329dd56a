// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/numpy_file.h"

#include <string>

#include "cli/files/output_file.h"
#include "gtest/gtest.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

TEST(Crc32Test, KnownValues) {
  EXPECT_EQ(Crc32(0, ""), 0u);
  EXPECT_EQ(Crc32(0, "123456789"), 0xcbf43926u);
  const std::string text = "The quick brown fox jumps over the lazy dog";
  EXPECT_EQ(Crc32(0, text), 0x414fa339u);
  for (size_t i = 0; i <= text.size(); ++i) {
    EXPECT_EQ(Crc32(Crc32(0, text.substr(0, i)), text.substr(i)), 0x414fa339u);
  }
}

TEST(NumpyHeaderTest, IsAlignedAndSaysItsLength) {
  const std::string header = NumpyHeader("'<f4'", "10, 3");
  EXPECT_EQ(header.size() % 64, 0u);
  EXPECT_EQ(header.substr(0, 6), "\x93NUMPY");
  EXPECT_EQ(header[6], 1);
  EXPECT_EQ(static_cast<uint8_t>(header[8]), header.size() - 10);
  EXPECT_EQ(header.back(), '\n');
  EXPECT_NE(header.find("'shape': (10, 3)"), std::string::npos);
  const std::string long_header = NumpyHeader(std::string(70'000, ' '), "1,");
  EXPECT_EQ(long_header.size() % 64, 0u);
  EXPECT_EQ(long_header[6], 2);
}

TEST(NpzWriterTest, ArraysThatGrowSideBySideAreOneAfterTheOther) {
  TempFolder folder;
  OutputFile file(folder / "t.npz");
  ASSERT_TRUE(file.Open());
  NpzWriter npz({{"a", "'<f4'", "", 4}, {"b", "'<f4'", "2", 8}}, 2, file);
  npz.Append(0, "0123");
  npz.Append(1, "abcdefgh");
  npz.Append(0, "4567");
  npz.Append(1, "ijklmnop");
  npz.Finish();
  ASSERT_TRUE(file.Commit()) << file.problem();
  const std::string bytes = ReadFile(folder / "t.npz");
  EXPECT_EQ(bytes.substr(0, 4), "PK\3\4");
  EXPECT_NE(bytes.find("a.npy"), std::string::npos);
  EXPECT_NE(bytes.find("01234567PK\3\4"), std::string::npos);
  EXPECT_NE(bytes.find("abcdefghijklmnopPK\1\2"), std::string::npos);
}

TEST(NpzWriterTest, AFullDiskIsNoticed) {
  OutputFile file("/dev/full");
  ASSERT_TRUE(file.Open());
  NpzWriter npz({{"a", "'<f4'", "", 4}}, 1, file);
  npz.Append(0, "0123");
  npz.Finish();
  EXPECT_NE(file.error(), 0);
  EXPECT_FALSE(file.Commit());
}

}  // namespace
}  // namespace clipguard::cli
