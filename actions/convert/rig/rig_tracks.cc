// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/rig_tracks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/rig/pieces.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/convert/rig/recorded.h"
#include "actions/convert/rig/rig_chain.h"
#include "actions/motion/pose_distance.h"
#include "actions/motion/vector.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;
using Components = Piece::Components;

constexpr size_t kPlaceCurves = 3;

// Largest turn of a stretch for which the proof holds; radians.
constexpr double kMostTurn = 1.0 / 6;
// An arc that SlerpArc takes for a line, and that is normalised: radians.
constexpr double kArcNoise = 3e-9;
// Rounding in double, as a share of what is added up.
constexpr double kSumNoise = 0x1p-46;
// Arcs between ends that are off are off by no more than this times as much.
constexpr double kArcSpread = 1.001;
// A stretch is cut into no shorter and no more parts.
constexpr double kShortestShare = 1.0 / 4096;
constexpr size_t kMostParts = 256;
// Shares of the tolerance, in each coordinate, and of the angle, in each
// component of a unit quaternion, that replacing curves by cubics may take.
constexpr double kFitShare = 0.25;
constexpr double kTurnFitShare = 1.0 / 16;
// Cubics take more memory than the keyframes that come of them, of which there
// are more.
constexpr size_t kTimesAPiece = 8;
// As often are they fitted closer where rotations need it.
constexpr int kTries = 3;
constexpr double kFiner = 1.0 / 16;

Place PlaceOf(const Components& v) { return {v[0], v[1], v[2]}; }

// ---- The fit ----------------------------------------------------------------

// Bounds of an error: `rest` does not depend on the keyframes; `between` is the
// error between two of them.
struct Off {
  double rest = 0;
  double between = 0;

  bool is_proven() const { return rest + between < kInf; }
  bool IsEnough(double wanted) const {
    const double most =
        rest < wanted ? std::max(wanted - rest, rest / 1024) : rest;
    return between <= most;
  }
};

class Fitter {
 public:
  Fitter(Recorded place, std::optional<Recorded> turn, RigChain chain,
         const RigOptions& options)
      : place_(std::move(place)),
        turn_(std::move(turn)),
        chain_(std::move(chain)),
        options_(options) {}

  // With a fixed place below the parent, if there is one.
  absl::StatusOr<RigTrack> Fit(std::optional<Place> fixed) {
    is_fixed_ = fixed.has_value();
    for (size_t c = 0; is_fixed_ && c < fixed->size(); ++c) {
      track_.place[c] = NearestPlainFloat((*fixed)[c]);
    }
    track_.begin = std::max(place_.first(), turn_ ? turn_->first() : 0.0f);
    float time = std::min(
        {place_.first(), turn_ ? turn_->first() : kNever, chain_.first()});
    MoveTo(time);
    last_ = TargetAt(time);
    Put(time, last_);
    // A single keyframe is as exact as it is rounded.
    Note({.rest = RestOf(last_).place}, {.rest = RestOf(last_).turn}, time);
    while (true) {
      const float next = std::min(
          {place_.next(), turn_ ? turn_->next() : kNever, chain_.next()});
      if (next == kNever) break;
      if (!Cover(time, next)) {
        return absl::ResourceExhaustedError("it takes too many keyframes");
      }
      MoveTo(next);
      time = next;
    }
    if (is_fixed_ && !turn_) track_.times = {};
    return std::move(track_);
  }

 private:
  // A pose below the parent, and what its rounding makes of it.
  struct Target {
    Pose local;
    double size = 0;  // of the numbers that it is made of
    double place_off = 0;
    double turn_off = 0;
  };
  struct Rest {
    double place = 0;
    double turn = 0;
  };

  void MoveTo(float time) {
    place_.MoveTo(time);
    if (turn_) turn_->MoveTo(time);
    chain_.MoveTo(time);
    spin_ = chain_.Now();
  }

  Target TargetAt(float time) {
    const Pose parent = chain_.At(time);
    Pose pose{.turn = parent.turn, .place = PlaceOf(place_.At(time))};
    // A value that is no rotation repeats the last one.
    if (turn_) {
      recorded_turn_ = UnitOr(turn_->At(time), recorded_turn_);
      pose.turn = recorded_turn_;
    }
    Target target{.local = SeenFrom(parent, pose),
                  .size = Length(pose.place) + Length(parent.place)};
    // The sign that is closer to the last one's.
    if (Dot(target.local.turn, last_.local.turn) < 0) {
      for (double& x : target.local.turn) x = -x;
    }
    Place place;
    for (size_t c = 0; c < place.size(); ++c) {
      place[c] = is_fixed_ ? double{track_.place[c]}
                           : double{NearestPlainFloat(target.local.place[c])};
    }
    target.place_off = Length(Minus(place, target.local.place));
    Turn turn;
    for (size_t c = 0; c < turn.size(); ++c) {
      turn[c] = NearestPlainFloat(target.local.turn[c]);
    }
    if (turn_) {
      target.turn_off =
          AngleOfChord(ChordBetween(UnitOr(turn, kNoTurn), target.local.turn));
    }
    return target;
  }

