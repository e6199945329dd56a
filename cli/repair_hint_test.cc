// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests that the report's repair hints agree with repair: over all files of the
// corpus that have findings, and over real files.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cli/test_util.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/sample_files.h"

namespace clipguard::cli {
namespace {

// The hint of each code in a report for people.
std::map<std::string, std::string> HintsOf(const std::string& path) {
  std::map<std::string, std::string> hints;
  std::string code;
  std::map<std::string, std::string> texts;
  for (const std::string& line :
       Lines(Clipguard("validate --verbose", path).out)) {
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" ,"), absl::SkipEmpty());
    if (absl::StartsWith(line, "  error    ") ||
        absl::StartsWith(line, "  warning  ")) {
      code = words[1];
    } else if (!code.empty()) {
      texts[code] += " " + absl::StrJoin(words, " ");
    }
  }
  for (const auto& [its_code, text] : texts) {
    const size_t hint = text.find("clipguard repair");
    if (hint == std::string::npos) continue;
    hints[its_code] = text.substr(hint, text.find('.', hint) - hint);
  }
  return hints;
}

// The codes of the changes that repair makes.
std::set<std::string> Mended(const std::string& path, bool unsafe) {
  std::set<std::string> codes;
  const std::string flags = unsafe ? " --unsafe" : "";
  const rapidjson::Document json =
      Json(Clipguard("repair --dry-run --format=json" + flags, path).out);
  if (!json.HasMember("changes")) return codes;
  for (const auto& change : json["changes"].GetArray()) {
    codes.insert(change["code"].GetString());
  }
  return codes;
}

// How many hints there were.
size_t Check(const std::filesystem::path& path) {
  const auto hints = HintsOf(path);
  const std::set<std::string> safe = Mended(path, false);
  const std::set<std::string> unsafe = Mended(path, true);
  size_t count = 0;
  for (const auto& [code, hint] : hints) {
    // Hints for large files are given without running repair.
    if (absl::StrContains(hint, "--dry-run says")) continue;
    ++count;
    const bool guess = absl::StrContains(hint, "--unsafe");
    EXPECT_TRUE((guess ? unsafe : safe).contains(code))
        << path << ": " << code << ": " << hint;
    EXPECT_TRUE(!guess || !safe.contains(code)) << path << ": " << code;
  }
  return count;
}

size_t CheckAll(const std::filesystem::path& folder) {
  size_t count = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) count += Check(entry.path());
  }
  return count;
}

TEST(RepairHintTest, Corpus) {
  for (const std::string format : {"mrtk", "m3d", "forge"}) {
    size_t hints = 0;
    for (const std::string folder : {"invalid", "warnings"}) {
      hints += CheckAll(std::filesystem::path("corpus") / format / folder);
    }
    EXPECT_GT(hints, 20u) << format;
  }
}

// Real ones that look as if it could be repaired, and one that can be.
TEST(RepairHintTest, OnlyWhereItIsTrue) {
  const auto hints = [](const std::string& name) {
    return HintsOf("corpus/mrtk/" + name);
  };
  EXPECT_EQ(hints("invalid/key-value-not-finite.bin").size(), 1u);
  EXPECT_EQ(hints("warnings/rotation-w-lost.bin").count("ROTATION_W_LOST"), 1u);
  EXPECT_TRUE(hints("warnings/hand-without-keys.bin").empty());
}

class WildHintTest : public SampleDataTest {
 protected:
  WildHintTest() : SampleDataTest("wild") {}
};

TEST_F(WildHintTest, RealFiles) { CheckAll(folder()); }

}  // namespace
}  // namespace clipguard::cli
