// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/input_animation_view.h"

#include <limits>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

constexpr int32_t kMaxInt = std::numeric_limits<int32_t>::max();
constexpr int32_t kMinInt = std::numeric_limits<int32_t>::min();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::optional<InputAnimationView> Parse(std::span<const uint8_t> bytes,
                                        const ParseOptions& options = {}) {
  FindingList findings;
  return InputAnimationView::Parse(bytes, options, findings);
}

// A 1.1 file up to its presence bytes: 19 bytes.
FileWriter Begin11(uint8_t camera, uint8_t hands, uint8_t gaze) {
  return FileWriter().Header(1, 1).Presence(camera, hands, gaze);
}

// A 1.1 file up to its marker list, with no curves: 19 bytes.
FileWriter NoCurves() { return Begin11(0, 0, 0); }

std::span<const uint8_t> First(const FileWriter& file, size_t size) {
  return std::span(file.bytes()).first(size);
}

// ---- Sound files ------------------------------------------------------------

TEST(ParseTest, ReadsTheSmallest11File) {
  const FileWriter file = NoCurves().Int(0);
  ASSERT_EQ(file.size(), 23u);
  EXPECT_EQ(Parsed(file), List{});
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->version(), (Version{1, 1}));
  EXPECT_EQ(view->layout(), KeyLayout::kCompact);
  EXPECT_FALSE(view->has_camera() || view->has_hands() || view->has_gaze());
  EXPECT_TRUE(view->has_marker_list());
  EXPECT_EQ(view->curve_count(), 0u);
  EXPECT_EQ(view->marker_count(), 0u);
  EXPECT_EQ(view->Duration(), 0.0f);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    EXPECT_FALSE(view->has_curve(CurveSlot(i)));
    EXPECT_TRUE(view->curve(CurveSlot(i)).empty());
  }
}

TEST(ParseTest, ReadsA11FileWithEveryPartAndNoKeys) {
  const FileWriter file = Begin11(1, 1, 1).EmptyCurves(395).Int(0);
  ASSERT_EQ(file.size(), 4763u);
  EXPECT_EQ(Parsed(file), List{});
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->curve_count(), 395u);
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    EXPECT_TRUE(view->has_curve(CurveSlot(i)));
    EXPECT_EQ(view->curve_offset(CurveSlot(i)), 19 + 12 * i);
    EXPECT_TRUE(view->curve(CurveSlot(i)).empty());
  }
}

TEST(ParseTest, ReadsA10FileWithoutKeys) {
  const FileWriter file = FileWriter().Header(1, 0).EmptyCurves(389).Int(0);
  ASSERT_EQ(file.size(), 4688u);
  EXPECT_EQ(Parsed(file), List{});
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->version(), (Version{1, 0}));
  EXPECT_EQ(view->layout(), KeyLayout::kFull);
  EXPECT_TRUE(view->has_camera() && view->has_hands());
  EXPECT_FALSE(view->has_gaze());
  EXPECT_EQ(view->curve_count(), 389u);
}

TEST(ParseTest, PartsAreWhereThePresenceBytesSay) {
  for (int parts = 0; parts < 8; ++parts) {
    const bool camera = parts & 1, hands = parts & 2, gaze = parts & 4;
    const size_t curves = 7 * camera + 382 * hands + 6 * gaze;
    const FileWriter file =
        Begin11(camera, hands, gaze).EmptyCurves(curves).Int(0);
    EXPECT_EQ(Parsed(file), List{}) << parts;
    const auto view = Parse(file);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(view->has_camera(), camera);
    EXPECT_EQ(view->has_hands(), hands);
    EXPECT_EQ(view->has_gaze(), gaze);
    EXPECT_EQ(view->curve_count(), curves);
    // One curve less, and the marker list is read as a curve.
    EXPECT_EQ(Parsed(Begin11(camera, hands, gaze)
                         .EmptyCurves(curves == 0 ? 0 : curves - 1)
                         .Int(0))
                  .empty(),
              curves == 0);
  }
}

