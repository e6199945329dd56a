// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard diff: what is different in meaning between two files.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/original.h"
#include "actions/diff/comparison.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/input_file.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/format_registry.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"
#include "parser/finding.h"
#include "parser/finding_levels.h"

namespace clipguard::cli {
namespace {

struct DiffFlags {
  ReadFlags read;
  std::string format = "text";
  std::optional<double> tolerance;
  std::optional<double> degrees;
  std::optional<double> point;
  bool exact = false;
  bool all = false;
  bool quiet = false;

  void AddTo(CommandLine& line) {
    line.Value("--format", &format);
    line.Number("--tolerance", &tolerance);
    line.Number("--degrees", &degrees);
    line.Number("--point", &point);
    line.Flag("--exact", &exact);
    line.Flag("--all", &all);
    line.Flag("--quiet", &quiet);
    read.AddTo(line);
  }
};

actions::CompareOptions OptionsOf(const DiffFlags& flags) {
  actions::CompareOptions options;
  options.units = flags.tolerance.value_or(options.units);
  options.degrees = flags.degrees.value_or(options.degrees);
  options.point = flags.point.value_or(options.point);
  return options;
}

class DiffRun {
 public:
  DiffRun(const DiffFlags& flags, const CheckOptions& check,
          const actions::CompareOptions& options, Environment& env)
      : flags_(flags), check_(check), options_(options), env_(env) {
    check_.excerpts = true;
  }

  int Compare() {
    InputFile first(FileOptionsSaying());
    InputFile second(FileOptionsSaying());
    DiffReport report;
    report.a = flags_.read.paths[0];
    report.b = flags_.read.paths[1];
    report.exact = flags_.exact;
    std::string text;
    std::string problem_b;
    int exit_code = kExitOk;
    const FileReport about_a = CheckFile(
        InputOf(0), check_, first, [&](const OpenFile* a, const FileReport& x) {
          const FileReport about_b =
              CheckFile(InputOf(1), check_, second,
                        [&](const OpenFile* b, const FileReport& y) {
                          Side of_a{.open = a, .about = &x};
                          Side of_b{.open = b, .about = &y};
                          TakeOriginal(InputOf(0), first.bytes(), of_a);
                          TakeOriginal(InputOf(1), second.bytes(), of_b);
                          exit_code = Look(of_a, of_b, report, text);
                        });
          problem_b = about_b.problem;
        });
    if (Failed(report.a, about_a.problem) || Failed(report.b, problem_b)) {
      return kExitFailed;
    }
    if (!flags_.quiet) env_.out.Write(text);
    return exit_code;
  }

 private:
  // One of the two files, or the original that a .glb holds.
  struct Side {
    const OpenFile* open = nullptr;
    const FileReport* about = nullptr;
    std::string problem = {};  // a .glb without an original
    FileReport about_original = {};
    std::unique_ptr<OpenFile> original = nullptr;
  };

  InputFile::Options FileOptionsSaying() {
    InputFile::Options options = FileOptions(check_, env_);
    options.say = [this](const std::string& text) { env_.Say(text); };
    // A .glb is read to its end, though it is of no format of ours.
    options.worth = [worth = std::move(options.worth)](
                        const std::string& path,
                        std::span<const uint8_t> bytes) {
      return actions::gltf::IsGlb(bytes) ? UINT64_MAX : worth(path, bytes);
    };
    return options;
  }

  Input InputOf(size_t i) const {
    return {.path = flags_.read.paths[i], .from_folder = false, .problem = {}};
  }

  bool Failed(const std::string& file, const std::string& problem) {
    if (problem.empty()) return false;
    env_.Say(ToPrintable(file) + ": " + ToPrintable(problem));
    return true;
  }

  // Makes the side of a .glb that of its original.
  void TakeOriginal(const Input& input, std::span<const uint8_t> bytes,
                    Side& side) const {
    if (!actions::gltf::IsGlb(bytes)) return;
    const auto original =
        actions::gltf::OriginalIn(bytes, "", check_.read.limits);
    if (!original.ok()) {
      side.problem = absl::StrFormat(
          "clipguard does not read .glb files, only originals in them. %s: %s",
          ToPrintable(input.path), original.status().message());
      return;
    }
    FindingLevels levels;
    side.about_original.file = input.path;
    CheckOptions check = check_;
    // Nothing but its file's name may tell that a capture is one.
    if (!IsRecognised(*original, input, check)) check.forced = Format::kXrHands;
    side.original =
        CheckBytes(*original, input, check, levels, side.about_original);
    side.open = side.original.get();
    side.about = &side.about_original;
  }

