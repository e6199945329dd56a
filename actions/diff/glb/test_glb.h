// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings as .glb files, and comparisons with these, for tests.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_TEST_GLB_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_TEST_GLB_H_

#include <cmath>
#include <cstddef>
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
#include "parser/mrtk/test_files.h"

namespace clipguard::actions {

inline constexpr CompareOptions kGlbOptions = {.units = kGlbUnits,
                                               .degrees = kGlbDegrees};

// A camera that turns, a hand that pinches, gaze and a marker, with slopes.
inline mrtk::InputAnimation Scene() {
  mrtk::InputAnimation scene;
  scene.has_camera = true;
  scene.has_hands = true;
  scene.has_gaze = true;
  const auto wave = [&](size_t slot, float size, float shift) {
    for (int k = 0; k < 12; ++k) {
      const auto at = static_cast<float>(k);
      scene.curves[slot].keys.push_back({.time = at / 4,
                                         .value = shift + size * std::sin(at),
                                         .in_tangent = size,
                                         .out_tangent = size,
                                         .in_weight = 0.3F,
                                         .out_weight = 0.6F,
                                         .weighted_mode = k % 4});
    }
  };
  for (size_t i = 0; i < mrtk::kPoseCurves; ++i) {
    wave(i, i < mrtk::kRotationX ? 0.3F : 0.02F,
         i == mrtk::kRotationW ? 1.0F : 0.0F);
  }
  for (size_t i = mrtk::CurveSlot::kGaze; i < mrtk::CurveSlot::kCount; ++i) {
    wave(i, 0.2F, 0.5F);
  }
  scene.curve(mrtk::CurveSlot::Pinch(mrtk::Handedness::kLeft)).keys = {
      {.time = 0, .value = 0},
      {.time = 1, .value = 1},
      {.time = 2, .value = 0}};
  scene.markers = {{1, "start"}};
  return scene;
}

inline std::vector<uint8_t> Written(const mrtk::InputAnimation& animation) {
  return mrtk::MustWrite(animation, mrtk::kFull11);
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
