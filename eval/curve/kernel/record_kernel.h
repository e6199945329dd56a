// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Builds the records of many stretches at once, once for each instruction set.
//
// BuildRecords() of eval/curve/kernel/curve_record.h says what a record is. All
// versions give its bits: they use IEEE 754 additions, subtractions,
// multiplications and divisions of doubles, conversions between float and
// double, comparisons, and arithmetic on the bits, in its order; nothing is
// fused. Stretches that are rare and awkward are handed to it.

#ifndef CLIPGUARD_EVAL_CURVE_KERNEL_RECORD_KERNEL_H_
#define CLIPGUARD_EVAL_CURVE_KERNEL_RECORD_KERNEL_H_

#include <cstddef>
#include <cstdint>

#include "eval/curve/kernel/curve_record.h"
#include "parser/mrtk/format.h"

namespace clipguard::eval {

// Stretches that are built at once: few enough for keys and records to stay in
// the first-level cache.
inline constexpr size_t kStretchBlock = 128;

// Neighbouring keyframes, a column for each field. Elements past the last one
// are read, but their values do not affect the result.
struct KeyColumns {
  // Twice the widest vector: pick() looks at so many keys.
  static constexpr size_t kAhead = 32;
  static constexpr size_t kRoom = kStretchBlock + kAhead;

  alignas(64) float time[kRoom];
  alignas(64) float value[kRoom];
  // The rest only for build(), not for build_lines().
  alignas(64) float in_tangent[kRoom];
  alignas(64) float out_tangent[kRoom];
  alignas(64) float in_weight[kRoom];
  alignas(64) float out_weight[kRoom];
  // Above 0.5 if the weight is used, else 0.
  alignas(64) float in_used[kRoom];
  alignas(64) float out_used[kRoom];

  // Both are inlined: kernels share no function that a linker could merge
  // (simd/vectors.h).
  [[gnu::always_inline]] void Put(size_t i, const mrtk::Keyframe& key) {
    time[i] = key.time;
    value[i] = key.value;
    in_tangent[i] = key.in_tangent;
    out_tangent[i] = key.out_tangent;
    in_weight[i] = key.in_weight;
    out_weight[i] = key.out_weight;
    in_used[i] = static_cast<float>(key.weighted_mode & 1);
    out_used[i] = static_cast<float>(key.weighted_mode & 2);
  }
  [[gnu::always_inline]] mrtk::Keyframe Key(size_t i) const {
    return {
        .time = time[i],
        .value = value[i],
        .in_tangent = in_tangent[i],
        .out_tangent = out_tangent[i],
        .in_weight = in_weight[i],
        .out_weight = out_weight[i],
        .weighted_mode = (in_used[i] > 0 ? 1 : 0) + (out_used[i] > 0 ? 2 : 0)};
  }
};

struct BuiltRecords {
  size_t count = 0;
  bool cubic_in_time = true;  // whether all are
  bool has_exact = false;     // whether one is
};

struct RecordKernel {
  // Which of the versions it is: "scalar", "neon", "sse2" ...
  const char* name;

  // Puts `count` full keys, packed at any alignment, into columns. REQUIRES:
  // count <= KeyColumns::kRoom.
  void (*load)(const uint8_t* keys, size_t count, KeyColumns& columns);

  // The records of the stretches between keys i and i + 1, for all i < count,
  // one after the other, and from when on each holds. There is room for
  // kMaxRecords times `count`. REQUIRES: count <= kStretchBlock.
  BuiltRecords (*build)(const KeyColumns& keys, size_t count,
                        CurveRecord* records, float* starts);

  // The same for keys whose weights are used, and 0: for lines.
  BuiltRecords (*build_lines)(const KeyColumns& keys, size_t count,
                              CurveRecord* records, float* starts);

  // The records of `time_count` ascending times, from that of the first key to
  // before that of key `count`; all those keys ascend. Builds none but those:
  // quicker, if there are about as many times as keys. A vector version gives
  // none where no weight is used: build() is as quick; else one for each time,
  // in an order that `picked` tells. `picked` needs no content. REQUIRES:
  // time_count <= RecordColumns::kTimes, count <= kStretchBlock; from key
  // `count` on, kAhead times are not below its own.
  BuiltRecords (*pick)(const KeyColumns& keys, size_t count, const float* times,
                       size_t time_count, RecordColumns& picked);

  static const RecordKernel kScalar, kNeon, kSse2, kAvx2, kAvx512;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_KERNEL_RECORD_KERNEL_H_
