// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard convert: writes a file in another format, and says first what that
// cannot hold.

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/targets/conversion_targets.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/handedness_flag.h"
#include "cli/formats/format_registry.h"
#include "cli/reports/actions/conversion_report.h"
#include "cli/reports/report_json.h"
#include "cli/run/result_files.h"
#include "parser/finding_levels.h"
#include "parser/mrtk/format.h"

namespace clipguard::cli {
namespace {

using actions::ConversionTarget;

constexpr std::string_view kStandardOutput = "-";
constexpr double kDefaultFps = 60;
// What the flags take: float32 has all of these, and a fit is never so close.
constexpr double kLeastTolerance = 1e-30;
constexpr double kMostTolerance = 1e6;  // metres
constexpr double kMostDegrees = 180;
constexpr double kLeastFps = 0.001;
constexpr double kMostFps = 1e5;

struct Flags {
  ReadFlags read;
  std::string to;
  std::string format = "text";
  std::string out;
  std::string tolerance;
  std::string degrees;
  std::string fps;
  std::string handedness;
  bool linear = false;
  bool lossy = false;
  bool keep_original = false;
  bool dry_run = false;

  void AddTo(CommandLine& line) {
    line.Value("--to", &to);
    line.Value("--format", &format);
    line.Value("--out", &out);
    line.Value("--tolerance", &tolerance);
    line.Value("--degrees", &degrees);
    line.Value("--fps", &fps);
    line.Value("--handedness", &handedness);
    line.Flag("--linear", &linear);
    line.Flag("--lossy", &lossy);
    line.Flag("--keep-original", &keep_original);
    line.Flag("--dry-run", &dry_run);
    read.AddTo(line);
  }
};

// A number within both; `value` stays as it is if there is no text.
absl::Status ParseWithin(std::string_view flag, std::string_view text,
                         double least, double most, double* value) {
  if (text.empty()) return {};
  const std::optional<double> number = ParseFinite(text);
  if (!number || *number < least || *number > most) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s takes a number from %g to %g, not '%s'", flag,
                        least, most, Shortened(text, 40)));
  }
  *value = *number;
  return {};
}

// What is asked for, if that is in order.
struct Request {
  const ConversionTarget* target = nullptr;
  actions::ConversionOptions options;
};

absl::Status ToRequest(const Flags& flags, Request* request) {
  if (flags.to.empty()) {
    return absl::InvalidArgumentError(
        "say what the file is to become: --to=FORMAT");
  }
  request->target = actions::FindConversionTarget(flags.to);
  if (request->target->tolerance == 0 && !flags.tolerance.empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--tolerance is not for --to=%s, which is exact",
                        request->target->name));
  }
  if (!request->target->has_curves &&
      (!flags.degrees.empty() || flags.linear)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--degrees and --linear are not for --to=%s", request->target->name));
  }
  request->options.tolerance = request->target->tolerance;
  if (!flags.linear && !flags.fps.empty()) {
    return absl::InvalidArgumentError("--fps takes --linear, too");
  }
  if (flags.linear) {
    if (!flags.tolerance.empty() || !flags.degrees.empty()) {
      return absl::InvalidArgumentError(
          "--linear takes samples, whatever --tolerance and --degrees are");
    }
    request->options.fps = kDefaultFps;
    if (absl::Status s = ParseWithin("--fps", flags.fps, kLeastFps, kMostFps,
                                     &request->options.fps);
        !s.ok()) {
      return s;
    }
  }
  if (flags.keep_original && !request->target->keeps_original) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--keep-original is not for --to=%s", request->target->name));
  }
  request->options.keep_original = flags.keep_original;
  request->options.handedness = HandednessOf(flags.handedness);
  if (request->options.handedness && request->target->name != "glb") {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--handedness is not for --to=%s, which has the file's own",
        request->target->name));
  }
  if (absl::Status s =
          ParseWithin("--tolerance", flags.tolerance, kLeastTolerance,
                      kMostTolerance, &request->options.tolerance);
      !s.ok()) {
    return s;
  }
  return ParseWithin("--degrees", flags.degrees, kLeastTolerance, kMostDegrees,
                     &request->options.degrees);
}

