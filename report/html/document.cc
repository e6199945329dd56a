// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/document.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/io/text.h"
#include "report/html/data_block.h"
#include "report/html/shell.h"

namespace clipguard::report {
namespace {

// In the order of FileVerdict.
constexpr std::array<std::string_view, 5> kVerdicts = {
    "valid", "warnings", "invalid", "unreadable", "foreign"};

// Their number is another than that of warnings.
constexpr size_t kWarned = static_cast<size_t>(FileVerdict::kWarnings);

// The table of files and findings takes no more of the page than this part of
// it, so that there is something left to look at.
constexpr uint64_t kIndexPart = 2;  // one half

// What is told at the end, and the tags around it.
constexpr uint64_t kReserve = 64 * 1024;

// Files without findings are shown in detail as long as this part of the page
// is free: it is kept for those that have some.
constexpr uint64_t kSoundPart = 2;  // one half

void AppendValue(std::string_view json, std::string& column) {
  if (!column.empty()) column += ',';
  column += json;
}

void AppendNumber(uint64_t number, std::string& column) {
  AppendValue(absl::StrCat(number), column);
}

void AppendText(std::string_view text, std::string& column) {
  if (!column.empty()) column += ',';
  cli::AppendJson(text, column);
}

std::string Double(double value) {
  cli::JsonWriter json;
  json.Double(value);
  return json.Take();
}

std::string EntryJson(const FileEntry& file, bool detail) {
  cli::JsonWriter json;
  json.BeginObject();
  json.Field("path", file.path);
  json.FieldOrNull("format", file.format);
  json.FieldOrNull("version", file.version);
  json.FieldOrNull("layout", file.layout);
  json.Field("summary", file.summary);
  if (!file.problem.empty()) json.Field("problem", file.problem);
  json.Field("bytes", file.bytes);
  json.Field("verdict", kVerdicts[static_cast<size_t>(file.verdict)]);
  json.Field("errors", file.errors);
  json.Field("warnings", file.warnings);
  if (file.ignored != 0) json.Field("ignored", file.ignored);
  if (file.baselined != 0) json.Field("baselined", file.baselined);
  json.Field("detail", detail);
  json.EndObject();
  return json.Take();
}

}  // namespace

void ReportDocument::Write(std::string_view text) {
  bytes_ += text.size();
  write_(text);
}

uint64_t ReportDocument::room() const {
  const uint64_t taken = bytes_ + index_bytes_ + ShellTail().size() + kReserve;
  return taken < options_.most_bytes ? options_.most_bytes - taken : 0;
}

void ReportDocument::Begin() { Write(ShellHead()); }

bool ReportDocument::AddDetail(const FileEntry& file, std::string_view detail) {
  if (detail.empty()) return false;
  std::string block;
  AppendDataBlock(absl::StrCat("file-", listed_), detail, block);
  const bool sound = file.errors == 0 && file.warnings == 0;
  const uint64_t kept = sound ? options_.most_bytes / kSoundPart : 0;
  // A page about one file keeps nothing for others.
  const bool alone = options_.files == 1;
  if (block.size() > room() || (!alone && room() - block.size() < kept)) {
    ++details_left_out_;
    return false;
  }
  Write(block);
  return true;
}

void ReportDocument::AddFindings(std::span<const FindingEntry> findings) {
  const uint64_t first = findings_;
  Columns& to = columns_;
  for (const FindingEntry& finding : findings) {
    const auto code = static_cast<size_t>(finding.code);
    codes_.set(code);
    AppendNumber(listed_, to.file);
    AppendText(GetCodeInfo(finding.code).name, to.code);
    AppendNumber(finding.severity == Severity::kError ? 1 : 0, to.severity);
    AppendNumber(finding.offset, to.offset);
    AppendNumber(finding.length, to.length);
    AppendNumber(finding.line, to.line);
    AppendNumber(finding.count, to.count);
    AppendText(finding.path, to.path);
    AppendText(finding.message, to.message);
    AppendValue(finding.time ? Double(*finding.time) : "null", to.time);
    AppendValue(finding.cause ? absl::StrCat(first + *finding.cause) : "null",
                to.cause);
    ++findings_;
  }
}

void ReportDocument::Add(const FileEntry& file,
                         std::span<const FindingEntry> findings,
                         std::string_view detail) {
  ++files_;
  ++verdicts_[static_cast<size_t>(file.verdict)];
  file_bytes_ += file.bytes;
  errors_ += file.errors;
  warnings_ += file.warnings;
  ignored_ += file.ignored;
  baselined_ += file.baselined;
  // What they will take, about: numbers and commas, and each text's escapes.
  constexpr uint64_t kFileSize = 160;
  constexpr uint64_t kFindingSize = 96;
  uint64_t size = kFileSize + file.path.size() + file.summary.size();
  if (index_bytes_ + size > options_.most_bytes / kIndexPart || size > room()) {
    ++files_left_out_;
    findings_left_out_ += findings.size();
    return;
  }
  index_bytes_ += size;
  size_t kept = 0;
  for (const FindingEntry& finding : findings) {
    size = kFindingSize + 2 * (finding.path.size() + finding.message.size());
    if (index_bytes_ + size > options_.most_bytes / kIndexPart ||
        size > room()) {
      break;
    }
    index_bytes_ += size;
    ++kept;
  }
  findings_left_out_ += findings.size() - kept;
  const bool has_detail = AddDetail(file, detail);
  AppendValue(EntryJson(file, has_detail), file_rows_);
  AddFindings(findings.first(kept));
  ++listed_;
}

void ReportDocument::WriteCounts(cli::JsonWriter& json) const {
  json.BeginObject();
  json.Field("files", files_);
  for (size_t i = 0; i < kVerdicts.size(); ++i) {
    json.Field(i == kWarned ? "warned" : kVerdicts[i], verdicts_[i]);
  }
  json.Field("bytes", file_bytes_);
  json.Field("errors", errors_);
  json.Field("warnings", warnings_);
  json.Field("ignored", ignored_);
  json.Field("baselined", baselined_);
  json.EndObject();
}

void ReportDocument::WriteCodes(cli::JsonWriter& json) const {
  json.BeginObject();
  for (size_t i = 0; i < kFindingCodeCount; ++i) {
    if (!codes_[i]) continue;
    const auto code = static_cast<FindingCode>(i);
    const CodeInfo& info = GetCodeInfo(code);
    const CodeEntry about = options_.about(code);
    json.Key(info.name);
    json.BeginObject();
    json.Field("severity", SeverityName(info.severity));
    json.Field("title", about.title);
    json.Field("meaning", info.cause);
    json.Field("advice", about.advice);
    if (!about.repair.empty()) json.Field("repair", about.repair);
    json.EndObject();
  }
  json.EndObject();
}

void ReportDocument::WriteLeftOut(cli::JsonWriter& json) {
  const auto say = [&](uint64_t count, std::string_view noun,
                       std::string_view what) {
    if (count == 0) return;
    left_out_.push_back(absl::StrFormat(
        "%s %s, because a report has %s at most (--max-size)",
        cli::Count(count, noun), what, cli::Bytes(options_.most_bytes)));
  };
  say(files_left_out_, "file", "counted, but not listed");
  say(findings_left_out_, "finding", "counted, but not listed");
  say(details_left_out_, "file", "listed without pictures and bytes");
  json.BeginArray();
  for (const std::string& text : left_out_) json.String(text);
  json.EndArray();
}

void ReportDocument::End(std::string_view version) {
  cli::JsonWriter json;
  json.BeginObject();
  json.Field("report", uint64_t{1});
  json.Key("tool");
  json.BeginObject();
  json.Field("name", "clipguard");
  json.Field("version", version);
  json.EndObject();
  json.Key("counts");
  WriteCounts(json);
  json.Key("left_out");
  WriteLeftOut(json);
  json.Key("codes");
  WriteCodes(json);
  json.EndObject();
  std::string text = json.Take();
  // The long lists are text already.
  text.pop_back();
  absl::StrAppend(&text, ",\"files\":[", file_rows_, "],\"findings\":{");
  const Columns& from = columns_;
  const auto column = [&](std::string_view name, const Column& values,
                          std::string_view end) {
    text += '"';
    text += name;
    text += "\":[";
    text += values;
    text += ']';
    text += end;
  };
  column("file", from.file, ",");
  column("code", from.code, ",");
  column("severity", from.severity, ",");
  column("offset", from.offset, ",");
  column("length", from.length, ",");
  column("line", from.line, ",");
  column("count", from.count, ",");
  column("path", from.path, ",");
  column("message", from.message, ",");
  column("time", from.time, ",");
  column("cause", from.cause, "}}");
  std::string block;
  AppendDataBlock("index", text, block);
  Write(block);
  Write(ShellTail());
}

}  // namespace clipguard::report
