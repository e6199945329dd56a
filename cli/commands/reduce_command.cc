// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard reduce: the smallest file that still has a finding.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/reduce/reduce.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/io/progress.h"
#include "cli/io/suggest.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_json.h"
#include "cli/run/result_files.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"

namespace clipguard::cli {
namespace {

using ByteSpan = std::span<const uint8_t>;

struct ReduceFlags {
  ReadFlags read;
  ResultFlags result;
  std::string finding;
  std::string format = "text";
  std::optional<double> max_tries;

  void AddTo(CommandLine& line) {
    line.Value("--finding", &finding);
    line.Value("--format", &format);
    line.Value("--out", &result.out);
    line.Number("--max-tries", &max_tries);
    read.AddTo(line);
  }
};

struct ReducePlan {
  FindingCode code = {};
  bool json = false;
  actions::ReduceOptions options;
};

absl::StatusOr<ReducePlan> PlanOf(const ReduceFlags& flags) {
  if (flags.finding.empty()) {
    return absl::InvalidArgumentError(
        "say what the file must keep: --finding=CODE");
  }
  if (flags.result.out.empty()) {
    return absl::InvalidArgumentError(
        "say where the result goes: --out=FILE, or --out=- for standard "
        "output");
  }
  ReducePlan plan;
  const std::optional<FindingCode> code = FindCode(flags.finding);
  if (!code) {
    std::vector<std::string_view> names;
    for (const CodeInfo& info : AllCodes()) names.push_back(info.name);
    return absl::InvalidArgumentError(
        UnknownName("finding", flags.finding, names));
  }
  plan.code = *code;
  plan.json = flags.format == "json";
  if (flags.max_tries) {
    plan.options.max_tries = static_cast<uint64_t>(*flags.max_tries);
  }
  if (flags.read.paths.size() != 1) {
    return absl::InvalidArgumentError("one file is reduced at a time");
  }
  if (absl::Status s = flags.read.CheckFiles(); !s.ok()) return s;
  return plan;
}

// Looks for a finding in candidates.
class Goal {
 public:
  Goal(FindingCode code, const Input& input, const CheckOptions& check)
      : code_(code), input_(input), check_(check) {}

  // Notes where the original has the finding. False if it has none.
  bool Learn(ByteSpan bytes) {
    const FileReport report = Check(bytes);
    const Finding* const found = Find(report);
    if (found == nullptr) return false;
    format_ = report.format;
    place_ = actions::KindOfPlace(found->path);
    return true;
  }

  // Predicate: does this candidate still have the finding there?
  bool Holds(ByteSpan bytes) const { return Find(Check(bytes)) != nullptr; }

  // Whether both have learnt the same.
  bool IsAs(const Goal& other) const {
    return format_ == other.format_ && place_ == other.place_;
  }

  // Fills in the finding that is kept, and where it is in the result.
  void Tell(ReduceReport& report) const {
    report.code = code_;
    report.place = place_;
    if (!place_) return;
    if (const Finding* const found = Find(report.result)) report.found = *found;
  }

 private:
  FileReport Check(ByteSpan bytes) const {
    FileReport report;
    FindingLevels levels;
    CheckBytes(bytes, input_, check_, levels, report);
    return report;
  }

  // The first of the code, which is what another run would learn from the
  // same file. Before Learn(), in any place.
  const Finding* Find(const FileReport& report) const {
    if (place_ && report.format != format_) return nullptr;
    for (const Finding& finding : report.findings.findings()) {
      if (finding.code != code_) continue;
      const bool there =
          !place_ || actions::KindOfPlace(finding.path) == *place_;
      return there ? &finding : nullptr;
    }
    return nullptr;
  }

  const FindingCode code_;
  const Input& input_;
  const CheckOptions& check_;
  std::optional<Format> format_;
  std::optional<std::string> place_;
};

class ReduceRun {
 public:
  ReduceRun(const ReducePlan& plan, const CheckOptions& check, Environment& env)
      : plan_(plan), check_(check), env_(env) {}

