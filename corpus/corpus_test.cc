// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The committed corpus is what the generator makes, and the validator says of
// each file exactly what its manifest expects.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/forge/generator.h"
#include "corpus/m3d/generator.h"
#include "corpus/mrtk/generator.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "parser/format.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/validate.h"
#include "parser/m3d/write_character.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/validate.h"
#include "simdjson.h"

namespace clipguard::corpus {

void PrintTo(const ExpectedFinding& f, std::ostream* out) {
  *out << f.code << " at " << f.offset << "+" << f.length << ' ' << f.path
       << " x" << f.count;
}

namespace {

namespace fs = std::filesystem;

constexpr char kRegenerate[] = "run `bazel run //corpus:generate`";

// The corpus folder among the test's data.
fs::path CorpusFolder() {
  const char* root = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  return fs::path(root != nullptr ? root : "") /
         (workspace != nullptr ? workspace : "") / "corpus";
}

std::vector<uint8_t> ReadBytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(in), {});
}

// Reads the manifest back, and the files that it names.
std::vector<CorpusFile> ReadCorpus(const std::string& format) {
  std::vector<CorpusFile> files;
  simdjson::dom::parser parser;
  simdjson::dom::array entries;
  const std::string path = CorpusFolder() / format / "manifest.json";
  if (const auto error = parser.load(path).get(entries)) {
    ADD_FAILURE() << path << ": " << error;
    return files;
  }
  const auto text = [](simdjson::dom::element object, const char* key) {
    return std::string(std::string_view(object[key]));
  };
  const auto number = [](simdjson::dom::element object, const char* key) {
    return static_cast<uint64_t>(object[key]);
  };
  for (simdjson::dom::element entry : entries) {
    CorpusFile file;
    file.name = text(entry, "file");
    file.title = text(entry, "title");
    file.bytes = ReadBytes(CorpusFolder() / file.name);
    for (simdjson::dom::element code : simdjson::dom::array(entry["codes"])) {
      file.findings.push_back({text(code, "code"), number(code, "offset"),
                               number(code, "length"), text(code, "path"),
                               number(code, "count")});
    }
    simdjson::dom::object limits;
    if (entry["limits"].get(limits) == simdjson::SUCCESS) {
      for (const auto& limit : limits) {
        file.limits.push_back(
            {std::string(limit.key), static_cast<uint64_t>(limit.value)});
      }
    }
    std::string_view layout;
    if (entry["layout"].get(layout) == simdjson::SUCCESS) file.layout = layout;
    simdjson::dom::array inputs;
    if (entry["inputs"].get(inputs) == simdjson::SUCCESS) {
      file.inputs.emplace();
      for (const std::string_view input : inputs) {
        file.inputs->emplace_back(input);
      }
    }
    files.push_back(std::move(file));
  }
  return files;
}

Limits LimitsOf(const CorpusFile& file) {
  Limits limits;
  for (const LimitSetting& setting : file.limits) {
    const auto limit = std::find_if(
        kLimitTable.begin(), kLimitTable.end(),
        [&](const LimitInfo& l) { return l.name == setting.name; });
    if (limit == kLimitTable.end()) {
      ADD_FAILURE() << "unknown limit " << setting.name;
    } else {
      limits.*limit->member = setting.value;
    }
  }
  return limits;
}

// ---- Forge animation --------------------------------------------------------

std::string TextOf(const CorpusFile& file) {
  return {file.bytes.begin(), file.bytes.end()};
}

bool IsArmature(const CorpusFile& file) {
  return file.name.ends_with(".armature.json");
}

void ValidateForge(const CorpusFile& file, FindingSink& sink) {
  if (IsArmature(file)) {
    forge::ReadArmature(TextOf(file), {.limits = LimitsOf(file)}, sink);
  } else {
    forge::ReadStateMachine(
        TextOf(file), {.limits = LimitsOf(file), .inputs = file.inputs}, sink);
  }
}

// What is written and read is the same when it is written again.
void RewriteForge(const CorpusFile& file) {
  FindingList findings;
  const auto write = [&](const std::string& text) {
    if (IsArmature(file)) {
      const auto armature = forge::ReadArmature(text, {}, findings);
      return armature ? forge::Encode(*armature).value_or("") : "";
    }
    const auto machine = forge::ReadStateMachine(text, {}, findings);
    return machine ? forge::Encode(*machine).value_or("") : "";
  };
  const std::string once = write(TextOf(file));
  EXPECT_NE(once, "");
  EXPECT_EQ(write(once), once);
  EXPECT_TRUE(findings.empty());
}

// ---- MRTK -------------------------------------------------------------------

mrtk::ParseOptions MrtkOptionsOf(const CorpusFile& file) {
  mrtk::ParseOptions options;
  options.limits = LimitsOf(file);
  if (file.layout) {
    options.layout = *file.layout == "full" ? mrtk::KeyLayout::kFull
                                            : mrtk::KeyLayout::kCompact;
  }
  return options;
}

