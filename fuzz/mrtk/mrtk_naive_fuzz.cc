// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The parser and a deliberately naive reader see the same: what is a
// recording, its curves, keys and markers, and every finding's code, number
// and first place. So a file without findings has none for either of them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/oracle/mrtk_compare.h"
#include "fuzz/mrtk/oracle/naive_mrtk_reader.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"

namespace clipguard {
namespace {

// By code: how many there are, and where the first one lies.
using Summary = std::map<FindingCode, std::pair<uint64_t, uint64_t>>;

void Add(Summary& summary, FindingCode code, uint64_t count, uint64_t offset) {
  auto& [sum, first] = summary.try_emplace(code, 0, offset).first->second;
  sum += count;
  first = std::min(first, offset);
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  const auto naive = fuzz::ReadNaively({bytes.begin(), bytes.end()});
  CLIPGUARD_CHECK(view.has_value() == naive.readable);
  if (view) fuzz::CheckSame(*view, naive);
  if (findings.dropped() != 0) return;
  Summary ours;
  Summary theirs;
  for (const Finding& f : findings.findings()) {
    if (Knows(naive, f.code)) Add(ours, f.code, f.count, f.bytes.offset);
  }
  for (const fuzz::NaiveFault& f : naive.faults) {
    if (Knows(naive, f.code)) Add(theirs, f.code, 1, f.offset);
  }
  CLIPGUARD_CHECK(ours == theirs);
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_naive, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
