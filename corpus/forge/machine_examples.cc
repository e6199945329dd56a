// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/forge/example_builder.h"

namespace clipguard::corpus {

void AddExpressions(ExampleBuilder& files) {
  files.Parameters(
      "asm-operation-unknown", "Operations that do not exist",
      R"("p": [<1"+x"1>, 1, 2], "q": [<2""2>, 1], "r": [<3"Compose"3>, 1, 2])",
      {{"/parameters/p/0"}, {"/parameters/q/0"}, {"/parameters/r/0"}});
  files.Parameters("asm-operands-missing", "Fewer operands than operators",
                   R"("p": [<1"+"1>], "q": ["+", [<2"+-"2>, 1]])",
                   {{"/parameters/p/0"}, {"/parameters/q/1/0"}});
  files.Parameters("asm-operands-extra", "More operands than operators",
                   R"("p": ["+", 1, <1"#nowhere"1>, 3])",
                   {{"/parameters/p/2"}});
  files.Parameters("asm-argument-count", "compose with one and three",
                   R"("p": [<1"compose"1>, 1], "q": [<2"compose"2>, 1, 2, 3])",
                   {{"/parameters/p/0"}, {"/parameters/q/0"}});
  files.Clips("asm-argument-count.clips", "Clip operations",
              R"("a": [<1"apply"1>, "#identity"],
   "b": [<2"slerp"2>, "#a", "#a", 1, 1, 1],
   "c": [<3"trigger_positive"3>, "#a", "#identity"])",
              {{"/clips/a/0"}, {"/clips/b/0"}, {"/clips/c/0"}});
  files.Parameters("asm-parameter-malformed", "A name without #",
                   R"("p": <1"q"1>, "q": <2""2>)",
                   {{"/parameters/p"}, {"/parameters/q"}});
  files.Parameters(
      "asm-parameter-misspelt", "One letter apart",
      R"("progress": 1, "p": ["*", <1"#progess"1>], "q": "#offset")",
      {{"/parameters/p/1"}});
  files.Parameters("asm-parameter-unknown", "A name that nobody supplies",
                   R"("p": ["+*", "#offset", <1"#time"1>])",
                   {{"/parameters/p/2"}});
  files.WithInputs({"offset"});
  files.Parameters("asm-reference-cycle", "A parameter that is itself",
                   R"("p": <1"#p"1>)", {{"/parameters/p"}});
  files.Parameters("asm-reference-cycle.three", "Three parameters in a circle",
                   R"("p": ["+", "#q"], "q": ["compose", 1, "#r"],
   "r": ["+-", 1, <1"#p"1>], "s": "#r")",
                   {{"/parameters/r/2"}});
  files.Clips("asm-reference-cycle.clips", "Clips in a circle",
              R"("a": ["trigger_positive", "#b", "#identity", "x"],
   "b": ["slerp", <1"#a"1>, "#c", 1, 1], "c": "#identity")",
              {{"/clips/b/1"}});
  files.Clips("asm-clip-type-unknown", "Clip operations that do not exist",
              R"("a": [<1"Apply"1>, "#identity", 1], "b": [<2"nope"2>])",
              {{"/clips/a/0"}, {"/clips/b/0"}});
  files.Clips("asm-clip-unknown", "References to clips that do not exist",
              R"("a": <1"#nope"1>, "moving": ["apply", <2"#mowing"2>, 1])",
              {{"/clips/a"}, {"/clips/moving/1"}});
  files.Clips("asm-model-clip-malformed", "Neither a reference nor a model",
              R"("a": <1"example:block/a"1>)", {{"/clips/a"}});
  files.Clips("asm-model-name-unusual", "Upper case, and a domain too short",
              R"("a": <1"Example:block/A@Clip"1>, "b": <2"m:block/a@c"2>)",
              {{"/clips/a"}, {"/clips/b"}});
  files.Clips("asm-model-variant", "A variant of a block state",
              R"("a": <1"example:chest#facing=north@clip"1>)", {{"/clips/a"}});
  files.Clips("asm-model-clip-missing", "A clip of no model",
              R"("a": <1"@clip"1>)", {{"/clips/a"}});
  files.Machine(
      "asm-trigger-never-fires", "Triggers whose values stand still",
      R"({"parameters": {"end": ["-", 1], "fixed": ["compose", "#end", "#input"]},
 "clips": {"a": ["trigger_positive", "#identity", <101>, "x"],
  "b": ["trigger_positive", "#a", <2"#fixed"2>, "y"],
  "c": ["trigger_positive", "#a", "#end", "z"]},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
      {{"/clips/a/2"}, {"/clips/b/2"}});
  files.Parameters(
      "limit-exceeded.expression-depth", "References that go too deep",
      R"("p": 1, "q": "#p", "r": "#q", "s": <1"#r"1>)", {{"/parameters/s"}});
  files.WithLimit("expression-depth", 3);
  files.Parameters("limit-exceeded.evaluation-steps",
                   "Values that take too many steps",
                   R"("p": ["++", 1, 2], "q": ["++", "#p", "#p"],
   "r": <1[1>"++", "#q", "#q"])",
                   {{"/parameters/r"}});
  files.WithLimit("evaluation-steps", 20);
}

