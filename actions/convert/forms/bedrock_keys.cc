// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/forms/bedrock_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "actions/motion/angle.h"
#include "eval/machine/pose.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {
namespace {

using forge::Armature;
using forge::Interpolation;
using forge::Variable;

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

// A variable over time, in pieces between the times at which it bends or jumps.
class Track {
 public:
  Track(const Armature& armature, const Armature::Clip& clip,
        const Armature::VariableClip& variable)
      : samples_(armature.Samples(variable)),
        nearest_(variable.interpolation == Interpolation::kNearest),
        constant_(std::ranges::all_of(
            samples_, [&](float s) { return s == samples_.front(); })),
        stretches_(clip.loop || samples_.empty() ? samples_.size()
                                                 : samples_.size() - 1) {
    if (variable.variable == Variable::kAngle && !nearest_) Unwind();
  }

  bool constant() const { return constant_; }
  bool steps() const { return constant_ || nearest_; }
  std::span<const float> samples() const { return samples_; }
  bool Is(float value) const { return constant_ && samples_.front() == value; }

  // Appends the times at which it may bend or jump, without 0 and 1.
  void AppendTimes(std::vector<double>& times) const {
    if (constant_) return;
    const double shift = nearest_ ? 0.5 : 0;
    for (size_t i = nearest_ ? 0 : 1; i < stretches_; ++i) {
      times.push_back((static_cast<double>(i) + shift) /
                      static_cast<double>(stretches_));
    }
  }

  // The value at a time, as the piece has it in which `within` lies.
  double At(double time, double within) const {
    if (constant_) return samples_.front();
    const auto stretches = static_cast<double>(stretches_);
    const size_t i =
        std::min(static_cast<size_t>(within * stretches), stretches_ - 1);
    const size_t next = i + 1 == samples_.size() ? 0 : i + 1;
    if (nearest_) {
      const bool first = within * stretches - static_cast<double>(i) < 0.5;
      return samples_[first ? i : next];
    }
    const double p =
        std::clamp(time * stretches - static_cast<double>(i), 0.0, 1.0);
    const double from = unwound_.empty() ? samples_[i] : unwound_[i];
    const double to = unwound_.empty() ? samples_[next] : unwound_[i + 1];
    return from * (1 - p) + to * p;
  }

 private:
  // Angles go the short way round: each is shifted by whole turns to where the
  // way from the one before ends.
  void Unwind() {
    if (constant_) return;
    unwound_.push_back(std::fmod(double{samples_.front()}, 360.0));
    for (size_t i = 0; i < stretches_; ++i) {
      const float from = samples_[i];
      const float to = samples_[i + 1 == samples_.size() ? 0 : i + 1];
      const double way = eval::ShortWay(from, to);
      const double end = unwound_.back() + way;
      const double turn = std::fmod(double{to}, 360.0);
      unwound_.push_back(turn + 360 * std::round((end - turn) / 360));
    }
  }

  std::span<const float> samples_;
  bool nearest_;
  bool constant_;
  size_t stretches_;
  std::vector<double> unwound_;  // of linear angles
};

// A joint's variables, the last word of `scale` and `scale_x` heard.
class Tracks {
 public:
  Tracks(const Armature& armature, const Armature::Clip& clip,
         const Armature::JointClip& joint) {
    for (const Armature::VariableClip& variable : armature.Variables(joint)) {
      if (armature.Samples(variable).empty()) continue;
      forge::SetVariable(variable.variable, Track(armature, clip, variable),
                         *this);
    }
  }

