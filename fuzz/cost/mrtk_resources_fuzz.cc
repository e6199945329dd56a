// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Bounded cost: to read, check, copy and sample a recording takes memory of
// twice its size and 16 MB at most, and time in proportion to it. The input is
// tried as it is, and with its longest curve and its markers repeated.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "corpus/mrtk/recording.h"
#include "eval/curve/clip.h"
#include "fuzz/cost/cost_check.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard {
namespace {

void Use(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  if (!view) return;
  mrtk::CopyOf(*view);
  const eval::ClipSampler clip(*view);
  for (float part : {-0.5f, 0.3f, 1.7f}) clip.Sample(part * view->Duration());
}

void Check(std::span<const uint8_t> bytes) {
  fuzz::CheckCost(bytes.size(), [&] { Use(bytes); });
}

void Run(std::span<const uint8_t> bytes) {
  Check(bytes);
  corpus::Recording recording = fuzz::DecodeLeniently(bytes);
  fuzz::Repeat(recording, 128 * 1024);
  Check(corpus::Write(recording).bytes);
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_resources, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
