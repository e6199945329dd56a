// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/rig/pieces.h"
#include "base/byte_cursor.h"
#include "base/numbers.h"
#include "eval/curve/curve.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {
namespace {

using mrtk::CurveView;
using Components = Piece::Components;

// Largest of Hermite's polynomials of slopes.
constexpr double kSlopeShare = 4.0 / 27;
// Where nothing can be proven, pieces get no shorter.
constexpr double kShortest = 1e-4;  // seconds
// Nor is one piece halved more often.
constexpr size_t kMostHalves = 1000;
// Quaternions no longer than this count as zero: less than any that float32
// has.
constexpr double kLeastLength = 1e-60;
// Sums of rounding in double, as a share.
constexpr double kSlack = 1 + 1e-12;
// The fit's tolerance is made smaller so often where rotations need it.
constexpr int kTries = 4;
constexpr double kFiner = 1.0 / 16;

// Signs of the components after mirroring z.
constexpr std::array<float, 3> kPositionSigns = {1, 1, -1};
constexpr std::array<float, 4> kRotationSigns = {-1, -1, 1, 1};

double Length(const Components& v) {
  double sum = 0;
  for (const double c : v) sum += c * c;
  return std::sqrt(sum);
}

// Rounds a piece to float32. Returns the largest change of each component.
Components Round(Piece& piece, size_t components) {
  Components changed = {};
  for (size_t c = 0; c < components; ++c) {
    const double left = NearestFloat(piece.left[c]);
    const double right = NearestFloat(piece.right[c]);
    const double left_slope = NearestFloat(piece.left_slope[c]);
    const double right_slope = NearestFloat(piece.right_slope[c]);
    changed[c] = std::max(std::abs(left - piece.left[c]),
                          std::abs(right - piece.right[c])) +
                 kSlopeShare * piece.duration() *
                     (std::abs(left_slope - piece.left_slope[c]) +
                      std::abs(right_slope - piece.right_slope[c]));
    piece.left[c] = left;
    piece.right[c] = right;
    piece.left_slope[c] = left_slope;
    piece.right_slope[c] = right_slope;
  }
  return changed;
}

// Appends keyframes. Pieces come one after the other.
class TrackWriter {
 public:
  TrackWriter(Track& track, std::span<const float> signs)
      : track_(track), signs_(signs) {}

  void Begin(float time, const Components& value) {
    track_.times.push_back(time + 0.0f);
    const size_t tangents = is_cubic() ? signs_.size() : 0;
    track_.values.Append(tangents, 0);
    Push(value);
    track_.values.Append(tangents, 0);
  }

  // REQUIRES: it begins where the last one ended, and is rounded.
  void Add(const Piece& piece) {
    track_.times.push_back(piece.end);
    if (is_cubic()) {
      track_.values.RemoveLast(signs_.size());
      Push(piece.left_slope);
      Push(piece.right_slope);
    }
    Push(piece.right);
    if (is_cubic()) track_.values.Append(signs_.size(), 0);
  }

 private:
  bool is_cubic() const {
    return track_.interpolation == Interpolation::kCubicSpline;
  }
  void Push(const Components& value) {
    for (size_t c = 0; c < signs_.size(); ++c) {
      // Without -0: nobody expects it.
      track_.values.push_back(signs_[c] * NearestFloat(value[c]) + 0.0f);
    }
  }

  Track& track_;
  const std::span<const float> signs_;
};

// ---- Rotations --------------------------------------------------------------

// A piece of unit length at its ends, with the direction of `of`.
Piece UnitPiece(const Piece& of, double left_share, double right_share) {
  Piece unit = of;
  const double slope = (right_share - left_share) / of.duration();
  for (size_t c = 0; c < Piece::kMost; ++c) {
    unit.left[c] = of.left[c] * left_share;
    unit.right[c] = of.right[c] * right_share;
    unit.left_slope[c] = slope * of.left[c] + left_share * of.left_slope[c];
    unit.right_slope[c] = slope * of.right[c] + right_share * of.right_slope[c];
  }
  return unit;
}

// At most the length of the piece's values at any time; not above 0: nothing is
// known.
double LeastLength(const Piece& piece) {
  Components along;
  for (size_t c = 0; c < Piece::kMost; ++c) {
    along[c] = piece.left[c] + piece.right[c];
  }
  const double length = Length(along);
  if (!(length > kLeastLength)) return 0;
  const double third = piece.duration() / 3;
  std::array<double, 4> bernstein = {};
  for (size_t c = 0; c < Piece::kMost; ++c) {
    const double share = along[c] / length;
    bernstein[0] += share * piece.left[c];
    bernstein[1] += share * (piece.left[c] + third * piece.left_slope[c]);
    bernstein[2] += share * (piece.right[c] - third * piece.right_slope[c]);
    bernstein[3] += share * piece.right[c];
  }
  return *std::ranges::min_element(bernstein) / kSlack - 1e-15;
}

// The largest angle in degrees between rotations whose quaternions' directions
// have this sine between them, or any if that is not below 0.5: x / sqrt(1 - x
// x), the tangent, is no less than the angle.
double DegreesOf(double sine) {
  if (!(sine < 0.5)) return 180;
  return 2 * (sine / std::sqrt(1 - sine * sine)) * kDegrees * kSlack;
}

class RotationWriter {
 public:
  RotationWriter(Pieces& from, const TrackOptions& options, Track& track)
      : from_(from),
        degrees_(options.degrees),
        most_times_(options.most_times),
        track_(track),
        out_(track, kRotationSigns) {}