  int Look(const Side& a, const Side& b, DiffReport& report,
           std::string& text) {
    std::optional<actions::Comparison> comparison;
    if (!a.problem.empty() || !b.problem.empty()) {
      report.problem = a.problem.empty() ? b.problem : a.problem;
    } else if (!a.about->format || a.about->format != b.about->format) {
      report.problem = absl::StrFormat(
          "%s is %s, and %s is %s: only files of one kind are compared",
          ToPrintable(a.about->file), NameOfKind(*a.about),
          ToPrintable(b.about->file), NameOfKind(*b.about));
    } else {
      report.format = a.about->format;
      comparison =
          CompareFiles(a.open, *a.about, b.open, *b.about, report.problem);
    }
    if (comparison) report.comparison = &*comparison;
    text = flags_.format == "json"
               ? DiffJson(report)
               : DiffText(report, {.all = flags_.all,
                                   .width = env_.out_terminal.width});
    const bool differs = report.differs();
    report.comparison = nullptr;
    if (differs) return kExitFindings;
    return report.problem.empty() ? kExitOk : kExitUsage;
  }

  static std::string NameOfKind(const FileReport& about) {
    if (!about.format) return "of no kind that is known";
    return about.summary.text.empty() ? std::string(about.title())
                                      : about.summary.text;
  }

  // Nothing if they cannot be compared.
  std::optional<actions::Comparison> CompareFiles(const OpenFile* a,
                                                  const FileReport& about_a,
                                                  const OpenFile* b,
                                                  const FileReport& about_b,
                                                  std::string& problem) {
    const bool sound_a = IsSound(a, about_a, problem);
    const bool sound_b = IsSound(b, about_b, problem);
    const bool usable = a != nullptr && b != nullptr && about_a.format &&
                        (sound_a || a->comparable_with_errors()) &&
                        (sound_b || b->comparable_with_errors());
    if (!usable) {
      problem += ". Such a file is not compared";
      return std::nullopt;
    }
    actions::Comparison comparison =
        HandlerOf(*about_a.format).compare(*a, *b, options_);
    if (!problem.empty()) {
      problem += ". The part that can be read was compared";
    } else if (comparison.gap_count() != 0) {
      problem = "Not all of it could be compared";
    }
    return comparison;
  }

  // Whether it has no errors; says so otherwise.
  bool IsSound(const OpenFile* file, const FileReport& about,
               std::string& problem) {
    if (file != nullptr && about.errors() == 0) return true;
    if (!flags_.quiet) {
      env_.err.Write(FindingsText(about, {.colors = env_.err_terminal.colors,
                                          .width = env_.err_terminal.width}));
      env_.err.Flush();
    }
    if (!problem.empty()) problem += "; ";
    absl::StrAppendFormat(&problem, "%s has %s", ToPrintable(about.file),
                          Count(about.errors(), "error"));
    for (const Finding& finding : about.findings.findings()) {
      if (finding.severity() != Severity::kError) continue;
      absl::StrAppendFormat(&problem, ", the first %s at %s",
                            GetCodeInfo(finding.code).name,
                            Shortened(finding.path, 80));
      break;
    }
    return false;
  }

  const DiffFlags& flags_;
  CheckOptions check_;
  actions::CompareOptions options_;
  Environment& env_;
};

}  // namespace

int DiffCommand(const Args& args, Environment& env) {
  DiffFlags flags;
  CommandLine line("diff");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  CheckOptions check;
  absl::Status s = flags.read.ToOptions(&check);
  if (s.ok() && flags.read.paths.size() != 2) {
    s = absl::InvalidArgumentError("diff takes two files");
  }
  if (s.ok()) s = flags.read.CheckFiles();
  if (!s.ok()) return BadUsage("diff", s, env);
  return DiffRun(flags, check, OptionsOf(flags), env).Compare();
}

}  // namespace clipguard::cli