  using Three = std::array<std::optional<Track>, 3>;
  Three offset;
  Three axis;
  Three scale;
  Three origin;
  std::optional<Track> angle;
};

bool Any(const Tracks::Three& tracks) {
  return std::ranges::any_of(tracks, [](const auto& t) { return !!t; });
}

bool AllAre(const Tracks::Three& tracks, float value) {
  return std::ranges::all_of(
      tracks, [value](const auto& t) { return !t || t->Is(value); });
}

bool Steps(const Tracks::Three& tracks) {
  return std::ranges::all_of(tracks,
                             [](const auto& t) { return !t || t->steps(); });
}

Vector ValuesAt(const Tracks::Three& tracks, double otherwise, double time,
                double within) {
  Vector values{};
  for (size_t i = 0; i < 3; ++i) {
    const std::optional<Track>& track = tracks[i];
    values[i] = track ? track->At(time, within) : otherwise;
  }
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

std::optional<Turn> OneAxis(const Tracks::Three& axis) {
  std::optional<Turn> turn;
  for (size_t i = 0; i < 3; ++i) {
    const std::optional<Track>& part = axis[i];
    if (!part || part->Is(0)) continue;
    const auto [least, most] = std::ranges::minmax(part->samples());
    if (turn || !(least > kShortestAxis || most < -kShortestAxis)) return {};
    turn = Turn{.axis = i, .sign = least > 0 ? 1.0 : -1.0};
  }
  return turn;
}

// ---- Keys -------------------------------------------------------------------

// Where a channel has keys: 0 and 1, and what is appended in between.
class Times {
 public:
  void Add(const Tracks::Three& tracks) {
    for (const auto& track : tracks) {
      if (track) Add(*track);
    }
  }
  void Add(const Track& track) {
    moves_ = moves_ || !track.constant();
    track.AppendTimes(times_);
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
// value(time, within), as of Track.
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

void AddRotation(const Tracks& tracks, bool measure, BedrockKeys& keys) {
  if (!tracks.angle || AllAre(tracks.axis, 0)) return;
  Times times;
  times.Add(*tracks.angle);
  if (const std::optional<Turn> turn = OneAxis(tracks.axis)) {
    // In the file x and y turn the other way.
    const double sign = turn->axis == 2 ? turn->sign : -turn->sign;
    keys.rotation = KeysAt(times.Take(true), [&](double time, double within) {
      Vector angles{};
      angles[turn->axis] = sign * tracks.angle->At(time, within);
      return angles;
    });
    return;
  }
  times.Add(tracks.axis);
  keys.rotation_is_exact = tracks.angle->steps() && Steps(tracks.axis);
  Vector last{};
  keys.rotation = KeysAt(
      times.Take(keys.rotation_is_exact), [&](double time, double within) {
        last = AnglesOf(RotationAbout(ValuesAt(tracks.axis, 0, time, within),
                                      tracks.angle->At(time, within)),
                        last);
        return last;
      });
  if (!measure || keys.rotation_is_exact) return;
  keys.rotation_off =
      LargestBetween(keys.rotation, [&](double time, const Vector& angles) {
        const Rotation shown = RotationOf(angles);
        const Rotation meant = RotationAbout(
            ValuesAt(tracks.axis, 0, time, time), tracks.angle->At(time, time));
        // The scale multiplies the error.
        const Vector scale = ValuesAt(tracks.scale, 1, time, time);
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
void AddPosition(const Tracks& tracks, bool measure, BedrockKeys& keys) {
  Times times;
  times.Add(tracks.offset);
  const bool still = keys.rotation.empty() && AllAre(tracks.scale, 1);
  if (still || AllAre(tracks.origin, kMiddle)) {
    if (!Any(tracks.offset)) return;
    keys.position = KeysAt(times.Take(true), [&](double time, double within) {
      return InPixels(ValuesAt(tracks.offset, 0, time, within));
    });
    return;
  }
  times.Add(tracks.origin);
  times.Add(tracks.scale);
  times.Add(tracks.axis);
  if (tracks.angle) times.Add(*tracks.angle);
  keys.position_is_exact =
      (!tracks.angle || tracks.angle->steps() || keys.rotation.empty()) &&
      Steps(tracks.axis) && Steps(tracks.scale) && Steps(tracks.origin);
  const auto place = [&](double time, double within) {
    const Rotation r =
        RotationAbout(ValuesAt(tracks.axis, 0, time, within),
                      tracks.angle ? tracks.angle->At(time, within) : 0);
    const Vector scale = ValuesAt(tracks.scale, 1, time, within);
    Vector away = ValuesAt(tracks.origin, kMiddle, time, within);
    for (double& a : away) a -= kMiddle;
    Vector moved = ValuesAt(tracks.offset, 0, time, within);
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

void AddScale(const Tracks& tracks, BedrockKeys& keys) {
  if (!Any(tracks.scale)) return;
  Times times;
  times.Add(tracks.scale);
  keys.scale = KeysAt(times.Take(true), [&](double time, double within) {
    return ValuesAt(tracks.scale, 1, time, within);
  });
}

}  // namespace

BedrockKeys BedrockKeysOf(const Armature& armature, const Armature::Clip& clip,
                          const Armature::JointClip& joint, bool measure) {
  const Tracks tracks(armature, clip, joint);
  BedrockKeys keys;
  AddRotation(tracks, measure, keys);
  AddPosition(tracks, measure, keys);
  AddScale(tracks, keys);
  return keys;
}

}  // namespace clipguard::actions
