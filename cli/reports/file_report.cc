// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/file_report.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/repair/repair.h"
#include "actions/repair/repair_catalog.h"
#include "base/text.h"
#include "base/wide_text.h"
#include "cli/formats/format_registry.h"
#include "cli/reports/columns.h"
#include "parser/detect/format.h"
#include "parser/limits.h"
#include "parser/parsed/parsed_file.h"
#include "parser/target.h"

namespace clipguard::cli {
namespace {

void ReportTooLarge(uint64_t size, bool all_known, uint64_t limit,
                    FindingSink& sink) {
  sink.Report(FindingCode::kLimitExceeded, {0, size}, {}, [&](Description& d) {
    d.path = "file";
    return Arguments{absl::StrCat(all_known ? "" : "at least ", size),
                     absl::StrCat(limit), LimitName(&Limits::file_bytes)};
  });
}

// Nothing: no format fits.
std::optional<Format> FormatOf(std::span<const uint8_t> bytes,
                               const std::string& path,
                               std::optional<Format> forced) {
  if (forced) return forced;
  const std::optional<Format> of_content = DetectFormat(bytes);
  if (of_content && !kForgeFormats.Contains(*of_content)) return of_content;
  if (HasOtherSignature(bytes)) return std::nullopt;
  // The game reads a file of Forge's by its place.
  const std::optional<Format> of_path = FormatOfPath(path, bytes.empty());
  return of_content && !(of_path && kForgeFormats.Contains(*of_path))
             ? of_content
             : of_path;
}

// The same of a file that was named, or found in a folder, where an animation
// of Bedrock's may lie beside the armature that it was made of.
std::optional<Format> FormatOf(std::span<const uint8_t> bytes,
                               const Input& input,
                               const CheckOptions& options) {
  const bool is_passed_over = !options.forced && input.from_folder &&
                              IsBedrockAnimation(input.path, bytes);
  if (is_passed_over) return std::nullopt;
  return FormatOf(bytes, input.path, options.forced);
}

// The levels of a file of that format, or of none.
FindingLevels LevelsOf(const Input& input, const CheckOptions& options,
                       std::optional<Format> format) {
  if (options.levels == nullptr) return {};
  return options.levels(input, format);
}

// The edits that repairs of the bytes would make.
std::vector<FileFix> FixesFor(std::span<const uint8_t> bytes,
                              const CheckOptions& options,
                              const FileReport& report) {
  if (!report.format || report.findings.findings().empty() ||
      bytes.size() > kMostBytesFixed) {
    return {};
  }
  const auto repaired =
      HandlerOf(*report.format)
          .repair(bytes, ParseOptionsOf(options.read, *report.format), {});
  const bool text = !report.is_recording() && !FindWideText(bytes);
  return FixesOf(bytes, repaired, report.findings.findings(), text);
}

// Which of a file's codes the repair has a change for, as it makes it.
void AddMends(std::span<const uint8_t> bytes, const FormatHandler& handler,
              const ReadOptions& read, bool unsafe, std::vector<Mend>& mends) {
  const ParseOptions parse = ParseOptionsOf(read, handler.format);
  const auto repaired = handler.repair(bytes, parse, {.unsafe = unsafe});
  if (!repaired.changed()) return;
  FindingList left(read.limits);
  ParseFile(repaired.bytes, parse, left);
  for (const actions::Change& change : repaired.changes) {
    const FindingCode code = change.code;
    if (std::ranges::find(mends, code, &Mend::code) != mends.end()) continue;
    const auto& found = left.findings();
    mends.push_back(
        {.code = code,
         .unsafe = unsafe,
         .all = std::ranges::find(found, code, &Finding::code) == found.end()});
  }
}

std::optional<std::vector<Mend>> MendsOf(std::span<const uint8_t> bytes,
                                         const CheckOptions& options,
                                         const FileReport& report) {
  if (!report.format) return std::nullopt;
  std::vector<Mend> mends;
  const bool any = std::ranges::any_of(
      report.findings.findings(), [](const Finding& finding) {
        return actions::FindRepair(finding.code) != nullptr;
      });
  if (!any) return mends;
  if (bytes.size() > kMostBytesAsked) return std::nullopt;
  const FormatHandler& handler = HandlerOf(*report.format);
  AddMends(bytes, handler, options.read, /*unsafe=*/false, mends);
  AddMends(bytes, handler, options.read, /*unsafe=*/true, mends);
  return mends;
}

class Closer {
 public:
  explicit Closer(InputFile& file) : file_(file) {}
  ~Closer() { file_.Close(); }
  Closer(const Closer&) = delete;
  Closer& operator=(const Closer&) = delete;

