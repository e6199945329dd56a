// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/digest.h"

#include <string>

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

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

}  // namespace
}  // namespace clipguard::cli
