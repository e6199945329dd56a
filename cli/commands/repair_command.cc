// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard repair: mends what can be mended, and says what it changes.

#include <sys/stat.h>

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
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
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
constexpr std::string_view kStandardOutput = "-";

struct Flags {
  ReadFlags read;
  FileFlags files;
  std::string format = "text";
  std::string out;
  bool dry_run = false;
  bool unsafe = false;
  bool in_place = false;

  void AddTo(CommandLine& line) {
    line.Value("--format", &format);
    line.Value("--out", &out);
    line.Flag("--dry-run", &dry_run);
    line.Flag("--unsafe", &unsafe);
    line.Flag("--in-place", &in_place);
    files.AddTo(line);
    read.AddTo(line);
  }

  absl::Status Check() const {
    const int places = (out.empty() ? 0 : 1) + (in_place ? 1 : 0);
    if (places == 2) {
      return absl::InvalidArgumentError(
          "--in-place writes to the files themselves: it goes without --out");
    }
    if (places == 0 && !dry_run) {
      return absl::InvalidArgumentError(
          "say where the result goes: --out=FILE, --out=FOLDER/ or "
          "--in-place; or --dry-run to see what would change");
    }
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
        report_(flags.out == kStandardOutput ? env.err : env.out) {
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
    report.dry_run = flags_.dry_run;
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
    if (supported && !place.empty() && (changed || !flags_.in_place)) {
      report.output = place;
      if (!flags_.dry_run && !Write(result, file, place, out)) return {};
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
    if (const absl::Status made = MakeFoldersOf(place); !made.ok()) {
      Fail(place, std::string(made.message()));
      return false;
    }
    out = std::make_unique<OutputFile>(place);
    const struct stat& about = original.opened();
    if (S_ISREG(about.st_mode)) out->set_mode(about.st_mode & 0777);
    // Whoever exchanges files meanwhile does not choose which one is replaced.
    if (flags_.in_place) out->set_replaces(about.st_dev, about.st_ino);
    if (!out->Open()) {
      Fail(place, out->problem());
      out.reset();
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

// Where each input goes; empty paths: nowhere.
absl::StatusOr<std::vector<std::string>> PlacesOf(
    const Flags& flags, const std::vector<Input>& inputs) {
  if (flags.in_place) {
    std::vector<std::string> places;
    for (const Input& input : inputs) {
      if (input.path == "-" && !input.from_folder) {
        return absl::InvalidArgumentError(
            "standard input has no place to be repaired in: --out=- writes to "
            "standard output");
      }
      places.push_back(input.path);
    }
    return places;
  }
  if (flags.out.empty()) return std::vector<std::string>(inputs.size());
  if (flags.out == kStandardOutput) {
    if (inputs.size() == 1) return std::vector<std::string>{flags.out};
    return absl::InvalidArgumentError(
        "only one file can be written to standard output");
  }
  return OutputPlaces(inputs, flags.out);
}

}  // namespace

int RepairCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("repair");
  flags.AddTo(line);
  // The short form of --out.
  Args long_args;
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i] == "--") {
      long_args.insert(long_args.end(), args.begin() + static_cast<int>(i),
                       args.end());
      break;
    }
    long_args.push_back(args[i] == "-o" ? "--out" : args[i]);
  }
  if (absl::Status s = line.Parse(long_args); !s.ok()) {
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
  const auto places = PlacesOf(flags, list->inputs);
  if (!places.ok()) return BadUsage("repair", places.status(), env);
  Run run(flags, check, env);
  for (size_t i = 0; i < list->inputs.size() && env.out.error() == 0; ++i) {
    run.Repair(list->inputs[i], (*places)[i]);
  }
  if (run.sum().totals.skipped != 0) env.Say(NotOursText(run.sum().totals));
  return run.sum().exit_code();
}

}  // namespace clipguard::cli