TEST(ParseTest, GivesKeysAsTheyLie) {
  FileWriter file = Begin11(1, 0, 0);
  file.CurveHeader(2, 4, 2)  // camera.position.x
      .Float(1)
      .Float(10)  // key 0
      .Float(2)
      .Float(20);  // key 1
  file.EmptyCurves(6).Int(0);
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
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

TEST(ParseTest, GivesFullKeysAsTheyLie) {
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
  const auto view = Parse(file);
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

TEST(ParseTest, BooleanCurvesAreCompactInEveryLayout) {
  FileWriter file = FileWriter().Header(1, 0).EmptyCurves(7);
  file.CompactCurve(3);  // hands.left.tracked
  file.EmptyCurves(389 - 8).Int(0);
  EXPECT_EQ(Parsed(file), List{});
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
  const CurveView tracked = view->curve(CurveSlot::Tracked(Handedness::kLeft));
  EXPECT_EQ(tracked.layout(), KeyLayout::kCompact);
  ASSERT_EQ(tracked.size(), 3u);
  EXPECT_EQ(tracked.time(2), 3.0f);
}

// ---- Header -----------------------------------------------------------------

TEST(ParseTest, EveryCutInTheHeaderIsATruncation) {
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
    EXPECT_EQ(Parsed(First(file, size)), List{expected}) << size;
    EXPECT_FALSE(Parse(First(file, size)).has_value());
  }
}

TEST(ParseTest, EveryBitOfTheMagicCounts) {
  for (size_t bit = 0; bit < 64; ++bit) {
    std::vector<uint8_t> bytes = NoCurves().Int(0).bytes();
    bytes[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    EXPECT_EQ(Parsed(bytes), (List{{kMagicMismatch, {0, 8}, "header.magic"}}));
    EXPECT_FALSE(Parse(bytes).has_value());
  }
}

TEST(ParseTest, OnlyTwoVersionsExist) {
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
    EXPECT_EQ(Parsed(file), List{expected})
        << major_version << "." << minor_version;
    EXPECT_FALSE(Parse(file).has_value());
  }
}

TEST(ParseTest, AnUnusualPresenceByteMeansPresent) {
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
      ASSERT_EQ(Parsed(file), expected) << part << " " << byte;
      ASSERT_EQ(Parse(file)->curve_count(), byte != 0 ? curves[part] : 0);
    }
  }
}

// ---- Curves -----------------------------------------------------------------

TEST(ParseTest, ACutInACurveHeaderIsATruncation) {
  // Gaze only: curve 2 begins at 19 + 24.
  const FileWriter file = Begin11(0, 0, 1).EmptyCurves(6).Int(0);
  const char* const fields[] = {"preWrap", "postWrap", "keyCount"};
  for (uint64_t left = 0; left < 12; ++left) {
    const uint64_t begin = 19 + 24;
    const Seen expected = {kFileTruncated,
                           {begin + left / 4 * 4, left % 4},
                           std::string("gaze.origin.z.") + fields[left / 4]};
    EXPECT_EQ(Parsed(First(file, begin + left)), List{expected}) << left;
    EXPECT_FALSE(Parse(First(file, begin + left)).has_value());
  }
}

TEST(ParseTest, ANegativeKeyCountIsAnError) {
  for (int32_t count : {-1, -2, kMinInt}) {
    FileWriter file = Begin11(0, 0, 1).EmptyCurves(1);
    file.CurveHeader(8, 8, count);  // gaze.origin.y
    file.EmptyCurves(4).Int(0);
    EXPECT_EQ(
        Parsed(file),
        (List{{kKeyCountNegative, {19 + 12 + 8, 4}, "gaze.origin.y.keyCount"}}))
        << count;
    EXPECT_FALSE(Parse(file).has_value());
  }
}

TEST(ParseTest, AKeyCountMustFitInTheRestOfTheFile) {
  // The last curve, followed by 23 bytes.
  for (int32_t count :
       {3, 4, 0x10000000, 0x20000000, 0x20000001, 0x40000000, kMaxInt}) {
    FileWriter file = Begin11(0, 0, 1).EmptyCurves(5);
    file.CurveHeader(8, 8, count);  // gaze.direction.z
    for (int i = 0; i < 23; ++i) file.Byte(0);
    EXPECT_EQ(Parsed(file), (List{{kKeyCountTooLarge,
                                   {19 + 60 + 8, 4},
                                   "gaze.direction.z.keyCount"}}))
        << count;
    EXPECT_FALSE(Parse(file).has_value());
  }
}