void ValidateMrtk(const CorpusFile& file, FindingSink& sink) {
  mrtk::ParseAndValidate(file.bytes, MrtkOptionsOf(file), sink);
}

void RewriteMrtk(const CorpusFile& file) {
  FindingList findings;
  const auto view = mrtk::InputAnimationView::Parse(
      file.bytes, MrtkOptionsOf(file), findings);
  ASSERT_TRUE(view);
  const auto bytes = mrtk::Encode(mrtk::Decode(*view), mrtk::LayoutOf(*view));
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  EXPECT_TRUE(*bytes == file.bytes);
}

// ---- .m3d -------------------------------------------------------------------

m3d::ReadOptions M3dOptionsOf(const CorpusFile& file) {
  m3d::ReadOptions options;
  options.limits = LimitsOf(file);
  return options;
}

void ValidateM3d(const CorpusFile& file, FindingSink& sink) {
  m3d::Character character;
  m3d::ReadAndValidate(file.bytes, M3dOptionsOf(file), sink, character);
}

// What is written and read is the same again, the dialect apart.
void RewriteM3d(const CorpusFile& file) {
  FindingList findings;
  m3d::Character character;
  ASSERT_TRUE(
      m3d::ReadCharacter(file.bytes, M3dOptionsOf(file), findings, character));
  const auto text = m3d::WriteCharacter(character);
  ASSERT_TRUE(text.ok()) << text.status();
  const std::vector<uint8_t> bytes(text->begin(), text->end());
  m3d::Character again;
  ASSERT_TRUE(m3d::ReadAndValidate(bytes, {}, findings, again));
  EXPECT_TRUE(findings.empty());
  if (character.dialect == m3d::Dialect::kD3D12) {
    EXPECT_TRUE(again == character);
  } else {
    EXPECT_TRUE(again.vertices == character.vertices);
    EXPECT_TRUE(again.clips == character.clips);
  }
  const auto same = m3d::WriteCharacter(again);
  ASSERT_TRUE(same.ok()) << same.status();
  EXPECT_EQ(*same, *text);
}

// ---- All --------------------------------------------------------------------

bool IsUnknown(const CorpusFile& file) {
  return file.findings.size() == 1 && file.findings[0].code == "FORMAT_UNKNOWN";
}

template <Format kFormat>
std::optional<Format> FormatUnlessUnknown(const CorpusFile& file) {
  if (IsUnknown(file)) return std::nullopt;
  return kFormat;
}

// By the file's name; but some belong to nobody, or to the other format, and
// are what they are called only by force.
std::optional<Format> ForgeFormat(const CorpusFile& file) {
  constexpr std::string_view kArmature = ".armature.json";
  constexpr std::string_view kNobodys[] = {
      "forge-format-foreign.armature.json",
      "forge-format-foreign.blockbench.armature.json",
      "forge-key-missing.empty.asm.json",
      "forge-type-wrong.asm.json",
      "json-syntax.asm.json",
      "json-syntax.blank.asm.json",
      "json-syntax.colon.asm.json",
      "json-syntax.unquoted.asm.json",
  };
  const std::string name = fs::path(file.name).filename();
  if (std::ranges::count(kNobodys, name) != 0) return std::nullopt;
  const bool swapped = name == "forge-format-foreign.machine.armature.json" ||
                       name == "forge-format-foreign.armature.asm.json";
  return name.ends_with(kArmature) != swapped ? Format::kForgeArmature
                                              : Format::kForgeAsm;
}

struct CorpusFormat {
  const char* name;
  // What its content is told to be.
  std::optional<Format> (*format)(const CorpusFile& file);
  std::vector<CorpusFile> (*generate)();
  void (*validate)(const CorpusFile& file, FindingSink& sink);
  // Writes a valid file again, and checks that nothing is lost.
  void (*rewrite)(const CorpusFile& file);
};

constexpr CorpusFormat kFormats[] = {
    {"forge", ForgeFormat, ForgeCorpus, ValidateForge, RewriteForge},
    {"m3d", FormatUnlessUnknown<Format::kM3d>, M3dCorpus, ValidateM3d,
     RewriteM3d},
    {"mrtk", FormatUnlessUnknown<Format::kMrtk>, MrtkCorpus, ValidateMrtk,
     RewriteMrtk},
};

std::vector<ExpectedFinding> Flatten(const FindingList& list) {
  std::vector<ExpectedFinding> out;
  for (const Finding& f : list.findings()) {
    out.push_back({std::string(GetCodeInfo(f.code).name), f.bytes.offset,
                   f.bytes.length, f.path, f.count});
  }
  return out;
}

class CorpusTest : public testing::TestWithParam<CorpusFormat> {
 protected:
  CorpusTest() : files_(ReadCorpus(GetParam().name)) {}

  const std::vector<CorpusFile>& files() const { return files_; }

 private:
  const std::vector<CorpusFile> files_;
};

