// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/joint_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <queue>
#include <span>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/scene.h"
#include "actions/motion/vector.h"
#include "base/numbers.h"
#include "eval/machine/pose.h"
#include "eval/machine/variable_lines.h"
#include "parser/forge/armature.h"

namespace clipguard::actions::gltf {
namespace {

using eval::JointLines;
using eval::LinePieces;
using eval::VariableLines;
using forge::Armature;
using Line = VariableLines::Line;
using Axis = std::array<double, 3>;
using Quaternion = std::array<double, 4>;

// Axes shorter than this do not turn.
constexpr double kShortestAxis = 1e-6;
constexpr double kLongestArc = 90;
constexpr double kNothingProven = 180;
// Largest number of pieces of a stretch between two samples. Memory is a
// multiple of this.
constexpr size_t kMostPieces = 256;
// Error of the game's sums in float32, as a share of the largest sample.
constexpr double kNoise = 0x1p-22;
constexpr double kLargest = std::numeric_limits<float>::max();
// For what is computed here in double.
constexpr double kAbove = 1.0001;

double Length(const Axis& a) { return std::sqrt(Dot(a, a)); }

Axis Cross(const Axis& a, const Axis& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
          a[0] * b[1] - a[1] * b[0]};
}

Axis Between(const Axis& a, const Axis& b, double u) {
  Axis v;
  for (size_t i = 0; i < 3; ++i) v[i] = a[i] * (1 - u) + b[i] * u;
  return v;
}

Quaternion RotationAbout(const Axis& axis, double angle) {
  const double length = Length(axis);
  if (length < kShortestAxis) return {0, 0, 0, 1};
  const auto [sine, cosine] = eval::SineCosineOfDegrees(angle / 2);
  return {axis[0] / length * sine, axis[1] / length * sine,
          axis[2] / length * sine, cosine};
}

bool AllSteps(std::span<const VariableLines* const> lines) {
  return std::ranges::all_of(lines, &VariableLines::has_steps);
}

// ---- Keyframes --------------------------------------------------------------

// Writes stretches of lines, or what holds from their begin on, one after the
// other. Where two do not meet, the earlier one ends at the float32 before.
template <size_t kCount>
class JointTrackWriter {
 public:
  using Value = std::array<float, kCount>;

  // REQUIRES: the keyframes are empty.
  JointTrackWriter(bool steps, Keyframes& keys) : steps_(steps), keys_(keys) {
    keys_.interpolation = steps ? Interpolation::kStep : Interpolation::kLinear;
  }

  void AddStretch(double begin, double end, const Value& from,
                  const Value& to) {
    if (steps_ && count() != 0 && value_ == from) return;
    Put(static_cast<float>(begin), from);
    if (!steps_) Put(static_cast<float>(end), to);
  }

  size_t count() const { return keys_.times.size(); }

 private:
  void Put(float time, const Value& value) {
    if (count() != 0 && time <= keys_.times.back()) {
      if (value_ == value) return;
      const float before = std::nextafter(time, -1.0f);
      if (steps_ || count() < 2 || keys_.times[count() - 2] >= before) {
        keys_.values.RemoveLast(kCount);
        PutValue(value);
        return;
      }
      keys_.times.back() = before;
    }
    keys_.times.push_back(time);
    PutValue(value);
  }

  void PutValue(const Value& value) {
    value_ = value;
    for (const float part : value) keys_.values.push_back(part);
  }

  const bool steps_;
  Keyframes& keys_;
  Value value_ = {};  // of the last keyframe
};

// Sums of variables, one for each coordinate.
using Sums = std::array<std::vector<const VariableLines*>, 3>;

std::vector<const VariableLines*> AllOf(const Sums& sums) {
  std::vector<const VariableLines*> all;
  for (const auto& sum : sums) all.insert(all.end(), sum.begin(), sum.end());
  return all;
}

// False if a value is not finite.
bool WriteSums(const Sums& sums, float sign, Keyframes& keys) {
  const std::vector<const VariableLines*> all = AllOf(sums);
  JointTrackWriter<3> writer(AllSteps(all), keys);
  for (LinePieces pieces(all); pieces.Next();) {
    std::array<float, 3> from;
    std::array<float, 3> to;
    for (size_t c = 0; c < 3; ++c) {
      Line sum = {0, 0};
      for (const VariableLines* lines : sums[c]) {
        const Line line = lines->On(pieces.begin(), pieces.end());
        sum = {sum.from + line.from, sum.to + line.to};
      }
      if (!(std::abs(sum.from) <= kLargest && std::abs(sum.to) <= kLargest)) {
        return false;
      }
      from[c] = sign * static_cast<float>(sum.from);
      to[c] = sign * static_cast<float>(sum.to);
    }
    writer.AddStretch(pieces.begin(), pieces.end(), from, to);
  }
  return true;
}

// ---- Rotations --------------------------------------------------------------

// A stretch in which the axis and the angle are lines.
struct JointTurn {
  Axis axis_from;
  Axis axis_to;
  Line angle;

