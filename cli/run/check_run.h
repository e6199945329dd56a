// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CheckInOrder(): many files are checked on several threads, and what is made
// of each is handed on in the order of the files. Commands that check many
// files share it, and what is to be said before and after.

#ifndef CLIPGUARD_CLI_RUN_CHECK_RUN_H_
#define CLIPGUARD_CLI_RUN_CHECK_RUN_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cli/files/input_file.h"
#include "cli/files/inputs.h"
#include "cli/files/run_files.h"
#include "cli/io/environment.h"
#include "cli/io/ordered.h"
#include "cli/io/progress.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"
#include "cli/run/check_plan.h"

namespace clipguard::cli {

// Says what was wrong with --resources.
void SayResourceNotes(const CheckOptions& check, Environment& env);

// Says what the run took: never a part of the report, which is the same
// whatever it took.
void SayStats(uint64_t files, uint64_t bytes,
              std::chrono::duration<double> elapsed, Environment& env);

// Returns the exit code if nothing else failed.
int ExitCodeOf(const CheckPlan& plan, const Totals& totals);

// A progress bar, and the right to print beside it: held by whoever prints.
// Results are printed by one thread at a time, but a pipe that is waited for is
// mentioned by any.
class CheckScreen {
 public:
  CheckScreen(Environment& env, size_t files) : env_(env), bar_(env, files) {}

  std::mutex& printing() { return printing_; }
  // REQUIRES: printing() is held, or there are no threads left.
  Progress& bar() { return bar_; }

  // Thread-safe.
  void Say(const std::string& text) {
    const std::lock_guard lock(printing_);
    bar_.Hide();
    env_.Say(text);
  }

 private:
  Environment& env_;
  Progress bar_;
  std::mutex printing_;
};

// Objects that a thread reuses for one file after the other.
struct CheckWorker {
  CheckWorker(RunFiles* run, InputFile::Options options)
      : use(run), file(std::move(options)) {}

  const RunFiles::Use use;
  InputFile file;
};

// Hands results on in their order, each when `most` others, or a megabyte, have
// come after it.
template <typename Result, typename Emit>
class HeldBack {
 public:
  HeldBack(size_t most, const Emit& emit) : most_(most), emit_(emit) {}

  // False if emit(index, result) was.
  bool Add(size_t index, Result& result) {
    if (most_ == 0) return emit_(index, result);
    bytes_ += result.size();
    results_.emplace_back(index, std::move(result));
    while (results_.size() > most_ || bytes_ > kResultBytesWaiting) {
      if (!EmitFirst()) return false;
    }
    return true;
  }
  void End() {
    while (!results_.empty() && EmitFirst()) {
    }
  }

 private:
  bool EmitFirst() {
    auto [index, result] = std::move(results_.front());
    results_.pop_front();
    bytes_ -= result.size();
    if (emit_(index, result)) return true;
    results_.clear();
    return false;
  }

  const size_t most_;
  const Emit& emit_;
  std::deque<std::pair<size_t, Result>> results_;
  size_t bytes_ = 0;
};

// For the index of each input work(index, file), on some thread, which is to
// call CheckFile(); out_of_memory(report) if that takes more memory than there
// is. Both give a Result. emit(index, result, bar) is called in the order of
// the inputs, by one thread at a time, and prints; it returns false to leave
// out the rest. stopped() is as RunInOrder() calls it.
template <typename Result, typename Work, typename OutOfMemory, typename Emit,
          typename Stopped = void (*)()>
void CheckInOrder(
    const CheckPlan& plan, const std::vector<Input>& inputs, Environment& env,
    const Work& work, const OutOfMemory& out_of_memory, const Emit& emit,
    const Stopped& stopped = [] {}) {
  MemoryGate gate;
  RunFiles* const run_files = RunFiles::Current();
  CheckScreen screen(env, inputs.size());
  const auto emit_one = [&](size_t index, Result& result) {
    return emit(index, result, screen.bar());
  };
  HeldBack<Result, decltype(emit_one)> held_back(plan.held_back, emit_one);
  RunInOrder<Result>(
      inputs.size(), plan.jobs,
      [&] {
        InputFile::Options options = FileOptions(plan.check, env);
        options.gate = plan.share_memory ? &gate : nullptr;
        options.say = [&](const std::string& text) { screen.Say(text); };
        auto worker =
            std::make_shared<CheckWorker>(run_files, std::move(options));
        return [&, worker](size_t index) -> Result {
          worker->file.set_turn(index);
          try {
            return work(index, worker->file);
          } catch (const std::bad_alloc&) {
            // Report this file as failed; the next one may be smaller.
            FileReport report;
            report.file = inputs[index].path;
            report.problem = kOutOfMemory;
            return out_of_memory(report);
          }
        };
      },
      [&](size_t index, Result& result) {
        const std::lock_guard lock(screen.printing());
        const bool go_on = held_back.Add(index, result);
        screen.bar().Update(index + 1);
        gate.SetTurn(index + 1);
        return go_on;
      },
      stopped);
  held_back.End();
}

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_RUN_CHECK_RUN_H_
