// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/play/script_step.h"

#include <cstddef>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/text.h"
#include "parser/finding.h"
#include "parser/forge/json/json_fields.h"
#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"
#include "parser/limits.h"

namespace clipguard::cli {

absl::StatusOr<Step> ParseStep(std::string_view line) {
  constexpr std::string_view kForms =
      R"({"set": {"name": 1.5}}, {"transition": "open"} or {"apply": 0.25})";
  FindingList findings;
  const auto json = ReadJson(line, Limits(), findings);
  if (!json) {
    const Finding& finding = findings.findings().front();
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s (column %d)", finding.message, finding.bytes.offset + 1));
  }
  const auto unknown = [&] {
    return absl::InvalidArgumentError(
        absl::StrFormat("a step is one of %s", kForms));
  };
  if (json->kind(JsonDocument::kRoot) != JsonKind::kObject) return unknown();
  Step step;
  size_t members = 0;
  JsonReporter report(*json, findings);
  const auto number = [&](JsonNode node) -> std::optional<float> {
    const JsonKind kind = json->kind(node);
    if (kind != JsonKind::kNumber && kind != JsonKind::kString) return {};
    return forge::ReadFloat(report, node);
  };
  for (const auto [key, value] : json->Members(JsonDocument::kRoot)) {
    const std::string_view name = json->string(key);
    if (++members > 1) return unknown();
    if (name == "apply") {
      const auto time = number(value);
      if (!time) return unknown();
      step.kind = Step::Kind::kApply;
      step.time = *time;
    } else if (name == "transition") {
      if (json->kind(value) != JsonKind::kString) return unknown();
      step.kind = Step::Kind::kTransition;
      step.state = json->string(value);
    } else if (name == "set") {
      if (json->kind(value) != JsonKind::kObject) return unknown();
      step.kind = Step::Kind::kSet;
      for (const auto [input, setting] : json->Members(value)) {
        const auto to = number(setting);
        if (!to) return unknown();
        step.settings.push_back({std::string(json->string(input)), *to});
      }
    } else {
      return unknown();
    }
  }
  if (members == 0) return unknown();
  return step;
}

void WriteStep(const Step& step, JsonWriter& json) {
  json.BeginObject("step");
  switch (step.kind) {
    case Step::Kind::kSet:
      json.BeginObject("set");
      for (const InputSetting& setting : step.settings) {
        json.Field(ToUtf8(setting.name), setting.value);
      }
      json.EndObject();
      break;
    case Step::Kind::kTransition:
      json.Field("transition", step.state);
      break;
    case Step::Kind::kApply:
      json.Field("apply", step.time);
      break;
  }
  json.EndObject();
}

PlayedStep Described(const Step& step) {
  PlayedStep row;
  switch (step.kind) {
    case Step::Kind::kSet:
      row.kind = "set";
      for (const InputSetting& setting : step.settings) {
        absl::StrAppend(&row.argument, row.argument.empty() ? "" : ";",
                        setting.name, "=", FloatText(setting.value));
      }
      break;
    case Step::Kind::kTransition:
      row.kind = "transition";
      row.argument = step.state;
      break;
    case Step::Kind::kApply:
      row.kind = "apply";
      row.argument = FloatText(step.time);
      break;
  }
  return row;
}

}  // namespace clipguard::cli