TEST(ParseTest, CountsTimesSizesDoNotWrapAt32Bits) {
  // Counts whose size, in 32 bits, is smaller than the file or negative: 28
  // times them is 0x40000000c, 0x380000000 and 0x7fffffffc.
  for (int32_t count : {0x24924925, 0x20000000, 0x49249249}) {
    FileWriter file = FileWriter().Header(1, 0);
    file.CurveHeader(8, 8, count);
    file.EmptyCurves(388).Int(0);
    EXPECT_EQ(
        Parsed(file),
        (List{{kKeyCountTooLarge, {16 + 8, 4}, "camera.position.x.keyCount"}}));
  }
}

TEST(ParseTest, ACountTooLargeByOneIsAnError) {
  const FileWriter file = Begin11(0, 0, 1).EmptyCurves(5).CompactCurve(4);
  for (uint64_t cut = 1; cut <= 32; ++cut) {
    EXPECT_EQ(Parsed(First(file, file.size() - cut)),
              (List{{kKeyCountTooLarge,
                     {19 + 60 + 8, 4},
                     "gaze.direction.z.keyCount"}}))
        << cut;
  }
}

TEST(ParseTest, TellsSinceWhenTheBytesAreMisread) {
  // A count that is one too small shifts everything after it by a key.
  FileWriter file = Begin11(0, 0, 1);
  file.CompactCurve(3);  // gaze.origin.x, 19 + 12 + 24
  file.CompactCurve(3).CompactCurve(3).CompactCurve(3);
  file.CompactCurve(3).CompactCurve(3).Int(0);
  std::vector<uint8_t> bytes = file.bytes();
  Put<int32_t>(bytes, 19 + 8, 2);
  const auto seen = Parsed(bytes);
  ASSERT_EQ(seen.size(), 2u);
  // The next curve is expected where the third key lies: its time and value.
  EXPECT_EQ(
      seen[0],
      (Seen{kWrapModeUnknown, {19 + 12 + 16, 4}, "gaze.origin.y.preWrap"}));
  EXPECT_FALSE(Parse(bytes).has_value());
}

TEST(ParseTest, AnUnknownWrapModeIsNotAStructuralFault) {
  FileWriter file = Begin11(0, 0, 1);
  file.CurveHeader(3, -1, 0).EmptyCurves(5).Int(0);
  EXPECT_EQ(Parsed(file), List{});
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->curve(CurveSlot::Gaze(kOriginX)).pre_wrap(), 3);
  EXPECT_EQ(view->curve(CurveSlot::Gaze(kOriginX)).post_wrap(), -1);
}

// ---- Markers ----------------------------------------------------------------

TEST(ParseMarkersTest, ReadsTimesNamesAndOffsets) {
  FileWriter file = NoCurves().Int(3);
  file.Marker(0.5f, "one");       // 23: time, 27: length, 28: name
  file.Marker(1.5f, "");          // 31, 35, 36
  file.Marker(-2, "tw\xc3\xb6");  // 36, 40, 41
  EXPECT_EQ(Parsed(file), List{});
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
  ASSERT_EQ(view->marker_count(), 3u);
  MarkerReader in = view->markers();
  const float times[] = {0.5f, 1.5f, -2};
  const std::string_view names[] = {"one", "", "tw\xc3\xb6"};
  const uint64_t offsets[] = {23, 31, 36};
  for (size_t i = 0; i < 3; ++i) {
    const auto marker = in.Next();
    ASSERT_TRUE(marker.has_value());
    EXPECT_EQ(marker->time, times[i]);
    EXPECT_EQ(marker->name, names[i]);
    EXPECT_EQ(marker->offset, offsets[i]);
    EXPECT_EQ(marker->length_offset, offsets[i] + 4);
    EXPECT_EQ(marker->name_offset, offsets[i] + 5);
  }
  EXPECT_FALSE(in.Next().has_value());
  EXPECT_FALSE(in.Next().has_value());
}

