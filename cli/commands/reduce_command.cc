// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard reduce: the smallest file that still has a finding, or makes a
// program crash.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "actions/reduce/reduce.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/output_file.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/format_registry.h"
#include "cli/io/child.h"
#include "cli/io/private_folder.h"
#include "cli/io/progress.h"
#include "cli/io/size_text.h"
#include "cli/io/suggest.h"
#include "cli/reports/actions/reduce_report.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_json.h"
#include "cli/run/result_files.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"

namespace clipguard::cli {
namespace {

using ByteSpan = std::span<const uint8_t>;

constexpr uint64_t kMostTries = 10'000'000;
constexpr uint64_t kMostSeconds = 86'400;
constexpr uint64_t kLeastSize = uint64_t{1} << 20;
constexpr uint64_t kMostSize = uint64_t{1} << 50;

struct ReduceFlags {
  ReadFlags read;
  ResultFlags result;
  std::string finding;
  std::string crash;
  std::string format = "text";
  std::string max_tries = "5000";
  std::string timeout = "10";
  std::string max_memory = "4G";
  std::string max_file = "256M";

  void AddTo(CommandLine& line) {
    line.Value("--finding", &finding);
    line.Value("--crash", &crash);
    line.Value("--format", &format);
    line.Value("--out", &result.out);
    line.Value("--max-tries", &max_tries);
    line.Value("--timeout", &timeout);
    line.Value("--max-memory", &max_memory);
    line.Value("--max-file", &max_file);
    read.AddTo(line);
  }
};

// What the flags mean.
struct ReducePlan {
  std::optional<FindingCode> code;
  std::vector<std::string> command;
  ChildLimits limits;
  bool json = false;
  actions::ReduceOptions options;
};

absl::StatusOr<uint64_t> NumberOf(std::string_view flag, std::string_view text,
                                  uint64_t most) {
  uint64_t number = 0;
  if (!absl::SimpleAtoi(std::string(text), &number) || number == 0 ||
      number > most) {
    return absl::InvalidArgumentError(
        absl::StrCat(std::string(flag), " takes a number from 1 to ", most,
                     ", not '", Shortened(text, 40), "'"));
  }
  return number;
}

absl::Status ReadSize(std::string_view flag, std::string_view text,
                      uint64_t& size) {
  const auto read = ParseSize(text);
  if (!read || *read < kLeastSize || *read > kMostSize) {
    return absl::InvalidArgumentError(
        absl::StrCat(std::string(flag), " takes bytes from 1M to 1024T, not '",
                     Shortened(ToPrintable(text), 40), "'"));
  }
  size = *read;
  return {};
}

absl::Status ReadCommand(const std::string& text, ReducePlan& plan) {
  auto words = WordsOf(text);
  if (!words.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--crash: ", words.status().message()));
  }
  plan.command = *std::move(words);
  if (plan.command.empty() || text.find("{}") == std::string::npos) {
    return absl::InvalidArgumentError(
        "--crash takes a command with {} for the file: --crash='player {}'");
  }
  return {};
}

absl::StatusOr<ReducePlan> PlanOf(const ReduceFlags& flags) {
  ReducePlan plan;
  if (flags.finding.empty() == flags.crash.empty()) {
    return absl::InvalidArgumentError(
        "say what the file must keep: either --finding=CODE or "
        "--crash=COMMAND");
  }
  if (flags.result.out.empty()) {
    return absl::InvalidArgumentError(
        "say where the result goes: --out=FILE, or --out=- for standard "
        "output");
  }
  if (!flags.finding.empty()) {
    plan.code = FindCode(flags.finding);
    if (!plan.code) {
      std::vector<std::string_view> names;
      for (const CodeInfo& info : AllCodes()) names.push_back(info.name);
      return absl::InvalidArgumentError(
          UnknownName("finding", flags.finding, names));
    }
  } else if (absl::Status s = ReadCommand(flags.crash, plan); !s.ok()) {
    return s;
  }
  plan.json = flags.format == "json";
  const auto tries = NumberOf("--max-tries", flags.max_tries, kMostTries);
  if (!tries.ok()) return tries.status();
  plan.options.max_tries = *tries;
  const auto seconds = NumberOf("--timeout", flags.timeout, kMostSeconds);
  if (!seconds.ok()) return seconds.status();
  plan.limits.time = std::chrono::seconds(*seconds);
  absl::Status s =
      ReadSize("--max-memory", flags.max_memory, plan.limits.memory);
  if (s.ok()) s = ReadSize("--max-file", flags.max_file, plan.limits.file);
  if (!s.ok()) return s;
  if (flags.read.paths.size() != 1) {
    return absl::InvalidArgumentError("one file is reduced at a time");
  }
  return plan;
}

// Whether a file still shows what it is to show.
class Goal {
 public:
  virtual ~Goal() = default;

