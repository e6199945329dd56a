// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

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
#include "cli/io/name_text.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

using actions::Optimized;
using actions::OptimizedPart;
using actions::PoseErrors;

constexpr size_t kOptimizeMargin = 10;
constexpr int kNameWidth = 12;  // of parts, in tables
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

std::string SizeTable(const Optimized& result) {
  std::string out =
      absl::StrFormat("  %-*s%12s%12s%16s%16s\n", kNameWidth, "", "keys before",
                      "after", "bytes before", "after");
  for (const OptimizedPart& part : result.parts) {
    absl::StrAppendFormat(&out, "  %-*s%12s%12s%16s%16s\n", kNameWidth,
                          part.name, Grouped(part.keys_before),
                          Grouped(part.keys_after), Grouped(part.bytes_before),
                          Grouped(part.bytes_after));
  }
  return out;
}

// Clamps the measured errors to the proven bounds: only float32's own rounding,
// which the bounds do not include, exceeds them.
PoseErrors Met(const OptimizedPart& part) {
  const PoseErrors& met = part.measured;
  const PoseErrors& proven = part.proven;
  return {.distance = std::min(met.distance, proven.distance),
          .angle = std::min(met.angle, proven.angle),
          .shell = std::min(met.shell, proven.shell)};
}

std::string ErrorTable(const Optimized& result) {
  std::string out = absl::StrFormat(
      "  %-*s%20s%20s%20s\n  %-*s", kNameWidth, "worst error", "distance, mm",
      "angle, degrees", "3 cm off joint, mm", kNameWidth, "");
  for (int i = 0; i < 3; ++i) {
    absl::StrAppendFormat(&out, "%10s%10s", "proven", "met");
  }
  out += '\n';
  for (const OptimizedPart& part : result.parts) {
    const PoseErrors& proven = part.proven;
    const PoseErrors met = Met(part);
    absl::StrAppendFormat(&out, "  %-*s%10.4f%10.4f%10.4f%10.4f", kNameWidth,
                          part.name, 1000 * proven.distance,
                          1000 * met.distance, proven.angle, met.angle);
    if (part.has_shell) {
      absl::StrAppendFormat(&out, "%10.4f%10.4f", 1000 * proven.shell,
                            1000 * met.shell);
    } else {
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
    return Wrap(
        absl::StrFormat(
            "optimize takes recordings; this is another file (%s). Make a "
            ".glb of it (clipguard convert --to=glb), and that smaller with "
            "gltfpack -af 0 -ac -kn -ke, or gltf-transform's "
            "resample({tolerance: 1e-6}) and prune({keepLeaves: true})",
            report.source.title()),
        options.width, kOptimizeMargin);
  }
  std::string out = Wrap(
      !report.source.format
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
  WriteErrors("measured", Met(part), json);
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
  json.Field("file", FileNameText(report.source.file));
  WriteHeading(report.source, json);
  json.Field("bytesAfter", BytesAfter(report));
  json.FieldOrNull("output", FileNameText(report.output));
  json.Field("optimized", result.changed());
  json.Field("refused", !report.result.has_value());
  json.Field("tolerance", static_cast<float>(report.options.tolerance));
  json.Field("degrees", static_cast<float>(report.options.angle_tolerance));
  json.Field("unit", "metres");
  json.Field("reach", static_cast<float>(actions::kShellDistance));
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
