// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/pose_tracks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <span>

#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "eval/curve/curve.h"
#include "eval/curve/kernel/curve_record.h"

namespace clipguard::report {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;

// Into how many pieces a stretch between two keys may be cut: 6 to this.
constexpr int kMostCuts = 14;
// Where a stretch is compared with its line, as shares of it; and where it is
// cut. Uneven, so that no symmetric curve is on its line at all of them.
constexpr std::array<double, 5> kProbes = {0.06, 0.28, 0.5, 0.71, 0.95};
// Numbers that bends may take, besides what keys do. Curves that swing from key
// to key would have any number of them.
constexpr size_t kMostNumbersForBends = size_t{1} << 18;
// Samples between keys, besides as many as there are keys, for all parts
// together that are slow to evaluate. All of the numbers would take a second.
constexpr size_t kMostSlowBends = size_t{1} << 12;
// Keys that a curve may come to again.
constexpr size_t kMostRepeatedKeys = 1024;
// Samples a second, at most, where there is no room for all keys.
constexpr double kMostFps = 60;

// The meaning of a track's numbers: it decides when two samples count as the
// same.
enum class Meaning : uint8_t {
  kPosition,   // metres
  kDirection,  // only the direction of the vector or quaternion counts
  kState,      // 0 or 1
};

// The curves of a track, in file order.
struct Part {
  CurveSlot first{0};
  size_t width = 0;
  Meaning meaning = Meaning::kPosition;
};

bool Same(double a, double b, double tolerance) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  return std::abs(a - b) <= tolerance;
}

double LengthOf(std::span<const float> values) {
  double square = 0;
  for (const float value : values) square += double{value} * value;
  return std::sqrt(square);
}

// Whether a stretch between two keys is evaluated in double precision, which
// takes as long as dozens of others: of weights outside [0, 1], say.
bool IsSlow(const CurveView& curve) {
  CountWork(curve.size());
  eval::TimedRecord records[eval::kMaxRecords];
  for (size_t i = 0; i + 1 < curve.size(); ++i) {
    const size_t count =
        eval::BuildRecords(curve.key(i), curve.key(i + 1), records);
    for (size_t r = 0; r < count; ++r) {
      if (eval::IsExact(records[r].record)) return true;
    }
  }
  return false;
}

// Whether no key is earlier than the one before it, and no time is NaN.
bool Ascends(const CurveView& curve) {
  CountWork(curve.size());
  for (size_t i = 0; i < curve.size(); ++i) {
    if (!(curve.time(i) >= curve.time(i == 0 ? 0 : i - 1))) return false;
  }
  return true;
}

// Samples of one part, in the making.
class TrackMaker {
 public:
  TrackMaker(const InputAnimationView& view, const Part& part, float duration)
      : part_(part), duration_(duration) {
    for (size_t c = 0; c < part.width; ++c) {
      curves_.push_back(view.curve(CurveSlot(part.first.index() + c)));
      ascends_.push_back(Ascends(curves_.back()));
    }
  }

  bool has_keys() const {
    return std::ranges::any_of(
        curves_, [](const CurveView& curve) { return !curve.empty(); });
  }

  // Number of keys of the curve that has most.
  size_t most_keys() const {
    size_t most = 0;
    for (const CurveView& curve : curves_) most = std::max(most, curve.size());
    return most;
  }

  // Returns whether one of its curves IsSlow().
  bool is_slow() const {
    return part_.meaning != Meaning::kState &&
           std::ranges::any_of(curves_, IsSlow);
  }

  // How many samples all keys are, each time once.
  size_t CollectKeys() {
    times_ = {0, duration_};
    for (const CurveView& curve : curves_) {
      CountWork(curve.size());
      for (size_t i = 0; i < curve.size(); ++i) {
        const float time = curve.time(i);
        if (time > 0 && time < duration_) times_.push_back(time);
      }
    }
    SortTimes();
    return times_.size();
  }

  // All keys, and as many samples between them as the tolerance needs; at most
  // `most` samples. REQUIRES: CollectKeys() was called, and gave no more.
  void FollowKeys(size_t most) {
    AddRepeated(most);
    values_ = ValuesAt(times_);
    KeepJumps(most);
    Refine(most);
    DropRepeated();
  }