INSTANTIATE_TEST_SUITE_P(Formats, CorpusTest, testing::ValuesIn(kFormats),
                         [](const auto& test) {
                           return std::string(test.param.name);
                         });

// ---- The committed files ----------------------------------------------------

TEST_P(CorpusTest, IsWhatTheGeneratorMakes) {
  const std::string name = GetParam().name;
  const std::string list = name + "/manifest.json";
  const std::vector<CorpusFile> generated = GetParam().generate();
  std::set<std::string> expected = {list};
  for (const CorpusFile& file : generated) {
    EXPECT_TRUE(expected.insert(file.name).second) << "twice: " << file.name;
    // Not EXPECT_EQ, which would print the bytes.
    EXPECT_TRUE(ReadBytes(CorpusFolder() / file.name) == file.bytes)
        << file.name << " differs; " << kRegenerate;
  }
  const std::vector<uint8_t> manifest = ReadBytes(CorpusFolder() / list);
  EXPECT_TRUE(std::string(manifest.begin(), manifest.end()) ==
              ManifestJson(generated))
      << list << " differs; " << kRegenerate;

  std::set<std::string> committed;
  for (const auto& entry :
       fs::recursive_directory_iterator(CorpusFolder() / name)) {
    if (entry.is_directory()) continue;
    committed.insert(entry.path().lexically_relative(CorpusFolder()).string());
  }
  EXPECT_EQ(committed, expected) << kRegenerate;
}

TEST_P(CorpusTest, StaysSmall) {
  size_t total = 0;
  for (const CorpusFile& file : files()) total += file.bytes.size();
  EXPECT_LT(total, 2'000'000u);
}

// ---- The manifest -----------------------------------------------------------

TEST_P(CorpusTest, FoldersAndNamesTellTheFindings) {
  for (const CorpusFile& file : files()) {
    SCOPED_TRACE(file.name);
    EXPECT_FALSE(file.title.empty());
    bool errors = false;
    for (const ExpectedFinding& f : file.findings) {
      const auto code = FindCode(f.code);
      ASSERT_TRUE(code) << f.code;
      EXPECT_EQ(GetCodeInfo(*code).name, f.code);
      errors |= GetCodeInfo(*code).severity == Severity::kError;
    }
    const std::string folder = fs::path(file.name).parent_path().filename();
    EXPECT_EQ(folder, errors                  ? "invalid"
                      : file.findings.empty() ? "valid"
                                              : "warnings");
    if (folder == "valid") continue;
    // "key-time-not-finite.infinity.bin": the code up to the first dot.
    std::string name = fs::path(file.name).filename();
    name.resize(name.find('.'));
    const auto named = FindCode(name);
    ASSERT_TRUE(named) << name;
    EXPECT_TRUE(std::any_of(
        file.findings.begin(), file.findings.end(),
        [&](const auto& f) { return f.code == GetCodeInfo(*named).name; }));
  }
}

TEST(CorpusCodesTest, HasAFileForEveryCode) {
  std::set<std::string> occurring;
  std::set<std::string> alone;
  for (const CorpusFormat& format : kFormats) {
    for (const CorpusFile& file : ReadCorpus(format.name)) {
      std::set<std::string> codes;
      for (const ExpectedFinding& f : file.findings) codes.insert(f.code);
      occurring.merge(std::set<std::string>(codes));
      if (codes.size() == 1) alone.merge(codes);
    }
  }
  // That there are pairs is a finding, too.
  alone.insert("FORGE_PAIR_DUPLICATE");
  // And that a string is taken for a number.
  alone.insert("FORGE_NUMBER_NOT_FINITE");
  // A file with so many vertices has 2 MB: parser/m3d/validate_test.cc makes
  // one.
  occurring.insert("VERTEX_INDEX_ABOVE_16_BITS");
  alone.insert("VERTEX_INDEX_ABOVE_16_BITS");
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_TRUE(occurring.contains(std::string(info.name))) << info.name;
    EXPECT_TRUE(alone.contains(std::string(info.name)))
        << info.name << " never occurs alone";
  }
}

// ---- The validator ----------------------------------------------------------

TEST_P(CorpusTest, FormatIsDetected) {
  for (const CorpusFile& file : files()) {
    EXPECT_EQ(DetectFormat(file.bytes), GetParam().format(file)) << file.name;
  }
}

TEST_P(CorpusTest, FindingsAreThoseOfTheManifest) {
  for (const CorpusFile& file : files()) {
    if (IsUnknown(file)) continue;
    FindingList findings;
    GetParam().validate(file, findings);
    EXPECT_EQ(Flatten(findings), file.findings)
        << file.name << ": " << file.title;
  }
}

TEST_P(CorpusTest, EveryValidFileCanBeWrittenAgain) {
  for (const CorpusFile& file : files()) {
    if (!file.findings.empty()) continue;
    SCOPED_TRACE(file.name);
    GetParam().rewrite(file);
  }
}

}  // namespace
}  // namespace clipguard::corpus