 private:
  InputFile& file_;
};

}  // namespace

std::string_view FileReport::format_name() const {
  return format ? FormatName(*format) : "";
}

std::string_view FileReport::title() const {
  return format ? HandlerOf(*format).title : "";
}

std::string ProblemOf(const FileReport& report) {
  if (report.readable()) return {};
  return ToPrintable(report.file) + ": " + ToPrintable(report.problem);
}

FindingLevels LevelsOfFound(const Input& input,
                            std::optional<Format> /*format*/) {
  FindingLevels levels;
  if (input.from_folder) {
    levels.Set(FindingCode::kFormatUnknown, FindingLevel::kIgnored);
  }
  return levels;
}

InputFile::Options FileOptions(const CheckOptions& options,
                               const Environment& env) {
  const Limits limits = options.read.limits;
  const std::optional<Format> forced = options.forced;
  const auto one_more_than = [](uint64_t most) {
    return most == UINT64_MAX ? most : most + 1;
  };
  InputFile::Options opening{.limit = limits.file_bytes, .in_fd = env.in_fd};
  if (options.foreign) return opening;
  opening.worth = [=](const std::string& path,
                      std::span<const uint8_t> begun) -> uint64_t {
    // Bytes of a format that is still undecided can only be JSON.
    if (!forced && !FormatIsDecided(begun)) {
      return one_more_than(limits.json_bytes);
    }
    const std::optional<Format> format = FormatOf(begun, path, forced);
    if (!format) return begun.size();
    return one_more_than(limits.*HandlerOf(*format).most_bytes);
  };
  return opening;
}

std::string SettingsOf(const CheckOptions& options) {
  // Members that are added to these structs do not compile here until somebody
  // has decided whether they are settings.
  const auto& [read, levels, judge, columns, excerpts, fixes, links, foreign,
               forced, resources, textures] = options;
  // The file's name matters only to what is looked for in `of_resources`, and
  // `of_pages` to no finding.
  const auto& [limits, layout, inputs, special_events, of_resources, model,
               of_textures, of_pages, targets, file] = read;
  std::string out;
  for (const LimitInfo& limit : kLimitTable) {
    absl::StrAppendFormat(&out, "%s=%d;", limit.name, limits.*limit.member);
  }
  absl::StrAppendFormat(
      &out, "layout=%s;as=%s;resources=%d;textures=%d", layout,
      forced ? FormatName(*forced) : std::string_view(),
      of_resources != nullptr ? 1 : 0, of_textures != nullptr ? 1 : 0);
  for (const Target target : targets) {
    absl::StrAppendFormat(&out, ";for=%s", GetTargetInfo(target).name);
  }
  if (inputs) {
    absl::StrAppend(&out, ";inputs=", inputs->size());
    for (const std::string& name : *inputs) {
      absl::StrAppend(&out, ":", name.size(), ":", name);
    }
  }
  for (const std::string& name : special_events) {
    absl::StrAppend(&out, ";special-event=", name.size(), ":", name);
  }
  return out;
}

bool IsRecognised(std::span<const uint8_t> bytes, const Input& input,
                  const CheckOptions& options) {
  return FormatOf(bytes, input, options).has_value();
}

std::unique_ptr<OpenFile> CheckBytes(std::span<const uint8_t> bytes,
                                     const Input& input,
                                     const CheckOptions& options,
                                     FindingLevels& levels,
                                     FileReport& report) {
  const std::optional<Format> format = FormatOf(bytes, input, options);
  Input as = input;
  // A file that was meant to be ours is reported even if it was found.
  if (!format && (IsLikeOurs(bytes) || (HasOtherSignature(bytes) &&
                                        FormatOfPath(input.path, false)))) {
    as.from_folder = false;
  }
  levels = LevelsOf(as, options, format);
  report.bytes = bytes.size();
  report.findings = FindingList(options.read.limits, levels);
  if (!format) {
    if (levels.of(FindingCode::kFormatUnknown) == FindingLevel::kIgnored ||
        (input.from_folder && IsOwnFile(bytes))) {
      report.not_ours = KindOfUnknown(bytes);
      return nullptr;
    }
    report.findings.Report(FindingCode::kFormatUnknown,
                           {0, std::min<uint64_t>(bytes.size(), 8)}, {},
                           [&](Description& d) {
                             d.path = "file";
                             return Arguments{DescribeUnknown(bytes)};
                           });
    return nullptr;
  }
  const FormatHandler& handler = HandlerOf(*format);
  report.format = format;
  ReadOptions read = options.read;
  read.file = input.path;
  ParsedFile parsed =
      ParseFile(bytes, ParseOptionsOf(read, *format), report.findings);
  if (!parsed.has_model()) {
    if (handler.stated_version != nullptr) {
      report.summary.version = handler.stated_version(bytes);
    }
    return nullptr;
  }
  auto file = handler.open(std::move(parsed), read);
  report.summary = file->summary();
  return file;
}

namespace {

// `look` may be null.
FileReport CheckFile(const Input& input, const CheckOptions& options,
                     InputFile& file, const LookAtFile* look) {
  FileReport report;
  report.file = input.path;
  // However this ends, nothing is held that another thread waits for.
  const Closer closer(file);
  if (!input.problem.empty()) {
    report.problem = input.problem;
    return report;
  }
  FindingLevels levels;
  switch (file.Open(input)) {
    case InputFile::Result::kUnreadable:
      report.problem = file.problem();
      return report;
    case InputFile::Result::kTooLarge:
      report.bytes = file.size();
      report.format = options.forced;
      levels = LevelsOf(input, options, options.forced);
      report.findings = FindingList(options.read.limits, levels);
      ReportTooLarge(file.size(), !file.is_stream(),
                     options.read.limits.file_bytes, report.findings);
      if (options.judge != nullptr) options.judge(levels, report);
      if (look != nullptr) (*look)(nullptr, report);
      return report;
    case InputFile::Result::kRead:
      break;
  }
  auto open = CheckBytes(file.bytes(), input, options, levels, report);
  report.bytes = file.size();
  // Nobody looks at the model, which may be as large as the file.
  if (look == nullptr) open.reset();
  if (options.judge != nullptr) options.judge(levels, report);
  if (options.character_columns) {
    report.character_columns =
        CharacterColumns(file.bytes(), report.findings.findings());
  }
  if (options.excerpts) {
    // Not beside a model, which may be as large as what repair takes.
    if (open == nullptr) report.mends = MendsOf(file.bytes(), options, report);
    report.excerpts = MakeExcerpts(file.bytes(), report.findings.findings());
  }
  if (options.fixes) report.fixes = FixesFor(file.bytes(), options, report);
  if (look != nullptr) (*look)(open.get(), report);
  return report;
}

}  // namespace

FileReport CheckFile(const Input& input, const CheckOptions& options,
                     InputFile& file, LookAtFile look) {
  return CheckFile(input, options, file, &look);
}

FileReport CheckFile(const Input& input, const CheckOptions& options,
                     InputFile& file) {
  return CheckFile(input, options, file, nullptr);
}

}  // namespace clipguard::cli