  // So many samples at even distances.
  void SampleEvenly(size_t count) {
    coarse_ = true;
    times_.clear();
    const size_t last = std::max<size_t>(count, 1) - 1;
    for (size_t i = 0; i <= last; ++i) {
      times_.push_back(
          last == 0
              ? 0.0F
              : static_cast<float>(double{duration_} * static_cast<double>(i) /
                                   static_cast<double>(last)));
    }
    SortTimes();
    values_ = ValuesAt(times_);
    DropRepeated();
  }

  const std::vector<float>& times() const { return times_; }
  const std::vector<float>& values() const { return values_; }
  bool coarse() const { return coarse_; }

 private:
  // The times at which curves come to their keys again, if there is room.
  void AddRepeated(size_t most) {
    const std::vector<float> of_keys = times_;
    for (const CurveView& curve : curves_) CollectRepeated(curve);
    if (times_.size() == of_keys.size()) return;
    SortTimes();
    if (times_.size() <= most) return;
    coarse_ = true;
    times_ = of_keys;
  }

  // Ascending, each once.
  void SortTimes() {
    std::ranges::sort(times_);
    const auto end = std::unique(times_.begin(), times_.end());
    times_.erase(end, times_.end());
  }

  // The times at which a curve that repeats comes to its keys again. They are
  // rounded otherwise than the evaluator does it: their neighbours count, too.
  void CollectRepeated(const CurveView& curve) {
    if (curve.size() < 2) return;
    const double first = curve.time(0);
    const double last = curve.time(curve.size() - 1);
    const double range = last - first;
    if (!(range > 0) || !std::isfinite(range)) return;
    const double before = mrtk::Repeats(curve.pre_wrap()) ? first / range : 0;
    const double after =
        mrtk::Repeats(curve.post_wrap()) ? (duration_ - last) / range : 0;
    const double rounds = std::max(before, 0.0) + std::max(after, 0.0) + 2;
    if (rounds * static_cast<double>(curve.size()) > kMostRepeatedKeys) {
      return;
    }
    for (double round = -std::ceil(std::max(before, 0.0));
         round <= std::ceil(std::max(after, 0.0)); ++round) {
      for (size_t i = 0; i < curve.size(); ++i) {
        const double way = double{curve.time(i)} - first;
        for (const double at :
             {first + round * range + way, first + (round + 1) * range - way}) {
          AddWithNeighbours(static_cast<float>(at));
        }
      }
    }
  }

  void AddWithNeighbours(float time) {
    for (const float near : {std::nextafter(time, -kInfinity), time,
                             std::nextafter(time, kInfinity)}) {
      if (near > 0 && near < duration_) times_.push_back(near);
    }
  }

  // A row of numbers for each time.
  std::vector<float> ValuesAt(const std::vector<float>& times) const {
    const size_t width = part_.width;
    CountWork(times.size() * width);
    std::vector<float> values(times.size() * width);
    std::vector<float> column(times.size());
    for (size_t c = 0; c < width; ++c) {
      if (part_.meaning == Meaning::kState) {
        for (size_t i = 0; i < times.size(); ++i) {
          column[i] = eval::SampleBoolean(curves_[c], times[i]) ? 1.0F : 0.0F;
        }
      } else if (ascends_[c]) {
        eval::SampleCurve(curves_[c], times, column);
      } else {
        // The values of a vector of times would depend on the kernel.
        for (size_t i = 0; i < times.size(); ++i) {
          column[i] = eval::SampleCurve(curves_[c], times[i]);
        }
      }
      for (size_t i = 0; i < times.size(); ++i) {
        values[i * width + c] = column[i];
      }
    }
    return values;
  }

  std::span<const float> Row(const std::vector<float>& values, size_t i) const {
    return std::span(values).subspan(i * part_.width, part_.width);
  }

  // Whether what stands for a row is near enough to it.
  template <typename Values>
  bool Near(std::span<const float> row, const Values& instead) const {
    const double of_length = part_.meaning == Meaning::kDirection
                                 ? kPoseTolerance * LengthOf(row)
                                 : 0;
    for (size_t c = 0; c < row.size(); ++c) {
      const double tolerance =
          part_.meaning == Meaning::kPosition
              ? kPoseTolerance + 1e-6 * std::abs(double{row[c]})
              : of_length;
      if (!Same(row[c], instead[c], tolerance)) return false;
    }
    return true;
  }