  Rest RestOf(const Target& at) const {
    const double levels = static_cast<double>(chain_.size());
    const double reach = Length(at.local.place) + spin_.reach;
    return {.place = at.place_off + place_.bound() +
                     kSumNoise * (at.size + reach) + levels * kArcNoise * reach,
            .turn = at.turn_off * kArcSpread + kSumNoise + levels * kArcNoise};
  }

  Off PlaceOff(float from, float to, const Target& a, const Target& b) const {
    Off off{.rest = std::max(RestOf(a).place, RestOf(b).place)};
    if (std::nextafter(from, kNever) >= to) return off;
    const double h = double{to} - from;
    const double spin = spin_.speed * spin_.speed + spin_.change;
    const double share = 1 - spin_.speed * h - spin * h * h / 8;
    if (!(spin_.speed * h <= kMostTurn) || !(share >= 0.5)) {
      off.between = kInf;
      return off;
    }
    const double slope = Length(Minus(b.local.place, a.local.place)) / h;
    const double reach = std::max(Length(a.local.place), Length(b.local.place));
    const double bend = place_.On(from, to).bend + spin_.pull +
                        2 * spin_.speed * slope + spin * reach;
    off.between = h * h / 8 * (bend / share);
    if (!(off.between < kInf)) off.between = kInf;
    return off;
  }

  Off TurnOff(float from, float to, const Target& a, const Target& b) const {
    if (!turn_) return {};
    Off off{.rest = std::max(RestOf(a).turn, RestOf(b).turn)};
    if (std::nextafter(from, kNever) >= to) return off;
    const double h = double{to} - from;
    const Motion motion = turn_->On(from, to);
    off.between = kInf;
    if (!(motion.least > 0)) return off;
    const double fit = turn_->bound() / motion.least;
    const double speed = 2 * motion.speed / motion.least;
    const double change =
        2 * motion.bend / motion.least +
        2 * speed * (motion.radial / motion.least / motion.least);
    const double all = speed + spin_.speed;
    if (!(h * all <= kMostTurn) || !(fit < 0.1)) return off;
    const double arc =
        AngleOfChord(ChordBetween(a.local.turn, b.local.turn)) / h;
    const double bent = (change + spin_.change + spin_.speed * arc) /
                        (1 - 0.56 * h * spin_.speed);
    const double most = 0.5 * bent / (1 - 0.55 * h * all);
    const double sine = h * h / 8 * most;
    off.rest += 2.02 * fit;
    off.between = 2 * sine * (1 + 0.58 * sine * sine);
    if (!(off.between < kInf)) off.between = kInf;
    return off;
  }

  // Keyframes after `from` up to `to`, between which nothing bends. False if
  // there are too many.
  bool Cover(float from, float to) {
    ends_.assign(1, to);
    const double shortest = (double{to} - from) * kShortestShare;
    for (size_t parts = 1; !ends_.empty();) {
      const float end = ends_.back();
      const Turn turn_before = recorded_turn_;
      const Target target = TargetAt(end);
      const Off place = PlaceOff(from, end, last_, target);
      const Off turn = TurnOff(from, end, last_, target);
      const bool is_enough = (is_fixed_ ? place.is_proven()
                                        : place.IsEnough(options_.tolerance)) &&
                             turn.IsEnough(options_.degrees / kDegrees);
      const auto middle =
          static_cast<float>(double{from} + (double{end} - from) / 2);
      if (!is_enough && from < middle &&
          middle<end&& double{end} - from> shortest && parts < kMostParts) {
        ends_.push_back(middle);
        ++parts;
        recorded_turn_ = turn_before;
        continue;
      }
      if (track_.times.size() >= options_.most_times) return false;
      Note(place, turn, from);
      Put(end, target);
      last_ = target;
      from = end;
      ends_.pop_back();
    }
    return true;
  }

  void Note(const Off& place, const Off& turn, float from) {
    if (!turn.is_proven()) {
      if (track_.unproven++ == 0) track_.first_unproven = from;
    } else {
      track_.degrees =
          std::max(track_.degrees, (turn.rest + turn.between) * kDegrees);
    }
    // A bound that is not proven is the largest float32.
    const double most = place.rest + place.between;
    track_.bound = std::max(track_.bound, most < kMaxFloat ? most : kMaxFloat);
  }

