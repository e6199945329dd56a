// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/flags/rule_flags.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/text.h"
#include "cli/files/file_list.h"
#include "cli/files/find_upwards.h"
#include "cli/files/output_file.h"
#include "cli/files/output_place.h"
#include "cli/flags/common_flags.h"
#include "cli/rules/targets.h"
#include "parser/finding_catalog.h"

namespace clipguard::cli {
namespace {

absl::Status AddFlag(const char* flag, const std::vector<std::string>& lists,
                     std::vector<FindingCode>& codes) {
  for (const std::string& list : lists) {
    if (absl::Status s = AddCodes(list, codes); !s.ok()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("%s: %s", flag, std::string(s.message())));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<CodeRules> CodeRulesOf(const RuleFlags& flags) {
  CodeRules rules;
  absl::Status s = AddFlag("--ignore", flags.ignore, rules.ignore);
  if (s.ok()) s = AddFlag("--error", flags.error, rules.error);
  if (s.ok()) s = AddFlag("--warn", flags.warn, rules.warn);
  if (s.ok()) s = AddFlag("--only", flags.only, rules.only);
  if (s.ok()) s = rules.Check();
  if (!s.ok()) return s;
  return rules;
}

absl::Status CheckFlags(const RuleFlags& flags) {
  if (absl::Status s = CheckStrict(flags.strict, flags.fail_on); !s.ok()) {
    return s;
  }
  if (flags.no_config && !flags.config.empty()) {
    return absl::InvalidArgumentError(
        "--config and --no-config: only one of them can be given");
  }
  if (flags.write_baseline == "-") {
    return absl::InvalidArgumentError(
        "--write-baseline writes to a file: ./- is one of that name");
  }
  if (!flags.baseline.empty() && !flags.write_baseline.empty()) {
    return absl::InvalidArgumentError(
        "--baseline and --write-baseline: only one of them can be given; the "
        "latter keeps what the file knows of other files");
  }
  return absl::OkStatus();
}

// The path of the configuration; empty: there is none.
absl::StatusOr<std::string> ConfigPath(const RuleFlags& flags,
                                       std::vector<std::string>& notes) {
  if (flags.no_config) return std::string();
  if (!flags.config.empty()) return flags.config;
  const FoundUpwards found = FindUpwards(kConfigName);
  if (!found.of_stranger && !found.problem.empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %s (--no-config goes on without it)",
                        ToPrintable(found.path), found.problem));
  }
  if (!found.of_stranger) return found.path;
  notes.push_back(ToPrintable(found.path) +
                  ": belongs to another user, and is not used; --config=" +
                  ToPrintable(found.path) + " uses it");
  return std::string();
}

// The folder of a file, "" if it is the working directory.
std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

// Returns the level of a file whose format is unknown: an error if it was
// named, ignored if it was found in a folder, unless the user chose another.
FindingLevel LevelOfUnknown(std::string_view unrecognised, bool found) {
  if (unrecognised == "error") return FindingLevel::kError;
  if (unrecognised == "warn") return FindingLevel::kWarning;
  if (unrecognised == "ignore" || found) return FindingLevel::kIgnored;
  return FindingLevel::kError;
}

// A text, so that no other texts together look the same.
void AddText(std::string_view text, std::string& out) {
  absl::StrAppendFormat(&out, "%d:", text.size());
  out += text;
}

std::string IdentityOf(const RuleFlags& flags) {
  std::string out;
  for (const auto* list :
       {&flags.ignore, &flags.error, &flags.warn, &flags.only}) {
    absl::StrAppendFormat(&out, "%d;", list->size());
    for (const std::string& codes : *list) AddText(codes, out);
  }
  AddText(flags.strict ? "strict" : flags.fail_on, out);
  AddText(flags.unrecognised, out);
  return out;
}

uint64_t Sum(const KnownPlaces& places) {
  uint64_t sum = 0;
  for (const auto& [place, count] : places) sum += count;
  return sum;
}

}  // namespace

absl::Status CheckStrict(bool strict, std::string_view fail_on) {
  if (!strict || fail_on.empty() || fail_on == "warning") return {};
  return absl::InvalidArgumentError(
      "--strict is --fail-on=warning: only one of them can be given");
}

void RuleFlags::AddTo(CommandLine& line, bool writes) {
  line.Values("--ignore", &ignore);
  line.Values("--error", &error);
  line.Values("--warn", &warn);
  line.Values("--only", &only);
  line.Flag("--strict", &strict);
  line.Value("--fail-on", &fail_on);
  line.Value("--unrecognised", &unrecognised);
  line.Value("--config", &config);
  line.Flag("--no-config", &no_config);
  line.Value("--baseline", &baseline);
  if (writes) line.Value("--write-baseline", &write_baseline);
  line.Values("--for", &targets);
}

// ---- BaselineUse ------------------------------------------------------------

BaselineUse::BaselineUse(std::string path, bool is_written)
    : path_(std::move(path)), is_written_(is_written), base_(FolderOf(path_)) {}

absl::StatusOr<std::unique_ptr<BaselineUse>> BaselineUse::Open(
    const std::string& path, bool is_written, std::string_view named_by) {
  std::unique_ptr<BaselineUse> use(new BaselineUse(path, is_written));
  struct stat info = {};
  const std::string flag(named_by);
  if (is_written && stat(path.c_str(), &info) != 0) {
    const int error = errno;
    if (error == ENOENT) return use;
    return absl::InvalidArgumentError(absl::StrCat(
        flag, ": ", ToPrintable(path), ": ", WhyNoFolder(path, error)));
  }
  if (is_written && !S_ISREG(info.st_mode)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: %s is no file: a baseline is read before it is written", flag,
        ToPrintable(path)));
  }
  const auto text = ReadWhole(path, -1, kMostBaselineBytes,
                              /*registered=*/!is_written);
  if (!text.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat(flag, ": ", std::string(text.status().message()),
                     is_written ? "" : " (--write-baseline=FILE makes one)"));
  }
  auto known = Baseline::Parse(*text, path);
  if (!known.ok()) return known.status();
  use->known_ = *std::move(known);
  return use;
}

