// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reports of any bytes, given to `merge`: a message, or every line of them
// comes out again, the same, and each report can be made of it. And a file's
// report of any bytes: written, it is read as the same, alone and among shards.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text_of.h"
#include "fuzz/cli/merge_input.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"

namespace clipguard {
namespace {

// The texts are separated by lines of "---". Nobody guesses a digest: they get
// the right ones.
void CheckTexts(std::string_view input) {
  std::vector<std::string> reports;
  constexpr std::string_view kBetween = "---\n";
  for (;;) {
    const size_t end = input.find(kBetween);
    reports.push_back(fuzz::WithDigest(input.substr(0, end)));
    if (end == std::string_view::npos) break;
    input.remove_prefix(end + kBetween.size());
  }
  std::vector<cli::ShardText> texts;
  for (const std::string& report : reports) texts.push_back({"r", report});
  const auto merged = fuzz::Merged(texts);
  if (!merged.ok()) {
    CLIPGUARD_CHECK(!merged.status().message().empty());
    CLIPGUARD_CHECK(merged.status().message().size() < 2000);
    return;
  }
  CLIPGUARD_CHECK(fuzz::SortedLines(texts) == fuzz::SortedLines(*merged));
  fuzz::MakeEveryReport(*merged);
}

void CheckReport(std::span<const uint8_t> bytes) {
  const std::vector<cli::FileReport> reports = fuzz::AnyReports(bytes);
  std::string whole;
  for (const cli::FileReport& report : reports) {
    whole += cli::ReportLine(report, cli::JsonDetail::kForMerge);
  }
  for (const size_t count : {size_t{1}, size_t{2}, size_t{3}}) {
    const std::vector<std::string> shards = fuzz::ShardsOf(reports, count);
    std::vector<cli::ShardText> texts;
    for (const std::string& shard : shards) texts.push_back({"s", shard});
    const auto merged = fuzz::Merged(texts);
    CLIPGUARD_CHECK(merged.ok());
    std::string again;
    for (const fuzz::MergedFile& file : *merged) again += file.line;
    CLIPGUARD_CHECK(again == whole);
    if (count == 1) continue;
    // A byte of one of them is another.
    std::string changed = shards.back();
    char& any = changed[bytes.size() % changed.size()];
    any = static_cast<char>(any ^ 1);
    texts.back().text = changed;
    CLIPGUARD_CHECK(!fuzz::Merged(texts).ok());
    texts.back().text = shards.back();
    // One of them is missing, or torn.
    texts.back().text.remove_suffix(1 +
                                    bytes.size() % texts.back().text.size());
    CLIPGUARD_CHECK(!fuzz::Merged(texts).ok());
    texts.pop_back();
    CLIPGUARD_CHECK(!fuzz::Merged(texts).ok());
  }
}

void Run(std::span<const uint8_t> bytes) {
  CheckTexts(TextOf(bytes));
  CheckReport(bytes);
}

constexpr fuzz::Inputs kInputs = {.seeds = "fuzz/corpus/merge",
                                  .dictionary = "fuzz/cli/merge.dict"};
CLIPGUARD_FUZZ_PROPERTY(merge, Run, kInputs);

}  // namespace
}  // namespace clipguard
