// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/shards/report_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/memory/throwing_allocator.h"
#include "base/text.h"
#include "cli/io/name_text.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "rapidjson/document.h"

namespace clipguard::cli {
namespace {

using Pool = rapidjson::MemoryPoolAllocator<ThrowingAllocator>;
using Utf8 = rapidjson::UTF8<>;
using Document = rapidjson::GenericDocument<Utf8, Pool, ThrowingAllocator>;
using Value = rapidjson::GenericValue<Utf8, Pool>;

const Value* Member(const Value& object, const char* name) {
  const auto member = object.FindMember(name);
  return member == object.MemberEnd() ? nullptr : &member->value;
}

std::optional<std::string_view> Text(const Value& object, const char* name) {
  const Value* const value = Member(object, name);
  if (value == nullptr || !value->IsString()) return std::nullopt;
  return std::string_view(value->GetString(), value->GetStringLength());
}

std::optional<uint64_t> Number(const Value& object, const char* name) {
  const Value* const value = Member(object, name);
  if (value == nullptr || !value->IsUint64()) return std::nullopt;
  return value->GetUint64();
}

// 0 if it is missing, or is no number: then what is written of it differs.
uint64_t NumberOr0(const Value& object, const char* name) {
  return Number(object, name).value_or(0);
}

bool Flag(const Value& object, const char* name) {
  const Value* const value = Member(object, name);
  return value != nullptr && value->IsTrue();
}

// Returns a text from "merge", or else from the usual field.
std::string RawText(const Value* merge, const char* raw_name,
                    std::string_view usual) {
  const auto raw = merge == nullptr ? std::nullopt : Text(*merge, raw_name);
  return raw ? FromPercent(*raw) : std::string(usual);
}

// ---- Findings ---------------------------------------------------------------

Excerpt ReadExcerpt(const Value& value) {
  Excerpt excerpt;
  excerpt.offset = NumberOr0(value, "offset");
  excerpt.bytes = FromPercent(Text(value, "bytes").value_or(""));
  excerpt.is_text = Flag(value, "text");
  excerpt.cut_before = Flag(value, "cutBefore");
  excerpt.cut_after = Flag(value, "cutAfter");
  return excerpt;
}

// Empty: `finding` is filled in; else what is wrong.
std::string ReadFinding(const Value& value, const Value* merge,
                        Finding& finding) {
  if (!value.IsObject()) return "a finding is no object";
  const auto name = Text(value, "code");
  const auto code = name ? FindCode(*name) : std::nullopt;
  if (!code) {
    return "there is no finding '" +
           Shortened(ToPrintable(name.value_or("").substr(0, 64)), 64) + "'";
  }
  finding.code = *code;
  finding.level = Text(value, "severity") == SeverityName(Severity::kError)
                      ? FindingLevel::kError
                      : FindingLevel::kWarning;
  finding.bytes = {NumberOr0(value, "offset"), NumberOr0(value, "length")};
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  const uint64_t line = NumberOr0(value, "line");
  const uint64_t column = NumberOr0(value, "column");
  if (line > kMost || column > kMost) return "a line or column is too large";
  finding.line = static_cast<uint32_t>(line);
  finding.column = static_cast<uint32_t>(column);
  finding.path = RawText(merge, "path", Text(value, "path").value_or(""));
  finding.message =
      RawText(merge, "message", Text(value, "message").value_or(""));
  finding.count = NumberOr0(value, "count");
  if (finding.count == 0) return "a finding occurs 0 times";
  finding.places = Text(value, "places").value_or("");
  return {};
}

// Whether the sums are those of the findings and of what was dropped.
bool SumsFit(const FindingList::Content& content) {
  uint64_t kept_errors = 0;
  uint64_t kept_warnings = 0;
  for (const Finding& finding : content.findings) {
    const bool is_error = finding.severity() == Severity::kError;
    uint64_t& sum = is_error ? kept_errors : kept_warnings;
    const uint64_t all = is_error ? content.errors : content.warnings;
    if (finding.count > all || sum > all - finding.count) return false;
    sum += finding.count;
  }
  const uint64_t dropped_errors = content.errors - kept_errors;
  const uint64_t dropped_warnings = content.warnings - kept_warnings;
  return content.dropped >= dropped_errors &&
         content.dropped - dropped_errors == dropped_warnings;
}

FixEdit ReadEdit(const Value& value) {
  return {
      .deleted = {NumberOr0(value, "offset"), NumberOr0(value, "length")},
      .begin = {NumberOr0(value, "line"), NumberOr0(value, "character")},
      .end = {NumberOr0(value, "endLine"), NumberOr0(value, "endCharacter")},
      .inserted = FromPercent(Text(value, "bytes").value_or(""))};
}

// Empty: `fixes` are filled in; else what is wrong.
std::string ReadFixes(const Value& merge, std::vector<FileFix>& fixes) {
  const Value* const list = Member(merge, "fixes");
  if (list == nullptr) return {};
  if (!list->IsArray()) return "\"fixes\" are no list";
  for (const Value& value : list->GetArray()) {
    const Value* const edits =
        value.IsObject() ? Member(value, "edits") : nullptr;
    if (edits == nullptr || !edits->IsArray()) return "a fix has no edits";
    FileFix fix;
    fix.finding = static_cast<size_t>(NumberOr0(value, "finding"));
    fix.description = FromPercent(Text(value, "about").value_or(""));
    for (const Value& edit : edits->GetArray()) {
      if (!edit.IsObject()) return "an edit is no object";
      fix.edits.push_back(ReadEdit(edit));
    }
    fixes.push_back(std::move(fix));
  }
  return {};
}

std::string ReadMends(const Value& merge,
                      std::optional<std::vector<Mend>>& mends) {
  const Value* const list = Member(merge, "mends");
  if (list == nullptr) return {};
  if (!list->IsArray()) return "\"mends\" are no list";
  mends.emplace();
  for (const Value& value : list->GetArray()) {
    if (!value.IsObject()) return "a mend is no object";
    const auto code = FindCode(Text(value, "code").value_or(""));
    if (!code) return "there is no such code";
    mends->push_back({.code = *code,
                      .unsafe = Flag(value, "unsafe"),
                      .all = Flag(value, "all")});
  }
  return {};
}

std::string ReadFindings(const Value& root, const Value* merge,
                         FileReport& report) {
  const Value* const list = Member(root, "findings");
  if (list == nullptr || !list->IsArray()) return "\"findings\" is missing";
  const Value* extra = merge == nullptr ? nullptr : Member(*merge, "findings");
  if (extra != nullptr &&
      (!extra->IsArray() || extra->Size() != list->Size())) {
    return "\"merge\" is not about these findings";
  }
  FindingList::Content content{.errors = NumberOr0(root, "errors"),
                               .warnings = NumberOr0(root, "warnings"),
                               .dropped = NumberOr0(root, "dropped"),
                               .ignored = NumberOr0(root, "ignored")};
  for (rapidjson::SizeType i = 0; i < list->Size(); ++i) {
    const Value* const of_one = extra == nullptr ? nullptr : &(*extra)[i];
    if (of_one != nullptr && !of_one->IsObject()) {
      return "\"merge\" has a finding that is no object";
    }
    Finding finding;
    std::string fault = ReadFinding((*list)[i], of_one, finding);
    if (!fault.empty()) return fault;
    content.findings.push_back(std::move(finding));
    if (of_one == nullptr) continue;
    if (const auto column = Number(*of_one, "character")) {
      report.character_columns.push_back(*column);
    }
    const Value* const excerpt = Member(*of_one, "excerpt");
    const bool is_there = excerpt != nullptr && excerpt->IsObject();
    report.excerpts.push_back(is_there ? ReadExcerpt(*excerpt) : Excerpt());
  }
  if (!SumsFit(content)) return "the sums are not those of the findings";
  if (merge != nullptr) {
    std::string fault = ReadMends(*merge, report.mends);
    if (fault.empty()) fault = ReadFixes(*merge, report.fixes);
    if (!fault.empty()) return fault;
  }
  report.findings = FindingList(std::move(content));
  return {};
}

// ---- Files ------------------------------------------------------------------

std::string ReadChecked(const Value& root, const Value* merge,
                        FileReport& report) {
  if (const auto format = Text(root, "format")) {
    report.format = FormatOfName(*format);
    if (!report.format) return "there is no such format";
  }
  report.summary.version =
      RawText(merge, "version", Text(root, "version").value_or(""));
  report.summary.layout =
      RawText(merge, "layout", Text(root, "layout").value_or(""));
  if (merge != nullptr) {
    report.summary.text = FromPercent(Text(*merge, "about").value_or(""));
  }
  report.bytes = NumberOr0(root, "bytes");
  report.baselined = NumberOr0(root, "baselined");
  return ReadFindings(root, merge, report);
}

// Returns the message in "error" or "skipped".
std::string_view MessageOf(const Value& root, const char* name) {
  const Value* const value = Member(root, name);
  if (value == nullptr || !value->IsObject()) return {};
  return Text(*value, "message").value_or("");
}

std::string ReadFile(const Value& root, const Value* merge,
                     FileReport& report) {
  const auto file = Text(root, "file");
  if (!file) return "\"file\" is missing";
  report.file = RawText(merge, "file", FileOfNameText(*file));
  report.problem = RawText(merge, "problem", MessageOf(root, "error"));
  if (!report.readable()) return {};
  report.not_ours = MessageOf(root, "skipped");
  if (!report.not_ours.empty()) return {};
  return ReadChecked(root, merge, report);
}

}  // namespace

absl::StatusOr<ReadReport> ReadReportLine(std::string_view line) {
  ThrowingAllocator base;
  std::array<char, 4096> first_chunk;
  Pool pool(first_chunk.data(), first_chunk.size(), 64 * 1024, &base);
  Document root(&pool, 1024, &base);
  // RapidJSON reads on to the end of a UTF-8 sequence before it says that this
  // is none, up to three bytes after the text's end.
  std::string text;
  text.reserve(line.size() + 3);
  text.append(line).append(3, '\0');
  root.ParseInsitu<rapidjson::kParseIterativeFlag |
                   rapidjson::kParseValidateEncodingFlag>(text.data());
  if (root.HasParseError() || !root.IsObject()) {
    return absl::InvalidArgumentError("this is no JSON object");
  }
  ReadReport read;
  const Value* const merge = Member(root, "merge");
  if (merge != nullptr) {
    if (!merge->IsObject()) {
      return absl::InvalidArgumentError("\"merge\" is no object");
    }
    read.detail = JsonDetail::kForMerge;
  }
  if (std::string fault = ReadFile(root, merge, read.report); !fault.empty()) {
    return absl::InvalidArgumentError(fault);
  }
  const std::string again = ReportLine(read.report, read.detail);
  if (std::string_view(again).substr(0, again.size() - 1) != line) {
    return absl::InvalidArgumentError(
        "it is not as this version of clipguard writes it");
  }
  return read;
}

}  // namespace clipguard::cli
