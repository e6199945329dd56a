// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Prints a hash of what each kernel of this machine makes of one fixed set of
// records: one number, if results have the same bits everywhere.
// tools/check_neon.sh compares it with that of another kind of processor.
//
// It needs nothing but a C++ compiler, so that it is easily built for one.

#include <bit>
#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include "eval/batch_kernel.h"
#include "eval/curve_record.h"

namespace clipguard::eval {
namespace {

constexpr size_t kSegments = 200'000;
constexpr size_t kTimes = 16;  // a record

class Random {
 public:
  // From 0 to 1, with the same bits in every standard library.
  float Next() { return static_cast<float>(engine_() >> 8) * 0x1p-24f; }
  // A weight: often a corner, or close to one.
  float Weight() {
    const float weight = Next();
    switch (engine_() % 8) {
      case 0:
        return 0;
      case 1:
        return 1;
      case 2:
        return 1 - weight * 1e-6f;
      case 3:
        return weight * 1e-12f;
      default:
        return weight;
    }
  }

 private:
  std::mt19937 engine_{1};
};

// Records one behind the other, and times within each, ascending.
struct Work {
  Work() {
    Random random;
    mrtk::Keyframe left = Key(random, 0);
    while (records.size() < kSegments) {
      const mrtk::Keyframe right =
          Key(random, left.time + 0.01f + random.Next());
      TimedRecord built[kMaxRecords];
      const size_t count = BuildRecords(left, right, built);
      for (size_t i = 0; i < count; ++i) {
        const float end = i + 1 < count ? built[i + 1].start : right.time;
        for (size_t k = 0; k < kTimes; ++k) {
          const float time =
              built[i].start +
              (end - built[i].start) * (static_cast<float>(k) / kTimes);
          times.push_back(time < end ? time : built[i].start);
          if (k > 0 && times.back() < times[times.size() - 2]) {
            times.back() = times[times.size() - 2];
          }
          index.push_back(static_cast<uint32_t>(records.size()));
        }
        records.push_back(built[i].record);
        starts.push_back(built[i].start);
      }
      left = right;
    }
    // For ever.
    starts.push_back(left.time);
    records.push_back(ConstantRecord(0));
    for (int i = 0; i < 2; ++i) {
      starts.push_back(std::numeric_limits<float>::quiet_NaN());
    }
  }

  static mrtk::Keyframe Key(Random& random, float time) {
    mrtk::Keyframe key;
    key.time = time;
    key.value = 2 * random.Next() - 1;
    key.in_tangent = 20 * random.Next() - 10;
    key.out_tangent = 20 * random.Next() - 10;
    key.in_weight = random.Weight();
    key.out_weight = random.Weight();
    key.weighted_mode = random.Next() < 0.1f ? 0 : 3;
    return key;
  }

  RecordSpan span() const {
    return {records.data(), starts.data(), records.size()};
  }

  std::vector<CurveRecord> records;
  std::vector<float> starts;
  std::vector<uint32_t> index;
  std::vector<float> times;
};

uint64_t Mix(uint64_t hash, const std::vector<float>& values) {
  for (const float value : values) {
    hash = (hash ^ std::bit_cast<uint32_t>(value)) * 0x100000001b3;
    hash ^= hash >> 29;
  }
  return hash;
}

void Print(const BatchKernel& kernel, const Work& work) {
  const size_t count = work.times.size();
  std::vector<float> values(count);
  uint64_t hash = 0xcbf29ce484222325;
  kernel.evaluate(work.span(), false, work.index.data(), work.times.data(),
                  values.data(), count);
  hash = Mix(hash, values);
  kernel.evaluate_ascending(work.span(), 0, work.times.data(), values.data(),
                            count);
  hash = Mix(hash, values);
  for (size_t i = 0; i + kPoseGroup <= work.records.size(); i += 97) {
    values.resize(kPoseGroup);
    // A time that is the first record's.
    kernel.evaluate_pose(&work.records[i], &work.starts[i], false,
                         work.times[i * kTimes + i % kTimes], values.data(),
                         kPoseGroup);
    // The others may give anything.
    values.resize(1);
    hash = Mix(hash, values);
  }
  std::printf("%-8s %016" PRIx64 "\n", kernel.name, hash);
}

void PrintAll() {
  const Work work;
  Print(kScalarBatchKernel, work);
#if defined(__aarch64__)
  Print(kNeonBatchKernel, work);
#elif defined(__x86_64__)
  Print(kSse2BatchKernel, work);
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    Print(kAvx2BatchKernel, work);
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    Print(kAvx512BatchKernel, work);
  }
#endif
}

}  // namespace
}  // namespace clipguard::eval

int main() {
  clipguard::eval::PrintAll();
  return 0;
}
