// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/document.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/text.h"
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

// Bytes reserved for the end of the page besides the index: counts, the list of
// parts left out, keys and tags.
constexpr uint64_t kReserve = 16 * 1024;

// The columns of the table of findings, in the order of RowOf().
constexpr std::array<std::string_view, 11> kColumnNames = {
    "file",  "code", "severity", "offset", "length", "line",
    "count", "path", "message",  "time",   "cause"};

constexpr std::string_view kNull = "null";

void AppendValue(std::string_view json, std::string& list) {
  if (!list.empty()) list += ',';
  list += json;
}

std::string TextJson(std::string_view text) {
  std::string json;
  AppendJson(text, json);
  return EscapedJson(json);
}

std::string Double(double value) {
  JsonWriter json;
  json.Double(value);
  return json.Take();
}

// How a row ends, as long as the file's block is not in the page.
constexpr std::string_view kNoDetail = "false}";

// The block is in the page.
void SetDetail(std::string& row) {
  row.replace(row.size() - kNoDetail.size(), kNoDetail.size(), "true}");
}

void WriteFacts(const FileFacts& facts, JsonWriter& json) {
  json.BeginObject("facts");
  json.Field("parts", facts.parts);
  json.Field("keys", facts.keys.value_or(0));
  const auto optional = [&](std::string_view key,
                            const std::optional<double>& value) {
    if (!value) return;
    json.Key(key);
    json.Double(*value);
  };
  optional("seconds", facts.seconds);
  optional("left", facts.left_tracked);
  optional("right", facts.right_tracked);
  json.EndObject();
}

std::string EntryJson(const FileEntry& file) {
  JsonWriter json;
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
  if (!file.page.empty()) json.Field("page", file.page);
  if (file.facts) WriteFacts(*file.facts, json);
  if (file.rules != 0) json.Field("rules", uint64_t{file.rules});
  json.Field("detail", false);
  json.EndObject();
  return EscapedJson(json.Take());
}

// Returns the description of a code, with its name as the key.
std::string CodeJson(const CodeInfo& info, const CodeEntry& about) {
  JsonWriter json;
  json.BeginObject();
  json.Field("severity", SeverityName(info.severity));
  json.Field("title", about.title);
  json.Field("meaning", info.cause);
  json.Field("advice", about.advice);
  if (!about.repair.empty()) json.Field("repair", about.repair);
  json.EndObject();
  return absl::StrCat(TextJson(info.name), ":", EscapedJson(json.Take()));
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

void ReportDocument::AddDetail(const FileEntry& file, std::string_view detail) {
  if (detail.empty()) return;
  std::string block;
  AppendPackedBlock(absl::StrCat("file-", listed_), detail, block);
  const bool sound = file.errors == 0 && file.warnings == 0;
  if (block.size() + (sound ? held_back_bytes_ : 0) > room()) {
    ++details_left_out_;
  } else if (sound) {
    held_back_bytes_ += block.size();
    held_back_.emplace_back(listed_, std::move(block));
  } else {
    Write(block);
    SetDetail(file_rows_.back());
  }
}

void ReportDocument::WriteHeldBack() {
  for (auto& [number, block] : held_back_) {
    if (block.size() > room()) {
      ++details_left_out_;
      continue;
    }
    Write(block);
    SetDetail(file_rows_[number]);
  }
}

bool ReportDocument::TakeIndex(uint64_t bytes) {
  if (index_bytes_ + bytes > options_.most_bytes / kIndexPart ||
      bytes > room()) {
    return false;
  }
  index_bytes_ += bytes;
  return true;
}

ReportDocument::Row ReportDocument::RowOf(const FindingEntry& entry) const {
  static_assert(kColumnNames.size() == kColumns);
  const Finding& finding = entry.finding;
  return {absl::StrCat(listed_),
          TextJson(GetCodeInfo(finding.code).name),
          finding.severity() == Severity::kError ? "1" : "0",
          absl::StrCat(finding.bytes.offset),
          absl::StrCat(finding.bytes.length),
          absl::StrCat(finding.line),
          absl::StrCat(finding.count),
          TextJson(finding.path),
          TextJson(finding.message),
          entry.time ? Double(*entry.time) : std::string(kNull),
          entry.cause ? absl::StrCat(findings_ + *entry.cause)
                      : std::string(kNull)};
}

std::vector<ReportDocument::Row> ReportDocument::TakeFindings(
    std::span<const FindingEntry> findings) {
  std::vector<Row> rows;
  for (const FindingEntry& entry : findings) {
    const FindingCode found = entry.finding.code;
    Row row = RowOf(entry);
    // "null" may take the place of the cause.
    uint64_t size = kNull.size();
    for (const std::string& value : row) size += value.size() + 1;
    std::string code;
    if (!codes_.contains(found)) {
      code = CodeJson(GetCodeInfo(found), options_.about(found));
      size += code.size() + 1;
    }
    if (!TakeIndex(size)) break;
    if (!code.empty()) codes_.emplace(found, std::move(code));
    rows.push_back(std::move(row));
  }
  // A cause may come later, and be left out.
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::optional<size_t>& cause = findings[i].cause;
    if (cause && *cause >= rows.size()) rows[i].back() = kNull;
  }
  return rows;
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
  // "true" is shorter than "false", and there is a comma.
  std::string entry = EntryJson(file);
  if (!TakeIndex(entry.size() + 1)) {
    ++files_left_out_;
    findings_left_out_ += findings.size();
    return;
  }
  const std::vector<Row> rows = TakeFindings(findings);
  findings_left_out_ += findings.size() - rows.size();
  findings_ += rows.size();
  for (const Row& row : rows) {
    for (size_t i = 0; i < kColumns; ++i) AppendValue(row[i], columns_[i]);
  }
  file_rows_.push_back(std::move(entry));
  AddDetail(file, detail);
  ++listed_;
}