  void Write() {
    out_.Begin(from_.time(), Normalised(from_.value()));
    while (from_.has_next()) Add(from_.Next());
  }

  // Whether something is not close enough, and more keyframes would not help.
  bool stuck() const { return stuck_; }

 private:
  // The unit quaternion of `value`; the last one, if `value` is no rotation.
  Components Normalised(const Components& value) {
    const double length = Length(value);
    if (length > kLeastLength) {
      for (size_t c = 0; c < Piece::kMost; ++c) last_[c] = value[c] / length;
    }
    return last_;
  }

  struct Fitted {
    Piece
        piece;  // of unit length, rounded; without a duration if there is none
    double angle = 180;       // between its directions and those of the curves
    bool can_improve = true;  // whether halves may be closer
  };

  Fitted Fit(const Piece& piece) const {
    Fitted fitted;
    const double left = Length(piece.left);
    const double right = Length(piece.right);
    if (!(left > kLeastLength) || !(right > kLeastLength)) return fitted;
    const double left_share = 1 / left;
    const double right_share = 1 / right;
    // The part of the angle that the curves' own bounds cause cannot be
    // reduced.
    fitted.can_improve = DegreesOf(std::min(left_share, right_share) *
                                   Length(from_.bounds())) <= degrees_;
    Piece& unit = fitted.piece;
    unit = UnitPiece(piece, left_share, right_share);
    const Components rounding = Round(unit, Piece::kMost);
    const double most = std::max(left_share, right_share);
    const double h = piece.duration();
    Components off;
    for (size_t c = 0; c < Piece::kMost; ++c) {
      const double third_degree =
          2 * (piece.left[c] - piece.right[c]) +
          h * (piece.left_slope[c] + piece.right_slope[c]);
      // Rounding in double changes that by no more than this.
      const double noise =
          0x1p-48 * (std::abs(piece.left[c]) + std::abs(piece.right[c]) +
                     h * (std::abs(piece.left_slope[c]) +
                          std::abs(piece.right_slope[c])));
      off[c] = std::abs(right_share - left_share) *
                   (std::abs(third_degree) + noise) / 16 +
               most * (from_.bounds()[c] + noise) + rounding[c];
    }
    const double least = LeastLength(unit);
    if (least > 0) fitted.angle = DegreesOf(Length(off) / least);
    return fitted;
  }

  // Halves what is not good enough, without recursion: `rest` are the pieces
  // still to do, the next one last.
  void Add(const Piece& whole) {
    rest_.assign(1, whole);
    for (size_t done = 0; !rest_.empty(); ++done) {
      const Piece piece = rest_.back();
      rest_.pop_back();
      const Fitted fitted = Fit(piece);
      const float middle =
          static_cast<float>(double{piece.begin} + 0.5 * piece.duration());
      const bool is_long = piece.begin < middle && middle < piece.end &&
                           piece.duration() > kShortest && done < kMostHalves;
      const bool has_room = track_.times.size() < most_times_;
      const bool asks = fitted.angle > degrees_ && fitted.can_improve;
      stuck_ = stuck_ || (asks && !is_long);
      if (asks && is_long && has_room) {
        rest_.push_back(piece.Part(middle, piece.end));
        rest_.push_back(piece.Part(piece.begin, middle));
      } else if (fitted.angle < 180) {
        track_.bound = std::max(track_.bound, fitted.angle);
        Put(fitted.piece);
      } else {
        if (track_.unproven++ == 0) track_.first_unproven = piece.begin;
        Put(fitted.piece.begin < fitted.piece.end ? fitted.piece : Line(piece));
      }
    }
  }

