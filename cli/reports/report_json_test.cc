// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/reports/report_json.h"

#include "base/json_writer.h"
#include "gtest/gtest.h"
#include "parser/finding.h"

namespace clipguard::cli {
namespace {

TEST(ReportJsonTest, Findings) {
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
