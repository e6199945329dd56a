// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <string_view>

#include "corpus/forge/example_builder.h"

namespace clipguard::corpus {

// Texts in other encodings than UTF-8.
void AddEncodings(ExampleBuilder& files) {
  constexpr std::string_view kCode = "TEXT_ENCODING_UNSUPPORTED";
  constexpr std::string_view kStill =
      R"({"parameters": {}, "clips": {"a": "#identity"}, "states": ["a"],
 "transitions": {}, "start_state": "a"}
)";
  constexpr std::string_view kEmpty = "{\"joints\": {}, \"clips\": {}}\n";
  using namespace std::string_view_literals;
  files.Machine("text-encoding-unsupported.utf-16",
                "UTF-16, as PowerShell writes it", kStill, {{kCode, ""}});
  files.Widen("\xFF\xFE", 0, 1);
  files.Machine("text-encoding-unsupported.utf-16be",
                "UTF-16, big-endian, without a byte order mark", kStill,
                {{kCode, ""}});
  files.Widen("", 1, 0);
  files.Armature("text-encoding-unsupported.utf-16le",
                 "UTF-16, little-endian, without a byte order mark", kEmpty,
                 {{kCode, ""}});
  files.Widen("", 0, 1);
  files.Armature("text-encoding-unsupported.utf-32",
                 "UTF-32, big-endian, with a byte order mark", kEmpty,
                 {{kCode, ""}});
  files.Widen("\0\0\xFE\xFF"sv, 3, 0);
}

// Features that a certain game, or a certain model, does not have.
void AddTargets(ExampleBuilder& files) {
  files.Variables(
      "target-cannot-load", "An origin, for a game without",
      R"({"variable": <1"origin_x"1>, "type": "uniform",
   "interpolation": "nearest", "samples": [0]})",
      {{"TARGET_CANNOT_LOAD", "/clips/c/joint_clips/j/0/variable"}});
  files.WithTarget("forge-1.10");
  files.Variables("target-can-load", "An origin, for a game that has it",
                  R"({"variable": "origin_x", "type": "uniform",
   "interpolation": "nearest", "samples": [0]})",
                  {});
  files.WithTarget("forge-1.11");
  files.Joints("armature-element-unknown", "Elements of a model with two",
               R"("j": {"0": [1], "1": [1], <1"2"1>: [1]},
   "k": {<2"2147483647"2>: [1]})",
               {{"ARMATURE_ELEMENT_UNKNOWN", "/joints/j/2"},
                {"ARMATURE_ELEMENT_UNKNOWN", "/joints/k/2147483647"}});
  files.WithModelElements(2);
  files.Armature(
      "model-missing", "An armature without its model",
      R"({"joints": {}, "clips": <1{1>"a": {"loop": false, "joint_clips": {}, "events": {}}}})",
      {{"MODEL_MISSING", "/clips"}});
  files.WithoutModel("example/models/block/door.json");
}

// Broken so that only the folder tells whose they are.
void AddByPath(ExampleBuilder& files) {
  constexpr std::string_view kArmatures = "assets/example/armatures/";
  constexpr std::string_view kMachines = "assets/example/asms/";
  files.Armature("json-syntax", "An empty armature", "<11>",
                 {{"JSON_SYNTAX", ""}});
  files.LiesIn(kArmatures);
  files.Armature("forge-type-wrong", "A list for an armature", "<1[1>]\n",
                 {{"FORGE_TYPE_WRONG", ""}});
  files.LiesIn(kArmatures);
  files.Armature("json-trailing-content", "An armature without its first brace",
                 "\"joints\"<1:1> {}, \"clips\": {}}\n",
                 {{"JSON_TRAILING_CONTENT", ""}});
  files.LiesIn(kArmatures);
  files.Machine("json-trailing-content", "A machine that a merge left in parts",
                "{}\n<1>1>>>>>>> theirs\n", {{"JSON_TRAILING_CONTENT", ""}});
  files.LiesIn(kMachines);
  files.Machine("forge-key-missing", "A machine without a key",
                "<1<2<3<4<5{1>2>3>4>5>}\n",
                {{"FORGE_KEY_MISSING", "/parameters"},
                 {"FORGE_KEY_MISSING", "/clips"},
                 {"FORGE_KEY_MISSING", "/states"},
                 {"FORGE_KEY_MISSING", "/transitions"},
                 {"FORGE_KEY_MISSING", "/start_state"}});
  files.LiesIn(kMachines);
}

