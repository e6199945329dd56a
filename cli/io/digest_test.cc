// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/digest.h"

#include <string>

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

std::span<const uint8_t> BytesOf(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// RFC 7693's algorithm with 32 bytes of output; the values are those of
// `b2sum --length=256`.
TEST(DigestTest, IsBlake2b) {
  EXPECT_EQ(Hex(DigestOf("")),
            "0e5751c026e543b2e8ab2eb06099daa1"
            "d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(Hex(DigestOf("abc")),
            "bddd813c634239723171ef3fee98579b"
            "94964e3bb1cb3e427262c8c068d52319");
}

TEST(DigestTest, TheSaltMatters) {
  const Digest a = DigestOf("a");
  const Digest b = DigestOf("b");
  EXPECT_EQ(DigestOf(a, BytesOf("x")), DigestOf(a, BytesOf("x")));
  EXPECT_NE(DigestOf(a, BytesOf("x")), DigestOf(b, BytesOf("x")));
  EXPECT_NE(DigestOf(a, BytesOf("x")), DigestOf(BytesOf("x")));
  EXPECT_NE(DigestOf(a, BytesOf("x")), DigestOf(a, BytesOf("y")));
}

// The first of HighwayHash's own test vectors, and one of 33 bytes: under the
// key of the bytes 0 to 31, the bytes 0, 1, 2 ...
TEST(DigestTest, IsHighwayHash) {
  Digest key;
  std::string bytes;
  for (size_t i = 0; i < key.size(); ++i) key[i] = static_cast<uint8_t>(i);
  EXPECT_EQ(Hex(DigestUnder(key, {})),
            "f574c8c22a4844dd1f35c713730146d9"
            "ff1487b9ccbeaeb3f41d75453123da41");
  for (char c = 0; c < 33; ++c) bytes += c;
  EXPECT_EQ(Hex(DigestUnder(key, BytesOf(bytes))),
            "e5a634f0cb1501f6d046cebf75ea366c"
            "90597282d3c8173b357a0011eda2da7e");
}

TEST(DigestTest, EachByteAndTheSecretMatter) {
  const Digest secret = NewSecret();
  EXPECT_NE(secret, NewSecret());
  std::string bytes(100, 'x');
  const Digest whole = DigestUnder(secret, BytesOf(bytes));
  EXPECT_EQ(whole, DigestUnder(secret, BytesOf(bytes)));
  EXPECT_NE(whole, DigestUnder(NewSecret(), BytesOf(bytes)));
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_NE(whole, DigestUnder(secret, BytesOf(bytes).first(i)));
    bytes[i] = 'y';
    EXPECT_NE(whole, DigestUnder(secret, BytesOf(bytes)));
    bytes[i] = 'x';
  }
}

}  // namespace
}  // namespace clipguard::cli
