// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/changed_files.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/text.h"
#include "cli/reports/report_json.h"
#include "cli/reports/report_writer.h"

namespace clipguard::cli {
namespace {

using Look = absl::FunctionRef<std::string(const FileReport&, ChangedFile&)>;

class Run {
 public:
  Run(const ChangeFlags& flags, CheckOptions check, Environment& env)
      : flags_(flags),
        check_(std::move(check)),
        env_(env),
        // What is piped on is not mixed with what is said.
        said_(flags.result.out == kStandardOutput ? env.err : env.out) {
    check_.levels = LevelsOfFound;
    // What changes files reads them itself: there is one model at a time.
    check_.findings_only = true;
  }

  void Change(const Input& input, const std::string& place, Look look) {
    InputFile::Options options = FileOptions(check_, env_);
    options.say = [&](const std::string& text) { env_.Say(text); };
    InputFile file(std::move(options));
    ChangedFile changed(file, input, place, flags_.result, check_, env_);
    std::string text;
    const FileReport about = CheckFile(
        input, check_, file, [&](const OpenFile*, const FileReport& found) {
          if (found.not_ours.empty()) {
            text = look(found, changed);
          } else {
            CountNotOurs(found.file, found.not_ours, totals_);
          }
        });
    if (!changed.problem().empty()) Fail(place, changed.problem());
    if (!about.readable()) {
      Fail(about.file, about.problem);
      if (flags_.format == "json") said_.Write(ProblemJson(about));
      return;
    }
    // Only now is it certain that the bytes were those of one version.
    if (changed.output() != nullptr && !changed.output()->Commit()) {
      Fail(place, changed.output()->problem());
      return;
    }
    if (changed.problem().empty()) said_.Write(text);
  }

  bool failed() const { return failed_; }
  const Totals& totals() const { return totals_; }

 private:
  void Fail(const std::string& file, const std::string& problem) {
    failed_ = true;
    env_.Say(ToPrintable(file) + ": " + ToPrintable(problem));
  }

  const ChangeFlags& flags_;
  CheckOptions check_;
  Environment& env_;
  Output& said_;
  Totals totals_;
  bool failed_ = false;
};

}  // namespace

void ChangeFlags::AddTo(CommandLine& line) {
  line.Value("--format", &format);
  result.AddTo(line);
  files.AddTo(line);
  read.AddTo(line);
}

absl::Status ChangeFlags::Check() const { return result.Check(); }

std::string ChangedFile::Put(std::span<const uint8_t> result, bool is_changed) {
  if (place_.empty() || (flags_.in_place && !is_changed)) return {};
  if (flags_.dry_run) return place_;
  const std::string_view text(reinterpret_cast<const char*>(result.data()),
                              result.size());
  if (place_ == kStandardOutput) {
    env_.out.Write(text);
    return place_;
  }
  out_ = OpenResult(place_, flags_.in_place, file_, problem_);
  if (out_ != nullptr) out_->Write(text);
  return place_;
}

int ChangeFiles(std::string_view command, ChangeFlags& flags, Environment& env,
                Look look) {
  flags.read.paths_needed = flags.files.files_from.empty();
  CheckOptions check;
  absl::Status s = flags.read.ToOptions(&check);
  absl::StatusOr<FilePatterns> patterns;
  if (s.ok()) {
    patterns = flags.files.ToPatterns(flags.read);
    s = patterns.status();
  }
  if (!s.ok()) return BadUsage(command, s, env);
  const auto list = flags.files.Find(flags.read, {*patterns}, env);
  if (!list.ok()) {
    env.Say(std::string(list.status().message()));
    return kExitFailed;
  }
  for (const std::string& note : list->notes) env.Say(note);
  // All places are known to be right before anything is written.
  const auto places = flags.result.PlacesOf(list->inputs);
  if (!places.ok()) return BadUsage(command, places.status(), env);
  Run run(flags, std::move(check), env);
  for (size_t i = 0; i < list->inputs.size() && env.out.error() == 0; ++i) {
    run.Change(list->inputs[i], (*places)[i], look);
  }
  if (run.totals().skipped != 0) env.Say(NotOursText(run.totals()));
  return run.failed() ? kExitFailed : kExitOk;
}

}  // namespace clipguard::cli
