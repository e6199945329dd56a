// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the findings that have no test file of their own; those about keys,
// overflow and the recording's meaning are in validate_*_test.cc.

#include "parser/mrtk/checks/validate.h"

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/numbers.h"
#include "gtest/gtest.h"
#include "parser/mrtk/camera_file.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

// ---- Sound files ------------------------------------------------------------

TEST(ValidateTest, HasNothingToSayOfSoundRecordings) {
  for (size_t keys : {2u, 3u, 17u, 100u, 1024u, 1025u}) {
    for (const FileLayout& layout : {kCompact11, kFull11, kFull10}) {
      const auto bytes =
          MustWrite(MakeRecording({.camera = true,
                                   .hands = true,
                                   .gaze = layout.version.minor == 1,
                                   .keys = keys,
                                   .markers = 3}),
                    layout);
      EXPECT_EQ(AllFindings(bytes), List{}) << keys;
    }
  }
  EXPECT_EQ(AllFindings(MustWrite(InputAnimation{}, kCompact11)), List{});
}

TEST(ValidateTest, SaysWhatParseSaysFirst) {
  CameraFile file(KeyLayout::kCompact, 3);
  file.bytes()[16] = 7;  // hasCamera
  file.Set(0, 1, kValue, kNan);
  file.bytes().resize(file.bytes().size() - 4);  // the marker list
  EXPECT_EQ(AllFindings(file.bytes()),
            (List{{kPresenceByteUnusual, {16, 1}, "hasCamera"},
                  {kMarkerListMissing, {file.bytes().size(), 0}, "markers"},
                  file.At(kKeyValueNotFinite, 0, 1, kValue)}));
}

// ---- Wrap modes -------------------------------------------------------------

TEST(ValidateTest, WrapModesMustExist) {
  for (uint64_t curve = 0; curve < 7; ++curve) {
    for (int32_t mode : {-1, 3, 5, 9, 0x01000008}) {
      CameraFile file(KeyLayout::kCompact, 3);
      Put(file.bytes(), file.Curve(curve), mode);
      EXPECT_EQ(AllFindings(file.bytes()),
                (List{{kWrapModeUnknown,
                       {file.Curve(curve), 4},
                       std::string(kCameraCurves[curve]) + ".preWrap"}}));
      Put(file.bytes(), file.Curve(curve), 8);
      Put(file.bytes(), file.Curve(curve) + 4, mode);
      EXPECT_EQ(AllFindings(file.bytes()),
                (List{{kWrapModeUnknown,
                       {file.Curve(curve) + 4, 4},
                       std::string(kCameraCurves[curve]) + ".postWrap"}}));
    }
    for (int32_t mode : {0, 1, 2, 4, 8}) {
      CameraFile file(KeyLayout::kCompact, 3);
      Put(file.bytes(), file.Curve(curve), mode);
      Put(file.bytes(), file.Curve(curve) + 4, mode);
      EXPECT_EQ(AllFindings(file.bytes()), List{});
    }
  }
}

TEST(ValidateTest, WrapModesOfCurvesWithoutKeysCountToo) {
  InputAnimation animation = MakeRecording({.camera = false, .hands = true});
  animation.curve(CurveSlot::Joint(Handedness::kLeft, 0, kPositionX)).pre_wrap =
      77;
  const auto bytes = MustWrite(animation, kCompact11);
  const auto seen = AllFindings(bytes);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kWrapModeUnknown);
  EXPECT_EQ(seen[0].path, "hands.left.None.position.x.preWrap");
  EXPECT_EQ(Get<int32_t>(bytes, seen[0].bytes.offset), 77);
}

// ---- Markers ----------------------------------------------------------------

// A recording of nothing but markers; the first begins at byte 23.
std::vector<uint8_t> MarkersOnly(std::vector<Marker> markers) {
  InputAnimation animation;
  animation.markers = std::move(markers);
  return MustWrite(animation, kCompact11);
}

TEST(ValidateMarkersTest, TimesMustBeFinite) {
  for (float time : {kNan, kInfinity, -kInfinity}) {
    EXPECT_EQ(AllFindings(MarkersOnly({{1, "a"}, {time, "b"}, {2, "c"}})),
              (List{{kMarkerTimeNotFinite, {29, 4}, "markers[1].time"}}));
  }
}

TEST(ValidateMarkersTest, TimesOutOfOrderAreAWarning) {
  EXPECT_EQ(AllFindings(MarkersOnly({{1, "a"}, {0.5f, "b"}, {0.75f, "c"}})),
            (List{{kMarkerTimeDecreasing, {29, 4}, "markers[1].time"}}));
  // Equal times and negative ones are in order.
  EXPECT_EQ(AllFindings(MarkersOnly({{-3, "a"}, {-3, "b"}, {-1, "c"}})),
            List{});
  // The last finite time counts.
  EXPECT_EQ(AllFindings(MarkersOnly({{1, "a"}, {kNan, "b"}, {0, "c"}})),
            (List{{kMarkerTimeNotFinite, {29, 4}, "markers[1].time"},
                  {kMarkerTimeDecreasing, {35, 4}, "markers[2].time"}}));
}

TEST(ValidateMarkersTest, NamesMustBeUtf8) {
  // After 23 bytes, a time and a length.
  const std::vector<std::tuple<std::string, uint64_t, uint64_t>> names = {
      {"ab\xff", 2, 1},         // a byte that is never used
      {"\xc0\xaf", 0, 2},       // overlong
      {"x\xed\xa0\x80", 1, 3},  // a surrogate
      {"ab\xe2\x82", 2, 2},     // cut
      {"\xf4\x90\x80\x80", 0, 4}};
  for (const auto& [name, offset, length] : names) {
    EXPECT_EQ(
        AllFindings(MarkersOnly({{1, name}})),
        (List{{kMarkerNameNotUtf8, {28 + offset, length}, "markers[0].name"}}));
  }
  EXPECT_EQ(AllFindings(MarkersOnly({{1, "\xf0\x9f\x91\x8b \xc3\xa4"}})),
            List{});
}

TEST(ValidateMarkersTest, ANulInANameIsAWarning) {
  EXPECT_EQ(AllFindings(MarkersOnly({{1, std::string("ab\0cd", 5)}})),
            (List{{kMarkerNameHasNul, {30, 1}, "markers[0].name"}}));
  EXPECT_EQ(AllFindings(MarkersOnly({{1, std::string("\0\xff", 2)}})),
            (List{{kMarkerNameNotUtf8, {29, 1}, "markers[0].name"},
                  {kMarkerNameHasNul, {28, 1}, "markers[0].name"}}));
}

TEST(ValidateMarkersTest, FaultsOfMarkersCollapse) {
  FindingList list;
  ReadAndValidate(
      MarkersOnly({{1, "\xff"}, {2, "fine"}, {3, "\xfe"}, {4, "\x80"}}), {},
      list);
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].count, 3u);
  EXPECT_EQ(Places(list.findings()[0]), "markers 0, 2-3");
}

}  // namespace
}  // namespace clipguard::mrtk
