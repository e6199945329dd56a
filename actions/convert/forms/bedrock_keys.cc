// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/forms/bedrock_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "actions/motion/angle.h"
#include "eval/machine/pose.h"
#include "eval/machine/variable_lines.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {
namespace {

using eval::JointLines;
using eval::VariableLines;
using forge::Armature;

using Vector = std::array<double, 3>;

constexpr double kPixels = 16;  // a block
constexpr double kMiddle = 0.5;
// Axes up to this length do not turn.
constexpr float kShortestAxis = 1e-6F;
// Where lines are not exact, a stretch between samples gets more keys: so many,
// as long as a joint clip has no more than this.
constexpr size_t kKeysInAStretch = 16;
constexpr size_t kFewKeys = 128;

// ---- Variables --------------------------------------------------------------

bool IsGiven(const VariableLines& lines) { return !lines.samples().empty(); }

bool AnyIsGiven(const JointLines::Three& lines) {
  return std::ranges::any_of(lines, IsGiven);
}

bool AllAre(const JointLines::Three& lines, double value) {
  return std::ranges::all_of(
      lines, [value](const VariableLines& one) { return one.Is(value); });
}

bool Steps(const VariableLines& lines) {
  return lines.is_constant() || lines.has_steps();
}
bool AllStep(const JointLines::Three& lines) {
  return std::ranges::all_of(lines, Steps);
}

Vector ValuesAt(const JointLines::Three& lines, double time, double within) {
  Vector values{};
  for (size_t i = 0; i < 3; ++i) values[i] = lines[i].At(time, within);
  return values;
}

// ---- Rotations --------------------------------------------------------------

using Rotation = std::array<Vector, 3>;  // rows

Rotation RotationAbout(const Vector& axis, double angle) {
  const double length =
      std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  if (length < double{kShortestAxis}) {
    return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  }
  const double x = axis[0] / length;
  const double y = axis[1] / length;
  const double z = axis[2] / length;
  const auto [s, c] = eval::SineCosineOfDegrees(angle);
  const double d = 1 - c;
  return {{{c + x * x * d, x * y * d - z * s, x * z * d + y * s},
           {x * y * d + z * s, c + y * y * d, y * z * d - x * s},
           {x * z * d - y * s, y * z * d + x * s, c + z * z * d}}};
}

// Angle of a vector, in degrees from -180 to 180; the same bits everywhere.
double AngleOf(double y, double x) {
  const double length = std::sqrt(x * x + y * y);
  if (length == 0) return 0;
  const double up = std::abs(y) / length;
  const double along = std::abs(x) / length;
  double angle = up <= along ? DegreesOfSine(up) : 90 - DegreesOfSine(along);
  if (x < 0) angle = 180 - angle;
  return y < 0 ? -angle : angle;
}

// `angles` with whole turns added, so that each is as near to that of `other`
// as can be; and how far they are apart then.
double BringNear(const Vector& other, Vector& angles) {
  double apart = 0;
  for (size_t i = 0; i < 3; ++i) {
    angles[i] += 360 * std::round((other[i] - angles[i]) / 360);
    apart += std::abs(other[i] - angles[i]);
  }
  return apart;
}

// Rz(z) Ry(y) Rx(x), as near to `other` as can be. Both have the signs of
// Bedrock's files.
Vector AnglesOf(const Rotation& r, const Vector& other) {
  const double cosine = std::sqrt(r[0][0] * r[0][0] + r[1][0] * r[1][0]);
  Vector angles = {0, -AngleOf(-r[2][0], cosine), 0};
  if (cosine < 1e-7) {
    // x and z turn about the same line.
    angles[0] = -AngleOf(-r[1][2], r[1][1]);
    BringNear(other, angles);
    return angles;
  }
  angles[0] = -AngleOf(r[2][1], r[2][2]);
  angles[2] = AngleOf(r[1][0], r[0][0]);
  Vector twin = {angles[0] + 180, 180 - angles[1], angles[2] + 180};
  const double apart = BringNear(other, angles);
  return BringNear(other, twin) < apart ? twin : angles;
}

// The coordinate axis about which a joint turns all the time; its sign.
struct Turn {
  size_t axis;
  double sign;
};

std::optional<Turn> OneAxis(const JointLines::Three& axis) {
  std::optional<Turn> turn;
  for (size_t i = 0; i < 3; ++i) {
    if (axis[i].Is(0)) continue;
    const auto [least, most] = std::ranges::minmax(axis[i].samples());
    if (turn || !(least > kShortestAxis || most < -kShortestAxis)) return {};
    turn = Turn{.axis = i, .sign = least > 0 ? 1.0 : -1.0};
  }
  return turn;
}

// ---- Keys -------------------------------------------------------------------

// Where a channel has keys: 0 and 1, and what is appended in between.
class Times {
 public:
  void Add(const JointLines::Three& lines) {
    for (const VariableLines& one : lines) Add(one);
  }
  void Add(const VariableLines& lines) {
    if (lines.is_constant()) return;
    moves_ = true;
    for (size_t i = 0; i < lines.bends(); ++i) times_.push_back(lines.Bend(i));
  }

