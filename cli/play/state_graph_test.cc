// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests the cost of drawing a machine. forge_command_test tests the drawings.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "cli/play/state_machine_graph.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "testing/temp_folder.h"

namespace clipguard::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

constexpr uint64_t kAny = uint64_t{1} << 40;

forge::StateMachine Machine(const std::string& text) {
  FindingList list;
  auto machine = forge::ReadDamagedStateMachine(text, {}, list);
  EXPECT_TRUE(machine.has_value());
  return *std::move(machine);
}

struct Drawn {
  StateGraphResult result;
  std::string text;
  uint64_t work;
};

Drawn Draw(const forge::StateMachine& machine,
           ForgeResources* resources = nullptr, uint64_t most_bytes = kAny,
           GraphLanguage language = GraphLanguage::kDot) {
  Drawn drawn;
  const uint64_t before = WorkDone();
  drawn.result = WriteStateGraph(
      machine, resources,
      {.notation = language, .file = "machine.json", .most_bytes = most_bytes},
      [&](std::string_view piece) { drawn.text += piece; });
  drawn.work = WorkDone() - before;
  return drawn;
}

// States 0 to count - 1, each with this clip, and each leading to the next.
std::string Ring(int count, std::string_view clip,
                 const std::string& more_clips) {
  std::string clips = more_clips;
  std::string states;
  std::string transitions;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&clips, ", \"", i, "\": ", std::string(clip));
    absl::StrAppend(&states, i == 0 ? "" : ", ", "\"", i, "\"");
    absl::StrAppend(&transitions, i == 0 ? "" : ", ", "\"", i, "\": \"",
                    (i + 1) % count, "\"");
  }
  return absl::StrCat("{\"parameters\": {}, \"clips\": {", clips,
                      "}, \"states\": [", states, "], \"transitions\": {",
                      transitions, "}, \"start_state\": \"0\"}");
}

std::string Operands(int count) {
  std::string text = "[\"" + std::string(static_cast<size_t>(count), '+');
  text += '"';
  for (int i = 0; i < count; ++i) text += ", 1";
  return text + "]";
}

TEST(StateGraphTest, ConditionsCostWhatIsShown) {
  const std::string text =
      Ring(300, "\"#shared\"",
           absl::StrCat("\"shared\": [\"trigger_positive\", [\"apply\", "
                        "\"#identity\", ",
                        Operands(10'000), "], ", Operands(10'000),
                        ", \"!transition:0\"]"));
  const Drawn drawn = Draw(Machine(text));
  EXPECT_TRUE(drawn.result.whole);
  EXPECT_TRUE(drawn.result.complete);
  EXPECT_THAT(drawn.text, HasSubstr("[label=\" time + 1 + 1 + 1"));
  EXPECT_THAT(drawn.text, EndsWith("}\n"));
  EXPECT_EQ(drawn.result.bytes, drawn.text.size());
  EXPECT_LE(drawn.work, text.size() + 4 * drawn.text.size());
}

TEST(StateGraphTest, CausesThatAreNotShownAreCounted) {
  const TempFolder folder;
  const std::string name(10'000, 'x');
  std::string events;
  for (int i = 0; i < 2000; ++i) {
    absl::StrAppend(&events, i == 0 ? "" : ", ", "\"0.", 10'000 + i,
                    "\": \"!transition:1\"");
  }
  const std::string model =
      absl::StrCat("{\"joints\": {}, \"clips\": {\"", name,
                   "\": {\"loop\": true, \"joint_clips\": {}, \"events\": {",
                   events, "}}}}");
  folder.Write("m/armatures/a.json", model);
  auto resources = ForgeResources::Open(folder.path(), {});
  ASSERT_TRUE(resources.ok());
  const std::string text =
      Ring(10, "\"#shared\"", absl::StrCat("\"shared\": \"mm:a@", name, "\""));
  folder.Write("mm/armatures/a.json", model);
  const Drawn drawn = Draw(Machine(text), resources->get());
  EXPECT_TRUE(drawn.result.complete);
  EXPECT_EQ((*resources)->bytes_read(), model.size());
  EXPECT_THAT(drawn.text, HasSubstr("[label=\" mm:a@" + std::string(52, 'x') +
                                    "... reaches 0.1 \\n mm:a@"));
  EXPECT_THAT(drawn.text, HasSubstr("\\n and 1996 more \", "));
  // The file of the model is read here, too.
  EXPECT_LE(drawn.work,
            4 * (text.size() + model.size()) + 10 * drawn.text.size());
}

// Whatever names are made of, they are text in the drawing.
TEST(StateGraphTest, NamesAreOnlyText) {
  const forge::StateMachine machine = Machine(
      R"({"parameters": {}, "clips": {"a\"];\\N<b>&lt;": "#identity",
          "": "m:x@%%{init: 1}%%", " \n[*] --> s1": "#identity"},
          "states": ["a\"];\\N<b>&lt;", "", " \n[*] --> s1"],
          "transitions": {"": ""}, "start_state": ""})");
  const std::string dot = Draw(machine).text;
  EXPECT_THAT(dot, HasSubstr("<b>a&quot;];\\\\N&lt;b&gt;&amp;lt;</b><br/>"));
  EXPECT_THAT(dot, HasSubstr("<b>&quot;&quot;</b>"));
  EXPECT_THAT(dot, HasSubstr("<b>&quot; \\\\n[*] --&gt; s1&quot;</b>"));
  const std::string mermaid =
      Draw(machine, nullptr, kAny, GraphLanguage::kMermaid).text;
  EXPECT_EQ(mermaid, R"(---
title: "machine.json: starts in \u0022\u0022; 3 states, 1 transition"
---
stateDiagram-v2
  direction TB
  [*] --> s1
  state "#34;#34;" as s1
  s1 : plays x@#37;#37;#123;init#58; 1#125;#37;#37;
  state "cannot be reached" as apart {
  direction TB
  state "a#34;#93;#59;#92;N#60;b#62;#38;lt#59;" as s0
  s0 : moves nothing
  state "#34; #92;n#91;*#93; --#62; s1#34;" as s2
  s2 : moves nothing
  }
  class apart unreachable
  classDef unreachable stroke-dasharray:5 5,color:gray
  s1 --> s1
  state "legend" as legend
  legend : arrow without words#58; happens when the game#39;s code asks for it
  class legend about
  classDef about fill:none,stroke:none,font-size:12px
)");
}

