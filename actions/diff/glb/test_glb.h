// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings as .glb files, and comparisons with these, for tests.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_TEST_GLB_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_TEST_GLB_H_

#include <cstdint>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/edited_glb.h"
#include "actions/diff/glb/recording_glb.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {

inline constexpr CompareOptions kGlbOptions = {.units = kGlbUnits,
                                               .degrees = kGlbDegrees};

inline std::vector<uint8_t> Written(const mrtk::InputAnimation& animation) {
  return mrtk::WriteInputAnimation(animation,
                                   {{1, 1}, mrtk::KeyLayout::kFull, true})
      .value();
}

inline std::vector<uint8_t> GlbOf(const std::vector<uint8_t>& recording,
                                  const ConversionOptions& options,
                                  FindingList& losses) {
  return ConvertedGlb(recording, Format::kMrtk, losses, options);
}

inline std::vector<uint8_t> GlbOf(const std::vector<uint8_t>& recording,
                                  const ConversionOptions& options = {}) {
  FindingList losses;
  return GlbOf(recording, options, losses);
}

inline Comparison Compare(const std::vector<uint8_t>& a,
                          const std::vector<uint8_t>& b,
                          const CompareOptions& options = kGlbOptions) {
  auto comparison =
      CompareWithGlb({.bytes = a}, {.bytes = b}, Limits{}, options);
  EXPECT_TRUE(comparison.ok()) << comparison.status();
  return comparison.ok() ? *comparison : Comparison();
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_TEST_GLB_H_
