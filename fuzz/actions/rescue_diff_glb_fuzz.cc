// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Comparisons with a .glb of a recording. Of any bytes: they are read as a
// recording that can be read, or refused with a reason, and what was read is
// the same as itself; memory is a multiple of the input. So that an engine need
// not guess lengths, the bytes are tried as they are, and with lengths that
// fit. Bytes that are a recording become a .glb, which is the same within its
// bounds if nothing was lost.

#include <cstdint>
#include <span>

#include "actions/convert/gltf/read/recording_reader.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/recording_glb.h"
#include "fuzz/actions/glb_lengths.h"
#include "fuzz/actions/glb_promises.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

constexpr fuzz::HeapPromise kHeap = {uint64_t{4} << 20, 96};

Limits SmallLimits() {
  Limits limits;
  limits.result_bytes = uint64_t{1} << 18;
  return limits;
}

void Read(std::span<const uint8_t> bytes) {
  const auto played = fuzz::WithinHeap(kHeap, bytes.size(), [&] {
    return actions::gltf::ReadRecording(bytes, SmallLimits());
  });
  if (!fuzz::IsThere(played)) return;
  CLIPGUARD_STAGE("read");
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(
      played->frame, {.layout = mrtk::KeyLayout::kFull, .limits = {}},
      findings);
  CLIPGUARD_CHECK(view.has_value());
  // A pose of each, with the keys that arcs get.
  const auto same = fuzz::WithinHeap(kHeap, bytes.size(), [&] {
    return actions::CompareWithGlb({.bytes = bytes}, {.bytes = bytes},
                                   SmallLimits(), {});
  });
  CLIPGUARD_CHECK(same.ok());
  CLIPGUARD_CHECK(!same->differs());
}

void Convert(std::span<const uint8_t> bytes) {
  FindingList findings;
  if (bytes.size() > fuzz::kMostGlbSource ||
      !mrtk::ReadAndValidate(bytes, {}, findings)) {
    return;
  }
  const auto glb = fuzz::LosslessGlb(bytes, Format::kMrtk);
  if (!glb) return;
  const actions::CompareOptions options = {.units = actions::kGlbUnits,
                                           .degrees = actions::kGlbDegrees};
  const auto comparison =
      actions::CompareWithGlb({.bytes = bytes}, {.bytes = *glb}, {}, options);
  CLIPGUARD_CHECK(comparison.ok());
  CLIPGUARD_CHECK(comparison->gap_count() == 0);
  // The bound of what is very large is larger, for rounding's sake.
  for (const actions::Difference& difference : comparison->differences()) {
    CLIPGUARD_CHECK(!difference.meaning || difference.measures.size() > 1);
    for (const actions::Measure& measure : difference.measures) {
      if (measure.unit.empty()) continue;
      CLIPGUARD_CHECK(
          measure.found <=
          (measure.unit == "degrees" ? options.degrees : options.units));
    }
  }
}

void Run(std::span<const uint8_t> bytes) {
  Read(bytes);
  if (const auto fitting = fuzz::WithGlbLengths(bytes)) Read(*fitting);
  Convert(bytes);
}

constexpr fuzz::Inputs kInputs = {
    .seeds = "fuzz/corpus/glb fuzz/regressions corpus/mrtk"};
CLIPGUARD_FUZZ_PROPERTY(rescue_diff_glb, Run, kInputs);

}  // namespace
}  // namespace clipguard
