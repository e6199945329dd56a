// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run/output_plan.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/text.h"
#include "cli/files/input_file.h"
#include "cli/files/output_place.h"
#include "cli/files/run_files.h"
#include "cli/io/given_files.h"

namespace clipguard::cli {
namespace {

class Planner {
 public:
  Planner(OutputRequest request, const CheckOptions& check,
          std::vector<Input>& inputs, Environment& env)
      : request_(std::move(request)),
        check_(check),
        inputs_(inputs),
        env_(env),
        leave_out_(inputs.size()) {}

  absl::StatusOr<OutputPlan> Plan() {
    for (size_t i = 0; i < inputs_.size(); ++i) {
      struct stat about = {};
      if (Stat(i, &about)) ids_.push_back({IdOf(about), i});
    }
    std::ranges::sort(ids_);
    const std::string& results = request_.results;
    const bool is_folder = !results.empty() && IsOutputFolder(results);
    if (is_folder) {
      plan_.places = PlacesIn(results, inputs_, request_.extension);
    } else if (!results.empty()) {
      request_.files.push_back(results);
    }
    absl::Status s = LeaveOutFiles();
    if (s.ok()) s = LeaveOutResults();
    if (s.ok()) s = CheckTwice();
    if (!s.ok()) return s;
    LeaveOutThoseThatMeet();
    Remove();
    if (!is_folder && !results.empty() && inputs_.size() > 1) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%d files need a folder to be written to: one that exists, or whose "
          "name ends in /, not '%s'",
          inputs_.size(), ToPrintable(results)));
    }
    s = CheckNotRead();
    if (!s.ok()) return s;
    if (!is_folder) plan_.places.resize(inputs_.size(), results);
    plan_.takes = std::move(request_.takes);
    return std::move(plan_);
  }

 private:
  bool Stat(size_t i, struct stat* about) const {
    const Input& input = inputs_[i];
    return input.path == "-" && !input.from_folder
               ? fstat(env_.in_fd, about) == 0
               : StatPath(input.path, about) == 0;
  }

  // The inputs that a place is.
  auto InputsAt(const std::string& place) const {
    struct stat there = {};
    const bool is_file = StatPath(place, &there) == 0 && S_ISREG(there.st_mode);
    if (!is_file) return std::ranges::subrange(ids_.end(), ids_.end());
    return std::ranges::equal_range(ids_, IdOf(there), {}, &IdOfInput::id);
  }

  // Whether an input has a result.
  bool BecomesSomething(size_t i) const {
    return !inputs_[i].from_folder || request_.takes_all || IsOurs(i);
  }

  // Whether it is a file that the run would work on.
  bool IsOurs(size_t i) const {
    const Input& input = inputs_[i];
    InputFile::Options options = FileOptions(check_, env_);
    options.registered = false;
    InputFile file(std::move(options));
    if (!input.problem.empty() ||
        file.Open(input) != InputFile::Result::kRead) {
      return false;
    }
    return IsRecognised(file.bytes(), input, check_) ||
           (request_.takes != nullptr && request_.takes(file.bytes()));
  }

  void LeaveOut(size_t i) {
    leave_out_[i] = true;
    if (!request_.verbose) return;
    env_.Say(ToPrintable(inputs_[i].path) +
             ": left out, because this run writes it");
  }

  static absl::Status IsInput(const std::string& place) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", ToPrintable(place),
                     "' is to be read: name another place for the result"));
  }

  absl::Status LeaveOutFiles() {
    for (const std::string& place : request_.files) {
      for (const auto& [id, i] : InputsAt(place)) {
        // A report of an earlier run is no file of ours.
        if (!inputs_[i].from_folder || IsOurs(i)) return IsInput(place);
        if (!leave_out_[i]) LeaveOut(i);
      }
    }
    return {};
  }

  absl::Status LeaveOutResults() {
    // Where results are found again, an input's path is shorter than that of
    // its result.
    std::vector<size_t> order;
    for (size_t i = 0; i < plan_.places.size(); ++i) order.push_back(i);
    std::ranges::stable_sort(order, {},
                             [&](size_t i) { return inputs_[i].path.size(); });
    for (const size_t i : order) {
      const std::string& place = plan_.places[i];
      const auto at = InputsAt(place);
      if (leave_out_[i] || at.empty() || !BecomesSomething(i)) continue;
      // There, a file of ours is hardly a result of an earlier run.
      const bool beside = std::filesystem::path(place).parent_path() ==
                          std::filesystem::path(inputs_[i].path).parent_path();
      for (const auto& [id, j] : at) {
        if (leave_out_[j]) continue;
        if (j == i || !inputs_[j].from_folder || (beside && IsOurs(j))) {
          return IsInput(place);
        }
        LeaveOut(j);
      }
    }
    return {};
  }

  void LeaveOutThoseThatMeet() {
    std::map<std::string_view, std::vector<size_t>> by_place;
    for (size_t i = 0; i < plan_.places.size(); ++i) {
      if (!leave_out_[i]) by_place[plan_.places[i]].push_back(i);
    }
    for (auto& [place, met] : by_place) {
      if (met.size() < 2) continue;
      std::erase_if(met, [&](size_t i) { return !BecomesSomething(i); });
      if (met.size() < 2) continue;
      plan_.met = true;
      env_.Say(absl::StrCat(
          "left out, because they would become one file, '", ToPrintable(place),
          "': ", absl::StrJoin(met, ", ", [&](std::string* out, size_t i) {
            out->append(ToPrintable(inputs_[i].path));
          })));
      for (const size_t i : met) leave_out_[i] = true;
    }
  }

  // Whether a file would be written twice: not by two inputs.
  absl::Status CheckTwice() const {
    std::set<std::string> results;
    for (const std::string& place : plan_.places) {
      if (request_.files.empty()) break;
      results.insert(ResolvedPlace(place));
    }
    for (const std::string& file : request_.files) {
      struct stat there = {};
      const bool pipe = StatPath(file, &there) == 0 && !S_ISREG(there.st_mode);
      if (pipe || results.insert(ResolvedPlace(file)).second) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("'", ToPrintable(file),
                       "' would be written twice: name another place"));
    }
    return {};
  }

  void Remove() {
    size_t kept = 0;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      if (leave_out_[i]) continue;
      if (kept != i) {
        inputs_[kept] = std::move(inputs_[i]);
        if (!plan_.places.empty()) {
          plan_.places[kept] = std::move(plan_.places[i]);
        }
      }
      ++kept;
    }
    inputs_.resize(kept);
    if (!plan_.places.empty()) plan_.places.resize(kept);
  }

  // With what was read already, such as a configuration.
  absl::Status CheckNotRead() const {
    RunFiles* const run = RunFiles::Current();
    if (run == nullptr) return {};
    for (const std::string& file : request_.files) {
      if (absl::Status s = run->CheckNotRead(file); !s.ok()) return s;
    }
    for (size_t i = 0; i < plan_.places.size(); ++i) {
      absl::Status s = run->CheckNotRead(plan_.places[i]);
      if (!s.ok() && BecomesSomething(i)) return s;
    }
    std::vector<FileId> read;
    for (const auto& [id, i] : ids_) {
      if (!leave_out_[i]) read.push_back(id);
    }
    run->AddRead(std::move(read));
    return {};
  }

  struct IdOfInput {
    FileId id;
    size_t index;
    auto operator<=>(const IdOfInput&) const = default;
  };

  OutputRequest request_;
  const CheckOptions& check_;
  std::vector<Input>& inputs_;
  Environment& env_;
  OutputPlan plan_;
  std::vector<IdOfInput> ids_;  // sorted
  std::vector<bool> leave_out_;
};

}  // namespace

int OutputPlan::ExitCode(int exit_code) const {
  return met ? std::max<int>(exit_code, kExitFindings) : exit_code;
}

absl::StatusOr<OutputPlan> PlanOutputs(OutputRequest request,
                                       const CheckOptions& check,
                                       std::vector<Input>& inputs,
                                       Environment& env) {
  if (request.results == kStandardOutput) request.results.clear();
  if (!request.files.empty() || !request.results.empty()) {
    return Planner(std::move(request), check, inputs, env).Plan();
  }
  if (RunFiles* const run = RunFiles::Current()) run->WriteNothing();
  OutputPlan plan;
  plan.places.resize(inputs.size());
  return plan;
}

}  // namespace clipguard::cli
