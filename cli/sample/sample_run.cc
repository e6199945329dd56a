// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/sample/sample_run.h"

#include <sys/stat.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/files/input_file.h"
#include "cli/files/output_place.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/format_handler.h"
#include "cli/formats/format_registry.h"
#include "cli/io/given_files.h"
#include "cli/io/name_text.h"
#include "cli/io/progress.h"
#include "cli/run/check_run.h"
#include "cli/run/result_files.h"
#include "cli/sample/sample_fate.h"
#include "cli/sample/sample_survey.h"

namespace clipguard::cli {
namespace {

constexpr size_t kPiece = 64 * 1024;

// The most bytes that a file's rows may take in memory. A file with more waits
// until all before it are written, and then is written piece by piece.
constexpr size_t kMostHeld = size_t{8} << 20;

// An output that several threads write to, one at a time: whoever says
// something flushes it.
class SharedOutput final : public Output {
 public:
  explicit SharedOutput(Output& out) : out_(out) {}

  void Write(std::string_view text) override {
    const std::lock_guard lock(mutex_);
    out_.Write(text);
    error_ = out_.error();
  }
  void Flush() override {
    const std::lock_guard lock(mutex_);
    out_.Flush();
    error_ = out_.error();
  }

 private:
  Output& out_;
  std::mutex mutex_;
};

// Whose rows are next.
class Turn {
 public:
  // False if nobody's are, any more.
  bool Await(size_t index) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return over_ || next_ == index; });
    return !over_;
  }
  void Pass(size_t next) {
    const std::lock_guard lock(mutex_);
    next_ = next;
    changed_.notify_all();
  }
  void End() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  size_t next_ = 0;
  bool over_ = false;
};

// Texts that grew once, for the next files' rows: new memory costs more than
// what is written into it.
class TextPool {
 public:
  std::string Take() {
    const std::lock_guard lock(mutex_);
    if (texts_.empty()) return {};
    std::string text = std::move(texts_.back());
    texts_.pop_back();
    return text;
  }
  // Those of files without rows never grew: they would only be many.
  void GiveBack(std::string text) {
    if (text.empty()) return;
    text.clear();
    const std::lock_guard lock(mutex_);
    texts_.push_back(std::move(text));
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> texts_;
};

// Rows of one file, appended to a text and handed on with flush(), which
// returns false when no more are wanted. DataLoss if the file is no longer what
// was surveyed.
absl::Status MakeRows(const OpenFile& open, const FileReport& about,
                      const SamplePlan& plan, const RowWriter& writer,
                      ClipsTaken taken, size_t most, Done& done,
                      absl::FunctionRef<bool(std::string&)> flush) {
  RowTexts texts;
  const std::string name = FileNameText(about.file);
  texts[kFileText] = name;
  return ForEachClip(
      open, plan, taken,
      [&](std::string_view clip, const RowSource& rows,
          std::span<const float> times) {
        texts[kClipText] = clip;
        RowStart start;
        bool fits = true;
        rows.ForEachRow(times, [&](const SampleRow& row) {
          texts[kPartText] = row.part;
          texts[kJointText] = row.joint;
          fits = writer.Append(texts, row, start, done.rows);
          if (!fits) return false;
          ++done.row_count;
          return done.rows.size() < most || flush(done.rows);
        });
        return fits ? absl::OkStatus()
                    : absl::UnavailableError("it changed while it was read");
      });
}

ClipsTaken TakenOfOne(const SamplePlan& plan) {
  return plan.shape == TableShape::kLong ? ClipsTaken::kAll
                                         : ClipsTaken::kFirst;
}

absl::Status CheckReadTwice(const std::vector<Input>& inputs) {
  for (const Input& input : inputs) {
    struct stat about = {};
    const bool is_stream =
        (input.path == "-" && !input.from_folder) ||
        (StatPath(input.path, &about) == 0 && !S_ISREG(about.st_mode));
    if (!is_stream) continue;
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s can be read only once, and this table of several files needs two "
        "looks: --shape=long --format=csv needs one",
        input.path == "-" ? "standard input" : ToPrintable(input.path)));
  }
  return absl::OkStatus();
}

