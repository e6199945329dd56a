// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/machine_words.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"

namespace clipguard::report {
namespace {

using ::testing::EndsWith;

constexpr size_t kMost = 240;

forge::StateMachine Machine(std::string_view parameters,
                            std::string_view clips) {
  FindingList list;
  auto machine = forge::ReadDamagedStateMachine(
      absl::StrCat("{\"parameters\": {", std::string(parameters),
                   "}, \"clips\": {", std::string(clips),
                   "}, \"states\": [\"s\"], \"transitions\": {}, "
                   "\"start_state\": \"s\"}"),
      {}, list);
  EXPECT_TRUE(machine.has_value());
  return *std::move(machine);
}

// The last parameter.
std::string Value(std::string_view value) {
  const forge::StateMachine machine =
      Machine(absl::StrCat("\"p\": [\"+\", 1], \"still\": 3, \"v\": ",
                           std::string(value)),
              "");
  return ValueWords(machine, machine.parameters.back().expression, kMost);
}

std::string Trigger(std::string_view value) {
  const forge::StateMachine machine = Machine(
      absl::StrCat("\"e\": [\"-\", \"#end\"], \"v\": ", std::string(value)),
      "");
  return TriggerWords(machine, machine.parameters.back().expression, kMost);
}

// The last clip.
std::string Clip(std::string_view clip, size_t most_bytes = kMost) {
  const forge::StateMachine machine =
      Machine("", absl::StrCat("\"open\": \"m:block/door@open\", \"c\": ",
                               std::string(clip)));
  return ClipWords(machine, machine.clips.back().expression, most_bytes);
}

TEST(MachineWordsTest, ValuesAreArithmetic) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"2.5", "2.5"},
      {"\"#identity\"", "time"},
      {"\"#in\"", "#in"},
      {"\"#p\"", "#p"},
      {R"(["+", 1])", "time + 1"},
      {R"(["-+", "#in", -2])", "time - #in - 2"},
      {R"(["-", -2])", "time + 2"},
      {R"(["-/", "#in", 2])", "(time - #in) / 2"},
      {R"(["/-", 2, "#in"])", "time / 2 - #in"},
      {R"(["-", ["*", 2]])", "time - (time * 2)"},
      {R"(["-/mM", "#in", 2, 1, 0])", "max(min((time - #in) / 2, 1), 0)"},
      {R"(["f*", 1, 3])", "time mod 1 * 3"},
      {R"(["r", 2])", "down(time, 2)"},
      {R"(["R", "#in"])", "up(time, #in)"},
      {R"(["F", 2])", "to_next(time, 2)"},
      {R"(["-", ["m", 2]])", "time - min(time, 2)"},
      {R"(["compose", ["*", 0.999], "#p"])", "#p * 0.999"},
      {R"(["compose", ["*", 2], ["+", "#in"]])", "(time + #in) * 2"},
      {R"(["compose", ["+", 2], ["-", "#in"]])", "time - #in + 2"},
      {R"(["compose", "#p", ["*", 2]])", "#p(time * 2)"},
      {R"(["compose", "#still", ["*", 2]])", "#still"},
      {R"(["compose", ["+", "#identity"], ["compose", ["*", 2], "#in"]])",
       "#in * 2 + (#in * 2)"},
      {R"(["+", 1e999])", "time + Infinity"},
      {R"(["?", 1])", "?"},
      {R"(["++", 1])", "?"},
  };
  for (const auto& [value, words] : cases) {
    EXPECT_EQ(Value(value), words) << value;
  }
}

TEST(MachineWordsTest, ATriggerFiresWhenSomethingReachesSomething) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("#identity")", "time reaches 0"},
      {R"(["-", "#in"])", "time reaches #in"},
      {R"(["-+", "#in", -2])", "time - #in reaches 2"},
      {R"(["+", 2])", "time reaches -2"},
      {R"(["+", "#in"])", "time + #in reaches 0"},
      {R"(["*", 2])", "time * 2 reaches 0"},
      {R"(["-", ["*", 2]])", "time reaches time * 2"},
      {R"("#e")", "time reaches #end"},
      {R"("#in")", "#in reaches 0"},
      {R"(["compose", ["-", 2], "#in"])", "#in - 2 reaches 0"},
  };
  for (const auto& [value, words] : cases) {
    EXPECT_EQ(Trigger(value), words) << value;
  }
}

TEST(MachineWordsTest, ClipsSayWhatIsSeen) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"("#identity")", "moves nothing"},
      {R"("#open")", "plays door@open"},
      {R"("Door@Open")", "plays Door@Open"},
      {R"("m:a/b#c/d@e")", "plays d@e"},
      {R"(["apply", "#open", "#identity"])", "plays #open"},
      {R"(["apply", "m:b/d@o", 0.25])", "holds d@o at 0.25"},
      {R"(["apply", "m:b/d@o", ["-", "#in"]])", "plays d@o at time - #in"},
      {R"(["slerp", "#open", "#identity", "#identity", "#in"])",
       "blends #open and nothing by #in"},
      {R"(["slerp", "#open", "b@a", ["*", 2], 0.5])",
       "blends #open and b@a by 0.5, both at time * 2"},
      {R"(["trigger_positive", "#open", "#in", "!transition:s"])",
       "plays door@open"},
      {R"(["trigger_positive", "#open", "#in", "creak"])",
       "plays door@open, event creak"},
      {R"(["apply", "#missing", 1])", "holds #missing at 1"},
      {R"(["apply", 1])", "plays ?"},
      {"7", "plays ?"},
  };
  for (const auto& [clip, words] : cases) EXPECT_EQ(Clip(clip), words) << clip;
}

// However it is nested, and however long its names are.
TEST(MachineWordsTest, WhatIsLongIsCut) {
  std::string nested = "\"#identity\"";
  std::string doubled = "[\"*\", 2]";
  for (int i = 0; i < 200; ++i) {
    nested = absl::StrCat("[\"-\", ", nested, "]");
    doubled =
        absl::StrCat("[\"compose\", [\"+\", \"#identity\"], ", doubled, "]");
  }
  EXPECT_THAT(Value(nested), EndsWith("...))))))))))))"));
  EXPECT_LE(Value(doubled).size(), kMost);
  std::string operators(5000, '+');
  std::string operands;
  for (int i = 0; i < 5000; ++i) operands += ", 1";
  const std::string many = absl::StrCat("[\"", operators, "\"", operands, "]");
  EXPECT_THAT(Value(many), EndsWith("+ 1 ..."));
  EXPECT_THAT(Trigger(many), EndsWith("+ 1 ... reaches 0"));
  EXPECT_EQ(Clip("\"" + std::string(500, 'x') + "@y\"", 10), "plays xxxx");
  std::string triggers = "\"#open\"";
  for (int i = 0; i < 100; ++i) {
    triggers =
        absl::StrCat("[\"trigger_positive\", ", triggers, ", \"#in\", \"e\"]");
  }
  EXPECT_EQ(Clip(triggers).substr(0, 12), "..., event e");
}

}  // namespace
}  // namespace clipguard::report
