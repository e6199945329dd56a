// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The examples of explain: what stands before has the finding, what stands
// after does not.

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "cli/reports/codes/examples.h"
#include "cli/test_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding_catalog.h"
#include "rapidjson/document.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

// The findings of a file: how often each code occurs, and the offset of its
// first occurrence.
struct Found {
  std::map<std::string, uint64_t> counts;
  std::map<std::string, uint64_t> offsets;
  uint64_t errors = 0;
};

Found Validate(const std::string& bytes, const Example& example) {
  std::vector<std::string> args = {"validate", "--no-config", "--format=json"};
  if (example.about.starts_with("with --")) {
    args.emplace_back(example.about.substr(std::string_view("with ").size()));
  }
  // Which of them have no text for a name, only a file's name tells.
  if (example.file.ends_with(".handsbin")) args.emplace_back("--as=xr-hands");
  args.emplace_back("-");
  const RunResult result = RunProgram(args, bytes);
  Found found;
  const rapidjson::Document report = Json(result.out);
  found.errors = report["errors"].GetUint64();
  for (const rapidjson::Value& finding : report["findings"].GetArray()) {
    const std::string code = finding["code"].GetString();
    found.counts[code] += finding["count"].GetUint64();
    found.offsets.try_emplace(code, finding["offset"].GetUint64());
  }
  return found;
}

// absl's own function for this differs between the releases that we build with.
std::string BytesOfHex(std::string_view digits) {
  std::string bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    uint8_t byte = 0;
    std::from_chars(&digits[i], &digits[i] + 2, byte, 16);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

std::vector<std::string> Parts(std::string_view text, ExampleKind kind) {
  std::vector<std::string> parts =
      absl::StrSplit(std::string(text), std::string(" .. "));
  if (kind == ExampleKind::kText) return parts;
  for (std::string& part : parts) {
    part = BytesOfHex(absl::StrReplaceAll(part, {{" ", ""}}));
  }
  return parts;
}

// The file with `after` in place of `before`, which is looked for at the
// finding. Empty if it is not there.
std::string Mended(std::string bytes, const Example& example, size_t offset) {
  const std::vector<std::string> before = Parts(example.before, example.kind);
  const std::vector<std::string> after = Parts(example.after, example.kind);
  if (before.size() != after.size()) return {};
  size_t begin = offset - std::min(offset, before[0].size());
  if (bytes.find(before[0], begin) == std::string::npos) begin = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    begin = bytes.find(before[i], begin);
    if (begin == std::string::npos) return {};
    bytes.replace(begin, before[i].size(), after[i]);
    begin += after[i].size();
  }
  return bytes;
}

TEST(ExamplesTest, AreTrue) {
  for (const CodeInfo& info : AllCodes()) {
    SCOPED_TRACE(info.name);
    const Example& example = ExampleOf(info.code);
    ASSERT_EQ(example.code, info.code);
    EXPECT_EQ(example.kind == ExampleKind::kTold, example.file.empty());
    EXPECT_FALSE(example.before.empty());
    if (example.file.empty()) continue;
    const std::string bytes =
        ReadFile(absl::StrCat("corpus/", std::string(example.file)));
    const std::string code(info.name);
    Found before = Validate(bytes, example);
    ASSERT_NE(before.counts[code], 0);
    const std::string mended = Mended(bytes, example, before.offsets[code]);
    ASSERT_NE(mended, "") << "the file does not have the example";
    Found after = Validate(mended, example);
    EXPECT_LT(after.counts[code], before.counts[code]);
    // Where reading stopped, there may be more to find.
    if (code.starts_with("JSON_")) continue;
    EXPECT_LE(after.errors, before.errors);
    for (const auto& [other, count] : after.counts) {
      const bool is_error =
          GetCodeInfo(*FindCode(other)).severity == Severity::kError;
      EXPECT_FALSE(is_error && count > before.counts[other]) << other;
    }
  }
}

// Few are only told: those of other programs' files, those that take many
// lines, and those that take other files beside them.
TEST(ExamplesTest, MostAreOfAFile) {
  size_t told = 0;
  for (const CodeInfo& info : AllCodes()) {
    if (ExampleOf(info.code).kind == ExampleKind::kTold) ++told;
  }
  EXPECT_LE(told, 15);
}

TEST(ExplainCommandTest, ShowsTheExample) {
  EXPECT_THAT(Clipguard("explain ROTATION_NOT_UNIT").out,
              Has("\n  before   9a 99 99 3f .. cd cc cc 3f\n"
                  "  after    9a 99 19 3f .. cd cc 4c 3f\n"
                  "  that is  y and w of a rotation: 1.2 and 1.6;"));
  EXPECT_THAT(Clipguard("explain TRAILING_TEXT").out,
              Has("\n  before   The end.\n  after    (nothing)\n"));
  const rapidjson::Document json =
      Json(Clipguard("explain --format=json LABEL_MISMATCH").out);
  const rapidjson::Value& example = json["example"];
  EXPECT_FALSE(example["bytes"].GetBool());
  EXPECT_STREQ(example["before"].GetString(), "Bone0 #KeyFrames: 2");
  EXPECT_STREQ(example["after"].GetString(), "Bone0 #Keyframes: 2");
  EXPECT_STREQ(example["file"].GetString(),
               "corpus/m3d/invalid/label-mismatch.case.m3d");
  EXPECT_FALSE(example.HasMember("about"));
  EXPECT_THAT(Clipguard("explain --format=markdown").out,
              Has("*Example ([file](../corpus/forge/warnings/"
                  "asm-state-final.asm.json)):*\n\n```diff\n- "
                  "{\"a\": [\"b\", \"a\"], \"b\": \"b\"}\n+ "));
}

}  // namespace
}  // namespace clipguard::cli
