// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/tracks/clip_list.h"

#include <limits>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"
#include "report/tracks/track.h"

namespace clipguard::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<Track> SomeTracks(size_t keys) {
  Track track;
  track.path = "p";
  track.columns = TrackColumns{.times = std::vector<float>(keys),
                               .values = std::vector<float>(keys)};
  // Numbers that are all the same would be one.
  for (size_t i = 0; i < keys; ++i) {
    track.columns->times[i] = static_cast<float>(i);
  }
  return {track};
}

std::string Written(ClipList& clips) {
  DetailWriter json;
  json.BeginObject();
  clips.Write(json);
  json.EndObject();
  return json.Take();
}

TEST(ClipListTest, NothingOfNoClips) {
  Budget budget(1000);
  ClipList clips(budget);
  EXPECT_EQ(Written(clips), "{}");
}

TEST(ClipListTest, TracksAndMarksBelongToClips) {
  Budget budget(100'000);
  ClipList clips(budget);
  clips.Add({.name = "a", .duration = 1}, SomeTracks(2));
  clips.Add({.name = "b", .duration = 3, .loop = true}, SomeTracks(2));
  clips.AddMark({.time = 0.5, .name = "<bang>"});
  const std::string json = Written(clips);
  EXPECT_THAT(json, HasSubstr(R"("from":0,"to":3,"clips":[)"
                              R"({"name":"a","duration":1,"loop":false},)"
                              R"({"name":"b","duration":3,"loop":true}])"));
  EXPECT_THAT(json, HasSubstr(R"("clip":0,)"));
  EXPECT_THAT(json, HasSubstr(R"("clip":1,)"));
  EXPECT_THAT(json, HasSubstr(R"("names":["<bang>"],"clip":{"u16":[1,0]})"));
}

// A page has no use for "Infinity".
TEST(ClipListTest, DurationsAreNumbers) {
  Budget budget(100'000);
  ClipList clips(budget);
  clips.Add({.name = "a", .duration = std::numeric_limits<float>::infinity()},
            SomeTracks(2));
  EXPECT_THAT(Written(clips),
              HasSubstr(R"("to":3.4028235e+38,"clips":[)"
                        R"({"name":"a","duration":3.4028235e+38,)"));
}

TEST(ClipListTest, SaysWhatDoesNotFit) {
  Budget budget(20'000);
  ClipList clips(budget);
  clips.Add({.name = "long"}, SomeTracks(5000));
  clips.Add({.name = "short"}, SomeTracks(5));
  const std::string json = Written(clips);
  EXPECT_THAT(json, HasSubstr(R"("name":"short")"));
  EXPECT_THAT(json, Not(HasSubstr(R"("name":"long")")));
  EXPECT_THAT(budget.left_out(),
              ElementsAre("the curves of 1 clip of 2, which do not fit"));
  EXPECT_LE(json.size(), 20'000 - budget.left() + 100);
}

}  // namespace
}  // namespace clipguard::report
