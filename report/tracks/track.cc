// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/tracks/track.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/memory/work_counter.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {
namespace {

constexpr std::array<std::string_view, 3> kKindNames = {"bezier", "lines",
                                                        "steps"};

// A byte of a hostile name becomes six of text at most, "\u0000".
constexpr uint64_t kTextPerByte = 6;

template <typename Number>
bool AllEqual(const std::vector<Number>& values) {
  return std::all_of(values.begin(), values.end(), [&](Number value) {
    if constexpr (std::is_same_v<Number, float>) {
      return std::bit_cast<uint32_t>(value) ==
             std::bit_cast<uint32_t>(values[0]);
    } else {
      return value == values[0];
    }
  });
}

// One number stands for many that are the same.
template <typename Number>
std::span<const Number> Shortened(const std::vector<Number>& values) {
  const std::span<const Number> all(values);
  return AllEqual(values) ? all.first(std::min<size_t>(all.size(), 1)) : all;
}

void WriteFloats(std::string_view key, const std::vector<float>& values,
                 DetailWriter& json) {
  const std::span<const float> shortened = Shortened(values);
  if (shortened.empty()) return;
  if (shortened.size() == 1 && shortened[0] == 0) return;
  json.Array(key, shortened);
}

void WriteColumns(const TrackColumns& columns, DetailWriter& json) {
  CountWork(columns.times.size());
  json.Array("t", columns.times);
  json.Array("v", Shortened(columns.values));
  WriteFloats("it", columns.in_tangents, json);
  WriteFloats("ot", columns.out_tangents, json);
  WriteFloats("iw", columns.in_weights, json);
  WriteFloats("ow", columns.out_weights, json);
  if (!columns.weighted_modes.empty()) {
    json.Array("m", Shortened(columns.weighted_modes));
  }
}

}  // namespace

uint64_t TrackColumns::TextSize() const {
  uint64_t size = 0;
  for (const auto* column : {&times, &values, &in_tangents, &out_tangents,
                             &in_weights, &out_weights}) {
    size += ArraySize(Shortened(*column).size_bytes()) + 8;
  }
  return size + ArraySize(Shortened(weighted_modes).size_bytes()) + 8;
}

void Track::SetColumns(TrackColumns numbers) {
  keys = numbers.times.size();
  for (const float value : numbers.values) {
    values.Add(value);
    if (!std::isfinite(value)) ++broken_keys;
  }
  columns = std::move(numbers);
}

uint64_t Track::HeadSize() const {
  uint64_t names = path.size() + label.size();
  for (const std::string& name : group) names += name.size() + 1;
  return 200 + kTextPerByte * names;
}

uint64_t LevelsSize(size_t bins) {
  return ArraySize(2 * bins * sizeof(uint16_t)) + 10;
}

void WriteTrack(const Track& track, DetailWriter& json) {
  json.BeginObject();
  json.Field("path", track.path);
  json.Strings("group", track.group);
  json.Field("label", track.label);
  json.Field("kind", kKindNames[static_cast<size_t>(track.kind)]);
  if (track.clip) json.Field("clip", *track.clip);
  json.Field("keys", track.keys);
  if (!track.values.empty()) {
    json.Field("min", track.values.least);
    json.Field("max", track.values.greatest);
  }
  if (track.least_range != 0) json.Field("fine", track.least_range);
  if (track.pre_wrap != 8 || track.post_wrap != 8) {
    json.BeginArray("wrap");
    json.Int(track.pre_wrap);
    json.Int(track.post_wrap);
    json.EndArray();
  }
  if (track.broken_keys != 0) json.Field("broken", track.broken_keys);
  if (!track.in_order) json.Field("unordered", true);
  if (track.columns) WriteColumns(*track.columns, json);
  if (track.levels) {
    json.Array("levels", *track.levels);
  }
  json.EndObject();
}

bool MarkList::Add(const Mark& mark, Budget& budget) {
  if (times_.size() == kMostMarks) return false;
  if (!budget.Take(20 + kTextPerByte * mark.name.size())) return false;
  CountWork(mark.name.size() + 1);
  times_.push_back(mark.time);
  names_.emplace_back(mark.name);
  clips_.push_back(mark.clip);
  return true;
}

void MarkList::Write(DetailWriter& json) const {
  if (times_.empty()) return;
  json.BeginObject("marks");
  json.Array("t", times_);
  json.Strings("names", names_);
  json.Array("clip", clips_);
  json.EndObject();
}

}  // namespace clipguard::report
