// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The flags that say what findings count as: those of codes, a configuration
// and a baseline.

#ifndef CLIPGUARD_CLI_FLAGS_RULE_FLAGS_H_
#define CLIPGUARD_CLI_FLAGS_RULE_FLAGS_H_

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/files/inputs.h"
#include "cli/files/path_base.h"
#include "cli/flags/command_line.h"
#include "cli/flags/file_flags.h"
#include "cli/reports/file_report.h"
#include "cli/rules/baseline.h"
#include "cli/rules/code_rules.h"
#include "cli/rules/config.h"
#include "parser/finding_levels.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/target.h"

namespace clipguard::cli {

// --ignore, --error, --warn, --only, --strict, --fail-on, --unrecognised,
// --config, --no-config, --baseline, --write-baseline and --for.
struct RuleFlags {
  std::vector<std::string> ignore;
  std::vector<std::string> error;
  std::vector<std::string> warn;
  std::vector<std::string> only;
  bool strict = false;
  std::string fail_on;
  std::string unrecognised;
  std::string config;
  bool no_config = false;
  std::string baseline;
  std::string write_baseline;
  std::vector<std::string> targets;  // --for

  // `writes` is whether the command can write a baseline.
  void AddTo(CommandLine& line, bool writes = true);
};

// InvalidArgument if --strict and --fail-on contradict.
absl::Status CheckStrict(bool strict, std::string_view fail_on);

// A baseline that is read or written, and what is found out about it. Its
// methods may be called by several threads.
class BaselineUse {
 public:
  // Reads what is there. InvalidArgument if that is no baseline: `named_by` is
  // the flag, or the place, that asks for it. `path` must exist unless it is
  // written.
  static absl::StatusOr<std::unique_ptr<BaselineUse>> Open(
      const std::string& path, bool is_written, std::string_view named_by);

  const std::string& path() const { return path_; }
  bool is_written() const { return is_written_; }

  // The known findings as text; equal texts mean equal findings.
  std::string KnownText() const { return known_.ToText(); }

  // Takes what is known out of a report, or all, if the baseline is written.
  void Judge(const FindingLevels& levels, FileReport& report);

  // For the user: what was fixed since, in a line or more; empty if nothing.
  std::string FixedNote() const;

  // Writes what was found, and keeps what is known of files that were not
  // looked at and still exist. A line for the user, or Unavailable.
  absl::StatusOr<std::string> Write() const;

 private:
  BaselineUse(std::string path, bool is_written);

  std::string path_;
  bool is_written_;
  PathBase base_;
  Baseline known_;
  mutable std::mutex mutex_;
  std::map<std::string, KnownPlaces> found_;  // by file
  std::map<std::string, KnownPlaces> fixed_;  // by file
  uint64_t not_kept_ = 0;                     // occurrences in no finding
};

// The rules of the flags and the configuration together. Thread-safe.
class Rules {
 public:
  // InvalidArgument if a flag, the configuration or the baseline is not in
  // order. The configuration is the one that is named, or the first
  // clipguard.toml in the working directory or above; `notes` says why one is
  // not used.
  static absl::StatusOr<Rules> Make(const RuleFlags& flags,
                                    std::vector<std::string>& notes);

  // Returns the levels of codes in a file of a format, or of none: those of the
  // program that the file is meant for. --strict turns warnings into errors,
  // but for codes that other flags or the configuration name.
  FindingLevels LevelsOf(const Input& input,
                         std::optional<Format> format) const;

  // The programs that files are meant for.
  const std::vector<Target>& targets() const { return targets_; }

  // The special events that the configuration names.
  const std::vector<std::string>& special_events() const {
    return special_events_;
  }

  // Those of the configuration; the others as they are.
  const Limits& limits() const { return limits_; }

  // Null: none.
  BaselineUse* baseline() const { return baseline_.get(); }

  // Whether the exit code says nothing about findings.
  bool never_fails() const { return fail_on_ == "none"; }

  // All that the rules are made of: flags, and the texts of the configuration
  // and the baseline. For hashing.
  const std::string& identity() const { return identity_; }

  // Which files the configuration wants.
  const FilePatterns& patterns() const { return patterns_; }

 private:
  CodeRules flags_;
  std::optional<Config> config_;
  PathBase config_base_;
  FilePatterns patterns_;
  std::string fail_on_ = "error";
  std::string unrecognised_;
  std::vector<Target> targets_;
  std::vector<std::string> special_events_;
  Limits limits_;
  std::shared_ptr<BaselineUse> baseline_;
  std::string identity_;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FLAGS_RULE_FLAGS_H_
