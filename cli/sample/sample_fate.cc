// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/sample/sample_fate.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

// A warning, and how the values of a file that has it are wrong.
struct Doubt {
  FindingCode code;
  std::string_view meaning;
};

constexpr Doubt kDoubts[] = {
    {FindingCode::kRotationWLost,
     "these rotations are not those that were recorded"},
    {FindingCode::kCurveTailLost,
     "at the end these values stand still where the recorded ones moved"},
    {FindingCode::kHandNeverTracked, "'tracked' is 0 in each row of it"},
    {FindingCode::kCurveOverflows, "some values can be infinite"},
    {FindingCode::kTransformOverflows, "some values can be infinite"},
    {FindingCode::kForgeNumberNotFinite, "some values are no numbers"},
};

// Why a file with errors is left out, in a line.
std::string ErrorsOf(const FileReport& about) {
  std::string line = Of(
      about.file, absl::StrCat(Count(about.errors(), "error"), ", left out"));
  for (const Finding& finding : about.findings.findings()) {
    if (finding.severity() != Severity::kError) continue;
    absl::StrAppendFormat(&line, ": %s, %s", GetCodeInfo(finding.code).name,
                          OneLine(finding));
    break;
  }
  return line;
}

std::string FirstErrorOf(const FileReport& about) {
  for (const Finding& finding : about.findings.findings()) {
    if (finding.severity() == Severity::kError) {
      return std::string(GetCodeInfo(finding.code).name);
    }
  }
  return "FINDINGS_DROPPED";
}

}  // namespace

std::string Of(const std::string& file, std::string_view what) {
  return absl::StrFormat("%s: %s", ToPrintable(file), what);
}

void TakeStatus(const absl::Status& status, const std::string& file,
                Done& done) {
  if (status.ok()) return;
  const std::string why(status.message());
  done.says.push_back(Of(file, why));
  if (absl::IsInvalidArgument(status)) {
    done.fate = Fate::kRefused;
  } else if (absl::IsUnavailable(status)) {
    done.fate = Fate::kFailed;
  } else {
    done.fate = Fate::kErrors;
    done.code = why.starts_with("LIMIT_EXCEEDED") ? "LIMIT_EXCEEDED" : "";
  }
}

Done Unreadable(const FileReport& about) {
  Done done;
  done.fate = Fate::kUnreadable;
  done.says.push_back(ProblemOf(about));
  return done;
}

Done Look(const Input& input, const SamplePlan& plan, InputFile& file,
          Use use) {
  Done done;
  const FileReport about =
      CheckFile(input, plan.run.check, file,
                [&](const OpenFile* open, const FileReport& found) {
                  if (!found.not_ours.empty()) {
                    done.fate = Fate::kNotOurs;
                    done.kind = found.not_ours;
                  } else if (open == nullptr || found.errors() != 0) {
                    done.fate = Fate::kErrors;
                    done.code = FirstErrorOf(found);
                    done.says.push_back(ErrorsOf(found));
                  } else {
                    done.says = DoubtsAbout(found);
                    TakeStatus(use(*open, found, done), found.file, done);
                  }
                });
  if (!about.readable()) return Unreadable(about);
  return done;
}

int Tally::ExitCode(const SamplePlan& plan) const {
  if (of(Fate::kUnreadable) != 0 || of(Fate::kFailed) != 0) {
    return kExitFailed;
  }
  if (plan.require_files && files_ == 0) return kExitFindings;
  return of(Fate::kErrors) + of(Fate::kRefused) != 0 ? kExitFindings : kExitOk;
}

std::string Tally::Text(bool verbose) const {
  const std::string naming = verbose ? "" : " (-v names them)";
  std::string text =
      absl::StrCat(Grouped(of(Fate::kSampled)), " of ", Count(files_, "file"));
  if (rows_ != 0) absl::StrAppend(&text, ", ", Count(rows_, "row"));
  const auto add = [&](Fate fate, std::string_view what) {
    if (of(fate) != 0) {
      absl::StrAppendFormat(&text, "; %s%s", Grouped(of(fate)), what);
    }
  };
  add(Fate::kErrors, " with errors");
  std::string_view before = ": ";
  for (const auto& [code, count] : codes_) {
    absl::StrAppendFormat(&text, "%s%s %s", before, Grouped(count), code);
    before = ", ";
  }
  add(Fate::kUnreadable, " unreadable");
  add(Fate::kFailed, " not written");
  add(Fate::kRefused, " refused");
  add(Fate::kNothing, " with nothing recorded" + naming);
  add(Fate::kNoRows, " without rows (state machines)" + naming);
  return text;
}

void SayWhyNoRows(const SamplePlan& plan, const std::string& file, Done& done) {
  if (!plan.verbose) return;
  if (done.fate == Fate::kNothing) {
    done.says.push_back(Of(
        file, plan.choice.is_all() ? "nothing recorded"
                                   : "nothing recorded of what is asked for"));
  } else if (done.fate == Fate::kNoRows) {
    done.says.push_back(Of(file, "a state machine has no rows"));
  }
}

void SayAll(const Done& done, Progress& bar, Environment& env) {
  if (done.says.empty()) return;
  bar.Hide();
  for (const std::string& line : done.says) env.Say(line);
}

void SayEnd(const SamplePlan& plan, const Tally& tally, std::string_view what,
            Environment& env) {
  if (plan.quiet) return;
  if (const std::string text = tally.NotOurs(); !text.empty()) env.Say(text);
  const std::string says = tally.Text(plan.verbose);
  if (what.empty()) {
    env.Say(says);
  } else {
    env.out.Write(absl::StrFormat("%s: %s\n", what, says));
  }
}

std::vector<std::string> DoubtsAbout(const FileReport& about) {
  std::vector<std::string> lines;
  for (const Doubt& doubt : kDoubts) {
    uint64_t count = 0;
    const Finding* first = nullptr;
    for (const Finding& finding : about.findings.findings()) {
      if (finding.code != doubt.code) continue;
      if (first == nullptr) first = &finding;
      count += finding.count;
    }
    if (first == nullptr) continue;
    const std::string_view name = GetCodeInfo(doubt.code).name;
    lines.push_back(absl::StrFormat(
        "%s: %s%s, at %s: %s (clipguard explain %s)", ToPrintable(about.file),
        name, count == 1 ? "" : absl::StrFormat(", %s times", Grouped(count)),
        Shortened(first->path, 80), doubt.meaning, name));
  }
  return lines;
}

}  // namespace clipguard::cli