void BaselineUse::Judge(const FindingLevels& levels, FileReport& report) {
  // Another stream is another file.
  if (report.file == "-") return;
  const std::string file = NameInBaseline(base_.Below(report.file));
  if (is_written_) {
    KnownPlaces places = PlacesOf(report.findings);
    report.baselined =
        report.findings.Remove([](const Finding&) { return true; });
    const std::lock_guard lock(mutex_);
    not_kept_ += report.findings.dropped();
    found_[file] = std::move(places);
    return;
  }
  // Findings of a file that is no longer recognised are not fixed.
  if (report.not_ours.empty()) {
    KnownPlaces fixed = known_.Fixed(file, report.findings, levels);
    if (!fixed.empty()) {
      const std::lock_guard lock(mutex_);
      fixed_[file] = std::move(fixed);
    }
  }
  report.baselined = known_.Excuse(file, report.findings);
}

std::string BaselineUse::FixedNote() const {
  constexpr uint64_t kShown = 5;
  const std::lock_guard lock(mutex_);
  if (fixed_.empty()) return {};
  uint64_t places = 0;
  std::string list;
  for (const auto& [file, of_file] : fixed_) {
    for (const auto& [place, count] : of_file) {
      if (places++ >= kShown) continue;
      list += absl::StrFormat("\n  %s: %s %s", ToPrintable(file),
                              GetCodeInfo(place.code).name,
                              ToPrintable(place.path));
      if (count > 1) list += absl::StrFormat(", %d times", count);
    }
  }
  if (places > kShown) {
    list += absl::StrFormat("\n  and %d more", places - kShown);
  }
  return absl::StrFormat(
      "%s: fixed since it was written (--write-baseline=%s forgets them):%s",
      ToPrintable(path_), ToPrintable(path_), list);
}

absl::StatusOr<std::string> BaselineUse::Write() const {
  const std::lock_guard lock(mutex_);
  Baseline baseline = known_;
  for (const auto& [file, places] : known_.files()) {
    if (found_.contains(file)) continue;
    struct stat info = {};
    const std::string path = base_.Under(FileOfName(file));
    if (lstat(path.c_str(), &info) != 0 &&
        (errno == ENOENT || errno == ENOTDIR)) {
      baseline.Set(file, {});
    }
  }
  for (const auto& [file, places] : found_) baseline.Set(file, places);
  uint64_t known = 0;
  for (const auto& [file, places] : baseline.files()) known += Sum(places);
  const size_t files = baseline.files().size();
  OutputFile file(path_);
  if (file.Open()) file.Write(baseline.ToText());
  if (!file.Commit()) {
    return absl::UnavailableError(absl::StrFormat(
        "%s: cannot be written: %s", ToPrintable(path_), file.problem()));
  }
  std::string said =
      absl::StrFormat("%s: knows %s of %s now", ToPrintable(path_),
                      Count(known, "finding"), Count(files, "file"));
  if (not_kept_ != 0) {
    said += absl::StrFormat("; %s beyond --limit=findings-kept are not in it",
                            Count(not_kept_, "more finding"));
  }
  return said;
}

