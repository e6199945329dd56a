// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/forge_pose_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "eval/machine/pose.h"
#include "fuzz/shared/check.h"

namespace clipguard::fuzz {
namespace {

using forge::Armature;
using forge::Variable;
using Square = std::array<std::array<double, 4>, 4>;

constexpr double kDegree = 3.14159265358979323846 / 180;
// Of the largest number that takes part. The matrix is rounded to float32, and
// what is subtracted may be larger than the rest.
constexpr double kTolerance = 1e-6;

Square Identity() {
  Square m{};
  for (size_t i = 0; i < 4; ++i) m[i][i] = 1;
  return m;
}

Square Product(const Square& a, const Square& b) {
  Square m{};
  for (size_t r = 0; r < 4; ++r) {
    for (size_t c = 0; c < 4; ++c) {
      for (size_t k = 0; k < 4; ++k) m[r][c] += a[r][k] * b[k][c];
    }
  }
  return m;
}

Square Translation(double x, double y, double z) {
  Square m = Identity();
  m[0][3] = x;
  m[1][3] = y;
  m[2][3] = z;
  return m;
}

// Around a unit vector.
Square Rotation(double x, double y, double z, double angle) {
  const double s = std::sin(angle);
  const double c = std::cos(angle);
  const double n[3] = {x, y, z};
  const double cross[3][3] = {{0, -z, y}, {z, 0, -x}, {-y, x, 0}};
  Square m = Identity();
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < 3; ++j) {
      m[i][j] = (i == j ? c : 0) + s * cross[i][j] + (1 - c) * n[i] * n[j];
    }
  }
  return m;
}

// The rules for samples, step by step, with the float32 that they say.
float Sample(const Armature& a, const Armature::VariableClip& v, bool loop,
             float time) {
  const auto samples = a.Samples(v);
  if (samples.size() == 1 && !loop) return samples[0];
  const float t = time - std::floor(time);
  const auto n = static_cast<int>(samples.size());
  const int stretches = loop ? n : n - 1;
  const float s = t * static_cast<float>(stretches);
  int i = 0;
  while (i + 1 < stretches && static_cast<float>(i + 1) <= s) ++i;
  const float p = s - static_cast<float>(i);
  const int j = i + 1 == n ? 0 : i + 1;
  const float from = samples[static_cast<size_t>(i)];
  const float to = samples[static_cast<size_t>(j)];
  if (v.interpolation == forge::Interpolation::kNearest) {
    return p < 0.5f ? from : to;
  }
  if (v.variable != Variable::kAngle) return from * (1 - p) + to * p;
  return from +
         p * (std::fmod(std::fmod(to - from, 360.f) + 540.f, 360.f) - 180.f);
}

struct NaivePose {
  Square matrix;
  double largest = 1;  // that takes part
};

NaivePose PoseOf(const Armature& a, const Armature::Clip& clip,
                 const Armature::JointClip& joint, float time) {
  // By the variables' numbers.
  std::array<double, 14> value = {0, 0, 0, 0, 0,   0,   0,
                                  1, 1, 1, 1, 0.5, 0.5, 0.5};
  double sum = 0;
  for (const Armature::VariableClip& v : a.Variables(joint)) {
    const double sample = Sample(a, v, clip.loop, time);
    value[static_cast<size_t>(v.variable)] = sample;
    if (v.variable == Variable::kScale) {
      value[8] = value[9] = value[10] = sample;
    }
  }
  // What a later one has not replaced.
  for (size_t i = 0; i < value.size(); ++i) {
    if (static_cast<Variable>(i) != Variable::kScale) sum += value[i];
  }
  NaivePose pose{Identity()};
  if (!std::isfinite(sum)) {
    pose.largest = sum;
    return pose;
  }
  const auto [ox, oy, oz, ax, ay, az, angle, s, sx, sy, sz, cx, cy, cz] = value;
  const double length = std::sqrt(ax * ax + ay * ay + az * az);
  Square scale = Identity();
  scale[0][0] = sx;
  scale[1][1] = sy;
  scale[2][2] = sz;
  Square rotation = Identity();
  if (!(length < 1e-6)) {
    rotation = Rotation(ax / length, ay / length, az / length,
                        std::fmod(angle, 360.0) * kDegree);
  }
  pose.matrix = Product(
      Translation(cx, cy, cz),
      Product(Translation(ox, oy, oz),
              Product(rotation, Product(scale, Translation(-cx, -cy, -cz)))));
  const double scales = std::max({std::fabs(sx), std::fabs(sy), std::fabs(sz)});
  const double origin = std::max({std::fabs(cx), std::fabs(cy), std::fabs(cz)});
  const double offset = std::max({std::fabs(ox), std::fabs(oy), std::fabs(oz)});
  pose.largest = 1 + (1 + scales) * (1 + origin) + offset;
  return pose;
}

