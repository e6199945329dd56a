// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/json_writer.h"
#include "base/line_index.h"
#include "base/text.h"
#include "base/wide_text.h"
#include "cli/io/name_text.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/reports/report_json.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"

namespace clipguard::cli {
namespace {

using actions::Change;
using actions::Edit;
using actions::Refusal;
using actions::Repaired;

constexpr size_t kVerdictWidth = 9;
constexpr size_t kRepairMargin = 11;
constexpr size_t kBytesShown = 16;
constexpr size_t kChangesShown = 100;
// Limits for text: bytes of a line before and after an edit, bytes of an edit,
// lines.
constexpr size_t kTextBefore = 60;
constexpr size_t kChangeShown = 240;
constexpr size_t kLinesShown = 4;

std::string Verdict(const RepairReport& report) {
  const std::string_view verdict = RepairVerdict(report);
  return absl::StrCat(std::string(verdict),
                      std::string(kVerdictWidth - verdict.size(), ' '));
}

std::string HexRow(std::span<const uint8_t> bytes) {
  std::string row;
  for (size_t i = 0; i < std::min(bytes.size(), kBytesShown); ++i) {
    absl::StrAppendFormat(&row, "%s%02x", i == 0 ? "" : " ", bytes[i]);
  }
  if (bytes.size() > kBytesShown) row += " ...";
  return row;
}

std::string Place(std::string_view path, const ByteRange& bytes) {
  return absl::StrFormat("%s @ 0x%X (%d), %s", ToPrintable(path), bytes.offset,
                         bytes.offset, Count(bytes.length, "byte"));
}

// The bytes of an edit, before and after.
class Rows {
 public:
  // `lines`: of a text.
  Rows(const Repaired& repaired, std::span<const uint8_t> original, bool lines)
      : repaired_(repaired),
        original_(original),
        lines_(lines),
        lines_before_(original),
        lines_after_(repaired.bytes) {}

  // Shows the edit where the change begins; empty if it was shown before.
  std::string For(const Change& change) {
    uint64_t at = 0;  // in the result
    uint64_t done = 0;
    for (const Edit& edit : repaired_.edits) {
      at += edit.offset - done;
      done = edit.offset + edit.length;
      if (change.bytes.offset + change.bytes.length >= edit.offset &&
          change.bytes.offset <= done) {
        return Shown(change, edit, at);
      }
      at += edit.size;
    }
    return {};
  }

 private:
  std::string Shown(const Change& change, const Edit& edit, uint64_t at) {
    // Bytes that correspond to each other if nothing was added or removed.
    uint64_t skipped = 0;
    if (edit.length == edit.size && change.bytes.offset > edit.offset) {
      skipped = change.bytes.offset - edit.offset;
    }
    if (!shown_.insert(edit.offset + skipped).second) return {};
    if (lines_) {
      return Lines(original_, edit.offset + skipped, edit.length - skipped,
                   lines_before_, '-') +
             Lines(repaired_.bytes, at + skipped, edit.size - skipped,
                   lines_after_, '+');
    }
    const auto part = [&](std::span<const uint8_t> bytes, uint64_t begin,
                          uint64_t size) {
      return HexRow(bytes.subspan(static_cast<size_t>(begin + skipped),
                                  static_cast<size_t>(size - skipped)));
    };
    const std::string margin(kRepairMargin, ' ');
    return absl::StrFormat("%s0x%X - %s\n%s0x%X + %s\n", margin,
                           edit.offset + skipped,
                           part(original_, edit.offset, edit.length), margin,
                           at + skipped, part(repaired_.bytes, at, edit.size));
  }

