// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/forge/forge.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "actions/repair/repair_check.h"
#include "actions/repair/repair_folder.h"
#include "base/text_of.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "testing/sanitizers.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;

Repaired Asm(std::string_view text, bool unsafe = false) {
  EXPECT_EQ(FaultOf(BytesOf(text), RepairStateMachine,
                    forge::ReadDamagedStateMachine),
            "")
      << text;
  return RepairStateMachine(BytesOf(text), {}, {.unsafe = unsafe});
}

Repaired Armature(std::string_view text, bool unsafe = false) {
  EXPECT_EQ(FaultOf(BytesOf(text), RepairArmature, forge::ReadDamagedArmature),
            "")
      << text;
  return RepairArmature(BytesOf(text), {}, {.unsafe = unsafe});
}

// A machine with this in it.
std::string Machine(std::string_view parameters,
                    std::string_view transitions = "{}",
                    std::string_view states = "[\"a\", \"b\"]") {
  std::string text = "{\"parameters\": ";
  text += parameters;
  text += ", \"clips\": {\"a\": \"#identity\", \"b\": \"#identity\"}, ";
  text += "\"states\": ";
  text += states;
  text += ", \"transitions\": ";
  text += transitions;
  text += ", \"start_state\": \"a\"}";
  return text;
}

TEST(RepairForgeTest, TrailingCommas) {
  ExpectSafe(Asm(Machine("{\"x\": [\"+\", 1,],}")),
             Machine("{\"x\": [\"+\", 1]}"), kJsonSyntax);
  // Comments stay.
  ExpectSafe(Asm(Machine("{\"x\": 1, /* last */ }")),
             Machine("{\"x\": 1 /* last */ }"), kJsonSyntax);
}

TEST(RepairForgeTest, WhatTheGamesReaderTakes) {
  ExpectSafe(Asm(Machine("{'x': .5; y: +1, \"z\" = 5.}")),
             Machine("{\"x\": 0.5, \"y\": 1, \"z\" : 5}"), kJsonSyntax);
  ExpectSafe(Asm(Machine("{'it\"s': 1, 'a\\'b': 2}")),
             Machine("{\"it\\\"s\": 1, \"a'b\": 2}"), kJsonSyntax);
  ExpectSafe(Asm(Machine("{\"a\tb\": 1}")), Machine("{\"a\\tb\": 1}"),
             kJsonSyntax);
}

TEST(RepairForgeTest, WhatIsMissingIsAGuess) {
  const std::string text = Machine("{\"x\": 1 \"y\": 2}");
  EXPECT_FALSE(Asm(text).changed());
  EXPECT_EQ(TextOf(Asm(text, true).bytes), Machine("{\"x\": 1, \"y\": 2}"));
  // A file that was cut.
  const std::string cut = Machine("{}").substr(0, Machine("{}").size() - 1);
  EXPECT_FALSE(Asm(cut).changed());
  EXPECT_EQ(TextOf(Asm(cut, true).bytes), cut + "\n}");
}

TEST(RepairForgeTest, TypographicQuotesAreAGuess) {
  const std::string text = Machine("{\xE2\x80\x9Cx\xE2\x80\x9D: 1}");
  EXPECT_FALSE(Asm(text).changed());
  EXPECT_EQ(TextOf(Asm(text, true).bytes), Machine("{\"x\": 1}"));
}

TEST(RepairForgeTest, WhatFollowsTheEnd) {
  ExpectSafe(Asm(Machine("{}") + "\n// the end\n"), Machine("{}") + "\n",
             kJsonTrailingContent);
  EXPECT_EQ(TextOf(Asm(Machine("{}") + "}", true).bytes), Machine("{}"));
  ExpectRefused(Asm(Machine("{}") + " more", true), kJsonTrailingContent);
  EXPECT_EQ(Asm(Machine("{}") + "}", true).changes[0].lost,
            "brackets that nothing opens");
  EXPECT_EQ(Asm(Machine("{}") + ";", true).changes[0].lost,
            "a sign after the last bracket");
}

TEST(RepairForgeTest, NotUtf8) {
  const std::string text = Machine("{\"caf\xE9\": 1}");
  EXPECT_FALSE(Asm(text).changed());
  EXPECT_EQ(TextOf(Asm(text, true).bytes), Machine("{\"caf\xC3\xA9\": 1}"));
}

