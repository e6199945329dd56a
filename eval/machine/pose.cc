// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/pose.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/numbers.h"

namespace clipguard::eval {
namespace {

using forge::Armature;
using forge::Interpolation;
using forge::kLeastWeight;
using forge::Variable;

using Vector = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  // x y z w

// Axes shorter than this do not turn.
constexpr double kShortestAxis = 1e-6;

float Fraction(float time) { return time - std::floor(time); }

Matrix NanMatrix() {
  Matrix nan;
  nan.fill(std::numeric_limits<float>::quiet_NaN());
  return nan;
}

// Both for at most an eighth of a turn, by their Taylor series: the first term
// left out is below 1e-17.
SineCosine OfSmallAngle(double x) {
  const double s = x * x;
  double sine = 0;
  double cosine = 0;
  for (int n = 18; n >= 2; n -= 2) {
    sine = (1 - sine) * s / static_cast<double>(n * (n + 1));
    cosine = (1 - cosine) * s / static_cast<double>((n - 1) * n);
  }
  return {x * (1 - sine), 1 - cosine};
}

// ---- Rotations --------------------------------------------------------------

using Parts = MatrixParts;

double Dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector Cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
          a[0] * b[1] - a[1] * b[0]};
}

Vector Times(const Vector& a, double f) {
  return {a[0] * f, a[1] * f, a[2] * f};
}

// Fills in the columns of a rotation that a scale of 0 has wiped out.
void Complete(std::array<Vector, 3>& columns, const Vector& scale) {
  size_t zeros = 0;
  for (const double s : scale) zeros += s == 0;
  if (zeros == 3) {
    columns = {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};
    return;
  }
  if (zeros == 2) {
    // Any direction that is perpendicular to the one that is left.
    const size_t i = scale[0] != 0 ? 0 : scale[1] != 0 ? 1 : 2;
    const Vector& a = columns[i];
    Vector other{};
    other[std::abs(a[i]) > 0.5 ? (i + 1) % 3 : i] = 1;
    Vector b = Cross(Cross(a, other), a);
    b = Times(b, 1 / std::sqrt(Dot(b, b)));
    columns[(i + 1) % 3] = b;
    columns[(i + 2) % 3] = Cross(a, b);
  } else if (zeros == 1) {
    const size_t i = scale[0] == 0 ? 0 : scale[1] == 0 ? 1 : 2;
    columns[i] = Cross(columns[(i + 1) % 3], columns[(i + 2) % 3]);
  }
}

Quaternion ToQuaternion(const std::array<Vector, 3>& columns) {
  const auto m = [&](size_t row, size_t column) {
    return columns[column][row];
  };
  const double trace = m(0, 0) + m(1, 1) + m(2, 2);
  if (trace > 0) {
    const double s = std::sqrt(trace + 1) * 2;
    return {(m(2, 1) - m(1, 2)) / s, (m(0, 2) - m(2, 0)) / s,
            (m(1, 0) - m(0, 1)) / s, s / 4};
  }
  // The largest of the three decides.
  size_t i = m(1, 1) > m(0, 0) ? 1 : 0;
  if (m(2, 2) > m(i, i)) i = 2;
  const size_t j = (i + 1) % 3;
  const size_t k = (i + 2) % 3;
  const double s = std::sqrt(1 + m(i, i) - m(j, j) - m(k, k)) * 2;
  Quaternion q{};
  q[i] = s / 4;
  q[j] = (m(j, i) + m(i, j)) / s;
  q[k] = (m(k, i) + m(i, k)) / s;
  q[3] = (m(k, j) - m(j, k)) / s;
  return q;
}

}  // namespace

