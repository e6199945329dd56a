// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Prints the hashes of testing/kernel_hash.h for one fixed set of records.

#include "testing/kernel_hash.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

#include "eval/curve/kernel/batch_kernel.h"
#include "eval/curve/kernel/curve_record.h"
#include "eval/curve/kernel/joint_kernel.h"
#include "eval/curve/kernel/record_kernel.h"
#include "simd/dispatch.h"
#include "simd/instruction_set.h"
#include "testing/bits_hash.h"

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

// Records one after the other, and times within each, ascending.
struct Work {
  Work() {
    Random random;
    mrtk::Keyframe left = Key(random, 0);
    keys.push_back(left);
    while (records.size() < kSegments) {
      const mrtk::Keyframe right =
          Key(random, left.time + 0.01f + random.Next());
      keys.push_back(right);
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

  std::vector<mrtk::Keyframe> keys;
  std::vector<CurveRecord> records;
  std::vector<float> starts;
  std::vector<uint32_t> index;
  std::vector<float> times;
};

KeyColumns ColumnsOf(const mrtk::Keyframe* keys) {
  KeyColumns columns = {};
  for (size_t i = 0; i <= kStretchBlock; ++i) {
    columns.Put(i, keys[i]);
  }
  std::fill_n(columns.time + kStretchBlock, KeyColumns::kAhead,
              keys[kStretchBlock].time);
  return columns;
}

void AddRecords(const RecordKernel& kernel, const Work& work, BitsHash& hash) {
  std::vector<CurveRecord> records(kMaxRecords * kStretchBlock);
  std::vector<float> starts(kMaxRecords * kStretchBlock);
  for (size_t i = 0; i + kStretchBlock < work.keys.size(); i += kStretchBlock) {
    const KeyColumns columns = ColumnsOf(&work.keys[i]);
    for (const auto build : {kernel.build, kernel.build_lines}) {
      const size_t count =
          build(columns, kStretchBlock, records.data(), starts.data()).count;
      for (size_t k = 0; k < count; ++k) {
        const CurveRecord& r = records[k];
        hash.Add(std::vector<float>{starts[k], r.end, r.rate, r.w1, r.w2,
                                    r.left, r.right, r.rise, r.fall});
      }
    }
  }
}

// The values at one time a stretch.
void AddPicked(const RecordKernel& records, const BatchKernel& batch,
               const Work& work, BitsHash& hash) {
  std::vector<RecordColumns> picked(1);
  std::vector<float> times(kStretchBlock);
  std::vector<float> values(RecordColumns::kRoom);
  for (size_t i = 0; i + kStretchBlock < work.keys.size(); i += kStretchBlock) {
    for (size_t k = 0; k < kStretchBlock; ++k) {
      const float from = work.keys[i + k].time;
      const float to = work.keys[i + k + 1].time;
      times[k] = from + (to - from) * static_cast<float>(k % 16) / 16;
      if (!(times[k] < to)) times[k] = from;
    }
    const size_t count = records
                             .pick(ColumnsOf(&work.keys[i]), kStretchBlock,
                                   times.data(), times.size(), picked[0])
                             .count;
    batch.evaluate_each(picked[0], false, values.data(), count);
    std::vector<float> in_order(times.size());
    for (size_t k = 0; k < count; ++k) {
      in_order[picked[0].place[k]] = values[k];
    }
    hash.Add(in_order);
  }
}

// Rotations of the times' floats, whatever they are, and of zeros.
void AddJoints(const JointKernel& kernel, const Work& work, BitsHash& hash) {
  alignas(64) float rows[kJointRow * kJointRows];
  const std::vector<float> zeros(kJointRows);
  for (size_t i = 0; i + kJointCurves * kJointRows <= work.times.size();
       i += 8 * kJointRows) {
    const float* columns[kJointCurves];
    for (size_t c = 0; c < kJointCurves; ++c) {
      columns[c] =
          i % 7 == 0 && c > 2 ? zeros.data() : &work.times[i + c * kJointRows];
    }
    const size_t count = 1 + i / kJointRows % kJointRows;
    hash.Add(std::vector<float>{kernel.unit(columns, count, rows) ? 1.0f : 0});
    hash.Add({rows, kJointRow * count});
  }
}

// The version for the same instruction set.
template <typename Functions>
const Functions& SameAs(const BatchKernel& kernel) {
  for (const Kernel each : SupportedKernels()) {
    const auto& functions = VersionFor<Functions>(each);
    if (std::string_view(functions.name) == kernel.name) return functions;
  }
  return Functions::kScalar;
}

BitsHash HashOf(const BatchKernel& kernel, const Work& work) {
  const size_t count = work.times.size();
  std::vector<float> values(count);
  BitsHash hash;
  kernel.evaluate(work.span(), false, work.index.data(), work.times.data(),
                  values.data(), count);
  hash.Add(values);
  kernel.evaluate_ascending(work.span(), 0, work.times.data(), values.data(),
                            count);
  hash.Add(values);
  kernel.evaluate_in_order(work.span(), false, 0, work.times.data(),
                           values.data(), count);
  hash.Add(values);
  for (size_t i = 0; i + kPoseRoom <= work.records.size(); i += 97) {
    // The first channel is that record's, at a time of it.
    PoseGroup groups[kPoseRoom / PoseGroup::kChannels] = {};
    const CurveRecord& r = work.records[i];
    std::ranges::copy(std::array{r.end, r.rate, r.w1, r.w2},
                      &groups[0].times[0]);
    std::ranges::copy(std::array{r.left, r.right, r.rise, r.fall},
                      &groups[0].values[0]);
    values.resize(kPoseRoom);
    kernel.evaluate_pose(groups, &work.starts[i], false,
                         work.times[i * kTimes + i % kTimes], values.data(),
                         kPoseRoom);
    // The others may give anything.
    values.resize(1);
    hash.Add(values);
  }
  AddRecords(SameAs<RecordKernel>(kernel), work, hash);
  AddPicked(SameAs<RecordKernel>(kernel), kernel, work, hash);
  AddJoints(SameAs<JointKernel>(kernel), work, hash);
  return hash;
}

void PrintAll() {
  const Work work;
  PrintHashes<BatchKernel>(
      [&](const BatchKernel& kernel) { return HashOf(kernel, work); });
}

}  // namespace
}  // namespace clipguard::eval

int main() {
  clipguard::eval::PrintAll();
  return 0;
}
