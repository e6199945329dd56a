// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard diff: what is different in meaning between two files.

#include <cstddef>
#include <cstdint>
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
#include "actions/diff/glb/recording_glb.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/input_file.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/format_registry.h"
#include "cli/reports/actions/diff_report.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"
#include "parser/mrtk/format.h"

namespace clipguard::cli {
namespace {

constexpr std::string_view kRecording = "mrtk";
constexpr std::string_view kCharacter = "m3d";
constexpr std::string_view kArmature = "forge-armature";

struct DiffFlags {
  ReadFlags read;
  std::string format = "text";
  std::string tolerance;
  std::string degrees;
  std::string point;
  bool exact = false;
  bool all = false;
  bool quiet = false;

  void AddTo(CommandLine& line) {
    line.Value("--format", &format);
    line.Value("--tolerance", &tolerance);
    line.Value("--degrees", &degrees);
    line.Value("--point", &point);
    line.Flag("--exact", &exact);
    line.Flag("--all", &all);
    line.Flag("--quiet", &quiet);
    read.AddTo(line);
  }
};

// A number that is 0 or more.
std::optional<double> ParseNotNegative(std::string_view text) {
  const std::optional<double> size = ParseFinite(text);
  return size && *size >= 0 ? size : std::nullopt;
}

absl::Status ParseTolerance(std::string_view flag, std::string_view text,
                            double& value) {
  if (text.empty()) return {};
  const std::optional<double> size = ParseNotNegative(text);
  if (!size) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s takes a number, 0 or more, not '%s'", flag, Shortened(text, 40)));
  }
  value = *size;
  return {};
}

absl::Status ParseOptions(const DiffFlags& flags,
                          actions::CompareOptions& options) {
  if (absl::Status s =
          ParseTolerance("--tolerance", flags.tolerance, options.units);
      !s.ok()) {
    return s;
  }
  if (absl::Status s =
          ParseTolerance("--degrees", flags.degrees, options.degrees);
      !s.ok()) {
    return s;
  }
  if (!flags.point.empty()) {
    const auto point = ParseNotNegative(flags.point);
    if (!point || *point == 0) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "--point is a number above 0, not \"%s\"", ToPrintable(flags.point)));
    }
    options.point = *point;
  }
  return {};
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
          const FileReport about_b = CheckFile(
              InputOf(1), check_, second,
              [&](const OpenFile* b, const FileReport& y) {
                exit_code = Look({a, x, first.bytes()}, {b, y, second.bytes()},
                                 report, text);
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

  // One of the two files.
  struct Side {
    const OpenFile* open;
    const FileReport& about;
    std::span<const uint8_t> bytes;

    bool is_glb() const { return actions::gltf::IsGlb(bytes); }
    bool is_recording() const { return about.format == kRecording; }
  };

  int Look(const Side& a, const Side& b, DiffReport& report,
           std::string& text) {
    report.about_a = KindOf(a);
    report.about_b = KindOf(b);
    std::optional<actions::Comparison> comparison;
    const bool with_glb = (a.is_glb() || b.is_glb()) &&
                          (a.is_glb() || a.is_recording()) &&
                          (b.is_glb() || b.is_recording());
    if (with_glb) {
      report.format = kRecording;
      comparison = CompareGlb(a, b, report.problem);
    } else if (a.is_glb() != b.is_glb() && HasGlb(a.is_glb() ? b : a)) {
      report.format = (a.is_glb() ? b : a).about.format;
      comparison = CompareWithOriginal(a, b, report.problem);
    } else if (a.about.format.empty() || a.about.format != b.about.format) {
      report.problem = absl::StrFormat(
          "%s is %s, and %s is %s: only files of one kind are compared, and "
          "recordings, characters and armatures with their .glb",
          ToPrintable(a.about.file), NameOfKind(a), ToPrintable(b.about.file),
          NameOfKind(b));
    } else {
      report.format = a.about.format;
      comparison =
          CompareFiles(a.open, a.about, b.open, b.about, report.problem);
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

  static std::string KindOf(const Side& side) {
    return side.is_glb() ? "glTF 2.0" : side.about.summary.text;
  }

  static std::string NameOfKind(const Side& side) {
    if (side.is_glb()) return "a .glb";
    if (side.about.format.empty()) return "of no kind that is known";
    return side.about.summary.text.empty() ? std::string(side.about.title)
                                           : side.about.summary.text;
  }

  // Whether a .glb of such a file can be compared with it.
  static bool HasGlb(const Side& side) {
    return side.about.format == kCharacter || side.about.format == kArmature;
  }

  // One of the two is a .glb, the other what it was made of: not a recording.
  std::optional<actions::Comparison> CompareWithOriginal(const Side& a,
                                                         const Side& b,
                                                         std::string& problem) {
    const Side& file = a.is_glb() ? b : a;
    const Side& glb = a.is_glb() ? a : b;
    if (!IsSound(file.open, file.about, problem)) {
      problem += ". Such a file is not compared with a .glb";
      return std::nullopt;
    }
    const FormatHandler* const handler = HandlerOfName(file.about.format);
    actions::CompareOptions options = options_;
    const actions::CompareOptions suits = handler->GlbTolerance();
    if (flags_.tolerance.empty()) options.units = suits.units;
    if (flags_.degrees.empty()) options.degrees = suits.degrees;
    auto comparison = handler->CompareWithGlb(*file.open, glb.bytes,
                                              check_.read.limits, options);
    if (!comparison.ok()) {
      problem = std::string(comparison.status().message());
      return std::nullopt;
    }
    if (a.is_glb()) comparison->Exchange();
    if (comparison->gap_count() != 0) {
      problem = "Not all of it could be compared";
    }
    return *std::move(comparison);
  }

  std::optional<mrtk::KeyLayout> ForcedLayout() const {
    for (const mrtk::KeyLayout layout :
         {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
      if (check_.read.layout == KeyLayoutName(layout)) return layout;
    }
    return std::nullopt;
  }

  // At least one of the two is a .glb, the other a recording.
  std::optional<actions::Comparison> CompareGlb(const Side& a, const Side& b,
                                                std::string& problem) {
    for (const Side* side : {&a, &b}) {
      if (!side->is_glb() && !IsSound(side->open, side->about, problem)) {
        problem += ". Such a file is not compared with a .glb";
        return std::nullopt;
      }
    }
    actions::CompareOptions options = options_;
    if (flags_.tolerance.empty()) options.units = actions::kGlbUnits;
    if (flags_.degrees.empty()) options.degrees = actions::kGlbDegrees;
    auto comparison =
        actions::CompareWithGlb({.bytes = a.bytes, .layout = ForcedLayout()},
                                {.bytes = b.bytes, .layout = ForcedLayout()},
                                check_.read.limits, options);
    if (!comparison.ok()) {
      problem = std::string(comparison.status().message());
      return std::nullopt;
    }
    if (comparison->gap_count() != 0) {
      problem = "Not all of it could be compared";
    }
    return *std::move(comparison);
  }

  // Nothing if they cannot be compared.
  std::optional<actions::Comparison> CompareFiles(const OpenFile* a,
                                                  const FileReport& about_a,
                                                  const OpenFile* b,
                                                  const FileReport& about_b,
                                                  std::string& problem) {
    const bool sound_a = IsSound(a, about_a, problem);
    const bool sound_b = IsSound(b, about_b, problem);
    const bool usable = a != nullptr && b != nullptr &&
                        (sound_a || a->comparable_with_errors()) &&
                        (sound_b || b->comparable_with_errors());
    if (!usable) {
      problem += ". Such a file is not compared";
      return std::nullopt;
    }
    actions::Comparison comparison =
        HandlerOfName(about_a.format)->Compare(*a, *b, options_);
    if (!problem.empty()) {
      problem += ". What can be read was compared";
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
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("diff", s, env);
  }
  if (line.help()) return HelpCommand({"diff"}, env);
  CheckOptions check;
  actions::CompareOptions options;
  absl::Status s = flags.read.ToOptions(&check);
  if (s.ok() && flags.read.paths.size() != 2) {
    s = absl::InvalidArgumentError("diff takes two files");
  }
  if (s.ok()) s = ParseOptions(flags, options);
  if (!s.ok()) return BadUsage("diff", s, env);
  return DiffRun(flags, check, options, env).Compare();
}

}  // namespace clipguard::cli
