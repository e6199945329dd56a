// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Faults of single curves: wrap modes and the fields of keys.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "corpus/mrtk/builder.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {
namespace {

using mrtk::Keyframe;
using mrtk::KeyLayout;

void AddWrapModes(FileSet& files) {
  for (const auto& [variant, field, mode] :
       {std::tuple<const char*, const char*, int32_t>{"", "preWrap", 3},
        {"5", "postWrap", 5},
        {"16", "postWrap", 16},
        {"negative", "preWrap", -3},
        {"int-max", "postWrap", kIntMax},
        {"two-bits", "preWrap", 6}}) {
    Recording r;
    RawCurve& curve = r.curve(kCameraX);
    (field == std::string_view("preWrap") ? curve.pre_wrap : curve.post_wrap) =
        mode;
    const Written file = Write(r);
    files.Damaged("WRAP_MODE_UNKNOWN", variant,
                  absl::StrCat("Wrap mode ", mode), file,
                  file.CurveField(kCameraX, field));
  }
}

void AddKeyTimes(FileSet& files) {
  // A camera's keys at such times, of which key `key` is the first that is
  // wrong.
  const auto times = [&](std::string_view code, std::string_view variant,
                         std::string_view title, const std::vector<float>& at,
                         size_t key, uint64_t count = 1) {
    const Written file = Write(AtTimes(at));
    files.Damaged(code, variant, title, file,
                  file.KeyField(kCameraX, key, "time"), count);
  };
  constexpr std::string_view kNotFinite = "KEY_TIME_NOT_FINITE";
  constexpr std::string_view kDecreasing = "KEY_TIME_DECREASING";
  constexpr std::string_view kDuplicate = "KEY_TIME_DUPLICATE";
  times(kNotFinite, "", "A key at NaN", {kNan}, 0);
  times(kNotFinite, "middle", "NaN between two keys", {0, kNan, 1}, 1);
  times(kNotFinite, "negative-nan", "A NaN with its sign set",
        {0, kNegativeNan}, 1);
  times(kNotFinite, "infinity", "The last key at infinity", {0, kInfinity}, 1);
  times(kNotFinite, "minus-infinity", "The first key at minus infinity",
        {-kInfinity, 0}, 0);
  times(kNotFinite, "three", "NaN at three keys of five",
        {0, kNan, 1, kNan, kNan}, 1, 3);
  times(kDecreasing, "", "Two keys in the wrong order", {1, 0}, 1);
  times(kDecreasing, "by-one-ulp", "A key earlier by the least possible",
        {1, 0.99999994f}, 1);
  times(kDecreasing, "all", "Five keys in reverse order", {4, 3, 2, 1, 0}, 1,
        4);
  times(kDuplicate, "", "Two keys at one time", {1, 1}, 1);
  times(kDuplicate, "zeros", "Keys at -0 and 0", {-0.0f, 0}, 1);
  times(kDuplicate, "three", "Three keys at one time", {1, 1, 1, 2}, 1, 2);

  // The end of the recording is where the other curves end.
  Recording r = CameraKeys({{.time = 0}, {.time = kInfinity, .value = 1}},
                           KeyLayout::kCompact);
  r.curve(kCameraY).keys = {{.time = 0}, {.time = 1, .value = 1}};
  Written file = Write(r);
  files.Damaged(kNotFinite, "infinite-end", "One curve of two ends at infinity",
                file, file.KeyField(kCameraX, 1, "time"));

  r = MovingHands();
  r.curve(kRightPinch).keys = {{.time = 0, .value = 0},
                               {.time = kNan, .value = 1}};
  file = Write(r);
  files.Damaged(kNotFinite, "boolean", "A boolean curve's key at NaN", file,
                file.KeyField(kRightPinch, 1, "time"));
  r.curve(kRightPinch).keys[1].time = -1;
  file = Write(r);
  files.Damaged(kDecreasing, "boolean", "A boolean curve's keys out of order",
                file, file.KeyField(kRightPinch, 1, "time"));
}

void AddKeyFields(FileSet& files) {
  const Keys good = {{.time = 0, .value = 0}, {.time = 1, .value = 1}};
  // position.x with a full key 1 that `damage` has changed.
  const auto full = [&](std::string_view code, std::string_view variant,
                        std::string_view title, std::string_view field,
                        auto&& damage) {
    Keys keys = good;
    damage(keys[1]);
    const Written file = Write(CameraKeys(std::move(keys), KeyLayout::kFull));
    files.Damaged(code, variant, title, file,
                  file.KeyField(kCameraX, 1, field));
  };

  constexpr std::string_view kValue = "KEY_VALUE_NOT_FINITE";
  for (const auto& [variant, value] : {std::pair<const char*, float>{"", kNan},
                                       {"infinity", kInfinity},
                                       {"minus-infinity", -kInfinity}}) {
    Keys keys = good;
    keys[1].value = value;
    const Written file =
        Write(CameraKeys(std::move(keys), KeyLayout::kCompact));
    files.Damaged(kValue, variant, "A key without a finite value", file,
                  file.KeyField(kCameraX, 1, "value"));
  }
  full(kValue, "full", "A full key whose value is NaN", "value",
       [](Keyframe& k) { k.value = kNan; });

  constexpr std::string_view kTangent = "KEY_TANGENT_NAN";
  full(kTangent, "", "The in tangent is NaN", "inTangent",
       [](Keyframe& k) { k.in_tangent = kNan; });
  full(kTangent, "out", "The out tangent is NaN", "outTangent",
       [](Keyframe& k) { k.out_tangent = kNegativeNan; });

  constexpr std::string_view kWeight = "KEY_WEIGHT_NAN";
  full(kWeight, "", "The in weight is NaN", "inWeight",
       [](Keyframe& k) { k.in_weight = kNan; });
  full(kWeight, "out", "The out weight is NaN", "outWeight",
       [](Keyframe& k) { k.out_weight = kNan; });
  full(kWeight, "unused", "A weight that is not in use is NaN", "inWeight",
       [](Keyframe& k) {
         k.in_weight = kNan;
         k.weighted_mode = 0;
       });

  constexpr std::string_view kRange = "KEY_WEIGHT_OUT_OF_RANGE";
  full(kRange, "", "An in weight of 1.5", "inWeight",
       [](Keyframe& k) { k.in_weight = 1.5f; });
  full(kRange, "negative", "An out weight of -0.5", "outWeight",
       [](Keyframe& k) { k.out_weight = -0.5f; });
  full(kRange, "just-above", "A weight of the float after 1", "inWeight",
       [](Keyframe& k) { k.in_weight = 1.0000001f; });
  full(kRange, "infinite", "An infinite weight on a tangent of 0", "inWeight",
       [](Keyframe& k) { k.in_weight = kInfinity; });

  constexpr std::string_view kMode = "WEIGHTED_MODE_UNKNOWN";
  full(kMode, "", "Weighted mode 4", "weightedMode",
       [](Keyframe& k) { k.weighted_mode = 4; });
  full(kMode, "negative", "Weighted mode -1", "weightedMode",
       [](Keyframe& k) { k.weighted_mode = -1; });
  full(kMode, "int-max", "Weighted mode 2147483647", "weightedMode",
       [](Keyframe& k) { k.weighted_mode = kIntMax; });

  {
    Keys keys = good;
    keys[0].out_tangent = std::numeric_limits<float>::max();
    keys[1].time = 100;
    for (Keyframe& key : keys) {
      key.weighted_mode = 0;
      key.in_weight = key.out_weight = 1.0f / 3.0f;
    }
    const Written file = Write(CameraKeys(std::move(keys), KeyLayout::kFull));
    files.Damaged("CURVE_OVERFLOWS", "",
                  "A tangent that leads beyond all floats", file,
                  file.KeyField(kCameraX, 0, "outTangent"));
  }

  const auto boolean = [&](std::string_view code, std::string_view variant,
                           std::string_view title, float value) {
    Recording r = MovingHands();
    r.curve(kRightPinch).keys = {{.time = 0, .value = 0},
                                 {.time = 0.5f, .value = value}};
    const Written file = Write(r);
    files.Damaged(code, variant, title, file,
                  file.KeyField(kRightPinch, 1, "value"));
  };
  boolean("BOOLEAN_VALUE_UNUSUAL", "", "A pinch of one half", 0.5f);
  boolean("BOOLEAN_VALUE_UNUSUAL", "minus-1", "A pinch of -1", -1);
  boolean("BOOLEAN_VALUE_UNUSUAL", "nearly-1", "A pinch of the float before 1",
          0.99999994f);
  boolean(kValue, "boolean", "A pinch of NaN", kNan);
}

}  // namespace

void AddKeys(FileSet& files) {
  AddWrapModes(files);
  AddKeyTimes(files);
  AddKeyFields(files);
}

}  // namespace clipguard::corpus
