// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/state_machine.h"
#include "parser/json/json_reporter.h"
#include "report/forge/curves_section.h"
#include "report/tracks/track.h"

namespace clipguard::report {
namespace {

using forge::StateMachine;

constexpr size_t kTimes = size_t{kMachineSeconds} * kMachineRate + 1;
// Instructions of one program: memory for 8 MB of them would be too much.
constexpr size_t kMostCode = size_t{1} << 16;

// The parameters that can be computed, with their values at all times.
class Parameters {
 public:
  Parameters(const StateMachine& machine, const Limits& limits)
      : inputs_(machine), values_(machine) {
    for (size_t i = 0; i < kTimes; ++i) {
      times_.push_back(static_cast<float>(i) / kMachineRate);
    }
    std::vector<uint8_t> checked;
    for (const StateMachine::Named& parameter : machine.parameters) {
      const auto entry = values_.Find(parameter.expression);
      if (!entry || !values_.CanEvaluate(*entry, inputs_, checked)) continue;
      if (entries_.size() == kMostParameters) {
        ++left_out_;
        continue;
      }
      names_.push_back(machine.texts[parameter.name]);
      entries_.push_back(*entry);
    }
    Compute(limits);
  }

  size_t size() const { return names_.size(); }
  size_t left_out() const { return left_out_; }
  std::string_view name(size_t i) const { return names_[i]; }
  const std::vector<float>& times() const { return times_; }
  std::span<const float> values(size_t i) const {
    return std::span(table_).subspan(i * kTimes, kTimes);
  }

 private:
  void Compute(const Limits& limits) {
    const eval::TimeProgram program =
        values_.Compile(entries_, inputs_, kMostCode);
    const uint64_t steps = eval::TimeProgram::kBuildingSteps * program.size() +
                           program.StepsFor(kTimes);
    const size_t count = steps <= limits.request_steps ? program.values() : 0;
    left_out_ += entries_.size() - count;
    names_.resize(count);
    if (count == 0) return;
    CountWork(steps / eval::TimeProgram::kTimesInStep);
    table_.resize(count * kTimes);
    program.Evaluate(times_, table_, kTimes);
  }

  eval::TimeInputs inputs_;
  eval::TimeValues values_;
  std::vector<float> times_;
  std::vector<std::string_view> names_;
  std::vector<eval::TimeValues::Entry> entries_;
  std::vector<float> table_;
  size_t left_out_ = 0;
};

Track TrackOf(const Parameters& parameters, size_t i) {
  Track track;
  track.path = "/parameters";
  AppendPointerToken(parameters.name(i), track.path);
  track.group = {"parameters"};
  track.label = parameters.name(i);
  track.kind = TrackKind::kLines;
  const std::span<const float> values = parameters.values(i);
  track.SetColumns(
      {.times = parameters.times(),
       .values = std::vector<float>(values.begin(), values.end())});
  return track;
}

}  // namespace

void WriteCurves(const StateMachine& machine, const Limits& limits,
                 Budget& budget, DetailWriter& json) {
  const Parameters parameters(machine, limits);
  size_t left_out = parameters.left_out();
  uint64_t most = budget.left() / 2;
  std::vector<Track> tracks;
  for (size_t i = 0; i < parameters.size(); ++i) {
    Track track = TrackOf(parameters, i);
    const uint64_t size = track.SizeWithKeys();
    if (size <= most && budget.Take(size)) {
      most -= size;
      tracks.push_back(std::move(track));
    } else {
      ++left_out;
    }
  }
  if (left_out != 0) {
    budget.LeftOut(absl::StrCat("the values over time of ",
                                Count(left_out, "parameter"), " of ",
                                machine.parameters.size()));
  }
  if (tracks.empty()) return;
  json.BeginObject("curves");
  json.Field("from", 0.0F);
  json.Field("to", static_cast<float>(kMachineSeconds));
  json.Field("duration", uint64_t{kMachineSeconds});
  json.BeginArray("tracks");
  for (const Track& track : tracks) WriteTrack(track, json);
  json.EndArray();
  json.EndObject();
}

}  // namespace clipguard::report
