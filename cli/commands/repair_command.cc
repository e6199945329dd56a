// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard repair: mends what can be mended, and says what it changes.

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
#include "cli/flags/command_line.h"
#include "cli/flags/common_flags.h"
#include "cli/formats/format_registry.h"
#include "cli/reports/actions/repair_report.h"
#include "cli/run/changed_files.h"
#include "cli/run/result_files.h"

namespace clipguard::cli {
namespace {

struct Flags {
  ChangeFlags change;
  bool unsafe = false;

  void AddTo(CommandLine& line) {
    line.Flag("--unsafe", &unsafe);
    change.AddTo(line);
  }
};

// How many files have which verdict.
using Verdicts = std::map<std::string, uint64_t>;

// "3 files: 1 INVALID, 2 ok".
std::string SummaryOf(const Verdicts& verdicts) {
  uint64_t files = 0;
  std::string parts;
  for (const auto& [verdict, count] : verdicts) {
    files += count;
    absl::StrAppend(&parts, parts.empty() ? "" : ", ", Grouped(count), " ",
                    verdict);
  }
  if (files < 2) return {};
  return absl::StrCat(Count(files, "file"), ": ", parts, "\n");
}

// What is to be said of one file; `errors` if some are left.
std::string Repair(const FileReport& found, const Flags& flags, size_t width,
                   ChangedFile& file, bool& errors, Verdicts& verdicts) {
  const std::span<const uint8_t> bytes = file.bytes();
  RepairReport report;
  report.file = found.file;
  report.bytes = found.bytes;
  report.dry_run = flags.change.result.dry_run;
  const FormatHandler* const handler =
      found.format.empty() ? nullptr : HandlerOfName(found.format);
  // Bytes that exceed a limit are not there.
  const bool there = bytes.size() == found.bytes;
  if (handler != nullptr && there) {
    report.repaired =
        handler->Repair(bytes, file.check().read, {.unsafe = flags.unsafe});
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
  // What is not supported, but has something to repair, is not done.
  errors = errors || report.result.errors() != 0 ||
           (!supported && !report.result.findings.empty());
  if (supported) report.output = file.Put(result, changed);
  ++verdicts[std::string(RepairVerdict(report))];
  return flags.change.format == "json" ? RepairJson(report)
                                       : RepairText(report, bytes, width);
}

}  // namespace

int RepairCommand(const Args& args, Environment& env) {
  Flags flags;
  CommandLine line("repair");
  flags.AddTo(line);
  if (absl::Status s = line.Parse(args); !s.ok()) {
    return BadUsage("repair", s, env);
  }
  if (line.help()) return HelpCommand({"repair"}, env);
  if (absl::Status s = flags.change.Check(); !s.ok()) {
    return BadUsage("repair", s, env);
  }
  bool errors = false;
  Verdicts verdicts;
  const int done =
      ChangeFiles("repair", flags.change, env,
                  [&](const FileReport& found, ChangedFile& file) {
                    return Repair(found, flags, env.out_terminal.width, file,
                                  errors, verdicts);
                  });
  // Only one file goes to standard output, and then there is no summary.
  if (flags.change.format == "text") env.out.Write(SummaryOf(verdicts));
  return done == kExitOk && errors ? kExitFindings : done;
}

}  // namespace clipguard::cli
