// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard sample of captures of XR Hands, from end to end.

#include <string>
#include <vector>

#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::HasSubstr;

constexpr char kHalves[] = "corpus/xrhands/valid/v2-halves.handsbin";

RunResult Sample(std::vector<std::string> more) {
  std::vector<std::string> args = {"sample", "--true-times"};
  args.insert(args.end(), more.begin(), more.end());
  return RunProgram(args);
}

// Half of the head's pose is written as identity where it was not tracked.
TEST(SampleCapturesTest, NoCellIsZeroWhereNothingWasRecorded) {
  const RunResult wide =
      Sample({"--times=keys", "--only=camera", "--format=csv", kHalves});
  ASSERT_EQ(wide.exit_code, 0) << wide.err;
  const std::vector<std::string> rows = Lines(wide.out);
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[1], "0.0,0.0,1.5,-0.25,,,,");
  EXPECT_EQ(rows[2], "0.015625,,,,0.0,0.6,0.0,0.8");
  EXPECT_EQ(rows[3], "0.03125,0.03125,1.5,-0.25,0.0,0.6,0.0,0.8");
  EXPECT_EQ(rows[4], "0.046875,,,,,,,");
  const RunResult long_table = Sample(
      {"--times=0", "--shape=long", "--only=camera", "--format=csv", kHalves});
  EXPECT_THAT(long_table.out, HasSubstr(",,0.0,camera,,0.0,1.5,-0.25,,,,,,\n"));
  rapidjson::Document json;
  json.Parse(Sample({"--times=0,0.015625", kHalves}).out.c_str());
  ASSERT_FALSE(json.HasParseError());
  const rapidjson::Value& camera = json["camera"];
  EXPECT_TRUE(camera["position"][0].IsArray());
  EXPECT_TRUE(camera["position"][1].IsNull());
  EXPECT_TRUE(camera["rotation"][0].IsNull());
  EXPECT_TRUE(camera["rotation"][1].IsArray());
}

// What a capture becomes lasts as long, and hands are tracked for as long.
TEST(SampleCapturesTest, ARecordingOfACaptureIsAsLong) {
  TempFolder folder;
  const std::string out = folder.path() + "/a.bin";
  ASSERT_EQ(RunProgram({"convert", "--to=mrtk", "-o", out, kHalves}).exit_code,
            0);
  const std::vector<std::string> rows =
      Lines(RunProgram({"info", "--format=csv", kHalves, out}).out);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_THAT(rows[1], HasSubstr(",0.078125,2 hands,0.6,0.2,"));
  EXPECT_THAT(rows[2], HasSubstr(",0.078125,2 hands,0.6,0.2,"));
}

}  // namespace
}  // namespace clipguard::cli
