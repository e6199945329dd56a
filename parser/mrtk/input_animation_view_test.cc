// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Markers and layouts have tests of their own: input_animation_view_*_test.cc.

#include "parser/mrtk/input_animation_view.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/numbers.h"
#include "gtest/gtest.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

// ---- Sound files ------------------------------------------------------------

// That what is asked of the ends alone is what the curves have there.
void ExpectEndsOfCurves(const InputAnimationView& view) {
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveView curve = view.curve(CurveSlot(i));
    const CurveEnds ends = view.curve_ends(CurveSlot(i));
    EXPECT_EQ(ends.pre_wrap, curve.pre_wrap());
    EXPECT_EQ(ends.post_wrap, curve.post_wrap());
    ASSERT_EQ(ends.has_keys, !curve.empty()) << i;
    if (curve.empty()) continue;
    EXPECT_EQ(ends.first_time, curve.time(0));
    EXPECT_EQ(ends.last_time, curve.time(curve.size() - 1));
  }
}

TEST(ReadTest, ReadsTheSmallest11File) {
  const FileWriter file = NoCurves().Int(0);
  ASSERT_EQ(file.size(), 23u);
  EXPECT_EQ(ReadFindings(file), List{});
  const auto view = ReadDamaged(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->version(), (Version{1, 1}));
  EXPECT_EQ(view->layout(), KeyLayout::kCompact);
  EXPECT_FALSE(view->has_camera() || view->has_hands() || view->has_gaze());
  EXPECT_TRUE(view->has_marker_list());
  EXPECT_EQ(view->curve_count(), 0u);
  EXPECT_EQ(view->marker_count(), 0u);
  EXPECT_EQ(view->Duration(), 0.0f);
  ExpectEndsOfCurves(*view);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    EXPECT_FALSE(view->has_curve(CurveSlot(i)));
    EXPECT_TRUE(view->curve(CurveSlot(i)).empty());
  }
}

TEST(ReadTest, ReadsA11FileWithEveryPartAndNoKeys) {
  const FileWriter file = Begin11(1, 1, 1).EmptyCurves(395).Int(0);
  ASSERT_EQ(file.size(), 4763u);
  EXPECT_EQ(ReadFindings(file), List{});
  const auto view = ReadDamaged(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->curve_count(), 395u);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    EXPECT_TRUE(view->has_curve(CurveSlot(i)));
    EXPECT_EQ(view->curve_offset(CurveSlot(i)), 19 + 12 * i);
    EXPECT_TRUE(view->curve(CurveSlot(i)).empty());
  }
}

TEST(ReadTest, PartsAreWhereThePresenceBytesSay) {
  for (int parts = 0; parts < 8; ++parts) {
    const bool camera = parts & 1, hands = parts & 2, gaze = parts & 4;
    const size_t curves = 7 * camera + 382 * hands + 6 * gaze;
    const FileWriter file =
        Begin11(camera, hands, gaze).EmptyCurves(curves).Int(0);
    EXPECT_EQ(ReadFindings(file), List{}) << parts;
    const auto view = ReadDamaged(file);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(view->has_camera(), camera);
    EXPECT_EQ(view->has_hands(), hands);
    EXPECT_EQ(view->has_gaze(), gaze);
    EXPECT_EQ(view->curve_count(), curves);
    // One curve less, and the marker list is read as a curve.
    EXPECT_EQ(ReadFindings(Begin11(camera, hands, gaze)
                               .EmptyCurves(curves == 0 ? 0 : curves - 1)
                               .Int(0))
                  .empty(),
              curves == 0);
  }
}