  void Put(float time, const Target& target) {
    track_.times.push_back(time + 0.0f);
    for (size_t c = 0; !is_fixed_ && c < target.local.place.size(); ++c) {
      track_.places.push_back(NearestPlainFloat(target.local.place[c]));
    }
    for (size_t c = 0; turn_ && c < target.local.turn.size(); ++c) {
      track_.turns.push_back(NearestPlainFloat(target.local.turn[c]));
    }
  }

  Recorded place_;
  std::optional<Recorded> turn_;
  RigChain chain_;
  const RigOptions& options_;
  RigTrack track_;
  bool is_fixed_ = false;
  Spin spin_;
  Target last_;
  Turn recorded_turn_ = kNoTurn;  // in the world
  std::vector<float> ends_;       // of stretches still to do, the next one last
};

// ---- Bones of one length ----------------------------------------------------

double MedianOf(std::vector<float>& values) {
  const auto middle =
      values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

// Where a joint is below its recorded parent: the median length, along the
// medians of the coordinates. Fails for more times than there may be.
absl::StatusOr<Place> MedianPlace(Recorded place, Recorded parent,
                                  RigChain chain, size_t most_times) {
  std::array<std::vector<float>, kPlaceCurves> parts;
  std::vector<float> lengths;
  // The parent's turn as it is played is as it was recorded, within a bound.
  float time = std::max(place.first(), parent.first());
  while (time != kNever) {
    place.MoveTo(time);
    parent.MoveTo(time);
    chain.MoveTo(time);
    const Pose pose = SeenFrom(
        {.turn = chain.At(time).turn, .place = PlaceOf(parent.At(time))},
        {.place = PlaceOf(place.At(time))});
    for (size_t c = 0; c < parts.size(); ++c) {
      parts[c].push_back(NearestPlainFloat(pose.place[c]));
    }
    lengths.push_back(NearestPlainFloat(Length(pose.place)));
    if (lengths.size() > most_times) {
      return absl::ResourceExhaustedError("it takes too many keyframes");
    }
    time = std::min(place.next(), parent.next());
  }
  const double length = MedianOf(lengths);
  Place median =
      UnitOr(Place{MedianOf(parts[0]), MedianOf(parts[1]), MedianOf(parts[2])},
             Place{});
  for (double& x : median) x *= length;
  return median;
}

absl::StatusOr<Recorded> PlaceFrom(std::span<const CurveView> curves,
                                   const RigOptions& options) {
  auto pieces = Pieces::Of(curves, options.tolerance * kFitShare,
                           options.most_times / kTimesAPiece, options.off);
  if (!pieces.ok()) return pieces.status();
  return Recorded(*std::move(pieces), kPlaceSigns);
}

}  // namespace

absl::StatusOr<RigTrack> FitRigTrack(
    const std::array<CurveView, mrtk::kPoseCurves>& curves,
    std::span<const RigTrack* const> ancestors,
    std::span<const CurveView> parent_place, const RigOptions& options) {
  const std::span<const CurveView> all(curves);
  const auto place = PlaceFrom(all.first(kPlaceCurves), options);
  if (!place.ok()) return place.status();
  std::optional<Place> fixed;
  if (options.fixed_bones && !ancestors.empty()) {
    auto parent = PlaceFrom(parent_place, options);
    if (!parent.ok()) return parent.status();
    const auto median = MedianPlace(*place, *std::move(parent),
                                    RigChain(ancestors), options.most_times);
    if (!median.ok()) return median.status();
    fixed = *median;
  }
  const std::span<const CurveView> of_turn = all.subspan(kPlaceCurves);
  const bool turns = !std::ranges::all_of(of_turn, &CurveView::IsZero);
  double tolerance = options.degrees / kDegrees * kTurnFitShare;
  absl::Status problem;
  for (int i = 1;; ++i, tolerance *= kFiner) {
    std::optional<Recorded> turn;
    if (turns) {
      auto pieces =
          Pieces::Of(of_turn, tolerance, options.most_times / kTimesAPiece,
                     options.off.empty() ? options.off
                                         : options.off.subspan(kPlaceCurves));
      if (pieces.ok()) {
        turn.emplace(*std::move(pieces), kTurnSigns);
      } else if (absl::IsInvalidArgument(pieces.status())) {
        problem = pieces.status();
      } else {
        return pieces.status();
      }
    }
    const bool is_last = i == kTries || !turn || turn->lines();
    auto track = Fitter(*place, std::move(turn), RigChain(ancestors), options)
                     .Fit(fixed);
    if (!track.ok()) return track;
    if (is_last || (track->degrees <= options.degrees && !track->unproven)) {
      track->turn_problem = problem;
      return track;
    }
  }
}

}  // namespace clipguard::actions