MatrixParts TakeApart(const Matrix& m) {
  Parts parts{};
  std::array<Vector, 3> columns;
  for (size_t c = 0; c < 3; ++c) {
    columns[c] = {m[c], m[4 + c], m[8 + c]};
    parts.translation[c] = m[4 * c + 3];
    parts.scale[c] = std::sqrt(Dot(columns[c], columns[c]));
    if (parts.scale[c] != 0) {
      columns[c] = Times(columns[c], 1 / parts.scale[c]);
    }
  }
  Complete(columns, parts.scale);
  // A mirror image is a rotation with one direction turned round.
  if (Dot(Cross(columns[0], columns[1]), columns[2]) < 0) {
    columns[2] = Times(columns[2], -1);
    parts.scale[2] = -parts.scale[2];
  }
  parts.rotation = ToQuaternion(columns);
  return parts;
}

namespace {

Matrix PutTogether(const Parts& parts) {
  const auto& [x, y, z, w] = parts.rotation;
  const double rotation[3][3] = {
      {1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)},
      {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)},
      {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)}};
  Matrix m = kIdentityMatrix;
  for (size_t row = 0; row < 3; ++row) {
    for (size_t c = 0; c < 3; ++c) {
      m[4 * row + c] = static_cast<float>(rotation[row][c] * parts.scale[c]);
    }
    m[4 * row + 3] = static_cast<float>(parts.translation[row]);
  }
  return m;
}

// The angle of a sine from 0 to the root of 1/2, by Newton's method.
double AngleOfSine(double sine) {
  double angle = sine;
  for (int i = 0; i < 5; ++i) {
    const SineCosine at = OfSmallAngle(angle);
    angle -= (at.sine - sine) / at.cosine;
  }
  return angle;
}

double SineOf(double radians) {
  return SineCosineOfDegrees(radians * kDegrees).sine;
}

Quaternion Slerp(const Quaternion& from, Quaternion to, double progress) {
  double dot = 0;
  for (size_t i = 0; i < 4; ++i) dot += from[i] * to[i];
  if (dot < 0) {
    for (double& part : to) part = -part;
  }
  double apart = 0;
  for (size_t i = 0; i < 4; ++i) {
    apart += (to[i] - from[i]) * (to[i] - from[i]);
  }
  // The chord between two points of the unit sphere is twice the sine of half
  // the angle: at most the root of 2.
  const double half_sine = std::min(std::sqrt(apart) / 2, std::sqrt(0.5));
  double left = 1 - progress;
  double right = progress;
  // Below, the arc is a straight line, to all digits.
  if (half_sine > 1e-6) {
    const double angle = 2 * AngleOfSine(half_sine);
    const double sine = SineOf(angle);
    left = SineOf(left * angle) / sine;
    right = SineOf(right * angle) / sine;
  }
  Quaternion q;
  for (size_t i = 0; i < 4; ++i) q[i] = from[i] * left + to[i] * right;
  return q;
}

// ---- Joints -----------------------------------------------------------------

// Values of a joint's variables at a time.
struct JointVariables {
  Vector offset{};
  Vector axis{};
  Vector scale = {1, 1, 1};
  Vector origin = {0.5, 0.5, 0.5};
  double angle = 0;
};

JointVariables VariablesAt(const Armature& armature, const Armature::Clip& clip,
                           const Armature::JointClip& joint, float time) {
  JointVariables at;
  for (const Armature::VariableClip& variable : armature.Variables(joint)) {
    const double value = SampleVariable(armature, variable, clip.loop, time);
    forge::SetVariable(variable.variable, value, at);
  }
  return at;
}

// Finite if each of them is.
double SumOf(const JointVariables& at) {
  return Dot(at.offset, {1, 1, 1}) + Dot(at.axis, {1, 1, 1}) +
         Dot(at.scale, {1, 1, 1}) + Dot(at.origin, {1, 1, 1}) + at.angle;
}

using Rotation = std::array<Vector, 3>;  // rows