void AddStates(ExampleBuilder& files) {
  files.States("asm-state-without-clip", "A state that is no clip",
               R"("a", <1"z"1>, "b")", R"("a": ["b", "z"], "b": "a")", R"("a")",
               {{"/states/1"}});
  files.States("asm-unused-state-without-clip",
               "A state that is no clip, and that nothing leads to",
               R"("a", <1"z"1>, "b")", R"("a": "b", "b": "a")", R"("a")",
               {{"/states/1"}});
  files.States("asm-state-duplicate", "A state twice", R"("a", "b", <1"a"1>)",
               R"("a": "b", "b": "a")", R"("a")", {{"/states/2"}});
  files.States("asm-start-state-unknown", "A start that exists nowhere",
               R"("a", "b")", R"("a": "b", "b": "a")", R"(<1""1>)",
               {{"/start_state"}});
  files.States("asm-start-state-unknown.clip", "A start that is only a clip",
               R"("a", "b")", R"("a": "b", "b": "a")", R"(<1"c"1>)",
               {{"/start_state"}});
  files.States("asm-start-state-unknown.empty", "No states at all", "", "",
               R"(<1"a"1>)", {{"/start_state"}});
  files.States("asm-transition-to-unknown", "Transitions to nowhere",
               R"("a", "b")", R"("a": ["b", <1"z"1>], "b": ["a", <2"c"2>])",
               R"("a")", {{"/transitions/a/1"}, {"/transitions/b/1"}});
  files.States("asm-transition-from-unknown", "Transitions from nowhere",
               R"("a", "b")", R"("a": "b", "b": "a", <1"z"1>: ["a", "b"])",
               R"("a")", {{"/transitions/z"}});
  files.States("asm-transition-duplicate", "A transition twice", R"("a", "b")",
               R"("a": ["b", <1"b"1>], "b": "a")", R"("a")",
               {{"/transitions/a/1"}});
  files.States("asm-state-unreachable", "States that nothing leads to",
               R"("a", "b", <1"c"1>)", R"("a": "b", "b": "a", "c": "a")",
               R"("a")", {{"/states/2"}});
  files.States("asm-state-final", "A state that nothing leaves",
               R"("a", <1"b"1>)", R"("a": ["b", "a"], "b": "b")", R"("a")",
               {{"/states/1"}});
  files.Clips(
      "asm-event-transition-unknown", "An event that leads nowhere",
      R"("a": ["trigger_positive", "#identity", "#identity", <1"!transition:b"1>])",
      {{"/clips/a/3"}});
  files.Machine("asm-event-transition-refused",
                "An event whose transition is not listed",
                R"({"parameters": {}, "clips": {"a": "#b", "b": ["apply",
  ["trigger_positive", "#identity", "#identity", <1"!transition:a"1>], ["-", 1]]},
 "states": ["a", "b"], "transitions": {"a": "b", "b": "a"}, "start_state": "a"})",
                {{"/clips/b/1/3"}});
  files.Machine("two-events", "Two events, one after the other",
                R"({"parameters": {}, "clips": {"a": ["trigger_positive",
  ["trigger_positive", "#identity", "#identity", "!transition:c"],
   "#identity", "!transition:b"], "b": "#identity", "c": "#identity"},
 "states": ["a", "b", "c"], "transitions": {"a": "b", "b": "c", "c": "a"},
 "start_state": "a"})",
                {});
  files.Machine("still-event", "An event of a clip that stands still",
                R"({"parameters": {}, "clips": {"a": ["apply",
  ["trigger_positive", "#identity", "#identity", "!transition:a"], 1]},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
                {});
}

}  // namespace clipguard::corpus
