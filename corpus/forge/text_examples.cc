// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <string_view>

#include "corpus/forge/example_builder.h"

namespace clipguard::corpus {

// Texts in other encodings than UTF-8.
void AddEncodings(ExampleBuilder& files) {
  constexpr std::string_view kStill =
      R"({"parameters": {}, "clips": {"a": "#identity"}, "states": ["a"],
 "transitions": {}, "start_state": "a"}
)";
  constexpr std::string_view kEmpty = "{\"joints\": {}, \"clips\": {}}\n";
  using namespace std::string_view_literals;
  files.Machine("text-encoding-unsupported.utf-16",
                "UTF-16, as PowerShell writes it", kStill, {{""}});
  files.Widen("\xFF\xFE", 0, 1);
  files.Machine("text-encoding-unsupported.utf-16be",
                "UTF-16, big-endian, without a byte order mark", kStill,
                {{""}});
  files.Widen("", 1, 0);
  files.Armature("text-encoding-unsupported.utf-16le",
                 "UTF-16, little-endian, without a byte order mark", kEmpty,
                 {{""}});
  files.Widen("", 0, 1);
  files.Armature("text-encoding-unsupported.utf-32",
                 "UTF-32, big-endian, with a byte order mark", kEmpty, {{""}});
  files.Widen("\0\0\xFE\xFF"sv, 3, 0);
}

// Features that a certain game, or a certain model, does not have.
void AddTargets(ExampleBuilder& files) {
  files.Variables("target-cannot-load", "An origin, for a game without",
                  R"({"variable": <1"origin_x"1>, "type": "uniform",
   "interpolation": "nearest", "samples": [0]})",
                  {{"/clips/c/joint_clips/j/0/variable"}});
  files.WithTarget("forge-1.10");
  files.Variables("target-can-load", "An origin, for a game that has it",
                  R"({"variable": "origin_x", "type": "uniform",
   "interpolation": "nearest", "samples": [0]})",
                  {});
  files.WithTarget("forge-1.11");
  files.Joints("armature-element-unknown", "Elements of a model with two",
               R"("j": {"0": [1], "1": [1], <1"2"1>: [1]},
   "k": {<2"2147483647"2>: [1]})",
               {{"/joints/j/2"}, {"/joints/k/2147483647"}});
  files.WithModelElements(2);
  files.Armature(
      "model-missing", "An armature without its model",
      R"({"joints": {}, "clips": <1{1>"a": {"loop": false, "joint_clips": {}, "events": {}}}})",
      {{"/clips"}});
  files.WithoutModel("example/models/block/door.json");
}

// Broken so that only the folder tells whose they are.
void AddByPath(ExampleBuilder& files) {
  constexpr std::string_view kArmatures = "assets/example/armatures/";
  constexpr std::string_view kMachines = "assets/example/asms/";
  files.Armature("json-syntax", "An empty armature", "<11>", {{""}});
  files.LiesIn(kArmatures);
  files.Armature("forge-type-wrong", "A list for an armature", "<1[1>]\n",
                 {{""}});
  files.LiesIn(kArmatures);
  files.Armature("json-trailing-content", "An armature without its first brace",
                 "\"joints\"<1:1> {}, \"clips\": {}}\n", {{""}});
  files.LiesIn(kArmatures);
  files.Machine("json-trailing-content", "A machine that a merge left in parts",
                "{}\n<1>1>>>>>>> theirs\n", {{""}});
  files.LiesIn(kMachines);
  files.Machine("forge-key-missing", "A machine without a key",
                "<1<2<3<4<5{1>2>3>4>5>}\n",
                {{"/parameters"},
                 {"/clips"},
                 {"/states"},
                 {"/transitions"},
                 {"/start_state"}});
  files.LiesIn(kMachines);
}

