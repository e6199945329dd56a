// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/file_report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "cli/formats/format_registry.h"
#include "cli/reports/columns.h"
#include "parser/format.h"
#include "parser/limits.h"

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

// Null: no format fits.
FindingLevels LevelsOf(const Input& input, const CheckOptions& options,
                       const FormatHandler* handler) {
  if (options.levels == nullptr) return {};
  std::optional<Format> format;
  if (handler != nullptr) format = handler->format();
  return options.levels(input, format);
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

InputFile::Options FileOptions(const CheckOptions& options,
                               const Environment& env) {
  const Limits limits = options.read.limits;
  const FormatHandler* const forced = options.forced;
  const auto one_more_than = [](uint64_t most) {
    return most == UINT64_MAX ? most : most + 1;
  };
  return {.limit = limits.file_bytes,
          .in_fd = env.in_fd,
          .worth = [=](std::span<const uint8_t> begun) -> uint64_t {
            const FormatHandler* handler = forced;
            if (handler == nullptr) {
              // What is undecided is JSON, if anything.
              if (!FormatIsDecided(begun)) {
                return one_more_than(limits.json_bytes);
              }
              handler = HandlerOfContent(begun);
            }
            if (handler == nullptr) return begun.size();
            return one_more_than(handler->MostBytes(limits));
          }};
}

std::unique_ptr<OpenFile> CheckBytes(std::span<const uint8_t> bytes,
                                     const Input& input,
                                     const CheckOptions& options,
                                     FindingLevels& levels,
                                     FileReport& report) {
  const FormatHandler* handler =
      options.forced != nullptr ? options.forced : HandlerOfContent(bytes);
  levels = LevelsOf(input, options, handler);
  report.bytes = bytes.size();
  report.findings = FindingList(options.read.limits, levels);
  if (handler == nullptr) {
    if (levels.of(FindingCode::kFormatUnknown) == FindingLevel::kIgnored) {
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
  report.format = FormatName(handler->format());
  report.title = handler->title();
  ReadOptions read = options.read;
  read.file = input.path;
  auto file = handler->Open(bytes, read, report.findings);
  if (file != nullptr) {
    report.summary = file->summary();
  } else {
    report.summary.version = handler->StatedVersion(bytes);
  }
  return file;
}

FileReport CheckFile(
    const Input& input, const CheckOptions& options, InputFile& file,
    absl::FunctionRef<void(const OpenFile*, const FileReport&)> look) {
  FileReport report;
  report.file = input.path;
  // However this ends, nothing is held that another thread waits for.
  const Closer closer(file);
  if (!input.problem.empty()) {
    report.problem = input.problem;
    return report;
  }
  FindingLevels levels;
  const InputFile::Result result =
      input.root != nullptr ? file.OpenInside(*input.root, input.inside())
                            : file.Open(input.path, input.from_folder);
  switch (result) {
    case InputFile::Result::kUnreadable:
      report.problem = file.problem();
      return report;
    case InputFile::Result::kTooLarge:
      report.bytes = file.size();
      if (options.forced != nullptr) {
        report.format = FormatName(options.forced->format());
        report.title = options.forced->title();
      }
      levels = LevelsOf(input, options, options.forced);
      report.findings = FindingList(options.read.limits, levels);
      ReportTooLarge(file.size(), !file.is_stream(),
                     options.read.limits.file_bytes, report.findings);
      if (options.judge != nullptr) options.judge(levels, report);
      look(nullptr, report);
      return report;
    case InputFile::Result::kRead:
      break;
  }
  {
    const auto open = CheckBytes(file.bytes(), input, options, levels, report);
    if (options.judge != nullptr) options.judge(levels, report);
    if (options.character_columns) {
      report.character_columns =
          CharacterColumns(file.bytes(), report.findings.findings());
    }
    if (options.excerpts) {
      report.excerpts = MakeExcerpts(file.bytes(), report.findings.findings());
    }
    look(open.get(), report);
  }
  if (!file.Finish()) report.problem = file.problem();
  return report;
}

FileReport CheckFile(const Input& input, const CheckOptions& options,
                     InputFile& file) {
  return CheckFile(input, options, file,
                   [](const OpenFile*, const FileReport&) {});
}

}  // namespace clipguard::cli