// About an axis of any length, by an angle in degrees.
Rotation RotationAbout(const Vector& axis, double angle) {
  const double length = std::sqrt(Dot(axis, axis));
  if (length < kShortestAxis) return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const auto [x, y, z] = Times(axis, 1 / length);
  const auto [s, c] = SineCosineOfDegrees(angle);
  const double d = 1 - c;
  return {{{c + x * x * d, x * y * d - z * s, x * z * d + y * s},
           {x * y * d + z * s, c + y * y * d, y * z * d - x * s},
           {x * z * d - y * s, y * z * d + x * s, c + z * z * d}}};
}

// ---- Events -----------------------------------------------------------------

float FloatMod1(float value) { return std::fmod(value, 1.0f); }

// `value` shifted by a whole number into (first, first + 1].
float ShiftInto(float value, float first) {
  // The event times of sound files need at most two steps. For times that are
  // out of bounds the distance is taken at once; whoever has those gets a
  // warning, and the game perhaps does not come back.
  if (!(std::abs(first) < 4)) {
    value = static_cast<float>(double{value} +
                               std::floor(double{first} - double{value}));
  }
  for (int i = 0; i < 8 && value <= first; ++i) value += 1;
  for (int i = 0; i < 8 && value > first + 1; ++i) value -= 1;
  return value;
}

}  // namespace

