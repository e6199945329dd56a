// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/read/played_curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/convert/gltf/scene.h"
#include "actions/motion/angle.h"
#include "base/byte_cursor.h"
#include "base/numbers.h"
#include "eval/machine/pose.h"
#include "parser/mrtk/format.h"

namespace clipguard::actions::gltf {
namespace {

using mrtk::CurveSlot;
using mrtk::KeyLayout;
using Quaternion = std::array<double, 4>;

constexpr auto kClamp = static_cast<int32_t>(mrtk::WrapMode::kClampForever);
constexpr float kStep = std::numeric_limits<float>::infinity();
// Arcs that are longer get keys in between, unless these are too many. Radians
// between quaternions.
constexpr double kLongestArc = 0.1;
// Keys in between: so many for each keyframe, and some besides, so that short
// motions have all.
constexpr size_t kMadePerKey = 2;
constexpr size_t kFreeKeys = 1024;
// What is taken for a quaternion of unit length, by its square.
constexpr double kUnit = 2e-5;
// Cosine between quaternions that are all but half a turn apart.
constexpr double kHalfTurn = 1e-6;
// A quaternion's rounding to float32, twice, and what lengths that are off by
// that change: as an angle of the rotation, in radians.
constexpr double kRounding = 0x1p-22;

// Whether glTF's number has the other sign.
bool IsMirrored(const Keyframes& motion, size_t component) {
  return motion.components() == 4 ? component < 2 : component == 2;
}

mrtk::Keyframe KeyOf(const Keyframes& motion, size_t i, size_t component) {
  const size_t parts =
      motion.interpolation() == Interpolation::kCubicSpline ? 3 : 1;
  const auto value = [&](size_t part) {
    const float number = motion.value(i * parts + part, component);
    return (IsMirrored(motion, component) ? -number : number) + 0.0f;
  };
  mrtk::Keyframe key{.time = motion.time(i)};
  switch (motion.interpolation()) {
    case Interpolation::kLinear:
      key.value = value(0);
      break;
    case Interpolation::kStep:
      key.value = value(0);
      key.in_tangent = kStep;
      key.out_tangent = kStep;
      key.weighted_mode = static_cast<int32_t>(mrtk::WeightedMode::kNone);
      break;
    case Interpolation::kCubicSpline:
      key.in_tangent = value(0);
      key.value = value(1);
      key.out_tangent = value(2);
      key.weighted_mode = static_cast<int32_t>(mrtk::WeightedMode::kNone);
      break;
  }
  return key;
}

template <typename Key>
void Put(std::vector<uint8_t>& keys, size_t i, const Key& key) {
  std::memcpy(keys.data() + i * sizeof(Key), &key, sizeof(Key));
}

// The first slot of a curve's position, rotation or state.
size_t ChannelOf(size_t slot) {
  if (CurveSlot(slot).is_boolean()) return slot;
  if (slot >= CurveSlot::kGaze) {
    return slot - (slot - CurveSlot::kGaze) % mrtk::kDirectionX;
  }
  const size_t pose =
      slot < CurveSlot::kHandStates ? CurveSlot::kCamera : CurveSlot::kJoints;
  const size_t component = (slot - pose) % mrtk::kPoseCurves;
  return slot - component +
         (component < mrtk::kRotationX ? mrtk::kPositionX : mrtk::kRotationX);
}

// The pose, ray or state that a curve belongs to: its first slot, and how many.
std::pair<size_t, size_t> GroupOf(size_t slot) {
  if (CurveSlot(slot).is_boolean()) return {slot, 1};
  if (slot >= CurveSlot::kGaze) return {CurveSlot::kGaze, mrtk::kRayCurves};
  const size_t pose =
      slot < CurveSlot::kHandStates ? CurveSlot::kCamera : CurveSlot::kJoints;
  return {slot - (slot - pose) % mrtk::kPoseCurves, mrtk::kPoseCurves};
}

// ---- Arcs -------------------------------------------------------------------

double Dot(const Quaternion& a, const Quaternion& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

Quaternion Sum(const Quaternion& a, double of_a, const Quaternion& b,
               double of_b) {
  Quaternion sum;
  for (size_t c = 0; c < 4; ++c) sum[c] = of_a * a[c] + of_b * b[c];
  return sum;
}

Quaternion Unit(const Quaternion& q) {
  return Sum(q, 1 / std::sqrt(Dot(q, q)), q, 0);
}

// Radians. REQUIRES: unit length; no more than half a circle apart.
double AngleBetween(const Quaternion& a, const Quaternion& b) {
  const Quaternion chord = Sum(a, 1, b, -1);
  return 2 * DegreesOfSine(std::sqrt(Dot(chord, chord)) / 2) / kDegrees;
}

Quaternion RotationAt(const Keyframes& motion, size_t i) {
  Quaternion q;
  for (size_t c = 0; c < 4; ++c) q[c] = KeyOf(motion, i, c).value;
  return q;
}

bool MayBeArcs(const Keyframes& motion) {
  return motion.components() == 4 && motion.size() > 1 &&
         motion.interpolation() == Interpolation::kLinear;
}

bool IsUnit(const Quaternion& q) { return std::abs(Dot(q, q) - 1) <= kUnit; }

// Whether it stays as it is: then it goes along no arc.
bool Stands(const Keyframes& motion) {
  for (size_t i = 1; i < motion.size(); ++i) {
    if (RotationAt(motion, i) != RotationAt(motion, 0)) return false;
  }
  return true;
}

// An arc from one keyframe to the next.
struct Arc {
  Quaternion to;  // of the two quaternions of a rotation the closer one
  double angle;

  Arc(const Quaternion& from, const Quaternion& end) : to(end) {
    if (Dot(from, end) < 0) to = Sum(end, -1, end, 0);
    angle = AngleBetween(from, to);
  }

  // Into how many it is divided if none may be longer.
  double Parts(double longest) const {
    return std::max(std::ceil(angle / longest), 1.0);
  }
};

// All arcs of a motion.
struct ArcSurvey {
  bool are_units = true;  // false: nothing else is known
  double angle = 0;       // of all together
  size_t half_turns = 0;
  // Keys, and how long an arc between two of them is at most.
  size_t keys = 0;
  double longest = kLongestArc;

  explicit ArcSurvey(const Keyframes& motion) {
    Count(motion);
    const size_t most = PlayedCurves::MostArcKeys(motion.size());
    if (!are_units || keys <= most) return;
    // Rounded up they are a key more for each arc.
    longest = angle / static_cast<double>(most - motion.size());
    Count(motion);
  }

 private:
  void Count(const Keyframes& motion) {
    angle = 0;
    half_turns = 0;
    keys = 1;
    Quaternion at = RotationAt(motion, 0);
    are_units = IsUnit(at);
    at = Unit(at);
    for (size_t i = 1; i < motion.size() && are_units; ++i) {
      const Quaternion next = RotationAt(motion, i);
      are_units = IsUnit(next);
      if (!are_units) return;
      const Arc arc(at, Unit(next));
      if (std::abs(Dot(at, arc.to)) < kHalfTurn) ++half_turns;
      angle += arc.angle;
      keys += static_cast<size_t>(arc.Parts(longest));
      at = arc.to;
    }
  }
};

// Keys between which a line is close to the arc, one after the other.
class ArcKeys {
 public:
  using Take = absl::FunctionRef<void(float time, const Quaternion& q)>;

  // REQUIRES: quaternions of unit length. No arc is longer than `part`, but
  // for those between whose times there are no others.
  ArcKeys(const Keyframes& motion, double part)
      : motion_(motion), part_(part) {}

  void Walk(Take take) {
    time_ = motion_.time(0);
    at_ = Unit(RotationAt(motion_, 0));
    take(time_, at_);
    for (size_t i = 1; i < motion_.size(); ++i) {
      WalkTo(motion_.time(i), Unit(RotationAt(motion_, i)), take);
    }
  }

  // The longest arc between two keys.
  double longest() const { return longest_; }

 private:
  void WalkTo(float end, const Quaternion& keyframe, Take take) {
    const Quaternion from = at_;
    const Arc arc(from, keyframe);
    const double angle = arc.angle;
    const float begin = time_;
    const double duration = double{end} - begin;
    const double parts = arc.Parts(part_);
    for (double i = 1; i < parts; ++i) {
      const auto time = static_cast<float>(begin + duration * i / parts);
      if (!(time_ < time && time < end)) continue;
      const double u = (double{time} - begin) / duration;
      const double left = Sine((1 - u) * angle);
      const double right = Sine(u * angle);
      Put(time, Unit(Sum(from, left, arc.to, right)), take);
    }
    Put(end, arc.to, take);
  }

  static double Sine(double radians) {
    return eval::SineCosineOfDegrees(radians * kDegrees).sine;
  }

  void Put(float time, const Quaternion& q, Take take) {
    longest_ = std::max(longest_, AngleBetween(at_, q));
    time_ = time;
    at_ = q;
    take(time, q);
  }

  const Keyframes& motion_;
  const double part_;
  float time_ = 0;
  Quaternion at_ = {};
  double longest_ = 0;
};

// See played_curves.h. Degrees, of the rotation.
double ArcBound(double angle) {
  const double cosine = eval::SineCosineOfDegrees(angle / 2 * kDegrees).cosine;
  const double square = cosine * cosine;
  const double off = angle * angle * angle / (32 * square * square);
  return (2 * off + kRounding) * kDegrees;
}

}  // namespace

size_t PlayedCurves::KeyCount(CurveSlot slot) const {
  return motions_[ChannelOf(slot.index())].size();
}

mrtk::CurveView PlayedCurves::Curve(CurveSlot slot) {
  const auto [first, count] = GroupOf(slot.index());
  if (first != first_ || count != count_) Decode(first, count);
  const Keys& keys = keys_[slot.index() - first];
  ByteCursor in(keys.bytes);
  if (keys.layout == KeyLayout::kFull) {
    PackedSpan<mrtk::Keyframe> full;
    if (!in.ReadPacked(keys.count, &full)) return {};
    return mrtk::CurveView(full, kClamp, kClamp);
  }
  PackedSpan<mrtk::CompactKey> compact;
  if (!in.ReadPacked(keys.count, &compact)) return {};
  return mrtk::CurveView(compact, kClamp, kClamp);
}

double PlayedCurves::ArcDegrees(CurveSlot first) {
  static_cast<void>(Curve(first));
  return arc_degrees_;
}

Keyframes PlayedCurves::Arcs(CurveSlot slot) {
  static_cast<void>(Curve(slot));
  const Keyframes& motion = motions_[ChannelOf(slot.index())];
  if (arc_degrees_ == 0 || motion.components() != 4) return {};
  return motion;
}

size_t PlayedCurves::MostArcKeys(size_t keyframes) {
  return keyframes + keyframes * kMadePerKey + kFreeKeys;
}

size_t PlayedCurves::KeysOf(const Keyframes& motion) {
  if (!MayBeArcs(motion)) return motion.size();
  const ArcSurvey survey(motion);
  return survey.are_units ? survey.keys : motion.size();
}

void PlayedCurves::Decode(size_t first, size_t count) {
  first_ = first;
  count_ = count;
  arc_degrees_ = 0;
  // Before the next is made.
  keys_ = {};
  for (size_t slot = first; slot < first + count;) {
    size_t end = slot + 1;
    while (end < first + count && ChannelOf(end) == slot) ++end;
    const Keyframes& motion = motions_[slot];
    if (motion.size() != 0 && !(MayBeArcs(motion) && AddArcs(slot, end))) {
      AddCurves(slot, end);
    }
    slot = end;
  }
}

PlayedCurves::Keys& PlayedCurves::AddKeys(size_t slot, size_t count,
                                          KeyLayout layout) {
  Keys& keys = keys_[slot - first_];
  keys.count = count;
  keys.layout = layout;
  keys.bytes.resize(count * (layout == KeyLayout::kFull
                                 ? mrtk::kFullKeySize
                                 : mrtk::kCompactKeySize));
  return keys;
}

void PlayedCurves::AddCurves(size_t channel, size_t end) {
  const Keyframes& motion = motions_[channel];
  const bool is_state = CurveSlot(channel).is_boolean();
  const KeyLayout layout =
      is_state || motion.interpolation() == Interpolation::kLinear
          ? KeyLayout::kCompact
          : KeyLayout::kFull;
  for (size_t slot = channel; slot < end; ++slot) {
    Keys& keys = AddKeys(slot, motion.size(), layout);
    for (size_t i = 0; i < motion.size(); ++i) {
      const mrtk::Keyframe key = KeyOf(motion, i, slot - channel);
      if (is_state) {
        Put(keys.bytes, i,
            mrtk::CompactKey{key.time, key.value > 0.5f ? 1.0f : 0.0f});
      } else if (layout == KeyLayout::kCompact) {
        Put(keys.bytes, i, mrtk::CompactKey{key.time, key.value});
      } else {
        Put(keys.bytes, i, key);
      }
    }
  }
}

bool PlayedCurves::AddArcs(size_t channel, size_t end) {
  const Keyframes& motion = motions_[channel];
  const ArcSurvey survey(motion);
  if (!survey.are_units) ++unclear_;
  if (!survey.are_units || Stands(motion)) return false;
  unclear_ += survey.half_turns;
  for (size_t slot = channel; slot < end; ++slot) {
    AddKeys(slot, survey.keys, KeyLayout::kCompact);
  }
  ArcKeys arcs(motion, survey.longest);
  size_t count = 0;
  arcs.Walk([&](float time, const Quaternion& q) {
    for (size_t slot = channel; slot < end; ++slot) {
      const auto value = static_cast<float>(q[slot - channel]);
      Put(keys_[slot - first_].bytes, count,
          mrtk::CompactKey{time, value + 0.0f});
    }
    ++count;
  });
  // There may be no times for some.
  for (size_t slot = channel; slot < end; ++slot) {
    Keys& keys = keys_[slot - first_];
    keys.count = count;
    keys.bytes.resize(count * mrtk::kCompactKeySize);
  }
  arc_degrees_ = ArcBound(arcs.longest());
  return true;
}

}  // namespace clipguard::actions::gltf
