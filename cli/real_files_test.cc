// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Real files, of CLIPGUARD_DATA: each has the verdict that its manifest says,
// and every command keeps what it promises. The tests of a file follow from its
// family and its verdict, never from its name, so they apply to others, too.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cli/test_util.h"
#include "gtest/gtest.h"
#include "rapidjson/document.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

namespace fs = std::filesystem;

using Codes = std::set<std::string>;

// Codes that changed since the manifests were written: the code there, and the
// present one. Empty: there is no finding now.
const std::array<std::pair<std::string, std::string>, 2> kRenamed = {
    {{"DIALECT_UNSUPPORTED", ""},  // D3D10 is read now
     {"ASM_STATE_WITHOUT_CLIP(warning)", "ASM_UNUSED_STATE_WITHOUT_CLIP"}}};

// Codes whose findings began or ceased for some files since: these may be there
// or not, whatever the manifest says.
const std::array<std::string, 3> kEither = {
    "HANDEDNESS_UNCLEAR",      // was not asked
    "RECORDING_MOSTLY_EMPTY",  // nor how much is left
    "HAND_WITHOUT_KEYS"};      // only of a hand that is said to be tracked

// Stands for many findings of other codes, which are not there then.
const std::string kForOthers = "ONLY_ZEROS";

// With this code, text before or after the data is checked, too.
const std::string kReadOn = "TEXT_ENDS_EARLY";

// The targets of each family, and its own form. A D3D10 target is for D3D10
// alone.
struct Family {
  std::string own;
  std::vector<std::string> targets;
};

const Family& FamilyOf(const std::string& format) {
  static const auto* const families = new std::map<std::string, Family>{
      {"forge-armature", {"forge", {"glb", "bedrock", "csv", "json", "forge"}}},
      {"forge-asm", {"forge", {"glb", "json", "forge"}}},
      {"m3d",
       {"m3d", {"glb", "csv", "json", "m3d", "m3d-d3d11", "m3d-dashed"}}},
      {"mrtk",
       {"mrtk",
        {"glb", "csv", "json", "mrtk", "mrtk-full", "mrtk-1.0", "mrtk-unmarked",
         "mrtk-full-unmarked", "mrtk-1.0-unmarked"}}}};
  return families->at(format);
}

struct Verdict {
  std::string format;   // empty: of none
  std::string version;  // empty: it has none
  uint64_t errors = 0;
  uint64_t warnings = 0;
  Codes codes;
};

Verdict VerdictOf(const rapidjson::Document& json, const char* findings) {
  Verdict verdict;
  if (json["format"].IsString()) verdict.format = json["format"].GetString();
  if (json["version"].IsString()) verdict.version = json["version"].GetString();
  verdict.errors = json["errors"].GetUint64();
  verdict.warnings = json["warnings"].GetUint64();
  for (const auto& finding : json[findings].GetArray()) {
    verdict.codes.insert(finding["code"].GetString());
  }
  return verdict;
}

class RealFilesTest : public SampleDataTest {
 protected:
  RealFilesTest() : SampleDataTest("wild") {}

  // In a new place of the scratch folder.
  std::string Place(const std::string& extension) {
    return scratch_ / absl::StrCat(++places_, extension);
  }

  static Verdict Validate(const std::string& path) {
    const RunResult run = Clipguard("validate --no-config --format=json", path);
    Verdict verdict = VerdictOf(Json(run.out), "findings");
    EXPECT_EQ(run.exit_code, verdict.errors == 0 ? 0 : 1) << path;
    return verdict;
  }

  // Empty: refused. The exit code must be 0 then.
  std::string Convert(const std::string& path, const std::string& target,
                      const std::vector<std::string>& flags = {}) {
    const std::string out =
        Place(absl::StartsWith(target, "json") ? ".json" : ".out");
    const RunResult run =
        Exits(0, "convert", "--to=" + target, "--out=" + out, path, flags);
    return run.exit_code == 0 ? out : "";
  }

  static int Diff(const std::string& a, const std::string& b,
                  const std::vector<std::string>& flags = {}) {
    return Clipguard("diff", a, b, flags).exit_code;
  }

