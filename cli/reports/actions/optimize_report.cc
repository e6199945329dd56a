// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/actions/optimize_report.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/optimize/optimize.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

using actions::Optimized;
using actions::OptimizedPart;
using actions::PoseErrors;

constexpr size_t kOptimizeMargin = 10;
// Names of parts in tables: at least and at most so wide.
constexpr size_t kNameWidth = 12;
constexpr size_t kMostNameWidth = 32;
// Reasons that are shown; JSON has them all.
constexpr size_t kReasons = 5;

std::string_view Verdict(const OptimizeReport& report) {
  if (!report.result) return "REFUSED";
  return report.result->changed() ? "SMALLER" : "ok";
}

uint64_t BytesAfter(const OptimizeReport& report) {
  return report.result && report.result->changed() ? report.result->bytes.size()
                                                   : report.source.bytes;
}

std::string NameOf(const OptimizedPart& part) {
  return ToPrintable(Shortened(part.name, kMostNameWidth));
}

// As wide as the widest name.
int NameWidth(const Optimized& result) {
  size_t width = kNameWidth;
  for (const OptimizedPart& part : result.parts) {
    width = std::max(width, NameOf(part).size());
  }
  return static_cast<int>(width);
}

std::string SizeTable(const Optimized& result) {
  const int width = NameWidth(result);
  std::string out =
      absl::StrFormat("  %-*s%12s%12s%16s%16s\n", width, "", "keys before",
                      "after", "bytes before", "after");
  for (const OptimizedPart& part : result.parts) {
    absl::StrAppendFormat(&out, "  %-*s%12s%12s%16s%16s\n", width, NameOf(part),
                          Grouped(part.keys_before), Grouped(part.keys_after),
                          Grouped(part.bytes_before),
                          Grouped(part.bytes_after));
  }
  return out;
}

// Lengths, as tables show them.
std::string LengthText(const Optimized& result, double length) {
  return result.unit == actions::LengthUnit::kMetre
             ? absl::StrFormat("%10.4f", length * 1000)
             : absl::StrFormat("%10.4g", length);
}

std::string_view DistanceTitle(actions::LengthUnit unit) {
  switch (unit) {
    case actions::LengthUnit::kMetre:
      return "distance, mm";
    case actions::LengthUnit::kOwn:
      return "distance, units";
    case actions::LengthUnit::kBlock:
      break;
  }
  return "distance, blocks";
}

// What was met is more than the bound only by float32's own rounding, which is
// no part of it: then the bound is said.
PoseErrors Met(const OptimizedPart& part) {
  const PoseErrors& met = part.measured;
  const PoseErrors& proven = part.proven;
  return {.distance = std::min(met.distance, proven.distance),
          .angle = std::min(met.angle, proven.angle),
          .shell = std::min(met.shell, proven.shell)};
}

std::string ErrorTable(const Optimized& result) {
  const int width = NameWidth(result);
  const bool joints = result.reach > 0;
  std::string out =
      absl::StrFormat("  %-*s%20s%20s", width, "worst error",
                      DistanceTitle(result.unit), "angle, degrees");
  if (joints) {
    absl::StrAppendFormat(
        &out, "%20s",
        result.unit == actions::LengthUnit::kMetre
            ? "3 cm off joint, mm"
            : absl::StrFormat("%.3g off joint", result.reach));
  }
  absl::StrAppendFormat(&out, "\n  %-*s", width, "");
  for (int i = 0; i < (joints ? 3 : 2); ++i) {
    absl::StrAppendFormat(&out, "%10s%10s", "proven", "met");
  }
  out += '\n';
  for (const OptimizedPart& part : result.parts) {
    const PoseErrors& proven = part.proven;
    const PoseErrors met = Met(part);
    const auto if_met = [&](std::string text) {
      return part.is_measured ? text : absl::StrFormat("%10s", "-");
    };
    absl::StrAppendFormat(&out, "  %-*s%s%s%10.4f%s", width, NameOf(part),
                          LengthText(result, proven.distance),
                          if_met(LengthText(result, met.distance)),
                          proven.angle,
                          if_met(absl::StrFormat("%10.4f", met.angle)));
    if (joints && part.has_shell) {
      absl::StrAppend(&out, LengthText(result, proven.shell),
                      if_met(LengthText(result, met.shell)));
    } else if (joints) {
      absl::StrAppendFormat(&out, "%10s%10s", "-", "-");
    }
    out += '\n';
  }
  return out;
}