  // All of them, ascending. More of them for channels that lines only come near
  // to. One alone if nothing moves.
  std::vector<double> Take(bool exact) {
    if (!moves_) return {0};
    times_.push_back(0);
    times_.push_back(1);
    std::ranges::sort(times_);
    times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
    const size_t stretches = times_.size() - 1;
    const size_t pieces =
        exact ? 1
              : std::clamp<size_t>(kFewKeys / stretches, 1, kKeysInAStretch);
    if (pieces == 1) return std::move(times_);
    std::vector<double> more;
    for (size_t i = 0; i < stretches; ++i) {
      for (size_t k = 0; k < pieces; ++k) {
        const double p = static_cast<double>(k) / static_cast<double>(pieces);
        more.push_back(times_[i] + (times_[i + 1] - times_[i]) * p);
      }
    }
    more.push_back(1);
    return more;
  }

 private:
  std::vector<double> times_;
  bool moves_ = false;
};

// Without the sign of -0.
BedrockVector Rounded(const Vector& value) {
  return {static_cast<float>(value[0]) + 0.0F,
          static_cast<float>(value[1]) + 0.0F,
          static_cast<float>(value[2]) + 0.0F};
}

// `value` is asked for both ends of each piece, from the first to the last:
// value(time, within), as VariableLines::At().
template <typename Value>
std::vector<BedrockKey> KeysAt(const std::vector<double>& times, Value value) {
  std::vector<BedrockKey> keys;
  keys.reserve(times.size());
  for (const double time : times) keys.push_back({.time = time});
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    const double within = (keys[i].time + keys[i + 1].time) / 2;
    keys[i].after = Rounded(value(keys[i].time, within));
    keys[i + 1].before = Rounded(value(keys[i + 1].time, within));
  }
  if (keys.size() == 1) keys[0].after = Rounded(value(0, 0));
  keys.front().before = keys.front().after;
  if (keys.size() > 1) keys.back().after = keys.back().before;
  return keys;
}

// The largest off(time, value) of the lines between keys.
template <typename Off>
double LargestBetween(const std::vector<BedrockKey>& keys, Off off) {
  double largest = 0;
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    for (const double p : {0.25, 0.5, 0.75}) {
      Vector value{};
      for (size_t c = 0; c < 3; ++c) {
        value[c] = keys[i].after[c] * (1 - p) + keys[i + 1].before[c] * p;
      }
      largest = std::max(
          largest, off(keys[i].time * (1 - p) + keys[i + 1].time * p, value));
    }
  }
  return largest;
}

Rotation Product(const Rotation& a, const Rotation& b) {
  Rotation product{};
  for (size_t row = 0; row < 3; ++row) {
    for (size_t column = 0; column < 3; ++column) {
      for (size_t i = 0; i < 3; ++i) {
        product[row][column] += a[row][i] * b[i][column];
      }
    }
  }
  return product;
}

// The rotation by angles with the signs of Bedrock's files.
Rotation RotationOf(const Vector& angles) {
  return Product(RotationAbout({0, 0, 1}, angles[2]),
                 Product(RotationAbout({0, 1, 0}, -angles[1]),
                         RotationAbout({1, 0, 0}, -angles[0])));
}