  // Looks at the original. False if there is nothing that it shows; `problem`
  // may say why it could not be found out.
  virtual bool Learn(ByteSpan bytes) = 0;
  virtual bool Holds(ByteSpan bytes) = 0;

  // What an original that does not show it lacks.
  virtual std::string missing() const = 0;
  // Fills in what is kept, and where it is in the result.
  virtual void Tell(ReduceReport& report) const = 0;

  const std::string& problem() const { return problem_; }

 protected:
  std::string problem_;
};

class FindingGoal : public Goal {
 public:
  FindingGoal(FindingCode code, const Input& input, const CheckOptions& check)
      : code_(code), input_(input), check_(check) {}

  bool Learn(ByteSpan bytes) override {
    const FileReport report = Check(bytes);
    const Finding* const found = Find(report);
    if (found == nullptr) return false;
    format_ = report.format;
    place_ = actions::KindOfPlace(found->path);
    return true;
  }

  bool Holds(ByteSpan bytes) override {
    const FileReport report = Check(bytes);
    return Find(report) != nullptr;
  }

  std::string missing() const override {
    return std::string(GetCodeInfo(code_).name);
  }

  void Tell(ReduceReport& report) const override {
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
  std::string_view format_;
  std::optional<std::string> place_;
};

class CrashGoal : public Goal {
 public:
  CrashGoal(const ReducePlan& plan, std::string_view name)
      : limits_(plan.limits) {
    // What a program does may depend on the name.
    const std::string base = std::filesystem::path(name).filename().string();
    file_ = folder_.Name(base == "-" ? "file" : base);
    errors_ = folder_.Name(base == "errors" ? "errors.txt" : "errors");
    for (const std::string& word : plan.command) {
      words_.push_back(absl::StrReplaceAll(word, {{"{}", file_}}));
    }
  }

  bool Learn(ByteSpan bytes) override {
    const auto end = Run(bytes);
    if (!end) return false;
    failure_ = end->failure;
    excess_ = end->excess;
    return !failure_.empty();
  }

  bool Holds(ByteSpan bytes) override {
    const auto end = Run(bytes);
    return end && end->failure == failure_;
  }

  std::string missing() const override {
    switch (excess_) {
      case ChildEnd::Excess::kTime:
        return "failure: it takes too long (--timeout)";
      case ChildEnd::Excess::kMemory:
        return "failure: it takes too much memory (--max-memory)";
      case ChildEnd::Excess::kFile:
        return "failure: it writes too large a file (--max-file)";
      case ChildEnd::Excess::kNone:
        break;
    }
    return "failure of the command";
  }
  void Tell(ReduceReport& report) const override { report.failure = failure_; }

 private:
  // Nothing, and `problem_` says why, if it cannot be run.
  std::optional<ChildEnd> Run(ByteSpan bytes) {
    if (!problem_.empty()) return std::nullopt;
    std::ofstream file(file_, std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      problem_ = "no temporary file can be written";
      return std::nullopt;
    }
    auto end = RunChild(words_, errors_, limits_);
    if (!end.ok()) {
      problem_ = std::string(end.status().message());
      return std::nullopt;
    }
    return *std::move(end);
  }

  PrivateFolder folder_;
  const ChildLimits limits_;
  std::string file_;
  std::string errors_;
  std::vector<std::string> words_;
  std::string failure_;
  ChildEnd::Excess excess_ = ChildEnd::Excess::kNone;
};

class ReduceRun {
 public:
  ReduceRun(const ReducePlan& plan, const CheckOptions& check, Environment& env)
      : plan_(plan), check_(check), env_(env) {}

