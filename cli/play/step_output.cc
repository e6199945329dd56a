// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/play/step_output.h"

#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "base/json_writer.h"
#include "cli/formats/step_rows.h"
#include "cli/reports/report_json.h"

namespace clipguard::cli {
namespace {

class Json final : public StepOutput {
 public:
  Json(uint64_t most_bytes, Output& out) : most_bytes_(most_bytes), out_(out) {}

  bool WriteDone(const StepPlace& place, const StepResult& result) override {
    JsonWriter json;
    json.BeginObject();
    WriteStep(*place.step, json);
    json.Field("state_before", place.before);
    json.Field("state", place.state);
    if (!WriteEvents(result.applied, json)) return false;
    if (!result.unused.empty()) json.Strings("unused", result.unused);
    json.BeginObject("joints");
    for (size_t i = 0; i < result.poses.size(); ++i) {
      json.Floats(ToUtf8(result.joints[i]), result.poses[i]);
      if (TooLong(json)) return false;
    }
    json.EndObject();
    json.EndObject();
    if (TooLong(json)) return false;
    Write(json);
    return true;
  }

  void WriteFailed(const StepPlace& place, std::string_view code,
                   std::string_view message) override {
    JsonWriter json;
    json.BeginObject();
    if (place.step != nullptr) {
      WriteStep(*place.step, json);
    } else {
      json.FieldOrNull("step", "");
    }
    WriteError(code, message, json);
    // What was done before it failed stays done.
    if (place.step != nullptr) json.Field("state", place.state);
    json.EndObject();
    Write(json);
  }

 private:
  bool TooLong(const JsonWriter& json) const {
    return json.size() > most_bytes_;
  }

  bool WriteEvents(const eval::AnimationMachine::Step& applied,
                   JsonWriter& json) const {
    json.BeginArray("events");
    for (const eval::PastEvent& event : applied.events) {
      json.BeginArray();
      json.String(event.name);
      json.Float(event.offset);
      json.EndArray();
      if (TooLong(json)) return false;
    }
    json.EndArray();
    if (applied.dropped.empty()) return true;
    json.BeginArray("dropped");
    for (const std::string_view name : applied.dropped) {
      json.String(name);
      if (TooLong(json)) return false;
    }
    json.EndArray();
    return true;
  }

  void Write(const JsonWriter& json) {
    out_.Write(json.text());
    out_.Write("\n");
  }

  const uint64_t most_bytes_;
  Output& out_;
};

class Csv final : public StepOutput {
 public:
  Csv(uint64_t most_bytes, Output& out) : most_bytes_(most_bytes), out_(out) {
    out_.Write(StepHeader());
  }

  bool WriteDone(const StepPlace& place, const StepResult& result) override {
    PlayedStep row = RowOf(place);
    row.events = result.applied.events;
    row.joints = result.joints;
    row.poses = result.poses;
    std::string rows;
    if (!AppendRows(row, most_bytes_, rows)) return false;
    out_.Write(rows);
    return true;
  }

  void WriteFailed(const StepPlace& place, std::string_view code,
                   std::string_view message) override {
    PlayedStep row = RowOf(place);
    row.error.append(code).append(": ").append(message);
    std::string rows;
    AppendRows(row, std::numeric_limits<uint64_t>::max(), rows);
    out_.Write(rows);
  }

 private:
  static PlayedStep RowOf(const StepPlace& place) {
    PlayedStep row;
    if (place.step != nullptr) row = Described(*place.step);
    row.number = place.number;
    row.before = place.before;
    row.state = place.state;
    return row;
  }

  const uint64_t most_bytes_;
  Output& out_;
};

}  // namespace

std::unique_ptr<StepOutput> JsonSteps(uint64_t most_bytes, Output& out) {
  return std::make_unique<Json>(most_bytes, out);
}

std::unique_ptr<StepOutput> CsvSteps(uint64_t most_bytes, Output& out) {
  return std::make_unique<Csv>(most_bytes, out);
}

}  // namespace clipguard::cli
