// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scalar kernel's fmaf(): that of mingw-w64 rounds twice, which is another
// last bit now and then.

#include <math.h>

#include <bit>
#include <cstdint>

extern "C" float fmaf(float a, float b, float c) {
  const double product = double{a} * b;  // exact
  const double sum = product + c;
  // The sum lost this much; NaN where something is not finite.
  const double part = sum - product;
  const double lost = (product - (sum - part)) + (c - part);
  // Rounded to odd, a sum of 53 bits can be rounded to 24 as if it were exact.
  auto bits = std::bit_cast<uint64_t>(sum);
  if ((lost > 0 || lost < 0) && bits % 2 == 0) {
    bits += (lost > 0) == (sum > 0) ? 1 : -1;
  }
  return static_cast<float>(std::bit_cast<double>(bits));
}