  int Reduce(const Input& input, const std::string& place) {
    InputFile::Options options = FileOptions(check_, env_);
    options.say = [&](const std::string& text) { env_.Say(text); };
    InputFile file(std::move(options));
    std::vector<uint8_t> bytes;
    std::optional<Format> format;
    const FileReport about = CheckFile(
        input, check_, file, [&](const OpenFile*, const FileReport& found) {
          bytes.assign(file.bytes().begin(), file.bytes().end());
          const FormatHandler* const handler =
              found.format.empty() ? nullptr : HandlerOfName(found.format);
          if (handler != nullptr) format = handler->format();
        });
    if (!about.readable()) {
      if (plan_.json) SayOf(place).Write(ProblemJson(about));
      return Fail(about.file, about.problem);
    }
    if (bytes.size() != about.bytes) {
      return Fail(about.file, "it exceeds a limit: --limit allows for more");
    }
    const std::unique_ptr<Goal> goal = MakeGoal(input);
    ReduceReport report;
    report.file = about.file;
    report.bytes = bytes.size();
    if (!goal->Learn(bytes)) {
      if (!goal->problem().empty()) return Fail(about.file, goal->problem());
      if (plan_.json) {
        report.result = about;
        goal->Tell(report);
        SayOf(place).Write(ReduceJson(report));
      } else {
        env_.Say(ToPrintable(about.file) + ": no " + goal->missing());
      }
      return kExitFindings;
    }
    const actions::Reduced reduced = Search(bytes, input, format, *goal);
    if (!goal->problem().empty()) return Fail(about.file, goal->problem());
    if (!reduced.holds) {
      return Fail(about.file, "the command does not fail each time");
    }
    FindingLevels levels;
    CheckBytes(reduced.bytes, input, check_, levels, report.result);
    report.reduced = &reduced;
    goal->Tell(report);
    report.output = place;
    return Write(reduced.bytes, file, place,
                 plan_.json ? ReduceJson(report) : ReduceText(report));
  }

 private:
  // What is piped on is not mixed with what is said.
  Output& SayOf(const std::string& place) const {
    return place == kStandardOutput ? env_.err : env_.out;
  }

  int Fail(const std::string& file, const std::string& problem) {
    env_.Say(ToPrintable(file) + ": " + ToPrintable(problem));
    return kExitFailed;
  }

  std::unique_ptr<Goal> MakeGoal(const Input& input) const {
    if (plan_.code) {
      return std::make_unique<FindingGoal>(*plan_.code, input, check_);
    }
    return std::make_unique<CrashGoal>(plan_, input.path);
  }

  actions::Reduced Search(ByteSpan bytes, const Input& input,
                          std::optional<Format> format, Goal& goal) const {
    Progress progress(env_, plan_.options.max_tries, "tries");
    size_t tries = 0;
    const auto reduce = [&](ByteSpan whole, actions::ReduceOptions options) {
      return actions::Reduce(whole, actions::StructureOf(format), options,
                             [&](ByteSpan tried) {
                               progress.Update(tries++);
                               return goal.Holds(tried);
                             });
    };
    actions::Reduced reduced = reduce(bytes, plan_.options);
    // What is of another format now has another structure, which another run
    // would look at.
    while (reduced.complete) {
      const std::optional<Format> is = FormatOf(reduced.bytes, input);
      if (is == format) break;
      format = is;
      const uint64_t left = plan_.options.max_tries - reduced.tries;
      if (left == 0) {
        reduced.complete = false;
        break;
      }
      actions::Reduced further = reduce(reduced.bytes, {.max_tries = left});
      further.tries += reduced.tries;
      reduced = std::move(further);
    }
    return reduced;
  }

  std::optional<Format> FormatOf(ByteSpan bytes, const Input& input) const {
    FileReport report;
    FindingLevels levels;
    CheckBytes(bytes, input, check_, levels, report);
    const FormatHandler* const handler =
        report.format.empty() ? nullptr : HandlerOfName(report.format);
    if (handler == nullptr) return std::nullopt;
    return handler->format();
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
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("reduce", s, env);
  }
  if (line.help()) return HelpCommand({"reduce"}, env);
  CheckOptions check;
  if (absl::Status s = flags.read.ToOptions(&check); !s.ok()) {
    return BadUsage("reduce", s, env);
  }
  const auto plan = PlanOf(flags);
  if (!plan.ok()) return BadUsage("reduce", plan.status(), env);
  std::vector<Input> inputs(1);
  inputs[0].path = flags.read.paths[0];
  const auto places = flags.result.PlacesOf(inputs);
  if (!places.ok()) return BadUsage("reduce", places.status(), env);
  return ReduceRun(*plan, check, env).Reduce(inputs[0], (*places)[0]);
}

}  // namespace clipguard::cli