  // The lines that some bytes are in, as far as there is room for them.
  static std::string Lines(std::span<const uint8_t> bytes, uint64_t offset,
                           uint64_t length, LineIndex& index, char sign) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                bytes.size());
    const auto begin = static_cast<size_t>(offset);
    const size_t end =
        begin + static_cast<size_t>(std::min<uint64_t>(length, kChangeShown));
    size_t first = begin - std::min(begin, kTextBefore);
    const size_t line = text.substr(first, begin - first).find_last_of("\r\n");
    if (line != std::string_view::npos) first += line + 1;
    const std::string_view around = text.substr(first, end - first);
    const size_t rest = std::min(
        text.substr(end, kTextBefore).find_first_of("\r\n"), kTextBefore);
    std::string_view shown = text.substr(first, around.size() + rest);
    uint32_t number = index.Find(first).line;
    std::string out;
    for (size_t i = 0; i < kLinesShown; ++i) {
      const size_t size = std::min(shown.find_first_of("\r\n"), shown.size());
      absl::StrAppendFormat(&out, "%*s%d %c %s\n",
                            static_cast<int>(kRepairMargin), "", number, sign,
                            ToPrintable(shown.substr(0, size)));
      if (size == shown.size()) return out;
      shown.remove_prefix(size +
                          (shown.substr(size).starts_with("\r\n") ? 2 : 1));
      ++number;
    }
    return out + std::string(kRepairMargin, ' ') + "...\n";
  }

  const Repaired& repaired_;
  std::span<const uint8_t> original_;
  bool lines_;
  LineIndex lines_before_;
  LineIndex lines_after_;
  std::set<uint64_t> shown_;
};

std::string ChangeText(const Change& change, std::string_view kind,
                       const std::string& rows, size_t width) {
  std::string out = absl::StrFormat(
      "  %s%s%s", kind, std::string(kVerdictWidth - kind.size(), ' '),
      GetCodeInfo(change.code).name);
  if (change.count > 1) {
    absl::StrAppendFormat(&out, ", %s times", Grouped(change.count));
  }
  out += '\n';
  const auto line = [&](std::string_view text) {
    out += Wrap(text, width, kRepairMargin);
  };
  line(Place(change.path, change.bytes));
  line(absl::StrCat(ToPrintable(change.before), " -> ",
                    ToPrintable(change.after)));
  out += rows;
  if (!change.note.empty()) line(ToPrintable(change.note));
  line(absl::StrCat("lost: ", change.lost.empty() ? std::string("nothing")
                                                  : ToPrintable(change.lost)));
  return out;
}

std::string RefusalText(const Refusal& refusal, size_t width) {
  std::string out =
      absl::StrFormat("  %-*s%s\n", static_cast<int>(kVerdictWidth), "not",
                      GetCodeInfo(refusal.code).name);
  out += Wrap(Place(refusal.path, refusal.bytes), width, kRepairMargin);
  out += Wrap(ToPrintable(refusal.reason), width, kRepairMargin);
  return out;
}

// Explains why repair did not look at a file.
std::string WhyNotRepaired(const RepairReport& report) {
  if (!report.result.format) {
    const auto& findings = report.result.findings.findings();
    std::string text = "nothing was done: this is ";
    text += findings.empty() ? "not a file that clipguard reads"
                             : ToPrintable(findings.front().message);
    if (text.find("--as=") == text.npos) {
      text += "; --as=FORMAT says what it is";
    }
    return text;
  }
  return "the file exceeds a limit and was not read to its end: nothing was "
         "done (--limit=NAME=VALUE raises a limit)";
}

// The codes of what is left.
std::string LeftText(const FileReport& result, size_t width) {
  std::set<std::string_view> codes;
  std::string names;
  for (const Finding& finding : result.findings.findings()) {
    const std::string_view name = GetCodeInfo(finding.code).name;
    if (finding.severity() != Severity::kError || !codes.insert(name).second) {
      continue;
    }
    if (!names.empty()) names += ", ";
    names += name;
  }
  if (names.empty()) return {};
  return Wrap(names, width, kRepairMargin, "  left     ");
}

std::string Counts(const RepairReport& report) {
  const uint64_t changes =
      report.repaired ? report.repaired->changes.size() : 0;
  std::string text;
  if (report.repaired && report.repaired->salvage) {
    const actions::Salvage& salvage = *report.repaired->salvage;
    text = absl::StrFormat("%s of %s %s left; ", Grouped(salvage.curves_left),
                           Count(salvage.curves, "curve"),
                           salvage.curves == 1 ? "is" : "are");
  }
  absl::StrAppendFormat(&text, "%s; %s, %s left", Count(changes, "change"),
                        Count(report.result.errors(), "error"),
                        Count(report.result.warnings(), "warning"));
  return text;
}