// Looks for the names of --only before anything is written: in files up to
// where all of them were found.
absl::Status CheckNames(const SamplePlan& plan,
                        const std::vector<Input>& inputs, Environment& env) {
  if (CheckChoice(plan.choice, {}).ok()) return absl::OkStatus();
  if (absl::Status s = CheckReadTwice(inputs); !s.ok()) {
    // A pipe may be a recording, or a capture.
    for (const ValueColumn& column : ValueColumns(TableShape::kWide)) {
      plan.choice.Wants(column.name);
    }
    return plan.choice.Unused().empty() ? absl::OkStatus() : s;
  }
  std::vector<std::string> names;
  CheckInOrder<Done>(
      plan.run, inputs, env,
      [&](size_t i, InputFile& file) {
        return Look(inputs[i], plan, file,
                    [&](const OpenFile& open, const FileReport&, Done& done) {
                      done.names = NamesIn(open, plan);
                      UseNamesOfBoth(open, plan.choice);
                      return open.ForEachClip(
                          {.choice = &plan.choice,
                           .clip = plan.clip,
                           .all_clips = true},
                          [](const RowClip&) { return absl::OkStatus(); });
                    });
      },
      Unreadable,
      [&](size_t, const Done& done, Progress&) {
        if (names.size() < kMostNames) {
          names.insert(names.end(), done.names.begin(), done.names.end());
        }
        return !plan.choice.Unused().empty();
      });
  return CheckChoice(plan.choice, names);
}

// All files as one table.
class TableRun {
 public:
  TableRun(const SamplePlan& plan, const std::vector<Input>& inputs,
           Environment& env)
      : plan_(plan),
        inputs_(inputs),
        env_(env),
        printed_(env.out),
        locked_{.out = printed_,
                .err = env.err,
                .in_fd = env.in_fd,
                .out_terminal = env.out_terminal,
                .err_terminal = env.err_terminal} {}

  int Run() {
    // By their names: a long table of several files is written as they are
    // read.
    survey_.columns.valid =
        std::ranges::any_of(inputs_, [](const Input& input) {
          return FormatOfPath(input.path, false) == Format::kXrHands;
        });
    absl::Status s;
    if (plan_.shape == TableShape::kWide || IsNumpy(plan_.format)) {
      s = CheckReadTwice(inputs_);
      if (s.ok()) s = SurveyAll();
    } else {
      s = CheckNames(plan_, inputs_, locked_);
    }
    if (!s.ok()) return Usage(s);
    if (printed_.error() != 0) return kExitFailed;
    absl::StatusOr<TableLayout> layout = LayoutOf(plan_, survey_);
    if (!layout.ok()) return Usage(layout.status());
    writer_.emplace(*std::move(layout));
    if (!plan_.out.empty()) {
      file_ = std::make_unique<OutputFile>(plan_.out);
      const absl::Status made = MakeFoldersOf(plan_.out);
      if (!made.ok()) return CannotWrite(std::string(made.message()));
      if (!file_->Open()) return CannotWrite(file_->problem());
    }
    Output& out = file_ != nullptr ? static_cast<Output&>(*file_) : printed_;
    rows_ = std::make_unique<RowOutput>(
        *writer_, out,
        plan_.format == TableFormat::kNpz ? file_.get() : nullptr);
    rows_->Begin();
    WriteAll(out);
    return End(out);
  }

 private:
  int Usage(const absl::Status& status) {
    return BadUsage("sample", status, locked_);
  }

  int CannotWrite(std::string_view problem) {
    locked_.Say(absl::StrFormat("cannot write %s: %s", ToPrintable(plan_.out),
                                problem));
    return kExitFailed;
  }

  // The first pass prints no messages; the second one does.
  absl::Status SurveyAll() {
    std::vector<std::string> names;
    CheckInOrder<Done>(
        plan_.run, inputs_, locked_,
        [&](size_t i, InputFile& file) {
          return Look(
              inputs_[i], plan_, file,
              [&](const OpenFile& open, const FileReport& about, Done& done) {
                if (!open.has_rows()) return absl::OkStatus();
                const absl::Status s =
                    Survey(open, about, plan_, ClipsTaken::kAll, done.survey);
                // Where a name is found nowhere, all files give theirs.
                if (!plan_.choice.Unused().empty()) {
                  done.names = NamesIn(open, plan_);
                }
                return s;
              });
        },
        Unreadable,
        [&](size_t, const Done& done, Progress&) {
          if (done.fate == Fate::kSampled) survey_.Add(done.survey);
          if (names.size() < kMostNames) {
            names.insert(names.end(), done.names.begin(), done.names.end());
          }
          return true;
        });
    return CheckChoice(plan_.choice, names);
  }

  // On any thread: the rows of one file, as far as they may be held.
  Done Sample(size_t index, InputFile& file) {
    return Look(
        inputs_[index], plan_, file,
        [&](const OpenFile& open, const FileReport& about, Done& done) {
          if (!open.has_rows()) {
            done.fate = open.state_machine() != nullptr ? Fate::kNoRows
                                                        : Fate::kNothing;
            SayWhyNoRows(plan_, about.file, done);
            return absl::OkStatus();
          }
          // Too much is refused before there is a row of it.
          SampleSurvey survey;
          absl::Status s = Survey(open, about, plan_, ClipsTaken::kAll, survey);
          if (!s.ok()) return s;
          done.rows = texts_.Take();
          s = MakeRows(open, about, plan_, *writer_, ClipsTaken::kAll,
                       kMostHeld, done, [&](std::string& rows) {
                         if (!turn_.Await(index)) return false;
                         written_of_ = index;
                         rows_->Add(rows);
                         rows.clear();
                         return !Stopped();
                       });
          if (s.ok() && done.row_count == 0) {
            done.fate = Fate::kNothing;
            SayWhyNoRows(plan_, about.file, done);
          }
          return s;
        });
  }

