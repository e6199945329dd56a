// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/tracks/track.h"

#include <string>

#include "gtest/gtest.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {
namespace {

std::string Written(const Track& track) {
  DetailWriter json;
  json.BeginArray();
  WriteTrack(track, json);
  json.EndArray();
  return json.Take();
}

Track Line() {
  Track track{.path = "a.b", .group = {"a"}, .label = "b", .keys = 2};
  track.values = {0, 1};
  track.columns = TrackColumns{.times = {0, 1}, .values = {0, 1}};
  return track;
}

TEST(WriteTrackTest, WritesWhatThereIs) {
  EXPECT_EQ(Written(Line()),
            R"([{"path":"a.b","group":["a"],"label":"b","kind":"lines",)"
            R"("keys":2,"min":0,"max":1,"t":{"f32":[2,0]},)"
            R"("v":{"f32":[2,0]}}])");
}

TEST(WriteTrackTest, OneNumberStandsForManyAndZerosAreLeftOut) {
  Track track = Line();
  track.kind = TrackKind::kBezier;
  track.columns->in_tangents = {0, 0};
  track.columns->out_tangents = {0, -0.0f};
  track.columns->in_weights = {1, 1};
  const std::string text = Written(track);
  EXPECT_EQ(text.find(R"("it")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("ot":{"f32":[2,2]})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("iw":{"f32":[1,4]})"), std::string::npos) << text;
}

TEST(WriteTrackTest, SaysWhatIsWrong) {
  Track track{.path = "p", .label = "p", .keys = 3};
  track.broken_keys = 2;
  track.in_order = false;
  track.pre_wrap = 2;
  EXPECT_EQ(Written(track),
            R"([{"path":"p","group":[],"label":"p","kind":"lines","keys":3,)"
            R"("wrap":[2,8],"broken":2,"unordered":true}])");
}

TEST(TrackTest, SizesAreEnough) {
  Track track = Line();
  track.path = std::string(10, '\x01');
  track.label = std::string(10, '"');
  track.broken_keys = ~uint64_t{0};
  track.in_order = false;
  track.clip = ~uint64_t{0};
  track.pre_wrap = track.post_wrap = -2147483647;
  track.values = {-1.2345678901234567e-300, 1.2345678901234567e300};
  const auto written = [&] {
    DetailWriter json;
    WriteTrack(track, json);
    return json.unpacked_size();
  };
  EXPECT_LE(written(), track.HeadSize() + track.columns->TextSize());
  track.columns.reset();
  track.levels = std::vector<uint16_t>(2 * 100, 65535);
  EXPECT_LE(written(), track.HeadSize() + LevelsSize(100));
}

TEST(MarkListTest, TakesWhatFits) {
  Budget budget(60);
  MarkList marks;
  EXPECT_TRUE(marks.Add({.time = 1, .name = "one"}, budget));
  EXPECT_FALSE(marks.Add({.time = 2, .name = "four"}, budget));
  EXPECT_EQ(marks.size(), 1u);
  DetailWriter json;
  json.BeginObject();
  marks.Write(json);
  json.EndObject();
  EXPECT_EQ(
      json.Take(),
      R"({"marks":{"t":{"f32":[1,0]},"names":["one"],"clip":{"u16":[1,0]}}})");
}

}  // namespace
}  // namespace clipguard::report
