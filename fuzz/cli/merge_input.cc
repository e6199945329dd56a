// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cli/merge_input.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "cli/io/environment.h"
#include "cli/reports/report_writer.h"
#include "cli/reports/shards/report_reader.h"
#include "cli/reports/version.h"
#include "parser/finding.h"

namespace clipguard::fuzz {
namespace {

// Takes values off the front of bytes; zeros when there are no more.
class Source {
 public:
  explicit Source(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool empty() const { return bytes_.empty(); }

  uint8_t Byte() {
    if (bytes_.empty()) return 0;
    const uint8_t byte = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return byte;
  }
  // Small numbers mostly, and some of each size.
  uint64_t Number() {
    uint64_t number = 0;
    for (int left = Byte() % 9; left > 0; --left) number = number << 8 | Byte();
    return number;
  }
  std::string Text() {
    const size_t size = std::min<size_t>(Byte() % 24, bytes_.size());
    const std::string text(bytes_.begin(),
                           bytes_.begin() + static_cast<ptrdiff_t>(size));
    bytes_ = bytes_.subspan(size);
    return text;
  }

 private:
  std::span<const uint8_t> bytes_;
};

Finding AnyFinding(Source& source) {
  Finding finding;
  finding.code = static_cast<FindingCode>(source.Byte() % kFindingCodeCount);
  const uint8_t what = source.Byte();
  finding.level =
      (what & 1) != 0 ? FindingLevel::kError : FindingLevel::kWarning;
  finding.bytes = {source.Number(), source.Number()};
  if ((what & 2) != 0) {
    finding.line = 1 + source.Byte();
    finding.column = 1 + source.Byte();
  }
  finding.path = source.Text();
  finding.message = source.Text();
  finding.count = 1 + (source.Number() >> 16);
  for (int left = finding.count > 1 ? what >> 5 : 0; left > 0; --left) {
    const uint64_t first = source.Number();
    finding.ranges.push_back({first, first + source.Byte()});
  }
  if (!finding.ranges.empty()) {
    finding.noun = (what & 4) != 0 ? "vertex" : "key";
    finding.unranged = source.Byte();
  }
  return finding;
}

cli::FileReport AnyReport(Source& source) {
  cli::FileReport report;
  report.file = source.Text();
  const uint8_t what = source.Byte();
  if (what % 8 == 0) {
    report.problem = source.Text() + "!";
    return report;
  }
  if (what % 8 == 1) {
    report.not_ours = "a PNG image";
    return report;
  }
  if (what % 8 > 3) {
    report.format = what % 2 != 0 ? Format::kMrtk : Format::kM3d;
  }
  report.summary = {source.Text(), source.Text(), source.Text()};
  report.bytes = source.Number();
  report.baselined = source.Number();
  FindingList::Content content{.dropped = source.Byte(),
                               .ignored = source.Byte()};
  content.errors = content.dropped;
  for (int left = what >> 6; left > 0; --left) {
    content.findings.push_back(AnyFinding(source));
    const Finding& finding = content.findings.back();
    (finding.level == FindingLevel::kError ? content.errors
                                           : content.warnings) += finding.count;
    report.character_columns.push_back(source.Number());
    cli::Excerpt excerpt;
    excerpt.bytes = source.Text();
    excerpt.offset = source.Number();
    excerpt.is_text = (what & 32) != 0;
    excerpt.cut_before = excerpt.is_text && (what & 16) != 0;
    report.excerpts.push_back(std::move(excerpt));
  }
  report.findings = FindingList(std::move(content));
  return report;
}

}  // namespace

absl::StatusOr<std::vector<MergedFile>> Merged(
    const std::vector<cli::ShardText>& texts) {
  const auto set = cli::ShardSet::Make(texts);
  if (!set.ok()) return set.status();
  std::vector<MergedFile> files;
  absl::Status status = set->ForEach([&](cli::FileReport report) {
    std::string line = cli::ReportLine(report, cli::JsonDetail::kForMerge);
    files.push_back({std::move(report), std::move(line)});
    return true;
  });
  if (!status.ok()) return status;
  return files;
}

std::string WithDigest(std::string_view report) {
  if (!report.ends_with('\n')) return std::string(report);
  const size_t begin =
      report.substr(0, report.size() - 1).rfind('\n') + 1;  // 0: one line
  const auto trailer =
      cli::ReadTrailerLine(report.substr(begin, report.size() - 1 - begin));
  if (!trailer) return std::string(report);
  const std::string_view before = report.substr(0, begin);
  return std::string(before) + cli::TrailerOf(before, trailer->files);
}

std::vector<std::string> SortedLines(const std::vector<cli::ShardText>& texts) {
  std::vector<std::string> lines;
  for (const cli::ShardText& each : texts) {
    std::string_view text = each.text;
    while (!text.empty()) {
      const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      const std::string_view line = text.substr(0, end);
      const auto read = cli::ReadReportLine(line.substr(0, line.size() - 1));
      if (read.ok()) {
        lines.push_back(
            cli::ReportLine(read->report, cli::JsonDetail::kForMerge));
      }
      text.remove_prefix(end);
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<std::string> SortedLines(const std::vector<MergedFile>& files) {
  std::vector<std::string> lines;
  lines.reserve(files.size());
  for (const MergedFile& file : files) lines.push_back(file.line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

void MakeEveryReport(const std::vector<MergedFile>& files) {
  std::vector<cli::ReportTo> others;
  cli::StringOutput out;
  for (auto& writer : {cli::MakeJsonWriter, cli::MakeJunitWriter,
                       cli::MakeGithubWriter, cli::MakeGitlabWriter}) {
    others.push_back({writer(), &out});
  }
  others.push_back({cli::MakeSarifWriter(), &out});
  const auto all = cli::MakeSeveralReportsWriter(
      cli::MakeTextWriter({.detail = cli::Detail::kAll}), std::move(others));
  cli::Totals totals;
  all->Begin(out);
  for (const MergedFile& file : files) {
    const cli::Rendered rendered = all->Render(file.report);
    cli::CountFile(file.report.file, rendered, totals);
    all->Add(rendered, out);
  }
  all->End(totals, out);
}

std::vector<cli::FileReport> AnyReports(std::span<const uint8_t> bytes) {
  Source source(bytes);
  std::vector<cli::FileReport> reports;
  while (!source.empty() && reports.size() < 8) {
    reports.push_back(AnyReport(source));
  }
  return reports;
}

std::vector<std::string> ShardsOf(const std::vector<cli::FileReport>& reports,
                                  size_t count) {
  std::vector<std::string> shards;
  for (size_t shard = 0; shard < count; ++shard) {
    std::string text = cli::HeaderLine({.version = std::string(cli::kVersion),
                                        .shard = shard + 1,
                                        .of = count,
                                        .files = reports.size(),
                                        .run = "r"});
    uint64_t lines = 0;
    for (size_t i = shard; i < reports.size(); i += count, ++lines) {
      text += cli::ReportLine(reports[i], cli::JsonDetail::kForMerge);
    }
    shards.push_back(text + cli::TrailerOf(text, lines));
  }
  return shards;
}

}  // namespace clipguard::fuzz
