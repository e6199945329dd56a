// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rows/numpy_file.h"

#include <cstddef>
#include <cstdint>
#include <fstream>
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

using NpzWriterTest = TestInFolder;

TEST_F(NpzWriterTest, ArraysThatGrowSideBySideAreOneAfterTheOther) {
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

uint32_t Number(const std::string& bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = 4; i-- > 0;) {
    number = number << 8 | static_cast<uint8_t>(bytes[at + i]);
  }
  return number;
}

// Readers of small archives need not know about 64 bits.
TEST_F(NpzWriterTest, SizesHave32BitsWhereTheseSuffice) {
  OutputFile file(folder / "t.npz");
  ASSERT_TRUE(file.Open());
  NpzWriter npz({{"a", "'<f4'", "", 4}}, 1, file);
  npz.Append(0, "0123");
  npz.Finish();
  ASSERT_TRUE(file.Commit()) << file.problem();
  const std::string bytes = ReadFile(folder / "t.npz");
  const size_t array = NumpyHeader("'<f4'", "1,").size() + 4;
  EXPECT_EQ(Number(bytes, 18), array);
  EXPECT_EQ(Number(bytes, 22), array);
  EXPECT_EQ(bytes.substr(26, 9), std::string("\5\0\0\0a.npy", 9));
  EXPECT_EQ(bytes.find("PK\6\6"), std::string::npos);
  EXPECT_EQ(Number(bytes, bytes.size() - 6), bytes.find("PK\1\2"));
}

// The file has holes, and takes no room.
TEST_F(NpzWriterTest, LargeArraysHave64Bits) {
  OutputFile file(folder / "t.npz");
  ASSERT_TRUE(file.Open());
  NpzWriter npz({{"a", "'<f4'", "", 4}, {"b", "'<f4'", "", 1}},
                uint64_t{1} << 30, file);
  npz.Finish();
  ASSERT_TRUE(file.Commit()) << file.problem();
  std::ifstream in(folder / "t.npz", std::ios::binary);
  const auto read = [&](uint64_t at, size_t size) {
    std::string bytes(size, '\0');
    in.seekg(static_cast<std::streamoff>(at));
    in.read(bytes.data(), static_cast<std::streamsize>(size));
    return bytes;
  };
  const std::string a = read(0, 64);
  EXPECT_EQ(Number(a, 18), 0xffffffffu);
  EXPECT_EQ(a.substr(26, 13), std::string("\5\0\24\0a.npy\1\0\20\0", 13));
  const uint64_t size = NumpyHeader("'<f4'", "1073741824,").size();
  const uint64_t large = size + (uint64_t{1} << 32);
  EXPECT_EQ(Number(a, 39), static_cast<uint32_t>(large));
  EXPECT_EQ(Number(a, 43), 1u);
  // The second is small, and begins behind 4 GiB.
  const uint64_t second = 55 + large;
  const std::string b = read(second, 64);
  EXPECT_EQ(b.substr(0, 4), "PK\3\4");
  EXPECT_EQ(Number(b, 18), static_cast<uint32_t>(size + (1u << 30)));
  const uint64_t directory = second + 35 + size + (uint64_t{1} << 30);
  const std::string end = read(directory, 400);
  EXPECT_EQ(end.substr(0, 4), "PK\1\2");
  EXPECT_NE(end.find("PK\6\6"), std::string::npos);
  EXPECT_NE(end.find("PK\6\7"), std::string::npos);
}

TEST_F(NpzWriterTest, AFullDiskIsNoticed) {
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
