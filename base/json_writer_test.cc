// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/json_writer.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace clipguard {
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

TEST(JsonTest, AKeyAndItsValueAreOneCall) {
  JsonWriter json;
  json.BeginObject();
  json.BeginObject("object");
  json.Field("float", 0.1f);
  json.Field("double", 0.1);
  json.Field("below", int64_t{-1});
  json.EndObject();
  json.BeginArray("array");
  json.Strings(std::array{"a", "\xFF"});
  json.EndArray();
  json.Floats("floats", std::array{0.1f, -0.0f});
  json.Strings("none", std::array<std::string, 0>());
  json.EndObject();
  EXPECT_EQ(json.Take(),
            "{\"object\":{\"float\":0.1,\"double\":0.1,\"below\":-1},"
            "\"array\":[[\"a\",\"\xEF\xBF\xBD\"]],\"floats\":[0.1,-0],"
            "\"none\":[]}");
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

}  // namespace
}  // namespace clipguard
