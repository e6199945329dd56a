// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/recording_check.h"
#include "actions/optimize/recording/test_recordings.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"
#include "testing/allocation_counter.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::FileLayout;
using mrtk::InputAnimation;
using mrtk::InputAnimationView;
using mrtk::Keyframe;
using mrtk::kFull11;

// A file, and the view of it.
class File {
 public:
  File(const InputAnimation& animation, const FileLayout& layout)
      : File(mrtk::MustWrite(animation, layout), layout.keys) {}
  File(std::vector<uint8_t> bytes, mrtk::KeyLayout keys)
      : bytes_(std::move(bytes)) {
    mrtk::ReadOptions options;
    options.layout = keys;
    FindingList findings;
    view_ = mrtk::ReadInputAnimation(bytes_, options, findings);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const std::vector<uint8_t>& bytes() const { return bytes_; }
  const InputAnimationView& view() const { return *view_; }

 private:
  std::vector<uint8_t> bytes_;
  std::optional<InputAnimationView> view_;
};

Optimized Checked(const File& file, const OptimizeOptions& options) {
  Optimized result = OptimizeRecording(file.view(), options);
  EXPECT_EQ(WhatDoesNotHold(file.view(), options, result, 200), "");
  return result;
}

// Only the camera's position has keys.
InputAnimation Camera(const std::vector<Keyframe>& keys) {
  InputAnimation animation;
  animation.has_camera = true;
  for (const auto component :
       {mrtk::kPositionX, mrtk::kPositionY, mrtk::kPositionZ}) {
    animation.curve(CurveSlot::Camera(component)).keys = keys;
  }
  return animation;
}

size_t KeysOf(const Optimized& result, mrtk::KeyLayout layout) {
  if (!result.changed()) return 0;
  const File file(result.bytes, layout);
  return file.view().curve(CurveSlot::Camera(mrtk::kPositionX)).size();
}

TEST(OptimizeRecordingTest, MotionsKeepTheirBounds) {
  constexpr uint32_t kMotions = CLIPGUARD_SANITIZED ? 3 : 6;
  for (uint32_t seed = 1; seed <= kMotions; ++seed) {
    MotionOptions motion{.seed = seed, .keys = 300};
    motion.noise = seed % 2 == 0 ? 0 : 2e-4;
    motion.tangents = seed % 3 == 0;
    for (const double tolerance : {1e-4, 1e-3}) {
      const OptimizeOptions options{.tolerance = tolerance};
      const File compact(MakeMotion({.seed = seed, .keys = 300}, true),
                         mrtk::kRecorder11);
      EXPECT_TRUE(Checked(compact, options).changed());
      const File full(MakeMotion(motion, false), mrtk::kRecorder10);
      EXPECT_TRUE(Checked(full, options).changed());
    }
  }
}

TEST(OptimizeRecordingTest, ALineNeedsTwoKeys) {
  std::vector<Keyframe> keys;
  for (int i = 0; i <= 64; ++i) {
    keys.push_back({.time = static_cast<float>(i) / 64,
                    .value = static_cast<float>(i) / 32});
  }
  for (const FileLayout& layout : {mrtk::kRecorder11, kFull11}) {
    const File file(Camera(keys), layout);
    const Optimized result = Checked(file, {.tolerance = 1e-9});
    EXPECT_EQ(KeysOf(result, layout.keys), 2u);
    EXPECT_LT(result.parts[0].proven.distance, 1e-13);
  }
}

TEST(OptimizeRecordingTest, TheLinesNeedNotPassTheValues) {
  // Keys in turn 1 mm above and below a line.
  std::vector<Keyframe> keys;
  for (int i = 0; i <= 100; ++i) {
    keys.push_back({.time = static_cast<float>(i),
                    .value = i % 2 == 0 ? 0.001f : -0.001f});
  }
  const File file(Camera(keys), mrtk::kRecorder11);
  // Three curves at once: the diagonal of a cube.
  EXPECT_EQ(KeysOf(Checked(file, {.tolerance = 0.00175}), file.view().layout()),
            4u);
  EXPECT_FALSE(Checked(file, {.tolerance = 0.001}).changed());
}

TEST(OptimizeRecordingTest, ACubicNeedsTwoFullKeys) {
  std::vector<Keyframe> keys;
  for (int i = 0; i <= 60; ++i) {
    const double t = i / 60.0;
    keys.push_back({.time = static_cast<float>(t),
                    .value = static_cast<float>(t * t * (3 - 2 * t))});
  }
  const File file(Camera(keys), kFull11);
  // The lines between keys are up to 2e-4 off the cubic.
  EXPECT_EQ(KeysOf(Checked(file, {.tolerance = 5e-4}), file.view().layout()),
            2u);
}

TEST(OptimizeRecordingTest, StepsAndJumpsStay) {
  std::vector<Keyframe> keys;
  for (int i = 0; i <= 60; ++i) {
    keys.push_back({.time = static_cast<float>(i), .value = 1});
  }
  keys[20].out_tangent = kInfinity;  // a step to the same value
  keys[41].time = keys[40].time;
  keys[41].value = 1.00001f;  // a jump that is smaller than the tolerance
  const File file(Camera(keys), kFull11);
  const Optimized result = Checked(file, {.tolerance = 0.01});
  const File after(result.bytes, file.view().layout());
  const CurveView curve =
      after.view().curve(CurveSlot::Camera(mrtk::kPositionX));
  std::vector<float> times;
  for (size_t i = 0; i < curve.size(); ++i) times.push_back(curve.time(i));
  EXPECT_EQ(times, (std::vector<float>{0, 20, 21, 40, 40, 60}));
  EXPECT_EQ(curve.key(1).out_tangent, kInfinity);
  EXPECT_EQ(curve.value(4), 1.00001f);
}

TEST(OptimizeRecordingTest, WhatRepeatsAlikeMayBeSmaller) {
  InputAnimation animation = MakeMotion({.seed = 9, .keys = 200}, true);
  for (mrtk::Curve& curve : animation.curves) curve.pre_wrap = 4;
  for (mrtk::Curve& curve : animation.curves) curve.post_wrap = 2;
  const File file(animation, mrtk::kRecorder11);
  EXPECT_TRUE(Checked(file, {.tolerance = 1e-3}).changed());
  // Not alike: the camera's position stays, and it is said.
  animation.curve(CurveSlot::Camera(mrtk::kPositionY)).post_wrap = 4;
  const File other(animation, mrtk::kRecorder11);
  const Optimized result = Checked(other, {.tolerance = 1e-3});
  ASSERT_EQ(result.kept.size(), 1u);
  EXPECT_EQ(result.kept[0].path, "camera.position.x");
}

TEST(OptimizeRecordingTest, ALostWStays) {
  InputAnimation animation = MakeMotion({.seed = 3, .keys = 200}, true);
  animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys.resize(1);
  const File file(animation, mrtk::kRecorder11);
  const Optimized result = Checked(file, {});
  ASSERT_EQ(result.kept.size(), 1u);
  EXPECT_EQ(result.kept[0].path, "camera.rotation.x");
  EXPECT_EQ(result.parts[0].proven.angle, 0);
}

TEST(OptimizeRecordingTest, PositionsMayHaveTimesOfTheirOwn) {
  InputAnimation animation = MakeMotion({.seed = 4, .keys = 200}, true);
  auto& y = animation.curve(CurveSlot::Camera(mrtk::kPositionY)).keys;
  y.erase(y.begin() + 50, y.begin() + 60);
  const File file(animation, mrtk::kRecorder11);
  const Optimized result = Checked(file, {.tolerance = 1e-3});
  EXPECT_TRUE(result.kept.empty());
  EXPECT_GT(result.parts[0].proven.distance, 0);
}

TEST(OptimizeRecordingTest, WhereAQuaternionTurnsAroundNothingIsSaved) {
  // The numbers change their signs at each key: in between the rotation is
  // anything, and it stays that.
  InputAnimation animation;
  animation.has_camera = true;
  for (size_t c = 0; c < 4; ++c) {
    auto& keys = animation.curves[mrtk::kRotationX + c].keys;
    for (int i = 0; i <= 40; ++i) {
      const float value = c == 3 ? 1 : 0.01f;
      keys.push_back({.time = static_cast<float>(i),
                      .value = i % 2 == 0 ? value : -value});
    }
  }
  const File file(animation, mrtk::kRecorder11);
  EXPECT_FALSE(
      Checked(file, {.tolerance = 1, .angle_tolerance = 10}).changed());
}

TEST(OptimizeRecordingTest, HandsAreMeasuredOffTheirJoints) {
  const File file(MakeMotion({.seed = 5}, true), mrtk::kRecorder11);
  const OptimizeOptions options{.tolerance = 1e-4, .angle_tolerance = 90};
  for (const OptimizedPart& part : Checked(file, options).parts) {
    if (part.name == "camera" || part.name == "gaze") continue;
    EXPECT_LE(part.proven.shell, 1e-4 * (1 + 1e-9));
    // A turn of 0.095 degrees is half of that at 3 cm.
    EXPECT_LT(part.proven.angle, 0.0956);
    EXPECT_GT(part.proven.angle, 0.08);
    EXPECT_LE(part.measured.shell, part.proven.shell + 1e-6);
  }
}

TEST(OptimizeRecordingTest, NothingComesOfNothing) {
  const File file(InputAnimation{}, mrtk::kRecorder11);
  const Optimized result = OptimizeRecording(file.view(), {});
  EXPECT_FALSE(result.changed());
  EXPECT_TRUE(result.parts.empty());
}

TEST(OptimizeRecordingTest, FilesWithErrorsAreNoDanger) {
  InputAnimation animation = MakeMotion({.seed = 6, .keys = 100}, true);
  auto& x = animation.curve(CurveSlot::Camera(mrtk::kPositionX)).keys;
  x[50].time = kNan;
  x[60].value = kInfinity;
  auto& w = animation.curve(CurveSlot::Camera(mrtk::kRotationW)).keys;
  w[50].time = -7;
  for (const float odd : {kNan, kInfinity, -kInfinity, 3e38f, -1.0f}) {
    auto& key = animation.curve(CurveSlot::Gaze(mrtk::kOriginX)).keys[30];
    key = {odd, odd, odd, odd, odd, odd, 7};
    for (const FileLayout& layout : {mrtk::kRecorder11, kFull11}) {
      mrtk::WriteOptions write;
      write.allow_loss = true;
      const File file(*mrtk::WriteInputAnimation(animation, layout, write),
                      layout.keys);
      EXPECT_FALSE(OptimizeRecording(file.view(), {}).kept.empty());
    }
  }
}

TEST(OptimizeRecordingTest, TheSameBitsOnAllMachines) {
  const File compact(MakeMotion({.seed = 7}, true), mrtk::kRecorder11);
  const File full(MakeMotion({.seed = 8, .tangents = true}, false),
                  mrtk::kRecorder10);
  const Optimized a = OptimizeRecording(compact.view(), {.tolerance = 1e-3});
  const Optimized b = OptimizeRecording(full.view(), {.tolerance = 1e-3});
  const auto hash = [](const std::vector<uint8_t>& bytes) {
    uint64_t h = 14695981039346656037u;
    for (const uint8_t byte : bytes) h = (h ^ byte) * 1099511628211u;
    return h;
  };
  EXPECT_EQ(hash(compact.bytes()), 7756419641477292963u);
  EXPECT_EQ(hash(a.bytes), 2063775751247989503u);
  EXPECT_EQ(hash(b.bytes), 5085787280538829666u);
}

TEST(OptimizeRecordingTest, TimeAndMemoryFollowTheFile) {
  for (const bool full : {false, true}) {
    for (const size_t keys : {size_t{500}, size_t{4000}}) {
      const File file(MakeMotion({.seed = 2, .keys = keys}, false),
                      full ? mrtk::kRecorder10 : mrtk::kRecorder11);
      const uint64_t work = WorkDone();
      const int64_t start = StartPeak();
      const Optimized result = OptimizeRecording(file.view(), {});
      EXPECT_LE(PeakBytesSince(start), 2 * file.bytes().size() + (1u << 20));
      const uint64_t done = WorkDone() - work;
      std::printf(
          "%s, %zu keys: %.2f operations a byte\n", full ? "full" : "compact",
          keys,
          static_cast<double>(done) / static_cast<double>(file.bytes().size()));
      EXPECT_LE(done, 8 * file.bytes().size());
    }
  }
}

TEST_F(RealRecordingsTest, KeepTheirBounds) {
  for (const auto& path : Recordings()) {
    const std::vector<uint8_t> bytes = ReadBytes(path);
    FindingList findings;
    const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
    ASSERT_TRUE(view) << path;
    for (const double tolerance : {1e-4, 1e-3}) {
      const OptimizeOptions options{.tolerance = tolerance};
      const Optimized result = OptimizeRecording(*view, options);
      EXPECT_EQ(WhatDoesNotHold(*view, options, result, 20), "") << path;
      if (path.parent_path().filename() == "real") {
        EXPECT_LT(result.bytes.size(), bytes.size() / 2);
      }
    }
  }
}

}  // namespace
}  // namespace clipguard::actions