std::string KeptText(const Optimized& result, size_t width) {
  std::string out;
  for (size_t i = 0; i < result.kept.size(); ++i) {
    if (i == kReasons) {
      out += Wrap(absl::StrFormat("and %s of curves (--format=json lists them)",
                                  Count(result.kept.size() - i, "more group")),
                  width, kOptimizeMargin);
      break;
    }
    out += Wrap(absl::StrCat(result.kept[i].path, ": ", result.kept[i].reason),
                width, kOptimizeMargin, "  kept    ");
  }
  return out;
}

// Why there is no result.
std::string RefusalText(const OptimizeReport& report,
                        const TextOptions& options) {
  if (report.source.errors() == 0) {
    return Wrap(absl::StrFormat("clipguard does not optimize %s files",
                                report.source.title),
                options.width, kOptimizeMargin);
  }
  std::string out = Wrap(
      report.source.format.empty()
          ? "it is not known what file this is (--as=FORMAT says what it is)"
          : "a file with errors stays as it is: clipguard repair may mend it",
      options.width, kOptimizeMargin);
  for (const Finding& finding : report.source.findings.findings()) {
    if (finding.severity() != Severity::kError) continue;
    return out +
           Wrap(absl::StrFormat("%s: %s: %s", GetCodeInfo(finding.code).name,
                                ToPrintable(finding.path),
                                ToPrintable(finding.message)),
                options.width, kOptimizeMargin);
  }
  return out;
}

std::string_view UnitName(actions::LengthUnit unit) {
  switch (unit) {
    case actions::LengthUnit::kMetre:
      return "metres";
    case actions::LengthUnit::kOwn:
      return "own";
    case actions::LengthUnit::kBlock:
      break;
  }
  return "blocks";
}

void WriteErrors(std::string_view key, const PoseErrors& errors,
                 JsonWriter& json) {
  json.BeginObject(key);
  json.Field("distance", static_cast<float>(errors.distance));
  json.Field("angle", static_cast<float>(errors.angle));
  json.Field("shell", static_cast<float>(errors.shell));
  json.EndObject();
}

void WritePart(const OptimizedPart& part, JsonWriter& json) {
  json.BeginObject();
  json.Field("part", part.name);
  json.Field("keysBefore", part.keys_before);
  json.Field("keysAfter", part.keys_after);
  json.Field("bytesBefore", part.bytes_before);
  json.Field("bytesAfter", part.bytes_after);
  WriteErrors("proven", part.proven, json);
  if (part.is_measured) {
    WriteErrors("measured", Met(part), json);
  } else {
    json.FieldOrNull("measured", "");
  }
  json.EndObject();
}

}  // namespace

std::string OptimizeText(const OptimizeReport& report,
                         const TextOptions& options) {
  std::string out =
      absl::StrFormat("%-*s%s", static_cast<int>(kOptimizeMargin),
                      Verdict(report), ToPrintable(report.source.file));
  if (!report.output.empty()) {
    absl::StrAppend(&out, report.dry_run ? " (would go to " : " -> ",
                    ToPrintable(report.output), report.dry_run ? ")" : "");
  }
  if (!report.result) return out + "\n" + RefusalText(report, options);
  const uint64_t before = report.source.bytes;
  const uint64_t after = BytesAfter(report);
  absl::StrAppendFormat(&out, "  %s -> %s bytes", Grouped(before),
                        Grouped(after));
  if (after < before) {
    absl::StrAppendFormat(
        &out, ", %.1f %%",
        100 * static_cast<double>(after) / static_cast<double>(before));
  }
  out += '\n';
  if (report.result->changed()) {
    out += SizeTable(*report.result) + ErrorTable(*report.result);
  }
  return out + KeptText(*report.result, options.width);
}

std::string OptimizeJson(const OptimizeReport& report) {
  static const Optimized kNothing;
  const Optimized& result = report.result ? *report.result : kNothing;
  JsonWriter json;
  json.BeginObject();
  json.Field("file", report.source.file);
  WriteHeading(report.source, json);
  json.Field("bytesAfter", BytesAfter(report));
  json.FieldOrNull("output", report.output);
  json.Field("optimized", result.changed());
  json.Field("refused", !report.result.has_value());
  json.Field("tolerance", static_cast<float>(report.options.tolerance));
  json.Field("degrees", static_cast<float>(report.options.angle_tolerance));
  json.Field("unit", UnitName(result.unit));
  json.Field("reach", static_cast<float>(result.reach));
  json.BeginArray("parts");
  for (const OptimizedPart& part : result.parts) WritePart(part, json);
  json.EndArray();
  json.BeginArray("kept");
  for (const actions::KeptCurves& kept : result.kept) {
    json.BeginObject();
    json.Field("path", kept.path);
    json.Field("reason", kept.reason);
    json.EndObject();
  }
  json.EndArray();
  WriteFindings("findings",
                report.result ? std::span<const Finding>()
                              : report.source.findings.findings(),
                json);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace clipguard::cli