TEST(ParseMarkersTest, ReadsNamesOfEveryLengthOfLength) {
  for (size_t size : {0u, 1u, 127u, 128u, 300u, 16383u, 16384u, 70000u}) {
    FileWriter file = NoCurves().Int(1).Float(1);
    size_t rest = size;
    for (; rest >= 0x80; rest >>= 7) file.Byte(0x80 | (rest & 0x7f));
    file.Byte(static_cast<int>(rest)).Text(std::string(size, 'x'));
    EXPECT_EQ(Parsed(file), List{}) << size;
    EXPECT_EQ(Parse(file)->markers().Next()->name.size(), size);
  }
}

TEST(ParseMarkersTest, AMissingListIsAWarning) {
  EXPECT_EQ(Parsed(NoCurves()),
            (List{{kMarkerListMissing, {19, 0}, "markers"}}));
  const FileWriter file = FileWriter().Header(1, 0).EmptyCurves(389);
  EXPECT_EQ(Parsed(file), (List{{kMarkerListMissing, {4684, 0}, "markers"}}));
  const auto view = Parse(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_FALSE(view->has_marker_list());
  EXPECT_EQ(view->marker_count(), 0u);
  EXPECT_FALSE(view->markers().Next().has_value());
}

TEST(ParseMarkersTest, ACutCountIsATruncation) {
  const FileWriter file = NoCurves().Int(0);
  for (uint64_t left = 1; left < 4; ++left) {
    EXPECT_EQ(Parsed(First(file, 19 + left)),
              (List{{kFileTruncated, {19, left}, "markers.count"}}));
    EXPECT_TRUE(Parse(First(file, 19 + left)).has_value());
  }
}

TEST(ParseMarkersTest, ANegativeCountIsAnError) {
  for (int32_t count : {-1, kMinInt}) {
    EXPECT_EQ(Parsed(NoCurves().Int(count)),
              (List{{kMarkerCountNegative, {19, 4}, "markers.count"}}));
  }
}

TEST(ParseMarkersTest, ACountTooLargeShowsTheMarkersThatAreThere) {
  for (int32_t count : {4, 1000, 0x33333334, kMaxInt}) {
    FileWriter file = NoCurves().Int(count);
    file.Marker(1, "").Marker(2, "").Marker(3, "");
    EXPECT_EQ(Parsed(file),
              (List{{kMarkerCountTooLarge, {19, 4}, "markers.count"}}))
        << count;
    const auto view = Parse(file);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(view->marker_count(), 3u);
  }
}

TEST(ParseMarkersTest, ACountTooLargeByOneThatWouldFitIsATruncation) {
  FileWriter file = NoCurves().Int(2).Marker(1, "seven..");
  EXPECT_EQ(Parsed(file), (List{{kFileTruncated, {35, 0}, "markers[1].time"}}));
  EXPECT_EQ(Parse(file)->marker_count(), 1u);
}

TEST(ParseMarkersTest, EveryCutInAMarkerIsAnError) {
  // 23 bytes, then two markers: 23 .. 39 and 39 .. 47.
  FileWriter file = NoCurves().Int(2);
  file.Marker(1, "eleven byte").Marker(2, "xyz");
  ASSERT_EQ(file.size(), 47u);
  ASSERT_EQ(Parsed(file), List{});
  for (uint64_t size = 33; size < 47; ++size) {
    Seen expected = {kFileTruncated, {}, ""};
    if (size < 39) {
      expected = {kMarkerNamePastEnd, {27, 1}, "markers[0].name"};
    } else if (size < 43) {
      expected.bytes = {39, size - 39};
      expected.path = "markers[1].time";
    } else if (size == 43) {
      expected.bytes = {43, 0};
      expected.path = "markers[1].name";
    } else {
      expected = {kMarkerNamePastEnd, {43, 1}, "markers[1].name"};
    }
    EXPECT_EQ(Parsed(First(file, size)), List{expected}) << size;
    EXPECT_EQ(Parse(First(file, size))->marker_count(), size < 39 ? 0u : 1u);
  }
}

TEST(ParseMarkersTest, ALengthEndsWithinFiveBytes) {
  FileWriter file = NoCurves().Int(1).Float(1);
  file.Bytes({0x80, 0x80, 0x80, 0x80, 0x80, 0x00});
  EXPECT_EQ(Parsed(file),
            (List{{kMarkerNameLengthMalformed, {27, 5}, "markers[0].name"}}));
  EXPECT_EQ(Parse(file)->marker_count(), 0u);
}

TEST(ParseMarkersTest, ACutLengthIsATruncation) {
  for (uint64_t size = 0; size < 5; ++size) {
    FileWriter file = NoCurves().Int(1).Float(1);
    for (uint64_t i = 0; i < size; ++i) file.Byte(0x81);
    List expected = {{kFileTruncated, {27 + size, 0}, "markers[0].name"}};
    // Four bytes cannot even be a marker.
    if (size == 0) {
      expected = {{kMarkerCountTooLarge, {19, 4}, "markers.count"},
                  expected[0]};
    }
    EXPECT_EQ(Parsed(file), expected) << size;
  }
}

TEST(ParseMarkersTest, ALengthIsAtMostThirtyOneBits) {
  // 0x80000000, and the largest number of 35 bits.
  for (const std::vector<int>& length :
       {std::vector<int>{0x80, 0x80, 0x80, 0x80, 0x08},
        std::vector<int>{0xff, 0xff, 0xff, 0xff, 0x7f}}) {
    FileWriter file = NoCurves().Int(1).Float(1);
    for (int byte : length) file.Byte(byte);
    EXPECT_EQ(Parsed(file),
              (List{{kMarkerNameLengthTooLarge, {27, 5}, "markers[0].name"}}));
  }
  // 0x7fffffff is allowed, but does not fit.
  FileWriter file = NoCurves().Int(1).Float(1);
  file.Bytes({0xff, 0xff, 0xff, 0xff, 0x07});
  EXPECT_EQ(Parsed(file),
            (List{{kMarkerNamePastEnd, {27, 5}, "markers[0].name"}}));
}

TEST(ParseMarkersTest, APaddedLengthIsAWarning) {
  // Length 2 in two to five bytes; length 0 in two.
  for (size_t size = 2; size <= 5; ++size) {
    FileWriter file = NoCurves().Int(1).Float(1).Byte(0x82);
    for (size_t i = 2; i < size; ++i) file.Byte(0x80);
    file.Byte(0).Text("ab");
    EXPECT_EQ(Parsed(file),
              (List{{kMarkerNameLengthPadded, {27, size}, "markers[0].name"}}));
    EXPECT_EQ(Parse(file)->markers().Next()->name, "ab");
  }
  FileWriter file = NoCurves().Int(2).Float(1).Bytes({0x80, 0});
  file.Float(2).Bytes({0x80, 0});
  FindingList findings;
  InputAnimationView::Parse(file, {}, findings);
  ASSERT_EQ(findings.findings().size(), 1u);  // all of a file in one
  EXPECT_EQ(findings.findings()[0].count, 2u);
  EXPECT_EQ(Places(findings.findings()[0]), "markers 0-1");
}

TEST(ParseMarkersTest, BytesAfterTheListAreAnError) {
  for (size_t count : {1u, 4u, 100u}) {
    FileWriter file = NoCurves().Int(1).Marker(1, "a");
    for (size_t i = 0; i < count; ++i) file.Byte(0);
    EXPECT_EQ(Parsed(file), (List{{kTrailingBytes, {29, count}, "end"}}));
    EXPECT_EQ(Parse(file)->marker_count(), 1u);
  }
}

TEST(MarkerReaderTest, StopsWhereTheBytesDo) {
  const FileWriter file = FileWriter().Marker(1, "abc");
  for (size_t size = 0; size < file.size(); ++size) {
    MarkerReader in(First(file, size), 0, 1000);
    EXPECT_FALSE(in.Next().has_value()) << size;
    EXPECT_FALSE(in.Next().has_value()) << size;
  }
  MarkerReader in(file, 0, 1000);
  EXPECT_TRUE(in.Next().has_value());
  EXPECT_FALSE(in.Next().has_value());
  MarkerReader past(file, 1000, 1);
  EXPECT_FALSE(past.Next().has_value());
  const FileWriter endless =
      FileWriter().Float(1).Bytes({0xff, 0xff, 0xff, 0xff, 0xff, 0xff});
  MarkerReader malformed(endless, 0, 1);
  EXPECT_FALSE(malformed.Next().has_value());
}

// ---- Layouts ----------------------------------------------------------------

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
      EXPECT_EQ(Parsed(without),
                (List{{kMarkerListMissing, {without.size(), 0}, "markers"}}));
      EXPECT_EQ(Parsed(empty), List{});
      EXPECT_EQ(Parsed(with), List{});
      for (const FileWriter* file : {&without, &empty, &with}) {
        const auto view = Parse(*file);
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
  EXPECT_EQ(Parse(Begin11(1, 0, 0).EmptyCurves(7).Int(0))->layout(),
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
  ParseOptions full, compact;
  full.layout = KeyLayout::kFull;
  compact.layout = KeyLayout::kCompact;
  EXPECT_EQ(Parsed(file, full), List{});
  // As compact keys there is no room for a marker list.
  const List missing = {{kMarkerListMissing, {19 + 116, 0}, "markers"}};
  EXPECT_EQ(Parsed(file, compact), missing);
  EXPECT_EQ(Parsed(file), missing);
  EXPECT_EQ(Parse(file)->layout(), KeyLayout::kCompact);
  EXPECT_EQ(Parse(file)->curve(CurveSlot::Camera(kPositionY)).size(), 3u);
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
  ParseOptions compact;
  compact.layout = KeyLayout::kCompact;
  EXPECT_EQ(Parsed(file, compact),
            (List{{kMarkerListMissing, {19 + 116, 0}, "markers"}}));
  EXPECT_EQ(Parsed(file), List{});
  EXPECT_EQ(Parse(file)->layout(), KeyLayout::kFull);
  // When neither makes sense, compact it is.
  std::vector<uint8_t> bytes = file.bytes();
  Put<int32_t>(bytes, 19, 3);  // camera.position.x's pre-wrap mode
  EXPECT_EQ(Parse(bytes)->layout(), KeyLayout::kCompact);
}

TEST(LayoutTest, CanBeForced) {
  ParseOptions full, compact;
  full.layout = KeyLayout::kFull;
  compact.layout = KeyLayout::kCompact;
  const FileWriter empty = Begin11(1, 0, 0).EmptyCurves(7).Int(0);
  EXPECT_EQ(Parse(empty, full)->layout(), KeyLayout::kFull);
  EXPECT_EQ(Parse(empty, compact)->layout(), KeyLayout::kCompact);
  const FileWriter compact_file = CameraFile(KeyLayout::kCompact, 5).Int(0);
  EXPECT_EQ(Parsed(compact_file, compact), List{});
  EXPECT_FALSE(Parsed(compact_file, full).empty());
  const FileWriter full_file = CameraFile(KeyLayout::kFull, 5).Int(0);
  EXPECT_EQ(Parsed(full_file, full), List{});
  EXPECT_FALSE(Parsed(full_file, compact).empty());
}

TEST(LayoutTest, OfVersion10IsFullUnlessForced) {
  FileWriter file = FileWriter().Header(1, 0).EmptyCurves(388);
  file.CompactCurve(4);  // hands.right.PinkyTip.rotation.w
  EXPECT_EQ(Parsed(file), (List{{kKeyCountTooLarge,
                                 {16 + 388 * 12 + 8, 4},
                                 "hands.right.PinkyTip.rotation.w.keyCount"}}));
  ParseOptions compact;
  compact.layout = KeyLayout::kCompact;
  EXPECT_EQ(Parsed(file, compact),
            (List{{kMarkerListMissing, {file.size(), 0}, "markers"}}));
}

TEST(LayoutTest, WhenNoneFitsTheMorePlausibleIsReportedAgainst) {
  for (KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
    const FileWriter file = CameraFile(layout, 9).Int(0);
    const uint64_t curve = 12 + 9 * (layout == KeyLayout::kFull ? 28 : 8);
    // Cut in the last curve's keys.
    EXPECT_EQ(Parsed(First(file, file.size() - 5)),
              (List{{kKeyCountTooLarge,
                     {19 + 6 * curve + 8, 4},
                     "camera.rotation.w.keyCount"}}));
    // A byte too many.
    FileWriter longer = file;
    longer.Byte(0);
    EXPECT_EQ(Parsed(longer),
              (List{{kTrailingBytes, {file.size(), 1}, "end"}}));
    EXPECT_EQ(Parse(longer)->layout(), layout);
    // A bad count in the middle.
    std::vector<uint8_t> bytes = file.bytes();
    Put<int32_t>(bytes, 19 + 3 * curve + 8, -7);
    EXPECT_EQ(Parsed(bytes), (List{{kKeyCountNegative,
                                    {19 + 3 * curve + 8, 4},
                                    "camera.rotation.x.keyCount"}}));
    // A marker list that goes wrong.
    bytes = file.bytes();
    Put<int32_t>(bytes, file.size() - 4, 1);
    EXPECT_EQ(
        Parsed(bytes),
        (List{{kMarkerCountTooLarge, {file.size() - 4, 4}, "markers.count"}}));
    EXPECT_EQ(Parse(bytes)->layout(), layout);
  }
}

// ---- Limits -----------------------------------------------------------------

TEST(ParseLimitsTest, FileBytes) {
  const FileWriter file = NoCurves().Int(0);
  ParseOptions options;
  options.limits.file_bytes = 23;
  EXPECT_EQ(Parsed(file, options), List{});
  options.limits.file_bytes = 22;
  EXPECT_EQ(Parsed(file, options), (List{{kLimitExceeded, {0, 23}, "file"}}));
  EXPECT_FALSE(Parse(file, options).has_value());
}

TEST(ParseLimitsTest, KeysPerCurve) {
  FileWriter file = Begin11(0, 0, 1).EmptyCurves(1).CompactCurve(5);
  file.EmptyCurves(4).Int(0);
  ParseOptions options;
  options.limits.keys_per_curve = 5;
  EXPECT_EQ(Parsed(file, options), List{});
  options.limits.keys_per_curve = 4;
  EXPECT_EQ(
      Parsed(file, options),
      (List{{kLimitExceeded, {19 + 12 + 8, 4}, "gaze.origin.y.keyCount"}}));
  EXPECT_FALSE(Parse(file, options).has_value());
}

TEST(ParseLimitsTest, Markers) {
  FileWriter file = NoCurves().Int(3);
  file.Marker(1, "").Marker(2, "").Marker(3, "");
  ParseOptions options;
  options.limits.markers = 3;
  EXPECT_EQ(Parsed(file, options), List{});
  options.limits.markers = 2;
  EXPECT_EQ(Parsed(file, options),
            (List{{kLimitExceeded, {19, 4}, "markers.count"}}));
  const auto view = Parse(file, options);
  ASSERT_TRUE(view.has_value());
  EXPECT_EQ(view->marker_count(), 0u);
  // A count that is too large besides shows no more than the limit.
  std::vector<uint8_t> bytes = file.bytes();
  Put<int32_t>(bytes, 19, 100);
  EXPECT_EQ(Parsed(bytes, options),
            (List{{kMarkerCountTooLarge, {19, 4}, "markers.count"}}));
  EXPECT_EQ(Parse(bytes, options)->marker_count(), 2u);
}

TEST(ParseLimitsTest, NameBytes) {
  FileWriter file = NoCurves().Int(2).Marker(1, "abc").Marker(2, "abcd");
  ParseOptions options;
  options.limits.name_bytes = 4;
  EXPECT_EQ(Parsed(file, options), List{});
  options.limits.name_bytes = 3;
  EXPECT_EQ(Parsed(file, options),
            (List{{kLimitExceeded, {35, 1}, "markers[1].name"}}));
  EXPECT_EQ(Parse(file, options)->marker_count(), 1u);
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
      CameraFile(KeyLayout::kCompact, 3).Int(0).bytes();
  const auto view = Parse(bytes);
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
  EXPECT_EQ(Parse(file)->Duration(), 5.0f);
}

TEST(ViewTest, DurationIsAtLeastZero) {
  FileWriter file = Begin11(0, 0, 1);
  file.CurveHeader(8, 8, 1).Float(-3).Float(0);
  file.EmptyCurves(5).Int(0);
  EXPECT_EQ(Parse(file)->Duration(), 0.0f);
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
