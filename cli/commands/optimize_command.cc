// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard optimize: the same motion with fewer keys, within a bound that is
// proven.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "cli/commands/commands.h"
#include "cli/commands/result_files.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/file_flags.h"
#include "cli/flags/report_flags.h"
#include "cli/formats/format_registry.h"
#include "cli/io/text.h"
#include "cli/reports/file_report.h"
#include "cli/reports/optimize_report.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "parser/finding_levels.h"
#include "parser/format_set.h"
#include "rescue/optimize/optimize.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 2> kFormats = {"text", "json"};
constexpr double kMostTolerance = 1e6;  // metres
constexpr double kMostDegrees = 180;

struct Flags {
  ReadFlags read;
  FileFlags files;
  ResultFlags result;
  std::string format = "text";
  std::string tolerance;
  std::string degrees;

  void AddTo(CommandLine& line) {
    line.Value("--format", &format);
    line.Value("--tolerance", &tolerance);
    line.Value("--degrees", &degrees);
    result.AddTo(line);
    files.AddTo(line);
    read.AddTo(line);
  }
};

// A number above 0; `value` stays as it is if there is no text.
absl::Status ParseTolerance(std::string_view flag, std::string_view text,
                            double most, double& value) {
  if (text.empty()) return {};
  const std::optional<double> number = ParseFinite(text);
  if (!number || *number <= 0 || *number > most) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s takes a number above 0, up to %g, not '%s'", flag,
                        most, Shortened(text, 40)));
  }
  value = *number;
  return {};
}

absl::Status ToOptions(const Flags& flags, rescue::OptimizeOptions& options) {
  if (absl::Status s = flags.result.Check(); !s.ok()) return s;
  if (absl::Status s = CheckName("report format", flags.format, kFormats);
      !s.ok()) {
    return s;
  }
  if (flags.tolerance.empty()) {
    return absl::InvalidArgumentError(
        "say how far a point may be from where it was, in metres: "
        "--tolerance=0.0001 is a tenth of a millimetre");
  }
  if (absl::Status s = ParseTolerance("--tolerance", flags.tolerance,
                                      kMostTolerance, options.tolerance);
      !s.ok()) {
    return s;
  }
  return ParseTolerance("--degrees", flags.degrees, kMostDegrees,
                        options.angle_tolerance);
}

class Run {
 public:
  Run(const Flags& flags, const rescue::OptimizeOptions& options,
      const CheckOptions& check, Environment& env)
      : flags_(flags),
        options_(options),
        check_(check),
        env_(env),
        // What is piped on is not mixed with what is said.
        said_(flags.result.out == kStandardOutput ? env.err : env.out) {
    check_.levels = LevelsOf;
  }

  // `place` is where the result goes; empty: nowhere.
  void Optimize(const Input& input, const std::string& place) {
    InputFile::Options options = FileOptions(check_, env_);
    options.say = [&](const std::string& text) { env_.Say(text); };
    InputFile file(std::move(options));
    std::unique_ptr<OutputFile> out;
    std::string text;
    const FileReport about = CheckFile(
        input, check_, file, [&](const OpenFile*, const FileReport& found) {
          text = Look(file, found, place, out);
        });
    if (!about.readable()) {
      Fail(about.file, about.problem);
      if (flags_.format == "json") said_.Write(ProblemJson(about));
      return;
    }
    // Only now is it certain that the bytes were those of one version.
    if (out != nullptr && !out->Commit()) {
      Fail(place, out->problem());
      return;
    }
    said_.Write(text);
  }

  int exit_code() const {
    if (failed_) return kExitFailed;
    return refused_ ? kExitFindings : kExitOk;
  }
  const Totals& totals() const { return totals_; }

 private:
  // What a file that was found, not named, is not ours is only counted.
  static FindingLevels LevelsOf(const Input& input, std::optional<Format>) {
    FindingLevels levels;
    if (input.from_folder) {
      levels.Set(FindingCode::kFormatUnknown, FindingLevel::kIgnored);
    }
    return levels;
  }