// A title has the end of a path, however long that is.
TEST(StateGraphTest, TitlesNameTheFile) {
  const forge::StateMachine machine = Machine(
      R"({"parameters": {}, "clips": {"a": "#identity"}, "states": ["a"],
          "transitions": {}, "start_state": "b"})");
  const auto title = [&](std::string_view file) {
    std::string text;
    WriteStateGraph(machine, nullptr, {.file = file, .most_bytes = kAny},
                    [&](std::string_view piece) { text += piece; });
    return text.substr(0, text.find('\n'));
  };
  const std::string folder(38, 'x');
  EXPECT_EQ(title(folder + "/a"), "digraph \"" + folder + "/a\" {");
  EXPECT_EQ(title("/" + folder + "/ab"), "digraph \"ab\" {");
  EXPECT_EQ(title(folder + "/\"&\\"), R"(digraph "\"&amp;\\" {)");
  EXPECT_EQ(title(folder + folder),
            "digraph \"..." + folder.substr(1) + "\" {");
}

// A state that is listed again and again has all its transitions each time.
TEST(StateGraphTest, EndsWhereItBecomesTooLarge) {
  std::string text =
      R"({"parameters": {}, "clips": {"a": "#b", "b": "#identity"},
          "states": ["b")";
  for (int i = 0; i < 4000; ++i) text += ", \"a\"";
  text += R"(], "transitions": {"b": "a", "a": "b"}, "start_state": "b"})";
  const forge::StateMachine machine = Machine(text);
  const Drawn all = Draw(machine);
  EXPECT_TRUE(all.result.whole);
  const Drawn fits = Draw(machine, nullptr, all.text.size());
  EXPECT_TRUE(fits.result.whole);
  EXPECT_EQ(fits.text, all.text);
  const Drawn close = Draw(machine, nullptr, all.text.size() - 1);
  EXPECT_FALSE(close.result.whole);
  const Drawn cut = Draw(machine, nullptr, 100'000);
  EXPECT_FALSE(cut.result.whole);
  EXPECT_GT(cut.result.state, 500u);
  EXPECT_LT(cut.result.state, 4000u);
  EXPECT_LE(cut.text.size(), 100'000u);
  EXPECT_LE(cut.work, 200'000u);
}

// Where states share too many clips, their causes are not looked for.
TEST(StateGraphTest, SaysWhenCausesAreMissing) {
  std::string shared =
      "\"c0\": [\"trigger_positive\", \"#identity\", "
      "\"#identity\", \"!transition:0\"]";
  for (int i = 1; i < 12'000; ++i) {
    absl::StrAppend(&shared, ", \"c", i, "\": \"#c", i % 500 == 0 ? 0 : i - 1,
                    "\"");
  }
  std::string all = "\"#c499\"";
  for (int i = 1; i < 24; ++i) {
    all = absl::StrCat("[\"slerp\", ", all, ", \"#c", 500 * i + 499,
                       "\", \"#identity\", 0]");
  }
  const std::string text =
      Ring(2000, "\"#shared\"", absl::StrCat(shared, ", \"shared\": ", all));
  const Drawn drawn = Draw(Machine(text));
  EXPECT_TRUE(drawn.result.whole);
  EXPECT_FALSE(drawn.result.complete);
  EXPECT_THAT(drawn.text,
              HasSubstr(" -> s1 [dir=none, color=red, style=dashed];"));
  EXPECT_THAT(drawn.text, HasSubstr("s1998 -> s1999;"));
  EXPECT_LE(drawn.work, 21'000'000u);
}

}  // namespace
}  // namespace clipguard::cli