void CheckNear(const eval::Matrix& m, const NaivePose& pose) {
  for (size_t i = 0; i < 16; ++i) {
    const double expected = pose.matrix[i / 4][i % 4];
    if (!std::isfinite(pose.largest)) {
      CLIPGUARD_CHECK(std::isnan(m[i]));
    } else if (pose.largest < 1e37) {
      CLIPGUARD_CHECK(std::fabs(double{m[i]} - expected) <=
                      kTolerance * pose.largest);
    }
  }
}

// Σ w·M / Σ w, with float32 weights.
void CheckElement(const Armature& a, const std::vector<eval::Matrix>& poses,
                  int32_t element) {
  const auto mean = eval::ElementMatrix(a, poses, element);
  float weights = 0;
  std::array<double, 16> sum{};
  for (size_t j = 0; j < poses.size(); ++j) {
    for (const Armature::Weight& weight : a.Weights(a.joints[j])) {
      if (weight.element != element || poses[j] == eval::kIdentityMatrix) {
        continue;
      }
      weights += weight.weight;
      for (size_t i = 0; i < 16; ++i) {
        sum[i] += double{poses[j][i]} * double{weight.weight};
      }
    }
  }
  CLIPGUARD_CHECK(mean.has_value() == (weights > 1e-5f));
  for (size_t i = 0; mean && i < 16; ++i) {
    const auto expected = static_cast<float>(sum[i] / double{weights});
    CLIPGUARD_CHECK((*mean)[i] == expected || std::isnan(expected));
  }
}

float Fraction(float time) { return time - std::floor(time); }

}  // namespace

void CheckPoses(const Armature& a, const Armature::Clip& clip, float time) {
  if (clip.broken) return;
  for (const Armature::JointClip& joint : a.JointClips(clip)) {
    if (joint.broken) continue;
    CheckNear(eval::JointMatrix(a, clip, joint, time),
              PoseOf(a, clip, joint, time));
  }
  std::vector<eval::Matrix> poses;
  for (const Armature::Joint& joint : a.joints) {
    poses.push_back(eval::JointMatrix(a, clip, a.texts[joint.name], time));
  }
  for (size_t i = 0; i < std::min<size_t>(a.weights.size(), 4); ++i) {
    CheckElement(a, poses, a.weights[i].element);
  }
}

void CheckFinite(const Armature& a, const Armature::Clip& clip, float time) {
  for (const Armature::JointClip& joint : a.JointClips(clip)) {
    CLIPGUARD_CHECK(
        std::ranges::all_of(eval::JointMatrix(a, clip, joint, time),
                            [](float part) { return std::isfinite(part); }));
  }
}

void CheckEvents(const Armature& a, const Armature::Clip& clip, float last,
                 float now, bool sound) {
  std::vector<eval::PastEvent> events;
  AppendPastEvents(a, clip, last, now, events);
  CLIPGUARD_CHECK(events.size() <= clip.events.count);
  CLIPGUARD_CHECK(events.empty() || !(last >= now));
  // Names lie one after the other: places tell events apart.
  std::set<const char*> seen;
  for (const eval::PastEvent& event : events) {
    CLIPGUARD_CHECK(event.name.empty() ||
                    seen.insert(event.name.data()).second);
    if (!sound || !std::isfinite(last) || !std::isfinite(now)) continue;
    CLIPGUARD_CHECK(event.offset >= 0 && event.offset <= 1);
  }
  if (clip.loop || !sound) return;
  if (!std::isfinite(last) || !std::isfinite(now)) return;
  // All of those between, if the way does not lead over the clip's end.
  const float from = Fraction(last);
  const float to = Fraction(now);
  if (last >= now || !(from < to && to - from <= 0.5f)) return;
  size_t between = 0;
  size_t at_from = 0;
  bool at_to = false;
  for (const Armature::Event& event : a.Events(clip)) {
    between += event.time > from && event.time < to;
    at_from += event.time == from;
    at_to |= event.time == to;
  }
  // One at the very time is taken for one of the last round, and hides others.
  if (at_to) between = at_from = 0;
  CLIPGUARD_CHECK(events.size() >= between);
  CLIPGUARD_CHECK(events.size() <= between + at_from);
}

}  // namespace clipguard::fuzz