TEST(ReadTest, GivesKeysAsTheyLie) {
  FileWriter file = Begin11(1, 0, 0);
  file.CurveHeader(2, 4, 2)  // camera.position.x
      .Float(1)
      .Float(10)  // key 0
      .Float(2)
      .Float(20);  // key 1
  file.EmptyCurves(6).Int(0);
  const auto view = ReadDamaged(file);
  ASSERT_TRUE(view.has_value());
  ExpectEndsOfCurves(*view);
  const CurveView x = view->curve(CurveSlot::Camera(kPositionX));
  ASSERT_EQ(x.size(), 2u);
  EXPECT_EQ(x.layout(), KeyLayout::kCompact);
  EXPECT_EQ(x.key_size(), 8u);
  EXPECT_EQ(x.pre_wrap(), 2);
  EXPECT_EQ(x.post_wrap(), 4);
  EXPECT_EQ(x.time(1), 2.0f);
  EXPECT_EQ(x.value(1), 20.0f);
  EXPECT_EQ(x.compact_keys()[0].value, 10.0f);
  EXPECT_EQ(x.key_bytes().data(), file.bytes().data() + 19 + 12);
  EXPECT_EQ(x.key_bytes().size(), 16u);
  // A compact key in its full meaning.
  const Keyframe key = x.key(1);
  EXPECT_EQ(key.time, 2.0f);
  EXPECT_EQ(key.value, 20.0f);
  EXPECT_EQ(key.in_tangent, 0.0f);
  EXPECT_EQ(key.out_tangent, 0.0f);
  EXPECT_EQ(key.in_weight, 0.0f);
  EXPECT_EQ(key.out_weight, 0.0f);
  EXPECT_EQ(key.weighted_mode, 3);
  EXPECT_EQ(view->curve_offset(CurveSlot::Camera(kPositionY)), 19 + 12 + 16u);
}

TEST(ReadTest, GivesFullKeysAsTheyLie) {
  FileWriter file = Begin11(1, 0, 0);
  file.CurveHeader(8, 8, 1)  // camera.position.x
      .Float(1)
      .Float(2)  // time, value
      .Float(3)
      .Float(4)  // tangents
      .Float(0.5f)
      .Float(0.25f)  // weights
      .Int(1);       // weighted mode
  file.EmptyCurves(6).Int(0);
  const auto view = ReadDamaged(file);
  ASSERT_TRUE(view.has_value());
  const CurveView x = view->curve(CurveSlot::Camera(kPositionX));
  ASSERT_EQ(x.layout(), KeyLayout::kFull);
  ASSERT_EQ(x.size(), 1u);
  const Keyframe key = x.key(0);
  EXPECT_EQ(key.time, 1.0f);
  EXPECT_EQ(key.value, 2.0f);
  EXPECT_EQ(key.in_tangent, 3.0f);
  EXPECT_EQ(key.out_tangent, 4.0f);
  EXPECT_EQ(key.in_weight, 0.5f);
  EXPECT_EQ(key.out_weight, 0.25f);
  EXPECT_EQ(key.weighted_mode, 1);
  EXPECT_EQ(x.time(0), 1.0f);
  EXPECT_EQ(x.full_keys()[0].value, 2.0f);
}

TEST(ReadTest, BooleanCurvesAreCompactInEveryLayout) {
  FileWriter file = FileWriter().Header(1, 0).EmptyCurves(7);
  file.CompactCurve(3);  // hands.left.tracked
  file.EmptyCurves(389 - 8).Int(0);
  EXPECT_EQ(ReadFindings(file), List{});
  const auto view = ReadDamaged(file);
  ASSERT_TRUE(view.has_value());
  const CurveView tracked = view->curve(CurveSlot::Tracked(Handedness::kLeft));
  EXPECT_EQ(tracked.layout(), KeyLayout::kCompact);
  ASSERT_EQ(tracked.size(), 3u);
  EXPECT_EQ(tracked.time(2), 3.0f);
}

// ---- Header -----------------------------------------------------------------

TEST(ReadTest, EveryCutInTheHeaderIsATruncation) {
  const FileWriter file = NoCurves();
  for (uint64_t size = 0; size < 19; ++size) {
    Seen expected = {kFileTruncated, {}, ""};
    if (size < 8) {
      expected.bytes = {0, size};
      expected.path = "header.magic";
    } else if (size < 12) {
      expected.bytes = {8, size - 8};
      expected.path = "header.majorVersion";
    } else if (size < 16) {
      expected.bytes = {12, size - 12};
      expected.path = "header.minorVersion";
    } else {
      const char* const parts[] = {"hasCamera", "hasHands", "hasGaze"};
      expected.bytes = {size, 0};
      expected.path = parts[size - 16];
    }
    EXPECT_EQ(ReadFindings(First(file, size)), List{expected}) << size;
    EXPECT_FALSE(ReadDamaged(First(file, size)).has_value());
  }
}