  bool Stopped() const {
    return file_ != nullptr ? file_->error() != 0 : printed_.error() != 0;
  }

  void WriteAll(Output& out) {
    const auto emit = [&](size_t index, Done& done, Progress& bar) {
      tally_.Add(inputs_[index].path, done);
      const bool whole = done.fate == Fate::kSampled ||
                         done.fate == Fate::kNothing ||
                         done.fate == Fate::kNoRows;
      if (whole) {
        if (env_.out_terminal.is_terminal) bar.Hide();
        rows_->Add(done.rows);
      }
      texts_.GiveBack(std::move(done.rows));
      SayAll(done, bar, locked_);
      // Some of its rows stand in the table already.
      spoiled_ = spoiled_ || (!whole && written_of_ == index);
      return !spoiled_ && out.error() == 0;
    };
    CheckInOrder<Done>(
        plan_.run, inputs_, locked_,
        [&](size_t i, InputFile& file) { return Sample(i, file); }, Unreadable,
        [&](size_t index, Done& done, Progress& bar) {
          const bool go_on = emit(index, done, bar);
          go_on ? turn_.Pass(index + 1) : turn_.End();
          return go_on;
        },
        // Release threads that wait for their turn.
        [&] { turn_.End(); });
  }

  int End(Output& out) {
    SayResourceNotes(plan_.run.check, locked_);
    const int exit_code = tally_.ExitCode(plan_);
    if (plan_.require_files && tally_.files() == 0) {
      if (file_ == nullptr) out.Flush();
      SayEnd(plan_, tally_, "", locked_);
      return exit_code;
    }
    if (spoiled_) {
      locked_.Say(file_ != nullptr
                      ? Of(plan_.out,
                           "not written: some rows are of a file "
                           "that changed")
                      : "the table has rows of a file that changed");
      return kExitFailed;
    }
    // A failed write is not blamed on files that changed.
    if (!rows_->End() && !Stopped()) {
      locked_.Say(
          "the table is not written: files changed while they were read");
      return kExitFailed;
    }
    if (file_ == nullptr) {
      out.Flush();
      if (out.error() != 0) return kExitFailed;  // the program says that
    } else if (!file_->Commit()) {
      return CannotWrite(file_->problem());
    }
    SayEnd(plan_, tally_, file_ == nullptr ? "" : ToPrintable(plan_.out),
           locked_);
    if (writer_.has_value() && !plan_.quiet) {
      const std::string hint = HintAboutEmptyCells(*writer_, survey_);
      if (!hint.empty()) locked_.Say(hint);
    }
    return exit_code;
  }

  const SamplePlan& plan_;
  const std::vector<Input>& inputs_;
  Environment& env_;
  SharedOutput printed_;
  Environment locked_;
  SampleSurvey survey_;
  std::optional<RowWriter> writer_;
  std::unique_ptr<OutputFile> file_;
  std::unique_ptr<RowOutput> rows_;
  TextPool texts_;
  Turn turn_;
  // The last file whose rows did not wait for its end.
  std::optional<size_t> written_of_;
  bool spoiled_ = false;
  Tally tally_;
};

}  // namespace

absl::Status WriteSamples(const OpenFile& open, const FileReport& about,
                          const SamplePlan& plan, Output& out,
                          OutputFile* file) {
  const bool is_machine = open.state_machine() != nullptr;
  const bool as_document =
      plan.document ||
      (is_machine && plan.shape == TableShape::kWide && plan.choice.is_all() &&
       plan.format == TableFormat::kCsv);
  const ClipsTaken taken = TakenOfOne(plan);
  SampleSurvey survey;
  // A state machine's document has no rows, and limits of its own.
  absl::Status s;
  if (!(is_machine && as_document)) {
    s = Survey(open, about, plan, taken, survey);
  }
  if (!s.ok()) return s;
  Output& to = file != nullptr ? static_cast<Output&>(*file) : out;
  if (as_document) {
    const absl::StatusOr<TimeSpan> span = open.SampleSpan(plan.clip);
    if (!span.ok()) return span.status();
    auto times = TimesOf(open, plan, plan.clip, *span);
    if (!times.ok()) return times.status();
    return open.Sample({.file = about.file,
                        .times = *std::move(times),
                        .csv = plan.format == TableFormat::kCsv,
                        .raw_rotation = plan.raw_rotation,
                        .true_times = plan.true_times,
                        .clip = plan.clip,
                        .values = plan.values,
                        .inputs = plan.inputs,
                        .limits = plan.run.check.read.limits,
                        .file_bytes = about.bytes},
                       to);
  }
  // To look for names takes long: only if one was not found.
  if (!CheckChoice(plan.choice, {}).ok()) {
    s = CheckChoice(plan.choice, NamesIn(open, plan));
  }
  if (!s.ok()) return s;
  absl::StatusOr<TableLayout> layout = LayoutOf(plan, survey);
  if (!layout.ok()) return layout.status();
  const RowWriter writer(*std::move(layout));
  RowOutput rows(writer, to, plan.format == TableFormat::kNpz ? file : nullptr);
  rows.Begin();
  Done done;
  s = MakeRows(open, about, plan, writer, taken, kPiece, done,
               [&](std::string& piece) {
                 rows.Add(piece);
                 piece.clear();
                 return to.error() == 0;
               });
  rows.Add(done.rows);
  if (s.ok() && !rows.End() && to.error() == 0) {
    return absl::UnavailableError("it changed while it was read");
  }
  return s;
}