  // Where a curve jumps at a time, the moment before that becomes a sample, as
  // long as there are fewer than `most`.
  void KeepJumps(size_t most) {
    std::vector<float> before = times_;
    for (float& time : before) {
      time = std::nextafter(time, -std::numeric_limits<float>::infinity());
    }
    const std::vector<float> values = ValuesAt(before);
    std::vector<float> times;
    std::vector<float> rows;
    for (size_t i = 0; i < times_.size(); ++i) {
      const auto row = Row(values_, i);
      const auto row_before = Row(values, i);
      if (i > 0 && before[i] > times_[i - 1] && !Near(row, row_before)) {
        if (times.size() + (times_.size() - i) < most) {
          times.push_back(before[i]);
          rows.insert(rows.end(), row_before.begin(), row_before.end());
        } else {
          coarse_ = true;
        }
      }
      times.push_back(times_[i]);
      rows.insert(rows.end(), row.begin(), row.end());
    }
    times_.swap(times);
    values_.swap(rows);
  }

  // The times that divide a stretch; none if it is too short for them.
  std::array<float, kProbes.size()> Probes(size_t stretch) const {
    const double from = times_[stretch];
    const double to = times_[stretch + 1];
    std::array<float, kProbes.size()> probes;
    for (size_t p = 0; p < probes.size(); ++p) {
      probes[p] = static_cast<float>(from + (to - from) * kProbes[p]);
    }
    return probes;
  }

  // Whether the line between two samples is near a sample between them.
  bool OnLine(size_t stretch, float time, std::span<const float> row) const {
    const double from = times_[stretch];
    const double u = (time - from) / (times_[stretch + 1] - from);
    const auto a = Row(values_, stretch);
    const auto b = Row(values_, stretch + 1);
    std::array<double, 4> line{};
    for (size_t c = 0; c < row.size(); ++c) {
      line[c] = a[c] + (double{b[c]} - a[c]) * u;
    }
    return Near(row, line);
  }

  // Cuts stretches that are no lines, again and again.
  void Refine(size_t most) {
    std::vector<uint8_t> open(times_.size(), 1);
    for (int round = 0; round <= kMostCuts; ++round) {
      if (!RefineOnce(round == kMostCuts ? 0 : most, open)) return;
    }
    coarse_ = true;
  }

  // One round: looks at all stretches that are open, and cuts those that are
  // no lines as long as there are fewer than `most` samples. Whether one of
  // them remained open.
  bool RefineOnce(size_t most, std::vector<uint8_t>& open) {
    std::vector<float> probes;
    for (size_t i = 0; i + 1 < times_.size(); ++i) {
      if (open[i] == 0) continue;
      for (const float probe : Probes(i)) probes.push_back(probe);
    }
    if (probes.empty()) return false;
    const std::vector<float> probed = ValuesAt(probes);
    std::vector<float> times;
    std::vector<float> rows;
    std::vector<uint8_t> still_open;
    bool any = false;
    size_t next = 0;
    for (size_t i = 0; i < times_.size(); ++i) {
      const auto row = Row(values_, i);
      times.push_back(times_[i]);
      rows.insert(rows.end(), row.begin(), row.end());
      still_open.push_back(0);
      if (i + 1 == times_.size() || open[i] == 0) continue;
      const size_t first = next;
      next += kProbes.size();
      if (IsLine(i, probes, probed, first)) continue;
      any = true;
      if (times.size() + (times_.size() - i) + kProbes.size() > most) {
        coarse_ = true;
        continue;
      }
      still_open.back() = 1;
      for (size_t p = first; p < next; ++p) {
        if (!(probes[p] > times.back() && probes[p] < times_[i + 1])) continue;
        const auto between = Row(probed, p);
        times.push_back(probes[p]);
        rows.insert(rows.end(), between.begin(), between.end());
        still_open.push_back(1);
      }
    }
    times_.swap(times);
    values_.swap(rows);
    open.swap(still_open);
    return any;
  }

  bool IsLine(size_t stretch, const std::vector<float>& probes,
              const std::vector<float>& probed, size_t first) const {
    for (size_t p = first; p < first + kProbes.size(); ++p) {
      // Two neighbouring floats have nothing between them.
      if (!(probes[p] > times_[stretch] && probes[p] < times_[stretch + 1])) {
        continue;
      }
      if (!OnLine(stretch, probes[p], Row(probed, p))) return false;
    }
    return true;
  }

