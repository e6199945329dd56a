// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/tracks/track.h"

#include <string>

#include "base/json_writer.h"
#include "gtest/gtest.h"
#include "report/html/section.h"

namespace clipguard::report {
namespace {

std::string Written(const Track& track, int times = 1) {
  JsonWriter json;
  json.BeginArray();
  TrackWriter writer(json);
  for (int i = 0; i < times; ++i) writer.Write(track);
  json.EndArray();
  return json.Take();
}

Track Line() {
  Track track{.path = "a.b", .group = {"a"}, .label = "b", .keys = 2};
  track.values = {0, 1};
  track.columns = TrackColumns{.times = {0, 1}, .values = {0, 1}};
  return track;
}

TEST(TrackWriterTest, WritesWhatThereIs) {
  EXPECT_EQ(Written(Line()),
            R"([{"path":"a.b","group":["a"],"label":"b","kind":"lines",)"
            R"("keys":2,"min":0,"max":1,"t":"AAAAAAAAgD8=",)"
            R"("v":"AAAAAAAAgD8="}])");
}

TEST(TrackWriterTest, EqualTimesAreWrittenOnce) {
  const std::string text = Written(Line(), 2);
  EXPECT_NE(text.find(R"("t":0,)"), std::string::npos) << text;
}

TEST(TrackWriterTest, OneNumberStandsForManyAndZerosAreLeftOut) {
  Track track = Line();
  track.kind = TrackKind::kBezier;
  track.columns->in_tangents = {0, 0};
  track.columns->out_tangents = {0, -0.0f};
  track.columns->in_weights = {1, 1};
  const std::string text = Written(track);
  EXPECT_EQ(text.find(R"("it")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("ot":"AAAAAAAAAIA=")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("iw":"AACAPw==")"), std::string::npos) << text;
}

TEST(TrackWriterTest, SaysWhatIsWrong) {
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
  EXPECT_LE(Written(track).size(),
            track.HeadSize() + track.columns->TextSize() + 2);
  track.columns.reset();
  track.levels = std::vector<uint16_t>(2 * 100, 65535);
  EXPECT_LE(Written(track).size(), track.HeadSize() + LevelsSize(100) + 2);
}

TEST(MarkListTest, TakesWhatFits) {
  Budget budget(60);
  MarkList marks;
  EXPECT_TRUE(marks.Add({.time = 1, .name = "one"}, budget));
  EXPECT_FALSE(marks.Add({.time = 2, .name = "four"}, budget));
  EXPECT_EQ(marks.size(), 1u);
  JsonWriter json;
  json.BeginObject();
  marks.Write(json);
  json.EndObject();
  EXPECT_EQ(json.Take(),
            R"({"marks":{"t":"AACAPw==","names":["one"],"clip":"AAA="}})");
}

}  // namespace
}  // namespace clipguard::report