TEST(ReadTest, EveryBitOfTheMagicCounts) {
  for (size_t bit = 0; bit < 64; ++bit) {
    std::vector<uint8_t> bytes = NoCurves().Int(0).bytes();
    bytes[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    EXPECT_EQ(ReadFindings(bytes),
              (List{{kMagicMismatch, {0, 8}, "header.magic"}}));
    EXPECT_FALSE(ReadDamaged(bytes).has_value());
  }
}

TEST(ReadTest, OnlyTwoVersionsExist) {
  const Seen major = {kVersionUnsupported, {8, 4}, "header.majorVersion"};
  const Seen minor = {kVersionUnsupported, {12, 4}, "header.minorVersion"};
  const std::vector<std::tuple<int32_t, int32_t, Seen>> cases = {
      {1, 2, minor},       {1, -1, minor},       {1, kMaxInt, minor},
      {1, kMinInt, minor}, {1, 256, minor},      {0, 0, major},
      {0, 1, major},       {2, 0, major},        {2, 1, major},
      {-1, 1, major},      {0x101, 1, major},    {kMinInt, 0, major},
      {kMaxInt, 1, major}, {0x1000001, 1, major}};
  for (const auto& [major_version, minor_version, expected] : cases) {
    const FileWriter file = FileWriter()
                                .Header(major_version, minor_version)
                                .Presence(0, 0, 0)
                                .Int(0);
    EXPECT_EQ(ReadFindings(file), List{expected})
        << major_version << "." << minor_version;
    EXPECT_FALSE(ReadDamaged(file).has_value());
  }
}

TEST(ReadTest, AnUnusualPresenceByteMeansPresent) {
  const char* const paths[] = {"hasCamera", "hasHands", "hasGaze"};
  const size_t curves[] = {7, 382, 6};
  for (uint64_t part = 0; part < 3; ++part) {
    for (int byte = 0; byte < 256; ++byte) {
      FileWriter file = FileWriter().Header(1, 1);
      for (uint64_t p = 0; p < 3; ++p) file.Byte(p == part ? byte : 0);
      file.EmptyCurves(byte != 0 ? curves[part] : 0).Int(0);
      List expected;
      if (byte > 1) {
        expected = {{kPresenceByteUnusual, {16 + part, 1}, paths[part]}};
      }
      ASSERT_EQ(ReadFindings(file), expected) << part << " " << byte;
      ASSERT_EQ(ReadDamaged(file)->curve_count(), byte != 0 ? curves[part] : 0);
    }
  }
}

// ---- Curves -----------------------------------------------------------------

TEST(ReadTest, ACutInACurveHeaderIsATruncation) {
  // Gaze only: curve 2 begins at 19 + 24.
  const FileWriter file = Begin11(0, 0, 1).EmptyCurves(6).Int(0);
  const char* const fields[] = {"preWrap", "postWrap", "keyCount"};
  for (uint64_t left = 0; left < 12; ++left) {
    const uint64_t begin = 19 + 24;
    const Seen expected = {kFileTruncated,
                           {begin + left / 4 * 4, left % 4},
                           std::string("gaze.origin.z.") + fields[left / 4]};
    EXPECT_EQ(ReadFindings(First(file, begin + left)), List{expected}) << left;
    EXPECT_FALSE(ReadDamaged(First(file, begin + left)).has_value());
  }
}

TEST(ReadTest, ANegativeKeyCountIsAnError) {
  for (int32_t count : {-1, -2, kMinInt}) {
    FileWriter file = Begin11(0, 0, 1).EmptyCurves(1);
    file.CurveHeader(8, 8, count);  // gaze.origin.y
    file.EmptyCurves(4).Int(0);
    EXPECT_EQ(
        ReadFindings(file),
        (List{{kKeyCountNegative, {19 + 12 + 8, 4}, "gaze.origin.y.keyCount"}}))
        << count;
    EXPECT_FALSE(ReadDamaged(file).has_value());
  }
}

TEST(ReadTest, AKeyCountMustFitInTheRestOfTheFile) {
  // The last curve, followed by 23 bytes.
  for (int32_t count :
       {3, 4, 0x10000000, 0x20000000, 0x20000001, 0x40000000, kMaxInt}) {
    FileWriter file = Begin11(0, 0, 1).EmptyCurves(5);
    file.CurveHeader(8, 8, count);  // gaze.direction.z
    for (int i = 0; i < 23; ++i) file.Byte(0);
    EXPECT_EQ(ReadFindings(file), (List{{kKeyCountTooLarge,
                                         {19 + 60 + 8, 4},
                                         "gaze.direction.z.keyCount"}}))
        << count;
    EXPECT_FALSE(ReadDamaged(file).has_value());
  }
}

TEST(ReadTest, CountsTimesSizesDoNotWrapAt32Bits) {
  // Counts whose size, in 32 bits, is smaller than the file or negative: 28
  // times them is 0x40000000c, 0x380000000 and 0x7fffffffc.
  for (int32_t count : {0x24924925, 0x20000000, 0x49249249}) {
    FileWriter file = FileWriter().Header(1, 0);
    file.CurveHeader(8, 8, count);
    file.EmptyCurves(388).Int(0);
    EXPECT_EQ(
        ReadFindings(file),
        (List{{kKeyCountTooLarge, {16 + 8, 4}, "camera.position.x.keyCount"}}));
  }
}

TEST(ReadTest, ACountTooLargeByOneIsAnError) {
  const FileWriter file = Begin11(0, 0, 1).EmptyCurves(5).CompactCurve(4);
  for (uint64_t cut = 1; cut <= 32; ++cut) {
    EXPECT_EQ(ReadFindings(First(file, file.size() - cut)),
              (List{{kKeyCountTooLarge,
                     {19 + 60 + 8, 4},
                     "gaze.direction.z.keyCount"}}))
        << cut;
  }
}

TEST(ReadTest, TellsSinceWhenTheBytesAreMisread) {
  // A count that is one too small shifts everything after it by a key.
  FileWriter file = Begin11(0, 0, 1);
  file.CompactCurve(3);  // gaze.origin.x, 19 + 12 + 24
  file.CompactCurve(3).CompactCurve(3).CompactCurve(3);
  file.CompactCurve(3).CompactCurve(3).Int(0);
  std::vector<uint8_t> bytes = file.bytes();
  Put<int32_t>(bytes, 19 + 8, 2);
  const auto seen = ReadFindings(bytes);
  ASSERT_EQ(seen.size(), 2u);
  // The next curve is expected where the third key lies: its time and value.
  EXPECT_EQ(
      seen[0],
      (Seen{kWrapModeUnknown, {19 + 12 + 16, 4}, "gaze.origin.y.preWrap"}));
  EXPECT_FALSE(ReadDamaged(bytes).has_value());
}

TEST(ReadTest, AnUnknownWrapModeIsNotAStructuralFault) {
  FileWriter file = Begin11(0, 0, 1);
  file.CurveHeader(3, -1, 0).EmptyCurves(5).Int(0);
  EXPECT_EQ(ReadFindings(file), List{});
  const auto view = ReadDamaged(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->curve(CurveSlot::Gaze(kOriginX)).pre_wrap(), 3);
  EXPECT_EQ(view->curve(CurveSlot::Gaze(kOriginX)).post_wrap(), -1);
}

// ---- Limits -----------------------------------------------------------------

TEST(ReadLimitsTest, FileBytes) {
  const FileWriter file = NoCurves().Int(0);
  ReadOptions options;
  options.limits.file_bytes = 23;
  EXPECT_EQ(ReadFindings(file, options), List{});
  options.limits.file_bytes = 22;
  EXPECT_EQ(ReadFindings(file, options),
            (List{{kLimitExceeded, {0, 23}, "file"}}));
  EXPECT_FALSE(ReadDamaged(file, options).has_value());
}

TEST(ReadLimitsTest, KeysPerCurve) {
  FileWriter file = Begin11(0, 0, 1).EmptyCurves(1).CompactCurve(5);
  file.EmptyCurves(4).Int(0);
  ReadOptions options;
  options.limits.keys_per_curve = 5;
  EXPECT_EQ(ReadFindings(file, options), List{});
  options.limits.keys_per_curve = 4;
  EXPECT_EQ(
      ReadFindings(file, options),
      (List{{kLimitExceeded, {19 + 12 + 8, 4}, "gaze.origin.y.keyCount"}}));
  EXPECT_FALSE(ReadDamaged(file, options).has_value());
}

TEST(ReadLimitsTest, Markers) {
  FileWriter file = NoCurves().Int(3);
  file.Marker(1, "").Marker(2, "").Marker(3, "");
  ReadOptions options;
  options.limits.markers = 3;
  EXPECT_EQ(ReadFindings(file, options), List{});
  options.limits.markers = 2;
  EXPECT_EQ(ReadFindings(file, options),
            (List{{kLimitExceeded, {19, 4}, "markers.count"}}));
  const auto view = ReadDamaged(file, options);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->marker_count(), 0u);
  // A count that is too large besides shows no more than the limit.
  std::vector<uint8_t> bytes = file.bytes();
  Put<int32_t>(bytes, 19, 100);
  EXPECT_EQ(ReadFindings(bytes, options),
            (List{{kMarkerCountTooLarge, {19, 4}, "markers.count"}}));
  EXPECT_EQ(ReadDamaged(bytes, options)->marker_count(), 2u);
}

