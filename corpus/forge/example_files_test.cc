// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// One file, or more, for each code: what is said of it, and where.

#include "corpus/forge/example_files.h"

#include <cctype>
#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"
#include "parser/target.h"
#include "testing/sanitizers.h"

namespace clipguard::forge {

void PrintTo(const ExampleFinding& f, std::ostream* out) {
  *out << f.code << " at " << f.bytes.offset << "+" << f.bytes.length << ' '
       << f.path << " x" << f.count;
}

namespace {

Limits LimitsOf(const Example& example) {
  Limits limits;
  for (const LimitInfo& limit : kLimitTable) {
    if (limit.name == example.limit) {
      limits.*limit.member = example.limit_value;
    }
  }
  return limits;
}

void Read(const Example& example, const std::string& text, FindingSink& sink) {
  if (example.is_armature) {
    ArmatureOptions options = {.limits = LimitsOf(example),
                               .model_elements = example.model_elements,
                               .missing_model = example.missing_model};
    if (example.target) options.target = FindTarget(*example.target);
    ReadArmature(text, options, sink);
  } else {
    ReadStateMachine(
        text, {.limits = LimitsOf(example), .inputs = example.inputs}, sink);
  }
}

// "line 3, column 5", counted anew.
std::string LineAndColumn(const std::string& text, uint64_t offset) {
  size_t line = 1;
  size_t begin = 0;
  for (size_t i = 0; i < offset; ++i) {
    if (text[i] != '\n') continue;
    ++line;
    begin = i + 1;
  }
  return std::to_string(line) + ":" + std::to_string(offset - begin + 1);
}

TEST(ExampleFilesTest, GiveTheFindingsExpected) {
  for (const Example& example : ExampleFiles()) {
    SCOPED_TRACE(example.name + ": " + example.title);
    FindingList list;
    Read(example, example.text, list);
    std::vector<ExampleFinding> got;
    std::string messages;
    for (const Finding& f : list.findings()) {
      got.push_back(
          {std::string(GetCodeInfo(f.code).name), f.bytes, f.path, f.count});
      messages += f.message + "\n";
      EXPECT_EQ(std::to_string(f.line) + ":" + std::to_string(f.column),
                LineAndColumn(example.text, f.bytes.offset));
    }
    EXPECT_EQ(got, example.findings) << messages;
  }
}

TEST(ExampleFilesTest, HaveOneForEveryCodeThatOccursAlone) {
  std::set<std::string> alone;
  for (const Example& example : ExampleFiles()) {
    std::set<std::string> codes;
    for (const ExampleFinding& f : example.findings) codes.insert(f.code);
    if (codes.size() == 1) alone.insert(*codes.begin());
    if (example.findings.empty()) continue;
    // A file is named after one of its codes.
    std::string name = example.name.substr(0, example.name.find('.'));
    for (char& c : name) {
      c = c == '-' ? '_' : static_cast<char>(std::toupper(c));
    }
    EXPECT_TRUE(codes.contains(name)) << example.name;
  }
  // Nothing of the file itself says what the game supplies.
  alone.insert("ASM_PARAMETER_UNKNOWN");
  // Cannot be without the one that says that there are pairs.
  alone.insert("FORGE_PAIR_DUPLICATE");
  // Nor this without the one that says that a string is taken for a number.
  alone.insert("FORGE_NUMBER_NOT_FINITE");
  for (const CodeInfo& info : AllCodes()) {
    if (!kForgeFormats.Contains(info.formats)) continue;
    EXPECT_TRUE(alone.contains(std::string(info.name))) << info.name;
  }
}

TEST(ExampleFilesTest, CutAnywhereGiveAtMostFindings) {
  for (const Example& example : ExampleFiles()) {
    for (size_t size = 0; size < example.text.size(); ++size) {
      FindingList list;
      Read(example, example.text.substr(0, size), list);
    }
  }
}

TEST(ExampleFilesTest, WithAnyByteChangedGiveAtMostFindings) {
  constexpr size_t kStep = CLIPGUARD_SANITIZED ? 7 : 1;
  for (const Example& example : ExampleFiles()) {
    std::string text = example.text;
    for (size_t i = 0; i < text.size(); i += kStep) {
      for (const char c : {'\0', '"', '{', ']', '0', ',', '#', '\x80'}) {
        text[i] = c;
        FindingList list;
        Read(example, text, list);
      }
      text[i] = example.text[i];
    }
  }
}

}  // namespace
}  // namespace clipguard::forge
