// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/workloads.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "parser/finding.h"

namespace clipguard::bench {
namespace {

using mrtk::CurveSlot;
using mrtk::Keyframe;
using mrtk::KeyLayout;

constexpr uint64_t kCurveSeed = 1;
constexpr uint64_t kTimesSeed = 2;
constexpr uint64_t kPoseSeed = 1000;

// Exits after a failure of code that cannot fail: there is nothing to measure.
[[noreturn]] void Fail(const char* what) {
  std::fprintf(stderr, "the workload cannot be made: %s\n", what);
  std::exit(1);
}

std::vector<uint8_t> EncodeOrExit(const mrtk::InputAnimation& animation,
                                  KeyLayout layout) {
  auto bytes = mrtk::WriteInputAnimation(
      animation, {.version = {1, 1}, .keys = layout}, {.allow_loss = true});
  if (!bytes.ok()) Fail("it cannot be encoded");
  return *std::move(bytes);
}

mrtk::InputAnimationView ParseOrExit(const std::vector<uint8_t>& bytes,
                                     KeyLayout layout) {
  FindingList findings;
  mrtk::ReadOptions options;
  options.layout = layout;
  auto view = mrtk::ReadInputAnimation(bytes, options, findings);
  if (!view) Fail("it cannot be read");
  return *view;
}

}  // namespace

// SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014.
uint64_t Random::Bits() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t bits = state_;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

double Random::Unit() { return static_cast<double>(Bits() >> 11) * 0x1p-53; }

double Random::Normal() {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += Unit();
  return sum;
}

mrtk::Curve MakeCurve(const CurveShape& shape, uint64_t seed) {
  Random random(seed);
  std::vector<double> places;
  double place = 0;
  for (size_t i = 0; i < shape.keys; ++i) {
    if (i > 0) place += 0.25 + 1.5 * random.Unit();
    places.push_back(place);
  }
  // From places to times; and 2 is the range of the values.
  const double scale = place > 0 ? shape.seconds / place : 0;
  const double slope = 2 * static_cast<double>(shape.keys) / shape.seconds;
  mrtk::Curve curve;
  for (double at : places) {
    Keyframe key;
    key.time = static_cast<float>(at * scale);
    key.value = static_cast<float>(2 * random.Unit() - 1);
    key.in_tangent = static_cast<float>(slope * random.Normal());
    key.out_tangent = static_cast<float>(slope * random.Normal());
    key.in_weight = static_cast<float>(random.Unit());
    key.out_weight = static_cast<float>(random.Unit());
    key.weighted_mode = shape.weighted ? 3 : 0;
    curve.keys.push_back(key);
  }
  return curve;
}

std::vector<float> MakeTimes(const CurveShape& shape, size_t count,
                             Order order) {
  Random random(kTimesSeed);
  std::vector<float> times(count);
  for (float& time : times) {
    time = static_cast<float>(shape.seconds * random.Unit());
  }
  if (order == Order::kAscending) std::sort(times.begin(), times.end());
  return times;
}

Clip::Clip(const mrtk::InputAnimation& animation, KeyLayout layout)
    : bytes_(EncodeOrExit(animation, layout)),
      view_(ParseOrExit(bytes_, layout)) {}

std::vector<mrtk::CurveView> Clip::FloatCurves() const {
  std::vector<mrtk::CurveView> curves;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (view_.has_curve(slot) && !slot.is_boolean()) {
      curves.push_back(view_.curve(slot));
    }
  }
  return curves;
}

Clip MakeCurveClip(const CurveShape& shape) {
  mrtk::InputAnimation animation;
  animation.has_camera = true;
  animation.curve(CurveSlot::Camera(mrtk::kPositionX)) =
      MakeCurve(shape, kCurveSeed);
  return Clip(animation, KeyLayout::kFull);
}

Clip MakePoseClip(const CurveShape& shape, KeyLayout layout) {
  mrtk::InputAnimation animation;
  animation.has_camera = animation.has_hands = animation.has_gaze = true;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (slot.is_boolean()) {
      animation.curve(slot).keys = {
          {.time = 0, .value = 1},
          {.time = static_cast<float>(shape.seconds), .value = 1}};
    } else {
      animation.curve(slot) = MakeCurve(shape, kPoseSeed + i);
    }
  }
  return Clip(animation, layout);
}

}  // namespace clipguard::bench
