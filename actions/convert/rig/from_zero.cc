// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/from_zero.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "actions/convert/begin_note.h"
#include "base/float_text.h"
#include "base/numbers.h"
#include "eval/curve/weighted_time.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::Keyframe;

// The bytes that a repeated keyframe takes until it is written.
constexpr uint64_t kBytesPerKey = 256;

// Rounding of a key that is cut, with its slope and weights: as a share.
constexpr double kCutRounding = 0x1p-21;

// Bits of a weighted mode.
constexpr int32_t kInWeight = 1;
constexpr int32_t kOutWeight = 2;

bool IsStep(const Keyframe& left, const Keyframe& right) {
  return std::isinf(left.out_tangent) || std::isinf(right.in_tangent);
}

// The key that ends a segment at a time within it, where it stays what it was:
// a part of a Bézier in (time, value) is one. REQUIRES: left.time < time <
// right.time.
Keyframe CutAt(float time, Keyframe& left, const Keyframe& right) {
  Keyframe cut = {.time = time, .value = left.value};
  if (IsStep(left, right)) {
    left.out_tangent = kInfinity;
    return cut;
  }
  const double dt = double{right.time} - left.time;
  const eval::WeightedTime x = eval::WeightedTimeOf(left, right, time);
  const double s = x.from_left;
  if (x.w1 == 0 && x.w2 == 0) {
    cut.value = NearestFloat(std::lerp(left.value, right.value, s));
    return cut;
  }
  const bool weighted = left.out_weight_used() || right.in_weight_used();
  const double u = weighted ? eval::SmallestRoot(x).u : s;
  // De Casteljau's, of times from 0 to 1 and of values.
  const auto part = [u](double a, double b, double c, double d) {
    const double ab = std::lerp(a, b, u);
    const double bc = std::lerp(b, c, u);
    const double abc = std::lerp(ab, bc, u);
    const double bcd = std::lerp(bc, std::lerp(c, d, u), u);
    return std::array{ab, abc, std::lerp(abc, bcd, u)};
  };
  const auto times = part(0, x.w1, 1 - x.w2, 1);
  const auto values =
      part(left.value, left.value + x.w1 * left.out_tangent * dt,
           right.value - x.w2 * right.in_tangent * dt, right.value);
  cut.value = NearestFloat(values[2]);
  cut.weighted_mode = 0;
  const double way = s - times[1];
  if (way > 0) {
    cut.in_tangent = NearestFloat((values[2] - values[1]) / way / dt);
  }
  if (!weighted) return cut;
  cut.weighted_mode = kInWeight;
  cut.in_weight = NearestFloat(way / s);
  left.weighted_mode |= kOutWeight;
  left.out_weight = NearestFloat(times[0] / s);
  return cut;
}

// How far a curve is off between two keys for each second that these are off:
// the steepest slope, infinite if it stands upright somewhere. A curve that
// bends keeps its tangents, too, while its length changes by up to twice that:
// of Bernstein's polynomials these take 3/4.
double SteepestOf(const Keyframe& left, const Keyframe& right) {
  const double dt = double{right.time} - left.time;
  if (!(dt > 0) || IsStep(left, right)) return 0;
  const double rise = (double{right.value} - left.value) / dt;
  const double w1 = eval::OutWeight(left);
  const double w2 = eval::InWeight(right);
  if (w1 == 0 && w2 == 0) return std::abs(rise);
  // Bernstein's coefficients: of time's derivative w1, middle, w2; of the
  // value's these.
  const double middle = 1 - w1 - w2;
  const double out = std::abs(w1 * left.out_tangent);
  const double in = std::abs(w2 * right.in_tangent);
  const double between =
      std::abs(rise - w1 * left.out_tangent - w2 * right.in_tangent);
  if (middle > 0) {
    return 2.5 * std::max({w1 > 0 ? out / w1 : 0, w2 > 0 ? in / w2 : 0,
                           between / middle});
  }
  const double least = (w1 * w2 - middle * middle) / (w1 + w2 - 2 * middle);
  return least > 0 ? 2.5 * std::max({out, in, between}) / least : kInfinity;
}

// Keys of a curve that repeats, one after the other, up to a time.
class Unroller {
 public:
  Unroller(const std::vector<Keyframe>& keys, bool is_state, float end)
      : keys_(keys), is_state_(is_state), end_(end) {}

