// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The output of `clipguard repair` for a file, as text and as JSON.

#ifndef CLIPGUARD_CLI_REPORTS_ACTIONS_REPAIR_REPORT_H_
#define CLIPGUARD_CLI_REPORTS_ACTIONS_REPAIR_REPORT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "actions/repair/repair.h"
#include "cli/reports/file_report.h"

namespace clipguard::cli {

// A file that was repaired, or not.
struct RepairReport {
  std::string file;  // as named
  // The verdict on the result, whether it is written or not; for a file that is
  // not repaired, on the file itself.
  FileReport result;
  // Nothing if the file is of no known format, or was not read to its end.
  std::optional<actions::Repaired> repaired;
  uint64_t bytes = 0;  // of the original
  // Where the result is written; empty: nowhere.
  std::string output;
  bool dry_run = false;
  // It is not written because it has errors that are left.
  bool withheld = false;
};

// The word that its line begins with: "REPAIRED", "SALVAGED" (what is left of a
// file that was cut), "PARTLY", "ok" or "INVALID".
std::string_view RepairVerdict(const RepairReport& report);

// For people. `original` are the file's bytes.
std::string RepairText(const RepairReport& report,
                       std::span<const uint8_t> original, size_t width);

// An object, on a line.
std::string RepairJson(const RepairReport& report);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_ACTIONS_REPAIR_REPORT_H_