  void Put(const Piece& unit) {
    last_ = unit.right;
    out_.Add(unit);
  }

  // A straight line from where the last piece ended.
  Piece Line(const Piece& piece) {
    Piece line{.begin = piece.begin, .end = piece.end, .left = last_};
    line.right = Normalised(piece.right);
    for (size_t c = 0; c < Piece::kMost; ++c) {
      line.left_slope[c] = (line.right[c] - line.left[c]) / piece.duration();
    }
    line.right_slope = line.left_slope;
    Round(line, Piece::kMost);
    return line;
  }

  Pieces& from_;
  const double degrees_;
  const size_t most_times_;
  Track& track_;
  TrackWriter out_;
  Components last_ = {0, 0, 0, 1};
  std::vector<Piece> rest_;
  bool stuck_ = false;
};

Interpolation InterpolationOf(const Pieces& pieces, bool can_be_lines) {
  if (!pieces.has_next()) return Interpolation::kLinear;
  return pieces.lines() && can_be_lines ? Interpolation::kLinear
                                        : Interpolation::kCubicSpline;
}

absl::StatusOr<Track> PositionFrom(std::span<const CurveView> curves,
                                   double tolerance,
                                   const TrackOptions& options) {
  auto pieces = Pieces::Of(curves, tolerance, options.most_times, options.off);
  if (!pieces.ok()) return pieces.status();
  Track track;
  if (pieces->empty()) return track;
  track.interpolation = InterpolationOf(*pieces, true);
  TrackWriter out(track, kPositionSigns);
  out.Begin(pieces->time(), pieces->value());
  Components rounding = {};
  for (size_t c = 0; c < kPositionSigns.size(); ++c) {
    rounding[c] =
        std::abs(NearestFloat(pieces->value()[c]) - pieces->value()[c]);
  }
  while (pieces->has_next()) {
    Piece piece = pieces->Next();
    // A line's slope is that between its ends, whatever they are rounded to.
    if (track.interpolation == Interpolation::kLinear) {
      piece.left_slope = piece.right_slope = {};
    }
    const Components changed = Round(piece, kPositionSigns.size());
    for (size_t c = 0; c < kPositionSigns.size(); ++c) {
      rounding[c] = std::max(rounding[c], changed[c]);
    }
    out.Add(piece);
  }
  for (size_t c = 0; c < kPositionSigns.size(); ++c) {
    const double bound = (pieces->bounds()[c] + rounding[c]) * kSlack;
    if (bound > track.bound) {
      track.bound = bound;
      track.farthest = c;
    }
  }
  return track;
}

// A curve of the first sixteenth of the keys.
template <typename Key>
CurveView BeginningOf(const CurveView& curve) {
  PackedSpan<Key> keys;
  ByteCursor in(curve.key_bytes());
  if (!in.ReadPacked((curve.size() + 15) / 16, &keys)) return {};
  return {keys, curve.pre_wrap(), curve.post_wrap()};
}

CurveView Beginning(const CurveView& curve) {
  return curve.layout() == mrtk::KeyLayout::kFull
             ? BeginningOf<mrtk::Keyframe>(curve)
             : BeginningOf<mrtk::CompactKey>(curve);
}

// `stuck`: in places it is not close enough, and finer pieces would not help.
absl::StatusOr<Track> RotationFrom(std::span<const CurveView> curves,
                                   const TrackOptions& options, int tries,
                                   bool& stuck) {
  Track track;
  stuck = false;
  // Four components within this are within the angle, if the length is 1: half
  // of it is left for the rest.
  double tolerance = options.degrees * (kPi / 180) / 8;
  for (int i = 0; i < tries; ++i, tolerance *= kFiner) {
    auto pieces =
        Pieces::Of(curves, tolerance, options.most_times, options.off);
    // A closer try may need too many, and help as little.
    if (stuck && absl::IsResourceExhausted(pieces.status())) break;
    if (!pieces.ok()) return pieces.status();
    track = {};
    track.interpolation = InterpolationOf(*pieces, false);
    RotationWriter writer(*pieces, options, track);
    writer.Write();
    stuck = writer.stuck();
    const bool good = track.bound <= options.degrees && track.unproven == 0;
    if (good || pieces->lines()) break;
  }
  // A single keyframe's rounding.
  if (track.times.size() == 1) track.bound = DegreesOf(0x1p-23);
  return track;
}

}  // namespace

