// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The scans in plain C++: what the other kernels must agree with.

#include <string.h>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"

namespace clipguard::mrtk {
namespace {

uint32_t Word(const uint8_t* p) {
  uint32_t word;
  memcpy(&word, p, sizeof(word));
  return word;
}

float Float(const uint8_t* p) {
  float value;
  memcpy(&value, p, sizeof(value));
  return value;
}

// Whether the times of packed keys of `stride` bytes strictly increase.
template <size_t stride>
bool Increasing(const uint8_t* keys, size_t count) {
  bool good = true;
  for (size_t i = 1; i < count; ++i) {
    good &= Float(keys + i * stride) > Float(keys + (i - 1) * stride);
  }
  return good;
}

bool Full(const uint8_t* keys, size_t count) {
  constexpr size_t kStride = 4 * kWords;
  bool good = Increasing<kStride>(keys, count);
  for (size_t i = 0; i < count; ++i) {
    for (size_t w = 0; w < kWords; ++w) {
      good &=
          (Word(keys + i * kStride + 4 * w) & kWordMask[w]) <= kWordLimit[w];
    }
  }
  return good;
}

bool Compact(const uint8_t* keys, size_t count) {
  bool good = Increasing<8>(keys, count);
  for (size_t i = 0; i < 2 * count; ++i) {
    good &= (Word(keys + 4 * i) & kMagnitude) < kInfinityWord;
  }
  return good;
}

bool Boolean(const uint8_t* keys, size_t count) {
  bool good = Increasing<8>(keys, count);
  for (size_t i = 0; i < count; ++i) {
    const uint32_t value = Word(keys + 8 * i + 4);
    good &= (Word(keys + 8 * i) & kMagnitude) < kInfinityWord;
    good &= (value == 0) | (value == kOneWord);
  }
  return good;
}

template <size_t stride>
bool UnitLengths(const uint8_t* const curves[4], size_t count) {
  bool bad = false;
  for (size_t i = 0; i < count; ++i) {
    const float x = Float(curves[0] + i * stride + 4);
    const float y = Float(curves[1] + i * stride + 4);
    const float z = Float(curves[2] + i * stride + 4);
    const float w = Float(curves[3] + i * stride + 4);
    const float squared = x * x + y * y + z * z + w * w;
    bad |= (squared < kMinSquaredLength) | (squared > kMaxSquaredLength);
  }
  return !bad;
}

// Whether four curves have the same times.
template <size_t stride>
bool SameTimes(const uint8_t* const curves[4], size_t count) {
  uint32_t differences = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t time = Word(curves[0] + i * stride);
    for (int c = 1; c < 4; ++c) {
      differences |= time ^ Word(curves[c] + i * stride);
    }
  }
  return differences == 0;
}

bool QuaternionsFull(const uint8_t* const curves[4], size_t count) {
  bool good = SameTimes<4 * kWords>(curves, count) &&
              UnitLengths<4 * kWords>(curves, count);
  for (int c = 0; c < 4; ++c) good &= Full(curves[c], count);
  return good;
}

bool QuaternionsCompact(const uint8_t* const curves[4], size_t count) {
  bool good = SameTimes<8>(curves, count) && UnitLengths<8>(curves, count);
  for (int c = 0; c < 4; ++c) good &= Compact(curves[c], count);
  return good;
}

bool Pose(bool (*curve)(const uint8_t* keys, size_t count),
          bool (*quaternions)(const uint8_t* const curves[4], size_t count),
          const KeyRun curves[7]) {
  const uint8_t* const rotation[4] = {curves[3].keys, curves[4].keys,
                                      curves[5].keys, curves[6].keys};
  bool good = quaternions(rotation, curves[3].count);
  for (int c = 0; c < 3; ++c) good &= curve(curves[c].keys, curves[c].count);
  return good;
}

bool PoseFull(const KeyRun curves[7]) {
  return Pose(Full, QuaternionsFull, curves);
}

bool PoseCompact(const KeyRun curves[7]) {
  return Pose(Compact, QuaternionsCompact, curves);
}

}  // namespace

const KeyScan KeyScan::kScalar = {
    Full,     Compact,     Boolean, QuaternionsFull, QuaternionsCompact,
    PoseFull, PoseCompact,
};

}  // namespace clipguard::mrtk