TEST(ReadLimitsTest, NameBytes) {
  FileWriter file = NoCurves().Int(2).Marker(1, "abc").Marker(2, "abcd");
  ReadOptions options;
  options.limits.name_bytes = 4;
  EXPECT_EQ(ReadFindings(file, options), List{});
  options.limits.name_bytes = 3;
  EXPECT_EQ(ReadFindings(file, options),
            (List{{kLimitExceeded, {35, 1}, "markers[1].name"}}));
  EXPECT_EQ(ReadDamaged(file, options)->marker_count(), 1u);
}

// ---- ReadVersion ------------------------------------------------------------

TEST(ReadVersionTest, ReadsWhatTheHeaderStates) {
  for (Version version : {Version{1, 0}, Version{1, 1}, Version{-7, 300}}) {
    const FileWriter file = FileWriter().Header(version.major, version.minor);
    EXPECT_EQ(ReadVersion(file), version);
    for (size_t size = 0; size < file.size(); ++size) {
      EXPECT_EQ(ReadVersion(First(file, size)), std::nullopt) << size;
    }
    std::vector<uint8_t> bytes = file.bytes();
    bytes[7] ^= 1;
    EXPECT_EQ(ReadVersion(bytes), std::nullopt);
  }
}

// ---- Promises ---------------------------------------------------------------

