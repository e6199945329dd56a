// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/curves_section.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "parser/mrtk/format.h"
#include "report/mrtk/curve_levels.h"
#include "report/tracks/levels.h"
#include "report/tracks/track.h"

namespace clipguard::report {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;

constexpr size_t kLeastBins = 128;
constexpr size_t kMostBins = 16384;
// Bytes of text that a curve's columns take besides their numbers.
constexpr uint64_t kTextOfColumns = 500;

// A curve, and what is shown of it.
struct Entry {
  CurveView curve;
  bool boolean = false;
  bool has_findings = false;
  CurveFacts facts;
  Track track;
  uint64_t keys_size = 0;  // of text, at most
  bool with_keys = false;
};

// "hands.left.Wrist.position.x" is "position.x" of "hands", "left", "Wrist".
void NameTrack(CurveSlot slot, mrtk::JointNames joints, Track& track) {
  track.path = slot.Path(joints);
  std::vector<std::string> parts = absl::StrSplit(track.path, '.');
  const bool state = slot.is_boolean();
  const size_t label = std::min<size_t>(state ? 1 : 2, parts.size());
  const auto begin = parts.end() - static_cast<std::ptrdiff_t>(label);
  track.label = absl::StrJoin(begin, parts.end(), ".");
  track.group.assign(parts.begin(), begin);
}

TrackColumns ColumnsOf(const CurveView& curve) {
  CountWork(curve.size());
  const bool full = curve.layout() == mrtk::KeyLayout::kFull;
  TrackColumns columns;
  for (size_t i = 0; i < curve.size(); ++i) {
    columns.times.push_back(curve.time(i));
    columns.values.push_back(curve.value(i));
    if (!full) continue;
    const mrtk::Keyframe key = curve.key(i);
    columns.in_tangents.push_back(key.in_tangent);
    columns.out_tangents.push_back(key.out_tangent);
    columns.in_weights.push_back(key.in_weight);
    columns.out_weights.push_back(key.out_weight);
    // Only two of its bits mean something.
    columns.weighted_modes.push_back(
        static_cast<uint16_t>(key.weighted_mode & 3));
  }
  return columns;
}

// Bytes that the columns of a curve take: numbers that are the same in all keys
// take none.
uint64_t SizeOfColumns(const CurveView& curve) {
  if (curve.empty()) return 0;
  uint64_t a_key = 2 * sizeof(float);
  if (curve.layout() == mrtk::KeyLayout::kFull) {
    CountWork(curve.size());
    const mrtk::Keyframe first = curve.key(0);
    const auto bits = [](float value) {
      return std::bit_cast<uint32_t>(value);
    };
    std::array<bool, 4> differ = {};
    bool modes_differ = false;
    for (size_t i = 1; i < curve.size(); ++i) {
      const mrtk::Keyframe key = curve.key(i);
      differ[0] |= bits(key.in_tangent) != bits(first.in_tangent);
      differ[1] |= bits(key.out_tangent) != bits(first.out_tangent);
      differ[2] |= bits(key.in_weight) != bits(first.in_weight);
      differ[3] |= bits(key.out_weight) != bits(first.out_weight);
      modes_differ |= key.weighted_mode != first.weighted_mode;
    }
    a_key +=
        sizeof(float) * static_cast<uint64_t>(std::ranges::count(differ, true));
    if (modes_differ) a_key += sizeof(uint16_t);
  }
  return curve.size() * a_key + kTextOfColumns;
}

class CurvesSection {
 public:
  CurvesSection(const mrtk::InputAnimationView& view,
                std::span<const Finding> findings, Budget& budget)
      : view_(view), budget_(budget), most_(budget.left() / 2) {
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (view.has_curve(slot)) Add(slot, findings);
    }
    FindSpan();
  }

  void Write(DetailWriter& json) {
    if (entries_.empty() && view_.marker_count() == 0) return;
    if (!Plan()) {
      budget_.LeftOut("the curves: there is no room for them");
      return;
    }
    json.BeginObject("curves");
    json.Field("from", from_);
    json.Field("to", to_);
    json.Field("duration", std::max(to_, 0.0));
    json.Field("bins", uint64_t{bins_});
    json.BeginArray("tracks");
    for (Entry& entry : entries_) {
      Fill(entry);
      WriteTrack(entry.track, json);
      entry.track = {};
    }
    json.EndArray();
    WriteMarkers(json);
    json.EndObject();
  }

