// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "simd/float_environment.h"

#include <cfenv>
#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

namespace clipguard {
namespace {

using ::testing::HasSubstr;

TEST(FloatEnvironmentTest, ThreadsBeginWithTheRightOne) {
  EXPECT_EQ(CheckFloatEnvironment(), absl::OkStatus());
}

TEST(FloatEnvironmentTest, RoundingIsSeenAndMended) {
  std::fesetround(FE_UPWARD);
  EXPECT_THAT(std::string(CheckFloatEnvironment().message()),
              HasSubstr("round to nearest"));
  {
    const ScopedFloatEnvironment exact;
    EXPECT_EQ(CheckFloatEnvironment(), absl::OkStatus());
  }
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_TONEAREST);
}

#ifdef __SSE2__
constexpr unsigned kFlushToZero = 0x8000;
constexpr unsigned kDenormalsAreZero = 0x0040;

TEST(FloatEnvironmentTest, LostDenormalsAreSeenAndMended) {
  const unsigned before = _mm_getcsr();
  for (const unsigned flag : {kFlushToZero, kDenormalsAreZero}) {
    _mm_setcsr(before | flag);
    EXPECT_THAT(std::string(CheckFloatEnvironment().message()),
                HasSubstr(flag == kFlushToZero ? "FTZ" : "DAZ"));
    {
      const ScopedFloatEnvironment exact;
      EXPECT_EQ(CheckFloatEnvironment(), absl::OkStatus());
    }
    EXPECT_EQ(_mm_getcsr() & flag, flag);
    _mm_setcsr(before);
  }
}
#endif

}  // namespace
}  // namespace clipguard
