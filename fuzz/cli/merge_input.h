// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of `merge`, checked on the target's inputs.

#ifndef CLIPGUARD_FUZZ_CLI_MERGE_INPUT_H_
#define CLIPGUARD_FUZZ_CLI_MERGE_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/reports/file_report.h"
#include "cli/reports/report_json.h"
#include "cli/reports/shards/shard_set.h"

namespace clipguard::fuzz {

struct MergedFile {
  cli::FileReport report;
  std::string line;  // with all that reports need
};

// All files of these reports, in order.
absl::StatusOr<std::vector<MergedFile>> Merged(
    const std::vector<cli::ShardText>& texts);

// The report as if clipguard had written its lines: with their digest, if it
// has a last line.
std::string WithDigest(std::string_view report);

// The lines of files.
std::vector<std::string> SortedLines(const std::vector<cli::ShardText>& texts);
std::vector<std::string> SortedLines(const std::vector<MergedFile>& files);

// Writes each report that there is.
void MakeEveryReport(const std::vector<MergedFile>& files);

// Reports with fields that are made of the bytes.
std::vector<cli::FileReport> AnyReports(std::span<const uint8_t> bytes);

// The reports as so many shards.
std::vector<std::string> ShardsOf(const std::vector<cli::FileReport>& reports,
                                  size_t count);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_CLI_MERGE_INPUT_H_