void AddText(ExampleBuilder& files) {
  files.Machine("json-syntax", "An empty file", "<11>", {{""}});
  files.Machine("json-syntax.blank", "Blanks and a comment", " \n # x\n <11>",
                {{""}});
  files.Machine("json-syntax.cut", "The file ends in a string",
                "{\"parameters\": {}, \"clips\": {\"<11>", {{""}});
  files.Machine(
      "json-syntax.trailing-comma", "A comma after the last state",
      R"({"parameters":{},"clips":{"a":"#identity"},"states":["a",<1]1>,"transitions":{},"start_state":"a"})",
      {{""}});
  files.Machine("json-syntax.unquoted", "Keys without quotes",
                "{<1p1>arameters: {}}", {{""}});
  files.Machine("json-syntax.single-quotes", "Single quotes",
                "{\"parameters\": {}, \"start_state\": <1'1>a'}", {{""}});
  files.Machine("json-syntax.colon", "A colon is missing",
                "{\"parameters\" <1{1>}}", {{""}});
  files.Machine("json-syntax.comma", "A comma is missing",
                "{\"parameters\": {} <1\"1>clips\": {}}", {{""}});
  files.Machine("json-syntax.open-comment", "A comment that is never closed",
                "{\"parameters\": {}, <1/1>* \"clips\": {}}", {{""}});
  files.Machine("json-syntax.plus", "A number with a plus sign",
                "{\"parameters\": {\"p\": <1+1>1}}", {{""}});
  files.Machine("json-syntax.leading-zero", "A number with a leading zero",
                "{\"parameters\": {\"p\": 0<111>}}", {{""}});
  files.Machine("json-syntax.fraction", "A decimal point without digits",
                "{\"parameters\": {\"p\": 1.<1}1>}", {{""}});
  files.Machine("json-syntax.exponent", "An exponent without digits",
                "{\"parameters\": {\"p\": 1e+<1}1>}", {{""}});
  files.Machine("json-syntax.escape", "An escape that does not exist",
                "{\"parameters\": {\"<1\\1>x\": 1}}", {{""}});
  files.Machine("json-syntax.half-pair", "The second half of a surrogate pair",
                "{\"parameters\": {<1\"1>\\udc00\": 1}}", {{""}});
  files.Machine("json-not-utf8", "A name in Latin-1",
                "{\"parameters\": {\"<1\xe4"
                "1>\": 1}}",
                {{""}});
  files.Machine("json-trailing-content", "A second document",
                "{\"parameters\": {}}<1{1>\"parameters\": {}}", {{""}});
  files.Machine("json-trailing-content.comment", "A comment after the end",
                "{\"parameters\": {}}\n<1/1>/ x\n", {{""}});
  files.Machine("limit-exceeded.json-bytes", "A file that is too large",
                "<1{\"parameters\": {}}1>", {{""}});
  files.WithLimit("json-bytes", 10);
  files.Machine("limit-exceeded.json-depth", "Brackets nested too deep",
                "{\"parameters\": {\"p\": [\"+\", <1[1>1]]}}", {{""}});
  files.WithLimit("json-depth", 3);
  files.States("limit-exceeded.name-bytes", "A name that is too long",
               R"("a", <1"door"1>)", R"("a": "a")", R"("a")", {{"/states/1"}});
  files.WithLimit("name-bytes", 3);
  files.Events("limit-exceeded.name-bytes.event",
               "An event whose name is too long", "true",
               R"({"0.5": <1"creak"1>})", {{"/clips/c/events/0.5"}});
  files.WithLimit("name-bytes", 4);
  files.Parameters("json-key-duplicate", "A parameter twice: the last counts",
                   R"("p": 1, <1"p"1>: 2)", {{"/parameters/p"}});
  files.States("json-key-duplicate.transitions",
               "Transitions from a state twice: the lists add up",
               R"("a", "b", "c")",
               R"("a": "b", <1"a"1>: "c", "b": "a", "c": "a")", R"("a")",
               {{"/transitions/a"}});
  files.Machine("json-key-duplicate.root", "A key of the file twice",
                R"({"parameters": {}, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "b", <1"start_state"1>: "a"})",
                {{"/start_state"}});
  files.Parameters("json-number-overflows", "Numbers beyond float and double",
                   R"("p": <11e391>, "q": ["+", <2-1e4002>])",
                   {{"/parameters/p"}, {"/parameters/q/1"}});
  files.Variables("json-number-overflows.samples", "Samples beyond float",
                  R"({"variable": "offset_x", LINEAR [0, <11e391>, 1e39]})",
                  {{"/clips/c/joint_clips/j/0/samples/1", "", 2}});
  files.Variables(
      "forge-number-not-finite", "Samples that are words for no number",
      R"({"variable": "offset_x", LINEAR [0, <1<2"NaN"2>1>, <3"-Infinity"3>, <4"1e39"4>]})",
      {{"/clips/c/joint_clips/j/0/samples/1", "FORGE_TYPE_COERCED"},
       {"/clips/c/joint_clips/j/0/samples/1", "", 3},
       {"/clips/c/joint_clips/j/0/samples/2", "FORGE_TYPE_COERCED"},
       {"/clips/c/joint_clips/j/0/samples/3", "FORGE_TYPE_COERCED"}});
  files.Joints("forge-number-not-finite.weight", "A weight that is no number",
               R"("j": {"0": [<1<2"NaN"2>1>]})",
               {{"/joints/j/0/0", "FORGE_TYPE_COERCED"}, {"/joints/j/0/0"}});
}

