// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/recording.h"

#include <sys/mman.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

namespace clipguard::bench {
namespace {

using mrtk::CurveSlot;
using mrtk::KeyLayout;

constexpr size_t kHugePage = size_t{2} << 20;

size_t RoundUp(size_t size) {
  return (size + kHugePage - 1) / kHugePage * kHugePage;
}

uint8_t* Map(size_t size) {
  void* data = std::aligned_alloc(kHugePage, RoundUp(size));
  if (data == nullptr) throw std::bad_alloc();
  madvise(data, RoundUp(size), MADV_HUGEPAGE);
  return static_cast<uint8_t*>(data);
}

// Writes values one after the other.
class Writer {
 public:
  explicit Writer(uint8_t* to) : to_(to) {}

  template <typename T>
  void Write(const T& value) {
    std::memcpy(to_, &value, sizeof(value));
    to_ += sizeof(value);
  }

 private:
  uint8_t* to_;
};

// Key k's value in a curve: a turn about z for rotations, a slow climb for
// everything else, 0 and 1 by turns for booleans.
float Value(CurveSlot slot, size_t k) {
  const double angle = 0.001 * static_cast<double>(k);
  if (slot.is_boolean()) return static_cast<float>(k & 1);
  const bool in_pose = !slot.is_gaze();
  const size_t component =
      slot.is_camera()
          ? slot.index()
          : (slot.index() - CurveSlot::kJoints) % mrtk::kPoseCurves;
  if (in_pose && component >= mrtk::kRotationX) {
    if (component == mrtk::kRotationZ) {
      return static_cast<float>(std::sin(angle));
    }
    if (component == mrtk::kRotationW) {
      return static_cast<float>(std::cos(angle));
    }
    return 0;
  }
  return static_cast<float>(
      0.5 + 0.25 * std::sin(angle + 0.1 * static_cast<double>(slot.index())));
}

bool HasCurve(CurveSlot slot, KeyLayout layout, Parts parts) {
  if (parts == Parts::kCamera) return slot.is_camera();
  return layout == KeyLayout::kCompact || !slot.is_gaze();
}

}  // namespace

Buffer::Buffer(size_t size) : size_(size), data_(Map(size), Unmap{size}) {}

void Buffer::Unmap::operator()(uint8_t* data) const { std::free(data); }

Buffer MakeRecording(KeyLayout layout, Parts parts, size_t size) {
  const bool is_11 = layout == KeyLayout::kCompact || parts == Parts::kCamera;
  const size_t begin = mrtk::kHeaderSize + (is_11 ? mrtk::kPresenceSize : 0);
  // Boolean curves stay short, as in real recordings.
  constexpr size_t kBooleanKeys = 8;
  size_t fixed = begin + sizeof(int32_t);  // and an empty marker list
  size_t per_key = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!HasCurve(slot, layout, parts)) continue;
    fixed += mrtk::kCurveHeaderSize;
    if (slot.is_boolean()) {
      fixed += kBooleanKeys * mrtk::kCompactKeySize;
    } else {
      per_key += KeySize(slot, layout);
    }
  }
  const size_t keys = size > fixed ? (size - fixed) / per_key : 0;

  Buffer buffer(fixed + keys * per_key);
  Writer out(buffer.bytes().data());
  out.Write(mrtk::kMagicBytes);
  out.Write(mrtk::Version{1, is_11 ? 1 : 0});
  if (is_11) {
    const uint8_t all = parts == Parts::kAll;
    out.Write(std::array<uint8_t, 3>{1, all, all});
  }
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!HasCurve(slot, layout, parts)) continue;
    const size_t count = slot.is_boolean() ? kBooleanKeys : keys;
    out.Write(int32_t{8});
    out.Write(int32_t{8});
    out.Write(static_cast<int32_t>(count));
    for (size_t k = 0; k < count; ++k) {
      const float time = static_cast<float>(static_cast<double>(k) / 90);
      const float value = Value(slot, k);
      if (KeySize(slot, layout) == mrtk::kCompactKeySize) {
        out.Write(mrtk::CompactKey{time, value});
      } else {
        out.Write(mrtk::Keyframe{.time = time,
                                 .value = value,
                                 .in_tangent = 0.25f,
                                 .out_tangent = 0.25f,
                                 .in_weight = 0.4f,
                                 .out_weight = 0.3f,
                                 .weighted_mode = static_cast<int32_t>(k & 3)});
      }
    }
  }
  out.Write(int32_t{0});
  return buffer;
}

}  // namespace clipguard::bench
