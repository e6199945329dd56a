// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How much `clipguard sample` may write and compute of one file: see
// docs/cost.md.

#ifndef CLIPGUARD_CLI_FORMATS_SAMPLE_SIZE_H_
#define CLIPGUARD_CLI_FORMATS_SAMPLE_SIZE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "parser/limits.h"

namespace clipguard::cli {

// Steps that go with each value that is written.
inline constexpr uint64_t kStepsOfValue = 64;

struct SampleSize {
  uint64_t bytes = 0;   // of the result
  uint64_t values = 0;  // numbers in it
  uint64_t steps = 0;   // besides those of the values
};

// ResourceExhausted, with LIMIT_EXCEEDED and the way out in the message, if it
// is more than the limits allow of a file of so many bytes.
absl::Status CheckSampleSize(const SampleSize& size, uint64_t file_bytes,
                             const Limits& limits);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_SAMPLE_SIZE_H_
