// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Compares parsing and evaluation with what the recorder's own reader and
// evaluator make of recordings. Needs the folder of sample recordings in the
// environment variable CLIPGUARD_DATA.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "eval/curve/clip.h"
#include "eval/curve/reference.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "simdjson.h"
#include "testing/sample_files.h"

namespace clipguard::eval {
namespace {

namespace dom = simdjson::dom;
using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::Handedness;
using mrtk::InputAnimationView;

// Infinities and NaN, which JSON cannot write as numbers, are strings.
double Number(dom::element json) {
  if (json.is_string()) {
    const std::string_view name = json;
    if (name == "Infinity") return std::numeric_limits<double>::infinity();
    if (name == "-Infinity") return -std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
  }
  return json.get_double();
}

float Float(dom::element json) { return static_cast<float>(Number(json)); }

// Collects the worst difference, relative to what is allowed.
class Worst {
 public:
  // Allowed: 2e-6, plus 1e-5 of the expected value.
  void Compare(double got, double want, const std::string& what) {
    ++compared_;
    if (got == want || (std::isnan(got) && std::isnan(want))) return;
    const double error = std::abs(got - want);
    EXPECT_LE(error, 2e-6 + 1e-5 * std::abs(want))
        << what << ": " << got << ", expected " << want;
    if (error > error_) {
      error_ = error;
      what_ = what;
    }
  }

  void Print(const char* title) const {
    std::printf("%s: %zu values, worst error %.3g %s\n", title, compared_,
                error_, what_.c_str());
  }

 private:
  size_t compared_ = 0;
  double error_ = 0;
  std::string what_;
};

class Comparison {
 public:
  Comparison(const InputAnimationView& view, dom::element expected)
      : view_(view), expected_(expected), clip_(view) {}

  void Structure() {
    EXPECT_EQ(view_.version().major, Int(expected_["version"].at(0)));
    EXPECT_EQ(view_.version().minor, Int(expected_["version"].at(1)));
    EXPECT_EQ(view_.curve_count(), size_t(Int(expected_["curve_count"])));
    EXPECT_EQ(view_.Duration(), Float(expected_["duration"]));

    auto markers = view_.markers();
    const dom::array list = expected_["markers"];
    EXPECT_EQ(view_.marker_count(), list.size());
    for (const dom::element want : list) {
      const auto marker = markers.Next();
      ASSERT_TRUE(marker.has_value());
      EXPECT_EQ(marker->time, Float(want["time"]));
      EXPECT_EQ(marker->name, std::string_view(want["name"]));
    }

    size_t column = 0;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const CurveSlot slot(i);
      if (!view_.has_curve(slot)) continue;
      SCOPED_TRACE(slot.Path());
      const CurveView curve = view_.curve(slot);
      EXPECT_EQ(curve.size(), size_t(Int(At("key_counts", column))));
      EXPECT_EQ(curve.pre_wrap(), Int(At("pre_wrap", column)));
      EXPECT_EQ(curve.post_wrap(), Int(At("post_wrap", column)));
      Key(curve, 0, At("first_key_time_value", column));
      Key(curve, curve.size() - 1, At("last_key_time_value", column));
      ++column;
    }
    EXPECT_EQ(column, dom::array(expected_["key_counts"]).size());
  }