void AddRotation(const JointLines& lines, bool measure, BedrockKeys& keys) {
  if (!IsGiven(lines.angle) || AllAre(lines.axis, 0)) return;
  Times times;
  times.Add(lines.angle);
  if (const std::optional<Turn> turn = OneAxis(lines.axis)) {
    // In the file x and y turn the other way.
    const double sign = turn->axis == 2 ? turn->sign : -turn->sign;
    keys.rotation = KeysAt(times.Take(true), [&](double time, double within) {
      Vector angles{};
      angles[turn->axis] = sign * lines.angle.At(time, within);
      return angles;
    });
    return;
  }
  times.Add(lines.axis);
  keys.rotation_is_exact = Steps(lines.angle) && AllStep(lines.axis);
  Vector last{};
  keys.rotation = KeysAt(
      times.Take(keys.rotation_is_exact), [&](double time, double within) {
        last = AnglesOf(RotationAbout(ValuesAt(lines.axis, time, within),
                                      lines.angle.At(time, within)),
                        last);
        return last;
      });
  if (!measure || keys.rotation_is_exact) return;
  keys.rotation_off =
      LargestBetween(keys.rotation, [&](double time, const Vector& angles) {
        const Rotation shown = RotationOf(angles);
        const Rotation meant = RotationAbout(ValuesAt(lines.axis, time, time),
                                             lines.angle.At(time, time));
        // The scale multiplies the error.
        const Vector scale = ValuesAt(lines.scale, time, time);
        double off = 0;
        for (size_t row = 0; row < 3; ++row) {
          for (size_t c = 0; c < 3; ++c) {
            off = std::max(off, std::abs(scale[c]) *
                                    std::abs(shown[row][c] - meant[row][c]));
          }
        }
        return off;
      });
}

Vector InPixels(const Vector& blocks) {
  return {-kPixels * blocks[0], kPixels * blocks[1], kPixels * blocks[2]};
}

// With another origin than the middle the position does what that would do.
void AddPosition(const JointLines& lines, bool measure, BedrockKeys& keys) {
  Times times;
  times.Add(lines.offset);
  const bool still = keys.rotation.empty() && AllAre(lines.scale, 1);
  if (still || AllAre(lines.origin, kMiddle)) {
    if (!AnyIsGiven(lines.offset)) return;
    keys.position = KeysAt(times.Take(true), [&](double time, double within) {
      return InPixels(ValuesAt(lines.offset, time, within));
    });
    return;
  }
  times.Add(lines.origin);
  times.Add(lines.scale);
  times.Add(lines.axis);
  times.Add(lines.angle);
  keys.position_is_exact = (Steps(lines.angle) || keys.rotation.empty()) &&
                           AllStep(lines.axis) && AllStep(lines.scale) &&
                           AllStep(lines.origin);
  const auto place = [&](double time, double within) {
    const Rotation r = RotationAbout(ValuesAt(lines.axis, time, within),
                                     lines.angle.At(time, within));
    const Vector scale = ValuesAt(lines.scale, time, within);
    Vector away = ValuesAt(lines.origin, time, within);
    for (double& a : away) a -= kMiddle;
    Vector moved = ValuesAt(lines.offset, time, within);
    for (size_t row = 0; row < 3; ++row) {
      moved[row] += away[row];
      for (size_t c = 0; c < 3; ++c) {
        moved[row] -= r[row][c] * scale[c] * away[c];
      }
    }
    return InPixels(moved);
  };
  keys.position = KeysAt(times.Take(keys.position_is_exact), place);
  if (!measure || keys.position_is_exact) return;
  keys.position_off =
      LargestBetween(keys.position, [&](double time, const Vector& shown) {
        const Vector meant = place(time, time);
        double off = 0;
        for (size_t i = 0; i < 3; ++i) {
          off = std::max(off, std::abs(shown[i] - meant[i]) / kPixels);
        }
        return off;
      });
}

void AddScale(const JointLines& lines, BedrockKeys& keys) {
  if (!AnyIsGiven(lines.scale)) return;
  Times times;
  times.Add(lines.scale);
  keys.scale = KeysAt(times.Take(true), [&](double time, double within) {
    return ValuesAt(lines.scale, time, within);
  });
}

}  // namespace

BedrockKeys BedrockKeysOf(const Armature& armature, const Armature::Clip& clip,
                          const Armature::JointClip& joint, bool measure) {
  const JointLines lines(armature, clip, joint);
  BedrockKeys keys;
  AddRotation(lines, measure, keys);
  AddPosition(lines, measure, keys);
  AddScale(lines, keys);
  return keys;
}

}  // namespace clipguard::actions