 private:
  void Add(CurveSlot slot, std::span<const Finding> findings) {
    Entry entry;
    entry.curve = view_.curve(slot);
    entry.boolean = slot.is_boolean();
    entry.facts = FactsOf(entry.curve, entry.boolean);
    Track& track = entry.track;
    NameTrack(slot, view_.joint_names(), track);
    CountWork(findings.size());
    entry.has_findings = std::any_of(
        findings.begin(), findings.end(), [&](const Finding& finding) {
          return absl::StartsWith(finding.path, track.path);
        });
    track.kind = entry.boolean ? TrackKind::kSteps : TrackKind::kBezier;
    track.keys = entry.curve.size();
    track.values = entry.facts.values;
    track.pre_wrap = entry.curve.pre_wrap();
    track.post_wrap = entry.curve.post_wrap();
    track.broken_keys = entry.facts.broken_keys;
    track.in_order = entry.facts.in_order;
    entry.keys_size = SizeOfColumns(entry.curve);
    entries_.push_back(std::move(entry));
  }

  // From the first to the last time that is worth a place in the picture.
  void FindSpan() {
    ValueRange near;
    ValueRange all;
    const auto add = [](const ValueRange& times, ValueRange& to) {
      to.Add(times.least);
      to.Add(times.greatest);
    };
    for (const Entry& entry : entries_) {
      add(entry.facts.near_times, near);
      add(entry.facts.times, all);
    }
    for (auto in = view_.markers(); const auto marker = in.Next();) {
      CountWork();
      (std::abs(marker->time) <= kFarthestTime ? near : all).Add(marker->time);
    }
    const ValueRange& span = near.empty() ? all : near;
    if (span.empty()) return;
    from_ = span.least;
    to_ = span.greatest;
  }

  // Bytes that all curves take with so many levels, or with their keys where
  // these are smaller.
  uint64_t SizeWith(size_t bins) const {
    uint64_t size = 300;
    for (const Entry& entry : entries_) {
      size +=
          entry.track.HeadSize() + std::min(entry.keys_size, LevelsSize(bins));
    }
    return size;
  }

  // Decides what is shown of each curve. False if there is no room at all.
  bool Plan() {
    bins_ = kMostBins;
    while (bins_ > kLeastBins && SizeWith(bins_) > most_) bins_ /= 2;
    const uint64_t size = SizeWith(bins_);
    if (size > most_ || !budget_.Take(size)) return false;
    uint64_t left = most_ - size;
    std::vector<Entry*> others;
    for (Entry& entry : entries_) {
      entry.with_keys = entry.keys_size <= LevelsSize(bins_);
      if (!entry.with_keys) others.push_back(&entry);
    }
    std::stable_sort(others.begin(), others.end(),
                     [](const Entry* a, const Entry* b) {
                       return std::pair(!a->has_findings, a->keys_size) <
                              std::pair(!b->has_findings, b->keys_size);
                     });
    size_t left_out = 0;
    for (Entry* entry : others) {
      const uint64_t more = entry->keys_size - LevelsSize(bins_);
      entry->with_keys = more <= left && budget_.Take(more);
      if (entry->with_keys) {
        left -= more;
      } else {
        ++left_out;
      }
    }
    if (left_out != 0) {
      budget_.LeftOut(absl::StrCat(
          "the keys of ", left_out, " of ", Count(entries_.size(), "curve"),
          ": these are drawn from the least and greatest value in each of ",
          Grouped(bins_), " stretches of time"));
    }
    return true;
  }

  void Fill(Entry& entry) const {
    if (entry.curve.empty()) return;
    if (entry.with_keys) {
      entry.track.columns = ColumnsOf(entry.curve);
      return;
    }
    Levels levels(from_, to_, bins_);
    FillLevels(entry.curve, entry.boolean, entry.facts, levels);
    entry.track.levels = levels.Quantized(entry.facts.values);
  }

  void WriteMarkers(DetailWriter& json) {
    MarkList marks;
    for (auto in = view_.markers(); const auto marker = in.Next();) {
      if (marks.Add({marker->time, marker->name}, budget_)) continue;
      budget_.LeftOut(absl::StrCat(view_.marker_count() - marks.size(), " of ",
                                   Count(view_.marker_count(), "marker")));
      break;
    }
    marks.Write(json);
  }

  const mrtk::InputAnimationView& view_;
  Budget& budget_;
  const uint64_t most_;
  std::vector<Entry> entries_;
  double from_ = 0;
  double to_ = 0;
  size_t bins_ = kLeastBins;
};

}  // namespace

void WriteCurves(const mrtk::InputAnimationView& view,
                 std::span<const Finding> findings, Budget& budget,
                 DetailWriter& json) {
  CurvesSection(view, findings, budget).Write(json);
}

}  // namespace clipguard::report