void WriteChange(const Change& change, JsonWriter& json) {
  json.BeginObject();
  json.Field("code", GetCodeInfo(change.code).name);
  json.Field("safe", change.safe);
  json.Field("offset", change.bytes.offset);
  json.Field("length", change.bytes.length);
  json.Field("path", change.path);
  json.Field("before", change.before);
  json.Field("after", change.after);
  json.FieldOrNull("lost", change.lost);
  json.FieldOrNull("note", change.note);
  json.Field("count", change.count);
  json.EndObject();
}

void WriteChanges(std::string_view key, const std::vector<Change>& changes,
                  JsonWriter& json) {
  json.BeginArray(key);
  for (const Change& change : changes) WriteChange(change, json);
  json.EndArray();
}

}  // namespace

std::string_view RepairVerdict(const RepairReport& report) {
  const bool clean = report.result.errors() == 0;
  if (!report.repaired || !report.repaired->changed()) {
    return clean ? "ok" : "INVALID";
  }
  if (!clean) return "PARTLY";
  return report.repaired->salvage ? "SALVAGED" : "REPAIRED";
}

std::string RepairText(const RepairReport& report,
                       std::span<const uint8_t> original, size_t width) {
  std::string out = Verdict(report) + ToPrintable(report.file);
  if (!report.output.empty()) {
    absl::StrAppend(&out, report.dry_run ? " (would go to " : " -> ",
                    ToPrintable(report.output), report.dry_run ? ")" : "");
  }
  absl::StrAppend(&out, "  ", Counts(report),
                  report.withheld ? "; not written (--copy-unrepaired)" : "",
                  "\n");
  if (!report.repaired) {
    if (report.result.findings.empty()) return out;
    return out + Wrap(WhyNotRepaired(report), width, kRepairMargin) +
           LeftText(report.result, width);
  }
  const Repaired& repaired = *report.repaired;
  const bool lines = !report.result.is_recording() && !FindWideText(original);
  Rows rows(repaired, original, lines);
  for (size_t i = 0; i < repaired.changes.size(); ++i) {
    if (i == kChangesShown) {
      out += Wrap(
          absl::StrFormat("and %s (--format=json lists them)",
                          Count(repaired.changes.size() - i, "more change")),
          width, kRepairMargin);
      break;
    }
    const Change& change = repaired.changes[i];
    out += ChangeText(change, change.safe ? "safe" : "guess", rows.For(change),
                      width);
  }
  for (const Change& guess : repaired.guesses) {
    out += ChangeText(guess, "--unsafe", "", width);
  }
  for (const Refusal& refusal : repaired.refusals) {
    out += RefusalText(refusal, width);
  }
  out += LeftText(report.result, width);
  return out;
}

std::string RepairJson(const RepairReport& report) {
  static const Repaired kNothing;
  const Repaired& repaired = report.repaired ? *report.repaired : kNothing;
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(report.file));
  WriteHeading(report.result, json);
  json.Field("bytesBefore", report.bytes);
  json.FieldOrNull("output", FileNameText(report.output));
  json.Field("supported", report.repaired.has_value());
  json.Field("repaired", repaired.changed());
  json.Key("salvage");
  if (repaired.salvage) {
    json.BeginObject();
    json.Field("curvesLeft", repaired.salvage->curves_left);
    json.Field("curves", repaired.salvage->curves);
    json.EndObject();
  } else {
    json.Null();
  }
  WriteChanges("changes", repaired.changes, json);
  WriteChanges("guesses", repaired.guesses, json);
  json.BeginArray("refusals");
  for (const Refusal& refusal : repaired.refusals) {
    json.BeginObject();
    json.Field("code", GetCodeInfo(refusal.code).name);
    json.Field("offset", refusal.bytes.offset);
    json.Field("length", refusal.bytes.length);
    json.Field("path", refusal.path);
    json.Field("reason", refusal.reason);
    json.EndObject();
  }
  json.EndArray();
  WriteFindings("left", report.result.findings.findings(), json);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace clipguard::cli
