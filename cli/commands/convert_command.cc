// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard convert: writes a file in another format, and says first what that
// cannot hold.

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/boxes/block_model.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/targets/conversion_targets.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/commands/convert_flags.h"
#include "cli/files/inputs.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/file_flags.h"
#include "cli/formats/forge_resources.h"
#include "cli/io/given_files.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/report_json.h"
#include "cli/run/changed_files.h"
#include "cli/run/check_plan.h"
#include "parser/finding.h"
#include "parser/finding_levels.h"
#include "parser/format_set.h"
#include "parser/parsed/parsed_file.h"

namespace clipguard::cli {
namespace {

using actions::ConversionTarget;

using Flags = ConvertFlags;
using Request = ConvertRequest;

bool Exists(const std::string& path) {
  struct stat info = {};
  if (GivenFiles::Current() != nullptr) return StatPath(path, &info) == 0;
  return lstat(path.c_str(), &info) == 0;
}

// Where the result of the only file goes if --out names no place.
// InvalidArgument if something is there.
absl::StatusOr<std::string> PlaceBeside(const Input& input,
                                        const ConversionTarget& target) {
  if (input.path == "-") return std::string(kStandardOutput);
  std::string place = std::filesystem::path(input.path)
                          .replace_extension(target.extension)
                          .generic_string();
  if (!Exists(place)) return place;
  return absl::InvalidArgumentError(
      absl::StrFormat("%s exists: name the place of the result with --out",
                      ToPrintable(place)));
}

// Whether a file of no format of ours that was found has a result: a .glb only
// if it says that it holds the file that it was made of.
bool HasResult(const ConversionTarget& target, std::span<const uint8_t> bytes) {
  return target.takes != nullptr && target.takes(bytes) &&
         !(actions::gltf::IsGlb(bytes) &&
           absl::IsNotFound(actions::gltf::OriginalIn(bytes, {}).status()));
}

// Where results go.
absl::StatusOr<OutputPlan> PlanOf(const ChangeFlags& flags,
                                  const ConversionTarget& target,
                                  const CheckOptions& check,
                                  std::vector<Input>& inputs,
                                  Environment& env) {
  const std::string& out = flags.result.out;
  OutputRequest request{.results = out,
                        .extension = target.extension,
                        .takes = std::bind_front(HasResult, std::cref(target)),
                        .verbose = flags.files.verbose};
  const bool named = inputs.size() == 1 && !inputs.front().from_folder;
  if (out.empty() && named) {
    auto place = PlaceBeside(inputs.front(), target);
    if (!place.ok()) return place.status();
    request.results = *std::move(place);
  }
  const bool printed = request.results == kStandardOutput;
  if (!named && (printed || (out.empty() && !flags.result.dry_run))) {
    return absl::InvalidArgumentError(
        "several files need a folder for the results: --out=FOLDER/");
  }
  auto plan = PlanOutputs(std::move(request), check, inputs, env);
  if (plan.ok() && printed) plan->places = {std::string(kStandardOutput)};
  return plan;
}

// Returns the file name up to its first dot; "" for standard input.
std::string NameOf(const std::string& path) {
  if (path == "-") return {};
  const std::string file = std::filesystem::path(path).filename().string();
  return file.substr(0, file.find('.'));
}

// Losses of one code that are told one by one without --verbose.
constexpr size_t kMostOfCode = 8;

// One conversion, on any thread.
class ConvertRun {
 public:
  ConvertRun(const Flags& flags, const Request& request, Environment& env,
             ChangedFile& file)
      : flags_(flags), request_(request), env_(env), file_(file) {}

  ChangeResult Convert(const FileReport& found) {
    Look(found);
    ChangeResult result;
    result.text =
        flags_.change.format == "json"
            ? ConversionJson(report_)
            : ConversionText(
                  report_,
                  {.width = env_.out_terminal.width,
                   .detail = Detail::kAll,
                   .most_of_code = flags_.change.files.verbose
                                       ? std::numeric_limits<size_t>::max()
                                       : kMostOfCode});
    result.failed = !report_.problem.empty();
    const auto& losses = report_.source.findings.findings();
    result.verdict = result.failed                       ? "refused"
                     : !losses.empty()                   ? "with losses"
                     : !report_.notes.findings().empty() ? "with notes"
                                                         : "without losses";
    // Why it is not written, or not all of it.
    for (const Finding& finding : losses) {
      result.codes[std::string(GetCodeInfo(finding.code).name)].found = 1;
    }
    if (result.failed && losses.empty()) {
      result.codes[ToPrintable(report_.problem)].found = 1;
    }
    return result;
  }

