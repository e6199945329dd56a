// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/forge_text.h"

#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace clipguard::bench {
namespace {

// Four clips that belong together, $ being their number and % that of a state's
// four.
constexpr size_t kGroup = 4;

constexpr std::string_view kParameters =
    R"(        "trigger_end$": ["-", ["compose", ["+", "#length"], "#act_time"]],
        "progress$": ["-/Mm", "#act_time", "#length", 0.0, 0.99999])";

constexpr std::string_view kClips =
    R"(        "disabled$": "example:block/machine$_anim@disabled",
        "enabled$": "example:block/machine$_anim@enabled",
        "starting$": [
            "trigger_positive",
            ["apply", "example:block/machine$_anim@starting", "#progress$"],
            "#trigger_end$",
            "!transition:enabled%"
        ],
        "stopping$": [
            "trigger_positive",
            ["apply", "example:block/machine$_anim@stopping", "#progress$"],
            "#trigger_end$",
            "!transition:disabled%"
        ])";

constexpr std::string_view kStates = R"(        "enabled$",
        "disabled$",
        "starting$",
        "stopping$")";

// % is the next group, so that all states can be reached.
constexpr std::string_view kTransitions =
    R"(        "enabled$": ["stopping$", "disabled$", "starting$"],
        "disabled$": ["starting$", "enabled$", "stopping%"],
        "starting$": ["enabled$", "stopping$", "disabled$"],
        "stopping$": ["disabled$", "starting$", "enabled$"])";

constexpr std::string_view kVariables =
    R"(                    {
                        "variable": "axis_x",
                        "type": "uniform",
                        "interpolation": "nearest",
                        "samples": [1]
                    },
                    {
                        "variable": "origin_y",
                        "type": "uniform",
                        "interpolation": "nearest",
                        "samples": [0.625]
                    },
                    {
                        "variable": "angle",
                        "type": "uniform",
                        "interpolation": "linear",
                        "samples": [
                            0, 15, 30, 45, 60, 75, 90
                        ]
                    },
                    {
                        "variable": "offset_z",
                        "type": "uniform",
                        "interpolation": "linear",
                        "samples": [0.0, 0.0625, -0.125]
                    },
                    {
                        "variable": "scale",
                        "type": "uniform",
                        "interpolation": "linear",
                        "samples": [1.0, 1.25]
                    })";

void Append(std::string_view pattern, size_t number, size_t other,
            std::string& text) {
  text += absl::StrReplaceAll(
      absl::string_view(pattern.data(), pattern.size()),
      {{"$", absl::StrCat(number)}, {"%", absl::StrCat(other)}});
}

// The pattern for 0 to `count` - 1, with commas between.
template <typename Other>
void AppendEach(std::string_view pattern, size_t count, Other other,
                std::string& text) {
  for (size_t i = 0; i < count; ++i) {
    if (i != 0) text += ",\n";
    Append(pattern, i, other(i), text);
  }
}

}  // namespace

std::string MakeMachineText(const MachineShape& shape) {
  const size_t groups = (shape.clips + kGroup - 1) / kGroup;
  const size_t entered = (shape.states + kGroup - 1) / kGroup;
  const auto state = [&](size_t i) { return i % entered; };
  const auto next = [&](size_t i) { return (i + 1) % entered; };
  std::string text = "{\n    \"parameters\": {\n";
  AppendEach(kParameters, groups, state, text);
  text += "\n    },\n    \"clips\": {\n";
  AppendEach(kClips, groups, state, text);
  text += "\n    },\n    \"states\": [\n";
  AppendEach(kStates, entered, state, text);
  text += "\n    ],\n    \"transitions\": {\n";
  AppendEach(kTransitions, entered, next, text);
  text += "\n    },\n    \"start_state\": \"disabled0\"\n}\n";
  return text;
}

std::string MakeParametersText(size_t parameters) {
  std::string text = "{\"parameters\":{";
  for (size_t i = 0; i < parameters; ++i) {
    if (i != 0) text += ',';
    absl::StrAppend(&text, "\"p", i, "\":[\"+\",");
    if (i == 0) {
      text += "1]";
    } else {
      absl::StrAppend(&text, "\"#p", i / 2, "\"]");
    }
  }
  text +=
      "},\"clips\":{\"a\":\"#identity\"},\"states\":[\"a\"],"
      "\"transitions\":{},\"start_state\":\"a\"}";
  return text;
}

std::string MakeArmatureText(const ArmatureShape& shape) {
  std::string text = "{\n    \"joints\": {\n";
  for (size_t j = 0; j < shape.joints; ++j) {
    absl::StrAppend(&text, j == 0 ? "" : ",\n", "        \"joint", j,
                    "\": {\n            \"", 2 * j, "\": [1.0],\n");
    absl::StrAppend(&text, "            \"", 2 * j + 1, "\": [1.0]\n        }");
  }
  text += "\n    },\n    \"clips\": {\n";
  for (size_t c = 0; c < shape.clips; ++c) {
    const bool loop = c % 2 == 1;
    absl::StrAppend(&text, c == 0 ? "" : ",\n", "        \"clip", c,
                    "\": {\n            \"loop\": ", loop ? "true" : "false",
                    ",\n            \"joint_clips\": {\n");
    for (size_t j = 0; j < shape.joints; ++j) {
      absl::StrAppend(&text, j == 0 ? "" : ",\n", "                \"joint", j,
                      "\": [\n");
      text += kVariables;
      text += "\n                ]";
    }
    text += "\n            },\n            \"events\": {";
    // A second event of a clip that is not a loop would hang the game.
    text += "\"0.25\": \"creak\"";
    if (loop) text += ", \"0.75\": \"bang\"";
    text += "}\n        }";
  }
  text += "\n    }\n}\n";
  return text;
}

}  // namespace clipguard::bench
