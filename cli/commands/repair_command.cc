// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard repair: mends what can be mended, and says what it changes.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
#include "cli/reports/json.h"
#include "cli/reports/repair_report.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "parser/format_set.h"
#include "rescue/repair/repair.h"

namespace clipguard::cli {
namespace {

constexpr std::array<std::string_view, 2> kFormats = {"text", "json"};

struct Flags {
  ReadFlags read;
  FileFlags files;
  std::string format = "text";
  ResultFlags result;
  bool unsafe = false;

  void AddTo(CommandLine& line) {
    line.Value("--format", &format);
    result.AddTo(line);
    line.Flag("--unsafe", &unsafe);
    files.AddTo(line);
    read.AddTo(line);
  }

  absl::Status Check() const {
    if (absl::Status s = result.Check(); !s.ok()) return s;
    return CheckName("report format", format, kFormats);
  }
};

std::string_view AsText(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// What becomes of a run.
struct Sum {
  bool errors = false;
  bool failed = false;
  Totals totals;

  int exit_code() const {
    if (failed) return kExitFailed;
    return errors ? kExitFindings : kExitOk;
  }
};

class Run {
 public:
  Run(const Flags& flags, const CheckOptions& check, Environment& env)
      : flags_(flags),
        check_(check),
        env_(env),
        // What is piped on is not mixed with what is said.
        report_(flags.result.out == kStandardOutput ? env.err : env.out) {
    check_.levels = LevelsOf;
  }

  // `place` is where the result goes; empty: nowhere.
  void Repair(const Input& input, const std::string& place) {
    InputFile::Options options = FileOptions(check_, env_);
    options.say = [&](const std::string& text) { env_.Say(text); };
    InputFile file(std::move(options));
    std::unique_ptr<OutputFile> out;
    std::string text;
    const FileReport about = CheckFile(
        input, check_, file, [&](const OpenFile*, const FileReport& found) {
          text = Look(file, found, input, place, out);
        });
    if (!about.readable()) {
      Fail(about.file, about.problem);
      if (flags_.format == "json") report_.Write(ProblemJson(about));
      return;
    }
    // Only now is it certain that the bytes were those of one version.
    if (out != nullptr && !out->Commit()) {
      Fail(place, out->problem());
      return;
    }
    report_.Write(text);
  }

  const Sum& sum() const { return sum_; }
  Sum& sum() { return sum_; }

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
    sum_.failed = true;
    env_.Say(ToPrintable(file) + ": " + ToPrintable(problem));
  }

  // Repairs the bytes, and writes what is to be committed to `out`. What is to
  // be said of it.
  std::string Look(const InputFile& file, const FileReport& found,
                   const Input& input, const std::string& place,
                   std::unique_ptr<OutputFile>& out) {
    const std::span<const uint8_t> bytes = file.bytes();
    if (!found.not_ours.empty()) {
      CountNotOurs(found.file, found.not_ours, sum_.totals);
      return {};
    }
    RepairReport report;
    report.file = found.file;
    report.bytes = found.bytes;
    report.dry_run = flags_.result.dry_run;
    const FormatHandler* const handler =
        found.format.empty() ? nullptr : HandlerOfName(found.format);
    // Bytes that exceed a limit are not there.
    const bool there = bytes.size() == found.bytes;
    if (handler != nullptr && there) {
      report.repaired =
          handler->Repair(bytes, check_.read, {.unsafe = flags_.unsafe});
    }
    const bool changed = report.repaired && report.repaired->changed();
    const std::span<const uint8_t> result =
        changed ? std::span<const uint8_t>(report.repaired->bytes) : bytes;
    if (there) {
      FindingLevels levels;
      CheckBytes(result, input, check_, levels, report.result);
    }
    if (!there) report.result = found;
    const bool supported = report.repaired.has_value();
    // What is not supported, but has something to repair, is not done.
    sum_.errors = sum_.errors || report.result.errors() != 0 ||
                  (!supported && !report.result.findings.empty());
    if (supported && !place.empty() && (changed || !flags_.result.in_place)) {
      report.output = place;
      if (!flags_.result.dry_run && !Write(result, file, place, out)) return {};
    }
    return flags_.format == "json"
               ? RepairJson(report)
               : RepairText(report, bytes, env_.out_terminal.width);
  }

  // False, and it was said, if that fails.
  bool Write(std::span<const uint8_t> bytes, const InputFile& original,
             const std::string& place, std::unique_ptr<OutputFile>& out) {
    if (place == kStandardOutput) {
      env_.out.Write(AsText(bytes));
      return true;
    }
    std::string problem;
    out = OpenResult(place, flags_.result.in_place, original, problem);
    if (out == nullptr) {
      Fail(place, problem);
      return false;
    }
    out->Write(AsText(bytes));
    return true;
  }

  const Flags& flags_;
  CheckOptions check_;
  Environment& env_;
  Output& report_;
  Sum sum_;
};

}  // namespace

int RepairCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("repair");
  flags.AddTo(line);
  if (absl::Status s = line.Parse(WithLongFlags(args)); !s.ok()) {
    return BadUsage("repair", s, env);
  }
  if (line.help()) return HelpCommand({"repair"}, env);
  flags.read.paths_needed = flags.files.files_from.empty();
  CheckOptions check;
  absl::Status s = flags.Check();
  if (s.ok()) s = flags.read.ToOptions(&check);
  absl::StatusOr<FilePatterns> patterns;
  if (s.ok()) {
    patterns = flags.files.ToPatterns(flags.read);
    s = patterns.status();
  }
  if (!s.ok()) return BadUsage("repair", s, env);
  const auto list = flags.files.Find(flags.read, {*patterns}, env);
  if (!list.ok()) {
    env.Say(std::string(list.status().message()));
    return kExitFailed;
  }
  for (const std::string& note : list->notes) env.Say(note);
  // All places are known to be right before anything is written.
  const auto places = flags.result.PlacesOf(list->inputs);
  if (!places.ok()) return BadUsage("repair", places.status(), env);
  Run run(flags, check, env);
  for (size_t i = 0; i < list->inputs.size() && env.out.error() == 0; ++i) {
    run.Repair(list->inputs[i], (*places)[i]);
  }
  if (run.sum().totals.skipped != 0) env.Say(NotOursText(run.sum().totals));
  return run.sum().exit_code();
}

}  // namespace clipguard::cli
