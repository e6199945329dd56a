// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/json.h"

#include <array>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

TEST(JsonTest, FloatsAreShortestAndNeverBreakJson) {
  JsonWriter json;
  json.Floats(std::array{0.1f, 1.0f, -0.0f, 1e-45f, 3.4028235e38f,
                         std::numeric_limits<float>::quiet_NaN(),
                         -std::numeric_limits<float>::infinity()});
  EXPECT_EQ(json.Take(),
            "[0.1,1,-0,1e-45,3.4028235e+38,\"NaN\",\"-Infinity\"]");
}

TEST(JsonTest, StringsAreValidWhateverTheyHold) {
  JsonWriter json;
  json.BeginObject();
  json.Field("a", "\"\\\n\x01\xFF");
  json.Field("b", std::string("x\0y", 3));
  json.FieldOrNull("c", "");
  json.EndObject();
  EXPECT_EQ(json.Take(),
            "{\"a\":\"\\\"\\\\\\n\\u0001\xEF\xBF\xBD\",\"b\":\"x\\u0000y\","
            "\"c\":null}");
}

TEST(JsonTest, KeysAreEscapedLikeStrings) {
  JsonWriter json;
  json.BeginObject();
  json.Field("\xE2\x80\xAE\xFF", "\xC2\x85");
  json.EndObject();
  EXPECT_EQ(json.Take(), "{\"\\u202E\xEF\xBF\xBD\":\"\\u0085\"}");
}

TEST(JsonTest, MayBeTakenInPieces) {
  JsonWriter json;
  json.BeginArray();
  json.Uint(1);
  std::string all = json.Take();
  json.Uint(2);
  json.EndArray();
  all += json.Take();
  EXPECT_EQ(all, "[1,2]");
}

TEST(JsonTest, Findings) {
  Finding finding;
  finding.code = FindingCode::kKeyTimeNotFinite;
  finding.bytes = {100, 4};
  finding.path = "camera.position.x.keys[3].time";
  finding.message = "key time is NaN";
  JsonWriter one;
  WriteFinding(finding, one);
  EXPECT_EQ(one.Take(),
            "{\"code\":\"KEY_TIME_NOT_FINITE\",\"severity\":\"error\","
            "\"offset\":100,\"length\":4,"
            "\"path\":\"camera.position.x.keys[3].time\","
            "\"message\":\"key time is NaN\",\"count\":1}");

  finding.count = 5;
  finding.ranges = {{3, 7}};
  finding.noun = "key";
  finding.line = 2;
  finding.column = 9;
  JsonWriter many;
  WriteFinding(finding, many);
  EXPECT_EQ(many.Take(),
            "{\"code\":\"KEY_TIME_NOT_FINITE\",\"severity\":\"error\","
            "\"offset\":100,\"length\":4,\"line\":2,\"column\":9,"
            "\"path\":\"camera.position.x.keys[3].time\","
            "\"message\":\"key time is NaN\",\"count\":5,"
            "\"places\":\"keys 3-7\"}");
}

}  // namespace
}  // namespace clipguard::cli