bool Exists(const std::string& path) {
  struct stat info = {};
  return lstat(path.c_str(), &info) == 0;
}

// Where the result goes. InvalidArgument if that is the input itself, or was
// not named and exists.
absl::StatusOr<std::string> PlaceOf(const Flags& flags, const Input& input,
                                    const ConversionTarget& target) {
  if (flags.out == kStandardOutput) return flags.out;
  if (flags.out.empty() && input.path == "-") return std::string("-");
  std::string place = flags.out;
  if (place.empty()) {
    place = std::filesystem::path(input.path)
                .replace_extension(target.extension)
                .string();
    if (Exists(place)) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%s exists: name the place of the result with --out",
                          ToPrintable(place)));
    }
    return place;
  }
  const auto places = OutputPlaces({&input, 1}, place);
  if (!places.ok()) return places.status();
  // A folder: there the file has the extension of what it becomes.
  if (places->front() == place) return place;
  place = std::filesystem::path(places->front())
              .replace_extension(target.extension)
              .string();
  std::error_code error;
  if (std::filesystem::equivalent(place, input.path, error)) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s is the file itself", ToPrintable(place)));
  }
  return place;
}

// What a file is called, up to the first dot; nothing for standard input.
std::string NameOf(const std::string& path) {
  if (path == "-") return {};
  const std::string file = std::filesystem::path(path).filename().string();
  return file.substr(0, file.find('.'));
}

// One conversion.
class Run {
 public:
  Run(const Flags& flags, const Request& request, CheckOptions check,
      Environment& env)
      : flags_(flags), request_(request), check_(std::move(check)), env_(env) {}

  int Convert(const Input& input, const std::string& place) {
    place_ = place;
    name_ = NameOf(input.path);
    InputFile::Options options = FileOptions(check_, env_);
    options.say = [&](const std::string& text) { env_.Say(text); };
    // A stream that is of no format of ours is read to its end, too.
    if (request_.target->takes != nullptr) options.worth = nullptr;
    InputFile file(std::move(options));
    const FileReport about = CheckFile(
        input, check_, file, [&](const OpenFile*, const FileReport& found) {
          Look(file.bytes(), found);
        });
    if (!about.readable()) {
      return Fail(about.file, about.problem);
    }
    // Only now is it certain that the bytes were those of one version.
    if (out_ != nullptr && !out_->Commit()) {
      return Fail(place, out_->problem());
    }
    if (!write_problem_.empty()) return Fail(place, write_problem_);
    if (place == kStandardOutput) {
      env_.out.Flush();
      // The program says that, and fails.
      if (env_.out.error() != 0) return kExitFailed;
    }
    Output& said = place == kStandardOutput ? env_.err : env_.out;
    said.Write(flags_.format == "json"
                   ? ConversionJson(report_)
                   : ConversionText(report_, {.width = env_.out_terminal.width,
                                              .detail = Detail::kAll}));
    return report_.output.empty() ? kExitFindings : kExitOk;
  }

 private:
  int Fail(const std::string& file, const std::string& problem) {
    env_.Say(ToPrintable(file) + ": " + ToPrintable(problem));
    return kExitFailed;
  }

