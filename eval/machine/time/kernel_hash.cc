// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Prints the hashes of testing/kernel_hash.h for time values: all operators on
// one fixed set of numbers, the extreme ones included.

#include "testing/kernel_hash.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "base/numbers.h"
#include "eval/machine/time/time_kernel.h"
#include "eval/machine/time/time_operator.h"
#include "testing/bits_hash.h"

namespace clipguard::eval {
namespace {

constexpr size_t kValues = 100'003;  // no multiple of any vector's length

// With the same bits in every standard library.
std::vector<float> Numbers(uint32_t seed) {
  constexpr float kSpecial[] = {
      0.0f,   -0.0f,    1,     -1,        0.5f,       -0.5f,
      0x1p23, -0x1p31f, 1e30f, kInfinity, -kInfinity, 1e-45f,
      1e-38f, -1e-39f,  3e38f, -3e38f,    NAN};
  constexpr size_t kSpecials = sizeof(kSpecial) / sizeof(kSpecial[0]);
  std::mt19937 engine(seed);
  std::vector<float> numbers;
  while (numbers.size() < kValues) {
    const auto odds = static_cast<uint32_t>(engine());
    const auto bits = static_cast<uint32_t>(engine());
    const float share = static_cast<float>(bits >> 8) * 0x1p-23f - 1;
    numbers.push_back(odds % 8 == 0 ? kSpecial[bits % kSpecials]
                      : odds % 8 == 1
                          ? std::ldexp(share, static_cast<int>(bits % 60) - 30)
                          : share * 10);
  }
  return numbers;
}

// NaN is the same as any other here: the format knows only one.
void Add(std::vector<float>& values, BitsHash& hash) {
  for (float& value : values) {
    if (std::isnan(value)) value = std::numeric_limits<float>::quiet_NaN();
  }
  hash.Add(values);
}

struct Work {
  std::vector<float> values = Numbers(1);
  std::vector<float> operands = Numbers(2);
};

BitsHash HashOf(const TimeKernel& kernel, const Work& work) {
  BitsHash hash;
  for (int op = 0; op <= static_cast<int>(TimeOperator::kRest); ++op) {
    const auto name = static_cast<TimeOperator>(op);
    std::vector<float> values = work.values;
    kernel.apply(name, values.data(), work.operands.data(), values.size());
    Add(values, hash);
    for (size_t i = 0; i < 40; ++i) {
      values.assign(work.values.begin(), work.values.begin() + 1001);
      kernel.apply_one(name, values.data(), work.operands[i], values.size());
      Add(values, hash);
    }
  }
  return hash;
}

void PrintAll() {
  const Work work;
  PrintHashes<TimeKernel>(
      [&](const TimeKernel& kernel) { return HashOf(kernel, work); });
}

}  // namespace
}  // namespace clipguard::eval

int main() {
  clipguard::eval::PrintAll();
  return 0;
}