SineCosine SineCosineOfDegrees(double degrees) {
  if (!std::isfinite(degrees)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  const double turn = std::fmod(degrees, 360.0);  // exact
  const double quarter = std::floor(turn / 90 + 0.5);
  const SineCosine small = OfSmallAngle((turn - quarter * 90) * (kPi / 180));
  switch (static_cast<int>(quarter) & 3) {
    case 0:
      return small;
    case 1:
      return {small.cosine, -small.sine};
    case 2:
      return {-small.sine, -small.cosine};
    default:
      return {-small.cosine, small.sine};
  }
}

float ShortWay(float from, float to) {
  return std::fmod(std::fmod(to - from, 360.0f) + 540.0f, 360.0f) - 180.0f;
}

float SampleVariable(const Armature& armature,
                     const Armature::VariableClip& clip, bool loop,
                     float time) {
  const std::span<const float> samples = armature.Samples(clip);
  if (samples.empty()) return std::numeric_limits<float>::quiet_NaN();
  time = Fraction(time);
  // The game cannot interpolate a single sample; the meaning is clear, though.
  if (samples.size() == 1 && !loop) return samples[0];
  const size_t stretches = loop ? samples.size() : samples.size() - 1;
  const float at = time * static_cast<float>(stretches);
  const float index = std::floor(at);
  // NaN becomes 0, as in the game's language. With more than 2^24 stretches a
  // float may be rounded beyond the last.
  const size_t i =
      index >= 0 ? std::min(static_cast<size_t>(index), stretches - 1) : 0;
  const float progress = at - static_cast<float>(i);
  size_t j = i + 1;
  if (j >= samples.size()) j = 0;
  const float from = samples[i];
  const float to = samples[j];
  if (clip.interpolation == Interpolation::kNearest) {
    return progress < 0.5f ? from : to;
  }
  if (clip.variable == Variable::kAngle) {
    return from + progress * ShortWay(from, to);
  }
  return from * (1 - progress) + to * progress;
}

Matrix JointMatrix(const Armature& armature, const Armature::Clip& clip,
                   const Armature::JointClip& joint, float time) {
  const JointVariables at = VariablesAt(armature, clip, joint, time);
  // The game multiplies matrices: what is not finite meets zeros, and becomes
  // NaN everywhere.
  if (!std::isfinite(SumOf(at))) return NanMatrix();
  const Rotation rotation = RotationAbout(at.axis, at.angle);
  Matrix m = kIdentityMatrix;
  for (size_t row = 0; row < 3; ++row) {
    double translation = at.origin[row] + at.offset[row];
    for (size_t c = 0; c < 3; ++c) {
      const double part = rotation[row][c] * at.scale[c];
      m[4 * row + c] = static_cast<float>(part);
      translation -= part * at.origin[c];
    }
    m[4 * row + 3] = static_cast<float>(translation);
  }
  return m;
}

Matrix JointMatrix(const Armature& armature, const Armature::Clip& clip,
                   std::string_view joint, float time) {
  for (const Armature::JointClip& candidate : armature.JointClips(clip)) {
    if (armature.texts[candidate.joint] == joint) {
      return JointMatrix(armature, clip, candidate, time);
    }
  }
  return kIdentityMatrix;
}

Matrix Slerp(const Matrix& from, const Matrix& to, float progress) {
  if (std::isnan(progress)) return NanMatrix();
  const double p = std::clamp(progress, 0.0f, 1.0f);
  const Parts a = TakeApart(from);
  const Parts b = TakeApart(to);
  Parts mixed{};
  for (size_t i = 0; i < 3; ++i) {
    mixed.translation[i] = a.translation[i] * (1 - p) + b.translation[i] * p;
    mixed.scale[i] = a.scale[i] * (1 - p) + b.scale[i] * p;
  }
  mixed.rotation = Slerp(a.rotation, b.rotation, p);
  return PutTogether(mixed);
}

std::optional<Matrix> ElementMatrix(const Armature& armature,
                                    std::span<const Matrix> joints,
                                    int32_t element) {
  std::array<double, 16> sum{};
  float weights = 0;
  for (size_t j = 0; j < armature.joints.size() && j < joints.size(); ++j) {
    if (joints[j] == kIdentityMatrix) continue;
    for (const Armature::Weight& weight :
         armature.Weights(armature.joints[j])) {
      if (weight.element != element) continue;
      weights += weight.weight;
      for (size_t i = 0; i < 16; ++i) {
        sum[i] += double{joints[j][i]} * double{weight.weight};
      }
    }
  }
  if (!(weights > kLeastWeight)) return std::nullopt;
  Matrix mean;
  for (size_t i = 0; i < 16; ++i) {
    mean[i] = static_cast<float>(sum[i] / double{weights});
  }
  return mean;
}

void AppendPastEvents(const Armature& armature, const Armature::Clip& clip,
                      float last, float now, std::vector<PastEvent>& events) {
  const std::span<const Armature::Event> all = armature.Events(clip);
  if (all.empty() || last >= now) return;
  float to = Fraction(now);
  float from = Fraction(last);
  // The shorter of the two ways round, whichever it was.
  if (from > to) std::swap(from, to);
  if (to - from > 0.5f) std::swap(from, to);

  // The last event that is not later; of a time that is NaN, the last of all.
  size_t i = static_cast<size_t>(
      std::partition_point(
          all.begin(), all.end(),
          [&](const Armature::Event& event) { return !(event.time > to); }) -
      all.begin());
  if (i == 0) {
    if (!clip.loop) return;
    i = all.size();
  }
  --i;
  float at = all[i].time;
  if (at >= to) at -= 1;
  if (from >= to) from -= 1;
  if (at < from) return;
  const auto append = [&](size_t event, float offset) {
    events.push_back({armature.texts[all[event].name], offset});
  };
  append(i, to - at);

  if (!clip.loop) {
    while (i-- > 0) {
      // Without a beginning all are passed, infinitely long ago.
      if (std::isnan(from)) {
        append(i, std::numeric_limits<float>::infinity());
        continue;
      }
      if (!(from < all[i].time)) break;
      if (all[i].time < to) append(i, to - all[i].time);
    }
    return;
  }
  const float first = all.front().time;
  const float stop = ShiftInto(from, first);
  for (size_t n = 1; n < all.size(); ++n) {
    i = i == 0 ? all.size() - 1 : i - 1;
    if (!(all[i].time > stop)) return;
    append(i, 1 - FloatMod1(1 - (first - all[i].time)));
  }
}

}  // namespace clipguard::eval
