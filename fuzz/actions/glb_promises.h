// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What comparisons with a .glb promise, for every family of files.

#ifndef CLIPGUARD_FUZZ_RESCUE_GLB_PROMISES_H_
#define CLIPGUARD_FUZZ_RESCUE_GLB_PROMISES_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/glb_check.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/glb_edits.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"

namespace clipguard::fuzz {

// Files that are larger take long, and say no more.
inline constexpr size_t kMostGlbSource = 20'000;

// The .glb of a file, if it loses nothing.
inline std::optional<std::vector<uint8_t>> LosslessGlb(
    std::span<const uint8_t> bytes, Format format) {
  if (bytes.size() > kMostGlbSource) return std::nullopt;
  FindingList losses;
  const auto glb =
      actions::ConvertToGlb({.bytes = bytes, .format = format}, {}, losses);
  if (!glb.ok() || !losses.empty()) return std::nullopt;
  CLIPGUARD_STAGE("lossless");
  return actions::gltf::BytesOf(**glb);
}

using CompareGlb = absl::FunctionRef<absl::StatusOr<actions::Comparison>(
    std::span<const uint8_t> glb, const Limits& limits)>;

// It is compared or refused with a reason, within a multiple of its size.
inline void CheckOther(const std::vector<uint8_t>& glb, CompareGlb compare) {
  constexpr HeapPromise kHeap = {uint64_t{4} << 20, 96};
  Limits limits;
  limits.result_bytes = uint64_t{1} << 18;
  const auto other =
      WithinHeap(kHeap, glb.size(), [&] { return compare(glb, limits); });
  if (!IsThere(other)) return;
  CLIPGUARD_STAGE("compared");
  for (const actions::Difference& difference : other->differences()) {
    for (const actions::Measure& measure : difference.measures) {
      CLIPGUARD_CHECK(measure.found >= 0);
      CLIPGUARD_CHECK(measure.found <= measure.bound);
    }
  }
}

// The .glb is the same as its file; one of which bytes are others, or that
// somebody changed, is compared or refused.
inline void CheckGlb(const std::vector<uint8_t>& glb, uint32_t seed,
                     CompareGlb compare) {
  const auto same = compare(glb, {});
  CLIPGUARD_CHECK(same.ok());
  CLIPGUARD_CHECK(!same->differs());
  const auto next = [&] {
    seed = seed * 1664525 + 1013904223;
    return seed >> 8;
  };
  constexpr size_t kRounds = 4;
  for (size_t round = 0; round < kRounds; ++round) {
    std::vector<uint8_t> mutated = glb;
    const size_t bytes = 1 + next() % 4;
    for (size_t i = 0; i < bytes; ++i) {
      const size_t at = next() % mutated.size();
      mutated[at] = static_cast<uint8_t>(next());
    }
    CheckOther(mutated, compare);
  }
  for (size_t round = 0; round < kRounds; ++round) {
    const auto& edit =
        actions::kGlbEdits[next() % std::size(actions::kGlbEdits)];
    const auto edited =
        actions::ReplacedInJson(glb, edit.from, edit.to, next() % 2);
    if (edited) CheckOther(*edited, compare);
  }
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_RESCUE_GLB_PROMISES_H_
