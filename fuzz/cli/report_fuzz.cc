// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The page of clipguard report: whatever a file's names are, the page is the
// shell and data blocks, nothing of a string leaves its block, and each block
// is JSON, in UTF-8. The same for strings that are no file's: what is put into
// a page comes back as it was. A page is no larger than it may be, and a second
// run gives the same.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/boxes/block_model.h"
#include "base/text.h"
#include "base/text_of.h"
#include "cli/clipguard.h"
#include "cli/io/environment.h"
#include "fuzz/cli/page_check.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding_catalog.h"
#include "rapidjson/document.h"
#include "report/html/document.h"

namespace clipguard {
namespace {

constexpr size_t kMostStrings = 20;

// Armatures get themselves for a model, if they can be one.
std::string ReportOf(int file, bool is_model) {
  cli::StringOutput out;
  cli::StringOutput err;
  cli::Environment env{.out = out, .err = err, .in_fd = file};
  CLIPGUARD_CHECK(lseek(file, 0, SEEK_SET) == 0);
  cli::Args args = {"report", "--no-config", "-o", "-", "-"};
  if (is_model) {
    args.push_back("--model=/proc/self/fd/" + std::to_string(file));
  }
  const int code = cli::RunClipguard(args, env);
  CLIPGUARD_CHECK(code == cli::kExitOk || code == cli::kExitFindings);
  return out.text();
}

void CheckFile(std::string_view bytes) {
  const int file = memfd_create("input", MFD_CLOEXEC);
  CLIPGUARD_CHECK(write(file, bytes.data(), bytes.size()) ==
                  static_cast<ssize_t>(bytes.size()));
  const auto model = actions::ReadBlockModel(bytes, {});
  const bool is_model = model.ok() && model->has_elements;
  const std::string page = ReportOf(file, is_model);
  CLIPGUARD_CHECK(ReportOf(file, is_model) == page);
  close(file);
  const rapidjson::Document index = fuzz::IndexOf(page);
  CLIPGUARD_CHECK(index["files"].Size() == 1);
}

// Pieces of the input, whatever they are.
std::vector<std::string> StringsOf(std::string_view bytes) {
  std::vector<std::string> strings;
  while (!bytes.empty() && strings.size() < kMostStrings) {
    const size_t size =
        std::min(bytes.size(), size_t{1} + static_cast<uint8_t>(bytes[0]));
    strings.emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return strings;
}

void CheckText(const rapidjson::Value& value, std::string_view text) {
  CLIPGUARD_CHECK(value.IsString());
  CLIPGUARD_CHECK(ToUtf8(text) ==
                  std::string(value.GetString(), value.GetStringLength()));
}

void CheckStrings(std::string_view bytes) {
  const std::vector<std::string> strings = StringsOf(bytes);
  std::vector<report::FindingEntry> findings;
  for (const std::string& text : strings) {
    Finding& finding = findings.emplace_back().finding;
    finding.code = FindingCode::kFormatUnknown;
    finding.path = finding.message = text;
  }
  std::string page;
  report::ReportDocument document(
      {.about = [](FindingCode) { return report::CodeEntry{}; }},
      [&](std::string_view text) { page += text; });
  document.Begin();
  for (const std::string& text : strings) {
    report::FileEntry file;
    file.path = file.summary = file.problem = text;
    document.Add(file, findings, {});
  }
  document.End("0");
  const rapidjson::Document index = fuzz::IndexOf(page);
  CLIPGUARD_CHECK(index["files"].Size() == strings.size());
  for (size_t i = 0; i < strings.size(); ++i) {
    const auto at = static_cast<rapidjson::SizeType>(i);
    CheckText(index["files"][at]["path"], strings[i]);
    CheckText(index["findings"]["path"][at], strings[i]);
    CheckText(index["findings"]["message"][at], strings[i]);
  }
}

void Run(std::span<const uint8_t> bytes) {
  const std::string_view text = TextOf(bytes);
  CheckFile(text);
  CheckStrings(text);
}

constexpr fuzz::Inputs kInputs = {
    .seeds = "fuzz/corpus/report corpus/forge corpus/m3d corpus/mrtk",
    .dictionary = "fuzz/cli/report.dict"};
CLIPGUARD_FUZZ_PROPERTY(report, Run, kInputs);

}  // namespace
}  // namespace clipguard