void AddText(ExampleBuilder& files) {
  files.Machine("json-syntax", "An empty file", "<11>", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.blank", "Blanks and a comment", " \n # x\n <11>",
                {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.cut", "The file ends in a string",
                "{\"parameters\": {}, \"clips\": {\"<11>",
                {{"JSON_SYNTAX", ""}});
  files.Machine(
      "json-syntax.trailing-comma", "A comma after the last state",
      R"({"parameters":{},"clips":{"a":"#identity"},"states":["a",<1]1>,"transitions":{},"start_state":"a"})",
      {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.unquoted", "Keys without quotes",
                "{<1p1>arameters: {}}", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.single-quotes", "Single quotes",
                "{\"parameters\": {}, \"start_state\": <1'1>a'}",
                {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.colon", "A colon is missing",
                "{\"parameters\" <1{1>}}", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.comma", "A comma is missing",
                "{\"parameters\": {} <1\"1>clips\": {}}",
                {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.open-comment", "A comment that is never closed",
                "{\"parameters\": {}, <1/1>* \"clips\": {}}",
                {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.plus", "A number with a plus sign",
                "{\"parameters\": {\"p\": <1+1>1}}", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.leading-zero", "A number with a leading zero",
                "{\"parameters\": {\"p\": 0<111>}}", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.fraction", "A decimal point without digits",
                "{\"parameters\": {\"p\": 1.<1}1>}", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.exponent", "An exponent without digits",
                "{\"parameters\": {\"p\": 1e+<1}1>}", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.escape", "An escape that does not exist",
                "{\"parameters\": {\"<1\\1>x\": 1}}", {{"JSON_SYNTAX", ""}});
  files.Machine("json-syntax.half-pair", "The second half of a surrogate pair",
                "{\"parameters\": {<1\"1>\\udc00\": 1}}",
                {{"JSON_SYNTAX", ""}});
  files.Machine("json-not-utf8", "A name in Latin-1",
                "{\"parameters\": {\"<1\xe4"
                "1>\": 1}}",
                {{"JSON_NOT_UTF8", ""}});
  files.Machine("json-trailing-content", "A second document",
                "{\"parameters\": {}}<1{1>\"parameters\": {}}",
                {{"JSON_TRAILING_CONTENT", ""}});
  files.Machine("json-trailing-content.comment", "A comment after the end",
                "{\"parameters\": {}}\n<1/1>/ x\n",
                {{"JSON_TRAILING_CONTENT", ""}});
  files.Machine("limit-exceeded.json-bytes", "A file that is too large",
                "<1{\"parameters\": {}}1>", {{"LIMIT_EXCEEDED", ""}});
  files.WithLimit("json-bytes", 10);
  files.Machine("limit-exceeded.json-depth", "Brackets nested too deep",
                "{\"parameters\": {\"p\": [\"+\", <1[1>1]]}}",
                {{"LIMIT_EXCEEDED", ""}});
  files.WithLimit("json-depth", 3);
  files.States("limit-exceeded.name-bytes", "A name that is too long",
               R"("a", <1"door"1>)", R"("a": "a")", R"("a")",
               {{"LIMIT_EXCEEDED", "/states/1"}});
  files.WithLimit("name-bytes", 3);
  files.Events("limit-exceeded.name-bytes.event",
               "An event whose name is too long", "true",
               R"({"0.5": <1"creak"1>})",
               {{"LIMIT_EXCEEDED", "/clips/c/events/0.5"}});
  files.WithLimit("name-bytes", 4);
  files.Parameters("json-key-duplicate", "A parameter twice: the last counts",
                   R"("p": 1, <1"p"1>: 2)",
                   {{"JSON_KEY_DUPLICATE", "/parameters/p"}});
  files.States("json-key-duplicate.transitions",
               "Transitions from a state twice: the lists add up",
               R"("a", "b", "c")",
               R"("a": "b", <1"a"1>: "c", "b": "a", "c": "a")", R"("a")",
               {{"JSON_KEY_DUPLICATE", "/transitions/a"}});
  files.Machine("json-key-duplicate.root", "A key of the file twice",
                R"({"parameters": {}, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "b", <1"start_state"1>: "a"})",
                {{"JSON_KEY_DUPLICATE", "/start_state"}});
  files.Parameters("json-number-overflows", "Numbers beyond float and double",
                   R"("p": <11e391>, "q": ["+", <2-1e4002>])",
                   {{"JSON_NUMBER_OVERFLOWS", "/parameters/p"},
                    {"JSON_NUMBER_OVERFLOWS", "/parameters/q/1"}});
  files.Variables(
      "json-number-overflows.samples", "Samples beyond float",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": [0, <11e391>, 1e39]})",
      {{"JSON_NUMBER_OVERFLOWS", "/clips/c/joint_clips/j/0/samples/1", 2}});
  files.Variables(
      "forge-number-not-finite", "Samples that are words for no number",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": [0, <1<2"NaN"2>1>, <3"-Infinity"3>, <4"1e39"4>]})",
      {{"FORGE_TYPE_COERCED", "/clips/c/joint_clips/j/0/samples/1"},
       {"FORGE_NUMBER_NOT_FINITE", "/clips/c/joint_clips/j/0/samples/1", 3},
       {"FORGE_TYPE_COERCED", "/clips/c/joint_clips/j/0/samples/2"},
       {"FORGE_TYPE_COERCED", "/clips/c/joint_clips/j/0/samples/3"}});
  files.Joints("forge-number-not-finite.weight", "A weight that is no number",
               R"("j": {"0": [<1<2"NaN"2>1>]})",
               {{"FORGE_TYPE_COERCED", "/joints/j/0/0"},
                {"FORGE_NUMBER_NOT_FINITE", "/joints/j/0/0"}});
}

// ---- Both kinds -------------------------------------------------------------

void AddForge(ExampleBuilder& files) {
  files.Armature("forge-format-foreign", "A Bedrock animation",
                 R"(<1{1>"format_version": "1.8.0",
 "animations": {"animation.chest.open": {"loop": false, "bones": {}}}})",
                 {{"FORGE_FORMAT_FOREIGN", ""}});
  files.Armature(
      "forge-format-foreign.blockbench", "A Blockbench project",
      R"(<1{1>"meta": {"format_version": "4.5", "model_format": "java_block"},
 "outliner": []})",
      {{"FORGE_FORMAT_FOREIGN", ""}});
  files.Armature("forge-format-foreign.machine",
                 "A state machine in place of an armature",
                 R"(<1{1>"parameters": {}, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
                 {{"FORGE_FORMAT_FOREIGN", ""}});
  files.Machine("forge-format-foreign.armature",
                "An armature in place of a state machine",
                R"(<1{1>"joints": {}, "clips": {}})",
                {{"FORGE_FORMAT_FOREIGN", ""}});
  files.Machine(
      "forge-key-missing", "No transitions",
      R"(<1{1>"parameters": {}, "clips": {"a": "#identity"}, "states": ["a"],
 "start_state": "a"})",
      {{"FORGE_KEY_MISSING", "/transitions"}});
  files.Machine("forge-key-missing.empty", "An empty object",
                "<1<2<3<4<5{1>2>3>4>5>}",
                {{"FORGE_KEY_MISSING", "/parameters"},
                 {"FORGE_KEY_MISSING", "/clips"},
                 {"FORGE_KEY_MISSING", "/states"},
                 {"FORGE_KEY_MISSING", "/transitions"},
                 {"FORGE_KEY_MISSING", "/start_state"}});
  files.Machine("forge-key-missing.null", "A key with null for a value",
                R"({"parameters": <1null1>, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
                {{"FORGE_KEY_MISSING", "/parameters"}});
  files.Armature("forge-key-missing.clip", "A clip without what it needs",
                 R"({"joints": {}, "clips": {"c": <1<2{1>2>"loop": null}}})",
                 {{"FORGE_KEY_MISSING", "/clips/c/joint_clips"},
                  {"FORGE_KEY_MISSING", "/clips/c/events"}});
  files.Variables(
      "forge-key-missing.variable", "A variable without what it needs",
      "<1<2<3{1>2>3>}",
      {{"FORGE_KEY_MISSING", "/clips/c/joint_clips/j/0/variable"},
       {"FORGE_KEY_MISSING", "/clips/c/joint_clips/j/0/interpolation"},
       {"FORGE_KEY_MISSING", "/clips/c/joint_clips/j/0/samples"}});
  files.Machine(
      "forge-key-unknown", "A key that is misspelt, and another",
      R"({"parameters": {}, "clips": {"a": "#identity"}, "states": ["a"],
 "transitions": {}, "start_state": "a", <1"start-state"1>: "a",
 <2"comment"2>: {"a": 1}})",
      {{"FORGE_KEY_UNKNOWN", "/start-state"},
       {"FORGE_KEY_UNKNOWN", "/comment"}});
  files.Machine("forge-key-unknown.crlf",
                "An unknown key, after line breaks of Windows",
                R"({"parameters": {}, "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a",
 <1"comment"1>: "b"}
)",
                {{"FORGE_KEY_UNKNOWN", "/comment"}});
  files.WithCrLf();
  files.Machine("forge-type-wrong", "A list in place of the file's object",
                "<1[1>]", {{"FORGE_TYPE_WRONG", ""}});
  files.Machine(
      "forge-type-wrong.keys", "Each key of a wrong type",
      R"({"parameters": <1"p"1>, "clips": <2true2>, "states": <3{3>"a": 1},
 "transitions": <4[4>], "start_state": <5[5>"a"]})",
      {{"FORGE_TYPE_WRONG", "/parameters"},
       {"FORGE_TYPE_WRONG", "/clips"},
       {"FORGE_TYPE_WRONG", "/states"},
       {"FORGE_TYPE_WRONG", "/transitions"},
       {"FORGE_TYPE_WRONG", "/start_state"}});
  files.Parameters("forge-type-wrong.time-values",
                   "Values that are no time values",
                   R"("p": <1null1>, "q": <2[2>], "r": [<3true3>, 1],
   "s": ["+", <4{4>}], "t": ["+", 1, <5<6null5>6>])",
                   {{"FORGE_TYPE_WRONG", "/parameters/p"},
                    {"FORGE_TYPE_WRONG", "/parameters/q"},
                    {"FORGE_TYPE_WRONG", "/parameters/r/0"},
                    {"FORGE_TYPE_WRONG", "/parameters/s/1"},
                    {"ASM_OPERANDS_EXTRA", "/parameters/t/2"},
                    {"FORGE_TYPE_WRONG", "/parameters/t/2"}});
  files.Clips("forge-type-wrong.clips", "Values that are no clips",
              R"("a": "#identity", "b": <131>, "c": <2[2>],
   "d": ["trigger_positive", "#a", "#identity", <3null3>])",
              {{"FORGE_TYPE_WRONG", "/clips/b"},
               {"FORGE_TYPE_WRONG", "/clips/c"},
               {"FORGE_TYPE_WRONG", "/clips/d/3"}});
  files.States("forge-type-wrong.states", "A value that is no state's name",
               R"("a", <1null1>)", R"("a": <2true2>, "b": [<3{3>}])", R"("a")",
               {{"FORGE_TYPE_WRONG", "/states/1"},
                {"FORGE_TYPE_WRONG", "/transitions/a"},
                {"FORGE_TYPE_WRONG", "/transitions/b/0"}});
  files.Armature(
      "forge-type-wrong.armature", "An armature's types",
      R"({"joints": {"j": {"0": <111>, "1": [<2null2>]}}, "clips": {"a": <3[3>],
 "b": {"loop": <414>, "joint_clips": {"j": <5{5>}}, "events": <6"x"6>},
 "c": {"loop": true, "joint_clips": {"j": [<7[7>]]}, "events": {"0": <8null8>}}}})",
      {{"FORGE_TYPE_WRONG", "/joints/j/0"},
       {"FORGE_TYPE_WRONG", "/joints/j/1/0"},
       {"FORGE_TYPE_WRONG", "/clips/a"},
       {"FORGE_TYPE_WRONG", "/clips/b/loop"},
       {"FORGE_TYPE_WRONG", "/clips/b/joint_clips/j"},
       {"FORGE_TYPE_WRONG", "/clips/b/events"},
       {"FORGE_TYPE_WRONG", "/clips/c/joint_clips/j/0"},
       {"FORGE_TYPE_WRONG", "/clips/c/events/0"}});
  files.Variables("forge-type-wrong.samples", "A value that is no sample",
                  R"({"variable": "offset_x", "interpolation": "linear",
   "samples": [1, <1null1>, <2[2>1], <3"one"3>]},
   {"variable": "offset_y", "interpolation": "linear", "samples": <4{4>}})",
                  {{"FORGE_TYPE_WRONG", "/clips/c/joint_clips/j/0/samples/1"},
                   {"FORGE_TYPE_WRONG", "/clips/c/joint_clips/j/0/samples/2"},
                   {"FORGE_TYPE_WRONG", "/clips/c/joint_clips/j/0/samples/3"},
                   {"FORGE_TYPE_WRONG", "/clips/c/joint_clips/j/1/samples"}});
  files.Clips("forge-type-coerced", "A number for an event's name",
              R"("a": ["trigger_positive", "#identity", "#identity", <151>])",
              {{"FORGE_TYPE_COERCED", "/clips/a/3"}});
  files.Variables(
      "forge-type-coerced.samples", "Strings for samples",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": [<1"0.5"1>, <2"-1e1f"2>]})",
      {{"FORGE_TYPE_COERCED", "/clips/c/joint_clips/j/0/samples/0"},
       {"FORGE_TYPE_COERCED", "/clips/c/joint_clips/j/0/samples/1"}});
  files.Events("forge-type-coerced.loop", "Strings for booleans",
               R"(<1"TRUE"1>)", R"({"0.5": <252>})",
               {{"FORGE_TYPE_COERCED", "/clips/c/loop"},
                {"FORGE_TYPE_COERCED", "/clips/c/events/0.5"}});
  files.Variables(
      "forge-type-coerced.false", "A string that says false",
      R"({"variable": "offset_y", "type": "uniform", "interpolation": "linear", "samples": [0, 0.5]})",
      {{"FORGE_TYPE_COERCED", "/clips/c/loop"}}, R"(<1"false"1>)");
  files.Machine(
      "forge-map-as-list", "Parameters as a list of pairs",
      R"({"parameters": <1[1>["p", 0.25]], "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
      {{"FORGE_MAP_AS_LIST", "/parameters"}});
  files.Machine(
      "forge-pair-duplicate", "A list of pairs with a key twice",
      R"({"parameters": <1[1>["p", 1], [<2"p"2>, 2]], "clips": {"a": "#identity"},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
      {{"FORGE_MAP_AS_LIST", "/parameters"},
       {"FORGE_PAIR_DUPLICATE", "/parameters/1/0"}});
  files.Clips(
      "forge-special-event-unknown", "An unknown special event",
      R"("a": ["trigger_positive", "#identity", "#identity", <1"!dance"1>])",
      {{"FORGE_SPECIAL_EVENT_UNKNOWN", "/clips/a/3"}});
  files.Events("forge-special-event-unknown.armature",
               "An unknown special event", "true",
               R"({"0.5": <1"!transition"1>})",
               {{"FORGE_SPECIAL_EVENT_UNKNOWN", "/clips/c/events/0.5"}});
}

}  // namespace clipguard::corpus
