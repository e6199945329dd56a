// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "simd/float_environment.h"

#include <cfenv>
#include <limits>

#include "absl/status/status.h"

namespace clipguard {
namespace {

// Computed when it is asked, and not by the compiler.
bool DenormalsAreRead() {
  volatile float denormal = std::numeric_limits<float>::denorm_min();
  volatile float scale = 0x1p64f;
  return denormal * scale != 0;
}

bool DenormalsAreWritten() {
  volatile float least = std::numeric_limits<float>::min();
  volatile float half = 0.5f;
  volatile float denormal = least * half;
  // Its bits are looked at with arithmetic that makes it normal again, unless
  // denormals are not read: that has been asked before.
  return denormal * 0x1p64f != 0;
}

// (1 + e) * (1 - e) - 1 is -e * e, which is lost if the product is rounded.
bool ProductsAreRounded() {
  volatile float above = 1 + 0x1p-20f;
  volatile float below = 1 - 0x1p-20f;
  volatile float one = 1;
  const float a = above;
  const float b = below;
  const float c = one;
  return a * b - c == 0;
}

}  // namespace

absl::Status CheckFloatEnvironment() {
  if (std::fegetround() != FE_TONEAREST) {
    return absl::FailedPreconditionError(
        "this thread does not round to nearest (fesetround)");
  }
  if (!DenormalsAreRead()) {
    return absl::FailedPreconditionError(
        "this thread takes denormal numbers for zero (DAZ; set by a program or "
        "library that was linked with -ffast-math)");
  }
  if (!DenormalsAreWritten()) {
    return absl::FailedPreconditionError(
        "this thread makes zeros of denormal numbers (FTZ; set by a program or "
        "library that was linked with -ffast-math)");
  }
  if (!ProductsAreRounded()) {
    return absl::FailedPreconditionError(
        "clipguard was compiled with contraction of a * b + c "
        "(-ffp-contract=off was taken away)");
  }
  return absl::OkStatus();
}

ScopedFloatEnvironment::ScopedFloatEnvironment() {
  std::fegetenv(&before_);
  std::fesetenv(FE_DFL_ENV);
}

ScopedFloatEnvironment::~ScopedFloatEnvironment() { std::fesetenv(&before_); }

}  // namespace clipguard
