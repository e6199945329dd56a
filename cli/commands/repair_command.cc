// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard repair: mends what can be mended, and says what it changes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "actions/repair/repair.h"
#include "base/text.h"
#include "cli/commands/commands.h"
#include "cli/files/output_place.h"
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/format_registry.h"
#include "cli/reports/actions/action_reports.h"
#include "cli/run/changed_files.h"
#include "cli/run/result_files.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

struct RepairFlags {
  ChangeFlags change;
  bool unsafe = false;
  bool copy_unrepaired = false;

  void AddTo(CommandLine& line) {
    line.Flag("--unsafe", &unsafe);
    line.Flag("--copy-unrepaired", &copy_unrepaired);
    change.AddTo(line);
    change.result.AddTo(line);
  }
};

// Adds the occurrences of the findings to one of a code's numbers.
void CountCodes(const FindingList& findings, uint64_t CodeCounts::* number,
                std::map<std::string, CodeCounts>& codes) {
  for (const Finding& finding : findings.findings()) {
    const std::string name(GetCodeInfo(finding.code).name);
    codes[name].*number += finding.count;
  }
}

// Counts what became of each code that the file had: an occurrence that is not
// left is mended, but in a file that was cut it may be gone with the lost data.
// Only for codes that were found before: `repair` may leave a note of what it
// did.
std::map<std::string, CodeCounts> CodesOf(const FileReport& found,
                                          const RepairReport& report) {
  std::map<std::string, CodeCounts> codes;
  CountCodes(found.findings, &CodeCounts::found, codes);
  std::map<std::string, CodeCounts> after;
  CountCodes(report.result.findings, &CodeCounts::left, after);
  const bool cut = report.repaired && report.repaired->salvage;
  for (auto& [code, counts] : codes) {
    counts.left = std::min(after[code].left, counts.found);
    (cut ? counts.salvaged : counts.mended) = counts.found - counts.left;
  }
  return codes;
}

ChangeResult Repair(const FileReport& found, const RepairFlags& flags,
                    size_t width, ChangedFile& file) {
  const std::span<const uint8_t> bytes = file.bytes();
  RepairReport report;
  report.file = found.file;
  report.bytes = found.bytes;
  report.dry_run = flags.change.result.dry_run;
  // A repair parses the bytes again: one model at a time.
  if (file.open() != nullptr) file.open()->Take();
  // Bytes that exceed a limit are not there.
  const bool there = bytes.size() == found.bytes;
  if (found.format && there) {
    report.repaired =
        HandlerOf(*found.format)
            .repair(bytes, ParseOptionsOf(file.check().read, *found.format),
                    {.unsafe = flags.unsafe});
  }
  const bool changed = report.repaired && report.repaired->changed();
  const std::span<const uint8_t> result =
      changed ? std::span<const uint8_t>(report.repaired->bytes) : bytes;
  if (there) {
    FindingLevels levels;
    CheckBytes(result, file.input(), file.check(), levels, report.result);
  } else {
    report.result = found;
  }
  const bool supported = report.repaired.has_value();
  ChangeResult done;
  // An unsupported file that has something to repair counts as failed.
  done.failed = report.result.errors() != 0 ||
                (!supported && !report.result.findings.empty());
  // In a folder of mended files, one that is broken would look like the others.
  report.withheld = report.result.errors() != 0 && !flags.copy_unrepaired &&
                    !flags.change.result.in_place &&
                    IsOutputFolder(flags.change.result.out);
  if (supported && !report.withheld) report.output = file.Put(result, changed);
  done.verdict = RepairVerdict(report);
  done.codes = CodesOf(found, report);
  done.text = flags.change.format == "json" ? RepairJson(report)
                                            : RepairText(report, bytes, width);
  return done;
}

}  // namespace

int RepairCommand(const Args& args, Environment& env) {
  RepairFlags flags;
  CommandLine line("repair");
  flags.AddTo(line);
  if (const auto done = ParseOrEnd(line, args, env)) return *done;
  if (absl::Status s = flags.change.result.Check(); !s.ok()) {
    return BadUsage("repair", s, env);
  }
  if (flags.copy_unrepaired && flags.change.result.out.empty()) {
    return BadUsage(
        "repair",
        absl::InvalidArgumentError("--copy-unrepaired needs --out=FOLDER/"),
        env);
  }
  return ChangeFiles("repair", flags.change, env,
                     [&](const FileReport& found, ChangedFile& file) {
                       return Repair(found, flags, env.out_terminal.width,
                                     file);
                     });
}

}  // namespace clipguard::cli
