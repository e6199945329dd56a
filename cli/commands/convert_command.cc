// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard convert: writes a file in another format, and says first what that
// cannot hold.

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <set>
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
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/file_flags.h"
#include "cli/formats/forge_resources.h"
#include "cli/io/given_files.h"
#include "cli/io/progress.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "cli/run/changed_files.h"
#include "cli/run/check_plan.h"
#include "cli/run/check_run.h"
#include "cli/run/result_files.h"
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

// Where results go. `named`: of one file, which was not found in a folder.
absl::StatusOr<OutputPlan> PlanOf(const Flags& flags,
                                  const ConversionTarget& target,
                                  const CheckOptions& check, bool named,
                                  std::vector<Input>& inputs,
                                  Environment& env) {
  OutputRequest request{.results = flags.out,
                        .extension = target.extension,
                        .takes = std::bind_front(HasResult, std::cref(target)),
                        .verbose = flags.files.verbose};
  if (flags.out.empty() && named) {
    auto place = PlaceBeside(inputs.front(), target);
    if (!place.ok()) return place.status();
    request.results = *std::move(place);
  }
  const bool printed = request.results == kStandardOutput;
  if (!named && (printed || (flags.out.empty() && !flags.dry_run))) {
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

// Verdicts.
constexpr const char* kUnreadable = "unreadable";
constexpr const char* kNotWritten = "not written";

// The outcome for one file.
struct Done {
  int exit_code = kExitOk;
  std::string text;               // the report on the file
  std::vector<std::string> says;  // errors in reading or writing
  std::string problem;            // that it could not be read, as a report
  std::string not_ours;
  std::string verdict;
  std::vector<std::string> reasons;  // why it is not written, or not all of it
  uint64_t bytes = 0;
  std::unique_ptr<OutputFile> out;  // to be committed

  size_t size() const { return text.size(); }

  void Fail(const std::string& file, const std::string& why) {
    exit_code = kExitFailed;
    verdict = kNotWritten;
    says.push_back(ToPrintable(file) + ": " + ToPrintable(why));
  }

  void FailToRead(const FileReport& about, bool json) {
    Fail(about.file, about.problem);
    verdict = kUnreadable;
    if (json) problem = ProblemJson(about);
  }

  // A failure is among what is said afterwards.
  void Commit() {
    if (out != nullptr && !out->Commit()) Fail(out->path(), out->problem());
    out.reset();
  }
};

// One conversion, on any thread.
class ConvertRun {
 public:
  ConvertRun(const Flags& flags, const Request& request,
             const CheckOptions& check, Environment& env)
      : flags_(flags), request_(request), check_(check), env_(env) {}

  Done Convert(const Input& input, const std::string& place, InputFile& file) {
    place_ = place;
    path_ = input.path;
    name_ = NameOf(input.path);
    const FileReport about = CheckFile(
        input, check_, file, [&](OpenFile* open, const FileReport& found) {
          done_.bytes = found.bytes;
          Look(open, file.bytes(), found);
        });
    if (!about.readable()) {
      done_.FailToRead(about, flags_.format == "json");
      return std::move(done_);
    }
    if (out_ != nullptr) out_->BeginCommit();
    done_.out = std::move(out_);
    if (!write_problem_.empty()) return Fail(place, write_problem_);
    if (place == kStandardOutput) {
      env_.out.Flush();
      // The program says that, and fails.
      if (env_.out.error() != 0) done_.exit_code = kExitFailed;
      if (env_.out.error() != 0) return std::move(done_);
    }
    if (!done_.not_ours.empty()) return std::move(done_);
    done_.text =
        flags_.format == "json"
            ? ConversionJson(report_)
            : ConversionText(
                  report_,
                  {.width = env_.out_terminal.width,
                   .detail = Detail::kAll,
                   .most_of_code = flags_.files.verbose
                                       ? std::numeric_limits<size_t>::max()
                                       : kMostOfCode});
    Judge();
    return std::move(done_);
  }

 private:
  Done Fail(const std::string& file, const std::string& problem) {
    done_.Fail(file, problem);
    return std::move(done_);
  }

  // Sets the verdict that the summary counts the file under.
  void Judge() {
    const bool refused = !report_.problem.empty();
    if (refused) done_.exit_code = kExitFindings;
    done_.verdict = refused ? "refused"
                    : !report_.source.findings.findings().empty()
                        ? "with losses"
                    : !report_.notes.findings().empty() ? "with notes"
                                                        : "without losses";
    std::set<std::string> reasons;
    for (const Finding& finding : report_.source.findings.findings()) {
      reasons.insert(std::string(GetCodeInfo(finding.code).name));
    }
    if (refused && reasons.empty()) reasons.insert(report_.problem);
    done_.reasons.assign(reasons.begin(), reasons.end());
  }

  // The file as it was parsed, or its bytes alone.
  ParsedFile SourceOf(OpenFile* open, std::span<const uint8_t> bytes,
                      const FileReport& found) const {
    ParsedFile source =
        open != nullptr
            ? open->Take()
            : ParsedFile{.bytes = bytes, .limits = check_.read.limits};
    source.format = found.format;
    source.name = name_;
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

  void Look(OpenFile* open, std::span<const uint8_t> bytes,
            const FileReport& found) {
    Begin(found);
    ParsedFile source = SourceOf(open, bytes, found);
    if (!found.not_ours.empty() && !HasResult(*request_.target, bytes)) {
      done_.not_ours = found.not_ours;
      return;
    }
    if (!Takes(found, source)) return;
    FindingLevels levels;
    // With --keep-original nothing is lost, so losses are warnings, as with
    // --lossy.
    if (flags_.lossy || flags_.keep_original) {
      levels.Set(FindingCode::kConversionLoses, FindingLevel::kWarning);
    }
    FindingList losses(check_.read.limits, levels);
    report_.notes = FindingList(check_.read.limits);
    actions::ConversionOptions options = request_.options;
    options.notes = &report_.notes;
    std::unique_ptr<const actions::NamedFiles> textures;
    if (request_.textures != nullptr && source.format == Format::kM3d) {
      textures = request_.textures->Beside(path_);
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
    report_.output = place_;
    if (flags_.dry_run) {
      report_.bytes = (*converted)->size();
    } else {
      Write(**converted);
    }
  }

  // Returns the model that an armature moves, or null. Notes a model that is
  // missing.
  actions::SharedModel FindModel() {
    actions::SharedModel found =
        BlockModelOf(check_.read.model, check_.read.resources, path_);
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
  const CheckOptions& check_;
  Environment& env_;
  Done done_;
  std::string place_;
  std::string path_;
  std::string name_;
  std::unique_ptr<OutputFile> out_;
  std::string write_problem_;
  ConversionReport report_;
};

int ConvertOne(const Flags& flags, const Request& request,
               const CheckOptions& check, const Input& input,
               const std::string& place, Environment& env) {
  InputFile::Options options = FileOptions(check, env);
  options.say = [&](const std::string& text) { env.Say(text); };
  InputFile file(std::move(options));
  Done done =
      ConvertRun(flags, request, check, env).Convert(input, place, file);
  done.Commit();
  for (const std::string& line : done.says) env.Say(line);
  Output& out = place == kStandardOutput ? env.err : env.out;
  out.Write(done.problem);
  if (done.exit_code == kExitFailed) return kExitFailed;
  out.Write(done.text);
  return done.exit_code;
}

int ConvertAll(const Flags& flags, const Request& request,
               const CheckPlan& plan, const std::vector<Input>& inputs,
               const std::vector<std::string>& places, Environment& env) {
  const auto begun = std::chrono::steady_clock::now();
  ChangeSummary summary;
  Totals totals;
  int exit_code = kExitOk;
  CheckInOrder<Done>(
      plan, inputs, env,
      [&](size_t i, InputFile& file) {
        return ConvertRun(flags, request, plan.check, env)
            .Convert(inputs[i], places[i], file);
      },
      [&](const FileReport& about) {
        Done done;
        done.FailToRead(about, flags.format == "json");
        return done;
      },
      [&](size_t index, Done& done, Progress& bar) {
        done.Commit();
        totals.bytes += done.bytes;
        if (!done.says.empty() || env.out_terminal.is_terminal) bar.Hide();
        for (const std::string& line : done.says) env.Say(line);
        if (!done.not_ours.empty()) {
          CountNotOurs(inputs[index].path, done.not_ours, totals);
          return true;
        }
        exit_code = std::max(exit_code, done.exit_code);
        ++summary.verdicts[done.verdict];
        env.out.Write(done.problem);
        if (done.exit_code == kExitFailed) return true;
        for (const std::string& reason : done.reasons) {
          ++summary.codes[ToPrintable(reason)].found;
        }
        const bool whole = !flags.quiet || flags.format == "json";
        env.out.Write(whole ? done.text
                      : done.exit_code == kExitOk
                          ? std::string()
                          : done.text.substr(0, done.text.find('\n') + 1));
        return env.out.error() == 0;
      });
  if (totals.skipped != 0) env.Say(NotOursText(totals));
  if (flags.format == "text") env.out.Write(summary.Text());
  if (flags.stats) {
    SayStats(inputs.size(), totals.bytes,
             std::chrono::steady_clock::now() - begun, env);
  }
  if (flags.files.require_files && summary.verdicts.empty()) {
    exit_code = std::max<int>(exit_code, kExitFindings);
  }
  return exit_code;
}

}  // namespace

int ConvertCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("convert");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  CheckPlan plan;
  Request request;
  flags.read.paths_needed = flags.files.files_from.empty();
  absl::Status s = flags.ToRequest(&request);
  if (s.ok()) s = flags.read.ToOptions(&plan.check);
  if (s.ok()) s = flags.OpenFiles(&plan.check, &request);
  if (s.ok()) plan.check.foreign = request.target->takes != nullptr;
  SetJobs(flags.jobs, plan);
  int exit_code = kExitOk;
  auto found =
      FindInputs("convert", s, flags.files, flags.read, env, exit_code);
  if (!found) return exit_code;
  std::vector<Input> inputs = *std::move(found);
  const bool named = inputs.size() == 1 && !inputs.front().from_folder;
  const auto outputs =
      PlanOf(flags, *request.target, plan.check, named, inputs, env);
  if (!outputs.ok()) return BadUsage("convert", outputs.status(), env);
  if (named) {
    return ConvertOne(flags, request, plan.check, inputs.front(),
                      outputs->places.front(), env);
  }
  plan.check.levels = LevelsOfFound;
  plan.held_back = kFilesHeldBack;
  return outputs->ExitCode(
      ConvertAll(flags, request, plan, inputs, outputs->places, env));
}

}  // namespace clipguard::cli
