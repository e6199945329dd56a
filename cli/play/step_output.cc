// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/play/step_output.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json_writer.h"
#include "cli/formats/step_rows.h"
#include "cli/reports/report_json.h"
#include "eval/machine/pose.h"

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
    // Work done before the step failed is kept, so print the state.
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

std::string Short(double value) {
  // No -0, and no dust of float32.
  return absl::StrFormat("%.4g", std::abs(value) < 1e-6 ? 0.0 : value);
}

std::string Three(const std::array<double, 3>& of) {
  return absl::StrCat(Short(of[0]), ", ", Short(of[1]), ", ", Short(of[2]));
}

// "moved 0, 1, 0, turned 90 degrees about x"; empty for a joint at rest.
std::string PoseText(const eval::Matrix& matrix) {
  constexpr double kDegrees = 57.29577951308232;
  constexpr double kLeast = 0.005;  // degrees
  constexpr double kNear = 1e-4;
  const eval::MatrixParts parts = eval::TakeApart(matrix);
  const auto& [x, y, z, w] = parts.rotation;
  const auto apart = [&](const std::array<double, 3>& of, double rest) {
    return !(std::abs(of[0] - rest) < kNear && std::abs(of[1] - rest) < kNear &&
             std::abs(of[2] - rest) < kNear);
  };
  std::string out;
  const auto add = [&](const std::string& what) {
    absl::StrAppend(&out, out.empty() ? "" : ", ", what);
  };
  if (apart(parts.translation, 0)) {
    add(absl::StrCat("moved ", Three(parts.translation)));
  }
  const double sine = std::sqrt(x * x + y * y + z * z);
  const double angle = 2 * std::atan2(sine, std::abs(w)) * kDegrees;
  if (!(angle < kLeast)) {
    const double sign = w < 0 ? -1 : 1;
    const std::array<double, 3> axis = {sign * x / sine, sign * y / sine,
                                        sign * z / sine};
    std::string about = Three(axis);
    for (size_t i = 0; i < axis.size(); ++i) {
      if (1 - std::abs(axis[i]) >= kNear) continue;
      about = absl::StrCat(axis[i] < 0 ? "-" : "", std::string(1, "xyz"[i]));
    }
    add(absl::StrCat("turned ", Short(angle), " degrees about ", about));
  }
  if (apart(parts.scale, 1)) {
    const bool alike = !apart(parts.scale, parts.scale[0]);
    add("scaled " + (alike ? Short(parts.scale[0]) : Three(parts.scale)));
  }
  return out;
}

class Text final : public StepOutput {
 public:
  Text(uint64_t most_bytes, Output& out) : most_bytes_(most_bytes), out_(out) {}

  bool WriteDone(const StepPlace& place, const StepResult& result) override {
    std::string said = place.before == place.state
                           ? ToPrintable(place.state)
                           : absl::StrCat(ToPrintable(place.before), " -> ",
                                          ToPrintable(place.state));
    for (const eval::PastEvent& event : result.applied.events) {
      absl::StrAppend(&said, "; event ", ToPrintable(event.name));
      if (said.size() > most_bytes_) return false;
    }
    for (const std::string_view name : result.applied.dropped) {
      absl::StrAppend(&said, "; the game does not know ", ToPrintable(name));
      if (said.size() > most_bytes_) return false;
    }
    for (const std::string_view name : result.unused) {
      absl::StrAppend(&said, "; not used: ", ToPrintable(name));
      if (said.size() > most_bytes_) return false;
    }
    for (size_t i = 0; i < result.poses.size(); ++i) {
      const std::string pose = PoseText(result.poses[i]);
      if (pose.empty()) continue;
      absl::StrAppend(&said, "; ", ToPrintable(result.joints[i]), " ", pose);
      if (said.size() > most_bytes_) return false;
    }
    Say(place, std::move(said));
    return true;
  }

  void WriteFailed(const StepPlace& place, std::string_view code,
                   std::string_view message) override {
    Say(place, absl::StrCat(ToPrintable(place.state), "; ", std::string(code),
                            ": ", ToPrintable(message)));
  }

 private:
  static std::string StepText(const Step* step) {
    if (step == nullptr) return "no step";
    switch (step->kind) {
      case Step::Kind::kSet: {
        std::string out = "set";
        for (const InputSetting& one : step->settings) {
          absl::StrAppend(&out, " ", ToPrintable(one.name), "=",
                          Short(double{one.value}));
        }
        return out;
      }
      case Step::Kind::kTransition:
        return "asked for " + ToPrintable(step->state);
      case Step::Kind::kApply:
        break;
    }
    return absl::StrFormat("%9s", Short(double{step->time}) + " s");
  }

  void Say(const StepPlace& place, std::string said) {
    const bool is_time =
        place.step != nullptr && place.step->kind == Step::Kind::kApply;
    if (is_time && said == last_) return;
    out_.Write(absl::StrCat(StepText(place.step), "  ", said, "\n"));
    last_ = is_time ? std::move(said) : std::string();
  }

  const uint64_t most_bytes_;
  Output& out_;
  std::string last_;  // of the time before
};

}  // namespace

std::unique_ptr<StepOutput> JsonSteps(uint64_t most_bytes, Output& out) {
  return std::make_unique<Json>(most_bytes, out);
}

std::unique_ptr<StepOutput> CsvSteps(uint64_t most_bytes, Output& out) {
  return std::make_unique<Csv>(most_bytes, out);
}

std::unique_ptr<StepOutput> TextSteps(uint64_t most_bytes, Output& out) {
  return std::make_unique<Text>(most_bytes, out);
}

}  // namespace clipguard::cli