  void CheckAll(const std::string& path) {
    const Verdict verdict = Validate(path);
    ++files_[verdict.format];
    CheckConversions(path, verdict);
    CheckRepair(path, verdict);
    CheckOptimize(path, verdict);
    CheckReport(path, verdict);
    const RunResult itself = Exits(verdict.errors == 0 ? 0 : 2,
                                   "diff --exact --format=json", path, path);
    if (verdict.errors == 0) {
      EXPECT_TRUE(Json(itself.out)["same"].GetBool()) << path;
    }
    for (const auto& entry : fs::directory_iterator(scratch_.path())) {
      fs::remove_all(entry.path());
    }
  }

  void CheckConversions(const std::string& path, const Verdict& verdict) {
    // A file of unknown format is refused for any target.
    if (verdict.format.empty()) {
      Exits(1, "convert --to=glb --dry-run", path);
      return;
    }
    const Family& family = FamilyOf(verdict.format);
    std::vector<std::string> targets = family.targets;
    if (verdict.version == "D3D10") targets.emplace_back("m3d-d3d10");
    for (const std::string& target : targets) {
      const RunResult run =
          Clipguard("convert", "--to=" + target, "--dry-run",
                    "--out=" + Place(".dry"), "--format=json", path);
      const rapidjson::Document json = Json(run.out);
      const bool loses =
          VerdictOf(json, "findings").codes.contains("CONVERSION_LOSES");
      const bool notes = !json["notes"].Empty();
      std::string kind = notes ? "notes" : "clean";
      if (run.exit_code != 0) kind = loses ? "loses" : "refused";
      ++counts_[{verdict.format, target}][kind];
      const bool refused = kind == "refused";
      // glTF's JSON cannot represent the infinity that a machine may have.
      EXPECT_TRUE(refused == (verdict.errors != 0) ||
                  verdict.codes.contains("FORGE_NUMBER_NOT_FINITE"))
          << path << " " << target << "\n"
          << run.out;
      EXPECT_EQ(refused || loses, !json["problem"].IsNull())
          << path << " " << target;
      EXPECT_EQ(run.exit_code, refused || loses ? 1 : 0) << path;
      if (refused) continue;
      const std::string out =
          Convert(path, target,
                  loses ? std::vector<std::string>{"--lossy"}
                        : std::vector<std::string>{});
      if (out.empty()) continue;
      CheckConverted(path, verdict, target, out, !loses && !notes);
    }
    if (verdict.errors == 0) CheckKept(path, family);
  }

  // `whole`: nothing of the file is missing.
  void CheckConverted(const std::string& path, const Verdict& verdict,
                      const std::string& target, const std::string& out,
                      bool whole) {
    const std::string& own = FamilyOf(verdict.format).own;
    if (target == "csv") {
      EXPECT_GE(Lines(ReadFile(out)).size(), 1u) << path;
    } else if (target == "bedrock") {
      EXPECT_TRUE(Json(ReadFile(out)).HasMember("format_version")) << path;
    } else if (target == "glb") {
      EXPECT_TRUE(absl::StartsWith(ReadFile(out), "glTF")) << path;
    } else if (target == "json" && own != "forge") {
      CheckJson(path, verdict, out);
    } else {
      // Another form of the same family: it is sound, means the same, and is
      // what it becomes again.
      EXPECT_EQ(Validate(out).errors, 0u) << path << " " << target;
      if (whole) {
        EXPECT_EQ(Diff(path, out), 0) << path << " " << target;
      }
      // Skip characters: each dialect loses what the other has.
      if (whole && verdict.format != "m3d") {
        const std::string back = Convert(out, own);
        if (!back.empty()) {
          EXPECT_EQ(Diff(path, back), 0) << path << " " << target;
        }
      }
      const std::string again = Convert(out, target);
      EXPECT_EQ(ReadFile(again), ReadFile(out)) << path << " " << target;
    }
  }