TEST(ViewTest, StaysWithinTheBytesWhenTheyChange) {
  std::vector<uint8_t> bytes =
      Begin11(1, 0, 0).CompactCurve(3).EmptyCurves(6).Int(0).bytes();
  const auto view = ReadDamaged(bytes);
  ASSERT_TRUE(view.has_value());
  Put<int32_t>(bytes, 19 + 8, kMaxInt);  // camera.position.x's key count
  const CurveView x = view->curve(CurveSlot::Camera(kPositionX));
  EXPECT_EQ(x.size(), 3u);
  EXPECT_EQ(x.key_bytes().size(), 24u);
}

TEST(ViewTest, IsAsSmallAsPromised) {
  static_assert(std::is_trivially_copyable_v<InputAnimationView>);
  EXPECT_LT(sizeof(InputAnimationView), 3500u);
}

TEST(ViewTest, DurationIsTheLargestLastKeyTime) {
  FileWriter file = Begin11(1, 0, 0);
  for (float last : {1.0f, 5.0f, kNan, kInfinity}) {
    file.CurveHeader(8, 8, 2).Float(0).Float(0).Float(last).Float(0);
  }
  // The first key does not count.
  file.CurveHeader(8, 8, 2).Float(9).Float(0).Float(2).Float(0);
  file.EmptyCurves(2).Int(1).Marker(100, "late");
  EXPECT_EQ(ReadDamaged(file)->Duration(), 5.0f);
}

TEST(ViewTest, DurationIsAtLeastZero) {
  FileWriter file = Begin11(0, 0, 1);
  file.CurveHeader(8, 8, 1).Float(-3).Float(0);
  file.EmptyCurves(5).Int(0);
  EXPECT_EQ(ReadDamaged(file)->Duration(), 0.0f);
}

TEST(CurveViewTest, DefaultIsEmptyAndClamps) {
  const CurveView curve;
  EXPECT_TRUE(curve.empty());
  EXPECT_EQ(curve.pre_wrap(), 8);
  EXPECT_EQ(curve.post_wrap(), 8);
  EXPECT_TRUE(curve.compact_keys().empty());
}

TEST(CurveViewTest, LooksAtAnArrayInPlace) {
  std::vector<Keyframe> keys = {{.time = 1, .value = kInfinity}, {.time = 2}};
  const CurveView curve(PackedSpan<Keyframe>(std::span<const Keyframe>(keys)),
                        1, 2);
  ASSERT_EQ(curve.size(), 2u);
  keys[1].value = 7;
  EXPECT_EQ(curve.value(1), 7.0f);
  EXPECT_EQ(curve.value(0), kInfinity);
  EXPECT_EQ(curve.pre_wrap(), 1);
  EXPECT_EQ(curve.post_wrap(), 2);
}

}  // namespace
}  // namespace clipguard::mrtk
