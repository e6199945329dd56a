// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ShardSet: reports that were written by several processes, as the one report
// that they are parts of.
//
//   auto set = ShardSet::Make(texts);
//   if (!set.ok()) ...  // one is missing, torn, twice there, of another run
//   set->ForEach([&](FileReport report) { ...; return true; });
//
// Shards of one run take turns: the k-th file is in shard k modulo N. Reports
// of several runs follow each other, in the order of their first shards; a
// report of --format=json, which does not say what it is a part of, is a run of
// its own.

#ifndef CLIPGUARD_CLI_REPORTS_SHARDS_SHARD_SET_H_
#define CLIPGUARD_CLI_REPORTS_SHARDS_SHARD_SET_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/reports/file_report.h"
#include "cli/reports/shard_lines.h"

namespace clipguard::cli {

// A report as it was read: untrusted bytes, which stay where they are.
struct ShardText {
  std::string name;  // for messages
  std::string_view text;
};

class ShardSet {
 public:
  // Each with a message for the user:
  // InvalidArgument: one is no report, of another version, there twice, or its
  //   run is another's; to try again is useless.
  // Unavailable: one is missing or torn.
  static absl::StatusOr<ShardSet> Make(std::vector<ShardText> texts);

  // Files of all runs.
  uint64_t files() const { return files_; }

  // The names of the reports of --format=json.
  const std::vector<std::string>& plain() const { return plain_; }

  // Whether each run was one whose exit code says nothing about findings.
  bool never_fails() const;

  // The header of all shards together, as if they were one. REQUIRES: plain()
  // is empty.
  ShardHeader header() const;

  // Gives each file's report to `visit`, in order, until that is false.
  // InvalidArgument, with a message for the user, if a line is not in order.
  absl::Status ForEach(absl::FunctionRef<bool(FileReport)> visit) const;

 private:
  // A shard, or a report of --format=json.
  struct Part {
    std::string name;
    ShardHeader header;
    std::string_view lines;   // of files
    uint64_t first_line = 1;  // the number of the first of them
    bool plain = false;
  };
  // Parts in the order in which they take turns.
  using Run = std::vector<Part>;

  static absl::StatusOr<Part> ReadPart(const ShardText& text);
  static absl::Status CheckComplete(const Run& run);
  absl::Status AddPart(Part part);

  std::vector<Run> runs_;
  std::vector<std::string> plain_;
  uint64_t files_ = 0;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_SHARDS_SHARD_SET_H_
