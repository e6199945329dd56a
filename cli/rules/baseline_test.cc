// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/rules/baseline.h"

#include <string>
#include <string_view>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr FindingCode kDecreasing = FindingCode::kKeyTimeDecreasing;
constexpr FindingCode kUnused = FindingCode::kVertexUnused;

// Reports a finding of a code without arguments or with those given.
void Add(FindingList& list, std::string_view path, FindingCode code) {
  const auto describe = [&](Description& d) { d.path = std::string(path); };
  list.Report(Occurrence{code, {0, 1}, {}, describe});
}

FindingList Findings(const std::vector<std::string>& paths) {
  FindingList list;
  for (const std::string& path : paths) Add(list, path, kDecreasing);
  return list;
}

Baseline Known(const std::string& file, const std::vector<std::string>& paths) {
  Baseline baseline;
  baseline.Set(file, PlacesOf(Findings(paths)));
  return baseline;
}

TEST(BaselineTest, PlacesHaveNoNumbersOfElements) {
  EXPECT_EQ(PlaceOfPath("camera.x.keys[12].time"), "camera.x.keys[].time");
  EXPECT_EQ(PlaceOfPath("a[1][23]"), "a[][]");
  EXPECT_EQ(PlaceOfPath("/clips/a/0/1"), "/clips/a/[]/[]");
  EXPECT_EQ(PlaceOfPath("/clips/a0/1b/x"), "/clips/a0/1b/x");
  EXPECT_EQ(PlaceOfPath("a[b]c[1"), "a[b]c[1");
  EXPECT_EQ(PlaceOfPath("[]/"), "[]/");
  EXPECT_EQ(PlaceOfPath("\xFF"), "\xEF\xBF\xBD");
  EXPECT_EQ(PlaceOfPath(""), "");
}

TEST(BaselineTest, NamesOfFilesAreTheirOwn) {
  for (const std::string name : {"a.bin", "%", "%41", "\xFF", "\xC3\xA9/\xC3",
                                 "", "a\nb", "%FF", "\xEF\xBF\xBD"}) {
    EXPECT_EQ(FileOfName(NameInBaseline(name)), name);
  }
  EXPECT_EQ(NameInBaseline("50%\xFF\xC3\xA9"), "50%25%FF\xC3\xA9");
  EXPECT_EQ(FileOfName("%4"), "%4");
  EXPECT_EQ(FileOfName("%zz"), "%zz");
}

TEST(BaselineTest, WhatIsKnownIsTakenOut) {
  const Baseline baseline = Known("f", {"keys[1]", "keys[5]", "name"});
  FindingList same = Findings({"keys[2]", "name", "keys[9]"});
  EXPECT_EQ(baseline.Excuse("f", same), 3u);
  EXPECT_TRUE(same.empty());
  // Fewer are known, too; more are all told.
  FindingList fewer = Findings({"keys[2]"});
  EXPECT_EQ(baseline.Excuse("f", fewer), 1u);
  FindingList more = Findings({"keys[2]", "name", "keys[3]", "keys[4]"});
  EXPECT_EQ(baseline.Excuse("f", more), 1u);
  EXPECT_EQ(more.errors(), 3u);
  EXPECT_EQ(more.findings().size(), 3u);
  FindingList other = Findings({"keys[2]"});
  EXPECT_EQ(baseline.Excuse("g", other), 0u);
  FindingList code;
  Add(code, "keys[1]", kUnused);
  EXPECT_EQ(baseline.Excuse("f", code), 0u);
}

TEST(BaselineTest, WhatIsGoneIsFixed) {
  const Baseline baseline = Known("f", {"keys[1]", "keys[5]", "name"});
  const FindingLevels levels;
  EXPECT_THAT(
      baseline.Fixed("f", Findings({"keys[1]", "keys[2]", "name"}), levels),
      IsEmpty());
  const KnownPlaces fixed = baseline.Fixed("f", Findings({"keys[1]"}), levels);
  EXPECT_EQ(fixed, (KnownPlaces{{{kDecreasing, "keys[]"}, 1},
                                {{kDecreasing, "name"}, 1}}));
  EXPECT_THAT(baseline.Fixed("g", {}, levels), IsEmpty());
  // Nobody knows: it is not looked for, or not kept.
  FindingLevels ignoring;
  ignoring.Set(kDecreasing, FindingLevel::kIgnored);
  EXPECT_THAT(baseline.Fixed("f", {}, ignoring), IsEmpty());
  Limits limits;
  limits.findings_kept = 0;
  FindingList dropped(limits);
  Add(dropped, "name", kDecreasing);
  EXPECT_THAT(baseline.Fixed("f", dropped, levels), IsEmpty());
}

