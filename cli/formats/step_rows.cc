// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/step_rows.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/text.h"

namespace clipguard::cli {
namespace {

// Returns the columns that all rows of a step begin with. Cut soon after
// `most_bytes`.
std::string Beginning(const PlayedStep& step, uint64_t most_bytes) {
  std::string row = absl::StrCat(step.number, ",");
  for (const std::string_view field :
       {step.kind, std::string_view(step.argument), step.before, step.state}) {
    AppendCsv(field, row);
    row += ',';
  }
  std::string events;
  for (const eval::PastEvent& event : step.events) {
    if (row.size() + events.size() > most_bytes) break;
    if (!events.empty()) events += ';';
    events.append(event.name).append("@").append(FloatText(event.offset));
  }
  AppendCsv(events, row);
  row += ',';
  AppendCsv(step.error, row);
  row += ',';
  return row;
}

}  // namespace

std::string StepHeader() {
  std::string header =
      "step,kind,argument,state_before,state,events,error,joint";
  for (size_t i = 0; i < eval::Matrix().size(); ++i) {
    absl::StrAppendFormat(&header, ",m%d%d", i / 4, i % 4);
  }
  return header + "\n";
}

bool AppendRows(const PlayedStep& step, uint64_t most_bytes, std::string& out) {
  const std::string beginning = Beginning(step, most_bytes);
  if (step.poses.empty()) {
    out += beginning;
    out.append(eval::Matrix().size(), ',');
    out += '\n';
    return out.size() <= most_bytes;
  }
  for (size_t i = 0; i < step.poses.size(); ++i) {
    out += beginning;
    AppendCsv(step.joints[i], out);
    for (const float value : step.poses[i]) {
      out += ',';
      AppendColumnFloat(value, out);
    }
    out += '\n';
    if (out.size() > most_bytes) return false;
  }
  return true;
}

}  // namespace clipguard::cli