TEST(RepairForgeTest, DuplicateKeys) {
  ExpectSafe(Asm(Machine("{\"x\": 1, \"x\": [\"+\", 2], \"x\": 3}")),
             Machine("{\"x\": 3}"), kJsonKeyDuplicate);
  // The comment between them stays.
  ExpectSafe(Asm(Machine("{\"x\": 1, /* now */ \"x\": 2}")),
             Machine("{ /* now */ \"x\": 2}"), kJsonKeyDuplicate);
  ExpectSafe(Asm(Machine("{}", "{\"a\": \"b\", \"b\": [], \"a\": [\"a\"]}")),
             Machine("{}", "{ \"b\": [], \"a\": [\"b\", \"a\"]}"),
             kJsonKeyDuplicate);
}

TEST(RepairForgeTest, CoercedTypes) {
  ExpectSafe(Armature("{\"joints\": {\"j\": {\"0\": [\"0x1p-1\"]}}, "
                      "\"clips\": {\"c\": {\"loop\": \"TRUE\", "
                      "\"joint_clips\": {}, \"events\": {}}}}"),
             "{\"joints\": {\"j\": {\"0\": [0.5]}}, "
             "\"clips\": {\"c\": {\"loop\": true, "
             "\"joint_clips\": {}, \"events\": {}}}}",
             kForgeTypeCoerced);
}

// The game reads false, but something else may be meant.
TEST(RepairForgeTest, WordsThatAreNeitherTrueNorFalse) {
  const auto armature = [](std::string_view loop) {
    return absl::StrCat(R"({"joints": {}, "clips": {"c": {"loop": )",
                        std::string(loop),
                        R"(, "joint_clips": {}, "events": {}}}})");
  };
  for (const char* word : {"yes", "(true)", "true ", "\u00a0true", ""}) {
    ExpectRefused(Armature(armature(absl::StrCat("\"", word, "\"")), true),
                  kForgeTypeCoerced);
  }
  ExpectSafe(Armature(armature(R"("False")")), armature("false"),
             kForgeTypeCoerced);
}

// Comments within what is removed are lost, and that is said.
TEST(RepairForgeTest, CommentsThatAreLost) {
  const auto expect = [](std::string_view text, std::string_view lost) {
    const Repaired repaired = Asm(text);
    ASSERT_TRUE(repaired.changed());
    EXPECT_EQ(repaired.changes[0].lost, lost);
  };
  expect(Machine("{\"x\": /* old */ 1, \"x\": 2}"),
         "a value that the game replaces by a later one, and comments");
  expect(Machine("{\"x\": [\"+\", 1 // one\n, 2]}"),
         "values that the game never looks at, and comments");
  expect(Machine("{}", "{\"a\": [\"b\" /* x */], \"a\": \"a\"}"), "comments");
  expect(Machine("{}", "{\"a\": \"a\", \"a\": [\"b\" # x\n]}"), "");
  expect(Machine("{}", "{\"a\": \"b\", \"a\": \"a\"}"), "");
}

TEST(RepairForgeTest, ListsOfPairs) {
  ExpectSafe(Asm(Machine("[[\"x\", 1], [\"y\", [\"+\", 2]]]")),
             Machine("{\"x\": 1, \"y\": [\"+\", 2]}"), kForgeMapAsList);
  ExpectRefused(Asm(Machine("[[\"x\", 1], [\"x\", 2]]"), true),
                kForgeMapAsList);
}

TEST(RepairForgeTest, MisspeltNamesAreGuesses) {
  std::string text = Machine("{}");
  text.replace(text.find("transitions"), 11, "transitoins");
  const Repaired safe = Asm(text);
  EXPECT_TRUE(std::ranges::any_of(safe.guesses, [](const Change& change) {
    return change.code == kForgeKeyUnknown;
  }));
  EXPECT_EQ(TextOf(Asm(text, true).bytes), Machine("{}"));
  // Nothing is added that would hide it.
  EXPECT_FALSE(safe.changed());
  // The state that may be meant has no clip: that is another error.
  EXPECT_FALSE(Asm(Machine("{}", "{\"first\": \"secnod\"}",
                           "[\"first\", \"second\", \"a\"]"),
                   true)
                   .changed());
}

