// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/xrhands/detect.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/byte_cursor.h"
#include "base/name_length.h"
#include "parser/line_endings.h"
#include "parser/xrhands/format.h"

namespace clipguard::xrhands {
namespace {

constexpr int32_t kMostVersions = 9;
constexpr size_t kMostNameBytes = 512;
// A day and some more.
constexpr float kMostSeconds = 1e5f;
constexpr int32_t kMostJoints = 64;
constexpr int32_t kMostFlags = 0xffff;

bool IsText(std::span<const uint8_t> name) {
  return !name.empty() && std::ranges::all_of(name, [](uint8_t c) {
    return c >= 0x20 && c != 0x7f;
  });
}

// Whether it is no number that other bytes are by chance: nor a tiny one.
bool IsTime(float time) {
  return time == 0 || !std::isfinite(time) ||
         (std::abs(time) >= 1e-5f && std::abs(time) <= kMostSeconds);
}

bool ReadFlags(ByteCursor& in) {
  int32_t flags;
  return in.Read(&flags) && flags >= 0 && flags <= kMostFlags;
}

// After the version, the layout of version 1 or 2.
bool HasLayout(ByteCursor in, bool second) {
  if (second && (!ReadFlags(in) || !ReadFlags(in))) return false;
  const NameLength length = ReadNameLength(in);
  std::span<const uint8_t> name;
  float duration;
  if (length.state != NameLength::kGood || length.value > kMostNameBytes ||
      !in.ReadBytes(length.value, &name) || !IsText(name) ||
      !in.Read(&duration) || !IsTime(duration)) {
    return false;
  }
  if (second) {
    int32_t joints;
    int32_t mesh;
    if (!in.Read(&joints) || joints < 0 || joints > kMostJoints ||
        !in.Skip(static_cast<uint64_t>(joints + 7) / 8) || !in.Read(&mesh) ||
        mesh < 0 || mesh > kMostFlags ||
        !in.Skip(kFingers * kFingerShapeFloats * sizeof(float))) {
      return false;
    }
  }
  int32_t frames;
  if (!in.Read(&frames)) return false;
  if (second) return true;
  // Little has been said so far: the first frame has to agree.
  float time;
  std::array<uint8_t, 4> states;
  if (!in.Read(&time) || !in.Read(&states)) {
    return frames <= 0 && in.remaining() == 0;
  }
  return IsTime(time) && std::ranges::count_if(states, [](uint8_t byte) {
                           return byte <= 1;
                         }) >= 2;
}

bool HasHeader(std::span<const uint8_t> bytes) {
  ByteCursor in(bytes);
  int32_t version;
  if (!in.Read(&version) || version < 1 || version > kMostVersions) {
    return false;
  }
  return (version != 2 && HasLayout(in, /*second=*/false)) ||
         (version != 1 && HasLayout(in, /*second=*/true));
}

}  // namespace

bool LooksLikeCapture(std::span<const uint8_t> bytes) {
  bytes = bytes.first(std::min(bytes.size(), kDetectedBytes));
  return HasHeader(bytes) ||
         (FindConvertedLines(bytes) && HasHeader(WithoutConversion(bytes)));
}

}  // namespace clipguard::xrhands