  Axis AxisAt(double u) const { return Between(axis_from, axis_to, u); }
  double AngleAt(double u) const { return angle.from * (1 - u) + angle.to * u; }
};

// How far a rotation is off, in degrees, that has the game's axis in float32:
// of this length or more, and made of samples up to the largest.
double AxisNoise(double largest, double length) {
  return 2 * kNoise * largest / length * kDegrees;
}

// How far an arc between two times is from the rotation, in degrees.
// `largest` is as above.
double ArcBound(const JointTurn& turn, double begin, double end,
                double largest) {
  const Axis a = turn.AxisAt(begin);
  const Axis b = turn.AxisAt(end);
  const Axis change = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const double length = Length(change);
  const double area = Length(Cross(a, b));
  double least = area / length;
  if (Dot(a, change) >= 0) {
    least = Length(a);
  } else if (Dot(b, change) <= 0) {
    least = Length(b);
  }
  least /= kAbove;
  if (!(least > kShortestAxis)) return kNothingProven;
  const double angle =
      std::abs(turn.angle.to - turn.angle.from) * (end - begin) * (kPi / 180);
  const double rate = area / (least * least);
  const double change_of_rate = 2 * area * length / (least * least * least);
  const double second =
      angle * angle / 2 + angle * rate + 2 * rate * rate + change_of_rate;
  // Beyond, the arc might be the longer one.
  if (!(second * kAbove <= 1)) return kNothingProven;
  // For |q - g| up to 1/8, the angle is at most 1.001 times as large.
  return second / 8 * 2 * 1.001 * kAbove * kDegrees + AxisNoise(largest, least);
}

absl::Status NotFinite() {
  return absl::InvalidArgumentError("numbers that are not finite");
}

class TurnWriter {
 public:
  TurnWriter(const JointLines& lines, double degrees, uint64_t most_times,
             Keyframes& keys)
      : lines_(lines),
        most_times_(most_times),
        all_({&lines.axis[0], &lines.axis[1], &lines.axis[2], &lines.angle}),
        largest_axis_(Length({lines.axis[0].largest(), lines.axis[1].largest(),
                              lines.axis[2].largest()})),
        angle_noise_(kNoise * (lines.angle.largest() + 180)),
        degrees_(degrees - angle_noise_),
        writer_(AllSteps(all_), keys) {}

  // InvalidArgument if a value is not finite, ResourceExhausted if there are
  // too many keyframes.
  absl::Status Write() {
    for (LinePieces pieces(all_); pieces.Next();) {
      const double begin = pieces.begin();
      const double end = pieces.end();
      JointTurn turn;
      turn.angle = lines_.angle.On(begin, end);
      for (size_t c = 0; c < 3; ++c) {
        const Line line = lines_.axis[c].On(begin, end);
        turn.axis_from[c] = line.from;
        turn.axis_to[c] = line.to;
      }
      const double sum = Dot(turn.axis_from, Axis{1, 1, 1}) +
                         Dot(turn.axis_to, Axis{1, 1, 1}) + turn.angle.from +
                         turn.angle.to;
      if (!std::isfinite(sum)) return NotFinite();
      Write(turn, begin, end);
      if (writer_.count() > most_times_) {
        return absl::ResourceExhaustedError("too many keyframes");
      }
    }
    return absl::OkStatus();
  }

  double bound() const { return turns_ ? bound_ + angle_noise_ : 0; }

 private:
  struct Piece {
    double begin;
    double end;
    double bound;
    friend bool operator<(const Piece& a, const Piece& b) {
      return a.bound < b.bound;
    }
  };

