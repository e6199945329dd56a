// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// InputAnimationView: the list of markers.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

TEST(ReadMarkersTest, ReadsTimesNamesAndOffsets) {
  FileWriter file = NoCurves().Int(3);
  file.Marker(0.5f, "one");       // 23: time, 27: length, 28: name
  file.Marker(1.5f, "");          // 31, 35, 36
  file.Marker(-2, "tw\xc3\xb6");  // 36, 40, 41
  EXPECT_EQ(ReadFindings(file), List{});
  const auto view = ReadDamaged(file);
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

TEST(ReadMarkersTest, ReadsNamesOfEveryLengthOfLength) {
  for (size_t size : {0u, 1u, 127u, 128u, 300u, 16383u, 16384u, 70000u}) {
    FileWriter file = NoCurves().Int(1).Float(1);
    size_t rest = size;
    for (; rest >= 0x80; rest >>= 7) file.Byte(0x80 | (rest & 0x7f));
    file.Byte(static_cast<int>(rest)).Text(std::string(size, 'x'));
    EXPECT_EQ(ReadFindings(file), List{}) << size;
    EXPECT_EQ(ReadDamaged(file)->markers().Next()->name.size(), size);
  }
}

TEST(ReadMarkersTest, AMissingListIsAWarning) {
  EXPECT_EQ(ReadFindings(NoCurves()),
            (List{{kMarkerListMissing, {19, 0}, "markers"}}));
  const FileWriter file = FileWriter().Header(1, 0).EmptyCurves(389);
  EXPECT_EQ(ReadFindings(file),
            (List{{kMarkerListMissing, {4684, 0}, "markers"}}));
  const auto view = ReadDamaged(file);
  ASSERT_TRUE(view.has_value());
  EXPECT_FALSE(view->has_marker_list());
  EXPECT_EQ(view->marker_count(), 0u);
  EXPECT_FALSE(view->markers().Next().has_value());
}

TEST(ReadMarkersTest, ACutCountIsATruncation) {
  const FileWriter file = NoCurves().Int(0);
  for (uint64_t left = 1; left < 4; ++left) {
    EXPECT_EQ(ReadFindings(First(file, 19 + left)),
              (List{{kFileTruncated, {19, left}, "markers.count"}}));
    EXPECT_TRUE(ReadDamaged(First(file, 19 + left)).has_value());
  }
}

TEST(ReadMarkersTest, ANegativeCountIsAnError) {
  for (int32_t count : {-1, kMinInt}) {
    EXPECT_EQ(ReadFindings(NoCurves().Int(count)),
              (List{{kMarkerCountNegative, {19, 4}, "markers.count"}}));
  }
}

TEST(ReadMarkersTest, ACountTooLargeShowsTheMarkersThatAreThere) {
  for (int32_t count : {4, 1000, 0x33333334, kMaxInt}) {
    FileWriter file = NoCurves().Int(count);
    file.Marker(1, "").Marker(2, "").Marker(3, "");
    EXPECT_EQ(ReadFindings(file),
              (List{{kMarkerCountTooLarge, {19, 4}, "markers.count"}}))
        << count;
    const auto view = ReadDamaged(file);
    ASSERT_TRUE(view.has_value());
    EXPECT_EQ(view->marker_count(), 3u);
  }
}

TEST(ReadMarkersTest, ACountTooLargeByOneThatWouldFitIsATruncation) {
  FileWriter file = NoCurves().Int(2).Marker(1, "seven..");
  EXPECT_EQ(ReadFindings(file),
            (List{{kFileTruncated, {35, 0}, "markers[1].time"}}));
  EXPECT_EQ(ReadDamaged(file)->marker_count(), 1u);
}

TEST(ReadMarkersTest, EveryCutInAMarkerIsAnError) {
  // 23 bytes, then two markers: 23 .. 39 and 39 .. 47.
  FileWriter file = NoCurves().Int(2);
  file.Marker(1, "eleven byte").Marker(2, "xyz");
  ASSERT_EQ(file.size(), 47u);
  ASSERT_EQ(ReadFindings(file), List{});
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
    EXPECT_EQ(ReadFindings(First(file, size)), List{expected}) << size;
    EXPECT_EQ(ReadDamaged(First(file, size))->marker_count(),
              size < 39 ? 0u : 1u);
  }
}