// A machine of one state, with this clip; others may follow it.
std::string MachineOf(std::string_view clip) {
  return absl::StrCat(R"({"parameters": {}, "clips": {"a": )",
                      std::string(clip), R"(}, "states": ["a"], )",
                      R"("transitions": {}, "start_state": "a"})");
}

// Hundreds of names are compared for one that is not known, so few are looked
// for at a time; but each of these wherever it stands.
TEST(RepairForgeTest, OneNameThatIsMisspeltManyTimes) {
  const auto machine = [](std::string_view clip) {
    std::string clips = R"("#identity", "open": "#identity")";
    for (int i = 0; i < 300; ++i) {
      absl::StrAppend(&clips, ", \"", i, "\": \"", std::string(clip), "\"");
    }
    return MachineOf(clips);
  };
  EXPECT_EQ(TextOf(Asm(machine("#opne"), true).bytes), machine("#open"));
}

// Each type hides the one inside of it until it is known.
TEST(RepairForgeTest, TypesInsideEachOther) {
  const auto machine = [](std::string_view type, int depth) {
    std::string clip = "\"#identity\"";
    for (int i = 0; i < depth; ++i) {
      clip = absl::StrCat("[\"", std::string(type), "\", ", clip, ", 1]");
    }
    return MachineOf(clip);
  };
  EXPECT_EQ(TextOf(Asm(machine("aply", 8), true).bytes), machine("apply", 8));
  // As many readings as there are types would cost more than a file may.
  ExpectRefused(Asm(machine("aply", 9), true), kAsmClipTypeUnknown);
}

TEST(RepairForgeTest, MissingKeys) {
  ExpectSafe(Armature("{\"joints\": {}}"), "{\"clips\": {}, \"joints\": {}}",
             kForgeKeyMissing);
  // Under a name that nothing knows.
  for (const char* text :
       {R"({"joints": {}, "animations": {"a": {"loop": true}}})",
        R"({"joints": {}, "keyframes": []})"}) {
    EXPECT_FALSE(Armature(text).changed()) << text;
    EXPECT_FALSE(Armature(text).refusals.empty()) << text;
  }
  // Without states there is none to start with.
  const Repaired machine =
      Asm("{\"parameters\": {}, \"clips\": {\"a\": \"#identity\"}, "
          "\"transitions\": {}, \"start_state\": \"a\"}");
  EXPECT_FALSE(machine.changed());
  EXPECT_FALSE(machine.refusals.empty());
}

// In quotes it would be a string, which the game takes for no number either.
TEST(RepairForgeTest, AWordIsNoNumber) {
  EXPECT_FALSE(Armature("{\"joints\": {}, \"clips\": {\"c\": {\"loop\": true, "
                        "\"joint_clips\": {\"j\": [{\"variable\": \"angle\", "
                        "\"type\": \"uniform\", \"interpolation\": \"linear\", "
                        "\"samples\": [0, inf]}]}, \"events\": {}}}}")
                   .changed());
  EXPECT_FALSE(Asm(Machine("{\"x\": inf}")).changed());
  EXPECT_FALSE(Asm(Machine("{\"x\": [\"+\", nan]}")).changed());
}

TEST(RepairForgeTest, OperandsThatAreNeverRead) {
  ExpectSafe(Asm(Machine("{\"x\": [\"+\", 1, 2, [\"*\", 3]]}")),
             Machine("{\"x\": [\"+\", 1]}"), kAsmOperandsExtra);
}

// So many that they take several passes.
TEST(ForgeRepairTest, ManyDuplicates) {
  constexpr size_t kCount = CLIPGUARD_SANITIZED ? 40'000 : 400'000;
  std::string parameters = R"({"b": 1)";
  for (size_t i = 0; i < kCount; ++i) parameters += R"(,"a":2)";
  const Repaired keys =
      RepairStateMachine(BytesOf(Machine(parameters + "}")), {}, {});
  EXPECT_TRUE(keys.refusals.empty());
  EXPECT_EQ(TextOf(keys.bytes), Machine(R"({"b": 1,"a":2})"));
}

}  // namespace
}  // namespace clipguard::actions
