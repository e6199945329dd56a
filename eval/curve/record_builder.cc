// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/record_builder.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "eval/curve/kernel/batch_kernel.h"
#include "parser/mrtk/format.h"
#include "simd/dispatch.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveView;

// Vectors read whole ones: what they may read beyond the last key is filled
// with it.
constexpr size_t kVector = 16;

size_t RoundedUp(size_t stretches) {
  return (stretches + kVector - 1) / kVector * kVector;
}

// Repeats key `count` until the last vector is full.
void Repeat(size_t count, KeyColumns& keys) {
  for (float* const column :
       {keys.time, keys.value, keys.in_tangent, keys.out_tangent,
        keys.in_weight, keys.out_weight, keys.in_used, keys.out_used}) {
    for (size_t i = count + 1; i <= RoundedUp(count); ++i) {
      column[i] = column[count];
    }
  }
}

void LoadCompact(const CurveView& curve, size_t first, size_t count,
                 KeyColumns& keys) {
  const auto from = curve.compact_keys();
  mrtk::CompactKey key;
  for (size_t i = 0; i <= count; ++i) {
    key = from[first + i];
    keys.time[i] = key.time;
    keys.value[i] = key.value;
  }
  for (size_t i = count + 1; i <= RoundedUp(count); ++i) {
    keys.time[i] = key.time;
    keys.value[i] = key.value;
  }
}

}  // namespace

RecordBuilder::RecordBuilder(Kernel kernel)
    : kernel_(&VersionFor<RecordKernel>(kernel)),
      ascends_(VersionFor<BatchKernel>(kernel).ascends) {}

void RecordBuilder::Load(const CurveView& curve, size_t first, size_t count) {
  count_ = count;
  lines_ = curve.layout() == mrtk::KeyLayout::kCompact;
  if (lines_) {
    LoadCompact(curve, first, count, keys_);
    return;
  }
  kernel_->load(curve.full_keys().subspan(first, count + 1).bytes().data(),
                count + 1, keys_);
  Repeat(count, keys_);
}

BuiltRecords RecordBuilder::Build(CurveRecord* records, float* starts) const {
  return (lines_ ? kernel_->build_lines : kernel_->build)(keys_, count_,
                                                          records, starts);
}

BuiltRecords RecordBuilder::Pick(std::span<const float> times,
                                 RecordColumns& picked) {
  // Looked at here, where the keys stay as they are: a file may change.
  if (lines_ || !ascends_(keys_.time, count_ + 1) ||
      !(times.front() >= keys_.time[0] && times.back() < keys_.time[count_])) {
    return {};
  }
  std::fill_n(keys_.time + count_, KeyColumns::kAhead, keys_.time[count_]);
  return kernel_->pick(keys_, count_, times.data(), times.size(), picked);
}

}  // namespace clipguard::eval