  void Fail(const std::string& file, const std::string& problem) {
    failed_ = true;
    env_.Say(ToPrintable(file) + ": " + ToPrintable(problem));
  }

  // Writes what is to be committed to `out`. What is to be said of it.
  std::string Look(const InputFile& file, const FileReport& found,
                   const std::string& place, std::unique_ptr<OutputFile>& out) {
    const std::span<const uint8_t> bytes = file.bytes();
    if (!found.not_ours.empty()) {
      CountNotOurs(found.file, found.not_ours, totals_);
      return {};
    }
    OptimizeReport report{.source = found,
                          .options = options_,
                          .result = std::nullopt,
                          .output = {},
                          .dry_run = flags_.result.dry_run};
    const FormatHandler* const handler =
        found.format.empty() ? nullptr : HandlerOfName(found.format);
    if (handler != nullptr && found.errors() == 0) {
      report.result = handler->Optimize(bytes, check_.read, options_);
    }
    refused_ = refused_ || !report.result;
    const bool changed = report.result && report.result->changed();
    // What cannot be smaller is copied, so that all files are there.
    if (report.result && !place.empty() &&
        (changed || !flags_.result.in_place)) {
      report.output = place;
      if (!flags_.result.dry_run &&
          !Write(
              changed ? std::span<const uint8_t>(report.result->bytes) : bytes,
              file, place, out)) {
        return {};
      }
    }
    return flags_.format == "json"
               ? OptimizeJson(report)
               : OptimizeText(report, {.width = env_.out_terminal.width,
                                       .detail = Detail::kAll});
  }

  // False, and it was said, if that fails.
  bool Write(std::span<const uint8_t> bytes, const InputFile& original,
             const std::string& place, std::unique_ptr<OutputFile>& out) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                bytes.size());
    if (place == kStandardOutput) {
      env_.out.Write(text);
      return true;
    }
    std::string problem;
    out = OpenResult(place, flags_.result.in_place, original, problem);
    if (out == nullptr) {
      Fail(place, problem);
      return false;
    }
    out->Write(text);
    return true;
  }

  const Flags& flags_;
  const rescue::OptimizeOptions options_;
  CheckOptions check_;
  Environment& env_;
  Output& said_;
  Totals totals_;
  bool refused_ = false;
  bool failed_ = false;
};

}  // namespace

int OptimizeCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("optimize");
  flags.AddTo(line);
  if (absl::Status s = line.Parse(WithLongFlags(args)); !s.ok()) {
    return BadUsage("optimize", s, env);
  }
  if (line.help()) return HelpCommand({"optimize"}, env);
  flags.read.paths_needed = flags.files.files_from.empty();
  CheckOptions check;
  rescue::OptimizeOptions options;
  absl::Status s = ToOptions(flags, options);
  if (s.ok()) s = flags.read.ToOptions(&check);
  absl::StatusOr<FilePatterns> patterns;
  if (s.ok()) {
    patterns = flags.files.ToPatterns(flags.read);
    s = patterns.status();
  }
  if (!s.ok()) return BadUsage("optimize", s, env);
  const auto list = flags.files.Find(flags.read, {*patterns}, env);
  if (!list.ok()) {
    env.Say(std::string(list.status().message()));
    return kExitFailed;
  }
  for (const std::string& note : list->notes) env.Say(note);
  // All places are known to be right before anything is written.
  const auto places = flags.result.PlacesOf(list->inputs);
  if (!places.ok()) return BadUsage("optimize", places.status(), env);
  Run run(flags, options, check, env);
  for (size_t i = 0; i < list->inputs.size() && env.out.error() == 0; ++i) {
    run.Optimize(list->inputs[i], (*places)[i]);
  }
  if (run.totals().skipped != 0) env.Say(NotOursText(run.totals()));
  return run.exit_code();
}

}  // namespace clipguard::cli
