// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/changed_files.h"

#include <sys/stat.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/text.h"
#include "cli/io/given_files.h"
#include "cli/io/progress.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"
#include "cli/run/check_plan.h"
#include "cli/run/check_run.h"

namespace clipguard::cli {
namespace {

// The verdict of a file that could not be read, as `validate` has it.
constexpr const char* kUnread = "UNREAD";
// That of one whose result could not be written.
constexpr const char* kNotWritten = "NOT WRITTEN";

// A worker's result for one file.
struct Done {
  ChangeResult result;
  std::vector<std::string> says;  // errors in reading or writing
  std::string problem;            // the same as a report
  std::string not_ours;
  uint64_t bytes = 0;
  std::unique_ptr<OutputFile> out;  // to be committed

  size_t size() const { return result.size() + problem.size(); }
};

void Fail(const std::string& file, const std::string& problem, Done& done) {
  done.says.push_back(ToPrintable(file) + ": " + ToPrintable(problem));
}

// Notes that the result could not be written, which is a report, too.
void FailToWrite(const Input& input, const std::string& place,
                 const std::string& problem, const ChangeFlags& flags,
                 Done& done) {
  Fail(place, problem, done);
  done.result.verdict = kNotWritten;
  if (flags.format == "json") {
    done.problem =
        NotWrittenJson(input.path, absl::StrCat(place, ": ", problem));
  }
}

Done Unreadable(const FileReport& about, const ChangeFlags& flags) {
  Done done;
  Fail(about.file, about.problem, done);
  done.result.verdict = kUnread;
  if (flags.format == "json") done.problem = ProblemJson(about);
  return done;
}

Done Change(const Input& input, const std::string& place,
            const ChangeFlags& flags, const CheckOptions& check,
            const OutputPlan& outputs, InputFile& file, Environment& env,
            LookAtChange look) {
  Done done;
  ChangedFile changed(file, input, place, flags.result, check, env);
  const FileReport about = CheckFile(
      input, check, file, [&](OpenFile* open, const FileReport& found) {
        done.bytes = found.bytes;
        const bool is_ours =
            found.not_ours.empty() ||
            (outputs.takes != nullptr && outputs.takes(file.bytes()));
        if (is_ours) {
          changed.set_open(open);
          done.result = look(found, changed);
        } else {
          done.not_ours = found.not_ours;
        }
      });
  if (!about.readable()) return Unreadable(about, flags);
  if (!changed.problem().empty()) {
    FailToWrite(input, place, changed.problem(), flags, done);
  } else {
    done.out = changed.TakeOutput();
    if (done.out != nullptr) done.out->BeginCommit();
  }
  return done;
}

// Whether a file is there twice.
bool HasTwins(const std::vector<Input>& inputs) {
  std::set<std::pair<dev_t, ino_t>> seen;
  for (const Input& input : inputs) {
    struct stat about = {};
    if (StatPath(input.path, &about) != 0) continue;
    if (!seen.emplace(about.st_dev, about.st_ino).second) return true;
  }
  return false;
}

// Whether nothing is said of a file but that it is sound.
bool IsSound(const ChangeResult& result) {
  return result.verdict == "ok" &&
         result.text.find('\n') + 1 == result.text.size();
}

// Returns the output for a file with --quiet: a line if something is wrong.
std::string Quiet(const ChangeResult& result) {
  if (!result.failed) return {};
  return result.text.substr(0, result.text.find('\n') + 1);
}

}  // namespace

void ChangeFlags::AddTo(CommandLine& line) {
  line.Value("--format", &format);
  line.Number("--jobs", &jobs);
  line.Flag("--quiet", &quiet);
  line.Flag("--stats", &stats);
  line.Flag("--verbose", &files.verbose);
  files.AddTo(line);
  read.AddTo(line);
}

std::string ChangedFile::Put(bool is_changed,
                             absl::FunctionRef<void(Output&)> write) {
  if (place_.empty() || (flags_.in_place && !is_changed)) return {};
  if (flags_.dry_run) return place_;
  if (place_ == kStandardOutput) {
    write(env_.out);
    return place_;
  }
  out_ = OpenResult(place_, flags_.in_place, file_, problem_);
  if (out_ != nullptr) write(*out_);
  return place_;
}

std::string ChangedFile::Put(std::span<const uint8_t> result, bool is_changed) {
  return Put(is_changed, [&](Output& out) {
    out.Write({reinterpret_cast<const char*>(result.data()), result.size()});
  });
}

std::string ChangeSummary::Text() const {
  uint64_t files = 0;
  std::string parts;
  for (const auto& [verdict, count] : verdicts) {
    files += count;
    absl::StrAppend(&parts, parts.empty() ? "" : ", ", Grouped(count), " ",
                    verdict);
  }
  if (files < 2) return {};
  std::string text = absl::StrCat(Count(files, "file"), ": ", parts, "\n");
  for (const auto& [code, counts] : codes) {
    absl::StrAppend(&text, "  ", code, ": ", Grouped(counts.found));
    const auto add = [&](uint64_t count, const char* what) {
      if (count != 0) absl::StrAppend(&text, ", ", Grouped(count), what);
    };
    add(counts.mended, " mended");
    add(counts.salvaged, " salvaged");
    add(counts.left, " left");
    text += '\n';
  }
  return text;
}

int ChangeInputs(CheckPlan plan, const ChangeFlags& flags,
                 const std::vector<Input>& inputs, const OutputPlan& outputs,
                 Environment& env, LookAtChange look) {
  plan.check.levels = LevelsOfFound;
  SetJobs(flags.jobs, plan);
  // A file that is there twice is to be read as the first change left it.
  const bool has_twins = flags.result.in_place && HasTwins(inputs);
  if (has_twins) plan.jobs = 1;
  plan.held_back = has_twins ? 0 : kFilesHeldBack;

  // Messages go to stderr if the result goes to stdout.
  const bool is_piped =
      outputs.places.size() == 1 && outputs.places[0] == kStandardOutput;
  Output& said = is_piped ? env.err : env.out;
  const auto begun = std::chrono::steady_clock::now();
  const bool several = inputs.size() > 1;
  ChangeSummary summary;
  Totals totals;
  bool unusable = false;
  CheckInOrder<Done>(
      plan, inputs, env,
      [&](size_t i, InputFile& file) {
        return Change(inputs[i], outputs.places[i], flags, plan.check, outputs,
                      file, env, look);
      },
      [&](const FileReport& about) { return Unreadable(about, flags); },
      [&](size_t index, Done& done, Progress& bar) {
        if (done.out != nullptr && !done.out->Commit()) {
          FailToWrite(inputs[index], done.out->path(), done.out->problem(),
                      flags, done);
        }
        totals.bytes += done.bytes;
        // The program says that, and fails.
        if (is_piped) env.out.Flush();
        if (env.out.error() != 0) return false;
        if (!done.says.empty() || env.out_terminal.is_terminal) bar.Hide();
        for (const std::string& line : done.says) env.Say(line);
        unusable = unusable || !done.says.empty();
        said.Write(done.problem);
        if (!done.not_ours.empty()) {
          CountNotOurs(inputs[index].path, done.not_ours, totals);
          return env.out.error() == 0;
        }
        ++summary.verdicts[done.result.verdict];
        if (!done.says.empty()) return env.out.error() == 0;
        summary.failed = summary.failed || done.result.failed;
        for (const auto& [code, counts] : done.result.codes) {
          CodeCounts& sum = summary.codes[code];
          sum.found += counts.found;
          sum.mended += counts.mended;
          sum.salvaged += counts.salvaged;
          sum.left += counts.left;
        }
        const bool json = flags.format == "json";
        // Among many files, only those that changed or failed are listed.
        if (!json && several && !flags.files.verbose && IsSound(done.result)) {
          return env.out.error() == 0;
        }
        said.Write(flags.quiet && !json ? Quiet(done.result)
                                        : done.result.text);
        return env.out.error() == 0;
      });
  if (totals.skipped != 0) env.Say(NotOursText(totals));
  // Only one file goes to standard output, and then there is no summary.
  if (flags.format == "text") env.out.Write(summary.Text());
  if (flags.stats) {
    SayStats(inputs.size(), totals.bytes,
             std::chrono::steady_clock::now() - begun, env);
  }
  if (unusable) return kExitFailed;
  summary.failed = summary.failed || outputs.met;
  if (summary.verdicts.empty()) {
    env.Say("nothing was done: there is no file that clipguard reads");
    if (flags.files.require_files) return kExitFindings;
  }
  return summary.failed ? kExitFindings : kExitOk;
}

int ChangeFiles(std::string_view command, ChangeFlags& flags, Environment& env,
                LookAtChange look) {
  flags.read.paths_needed = flags.files.files_from.empty();
  CheckPlan plan;
  const absl::Status s = flags.read.ToOptions(&plan.check);
  int exit_code = kExitOk;
  auto inputs = FindInputs(command, s, flags.files, flags.read, env, exit_code);
  if (!inputs) return exit_code;
  // All places are known to be right before anything is written.
  const auto outputs =
      flags.result.Plan(plan.check, flags.files.verbose, *inputs, env);
  if (!outputs.ok()) return BadUsage(command, outputs.status(), env);
  return ChangeInputs(std::move(plan), flags, *inputs, *outputs, env, look);
}

}  // namespace clipguard::cli
