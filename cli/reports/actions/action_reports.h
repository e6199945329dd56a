// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reports of what commands make of files, as text and as JSON.

#ifndef CLIPGUARD_CLI_REPORTS_ACTIONS_ACTION_REPORTS_H_
#define CLIPGUARD_CLI_REPORTS_ACTIONS_ACTION_REPORTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/diff/comparison.h"
#include "actions/optimize/optimize.h"
#include "actions/reduce/reduce.h"
#include "actions/repair/repair.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_writer.h"
#include "parser/finding.h"
#include "parser/format_set.h"

namespace clipguard::cli {

// The output of `clipguard convert` for a file, as text and as JSON.

struct ConversionReport {
  // The file; its findings are those that decide: its own errors, if it has
  // some, otherwise what the conversion loses.
  FileReport source;
  std::string_view to;  // the target
  // Where the result goes, or would go; empty: there is none.
  std::string output;
  bool written = false;
  // Properties that the target by its nature never holds. Codes and severities
  // have no meaning here.
  FindingList notes;
  uint64_t bytes = 0;  // of the result
  std::vector<actions::ConversionFact> facts;
  // Why there is no result, if it is no finding.
  std::string problem;
};

// For people.
std::string ConversionText(const ConversionReport& report,
                           const TextOptions& options);

// An object, on a line.
std::string ConversionJson(const ConversionReport& report);

// The output of `clipguard diff` for two files, as text and as JSON.

// Two files that were compared, or not.
struct DiffReport {
  std::string a;  // as named
  std::string b;
  std::optional<Format> format;  // nothing: they are of two, or of none
  // Why they were not compared, or why nothing can be said though no difference
  // was found; empty: it can.
  std::string problem;
  // Whether what is only written otherwise counts, too.
  bool exact = false;
  // Null: they were not compared.
  const actions::Comparison* comparison = nullptr;

  bool differs() const {
    return comparison != nullptr &&
           (comparison->differs() || (exact && comparison->notes() != 0));
  }
};

struct DiffTextOptions {
  bool all = false;
  size_t width = 80;
};

// For people: the verdict on a line, then the worst differences.
std::string DiffText(const DiffReport& report, const DiffTextOptions& options);

// An object, on a line.
std::string DiffJson(const DiffReport& report);

// The report of `clipguard optimize` about a file, as text and as JSON.

struct OptimizeReport {
  const FileReport& source;
  actions::OptimizeOptions options;
  // Nothing if the file has errors, or is no recording.
  std::optional<actions::Optimized> result;
  // Where the result is written; empty: nowhere.
  std::string output;
  bool dry_run = false;
};

// For people.
std::string OptimizeText(const OptimizeReport& report,
                         const TextOptions& options);

// An object, on a line.
std::string OptimizeJson(const OptimizeReport& report);

// The report of `clipguard reduce` about a file, as text and as JSON.

struct ReduceReport {
  std::string file;    // as named
  uint64_t bytes = 0;  // of the original
  // The verdict on the result; of a file that does not show it, on itself.
  FileReport result;
  // The finding that is kept, at paths of one kind (actions::KindOfPlace());
  // nullopt: the file does not show it.
  FindingCode code = {};
  std::optional<std::string> place;
  // That finding in the result.
  std::optional<Finding> found;
  // Null if the file does not show it.
  const actions::Reduced* reduced = nullptr;
  // Where the result is written; empty: nowhere.
  std::string output;
};

// For people. REQUIRES: report.reduced.
std::string ReduceText(const ReduceReport& report);

// An object, on a line.
std::string ReduceJson(const ReduceReport& report);

// The output of `clipguard repair` for a file, as text and as JSON.

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

#endif  // CLIPGUARD_CLI_REPORTS_ACTIONS_ACTION_REPORTS_H_