int SampleIntoTable(const SamplePlan& plan, const std::vector<Input>& inputs,
                    Environment& env) {
  return TableRun(plan, inputs, env).Run();
}

int SampleIntoFolder(const SamplePlan& plan, const std::vector<Input>& inputs,
                     const std::vector<std::string>& places, Environment& env) {
  // A pipe is looked at when its table is made.
  const bool known = CheckChoice(plan.choice, {}).ok();
  if (!known && CheckReadTwice(inputs).ok()) {
    const absl::Status s = CheckNames(plan, inputs, env);
    if (!s.ok()) return BadUsage("sample", s, env);
  }
  Tally tally;
  CheckPlan run = plan.run;
  run.held_back = kFilesHeldBack;
  CheckInOrder<Done>(
      run, inputs, env,
      [&](size_t i, InputFile& file) {
        const std::string& place = places[i];
        std::unique_ptr<OutputFile> out;
        Done done = Look(
            inputs[i], plan, file,
            [&](const OpenFile& open, const FileReport& about, Done& found) {
              // As in a table: what cannot move is no fault of a folder.
              if (!open.has_rows() && open.state_machine() == nullptr) {
                found.fate = Fate::kNothing;
                SayWhyNoRows(plan, about.file, found);
                return absl::OkStatus();
              }
              absl::Status made = MakeFoldersOf(place);
              if (!made.ok()) return made;
              out = std::make_unique<OutputFile>(place);
              if (!out->Open()) {
                return absl::UnavailableError(absl::StrFormat(
                    "cannot write %s: %s", ToPrintable(place), out->problem()));
              }
              return WriteSamples(open, about, plan, *out, out.get());
            });
        if (done.fate == Fate::kSampled) {
          out->BeginCommit();
          done.out = std::move(out);
        }
        return done;
      },
      Unreadable,
      [&](size_t index, Done& done, Progress& bar) {
        if (done.out != nullptr && !done.out->Commit()) {
          TakeStatus(absl::UnavailableError(done.out->problem()),
                     done.out->path(), done);
        }
        tally.Add(inputs[index].path, done);
        SayAll(done, bar, env);
        return true;
      });
  SayResourceNotes(plan.run.check, env);
  SayEnd(plan, tally, ToPrintable(plan.out), env);
  return tally.ExitCode(plan);
}

int ListColumns(const SamplePlan& plan, const std::vector<Input>& inputs,
                Environment& env) {
  Tally tally;
  std::map<std::string, uint64_t> files;
  std::vector<std::string> in_order;
  CheckInOrder<Done>(
      plan.run, inputs, env,
      [&](size_t i, InputFile& file) {
        return Look(
            inputs[i], plan, file,
            [&](const OpenFile& open, const FileReport& about, Done& done) {
              if (open.state_machine() != nullptr) {
                done.fate = Fate::kNoRows;
                SayWhyNoRows(plan, about.file, done);
              }
              done.names = NamesIn(open, plan);
              return absl::OkStatus();
            });
      },
      Unreadable,
      [&](size_t index, const Done& done, Progress& bar) {
        tally.Add(inputs[index].path, done);
        SayAll(done, bar, env);
        for (const std::string& name : done.names) {
          if (++files[name] == 1) in_order.push_back(name);
        }
        return true;
      });
  const uint64_t all = tally.of(Fate::kSampled);
  for (const std::string& name : in_order) {
    env.out.Write(ToPrintable(name));
    if (files[name] < all) {
      env.out.Write(absl::StrFormat("\t%s of %s", Grouped(files[name]),
                                    Count(all, "file")));
    }
    env.out.Write("\n");
  }
  if (inputs.size() > 1) SayEnd(plan, tally, "", env);
  return tally.ExitCode(plan);
}

}  // namespace clipguard::cli
