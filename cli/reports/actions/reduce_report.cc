// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "actions/reduce/reduce.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/io/name_text.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/report_json.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::cli {
namespace {

// "KEY_TIME_NOT_FINITE at camera.position.x.keys[].time".
std::string Kept(const ReduceReport& report) {
  std::string text(GetCodeInfo(report.code).name);
  if (report.place) absl::StrAppend(&text, " at ", ToPrintable(*report.place));
  return text;
}

// The same in the result.
std::string There(const ReduceReport& report) {
  if (!report.found) return {};
  return absl::StrCat("byte ", Grouped(report.found->bytes.offset), ", ",
                      ToPrintable(report.found->path), ": ",
                      ToPrintable(report.found->message));
}

}  // namespace

std::string ReduceText(const ReduceReport& report) {
  const actions::Reduced& reduced = *report.reduced;
  const size_t after = reduced.bytes.size();
  std::string out =
      absl::StrCat(after < report.bytes ? "REDUCED   "
                   : reduced.complete   ? "SMALLEST  "
                                        : "STOPPED   ",
                   ToPrintable(report.file), "  ", Grouped(report.bytes),
                   " -> ", Count(after, "byte"), ", ", Grouped(reduced.tries),
                   reduced.tries == 1 ? " try" : " tries", "\n  keeps     ",
                   Kept(report), "\n  there     ", There(report), "\n");
  if (!reduced.complete) {
    out +=
        "  note      --max-tries ended it: with more, the file may get "
        "smaller\n";
  }
  return out;
}

std::string ReduceJson(const ReduceReport& report) {
  static const actions::Reduced kNothing;
  const actions::Reduced& reduced =
      report.reduced != nullptr ? *report.reduced : kNothing;
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(report.file));
  WriteHeading(report.result, json);
  json.Field("bytesBefore", report.bytes);
  json.FieldOrNull("output", FileNameText(report.output));
  json.Field("shown", report.reduced != nullptr);
  json.Field("reduced",
             report.reduced != nullptr && reduced.bytes.size() < report.bytes);
  json.Field("smallest", reduced.complete);
  json.Field("tries", reduced.tries);
  json.Field("code", GetCodeInfo(report.code).name);
  json.Key("path");
  if (report.place) {
    json.String(*report.place);
  } else {
    json.Null();
  }
  json.Key("finding");
  if (report.found) {
    WriteFinding(*report.found, json);
  } else {
    json.Null();
  }
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace clipguard::cli