 private:
  // The file as it was parsed, or its bytes alone.
  ParsedFile Source(const FileReport& found) const {
    ParsedFile source = file_.open() != nullptr
                            ? file_.open()->Take()
                            : ParsedFile{.bytes = file_.bytes(),
                                         .limits = file_.check().read.limits};
    source.format = found.format;
    source.name = NameOf(file_.input().path);
    return source;
  }

  // Fills in the report's facts about the file, as for a file without problems.
  void Begin(const FileReport& found) {
    report_.source.file = found.file;
    report_.source.format = found.format;
    report_.source.bytes = found.bytes;
    report_.source.summary = found.summary;
    report_.to = request_.target->name;
  }

  // Whether the target takes the file at all.
  bool Takes(const FileReport& found, const ParsedFile& source) {
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
    report_.problem = absl::StrFormat("a %s file cannot become %s",
                                      found.title(), target.name);
    return false;
  }

  void Look(const FileReport& found) {
    Begin(found);
    ParsedFile source = Source(found);
    if (!Takes(found, source)) return;
    FindingLevels levels;
    // With --keep-original nothing is lost, so losses are warnings, as with
    // --lossy.
    if (flags_.lossy || flags_.keep_original) {
      levels.Set(FindingCode::kConversionLoses, FindingLevel::kWarning);
    }
    const ReadOptions& read = file_.check().read;
    FindingList losses(read.limits, levels);
    report_.notes = FindingList(read.limits);
    actions::ConversionOptions options = request_.options;
    options.notes = &report_.notes;
    std::unique_ptr<const actions::NamedFiles> textures;
    if (request_.textures != nullptr && source.format == Format::kM3d) {
      textures = request_.textures->Beside(file_.input().path);
      options.textures = textures.get();
    }
    actions::SharedModel found_model;
    if (request_.target->name == "glb" &&
        source.format == Format::kForgeArmature) {
      found_model = FindModel();
      if (found_model != nullptr) options.boxes = (*found_model)->boxes;
    }
    const auto converted =
        request_.target->convert(std::move(source), options, losses);
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
    report_.written = !flags_.change.result.dry_run;
    if (!report_.written) report_.bytes = (*converted)->size();
    report_.output = file_.Put(/*is_changed=*/true, [&](Output& out) {
      (*converted)->WriteTo([&](std::span<const uint8_t> piece) {
        report_.bytes += piece.size();
        out.Write({reinterpret_cast<const char*>(piece.data()), piece.size()});
      });
    });
  }

  // Returns the model that an armature moves, or null. Notes a model that is
  // missing.
  actions::SharedModel FindModel() {
    const ReadOptions& read = file_.check().read;
    actions::SharedModel found =
        BlockModelOf(read.model, read.resources, file_.input().path);
    if (found == nullptr) return nullptr;
    const auto note = [&](std::string_view what) {
      actions::ReportLoss(request_.target->name, {}, "", what, report_.notes);
    };
    const absl::StatusOr<actions::BlockModel>& model = *found;
    if (!model.ok()) {
      note(absl::StrFormat("what the armature moves: %s",
                           model.status().message()));
      return nullptr;
    }
    if (model->left_out != 0) note(actions::ElementsLeftOut(model->left_out));
    return found;
  }

  const Flags& flags_;
  const Request& request_;
  Environment& env_;
  ChangedFile& file_;
  ConversionReport report_;
};

}  // namespace

int ConvertCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("convert");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  ReadFlags& read = flags.change.read;
  const FileFlags& files = flags.change.files;
  CheckPlan plan;
  Request request;
  read.paths_needed = files.files_from.empty();
  absl::Status s = flags.ToRequest(&request);
  if (s.ok()) s = read.ToOptions(&plan.check);
  if (s.ok()) s = flags.OpenFiles(&plan.check, &request);
  if (s.ok()) plan.check.foreign = request.target->takes != nullptr;
  int exit_code = kExitOk;
  auto inputs = FindInputs("convert", s, files, read, env, exit_code);
  if (!inputs) return exit_code;
  const auto outputs =
      PlanOf(flags.change, *request.target, plan.check, *inputs, env);
  if (!outputs.ok()) return BadUsage("convert", outputs.status(), env);
  return ChangeInputs(
      std::move(plan), flags.change, *inputs, *outputs, env,
      [&](const FileReport& found, ChangedFile& file) {
        return ConvertRun(flags, request, env, file).Convert(found);
      });
}

}  // namespace clipguard::cli