absl::StatusOr<Track> PositionTrack(std::span<const CurveView> curves,
                                    const TrackOptions& options) {
  const double wanted = options.tolerance;
  auto track = PositionFrom(curves, wanted, options);
  if (!track.ok() || track->bound <= wanted) return track;
  // A piece that is cut at time 0 is rounded, too: a closer fit leaves room for
  // that.
  const double excess = track->bound - wanted;
  if (track->interpolation == Interpolation::kLinear || excess > wanted / 4) {
    return track;
  }
  auto closer = PositionFrom(curves, wanted - 2 * excess, options);
  return closer.ok() && closer->bound <= wanted ? std::move(closer)
                                                : std::move(track);
}

absl::StatusOr<Track> RotationTrack(std::span<const CurveView> curves,
                                    const TrackOptions& options) {
  if (std::ranges::all_of(curves, &CurveView::IsZero)) return Track();
  bool stuck = false;
  auto track = RotationFrom(curves, options, kTries, stuck);
  if (track.ok() || !absl::IsResourceExhausted(track.status())) return track;
  // With more keyframes, would it be close enough? Not if the beginning alone
  // is not.
  std::vector<CurveView> beginning;
  for (const CurveView& curve : curves) beginning.push_back(Beginning(curve));
  if (RotationFrom(beginning, options, 1, stuck).ok() && stuck) {
    return absl::InvalidArgumentError(
        absl::StrFormat("in places this is not held within %g degrees by any "
                        "number of keyframes",
                        options.degrees));
  }
  return track;
}

Track SampledTrack(std::span<const CurveView> curves,
                   std::span<const float> times, double largest) {
  Track track;
  const bool rotation = curves.size() == kRotationSigns.size();
  if (std::ranges::all_of(curves, &CurveView::empty) ||
      (rotation && std::ranges::all_of(curves, &CurveView::IsZero))) {
    return track;
  }
  track.times = FloatList(times);
  std::vector<std::vector<float>> samples;
  for (const CurveView& curve : curves) {
    std::vector<float>& values = samples.emplace_back(times.size());
    if (curves.size() > 1 && IsSound(curve)) {
      eval::SampleCurve(curve, times, values);
      continue;
    }
    // Each kernel would find another key.
    std::ranges::transform(times, values.begin(), [&](float time) {
      if (curves.size() > 1) return eval::SampleCurve(curve, time);
      return eval::SampleBoolean(curve, time) ? 1.0f : 0.0f;
    });
  }
  if (curves.size() == 1) track.interpolation = Interpolation::kStep;
  Components last = {0, 0, 0, 1};
  for (size_t i = 0; i < times.size(); ++i) {
    Components value = {};
    for (size_t c = 0; c < curves.size(); ++c) value[c] = samples[c][i];
    if (rotation) {
      const double length = Length(value);
      if (!(length <= kLeastLength)) {
        for (size_t c = 0; c < Piece::kMost; ++c) last[c] = value[c] / length;
      }
      value = last;
    }
    for (size_t c = 0; c < (rotation ? 4 : 3); ++c) {
      const float sign = rotation ? kRotationSigns[c] : kPositionSigns[c];
      const double held = std::clamp(value[c], -largest, largest);
      track.values.push_back(sign * static_cast<float>(held) + 0.0f);
    }
  }
  return track;
}

bool IsSound(const CurveView& curve) {
  float last = -kInfinity;
  for (size_t i = 0; i < curve.size(); ++i) {
    const float time = curve.time(i);
    if (!std::isfinite(time) || !std::isfinite(curve.value(i)) || time < last) {
      return false;
    }
    last = time;
  }
  return true;
}

Track StateTrack(const CurveView& curve, bool in_all) {
  Track track;
  track.interpolation = Interpolation::kStep;
  for (size_t i = 0; i < curve.size(); ++i) {
    const float time = std::max(curve.time(i), 0.0f) + 0.0f;
    const float state = curve.value(i) > 0.5f ? 1 : 0;
    if (!track.times.empty() && track.times.back() == time) {
      const size_t at = track.values.size() - 3;
      float& last = track.values[at];
      // Before the first of all, that one's state holds.
      if (track.times.size() == 1 && time > 0 && last != state) {
        track.times.back() = std::nextafter(time, 0.0f);
      } else {
        last = state;
        if (in_all) track.values[at + 1] = track.values[at + 2] = state;
        continue;
      }
    }
    track.times.push_back(time);
    const float others = in_all ? state : 0;
    for (const float part : {state, others, others}) {
      track.values.push_back(part);
    }
  }
  return track;
}

}  // namespace clipguard::actions::gltf
