// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the findings for files of published mods, and for the malformed ones
// that the game was given. Needs the folder of sample files in the environment
// variable CLIPGUARD_DATA.

#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_levels.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/target.h"
#include "simdjson.h"
#include "testing/sample_files.h"

namespace clipguard::forge {
namespace {

namespace dom = simdjson::dom;
namespace fs = std::filesystem;

using RealFilesTest = RealForgeTest;

std::string Describe(const FindingList& list) {
  std::string out;
  for (const Finding& f : list.findings()) {
    out += std::string(GetCodeInfo(f.code).name) + " " + f.path + ": " +
           f.message + "\n";
  }
  return out;
}

TEST_F(RealFilesTest, GetTheVerdictTheyDeserve) {
  size_t files = 0;
  std::set<std::string> said;
  for (const auto& entry :
       fs::recursive_directory_iterator(folder() / "real")) {
    const fs::path& path = entry.path();
    if (path.extension() != ".json") continue;
    ++files;
    const std::string text = ReadFile(path);
    FindingList list;
    if (path.string().find("/armatures/") != std::string::npos) {
      EXPECT_TRUE(ReadArmature(text, {}, list).has_value());
    } else {
      EXPECT_TRUE(ReadStateMachine(text, {}, list).has_value());
    }
    for (const Finding& f : list.findings()) {
      said.insert(path.filename().string() + " " +
                  std::string(GetCodeInfo(f.code).name) + " " + f.path);
    }
    if (!list.empty()) {
      std::printf("%s\n%s", path.c_str(), Describe(list).c_str());
    }
  }
  EXPECT_GE(files, 39u);
  EXPECT_EQ(said, (std::set<std::string>{}));
}

// The game refuses it, throws, or hangs, now or when it is used.
bool GameFails(dom::element test) {
  std::string_view text;
  const std::string all = simdjson::minify(test);
  const bool said = test["load"].get(text) == simdjson::SUCCESS ||
                    test["load"]["outcome"].get(text) == simdjson::SUCCESS;
  if (said && text != "loaded") return true;
  return all.find("\"exception\"") != std::string::npos;
}

// That there is an error where the game fails, and only there.
void Compare(dom::element test, const FindingList& list) {
  // The game was not made to do what would have failed: to go to the state "1",
  // to look for a clip.
  const std::set<std::string_view> fail_later = {
      "transitions array with number", "missing clips"};
  if (GameFails(test) || fail_later.contains(std::string_view(test["name"]))) {
    EXPECT_NE(list.errors(), 0u) << simdjson::minify(test).substr(0, 600);
  } else {
    EXPECT_EQ(list.errors(), 0u) << Describe(list);
  }
}

// Without a target, and for the game that was asked.
TEST_F(RealFilesTest, WhateverTheGameRefusesIsAnError) {
  FindingLevels of_game;
  ApplyTarget(Target::kForge112, of_game);
  dom::parser parser;
  dom::element tests;
  const std::string path = folder() / "golden" / "malformed.json";
  ASSERT_EQ(parser.load(path).get(tests), simdjson::SUCCESS);
  for (const dom::element test : dom::array(tests["asm"])) {
    const std::string text{std::string_view(test["text"])};
    SCOPED_TRACE(std::string(std::string_view(test["name"])) + ": " + text);
    for (const FindingLevels& levels : {FindingLevels(), of_game}) {
      FindingList list({}, levels);
      ReadStateMachine(text, {.inputs = std::vector<std::string>()}, list);
      Compare(test, list);
    }
  }
  for (const dom::element test : dom::array(tests["armature"])) {
    const std::string text{std::string_view(test["text"])};
    SCOPED_TRACE(std::string(std::string_view(test["name"])) + ": " + text);
    for (const FindingLevels& levels : {FindingLevels(), of_game}) {
      FindingList list({}, levels);
      ReadArmature(text, {.target = Target::kForge112}, list);
      Compare(test, list);
    }
  }
}

}  // namespace
}  // namespace clipguard::forge