  // JSON of a recording is it again, byte for byte; of a character it is the
  // canonical text, whose JSON is the same.
  void CheckJson(const std::string& path, const Verdict& verdict,
                 const std::string& json) {
    const std::string back = Convert(json, FamilyOf(verdict.format).own);
    if (back.empty()) return;
    if (verdict.format == "mrtk") {
      EXPECT_EQ(ReadFile(back), ReadFile(path)) << path;
      return;
    }
    EXPECT_EQ(Diff(path, back), 0) << path;
    const std::string again = Convert(back, "json");
    EXPECT_EQ(ReadFile(again), ReadFile(json)) << path;
    const std::string twice = Convert(again, FamilyOf(verdict.format).own);
    EXPECT_EQ(ReadFile(twice), ReadFile(back)) << path;
  }

  // The file in its .glb is the file.
  void CheckKept(const std::string& path, const Family& family) {
    const std::string glb = Convert(path, "glb", {"--keep-original"});
    if (glb.empty()) return;
    EXPECT_EQ(Diff(path, glb), 0) << path;
    const std::string back = Convert(glb, family.own);
    EXPECT_EQ(ReadFile(back), ReadFile(path)) << path;
  }

  void CheckRepair(const std::string& path, const Verdict& verdict) {
    const RunResult dry = Clipguard("repair --dry-run --format=json", path);
    const rapidjson::Document said = Json(dry.out);
    const bool repaired = said["repaired"].GetBool();
    EXPECT_EQ(repaired, !said["changes"].Empty()) << path;
    if (verdict.codes.empty()) {
      EXPECT_FALSE(repaired) << path << " is sound\n" << dry.out;
    }
    const std::string out = Place(".repaired");
    const RunResult run = Exits(dry.exit_code, "repair", "--out=" + out, path);
    if (verdict.format.empty()) {
      EXPECT_EQ(run.exit_code, 1) << path;
      EXPECT_FALSE(fs::exists(out)) << path << ": nothing is done";
      return;
    }
    EXPECT_EQ(ReadFile(out) != ReadFile(path), repaired) << path;
    const Verdict result = Validate(out);
    EXPECT_EQ(result.errors, said["errors"].GetUint64()) << path;
    EXPECT_EQ(result.warnings, said["warnings"].GetUint64()) << path;
    EXPECT_EQ(run.exit_code, result.errors == 0 ? 0 : 1) << path;
    EXPECT_LE(result.errors, verdict.errors) << path;
    if (verdict.errors == 0) {
      EXPECT_LE(result.warnings, verdict.warnings) << path;
    }
    const RunResult again = Clipguard("repair --dry-run --format=json", out);
    EXPECT_FALSE(Json(again.out)["repaired"].GetBool()) << path;
  }

  void CheckOptimize(const std::string& path, const Verdict& verdict) {
    const std::string out = Place(".optimized");
    const RunResult run =
        Clipguard("optimize --tolerance=1e-4 --degrees=0.1 --format=json",
                  "--out=" + out, path);
    const bool taken = verdict.errors == 0 && verdict.format == "mrtk";
    EXPECT_EQ(run.exit_code, taken ? 0 : 1) << path << run.err;
    const rapidjson::Document json = Json(run.out);
    EXPECT_EQ(json["refused"].GetBool(), !taken) << path;
    if (run.exit_code != 0) {
      EXPECT_FALSE(fs::exists(out)) << path;
      return;
    }
    const uint64_t before = fs::file_size(path);
    const uint64_t after = fs::file_size(out);
    EXPECT_EQ(after, json["bytesAfter"].GetUint64()) << path;
    if (!json["optimized"].GetBool()) {
      EXPECT_EQ(ReadFile(out), ReadFile(path)) << path;
      return;
    }
    EXPECT_LT(after, before) << path;
    EXPECT_EQ(Validate(out).errors, 0u) << path;
    EXPECT_EQ(Diff(path, out, {"--tolerance=1e-4", "--degrees=0.1"}), 0)
        << path;
  }

  void CheckReport(const std::string& path, const Verdict& verdict) {
    const std::string page = Place(".html");
    Exits(verdict.errors == 0 ? 0 : 1, "report --no-config", "--out=" + page,
          path);
    EXPECT_TRUE(absl::StartsWith(ReadFile(page), "<!doctype html>")) << path;
  }