  void Write(const JointTurn& turn, double begin, double end) {
    const double from = Length(turn.axis_from);
    const double to = Length(turn.axis_to);
    const bool none = turn.angle.from == 0 && turn.angle.to == 0;
    if (none || (from < kShortestAxis && to < kShortestAxis)) {
      Add(turn, begin, end, {{0, 1, 0}}, /*turns=*/false);
      return;
    }
    turns_ = true;
    const bool fixed = turn.axis_from == turn.axis_to ||
                       (from > kShortestAxis && to > kShortestAxis &&
                        Dot(turn.axis_from, turn.axis_to) > 0 &&
                        Length(Cross(turn.axis_from, turn.axis_to)) == 0);
    std::vector<Piece> pieces;
    if (fixed) {
      bound_ = std::max(bound_, AxisNoise(largest_axis_, std::min(from, to)));
      const double count = std::max(
          1.0,
          std::ceil(std::abs(turn.angle.to - turn.angle.from) / kLongestArc));
      for (double i = 0; i < count; ++i) {
        pieces.push_back({i / count, (i + 1) / count, 0});
      }
    } else {
      pieces = Cut(turn);
    }
    Add(turn, begin, end, pieces, /*turns=*/true);
  }

  // Always the worst one is halved.
  std::vector<Piece> Cut(const JointTurn& turn) {
    std::priority_queue<Piece> queue;
    const auto add = [&](double begin, double end) {
      queue.push({begin, end, ArcBound(turn, begin, end, largest_axis_)});
    };
    add(0, 1);
    while (queue.top().bound > degrees_ && queue.size() < kMostPieces) {
      const Piece worst = queue.top();
      queue.pop();
      const double middle = (worst.begin + worst.end) / 2;
      add(worst.begin, middle);
      add(middle, worst.end);
    }
    bound_ = std::max(bound_, queue.top().bound);
    std::vector<Piece> pieces;
    while (!queue.empty()) {
      pieces.push_back(queue.top());
      queue.pop();
    }
    std::ranges::sort(pieces, {}, &Piece::begin);
    return pieces;
  }

  void Add(const JointTurn& turn, double begin, double end,
           const std::vector<Piece>& pieces, bool turns) {
    const double length = end - begin;
    for (const Piece& piece : pieces) {
      const double last = piece.end == 1 ? end : begin + piece.end * length;
      const auto from = At(turn, piece.begin, turns);
      const auto to = At(turn, piece.end, turns);
      writer_.AddStretch(begin + piece.begin * length, last, from, to);
    }
  }

  // Next to the last one, of the two quaternions that are the same rotation.
  std::array<float, 4> At(const JointTurn& turn, double u, bool turns) {
    Quaternion q = {0, 0, 0, 1};
    if (turns) q = RotationAbout(turn.AxisAt(u), turn.AngleAt(u));
    double dot = 0;
    for (size_t c = 0; c < 4; ++c) dot += q[c] * last_[c];
    for (double& part : q) part = dot < 0 ? -part : part + 0.0;
    last_ = q;
    return {static_cast<float>(q[0]), static_cast<float>(q[1]),
            static_cast<float>(q[2]), static_cast<float>(q[3])};
  }

  const JointLines& lines_;
  const uint64_t most_times_;
  const std::array<const VariableLines*, 4> all_;
  const double largest_axis_;
  const double angle_noise_;
  const double degrees_;
  JointTrackWriter<4> writer_;
  Quaternion last_ = {0, 0, 0, 1};
  double bound_ = 0;
  bool turns_ = false;
};

}  // namespace

absl::StatusOr<JointTracks> TracksOfJoint(const Armature& armature,
                                          const Armature::Clip& clip,
                                          const Armature::JointClip& joint,
                                          double degrees, uint64_t most_times) {
  const JointLines lines(armature, clip, joint);
  Sums move;
  Sums back;
  Sums size;
  for (size_t c = 0; c < 3; ++c) {
    move[c] = {&lines.origin[c], &lines.offset[c]};
    back[c] = {&lines.origin[c]};
    size[c] = {&lines.scale[c]};
  }
  JointTracks tracks;
  if (!WriteSums(move, 1, tracks.move) || !WriteSums(back, -1, tracks.back) ||
      !WriteSums(size, 1, tracks.size)) {
    return NotFinite();
  }
  TurnWriter turn(lines, degrees, most_times, tracks.turn);
  if (absl::Status s = turn.Write(); !s.ok()) return s;
  tracks.degrees = std::min(turn.bound(), kNothingProven);
  return tracks;
}

}  // namespace clipguard::actions::gltf
