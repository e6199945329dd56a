// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Captures that are not part of this project: of the package's own recorder and
// writer, and damaged variants. CLIPGUARD_DATA names the folder that has them;
// without it the tests are skipped.

#include <array>
#include <cstdint>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/xrhands/validate.h"
#include "simdjson.h"
#include "testing/sample_files.h"

namespace clipguard::xrhands {
namespace {

namespace fs = std::filesystem;
namespace dom = simdjson::dom;

class XrHandsSampleDataTest : public SampleDataTest {
 protected:
  XrHandsSampleDataTest() : SampleDataTest("xrhands") {}

  std::vector<fs::path> Captures(const char* part) const {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder() / part)) {
      if (entry.path().extension() == ".handsbin") {
        paths.push_back(entry.path());
      }
    }
    EXPECT_FALSE(paths.empty());
    return paths;
  }

  // The cells of a table's rows, but for the first one.
  std::vector<std::vector<std::string>> Table(const char* name) const {
    const std::vector<uint8_t> bytes = ReadBytes(folder() / name);
    std::istringstream text(std::string(bytes.begin(), bytes.end()));
    std::vector<std::vector<std::string>> rows;
    std::string line;
    for (std::getline(text, line); std::getline(text, line);) {
      rows.push_back(absl::StrSplit(line, '\t'));
    }
    EXPECT_FALSE(rows.empty());
    return rows;
  }
};

struct Verdict {
  std::set<std::string> codes;
  uint64_t errors = 0;
};
Verdict VerdictOf(const std::vector<uint8_t>& bytes) {
  FindingList findings;
  ReadDamagedAndValidate(bytes, {}, findings);
  Verdict verdict{.codes = {}, .errors = findings.errors()};
  for (const Finding& finding : findings.findings()) {
    verdict.codes.emplace(GetCodeInfo(finding.code).name);
  }
  return verdict;
}

TEST_F(XrHandsSampleDataTest, DamagedFilesGetTheVerdictOfTheTable) {
  for (const auto& row : Table("damaged/damaged.tsv")) {
    SCOPED_TRACE(row[0]);
    const Verdict verdict = VerdictOf(ReadBytes(folder() / "damaged" / row[0]));
    for (const auto code : absl::StrSplit(row.back(), ',')) {
      EXPECT_TRUE(verdict.codes.contains(std::string(code))) << code;
    }
  }
  for (const auto& row : Table("made/damaged.tsv")) {
    SCOPED_TRACE(row[0]);
    const Verdict verdict = VerdictOf(ReadBytes(folder() / "made" / row[0]));
    EXPECT_EQ(verdict.errors > 0, row[1] == "error");
    EXPECT_FALSE(verdict.codes.empty());
  }
}

void ExpectPose(dom::element expected, const Pose& pose) {
  const auto values = std::bit_cast<std::array<float, 7>>(pose);
  size_t i = 0;
  for (const double value : expected.get_array()) {
    ASSERT_LT(i, values.size());
    EXPECT_EQ(static_cast<float>(value), values[i++]);
  }
}

// A hand's joints, or null.
void ExpectJoints(dom::element expected, const CapturedHand& hand) {
  EXPECT_EQ(hand.joints.empty(), expected.is_null());
  if (hand.joints.empty() || expected.is_null()) return;
  size_t joint = 0;
  for (const dom::element pose : expected.get_array()) {
    ExpectPose(pose, hand.joints[joint++]);
  }
  EXPECT_EQ(joint, kJointCount);
}

TEST_F(XrHandsSampleDataTest, ReadsWhatThePackageWrote) {
  for (const char* const part : {"golden", "made"}) {
    for (const fs::path& path : Captures(part)) {
      const fs::path values = fs::path(path).replace_extension(".json");
      if (!fs::exists(values)) continue;
      SCOPED_TRACE(path);
      const std::vector<uint8_t> bytes = ReadBytes(path);
      EXPECT_EQ(DetectFormat(bytes), Format::kXrHands);
      FindingList findings;
      const auto capture = ReadDamagedAndValidate(bytes, {}, findings);
      ASSERT_TRUE(capture);
      const bool falls = path.stem().string().ends_with("scene_change");
      EXPECT_EQ(findings.errors() > 0, falls);
      dom::parser parser;
      const dom::element json = parser.load(values.string());
      EXPECT_EQ(capture->header().name, std::string_view(json["name"]));
      EXPECT_EQ(capture->header().duration.value,
                static_cast<float>(double(json["duration"])));
      size_t i = 0;
      for (const dom::element expected : json["frames"].get_array()) {
        ASSERT_LT(i, capture->frames());
        const Frame frame = capture->frame(i++);
        EXPECT_EQ(frame.time.value,
                  static_cast<float>(double(expected["time"])));
        for (size_t h = 0; h < 2; ++h) {
          const CapturedHand& hand = frame.hands[h];
          const dom::element side = expected[kHandNames[h]];
          dom::element found;
          if (side.is_null() || side.is_array()) {
            ExpectJoints(side, hand);
          } else if (side["joints"].get(found) == simdjson::SUCCESS) {
            ExpectJoints(found, hand);
            EXPECT_EQ(hand.tracked, bool(side["tracked"]));
          } else if (!side["snapshot"].is_null()) {
            const dom::element step = side["snapshot"]["dynamic"];
            ExpectJoints(step["joints"], hand);
            EXPECT_EQ(hand.tracked, (int64_t(step["flags"]) & 2) != 0);
          } else {
            EXPECT_FALSE(hand.has_snapshot);
          }
        }
      }
      EXPECT_EQ(i, capture->frames());
    }
  }
}

TEST_F(XrHandsSampleDataTest, NoOtherFileIsTaken) {
  for (const char* const part : {"mrtk", "m3d", "forge"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(folder().parent_path() / part)) {
      if (!entry.is_regular_file()) continue;
      EXPECT_NE(DetectFormat(ReadBytes(entry.path())), Format::kXrHands)
          << entry.path();
    }
  }
}

}  // namespace
}  // namespace clipguard::xrhands