void ReportDocument::WriteCounts(JsonWriter& json) const {
  json.BeginObject("counts");
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

void ReportDocument::WriteLeftOut(JsonWriter& json) {
  const auto say = [&](uint64_t count, std::string_view noun,
                       std::string_view what) {
    if (count == 0) return;
    left_out_.push_back(
        absl::StrFormat("%s %s, because a report has %s at most (--max-size)",
                        Count(count, noun), what, Bytes(options_.most_bytes)));
  };
  say(files_left_out_, "file", "counted, but not listed");
  say(findings_left_out_, "finding", "counted, but not listed");
  say(details_left_out_, "file", "listed without pictures and bytes");
  json.Strings("left_out", left_out_);
}

void ReportDocument::End(std::string_view version) {
  WriteHeldBack();
  JsonWriter json;
  json.BeginObject();
  json.Field("report", uint64_t{1});
  json.BeginObject("tool");
  json.Field("name", "clipguard");
  json.Field("version", version);
  json.EndObject();
  WriteCounts(json);
  if (!options_.home.empty()) json.Field("home", options_.home);
  if (!options_.previous.empty()) json.Field("previous", options_.previous);
  if (!options_.next.empty()) json.Field("next", options_.next);
  WriteLeftOut(json);
  json.EndObject();
  std::string text = EscapedJson(json.Take());
  // The long lists are text already, and escaped.
  text.pop_back();
  std::string codes;
  for (const auto& [code, about] : codes_) AppendValue(about, codes);
  text += absl::StrCat(",\"codes\":{", codes, "},\"files\":[",
                       absl::StrJoin(file_rows_, ","), "],\"findings\":{");
  for (size_t i = 0; i < kColumns; ++i) {
    text += i == 0 ? "\"" : ",\"";
    text += kColumnNames[i];
    text += "\":[";
    text += columns_[i];
    text += ']';
  }
  text += "}}";
  std::string block;
  AppendDataBlock("index", text, block);
  Write(block);
  Write(ShellTail());
}

}  // namespace clipguard::report