  int Reduce(const Input& input, const std::string& place) {
    InputFile::Options options = FileOptions(check_, env_);
    options.worth = nullptr;
    options.say = [&](const std::string& text) { env_.Say(text); };
    InputFile file(std::move(options));
    std::vector<uint8_t> bytes;
    std::optional<Format> format;
    const FileReport about = CheckFile(
        input, check_, file, [&](const OpenFile*, const FileReport& found) {
          bytes.assign(file.bytes().begin(), file.bytes().end());
          format = found.format;
        });
    if (!about.readable()) {
      if (plan_.json) SayOf(place).Write(ProblemJson(about));
      return Fail(about.file, about.problem);
    }
    if (bytes.size() != about.bytes) {
      return Fail(about.file, "it exceeds a limit: --limit allows for more");
    }
    Goal goal(plan_.code, input, check_);
    ReduceReport report;
    report.file = about.file;
    report.bytes = bytes.size();
    if (!goal.Learn(bytes)) {
      if (plan_.json) {
        report.result = about;
        goal.Tell(report);
        SayOf(place).Write(ReduceJson(report));
      } else {
        env_.Say(absl::StrFormat("%s: no %s", ToPrintable(about.file),
                                 GetCodeInfo(plan_.code).name));
      }
      return kExitFindings;
    }
    // The result is judged by its own name, unless only that of the original
    // says which format it is.
    Input renamed = input;
    renamed.path = place;
    Goal of_place(plan_.code, renamed, check_);
    const bool by_place = of_place.Learn(bytes) && of_place.IsAs(goal);
    const Goal& kept = by_place ? of_place : goal;
    const actions::Reduced reduced = Search(bytes, format, kept);
    FindingLevels levels;
    CheckBytes(reduced.bytes, by_place ? renamed : input, check_, levels,
               report.result);
    report.reduced = &reduced;
    kept.Tell(report);
    report.output = place;
    return Write(reduced.bytes, file, place,
                 plan_.json ? ReduceJson(report) : ReduceText(report));
  }

 private:
  // Keeps the report apart from a result on standard output.
  Output& SayOf(const std::string& place) const {
    return place == kStandardOutput ? env_.err : env_.out;
  }

  int Fail(const std::string& file, const std::string& problem) {
    env_.Say(ToPrintable(file) + ": " + ToPrintable(problem));
    return kExitFailed;
  }

  actions::Reduced Search(ByteSpan bytes, std::optional<Format> format,
                          const Goal& goal) const {
    Progress progress(env_, plan_.options.max_tries, "tries");
    size_t tries = 0;
    return actions::Reduce(bytes, actions::StructureOf(format), plan_.options,
                           [&](ByteSpan tried) {
                             progress.Update(tries++);
                             return goal.Holds(tried);
                           });
  }

  int Write(ByteSpan bytes, const InputFile& original, const std::string& place,
            const std::string& said) {
    const std::string_view content(reinterpret_cast<const char*>(bytes.data()),
                                   bytes.size());
    if (place == kStandardOutput) {
      env_.out.Write(content);
      SayOf(place).Write(said);
      return kExitOk;
    }
    std::string problem;
    const auto out = OpenResult(place, false, original, problem);
    if (out == nullptr) return Fail(place, problem);
    out->Write(content);
    if (!out->Commit()) return Fail(place, out->problem());
    SayOf(place).Write(said);
    return kExitOk;
  }

  const ReducePlan& plan_;
  const CheckOptions& check_;
  Environment& env_;
};

}  // namespace

int ReduceCommand(const Args& args, Environment& env) {
  ReduceFlags flags;
  CommandLine line("reduce");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  CheckOptions check;
  if (absl::Status s = flags.read.ToOptions(&check); !s.ok()) {
    return BadUsage("reduce", s, env);
  }
  const auto plan = PlanOf(flags);
  if (!plan.ok()) return BadUsage("reduce", plan.status(), env);
  std::vector<Input> inputs(1);
  inputs[0].path = flags.read.paths[0];
  const auto outputs = flags.result.Plan(check, /*verbose=*/false, inputs, env);
  if (!outputs.ok()) return BadUsage("reduce", outputs.status(), env);
  return ReduceRun(*plan, check, env).Reduce(inputs[0], outputs->places[0]);
}

}  // namespace clipguard::cli
