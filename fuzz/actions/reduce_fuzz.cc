// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of a reduced file: it is not larger, still meets the condition,
// and does not get smaller again if there were enough tries. The conditions are
// two bytes of the input's choice, one after the other; and the first finding.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/reduce/reduce.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/parsed/parsed_file.h"

namespace clipguard {
namespace {

using Bytes = std::span<const uint8_t>;

constexpr uint64_t kTries = 100;
constexpr size_t kMostBytes = size_t{1} << 14;
// Heap limit: pieces of a file that is little else than brackets or keys.
constexpr fuzz::HeapPromise kHeap = {uint64_t{1} << 20, 160};

FindingList FindingsOf(Bytes bytes, Format format) {
  ParseOptions options;
  options.format = format;
  FindingList findings;
  static_cast<void>(ParseFile(bytes, options, findings));
  return findings;
}

void Hold(Bytes bytes, std::optional<Format> format,
          absl::FunctionRef<bool(Bytes)> holds) {
  const actions::Structure structure = actions::StructureOf(format);
  const actions::ReduceOptions options = {.max_tries = kTries};
  const actions::Reduced once =
      actions::Reduce(bytes, structure, options, holds);
  CLIPGUARD_CHECK(once.bytes.size() <= bytes.size());
  CLIPGUARD_CHECK(once.tries <= kTries);
  if (!once.holds) {
    CLIPGUARD_CHECK(std::equal(bytes.begin(), bytes.end(), once.bytes.begin(),
                               once.bytes.end()));
    return;
  }
  CLIPGUARD_CHECK(holds(once.bytes));
  if (once.bytes.size() < bytes.size()) CLIPGUARD_STAGE("smaller");
  if (!once.complete) return;
  CLIPGUARD_STAGE("complete");
  const actions::Reduced twice =
      actions::Reduce(once.bytes, structure, options, holds);
  CLIPGUARD_CHECK(twice.bytes == once.bytes);
}

// The memory that cutting takes, where what is shown takes none.
void HoldTwoBytes(Bytes bytes, std::optional<Format> format, uint8_t first,
                  uint8_t second) {
  const auto has_both = [&](Bytes tried) {
    const auto at = std::find(tried.begin(), tried.end(), first);
    return at != tried.end() &&
           std::find(at + 1, tried.end(), second) != tried.end();
  };
  fuzz::WithinHeap(kHeap, bytes.size(), [&] { Hold(bytes, format, has_both); });
}

void Run(Bytes bytes) {
  if (bytes.size() < 2 || bytes.size() > kMostBytes) return;
  const uint8_t first = bytes[bytes.size() / 2];
  const uint8_t second = bytes.back();
  // Any structure must cope with any bytes.
  for (const std::optional<Format> format :
       {std::optional<Format>(), std::optional(Format::kMrtk),
        std::optional(Format::kM3d), std::optional(Format::kForgeAsm)}) {
    HoldTwoBytes(bytes, format, first, second);
  }
  const std::optional<Format> format = DetectFormat(bytes);
  if (!format) return;
  const FindingList findings = FindingsOf(bytes, *format);
  if (findings.findings().empty()) return;
  CLIPGUARD_STAGE("a finding");
  const FindingCode code = findings.findings()[0].code;
  const std::string place = actions::KindOfPlace(findings.findings()[0].path);
  Hold(bytes, format, [&](Bytes tried) {
    const FindingList now = FindingsOf(tried, *format);
    return std::any_of(now.findings().begin(), now.findings().end(),
                       [&](const Finding& finding) {
                         return finding.code == code &&
                                actions::KindOfPlace(finding.path) == place;
                       });
  });
}

constexpr fuzz::Inputs kInputs = {
    .seeds =
        "fuzz/corpus/mrtk fuzz/corpus/m3d fuzz/corpus/forge fuzz/regressions "
        "corpus/mrtk corpus/m3d corpus/forge",
    .dictionary = "fuzz/forge/forge.dict"};
CLIPGUARD_FUZZ_PROPERTY(reduce, Run, kInputs);

}  // namespace
}  // namespace clipguard