TEST(ReadMarkersTest, ALengthEndsWithinFiveBytes) {
  FileWriter file = NoCurves().Int(1).Float(1);
  file.Bytes({0x80, 0x80, 0x80, 0x80, 0x80, 0x00});
  EXPECT_EQ(ReadFindings(file),
            (List{{kMarkerNameLengthMalformed, {27, 5}, "markers[0].name"}}));
  EXPECT_EQ(ReadDamaged(file)->marker_count(), 0u);
}

TEST(ReadMarkersTest, ACutLengthIsATruncation) {
  for (uint64_t size = 0; size < 5; ++size) {
    FileWriter file = NoCurves().Int(1).Float(1);
    for (uint64_t i = 0; i < size; ++i) file.Byte(0x81);
    List expected = {{kFileTruncated, {27 + size, 0}, "markers[0].name"}};
    // Four bytes cannot even be a marker.
    if (size == 0) {
      expected = {{kMarkerCountTooLarge, {19, 4}, "markers.count"},
                  expected[0]};
    }
    EXPECT_EQ(ReadFindings(file), expected) << size;
  }
}

TEST(ReadMarkersTest, ALengthIsAtMostThirtyOneBits) {
  // 0x80000000, and the largest number of 35 bits.
  for (const std::vector<int>& length :
       {std::vector<int>{0x80, 0x80, 0x80, 0x80, 0x08},
        std::vector<int>{0xff, 0xff, 0xff, 0xff, 0x7f}}) {
    FileWriter file = NoCurves().Int(1).Float(1);
    for (int byte : length) file.Byte(byte);
    EXPECT_EQ(ReadFindings(file),
              (List{{kMarkerNameLengthTooLarge, {27, 5}, "markers[0].name"}}));
  }
  // 0x7fffffff is allowed, but does not fit.
  FileWriter file = NoCurves().Int(1).Float(1);
  file.Bytes({0xff, 0xff, 0xff, 0xff, 0x07});
  EXPECT_EQ(ReadFindings(file),
            (List{{kMarkerNamePastEnd, {27, 5}, "markers[0].name"}}));
}

TEST(ReadMarkersTest, APaddedLengthIsAWarning) {
  // Length 2 in two to five bytes; length 0 in two.
  for (size_t size = 2; size <= 5; ++size) {
    FileWriter file = NoCurves().Int(1).Float(1).Byte(0x82);
    for (size_t i = 2; i < size; ++i) file.Byte(0x80);
    file.Byte(0).Text("ab");
    EXPECT_EQ(ReadFindings(file),
              (List{{kMarkerNameLengthPadded, {27, size}, "markers[0].name"}}));
    EXPECT_EQ(ReadDamaged(file)->markers().Next()->name, "ab");
  }
  FileWriter file = NoCurves().Int(2).Float(1).Bytes({0x80, 0});
  file.Float(2).Bytes({0x80, 0});
  FindingList findings;
  ReadInputAnimation(file, {}, findings);
  ASSERT_EQ(findings.findings().size(), 1u);  // all of a file in one
  EXPECT_EQ(findings.findings()[0].count, 2u);
  EXPECT_EQ(Places(findings.findings()[0]), "markers 0-1");
}

TEST(ReadMarkersTest, BytesAfterTheListAreAnError) {
  for (size_t count : {1u, 4u, 100u}) {
    FileWriter file = NoCurves().Int(1).Marker(1, "a");
    for (size_t i = 0; i < count; ++i) file.Byte(0);
    EXPECT_EQ(ReadFindings(file), (List{{kTrailingBytes, {29, count}, "end"}}));
    EXPECT_EQ(ReadDamaged(file)->marker_count(), 1u);
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

}  // namespace
}  // namespace clipguard::mrtk
