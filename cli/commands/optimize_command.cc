// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard optimize: the same motion with fewer keys, within a bound that is
// proven.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/recording.h"
#include "cli/commands/commands.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/report_flags.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/file_report.h"
#include "cli/run/changed_files.h"
#include "cli/run/result_files.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::cli {
namespace {

struct OptimizeFlags {
  ChangeFlags change;
  std::optional<double> tolerance;
  std::optional<double> degrees;

  void AddTo(CommandLine& line) {
    line.Number("--tolerance", &tolerance);
    line.Number("--degrees", &degrees);
    change.AddTo(line);
    change.result.AddTo(line);
  }
};

actions::OptimizeOptions OptionsOf(const OptimizeFlags& flags) {
  actions::OptimizeOptions options;
  options.tolerance = flags.tolerance.value_or(options.tolerance);
  options.angle_tolerance = flags.degrees.value_or(options.angle_tolerance);
  return options;
}

ChangeResult Optimize(const FileReport& found, const ChangeFlags& flags,
                      const actions::OptimizeOptions& options, size_t width,
                      ChangedFile& file) {
  OptimizeReport report{.source = found,
                        .options = options,
                        .result = std::nullopt,
                        .output = {},
                        .dry_run = flags.result.dry_run};
  const auto* recording = file.open() == nullptr
                              ? nullptr
                              : file.open()->Find<mrtk::InputAnimationView>();
  if (recording != nullptr && found.errors() == 0) {
    report.result = actions::OptimizeRecording(*recording, options);
  }
  ChangeResult done;
  done.failed = !report.result;
  done.verdict = !report.result             ? "REFUSED"
                 : report.result->changed() ? "SMALLER"
                                            : "ok";
  if (report.result) {
    // A file that cannot be made smaller is copied, so that the output folder
    // has all files.
    const bool changed = report.result->changed();
    report.output = file.Put(
        changed ? std::span<const uint8_t>(report.result->bytes) : file.bytes(),
        changed);
  }
  done.text =
      flags.format == "json"
          ? OptimizeJson(report)
          : OptimizeText(report, {.width = width, .detail = Detail::kAll});
  return done;
}

}  // namespace

int OptimizeCommand(const Args& args, Environment& env) {
  OptimizeFlags flags;
  CommandLine line("optimize");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  if (absl::Status s = flags.change.result.Check(); !s.ok()) {
    return BadUsage("optimize", s, env);
  }
  const actions::OptimizeOptions options = OptionsOf(flags);
  if (!flags.tolerance) {
    env.Say(absl::StrFormat("--tolerance=%g, since none is given: metres",
                            options.tolerance));
  }
  return ChangeFiles("optimize", flags.change, env,
                     [&](const FileReport& found, ChangedFile& file) {
                       return Optimize(found, flags.change, options,
                                       env.out_terminal.width, file);
                     });
}

}  // namespace clipguard::cli
