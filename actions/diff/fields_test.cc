// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// `diff` notices a change of any field of a Forge file, and so does what is
// written of it. cli/fields_test.cc tries every field of files of all formats.

#include <string>
#include <string_view>
#include <vector>

#include "actions/diff/comparison.h"
#include "actions/diff/forge.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"

namespace clipguard::actions {
namespace {

bool SaysSame(const Comparison& comparison) {
  return comparison.count() == 0 && comparison.notes() == 0 &&
         comparison.gap_count() == 0;
}

// A text, and the same in which something stands for what was there once.
struct Edit {
  std::string_view was;
  std::string_view is;
};

std::string Edited(std::string_view text, const Edit& edit) {
  std::string out(text);
  const size_t at = out.find(edit.was);
  EXPECT_NE(at, std::string::npos) << edit.was;
  return at == std::string::npos ? out
                                 : out.replace(at, edit.was.size(), edit.is);
}

// That each edit makes another file, for `compare` and in what is written.
template <typename Read, typename Compare, typename Write>
void ExpectNoticed(std::string_view text, const Read& read,
                   const Compare& compare, const Write& write,
                   const std::vector<Edit>& edits) {
  const auto a = read(text);
  ASSERT_TRUE(a);
  ASSERT_TRUE(SaysSame(compare(*a, *a)));
  const auto before = write(*a);
  ASSERT_TRUE(before.ok());
  for (const Edit& edit : edits) {
    const std::string edited = Edited(text, edit);
    const auto b = read(edited);
    ASSERT_TRUE(b) << edit.is;
    EXPECT_FALSE(SaysSame(compare(*a, *b))) << edit.is;
    const auto after = write(*b);
    ASSERT_TRUE(after.ok()) << edit.is;
    EXPECT_NE(*before, *after) << edit.is;
  }
}

constexpr std::string_view kArmature = R"({
  "joints": {"lid": {"0": [1]}},
  "clips": {"shake": {"loop": true, "joint_clips": {"lid": [
      {"variable": "offset_x", "type": "uniform", "interpolation": "linear",
       "samples": [0, 1]}]},
    "events": {"0.5": "creak"}}}})";

TEST(FieldsTest, OfAnArmature) {
  const auto read = [](std::string_view text) {
    FindingList findings;
    return forge::ReadArmature(text, {}, findings);
  };
  const auto compare = [](const auto& a, const auto& b) {
    return CompareArmatures(a, b);
  };
  const auto write = [](const auto& a) { return forge::WriteArmature(a); };
  ExpectNoticed(kArmature, read, compare, write,
                {
                    Edit{R"("0": [1])", R"("0": [0.5])"},
                    Edit{R"("0": [1])", R"("1": [1])"},
                    Edit{R"("shake")", R"("quake")"},
                    Edit{"true", "false"},
                    Edit{R"({"lid": [)", R"({"lip": [)"},
                    Edit{"offset_x", "offset_y"},
                    Edit{R"("linear")", R"("nearest")"},
                    Edit{"[0, 1]", "[0, 2]"},
                    Edit{"[0, 1]", "[0, 1, 1]"},
                    Edit{R"("0.5")", R"("0.25")"},
                    Edit{R"("creak")", R"("squeak")"},
                });
}

constexpr std::string_view kMachine = R"({
  "parameters": {"speed": ["+", 1]},
  "clips": {"still": "#identity", "moved": ["apply", "#lid", "#speed"],
            "lid": "mod:block/chest@lid"},
  "states": ["still", "moved"],
  "transitions": {"still": ["moved"]},
  "start_state": "still"})";

TEST(FieldsTest, OfAStateMachine) {
  const auto read = [](std::string_view text) {
    FindingList findings;
    return forge::ReadStateMachine(text, {}, findings);
  };
  const auto compare = [](const auto& a, const auto& b) {
    return CompareMachines(a, b);
  };
  const auto write = [](const auto& a) { return forge::WriteStateMachine(a); };
  ExpectNoticed(
      kMachine, read, compare, write,
      {
          Edit{R"({"speed")", R"({"pace": 0, "speed")"},
          Edit{R"("+", 1)", R"("+", 2)"},
          Edit{R"("+", 1)", R"("-", 1)"},
          Edit{"chest@lid", "chest@handle"},
          Edit{R"("#lid", "#speed")", R"("#lid", 1)"},
          Edit{R"(["still", "moved"])", R"(["moved", "still", "lid"])"},
          Edit{R"({"still": ["moved"]})", R"({"moved": "still"})"},
          Edit{R"("start_state": "still")", R"("start_state": "moved")"},
      });
}

}  // namespace
}  // namespace clipguard::actions
