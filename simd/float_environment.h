// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How the processor computes, which is a setting of each thread. Values are the
// same bits everywhere if it is the one that threads begin with: results are
// rounded to nearest, and numbers below 1e-38 (denormals) are numbers.
//
// Not every program leaves it so. g++ sets FTZ and DAZ, which make zeros of
// denormals, at the start of a program that was linked with -ffast-math, or
// that loads a library linked so; audio and game engines set them in threads of
// their own. Then:
//
//   clipguard::ScopedFloatEnvironment exact;  // for this thread
//   sampler.Sample(1.5f, pose);
//
// The program `clipguard` does so itself. Threads have the environment of the
// thread that started them.

#ifndef CLIPGUARD_SIMD_FLOAT_ENVIRONMENT_H_
#define CLIPGUARD_SIMD_FLOAT_ENVIRONMENT_H_

#include <cfenv>

#include "absl/status/status.h"

namespace clipguard {

// Ok if this thread computes as clipguard's values need it, and clipguard was
// compiled so. FailedPrecondition, with what is different, if not. Takes some
// nanoseconds; thread-safe.
absl::Status CheckFloatEnvironment();

// Makes this thread compute so, until it is destroyed by the same thread.
class ScopedFloatEnvironment {
 public:
  ScopedFloatEnvironment();
  ~ScopedFloatEnvironment();
  ScopedFloatEnvironment(const ScopedFloatEnvironment&) = delete;
  ScopedFloatEnvironment& operator=(const ScopedFloatEnvironment&) = delete;

 private:
  std::fenv_t before_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_SIMD_FLOAT_ENVIRONMENT_H_