  // The keys of one round, which is the first one moved by so many seconds.
  void AddForward(double seconds) {
    for (const Keyframe& key : keys_) Push(key, key.time + seconds);
  }

  // The keys so far are those of the first round, and others follow. Its last
  // key counts at its own time: a time wraps only beyond that.
  void EndFirst() { end_of_first_ = keys_out_.back().time; }

  // The same with time going the other way.
  void AddBackward(double seconds) {
    const double ends = double{keys_.front().time} + keys_.back().time;
    for (size_t i = keys_.size(); i-- > 0;) {
      const Keyframe& key = keys_[i];
      if (i + 1 < keys_.size() && (is_state_ || IsStep(key, keys_[i + 1]))) {
        // The value that held from this key on holds before it.
        Push({.value = key.value, .out_tangent = kInfinity},
             ends - keys_[i + 1].time + seconds);
      }
      Push({.value = key.value,
            .in_tangent = 0 - key.out_tangent,
            .out_tangent = 0 - key.in_tangent,
            .in_weight = key.out_weight,
            .out_weight = key.in_weight,
            .weighted_mode = (key.out_weight_used() ? kInWeight : 0) |
                             (key.in_weight_used() ? kOutWeight : 0)},
           ends - key.time + seconds);
    }
  }

  std::vector<Keyframe> Take() { return std::move(keys_out_); }

  // How far rounding moves the curve at most. It is as if time went a little
  // faster and slower.
  double off() const {
    double steepest = 0;
    for (size_t i = 1; rounded_ > 0 && i < keys_.size(); ++i) {
      steepest = std::max(steepest, SteepestOf(keys_[i - 1], keys_[i]));
    }
    return rounded_ > 0 ? steepest * rounded_ + cut_ : 0;
  }

 private:
  void Push(Keyframe key, double time) {
    key.time = NearestFloat(time);
    if (keys_out_.empty()) {
      rounded_ = std::abs(key.time - time);
      keys_out_.push_back(key);
      return;
    }
    Keyframe& last = keys_out_.back();
    key.time = std::max(key.time, last.time);
    if (key.time == end_of_first_ && key.value != last.value) {
      key.time = std::nextafter(key.time, kInfinity);
    }
    rounded_ = std::max(rounded_, std::abs(key.time - time));
    if (key.time > end_) {
      if (last.time >= end_ || is_state_) return;
      rounded_ += kCutRounding * (key.time - last.time);
      cut_ = kCutRounding * (std::abs(last.value) + std::abs(key.value));
      key = CutAt(end_, last, key);
    } else if (key.time == last.time && key.value == last.value) {
      last.out_tangent = key.out_tangent;
      last.out_weight = key.out_weight;
      last.weighted_mode =
          (last.weighted_mode & kInWeight) | (key.weighted_mode & kOutWeight);
      return;
    }
    keys_out_.push_back(key);
  }

  const std::vector<Keyframe>& keys_;
  const bool is_state_;
  const float end_;
  float end_of_first_ = -kInfinity;
  double rounded_ = 0;  // seconds
  double cut_ = 0;      // in values, of the key that is cut
  std::vector<Keyframe> keys_out_;
};

// Which rounds of a curve there are besides the first, before it and after.
struct Rounds {
  double before = 0;
  double after = 0;

  bool any() const { return before + after > 0; }
  double count() const { return before + after + 1; }
};

// The rounds within a recording's time from `begin` to `end`.
Rounds RoundsOf(const mrtk::CurveView& curve, float begin, float end) {
  if (curve.empty()) return {};
  const double first = curve.time(0);
  const double last = curve.time(curve.size() - 1);
  const double range = last - first;
  if (!(range > 0)) return {};
  Rounds rounds;
  if (mrtk::Repeats(curve.pre_wrap())) {
    rounds.before = std::max(std::ceil((first - begin) / range), 0.0);
  }
  if (mrtk::Repeats(curve.post_wrap())) {
    rounds.after = std::max(std::ceil((end - last) / range), 0.0);
  }
  return rounds;
}

