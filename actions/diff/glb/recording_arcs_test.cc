// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings beside .glb files whose rotations go along arcs.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/read/recording_reader.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/recording_glb.h"
#include "actions/diff/glb/test_glb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "testing/allocation_counter.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimation;

using Bytes = std::vector<uint8_t>;

// Samples with arcs between them come close to the curves if there are many.
TEST(RecordingArcsTest, ArcsAreCompared) {
  InputAnimation scene;
  scene.has_camera = true;
  for (int k = 0; k < 50; ++k) {
    const auto at = static_cast<float>(k) / 10;
    const std::array<float, 2> turn = {std::sin(at), std::cos(at)};
    for (size_t i = 0; i < 2; ++i) {
      scene.curves[mrtk::kRotationZ + i].keys.push_back(
          {.time = at, .value = turn[i]});
    }
  }
  const Bytes recording = Written(scene);
  const Bytes close = GlbOf(recording, {.fps = 200});
  const Comparison same = Compare(recording, close);
  EXPECT_EQ(same.gap_count(), 0U);
  EXPECT_FALSE(same.differs());
  EXPECT_FALSE(Compare(close, close).differs());
  // One sample in two seconds is far off: by how much is known.
  const Comparison far = Compare(recording, GlbOf(recording, {.fps = 0.5}));
  EXPECT_EQ(far.gap_count(), 0U);
  ASSERT_TRUE(far.differs());
  const std::vector<Measure>& measures = far.differences()[0].measures;
  const auto rotation =
      std::ranges::find(measures, std::string_view("rotation"), &Measure::what);
  ASSERT_NE(rotation, measures.end());
  EXPECT_GT(rotation->found, 1);
  EXPECT_LT(rotation->bound, rotation->found * 1.02 + 0.01);
}

// A camera that turns by `turn` from key to key, in radians between
// quaternions; with the keys that a .glb of arcs has, to the bit.
struct Turning {
  InputAnimation scene;
  Bytes arcs;

  explicit Turning(double turn) {
    scene.has_camera = true;
    for (int k = 0; k < 40; ++k) {
      const std::array<double, 2> at = {std::sin(k * turn), std::cos(k * turn)};
      for (size_t i = 0; i < 2; ++i) {
        scene.curves[mrtk::kRotationZ + i].keys.push_back(
            {.time = static_cast<float>(k) / 10,
             .value = static_cast<float>(at[i])});
      }
    }
    arcs = GlbOf(Written(scene), {.fps = 10});
    auto read = gltf::ReadRecording(arcs);
    EXPECT_TRUE(read.ok());
    if (!read.ok()) return;
    for (size_t slot = 0; slot < mrtk::kPoseCurves; ++slot) {
      const mrtk::CurveView curve = read->curves.Curve(CurveSlot(slot));
      scene.curves[slot].keys.clear();
      for (size_t i = 0; i < curve.size(); ++i) {
        scene.curves[slot].keys.push_back(curve.key(i));
      }
    }
  }
};

constexpr Measure kNone = {};
const Measure& Of(const Comparison& c, std::string_view what) {
  for (const Difference& difference : c.differences()) {
    for (const Measure& measure : difference.measures) {
      if (measure.what == what) return measure;
    }
  }
  return kNone;
}

// The same keys, and another speed between them.
TEST(RecordingArcsTest, LinesAndArcsThroughTheSameKeysAreNotTheSame) {
  Turning turning(0.095);
  const Bytes lines = Written(turning.scene);
  for (const Comparison& c :
       {Compare(lines, turning.arcs, {}), Compare(turning.arcs, lines, {})}) {
    EXPECT_EQ(c.count(), 1U);
    EXPECT_EQ(Of(c, "rotation").found, 0);
    EXPECT_GT(Of(c, "rotation").bound, 0.002);
    EXPECT_LT(Of(c, "rotation").bound, 0.004);
    EXPECT_GT(Of(c, "joint").bound, 0);
  }
  EXPECT_FALSE(Compare(lines, turning.arcs).differs());
  EXPECT_FALSE(Compare(turning.arcs, turning.arcs, {}).differs());
  // Where something else differs, too.
  turning.scene.curves[0].keys = {{.time = 0, .value = 1}};
  const Comparison moved = Compare(Written(turning.scene), turning.arcs, {});
  EXPECT_GT(Of(moved, "position").found, 0.9);
  EXPECT_GT(Of(moved, "rotation").bound, 0.002);
  // What does not turn goes along no arc.
  const Turning still(0);
  EXPECT_FALSE(Compare(Written(still.scene), still.arcs, {}).differs());
}

// Arcs of nearly half a turn, each of which could have 16 keys.
TEST(RecordingArcsTest, ToCompareLongArcsTakesASmallMultiple) {
  InputAnimation scene;
  scene.has_camera = true;
  for (int k = 0; k < 40'000; ++k) {
    for (size_t i = 0; i < 2; ++i) {
      const bool turned = k % 2 != 0;
      const float part = turned == (i == 0) ? 0.9999995F : 0.001F;
      scene.curves[mrtk::kRotationZ + i].keys.push_back(
          {.time = static_cast<float>(k) / 64, .value = part});
    }
  }
  const Bytes recording = Written(scene);
  const Bytes glb = GlbOf(recording, {.fps = 64});
  ASSERT_GT(glb.size(), 40'000 * 20U);
  const int64_t start = StartPeak();
  EXPECT_TRUE(Compare(glb, recording).differs());
  // Three keys of 32 bytes for each of 20.
  EXPECT_LE(PeakBytesSince(start), glb.size() * 5);
}

}  // namespace
}  // namespace clipguard::actions