  void PrintCounts() const {
    for (const auto& [format, count] : files_) {
      std::cout << (format.empty() ? "of no format" : format) << ": " << count
                << " files\n";
    }
    for (const auto& [which, kinds] : counts_) {
      std::cout << absl::StrCat(
          which.first, " to ", which.second, ": ",
          absl::StrJoin(kinds, ", ",
                        [](std::string* text, const auto& kind) {
                          absl::StrAppend(text, kind.second, " ", kind.first);
                        }),
          "\n");
    }
  }

 private:
  TempFolder scratch_;
  int places_ = 0;
  std::map<std::string, int> files_;
  std::map<std::pair<std::string, std::string>, std::map<std::string, int>>
      counts_;
};

// Returns the codes that the manifest lists for a file, under their present
// names.
Codes Expected(const std::string& listed) {
  Codes codes;
  const std::vector<std::string> words =
      absl::StrSplit(listed, ';', absl::SkipEmpty());
  for (std::string code : words) {
    for (const auto& [before, now] : kRenamed) {
      if (code == before) code = now;
    }
    if (!code.empty()) codes.insert(code);
  }
  return codes;
}

TEST_F(RealFilesTest, VerdictsAreTheManifests) {
  std::vector<std::string> lines = Lines(ReadFile(folder() / "MANIFEST.tsv"));
  ASSERT_GT(lines.size(), 1u);
  lines.erase(lines.begin());
  for (const std::string& line : lines) {
    const std::vector<std::string> columns = absl::StrSplit(line, '\t');
    ASSERT_EQ(columns.size(), 8u) << line;
    const Verdict verdict = Validate(folder() / columns[0]);
    const std::string& expected = columns[6];
    EXPECT_EQ(verdict.errors == 0, absl::StartsWith(expected, "valid")) << line;
    EXPECT_EQ(expected == "foreign" || columns[7] == "FORMAT_UNKNOWN",
              verdict.format.empty())
        << line;
    Codes listed = Expected(columns[7]);
    Codes codes = verdict.codes;
    for (const std::string& code : kEither) {
      listed.erase(code);
      codes.erase(code);
    }
    if (listed.contains(kReadOn)) {
      EXPECT_TRUE(std::ranges::includes(codes, listed)) << line;
    } else if (codes.erase(kForOthers) != 0) {
      EXPECT_TRUE(std::ranges::includes(listed, codes)) << line;
    } else {
      EXPECT_EQ(codes, listed) << line;
    }
  }
}

// The files in parts, for shards that end together.
class PartOfRealFilesTest : public RealFilesTest,
                            public testing::WithParamInterface<size_t> {
 public:
  static constexpr size_t kParts = 8;
  // Under sanitizers every second file, and none that is large.
  static constexpr size_t kStep = CLIPGUARD_SANITIZED ? 2 * kParts : kParts;
  static constexpr uintmax_t kMost = CLIPGUARD_SANITIZED ? 1 << 20 : 1 << 30;
};
INSTANTIATE_TEST_SUITE_P(Parts, PartOfRealFilesTest,
                         testing::Range<size_t>(0,
                                                PartOfRealFilesTest::kParts));

TEST_P(PartOfRealFilesTest, CommandsKeepTheirPromises) {
  std::vector<fs::path> folders = {folder()};
  for (const std::string format : {"mrtk", "m3d", "forge"}) {
    const fs::path real = folder().parent_path() / format / "real";
    if (fs::is_directory(real)) folders.push_back(real);
  }
  std::vector<std::string> paths;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string extension = entry.path().extension();
      // Manifests are no animations.
      if (entry.is_regular_file() && extension != ".tsv" &&
          extension != ".txt" && extension != ".md" &&
          entry.file_size() <= kMost) {
        paths.push_back(entry.path());
      }
    }
  }
  std::ranges::sort(paths);
  ASSERT_FALSE(paths.empty());
  for (size_t i = GetParam(); i < paths.size(); i += kStep) {
    CheckAll(paths[i]);
  }
  PrintCounts();
}

}  // namespace
}  // namespace clipguard::cli
