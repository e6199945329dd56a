// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/report_flags.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/files/output_place.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/removed_flags.h"

namespace clipguard::cli {
namespace {

// Up to this many files, each has a line of its own even if nothing is wrong.
constexpr size_t kFilesListed = 10;

// Results of a SARIF file that GitHub keeps, and the most that it accepts.
constexpr uint64_t kGithubKeeps = 5'000;
constexpr uint64_t kGithubTakes = 25'000;

struct FormatAndFile {
  std::string format;
  std::string file;
};

FormatAndFile Split(const std::string& output) {
  const size_t colon = output.find(':');
  if (colon == std::string::npos) return {};
  return {output.substr(0, colon), output.substr(colon + 1)};
}

absl::Status CheckOutput(const std::string& output) {
  const FormatAndFile to = Split(output);
  if (to.format.empty() || to.file.empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--output needs FORMAT:FILE: "
                        "--output=sarif:report.sarif, not '%s'",
                        ToPrintable(output)));
  }
  if (absl::Status s = CheckRemoved("validate", "--output", to.format);
      !s.ok()) {
    return s;
  }
  const FlagValues& formats = FindFlag("validate", "--format")->values;
  if (absl::Status s = CheckName(formats.what, to.format, formats.names);
      !s.ok() || to.file != "-") {
    return s;
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("--output writes to files: --format=%s is for standard "
                      "output, ./- for a file of that name",
                      to.format));
}

void SayCannotWrite(const OutputFile& out, std::string_view why,
                    Environment& env) {
  env.Say(absl::StrFormat("cannot write %s: %s", ToPrintable(out.path()), why));
}

}  // namespace

void ReportFiles::Open(std::span<const std::string> outputs, Environment& env) {
  for (const std::string& output : outputs) {
    FormatAndFile to = Split(output);
    auto out = std::make_unique<OutputFile>(to.file);
    // A folder cannot be opened, and none is left behind.
    const absl::Status made =
        to.file.ends_with('/') ? absl::Status() : MakeFoldersOf(to.file);
    if (made.ok() && out->Open()) {
      files_.push_back({std::move(to.format), std::move(out)});
    } else {
      SayCannotWrite(
          *out, made.ok() ? out->problem() : std::string(made.message()), env);
      all_opened_ = false;
    }
  }
}

bool ReportFiles::Commit(Environment& env) {
  bool all = all_opened_;
  for (const File& file : files_) {
    if (file.out->Commit()) continue;
    SayCannotWrite(*file.out, file.out->problem(), env);
    all = false;
  }
  return all;
}

void ReportFlags::AddTo(CommandLine& line) {
  line.Value("--format", &format);
  line.Values("--output", &outputs);
  line.Value("--color", &color);
  line.Value("--findings-page", &findings_page);
  line.Flag("--quiet", &quiet);
  line.Flag("--verbose", &verbose);
}

absl::Status ReportFlags::Check() const {
  for (const std::string& output : outputs) {
    if (absl::Status s = CheckOutput(output); !s.ok()) return s;
  }
  if (!findings_page.empty() && !findings_page.starts_with("https://") &&
      !findings_page.starts_with("http://")) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--findings-page needs an address that begins with "
                        "http:// or https://, not '%s'",
                        ToPrintable(findings_page)));
  }
  if (quiet && verbose) {
    return absl::InvalidArgumentError("--quiet and --verbose contradict");
  }
  return absl::OkStatus();
}

std::vector<std::string> ReportFlags::Files() const {
  std::vector<std::string> files;
  for (const std::string& output : outputs) files.push_back(Split(output).file);
  return files;
}

bool ReportFlags::Has(std::string_view its_format) const {
  return format == its_format ||
         std::ranges::any_of(outputs, [&](const std::string& output) {
           return Split(output).format == its_format;
         });
}

void ReportFlags::AskFor(CheckOptions& options) const {
  const bool shard = Has("shard");
  options.character_columns = Has("sarif") || Has("github") || shard;
  options.fixes = Has("sarif") || shard;
  options.excerpts = (Has("text") && !quiet) || shard;
}

std::unique_ptr<ReportWriter> ReportFlags::MakeOne(
    const std::string& its_format, const Terminal& terminal,
    const About& about) const {
  if (its_format == "json") return MakeJsonWriter();
  if (its_format == "shard") return MakeShardWriter(about.shard);
  if (its_format == "sarif") return MakeSarifWriter(findings_page);
  if (its_format == "junit") return MakeJunitWriter();
  if (its_format == "github") return MakeGithubWriter();
  if (its_format == "gitlab") return MakeGitlabWriter();
  if (its_format == "markdown") return MakeMarkdownWriter();
  return MakeTextWriter({.colors = terminal.colors,
                         .width = terminal.width,
                         .detail = quiet     ? Detail::kVerdict
                                   : verbose ? Detail::kAll
                                             : Detail::kNormal,
                         .list_good = verbose || about.files <= kFilesListed,
                         .more = "-v shows all"});
}

std::unique_ptr<ReportWriter> ReportFlags::MakeWriter(
    const Environment& env, const About& about,
    const ReportFiles& files) const {
  Terminal terminal = env.out_terminal;
  ApplyColor(color, terminal);
  auto printed = MakeOne(format, terminal, about);
  if (files.empty()) return printed;
  std::vector<ReportTo> others;
  for (const ReportFiles::File& file : files.files()) {
    others.push_back({MakeOne(file.format, Terminal(), about), file.out.get()});
  }
  return MakeSeveralReportsWriter(std::move(printed), std::move(others));
}

void ReportFlags::SayNotes(const Totals& totals, Environment& env) const {
  if (!Has("sarif") || totals.findings <= kGithubKeeps) return;
  const std::string so_many = Count(totals.findings, "result");
  const std::string less =
      "; --limit=findings-kept=N takes fewer of each file, and --shard=I/N "
      "makes several reports";
  if (totals.findings > kGithubTakes) {
    env.Say(
        absl::StrFormat("the SARIF report has %s: GitHub refuses one of "
                        "more than %s%s",
                        so_many, Grouped(kGithubTakes), less));
  } else {
    env.Say(
        absl::StrFormat("the SARIF report has %s: GitHub shows %s of them%s",
                        so_many, Grouped(kGithubKeeps), less));
  }
}

void ApplyColor(std::string_view flag, Terminal& terminal) {
  if (flag != "auto") terminal.colors = flag == "always";
}

}  // namespace clipguard::cli