  // Samples that are what their neighbours are say nothing.
  void DropRepeated() {
    const size_t width = part_.width;
    const auto equal = [&](size_t i, size_t j) {
      return std::memcmp(&values_[i * width], &values_[j * width],
                         width * sizeof(float)) == 0;
    };
    size_t kept = 1;
    for (size_t i = 1; i < times_.size(); ++i) {
      const bool last = i + 1 == times_.size();
      if (equal(i, kept - 1) && (last || equal(i, i + 1))) continue;
      times_[kept] = times_[i];
      std::copy_n(values_.begin() + static_cast<ptrdiff_t>(i * width), width,
                  values_.begin() + static_cast<ptrdiff_t>(kept * width));
      ++kept;
    }
    times_.resize(kept);
    values_.resize(kept * width);
  }

  Part part_;
  float duration_;
  std::vector<CurveView> curves_;
  std::vector<bool> ascends_;  // the key times of each curve
  std::vector<float> times_;
  std::vector<float> values_;
  bool coarse_ = false;
};

template <typename Handle>
void ForEachPart(Handle handle) {
  const auto pose = [&](CurveSlot first) {
    handle(Part{first, 3, Meaning::kPosition});
    handle(Part{CurveSlot(first.index() + mrtk::kRotationX), 4,
                Meaning::kDirection});
  };
  pose(CurveSlot::Camera(mrtk::kPositionX));
  for (const mrtk::Handedness hand : mrtk::kHands) {
    handle(Part{CurveSlot::Tracked(hand), 1, Meaning::kState});
    handle(Part{CurveSlot::Pinch(hand), 1, Meaning::kState});
    // The first joint is a placeholder.
    for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
      pose(CurveSlot::Joint(hand, joint, mrtk::kPositionX));
    }
  }
  handle(Part{CurveSlot::Gaze(mrtk::kOriginX), 3, Meaning::kPosition});
  handle(Part{CurveSlot::Gaze(mrtk::kDirectionX), 3, Meaning::kDirection});
}

// Adds the samples, and returns the track's number.
int32_t AddTrack(const TrackMaker& maker, size_t width, PoseTracks& tracks) {
  const std::vector<float>& times = maker.times();
  PoseTrack track{.width = static_cast<uint32_t>(width),
                  .samples = static_cast<uint32_t>(times.size()),
                  .first_time = static_cast<uint32_t>(tracks.times.size()),
                  .first_value = static_cast<uint32_t>(tracks.values.size())};
  // Joints mostly have keys at the same times as the one before them.
  const size_t looked_at = std::min<size_t>(tracks.list.size(), 4);
  for (size_t i = tracks.list.size() - looked_at; i < tracks.list.size(); ++i) {
    const PoseTrack& other = tracks.list[i];
    if (other.samples == track.samples &&
        std::equal(times.begin(), times.end(),
                   tracks.times.begin() + other.first_time)) {
      track.first_time = other.first_time;
    }
  }
  if (track.first_time == tracks.times.size()) {
    tracks.times.insert(tracks.times.end(), times.begin(), times.end());
  }
  tracks.values.insert(tracks.values.end(), maker.values().begin(),
                       maker.values().end());
  if (maker.coarse()) ++tracks.coarse;
  tracks.list.push_back(track);
  return static_cast<int32_t>(tracks.list.size() - 1);
}

int32_t& TrackAt(PoseTracks& tracks, const Part& part) {
  const size_t slot = part.first.index();
  const auto of_pose = [&](TrackPair& pair) -> int32_t& {
    return part.meaning == Meaning::kPosition ? pair.position : pair.rotation;
  };
  if (part.first.is_camera()) return of_pose(tracks.camera);
  if (part.first.is_gaze()) return of_pose(tracks.gaze);
  if (part.first.is_boolean()) {
    const size_t state = slot - CurveSlot::kHandStates;
    HandTracks& hand = tracks.hands[state % 2];
    return state < 2 ? hand.tracked : hand.pinch;
  }
  const size_t joint = (slot - CurveSlot::kJoints) / mrtk::kPoseCurves;
  return of_pose(tracks.hands[joint / mrtk::kJointCount]
                     .joints[joint % mrtk::kJointCount]);
}