// Returns how far it is from the curve that repeats, at most.
double Unroll(const Rounds& rounds, bool is_state, float end,
              mrtk::Curve& curve) {
  constexpr auto kPingPong = static_cast<int32_t>(mrtk::WrapMode::kPingPong);
  const double range = double{curve.keys.back().time} - curve.keys.front().time;
  Unroller out(curve.keys, is_state, end);
  for (double round = -rounds.before; round <= rounds.after; ++round) {
    if (round == 1) out.EndFirst();
    const int32_t wrap = round < 0 ? curve.pre_wrap : curve.post_wrap;
    if (wrap == kPingPong && std::fmod(round, 2) != 0) {
      out.AddBackward(round * range);
    } else {
      out.AddForward(round * range);
    }
  }
  const double off = is_state ? 0 : out.off();
  curve = {.keys = out.Take()};
  return off;
}

void Move(MoveToZero& move, mrtk::InputAnimation& recording) {
  for (mrtk::Curve& curve : recording.curves) {
    for (Keyframe& key : curve.keys) key.time = move(key.time);
  }
  for (mrtk::Marker& marker : recording.markers) {
    marker.time = move(marker.time);
  }
}

constexpr std::string_view kGlb = "glb";

// Curves that repeat are one finding, with their numbers.
void ReportRepeats(const mrtk::InputAnimationView& view, CurveSlot slot,
                   FindingSink& notes) {
  notes.Report(FindingCode::kConversionLoses, CurveBytes(view, slot),
               Scope{.id = 0, .element = slot.index(), .noun = "curve"},
               [&](Description& d) {
                 d.path = slot.Path(view.joint_names());
                 return Arguments{std::string(kGlb),
                                  std::string("that the curve repeats outside "
                                              "its keys: it has keys there")};
               });
}

// When the first key of all is, and the end, which is at least 0; times that
// are not finite are passed over. Without keys the first is later than the end.
std::pair<float, float> EndsOf(const mrtk::InputAnimationView& view) {
  float begin = kInfinity;
  float end = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const mrtk::CurveView curve = view.curve(CurveSlot(i));
    if (curve.empty()) continue;
    for (const float time : {curve.time(0), curve.time(curve.size() - 1)}) {
      if (!std::isfinite(time)) continue;
      begin = std::min(begin, time);
      end = std::max(end, time);
    }
  }
  return {begin, end};
}

}  // namespace

absl::StatusOr<std::vector<uint8_t>> FromZero(
    const mrtk::InputAnimationView& view, const ConversionOptions& options,
    ResultBudget budget, FindingSink& losses, std::vector<double>& off) {
  FindingSink& notes = NotesOf(options, losses);
  const auto [begin, end] = EndsOf(view);
  if (!(begin <= end)) return std::vector<uint8_t>();
  const bool moves = begin < 0 || (begin > 0 && options.from_zero);
  const float by = moves ? begin : 0;
  if (!(double{end} - by <= std::numeric_limits<float>::max())) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "times from %s s to %s s are farther apart than float32 can say",
        FloatText(begin), FloatText(end)));
  }
  std::array<Rounds, CurveSlot::kCount> rounds;
  bool repeats = false;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    // Samples end at the last key, which may be before 0.
    if (options.fps > 0 && !slot.is_boolean() && end > 0) continue;
    rounds[i] = RoundsOf(view.curve(slot), by, end);
    if (!rounds[i].any()) continue;
    repeats = true;
    ReportRepeats(view, slot, notes);
    const double bytes = rounds[i].count() *
                         static_cast<double>(view.curve(slot).size()) *
                         kBytesPerKey;
    if (!budget.Spend(static_cast<uint64_t>(std::min(bytes, 1e18)))) {
      budget.Report(CurveBytes(view, slot), slot.Path(view.joint_names()),
                    losses);
      return ResultBudget::Refused();
    }
  }
  std::optional<MoveToZero> move;
  mrtk::InputAnimation recording;
  if (moves || repeats) recording = CopyOf(view);
  if (moves) Move(move.emplace(by), recording);
  if (begin != 0) {
    ReportBegin(view, kGlb, "a recording", begin, move, notes);
  }
  if (!moves && !repeats) return std::vector<uint8_t>();
  off.assign(CurveSlot::kCount, 0);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (!rounds[i].any()) continue;
    off[i] = Unroll(rounds[i], CurveSlot(i).is_boolean(),
                    NearestFloat(double{end} - by), recording.curves[i]);
  }
  return WriteInputAnimation(recording, LayoutOf(view));
}

}  // namespace clipguard::actions
