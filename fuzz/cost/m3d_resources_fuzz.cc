// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Bounded cost: to read and check a character takes memory of three times the
// file's size and 16 MB at most, and time in proportion to it. The input is
// tried as it is, and with its longest list repeated.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "fuzz/cost/cost_check.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/mutator/m3d_model.h"
#include "fuzz/m3d/mutator/m3d_shapes.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard {
namespace {

// Numbers of two bytes become floats of four, in arrays that may grow.
constexpr size_t kTimesItsSize = 3;

void Check(std::span<const uint8_t> bytes) {
  fuzz::CheckCost(
      bytes.size(),
      [&] {
        FindingList findings;
        m3d::ReadAndValidate(bytes, {}, findings);
      },
      kTimesItsSize);
}

void Run(std::span<const uint8_t> bytes) {
  Check(bytes);
  fuzz::M3dText text = fuzz::DecodeM3d(bytes);
  fuzz::RepeatM3d(text, 128 * 1024);
  const std::string large = fuzz::EncodeM3d(text);
  Check({reinterpret_cast<const uint8_t*>(large.data()), large.size()});
}

CLIPGUARD_FUZZ_PROPERTY(m3d_resources, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