TEST(BaselineTest, TextIsSortedAndAnEntryALine) {
  Baseline baseline = Known("b", {"z", "a[1]", "a[2]"});
  FindingList list;
  Add(list, "\"\n", kUnused);
  baseline.Set("a\xC3\xA9", PlacesOf(list));
  const std::string text =
      R"({"clipguard":"baseline","version":1,"findings":[
{"file":"aé","code":"VERTEX_UNUSED","path":"\"\n","count":1},
{"file":"b","code":"KEY_TIME_DECREASING","path":"a[]","count":2},
{"file":"b","code":"KEY_TIME_DECREASING","path":"z","count":1}
]}
)";
  EXPECT_EQ(baseline.ToText(), text);
  const auto read = Baseline::Parse(text, "b.json");
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, baseline);
  const Baseline none;
  EXPECT_EQ(*Baseline::Parse(none.ToText(), "b"), none);
}

TEST(BaselineTest, MergedEntriesHaveTheLargerCount) {
  const auto entry = [](int count) {
    return R"({"file":"f","code":"VERTEX_UNUSED","path":"a","count":)" +
           std::to_string(count) + "}";
  };
  const auto read =
      Baseline::Parse(R"({"clipguard":"baseline","findings":[)" + entry(2) +
                          "," + entry(5) + "," + entry(3) + "],\"version\":1}",
                      "b.json");
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->files().at("f"), (KnownPlaces{{{kUnused, "a"}, 5}}));
}

TEST(BaselineTest, WhatIsNoBaselineHasAPlace) {
  const auto fault = [](std::string_view text) {
    return std::string(Baseline::Parse(text, "b.json").status().message());
  };
  const auto in_list = [&](const std::string& entries) {
    return fault("{\"clipguard\":\"baseline\",\"version\":1,\"findings\":[\n" +
                 entries + "]}");
  };
  EXPECT_THAT(fault(""), StartsWith("b.json:1:1: "));
  EXPECT_THAT(fault("[]"), HasSubstr("this is no baseline"));
  EXPECT_THAT(fault("{}"), HasSubstr("\"clipguard\": \"baseline\" is missing"));
  EXPECT_THAT(fault("{\"a\":1}"), HasSubstr("unknown key 'a'"));
  EXPECT_THAT(fault("{\"clipguard\":\"ledger\"}"), HasSubstr("another file"));
  EXPECT_THAT(fault("{\"clipguard\":\"baseline\"}"), HasSubstr("version"));
  EXPECT_THAT(fault("{\"version\":2}"), HasSubstr("version 2, not 1"));
  EXPECT_THAT(fault("{\"clipguard\":\"baseline\",\"version\":1}"),
              HasSubstr("\"findings\" is missing"));
  EXPECT_THAT(in_list("1"), StartsWith("b.json:2:"));
  EXPECT_THAT(in_list("[]"), HasSubstr("a list among the findings"));
  EXPECT_THAT(in_list("{}"), HasSubstr("an entry needs"));
  EXPECT_THAT(in_list("{\"code\":\"FILE_TRUNKATED\"}"),
              HasSubstr("did you mean FILE_TRUNCATED?"));
  EXPECT_THAT(in_list("{\"count\":0}"), HasSubstr("as \"count\""));
  EXPECT_THAT(in_list("{\"count\":-1}"), HasSubstr("a number below 1"));
  EXPECT_THAT(in_list("{\"count\":1.5}"), HasSubstr("with a fraction"));
  EXPECT_THAT(in_list("{\"file\":null}"), HasSubstr("null as \"file\""));
  EXPECT_THAT(in_list("{\"file\":\"\xFF\"}"), HasSubstr("this is no JSON"));
  EXPECT_THAT(fault(std::string(1'000'000, '[')), HasSubstr("no baseline"));
}

}  // namespace
}  // namespace clipguard::cli