// ---- Rules ------------------------------------------------------------------

absl::StatusOr<Rules> Rules::Make(const RuleFlags& flags,
                                  std::vector<std::string>& notes) {
  if (absl::Status s = CheckFlags(flags); !s.ok()) return s;
  Rules rules;
  auto codes = CodeRulesOf(flags);
  if (!codes.ok()) return codes.status();
  rules.flags_ = *std::move(codes);
  rules.identity_ = IdentityOf(flags);

  for (const std::string& list : flags.targets) {
    for (const std::string& name : SplitNames(list)) {
      if (absl::Status s = AddTarget(name, rules.targets_); !s.ok()) return s;
    }
  }

  std::string baseline = flags.baseline;
  std::string named_by = "--baseline=FILE";
  const auto config_path = ConfigPath(flags, notes);
  if (!config_path.ok()) return config_path.status();
  if (const std::string& path = *config_path; !path.empty()) {
    const auto text = ReadWhole(path, -1, kMostConfigBytes);
    if (!text.ok()) {
      return absl::InvalidArgumentError("--config: " +
                                        std::string(text.status().message()));
    }
    auto config = ParseConfig(*text, path);
    if (!config.ok()) return config.status();
    AddText(*text, rules.identity_);
    const std::string folder = FolderOf(path);
    rules.config_base_ = PathBase(folder);
    rules.patterns_ = {.base = rules.config_base_,
                       .include = config->include,
                       .exclude = config->exclude};
    if (!config->fail_on.empty()) rules.fail_on_ = config->fail_on;
    rules.unrecognised_ = config->unrecognised;
    if (flags.targets.empty()) rules.targets_ = config->targets;
    rules.special_events_ = config->special_events;
    for (const auto& [limit, value] : config->limits) {
      rules.limits_.*limit = value;
    }
    if (baseline.empty() && flags.write_baseline.empty() &&
        !config->baseline.empty()) {
      baseline =
          (std::filesystem::path(folder) / config->baseline).generic_string();
      named_by = config->baseline_at;
    }
    rules.config_ = *std::move(config);
  }
  if (flags.strict) rules.fail_on_ = "warning";
  if (!flags.fail_on.empty()) rules.fail_on_ = flags.fail_on;
  if (!flags.unrecognised.empty()) rules.unrecognised_ = flags.unrecognised;
  const bool is_written = !flags.write_baseline.empty();
  if (is_written) {
    baseline = flags.write_baseline;
    named_by = "--write-baseline=FILE";
  }
  if (!baseline.empty()) {
    auto use = BaselineUse::Open(baseline, is_written, named_by);
    if (!use.ok()) return use.status();
    AddText((*use)->KnownText(), rules.identity_);
    rules.baseline_ = *std::move(use);
  }
  return rules;
}

FindingLevels Rules::LevelsOf(const Input& input,
                              std::optional<Format> format) const {
  FindingLevels levels;
  for (const Target target : targets_) {
    if (format && GetTargetInfo(target).formats.Contains(*format)) {
      ApplyTarget(target, levels);
    }
  }
  if (fail_on_ == "warning") {
    for (const CodeInfo& info : AllCodes()) {
      if (levels.of(info.code) != FindingLevel::kIgnored) {
        levels.Set(info.code, FindingLevel::kError);
      }
    }
  }
  levels.Set(FindingCode::kFormatUnknown,
             LevelOfUnknown(unrecognised_, input.from_folder));
  if (config_) {
    const bool by_file = !config_->overrides.empty();
    config_->ApplyTo(by_file ? config_base_.Below(input.path) : std::string(),
                     levels);
  }
  flags_.ApplyTo(levels);
  return levels;
}

}  // namespace clipguard::cli