// ---- Both kinds -------------------------------------------------------------

void AddForge(ExampleBuilder& files) {
  files.Armature("forge-format-foreign", "A Bedrock animation",
                 R"(<1{1>"format_version": "1.8.0",
 "animations": {"animation.chest.open": {"loop": false, "bones": {}}}})",
                 {{""}});
  files.Armature(
      "forge-format-foreign.blockbench", "A Blockbench project",
      R"(<1{1>"meta": {"format_version": "4.5", "model_format": "java_block"},
 "outliner": []})",
      {{""}});
  files.Armature("forge-format-foreign.machine",
                 "A state machine in place of an armature",
                 R"(<1{1>"parameters": {}, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
                 {{""}});
  files.Machine("forge-format-foreign.armature",
                "An armature in place of a state machine",
                R"(<1{1>"joints": {}, "clips": {}})", {{""}});
  files.Machine(
      "forge-key-missing", "No transitions",
      R"(<1{1>"parameters": {}, "clips": {"a": "#identity"}, "states": ["a"],
 "start_state": "a"})",
      {{"/transitions"}});
  files.Machine("forge-key-missing.empty", "An empty object",
                "<1<2<3<4<5{1>2>3>4>5>}",
                {{"/parameters"},
                 {"/clips"},
                 {"/states"},
                 {"/transitions"},
                 {"/start_state"}});
  files.Machine("forge-key-missing.null", "A key with null for a value",
                R"({"parameters": <1null1>, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
                {{"/parameters"}});
  files.Armature("forge-key-missing.clip", "A clip without what it needs",
                 R"({"joints": {}, "clips": {"c": <1<2{1>2>"loop": null}}})",
                 {{"/clips/c/joint_clips"}, {"/clips/c/events"}});
  files.Variables("forge-key-missing.variable",
                  "A variable without what it needs", "<1<2<3{1>2>3>}",
                  {{"/clips/c/joint_clips/j/0/variable"},
                   {"/clips/c/joint_clips/j/0/interpolation"},
                   {"/clips/c/joint_clips/j/0/samples"}});
  files.Machine(
      "forge-key-unknown", "A key that is misspelt, and another",
      R"({"parameters": {}, "clips": {"a": "#identity"}, "states": ["a"],
 "transitions": {}, "start_state": "a", <1"start-state"1>: "a",
 <2"comment"2>: {"a": 1}})",
      {{"/start-state"}, {"/comment"}});
  files.Machine("forge-key-unknown.crlf",
                "An unknown key, after line breaks of Windows",
                R"({"parameters": {}, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a",
 <1"comment"1>: "b"}
)",
                {{"/comment"}});
  files.WithCrLf();
  files.Machine("forge-type-wrong", "A list in place of the file's object",
                "<1[1>]", {{""}});
  files.Machine(
      "forge-type-wrong.keys", "Each key of a wrong type",
      R"({"parameters": <1"p"1>, "clips": <2true2>, "states": <3{3>"a": 1},
 "transitions": <4[4>], "start_state": <5[5>"a"]})",
      {{"/parameters"},
       {"/clips"},
       {"/states"},
       {"/transitions"},
       {"/start_state"}});
  files.Parameters("forge-type-wrong.time-values",
                   "Values that are no time values",
                   R"("p": <1null1>, "q": <2[2>], "r": [<3true3>, 1],
   "s": ["+", <4{4>}], "t": ["+", 1, <5<6null5>6>])",
                   {{"/parameters/p"},
                    {"/parameters/q"},
                    {"/parameters/r/0"},
                    {"/parameters/s/1"},
                    {"/parameters/t/2", "ASM_OPERANDS_EXTRA"},
                    {"/parameters/t/2"}});
  files.Clips("forge-type-wrong.clips", "Values that are no clips",
              R"("a": "#identity", "b": <131>, "c": <2[2>],
   "d": ["trigger_positive", "#a", "#identity", <3null3>])",
              {{"/clips/b"}, {"/clips/c"}, {"/clips/d/3"}});
  files.States("forge-type-wrong.states", "A value that is no state's name",
               R"("a", <1null1>)", R"("a": <2true2>, "b": [<3{3>}])", R"("a")",
               {{"/states/1"}, {"/transitions/a"}, {"/transitions/b/0"}});
  files.Armature(
      "forge-type-wrong.armature", "An armature's types",
      R"({"joints": {"j": {"0": <111>, "1": [<2null2>]}}, "clips": {"a": <3[3>],
 "b": {"loop": <414>, "joint_clips": {"j": <5{5>}}, "events": <6"x"6>},
 "c": {"loop": true, "joint_clips": {"j": [<7[7>]]}, "events": {"0": <8null8>}}}})",
      {{"/joints/j/0"},
       {"/joints/j/1/0"},
       {"/clips/a"},
       {"/clips/b/loop"},
       {"/clips/b/joint_clips/j"},
       {"/clips/b/events"},
       {"/clips/c/joint_clips/j/0"},
       {"/clips/c/events/0"}});
  files.Variables("forge-type-wrong.samples", "A value that is no sample",
                  R"({"variable": "offset_x", "interpolation": "linear",
   "samples": [1, <1null1>, <2[2>1], <3"one"3>]},
   {"variable": "offset_y", "interpolation": "linear", "samples": <4{4>}})",
                  {{"/clips/c/joint_clips/j/0/samples/1"},
                   {"/clips/c/joint_clips/j/0/samples/2"},
                   {"/clips/c/joint_clips/j/0/samples/3"},
                   {"/clips/c/joint_clips/j/1/samples"}});
  files.Clips("forge-type-coerced", "A number for an event's name",
              R"("a": ["trigger_positive", "#identity", "#identity", <151>])",
              {{"/clips/a/3"}});
  files.Variables(
      "forge-type-coerced.samples", "Strings for samples",
      R"({"variable": "offset_x", LINEAR [<1"0.5"1>, <2"-1e1f"2>]})",
      {{"/clips/c/joint_clips/j/0/samples/0"},
       {"/clips/c/joint_clips/j/0/samples/1"}});
  files.Events("forge-type-coerced.loop", "Strings for booleans",
               R"(<1"TRUE"1>)", R"({"0.5": <252>})",
               {{"/clips/c/loop"}, {"/clips/c/events/0.5"}});
  files.Variables("forge-type-coerced.false", "A string that says false",
                  R"({"variable": "offset_y", LINEAR [0, 0.5]})",
                  {{"/clips/c/loop"}}, R"(<1"false"1>)");
  files.Machine(
      "forge-map-as-list", "Parameters as a list of pairs",
      R"({"parameters": <1[1>["p", 0.25]], "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
      {{"/parameters"}});
  files.Machine(
      "forge-pair-duplicate", "A list of pairs with a key twice",
      R"({"parameters": <1[1>["p", 1], [<2"p"2>, 2]], "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
      {{"/parameters", "FORGE_MAP_AS_LIST"}, {"/parameters/1/0"}});
  files.Clips(
      "forge-special-event-unknown", "An unknown special event",
      R"("a": ["trigger_positive", "#identity", "#identity", <1"!dance"1>])",
      {{"/clips/a/3"}});
  files.Events("forge-special-event-unknown.armature",
               "An unknown special event", "true",
               R"({"0.5": <1"!transition"1>})", {{"/clips/c/events/0.5"}});
}

}  // namespace clipguard::corpus
