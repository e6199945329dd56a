// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// InputAnimationView: how the layout of the keys is found.

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

// The camera's seven curves.
FileWriter CameraFile(KeyLayout layout, int32_t keys) {
  FileWriter file = Begin11(1, 0, 0);
  for (int c = 0; c < 7; ++c) {
    if (layout == KeyLayout::kFull) {
      file.FullCurve(keys);
    } else {
      file.CompactCurve(keys);
    }
  }
  return file;
}

TEST(LayoutTest, IsFoundFromTheEndOfTheFile) {
  for (KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
    for (int32_t keys : {1, 2, 3, 7, 100, 70'000}) {
      // Without a marker list, with an empty one, and with markers.
      FileWriter without = CameraFile(layout, keys);
      FileWriter empty = CameraFile(layout, keys).Int(0);
      FileWriter with = CameraFile(layout, keys).Int(2);
      with.Marker(0, "a").Marker(1, "longer name");
      EXPECT_EQ(ReadFindings(without),
                (List{{kMarkerListMissing, {without.size(), 0}, "markers"}}));
      EXPECT_EQ(ReadFindings(empty), List{});
      EXPECT_EQ(ReadFindings(with), List{});
      for (const FileWriter* file : {&without, &empty, &with}) {
        const auto view = ReadDamaged(*file);
        ASSERT_TRUE(view.has_value());
        EXPECT_EQ(view->layout(), layout);
        EXPECT_EQ(view->curve(CurveSlot::Camera(kRotationW)).size(), keys);
        EXPECT_EQ(view->has_marker_list(), file != &without);
      }
    }
  }
}

TEST(LayoutTest, IsCompactWhenBothFit) {
  // No keys.
  EXPECT_EQ(ReadDamaged(Begin11(1, 0, 0).EmptyCurves(7).Int(0))->layout(),
            KeyLayout::kCompact);
  // One full key, whose last five words are also a curve of three compact keys.
  FileWriter file = Begin11(1, 0, 0);
  file.CurveHeader(0, 0, 1)  // camera.position.x
      .Float(1)
      .Float(2)  // time, value
      .Int(0)
      .Int(0)
      .Int(3)  // tangents 0, weight 4e-45; or: wraps 0, count 3
      .Float(0)
      .Int(3);  // out weight, mode; or: key 0
  for (int c = 0; c < 6; ++c) file.CurveHeader(0, 0, 0);
  file.Int(0);
  EXPECT_EQ(file.size(), 19 + 116u);
  ReadOptions full, compact;
  full.layout = KeyLayout::kFull;
  compact.layout = KeyLayout::kCompact;
  EXPECT_EQ(ReadFindings(file, full), List{});
  // As compact keys there is no room for a marker list.
  const List missing = {{kMarkerListMissing, {19 + 116, 0}, "markers"}};
  EXPECT_EQ(ReadFindings(file, compact), missing);
  EXPECT_EQ(ReadFindings(file), missing);
  EXPECT_EQ(ReadDamaged(file)->layout(), KeyLayout::kCompact);
  EXPECT_EQ(ReadDamaged(file)->curve(CurveSlot::Camera(kPositionY)).size(), 3u);
}

TEST(LayoutTest, IsFullWhenBothFitButOnlyThatHasWrapModesThatExist) {
  // As above, with a tangent that is no wrap mode.
  FileWriter file = Begin11(1, 0, 0);
  file.CurveHeader(0, 0, 1)  // camera.position.x
      .Float(1)
      .Float(2)  // time, value
      .Float(1)
      .Float(0)
      .Int(3)  // tangents, weight 4e-45; or: wraps, count 3
      .Float(0)
      .Int(3);  // out weight, mode; or: key 0
  for (int c = 0; c < 6; ++c) file.CurveHeader(0, 0, 0);
  file.Int(0);
  ReadOptions compact;
  compact.layout = KeyLayout::kCompact;
  EXPECT_EQ(ReadFindings(file, compact),
            (List{{kMarkerListMissing, {19 + 116, 0}, "markers"}}));
  EXPECT_EQ(ReadFindings(file), List{});
  EXPECT_EQ(ReadDamaged(file)->layout(), KeyLayout::kFull);
  // When neither makes sense, compact it is.
  std::vector<uint8_t> bytes = file.bytes();
  Put<int32_t>(bytes, 19, 3);  // camera.position.x's pre-wrap mode
  EXPECT_EQ(ReadDamaged(bytes)->layout(), KeyLayout::kCompact);
}

TEST(LayoutTest, CanBeForced) {
  ReadOptions full, compact;
  full.layout = KeyLayout::kFull;
  compact.layout = KeyLayout::kCompact;
  const FileWriter empty = Begin11(1, 0, 0).EmptyCurves(7).Int(0);
  EXPECT_EQ(ReadDamaged(empty, full)->layout(), KeyLayout::kFull);
  EXPECT_EQ(ReadDamaged(empty, compact)->layout(), KeyLayout::kCompact);
  const FileWriter compact_file = CameraFile(KeyLayout::kCompact, 5).Int(0);
  EXPECT_EQ(ReadFindings(compact_file, compact), List{});
  EXPECT_FALSE(ReadFindings(compact_file, full).empty());
  const FileWriter full_file = CameraFile(KeyLayout::kFull, 5).Int(0);
  EXPECT_EQ(ReadFindings(full_file, full), List{});
  EXPECT_FALSE(ReadFindings(full_file, compact).empty());
}

TEST(LayoutTest, OfVersion10IsFullUnlessForced) {
  FileWriter file = FileWriter().Header(1, 0).EmptyCurves(388);
  file.CompactCurve(4);  // hands.right.PinkyTip.rotation.w
  EXPECT_EQ(ReadFindings(file),
            (List{{kKeyCountTooLarge,
                   {16 + 388 * 12 + 8, 4},
                   "hands.right.PinkyTip.rotation.w.keyCount"}}));
  ReadOptions compact;
  compact.layout = KeyLayout::kCompact;
  EXPECT_EQ(ReadFindings(file, compact),
            (List{{kMarkerListMissing, {file.size(), 0}, "markers"}}));
}

TEST(LayoutTest, WhenNoneFitsTheMorePlausibleIsReportedAgainst) {
  for (KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
    const FileWriter file = CameraFile(layout, 9).Int(0);
    const uint64_t curve = 12 + 9 * (layout == KeyLayout::kFull ? 28 : 8);
    // Cut in the last curve's keys.
    EXPECT_EQ(ReadFindings(First(file, file.size() - 5)),
              (List{{kKeyCountTooLarge,
                     {19 + 6 * curve + 8, 4},
                     "camera.rotation.w.keyCount"}}));
    // A byte too many.
    FileWriter longer = file;
    longer.Byte(0);
    EXPECT_EQ(ReadFindings(longer),
              (List{{kTrailingBytes, {file.size(), 1}, "end"}}));
    EXPECT_EQ(ReadDamaged(longer)->layout(), layout);
    // A bad count in the middle.
    std::vector<uint8_t> bytes = file.bytes();
    Put<int32_t>(bytes, 19 + 3 * curve + 8, -7);
    EXPECT_EQ(ReadFindings(bytes), (List{{kKeyCountNegative,
                                          {19 + 3 * curve + 8, 4},
                                          "camera.rotation.x.keyCount"}}));
    // A marker list that goes wrong.
    bytes = file.bytes();
    Put<int32_t>(bytes, file.size() - 4, 1);
    EXPECT_EQ(
        ReadFindings(bytes),
        (List{{kMarkerCountTooLarge, {file.size() - 4, 4}, "markers.count"}}));
    EXPECT_EQ(ReadDamaged(bytes)->layout(), layout);
  }
}

}  // namespace
}  // namespace clipguard::mrtk