  actions::ConversionSource SourceOf(std::span<const uint8_t> bytes,
                                     const FileReport& found) const {
    actions::ConversionSource source{.bytes = bytes, .format = std::nullopt};
    if (const FormatHandler* handler = HandlerOfName(found.format)) {
      source.format = handler->format();
    }
    for (const mrtk::KeyLayout layout :
         {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
      if (check_.read.layout == KeyLayoutName(layout)) source.layout = layout;
    }
    source.limits = check_.read.limits;
    source.name = name_;
    return source;
  }

  // What is said of the file if nothing is wrong with it.
  void Begin(const FileReport& found) {
    report_.source.file = found.file;
    report_.source.format = found.format;
    report_.source.title = found.title;
    report_.source.bytes = found.bytes;
    report_.source.summary = found.summary;
    report_.to = request_.target->name;
  }

  // Whether the target takes the file at all.
  bool Takes(const FileReport& found, const actions::ConversionSource& source) {
    const ConversionTarget& target = *request_.target;
    if (target.takes != nullptr && target.takes(source.bytes)) return true;
    if (found.errors() != 0) {
      report_.source.findings = found.findings;
      report_.problem =
          source.format
              ? "a file with errors is not converted: clipguard repair may "
                "mend it"
              : "it is not known what file this is (--as=FORMAT says what it "
                "is)";
      return false;
    }
    if (source.format && target.formats.Contains(*source.format)) return true;
    report_.problem =
        absl::StrFormat("a %s file cannot become %s", found.title, target.name);
    return false;
  }

  void Look(std::span<const uint8_t> bytes, const FileReport& found) {
    Begin(found);
    const actions::ConversionSource source = SourceOf(bytes, found);
    if (!Takes(found, source)) return;
    FindingLevels levels;
    // What is kept is not lost.
    if (flags_.lossy || flags_.keep_original) {
      levels.Set(FindingCode::kConversionLoses, FindingLevel::kWarning);
    }
    FindingList losses(source.limits, levels);
    report_.notes = FindingList(source.limits);
    actions::ConversionOptions options = request_.options;
    options.notes = &report_.notes;
    const auto converted = request_.target->convert(source, options, losses);
    report_.source.findings = std::move(losses);
    if (!converted.ok()) {
      report_.problem = std::string(converted.status().message());
      return;
    }
    report_.facts = (*converted)->facts();
    if (report_.source.errors() != 0) {
      report_.problem = "nothing is written: --lossy goes on without this";
      return;
    }
    report_.output = place_;
    if (flags_.dry_run) {
      report_.bytes = (*converted)->size();
    } else {
      Write(**converted);
    }
  }

  void Write(const actions::Converted& converted) {
    report_.written = true;
    Output* to = &env_.out;
    if (place_ != kStandardOutput) {
      if (const absl::Status made = MakeFoldersOf(place_); !made.ok()) {
        write_problem_ = std::string(made.message());
        return;
      }
      out_ = std::make_unique<OutputFile>(place_);
      if (!out_->Open()) {
        write_problem_ = out_->problem();
        out_.reset();
        return;
      }
      to = out_.get();
    }
    converted.WriteTo([&](std::span<const uint8_t> piece) {
      report_.bytes += piece.size();
      to->Write({reinterpret_cast<const char*>(piece.data()), piece.size()});
    });
  }

  const Flags& flags_;
  const Request& request_;
  const CheckOptions check_;
  Environment& env_;
  std::string place_;
  std::string name_;
  std::unique_ptr<OutputFile> out_;
  std::string write_problem_;
  ConversionReport report_;
};

}  // namespace

int ConvertCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("convert");
  flags.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("convert", s, env);
  }
  if (line.help()) return HelpCommand({"convert"}, env);
  CheckOptions check;
  // It is read once more, without what is only checked.
  check.findings_only = true;
  Request request;
  absl::Status s = ToRequest(flags, &request);
  if (s.ok()) s = flags.read.ToOptions(&check);
  if (s.ok() && flags.read.paths.size() != 1) {
    s = absl::InvalidArgumentError("convert takes one file");
  }
  if (!s.ok()) return BadUsage("convert", s, env);
  const Input input{
      .path = flags.read.paths[0], .from_folder = false, .problem = {}};
  const auto place = PlaceOf(flags, input, *request.target);
  if (!place.ok()) return BadUsage("convert", place.status(), env);
  return Run(flags, request, std::move(check), env).Convert(input, *place);
}

}  // namespace clipguard::cli
