// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files with more than one finding: how repeats are counted, and the order.

#include <cstddef>
#include <string_view>

#include "corpus/mrtk/builder.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {

using mrtk::KeyLayout;

void AddSeveral(FileSet& files) {
  Recording r = NoParts();
  r.markers = {{0, "a\xff", {}},
               {1, "fine", {}},
               {2, "\xc0\x80", {}},
               {3, "\xff\xff", {}}};
  Written file = Write(r);
  files.Damaged("MARKER_NAME_NOT_UTF8", "three-markers",
                "Three of four names are not UTF-8", file,
                file.MarkerName(0, 1, 1), 3);
  r.markers = {{3, "a", {}}, {2, "b", {}}, {1, "c", {}}};
  file = Write(r);
  files.Damaged("MARKER_TIME_DECREASING", "reversed",
                "Markers in reverse order", file, file.MarkerTime(1), 2);
  r.markers = {{0, "a", Bytes("\x81\x00")}, {0, "b", Bytes("\x81\x00")}};
  file = Write(r);
  files.Damaged("MARKER_NAME_LENGTH_PADDED", "two", "Two padded lengths", file,
                file.MarkerLength(0), 2);

  constexpr std::string_view kWrap = "WRAP_MODE_UNKNOWN";
  r = Recording();
  r.curve(kCameraX).pre_wrap = 77;
  r.curve(kCameraX).post_wrap = -3;
  file = Write(r);
  files.Add("wrap-mode-unknown.both", "Both wrap modes of a curve", file,
            {At(kWrap, file.CurveField(kCameraX, "preWrap")),
             At(kWrap, file.CurveField(kCameraX, "postWrap"))});

  // Misread bytes show first as wrap modes that do not exist.
  r = Recording();
  r.curve(kCameraX).post_wrap = 1000;
  r.curve(kCameraY).declared_count = -5;
  file = Write(r);
  files.Add("key-count-negative.misread",
            "An unknown wrap mode, then a negative count", file,
            {At(kWrap, file.CurveField(kCameraX, "postWrap")),
             At("KEY_COUNT_NEGATIVE", file.CurveField(kCameraY, "keyCount"))});

  // A NaN hides nothing: the keys around it are compared with each other.
  file = Write(AtTimes({1, kNan, 0}));
  files.Add("key-time-decreasing.around-nan",
            "Keys in the wrong order, NaN between them", file,
            {At("KEY_TIME_NOT_FINITE", file.KeyField(kCameraX, 1, "time")),
             At("KEY_TIME_DECREASING", file.KeyField(kCameraX, 2, "time"))});

  r = NoParts();
  r.markers = {{1, "m", {}}};
  r.declared_marker_count = kIntMax;
  file = Write(r);
  files.Damaged("MARKER_COUNT_TOO_LARGE", "int-max",
                "2147483647 markers, of which one is there", file,
                file.MarkerCount());

  // 1.1 with full keys: still recognised when it is damaged.
  r = CameraKeys({{.time = 0, .value = 0.5f, .weighted_mode = 0},
                  {.time = 1, .value = 0.25f, .weighted_mode = 0}},
                 KeyLayout::kFull);
  r.trailing = "x";
  file = Write(r);
  files.Damaged("TRAILING_BYTES", "full",
                "One byte after a file with full keys", file,
                {file.end(), 1, "end"});
  r.trailing.clear();
  r.curve(kCameraRotationW).declared_count = 1000;
  file = Write(r);
  files.Damaged("KEY_COUNT_TOO_LARGE", "full",
                "Full keys, and a count that is too large after them", file,
                file.CurveField(kCameraRotationW, "keyCount"));

  // One key with every fault at once, and a second one that repeats some.
  r = CameraKeys(
      {{.time = 5, .value = 1},
       {.time = 4,
        .value = kNan,
        .in_tangent = kNan,
        .out_tangent = kNan,
        .in_weight = kNan,
        .out_weight = 2,
        .weighted_mode = -1},
       {.time = kNan, .value = kInfinity, .in_weight = -1, .weighted_mode = 4},
       {.time = 6, .value = 1}},
      KeyLayout::kFull);
  r.curve(kCameraX).post_wrap = 3;
  file = Write(r);
  const auto key = [&](size_t index, std::string_view field) {
    return file.KeyField(kCameraX, index, field);
  };
  files.Add("key-value-not-finite.many-faults",
            "Eight kinds of faults in the keys of one curve", file,
            {At(kWrap, file.CurveField(kCameraX, "postWrap")),
             At("KEY_TIME_DECREASING", key(1, "time")),
             At("KEY_VALUE_NOT_FINITE", key(1, "value"), 2),
             At("KEY_TANGENT_NAN", key(1, "inTangent"), 2),
             At("KEY_WEIGHT_NAN", key(1, "inWeight")),
             At("KEY_WEIGHT_OUT_OF_RANGE", key(1, "outWeight"), 2),
             At("WEIGHTED_MODE_UNKNOWN", key(1, "weightedMode"), 2),
             At("KEY_TIME_NOT_FINITE", key(2, "time"))});
}

}  // namespace clipguard::corpus
