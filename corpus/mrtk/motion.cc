// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/mrtk/motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/numbers.h"

namespace clipguard::corpus {
namespace {

using mrtk::CurveSlot;
using mrtk::Handedness;
using mrtk::Keyframe;

double Cosine(double x) { return Sine(x + kPi / 2); }

struct Vec3 {
  double x = 0, y = 0, z = 0;
};

Vec3 operator+(const Vec3& a, const Vec3& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

Vec3 Cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

double Length(const Vec3& v) {
  return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

double Distance(const Vec3& a, const Vec3& b) {
  return Length({a.x - b.x, a.y - b.y, a.z - b.z});
}

// A unit quaternion.
struct Quat {
  double x = 0, y = 0, z = 0, w = 1;
};

Quat operator*(const Quat& a, const Quat& b) {
  return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
          a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
          a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

Quat Normalized(const Quat& q) {
  const double n = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  return {q.x / n, q.y / n, q.z / n, q.w / n};
}

Quat Pitch(double angle) { return {Sine(angle / 2), 0, 0, Cosine(angle / 2)}; }
Quat Yaw(double angle) { return {0, Sine(angle / 2), 0, Cosine(angle / 2)}; }
Quat Roll(double angle) { return {0, 0, Sine(angle / 2), Cosine(angle / 2)}; }

Vec3 Rotate(const Quat& q, const Vec3& v) {
  const Vec3 u = {q.x, q.y, q.z};
  const Vec3 t = Cross(u, v);
  const Vec3 s = Cross(u, {t.x + q.w * v.x, t.y + q.w * v.y, t.z + q.w * v.z});
  return {v.x + 2 * s.x, v.y + 2 * s.y, v.z + 2 * s.z};
}

struct Pose {
  Vec3 position;
  Quat rotation;
};

// The pose `child`, given relative to `parent`, in parent's space.
Pose operator*(const Pose& parent, const Pose& child) {
  return {parent.position + Rotate(parent.rotation, child.position),
          Normalized(parent.rotation * child.rotation)};
}

// ---- The hand ---------------------------------------------------------------

// A finger: where it begins relative to the wrist, how it is splayed (yaw),
// and its bones. Metres and radians, of a left hand that points along +z with
// its palm down, so that the thumb is on the +x side.
struct Finger {
  size_t first_joint;
  Vec3 base;
  double splay;
  std::array<double, 4> bones;  // the thumb has three
  size_t bone_count;
};

constexpr std::array<Finger, 5> kFingers = {{
    {3, {0.026, -0.008, 0.018}, 0.70, {0.046, 0.034, 0.026, 0}, 3},
    {7, {0.020, 0.000, 0.022}, 0.10, {0.068, 0.043, 0.025, 0.020}, 4},
    {12, {0.004, 0.002, 0.022}, 0.00, {0.066, 0.047, 0.029, 0.021}, 4},
    {17, {-0.011, 0.001, 0.021}, -0.09, {0.060, 0.043, 0.027, 0.020}, 4},
    {22, {-0.024, -0.003, 0.019}, -0.20, {0.055, 0.034, 0.020, 0.018}, 4},
}};
constexpr size_t kWrist = 1;
constexpr size_t kPalm = 2;
constexpr size_t kThumbTip = 6;
constexpr size_t kIndexTip = 11;

using HandPose = std::array<Pose, mrtk::kJointCount>;  // joint 0 stays unused

// The hand with its wrist at `wrist`; curl in [0, 1] by finger.
HandPose BendHand(Handedness hand, const Pose& wrist,
                  std::span<const double, 5> curl) {
  const double side = hand == Handedness::kLeft ? 1 : -1;
  HandPose joints;
  joints[kWrist] = wrist;
  joints[kPalm] = wrist * Pose{{0, -0.006, 0.055}, Pitch(0.05)};
  for (size_t f = 0; f < kFingers.size(); ++f) {
    const Finger& finger = kFingers[f];
    const Vec3 base = {side * finger.base.x, finger.base.y, finger.base.z};
    Pose joint = wrist * Pose{base, Yaw(side * finger.splay)};
    if (f == 0) joint = joint * Pose{{}, Roll(-side * 0.9)};
    joints[finger.first_joint] = joint;
    for (size_t b = 0; b < finger.bone_count; ++b) {
      // A tip has no joint of its own; the thumb bends less than the fingers.
      const double most = b + 1 == finger.bone_count ? 0 : f == 0 ? 0.7 : 1.3;
      joint =
          joint * Pose{{0, 0, finger.bones[b]}, Pitch(0.05 + most * curl[f])};
      joints[finger.first_joint + 1 + b] = joint;
    }
  }
  return joints;
}

// ---- Curves -----------------------------------------------------------------

// The frames of curves that are thinned out together, as columns.
struct Frames {
  std::vector<double> times;
  std::vector<std::vector<double>> columns;
};

// Keeps the first and the last frame, and of those between the ones that a
// straight line between kept neighbours misses by more than `tolerance`.
std::vector<size_t> Thin(const Frames& frames, double tolerance) {
  const size_t n = frames.times.size();
  std::vector<bool> keep(n, tolerance == 0);
  keep.front() = keep.back() = true;
  std::vector<std::pair<size_t, size_t>> open;
  if (tolerance != 0) open.push_back({0, n - 1});
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    double worst = tolerance;
    size_t at = 0;
    for (size_t i = a + 1; i < b; ++i) {
      const double s = (frames.times[i] - frames.times[a]) /
                       (frames.times[b] - frames.times[a]);
      for (const std::vector<double>& column : frames.columns) {
        const double line = column[a] + (column[b] - column[a]) * s;
        const double miss = std::abs(column[i] - line);
        if (miss > worst) {
          worst = miss;
          at = i;
        }
      }
    }
    if (at == 0) continue;
    keep[at] = true;
    open.push_back({a, at});
    open.push_back({at, b});
  }
  std::vector<size_t> kept;
  for (size_t i = 0; i < n; ++i) {
    if (keep[i]) kept.push_back(i);
  }
  return kept;
}

// Writes the columns of frames as consecutive curves from `slot`.
void PutFrames(const Frames& frames, double tolerance, bool smooth, size_t slot,
               Recording& recording) {
  if (frames.times.empty()) return;
  const std::vector<size_t> kept = Thin(frames, tolerance);
  for (size_t c = 0; c < frames.columns.size(); ++c) {
    const std::vector<double>& column = frames.columns[c];
    std::vector<Keyframe>& keys = recording.curves[slot + c].keys;
    for (size_t k = 0; k < kept.size(); ++k) {
      Keyframe key = {.time = static_cast<float>(frames.times[kept[k]]),
                      .value = static_cast<float>(column[kept[k]])};
      if (smooth) {
        const size_t before = kept[k == 0 ? 0 : k - 1];
        const size_t after = kept[std::min(k + 1, kept.size() - 1)];
        const double dt = frames.times[after] - frames.times[before];
        const double slope = dt > 0 ? (column[after] - column[before]) / dt : 0;
        key.in_tangent = key.out_tangent = static_cast<float>(slope);
        key.in_weight = key.out_weight = 1.0f / 3.0f;
        key.weighted_mode = 0;
      }
      keys.push_back(key);
    }
  }
}

// Collects a pose's frames: two sets, position and rotation, since the
// recorder thins them out apart.
class PoseFrames {
 public:
  PoseFrames() : position_{{}, {{}, {}, {}}}, rotation_{{}, {{}, {}, {}, {}}} {}

  void Add(double time, const Pose& pose) {
    Quat q = pose.rotation;
    // q and -q are one rotation; the nearer one keeps the curves continuous.
    if (q.x * last_.x + q.y * last_.y + q.z * last_.z + q.w * last_.w < 0) {
      q = {-q.x, -q.y, -q.z, -q.w};
    }
    last_ = q;
    const std::array<double, 3> p = {pose.position.x, pose.position.y,
                                     pose.position.z};
    const std::array<double, 4> r = {q.x, q.y, q.z, q.w};
    position_.times.push_back(time);
    rotation_.times.push_back(time);
    for (size_t i = 0; i < 3; ++i) position_.columns[i].push_back(p[i]);
    for (size_t i = 0; i < 4; ++i) rotation_.columns[i].push_back(r[i]);
  }

  void Put(const MotionOptions& options, size_t slot,
           Recording& recording) const {
    PutFrames(position_, options.position_tolerance, options.smooth, slot,
              recording);
    PutFrames(rotation_, options.rotation_tolerance, options.smooth, slot + 3,
              recording);
  }

 private:
  Frames position_;
  Frames rotation_;
  Quat last_;
};

// A boolean curve: a key at the first frame and wherever the state changes.
void PutState(const std::vector<double>& times, const std::vector<bool>& states,
              CurveSlot slot, Recording& recording) {
  for (size_t i = 0; i < times.size(); ++i) {
    if (i != 0 && states[i] == states[i - 1]) continue;
    recording.curve(slot).keys.push_back({.time = static_cast<float>(times[i]),
                                          .value = states[i] ? 1.0f : 0.0f});
  }
}

// ---- The person -------------------------------------------------------------

Pose HeadAt(double t) {
  return {{0.05 * Sine(0.9 * t), 1.62 + 0.012 * Sine(2.3 * t),
           0.03 * Sine(1.3 * t + 0.4)},
          Normalized(Yaw(0.25 * Sine(1.1 * t)) * Pitch(0.12 * Sine(1.7 * t)) *
                     Roll(0.03 * Sine(0.8 * t)))};
}

Pose WristAt(Handedness hand, double t) {
  const double side = hand == Handedness::kLeft ? -1 : 1;
  const double phase = hand == Handedness::kLeft ? 0 : 1.9;
  return {{side * (0.19 + 0.04 * Sine(2.1 * t + phase)),
           1.22 + 0.10 * Sine(1.6 * t + phase),
           0.36 + 0.06 * Sine(2.6 * t + 0.5 * phase)},
          Normalized(Yaw(side * (0.2 + 0.3 * Sine(1.9 * t + phase))) *
                     Pitch(-0.35 + 0.3 * Sine(2.2 * t)) *
                     Roll(side * (0.3 + 0.5 * Sine(1.2 * t + phase))))};
}

std::array<double, 5> CurlAt(Handedness hand, double t) {
  const double phase = hand == Handedness::kLeft ? 0.3 : 2.0;
  std::array<double, 5> curl;
  for (size_t f = 0; f < curl.size(); ++f) {
    const double wave = Sine(3.1 * t + phase - 0.35 * static_cast<double>(f));
    curl[f] = 0.42 + (f == 0 ? 0.18 : 0.38) * wave;
  }
  return curl;
}

void AddHand(Handedness hand, const MotionOptions& options,
             std::span<const double> times, Recording& recording) {
  const double first =
      hand == Handedness::kRight ? options.right_hand_delay : 0;
  const double last = options.seconds -
                      (hand == Handedness::kLeft ? options.left_hand_lost : 0);
  std::array<PoseFrames, mrtk::kJointCount> joints;
  std::vector<double> state_times(times.begin(), times.end());
  std::vector<bool> tracked;
  std::vector<bool> pinched;
  bool pinch = false;
  for (double time : times) {
    const double t = time - options.start;
    const bool seen = t >= first && t <= last;
    if (seen) {
      const HandPose pose = BendHand(hand, WristAt(hand, t), CurlAt(hand, t));
      for (size_t j = 1; j < joints.size(); ++j) joints[j].Add(time, pose[j]);
      // Two thresholds, so that the state does not flicker.
      const double gap =
          Distance(pose[kThumbTip].position, pose[kIndexTip].position);
      pinch = gap < (pinch ? 0.075 : 0.060);
    } else {
      pinch = false;
    }
    tracked.push_back(seen);
    pinched.push_back(pinch);
  }
  PutState(state_times, tracked, CurveSlot::Tracked(hand), recording);
  PutState(state_times, pinched, CurveSlot::Pinch(hand), recording);
  for (size_t j = 1; j < joints.size(); ++j) {
    const bool tip = mrtk::kJointNames[j].ends_with("Tip");
    if (options.fingers_only_tips && j > kPalm && !tip) continue;
    joints[j].Put(options, CurveSlot::Joint(hand, j, mrtk::kPositionX).index(),
                  recording);
  }
}

void AddGaze(const MotionOptions& options, std::span<const double> times,
             Random& random, Recording& recording) {
  Frames origin = {{}, {{}, {}, {}}};
  Frames direction = {{}, {{}, {}, {}}};
  double yaw = 0;
  double pitch = 0;
  double next_jump = options.start;
  for (double time : times) {
    if (time >= next_jump) {
      // Eyes rest for a third of a second or so, then jump.
      yaw = random.Between(-0.35, 0.35);
      pitch = random.Between(-0.2, 0.25);
      next_jump = time + random.Between(0.2, 0.5);
    }
    const Pose head = HeadAt(time - options.start);
    const Quat eye = Normalized(head.rotation * Yaw(yaw) * Pitch(pitch));
    const Vec3 from = (head * Pose{{0, -0.03, 0.06}, {}}).position;
    const Vec3 to = Rotate(eye, {0, 0, 1});
    const std::array<double, 3> o = {from.x, from.y, from.z};
    const std::array<double, 3> d = {to.x, to.y, to.z};
    origin.times.push_back(time);
    direction.times.push_back(time);
    for (size_t i = 0; i < 3; ++i) {
      origin.columns[i].push_back(o[i]);
      direction.columns[i].push_back(d[i]);
    }
  }
  PutFrames(origin, options.position_tolerance, options.smooth,
            CurveSlot::Gaze(mrtk::kOriginX).index(), recording);
  PutFrames(direction, options.rotation_tolerance, options.smooth,
            CurveSlot::Gaze(mrtk::kDirectionX).index(), recording);
}

}  // namespace

uint64_t Random::Next() {
  state_ += 0x9e3779b97f4a7c15;
  uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

double Random::Unit() {
  return static_cast<double>(Next() >> 11) * (1.0 / 9007199254740992.0);
}

double Sine(double x) {
  // To [-pi, pi], then to [-pi/2, pi/2], where 11 terms of the series do.
  x -= std::floor(x / (2 * kPi) + 0.5) * (2 * kPi);
  if (x > kPi / 2) x = kPi - x;
  if (x < -kPi / 2) x = -kPi - x;
  double term = x;
  double sum = x;
  for (int i = 1; i <= 11; ++i) {
    term = -term * x * x / (2 * i * (2 * i + 1));
    sum += term;
  }
  return sum;
}

void AddMotion(const MotionOptions& options, Recording& recording) {
  Random random(options.seed);
  const size_t frames = static_cast<size_t>(options.seconds * options.rate) + 1;
  std::vector<double> times;
  for (size_t i = 0; i < frames; ++i) {
    // Frames come a little early or late, by up to a tenth of a frame; the
    // first and the last are on time.
    const double jitter =
        i == 0 || i + 1 == frames ? 0 : random.Between(-0.1, 0.1);
    times.push_back(options.start +
                    (static_cast<double>(i) + jitter) / options.rate);
  }
  if (recording.HasCurve(CurveSlot::Camera(mrtk::kPositionX))) {
    PoseFrames camera;
    for (double t : times) camera.Add(t, HeadAt(t - options.start));
    camera.Put(options, CurveSlot::Camera(mrtk::kPositionX).index(), recording);
  }
  if (recording.HasCurve(CurveSlot::Tracked(Handedness::kLeft))) {
    for (Handedness hand : mrtk::kHands) {
      AddHand(hand, options, times, recording);
    }
  }
  if (recording.HasCurve(CurveSlot::Gaze(mrtk::kOriginX))) {
    AddGaze(options, times, random, recording);
  }
}

}  // namespace clipguard::corpus