  void Values(Worst* positions, Worst* raw, Worst* normalized,
              Worst* specification) {
    const dom::array times = expected_["times"];
    EXPECT_EQ(times.size(), 40);
    for (size_t row = 0; row < times.size(); ++row) {
      const float time = Float(times.at(row));
      const ClipPose pose = clip_.Sample(time);
      const ClipPose raw_pose = clip_.Sample(time, Rotations::kRaw);
      const std::string at = " at " + std::to_string(time);

      if (view_.has_camera()) {
        const dom::element want = At("camera", row);
        ComparePose(pose.camera, raw_pose.camera, want, "camera" + at,
                    positions, raw, normalized);
        Specified(CurveSlot::Camera(mrtk::kPositionX), 7, time, want,
                  specification);
      }
      if (view_.has_hands()) {
        const dom::element states = At("hand_state", row);
        for (const Handedness hand : mrtk::kHands) {
          const auto h = static_cast<size_t>(hand);
          EXPECT_EQ(pose.hands[h].tracked, bool(states.at(h))) << at;
          EXPECT_EQ(pose.hands[h].pinch, bool(states.at(2 + h))) << at;
          EXPECT_EQ(
              EvaluateBoolean(view_.curve(CurveSlot::Tracked(hand)), time),
              pose.hands[h].tracked);
          EXPECT_EQ(EvaluateBoolean(view_.curve(CurveSlot::Pinch(hand)), time),
                    pose.hands[h].pinch);
          for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
            const std::string_view name = mrtk::kJointNames[joint];
            const dom::element want =
                expected_["joints"][mrtk::HandName(hand)][name].at(row);
            ComparePose(pose.hands[h].joints[joint],
                        raw_pose.hands[h].joints[joint], want,
                        std::string(name) + at, positions, raw, normalized);
            Specified(CurveSlot::Joint(hand, joint, mrtk::kPositionX), 7, time,
                      want, specification);
          }
        }
      }
      if (view_.has_gaze()) {
        const dom::element want = At("gaze", row);
        for (size_t i = 0; i < 3; ++i) {
          positions->Compare(pose.gaze.origin[i], Number(want.at(i)),
                             "gaze" + at);
          raw->Compare(raw_pose.gaze.direction[i], Number(want.at(3 + i)),
                       "gaze" + at);
          normalized->Compare(pose.gaze.direction[i], Number(want.at(6 + i)),
                              "gaze" + at);
        }
        Specified(CurveSlot::Gaze(mrtk::kOriginX), 6, time, want,
                  specification);
      }
    }
  }

 private:
  static int64_t Int(dom::element json) { return json.get_int64(); }

  dom::element At(std::string_view table, size_t row) {
    return expected_[table].at(row);
  }

  static void Key(const CurveView& curve, size_t i, dom::element want) {
    EXPECT_EQ(curve.empty(), want.is_null());
    if (curve.empty() || want.is_null()) return;
    EXPECT_EQ(curve.time(i), Float(want.at(0)));
    EXPECT_EQ(curve.value(i), Float(want.at(1)));
  }

  static void ComparePose(const Pose& pose, const Pose& raw_pose,
                          dom::element want, const std::string& what,
                          Worst* positions, Worst* raw, Worst* normalized) {
    for (size_t i = 0; i < 3; ++i) {
      positions->Compare(pose.position[i], Number(want.at(i)), what);
      EXPECT_EQ(pose.position[i], raw_pose.position[i]);
    }
    for (size_t i = 0; i < 4; ++i) {
      raw->Compare(raw_pose.rotation[i], Number(want.at(3 + i)), what);
      normalized->Compare(pose.rotation[i], Number(want.at(7 + i)), what);
    }
  }

  // The specification itself, which knows nothing of poses.
  void Specified(CurveSlot first, size_t count, float time, dom::element want,
                 Worst* specification) {
    for (size_t i = 0; i < count; ++i) {
      const CurveSlot slot(first.index() + i);
      specification->Compare(EvaluateCurve(view_.curve(slot), time),
                             Number(want.at(i)),
                             slot.Path() + " at " + std::to_string(time));
    }
  }

  InputAnimationView view_;
  dom::element expected_;
  ClipSampler clip_;
};

using GoldenTest = RealRecordingsTest;

TEST_F(GoldenTest, RecordingsEvaluateAsTheRecorderEvaluatesThem) {
  const std::filesystem::path golden = folder() / "golden";
  Worst positions, raw, normalized, specification;
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(golden)) {
    if (entry.path().extension() != ".bin") continue;
    SCOPED_TRACE(entry.path().filename().string());
    ++files;
    const std::vector<uint8_t> bytes = ReadBytes(entry.path());
    FindingList findings;
    const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(findings.errors(), 0);

    auto json = entry.path();
    json.replace_extension(".expected.json");
    dom::parser parser;
    dom::element expected;
    ASSERT_EQ(parser.load(json.string()).get(expected), simdjson::SUCCESS);
    try {
      Comparison comparison(*view, expected);
      comparison.Structure();
      comparison.Values(&positions, &raw, &normalized, &specification);
    } catch (const simdjson::simdjson_error& error) {
      FAIL() << "the table has an unexpected form: " << error.what();
    }
  }
  EXPECT_GT(files, 0u);
  std::printf("%zu recordings\n", files);
  positions.Print("positions");
  raw.Print("raw rotations and directions");
  normalized.Print("normalised rotations and directions");
  specification.Print("specification");
}

}  // namespace
}  // namespace clipguard::eval
