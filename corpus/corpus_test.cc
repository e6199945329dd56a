// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The committed corpus is what the generator makes, and the validator says of
// each file exactly what its manifest expects.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus_file.h"
#include "corpus/formats.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/format_set.h"
#include "parser/parsed/parsed_file.h"
#include "simdjson.h"
#include "testing/temp_folder.h"

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

// Reads the manifest back, and the files that it names.
std::vector<CorpusFile> ReadCorpus(std::string_view format) {
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
    std::string_view target;
    if (entry["for"].get(target) == simdjson::SUCCESS) file.target = target;
    simdjson::dom::array textures;
    if (entry["textures"].get(textures) == simdjson::SUCCESS) {
      file.textures.emplace();
      for (const std::string_view texture : textures) {
        file.textures->emplace_back(texture);
      }
    }
    uint64_t elements = 0;
    if (entry["model-elements"].get(elements) == simdjson::SUCCESS) {
      file.model_elements = elements;
    }
    std::string_view model;
    if (entry["missing-model"].get(model) == simdjson::SUCCESS) {
      file.missing_model = model;
    }
    files.push_back(std::move(file));
  }
  return files;
}

// "3:5" is line 3, column 5; counted anew. Binary files have neither.
std::string LineAndColumn(const CorpusFile& file, uint64_t offset) {
  if (file.name.ends_with("bin")) return "0:0";
  const std::string text(file.bytes.begin(), file.bytes.begin() + offset);
  const auto lines = std::ranges::count(text, '\n');
  return std::to_string(lines + 1) + ":" +
         std::to_string(offset - (text.rfind('\n') + 1) + 1);
}

std::vector<ExpectedFinding> Flatten(const FindingList& list) {
  std::vector<ExpectedFinding> out;
  for (const Finding& f : list.findings()) {
    out.push_back({std::string(GetCodeInfo(f.code).name), f.bytes.offset,
                   f.bytes.length, f.path, f.count});
  }
  return out;
}

class CorpusTest : public testing::TestWithParam<const CorpusFormat*> {
 protected:
  CorpusTest() : files_(ReadCorpus(GetParam()->folder)) {}

  const std::vector<CorpusFile>& files() const { return files_; }

 private:
  const std::vector<CorpusFile> files_;
};

INSTANTIATE_TEST_SUITE_P(Formats, CorpusTest, testing::ValuesIn(AllFormats()),
                         [](const auto& test) {
                           return std::string(test.param->folder);
                         });

// ---- The committed files ----------------------------------------------------

TEST_P(CorpusTest, IsWhatTheGeneratorMakes) {
  const std::string name(GetParam()->folder);
  const std::string list = name + "/manifest.json";
  const std::vector<CorpusFile> generated = GetParam()->generate();
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
    // "forge/invalid/assets/...": the second.
    const std::string folder = *std::next(fs::path(file.name).begin());
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
  for (const CorpusFormat* format : AllFormats()) {
    for (const CorpusFile& file : ReadCorpus(format->folder)) {
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
  // And that times go back.
  alone.insert("RECORDING_RESTARTS");
  // A file with so many vertices has 2 MB: parser/m3d/checks/validate_test.cc
  // makes one.
  occurring.insert("VERTEX_INDEX_ABOVE_16_BITS");
  alone.insert("VERTEX_INDEX_ABOVE_16_BITS");
  // Not a verdict on a file but on a conversion:
  // actions/convert/gltf/check/corpus_glb_test.cc says which files have it.
  occurring.insert("CONVERSION_LOSES");
  alone.insert("CONVERSION_LOSES");
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_TRUE(occurring.contains(std::string(info.name))) << info.name;
    EXPECT_TRUE(alone.contains(std::string(info.name)))
        << info.name << " never occurs alone";
  }
}

// ---- The formats ------------------------------------------------------------

TEST(CorpusFormatsTest, HaveFilesOfEveryFormat) {
  std::set<Format> formats;
  for (const CorpusFormat* format : AllFormats()) {
    for (const CorpusFile& file : format->generate()) {
      if (const auto of = format->format_of(file)) formats.insert(*of);
    }
  }
  EXPECT_EQ(formats.size(), kFormatCount);
}

// ---- The validator ----------------------------------------------------------

TEST_P(CorpusTest, FormatIsDetected) {
  for (const CorpusFile& file : files()) {
    EXPECT_EQ(DetectFormat(file.bytes), GetParam()->format_of(file))
        << file.name;
  }
}

TEST_P(CorpusTest, FindingsAreThoseOfTheManifest) {
  for (const CorpusFile& file : files()) {
    if (IsUnknown(file)) continue;
    FindingList findings;
    Parse(*GetParam(), file, findings);
    EXPECT_EQ(Flatten(findings), file.findings)
        << file.name << ": " << file.title;
    for (const Finding& f : findings.findings()) {
      EXPECT_EQ(std::to_string(f.line) + ":" + std::to_string(f.column),
                LineAndColumn(file, f.bytes.offset))
          << file.name << " at " << f.bytes.offset;
    }
  }
}

TEST_P(CorpusTest, EveryValidFileCanBeWrittenAgain) {
  for (const CorpusFile& file : files()) {
    if (!file.findings.empty()) continue;
    SCOPED_TRACE(file.name);
    FindingList findings;
    const ParsedFile parsed = Parse(*GetParam(), file, findings);
    ASSERT_TRUE(parsed.is_sound);
    EXPECT_EQ(GetParam()->rewrite(parsed), "");
  }
}

}  // namespace
}  // namespace clipguard::corpus