// Samples each part that has keys, by its keys if there is room for them.
class Baker {
 public:
  Baker(const InputAnimationView& view, size_t most_numbers)
      : view_(view), duration_(view.Duration()) {
    size_t rows = 0;
    size_t numbers = 0;
    ForEachPart([&](const Part& part) {
      const TrackMaker maker(view_, part, duration_);
      if (!maker.has_keys()) return;
      ++parts_;
      rows += 1 + part.width;
      numbers += (maker.most_keys() + 2) * (1 + part.width);
    });
    by_keys_ = numbers <= most_numbers;
    most_samples_ =
        std::max<size_t>(most_numbers / std::max<size_t>(rows, 1), 1);
    spare_ =
        by_keys_ ? std::min(most_numbers - numbers, kMostNumbersForBends) : 0;
    most_slow_bends_ = kMostSlowBends / std::max<size_t>(parts_, 1);
    if (by_keys_ || parts_ == 0) return;
    const double most_at_60 = double{duration_} * kMostFps + 2;
    if (most_at_60 < static_cast<double>(most_samples_)) {
      most_samples_ = static_cast<size_t>(most_at_60);
    }
  }

  float duration() const { return duration_; }

  double fps() const {
    if (by_keys_ || !(duration_ > 0)) return 0;
    return static_cast<double>(most_samples_ - 1) / double{duration_};
  }

  // Keys' times of the several curves of a part may differ, and curves that are
  // no lines need more samples: both come out of what is to spare.
  void Sample(TrackMaker& maker, size_t width) {
    if (!by_keys_) return maker.SampleEvenly(most_samples_);
    const size_t planned = maker.most_keys() + 2;
    const size_t share = spare_ / std::max<size_t>(parts_, 1);
    if (parts_ > 0) --parts_;
    size_t bends = share / (1 + width);
    const size_t few = planned + most_slow_bends_;
    if (bends > few && maker.is_slow()) bends = few;
    const size_t most = planned + bends;
    if (maker.CollectKeys() > most) return maker.SampleEvenly(planned);
    maker.FollowKeys(most);
    const size_t samples = maker.times().size();
    if (samples > planned) {
      spare_ -= std::min(spare_, (samples - planned) * (1 + width));
    }
  }

 private:
  const InputAnimationView& view_;
  float duration_;
  bool by_keys_ = true;
  size_t most_samples_ = 1;
  size_t spare_ = 0;  // numbers
  size_t parts_ = 0;  // that are not sampled yet
  size_t most_slow_bends_ = 0;
};

bool SameKeys(const InputAnimationView& a, const InputAnimationView& b,
              const Part& part) {
  for (size_t c = 0; c < part.width; ++c) {
    const CurveSlot slot(part.first.index() + c);
    const CurveView one = a.curve(slot);
    const CurveView other = b.curve(slot);
    if (one.layout() != other.layout() || one.pre_wrap() != other.pre_wrap() ||
        one.post_wrap() != other.post_wrap() ||
        !std::ranges::equal(one.key_bytes(), other.key_bytes())) {
      return false;
    }
  }
  return true;
}

}  // namespace

PoseTracks BakePoses(const InputAnimationView& view, size_t most_numbers) {
  PoseTracks tracks;
  Baker baker(view, most_numbers);
  tracks.duration = baker.duration();
  tracks.fps = baker.fps();
  ForEachPart([&](const Part& part) {
    TrackMaker maker(view, part, tracks.duration);
    if (!maker.has_keys()) return;
    baker.Sample(maker, part.width);
    TrackAt(tracks, part) = AddTrack(maker, part.width, tracks);
  });
  return tracks;
}

std::vector<std::array<uint32_t, 2>> AddDifferentPoses(
    const InputAnimationView& view, const InputAnimationView& other,
    size_t most_numbers, PoseTracks& tracks) {
  std::vector<std::array<uint32_t, 2>> pairs;
  Baker baker(other, most_numbers);
  ForEachPart([&](const Part& part) {
    const int32_t instead_of = TrackAt(tracks, part);
    if (instead_of == kNoTrack || SameKeys(view, other, part)) return;
    TrackMaker maker(other, part, baker.duration());
    if (!maker.has_keys()) return;
    baker.Sample(maker, part.width);
    const int32_t track = AddTrack(maker, part.width, tracks);
    pairs.push_back(
        {static_cast<uint32_t>(instead_of), static_cast<uint32_t>(track)});
  });
  return pairs;
}

}  // namespace clipguard::report
