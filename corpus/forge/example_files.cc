// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/forge/example_files.h"

#include <initializer_list>
#include <utility>

#include "absl/strings/str_cat.h"

namespace clipguard::forge {
namespace {

// In the texts below, <1...1> surrounds what the first finding is about,
// <2...2> what the second is, and so on.
struct Expected {
  std::string_view code;
  std::string_view path;
  uint64_t count = 1;
};

class Builder {
 public:
  void Machine(std::string_view name, std::string_view title,
               std::string_view text,
               std::initializer_list<Expected> expected) {
    Add(name, title, false, text, expected);
  }
  void Armature(std::string_view name, std::string_view title,
                std::string_view text,
                std::initializer_list<Expected> expected) {
    Add(name, title, true, text, expected);
  }

  // A machine that differs in its parameters alone: {"p": ...}.
  void Parameters(std::string_view name, std::string_view title,
                  std::string_view members,
                  std::initializer_list<Expected> expected) {
    Machine(name, title,
            absl::StrCat("{\"parameters\": {", std::string(members),
                         "},\n \"clips\": {\"a\": \"#identity\"},\n"
                         " \"states\": [\"a\"],\n \"transitions\": {},\n"
                         " \"start_state\": \"a\"}\n"),
            expected);
  }
  // In its clips; "a" must be one of them.
  void Clips(std::string_view name, std::string_view title,
             std::string_view members,
             std::initializer_list<Expected> expected) {
    Machine(name, title,
            absl::StrCat("{\"parameters\": {},\n \"clips\": {",
                         std::string(members),
                         "},\n \"states\": [\"a\"],\n \"transitions\": {},\n"
                         " \"start_state\": \"a\"}\n"),
            expected);
  }
  // In its states, of clips a, b and c.
  void States(std::string_view name, std::string_view title,
              std::string_view states, std::string_view transitions,
              std::string_view start,
              std::initializer_list<Expected> expected) {
    Machine(name, title,
            absl::StrCat("{\"parameters\": {},\n \"clips\": {\"a\": "
                         "\"#identity\", \"b\": \"#a\", \"c\": \"#a\"},\n"
                         " \"states\": [",
                         std::string(states), "],\n \"transitions\": {",
                         std::string(transitions),
                         "},\n \"start_state\": ", std::string(start), "}\n"),
            expected);
  }
  // An armature with a joint "j" and a looping clip "c" that moves it:
  // {"variable": ...}, ...
  void Variables(std::string_view name, std::string_view title,
                 std::string_view variables,
                 std::initializer_list<Expected> expected,
                 std::string_view loop = "true") {
    Armature(name, title,
             absl::StrCat("{\"joints\": {\"j\": {\"0\": [1]}},\n \"clips\": "
                          "{\"c\": {\"loop\": ",
                          std::string(loop), ",\n  \"joint_clips\": {\"j\": [",
                          std::string(variables), "]},\n  \"events\": {}}}}\n"),
             expected);
  }
  void Events(std::string_view name, std::string_view title,
              std::string_view loop, std::string_view events,
              std::initializer_list<Expected> expected) {
    Armature(name, title,
             absl::StrCat("{\"joints\": {},\n \"clips\": {\"c\": {\"loop\": ",
                          std::string(loop),
                          ", \"joint_clips\": {},\n  \"events\": ",
                          std::string(events), "}}}\n"),
             expected);
  }
  void Joints(std::string_view name, std::string_view title,
              std::string_view joints,
              std::initializer_list<Expected> expected) {
    Armature(name, title,
             absl::StrCat("{\"joints\": {", std::string(joints),
                          "},\n \"clips\": {}}\n"),
             expected);
  }

  // The one that was added last, in UTF-16 or UTF-32, byte by byte: each unit
  // has `before` NULs before it and `after` behind it.
  void Widen(std::string_view mark, size_t before, size_t after) {
    Example& example = examples_.back();
    std::string wide(mark);
    for (const char c : example.text) {
      wide.append(before, '\0').append(1, c).append(after, '\0');
    }
    example.findings[0].bytes = {0, before + 1 + after};
    example.text = std::move(wide);
  }

  void WithLimit(std::string_view limit, uint64_t value) {
    examples_.back().limit = limit;
    examples_.back().limit_value = value;
  }

  void WithTarget(std::string_view target) { examples_.back().target = target; }

  void WithModelElements(uint64_t count) {
    examples_.back().model_elements = count;
  }

  void WithInputs(std::vector<std::string> inputs) {
    examples_.back().inputs = std::move(inputs);
  }

  std::vector<Example> Take() { return std::move(examples_); }

 private:
  void Add(std::string_view name, std::string_view title, bool is_armature,
           std::string_view text, std::initializer_list<Expected> expected) {
    Example example{.name = std::string(name),
                    .title = std::string(title),
                    .is_armature = is_armature};
    for (const Expected& e : expected) {
      example.findings.push_back(
          {std::string(e.code), {}, std::string(e.path), e.count});
    }
    for (size_t i = 0; i < text.size(); ++i) {
      const bool mark = i + 1 < text.size();
      if (mark && text[i] == '<' && text[i + 1] >= '1' && text[i + 1] <= '9') {
        example.findings.at(text[++i] - '1').bytes.offset = example.text.size();
      } else if (mark && text[i] >= '1' && text[i] <= '9' &&
                 text[i + 1] == '>') {
        ByteRange& bytes = example.findings.at(text[i++] - '1').bytes;
        bytes.length = example.text.size() - bytes.offset;
      } else {
        example.text += text[i];
      }
    }
    examples_.push_back(std::move(example));
  }

  std::vector<Example> examples_;
};

// A chest's lid: what most mods do.
constexpr std::string_view kChest = R"({
  "parameters": {
    "end": ["compose", ["+", "#open_speed"], "#click_time"],
    "trigger": ["-", "#end"],
    "progress": ["-/Mm", "#click_time", "#open_speed", 0, 0.9999]
  },
  "clips": {
    "closed": ["apply", "#lid", 0],
    "open": ["apply", "#lid", 0.9999],
    "opening": ["trigger_positive", ["apply", "#lid", "#progress"], "#trigger", "!transition:open"],
    "closing": ["trigger_positive", ["slerp", "#open", "#closed", "#identity", "#progress"], "#trigger", "!transition:closed"],
    "lid": "example:block/chest@lid"
  },
  "states": ["closed", "opening", "open", "closing"],
  "transitions": {
    "closed": "opening",
    "opening": ["open", "closing"],
    "open": "closing",
    "closing": ["closed", "opening"]
  },
  "start_state": "closed"
}
)";

constexpr std::string_view kLid = R"({
  "joints": {
    "lid": {"0": [1], "1": [0.5]},
    "handle": {"1": [0.5], "2": [1]}
  },
  "clips": {
    "lid": {
      "loop": false,
      "joint_clips": {
        "lid": [
          {"variable": "axis_x", "type": "uniform", "interpolation": "nearest", "samples": [1]},
          {"variable": "origin_y", "type": "uniform", "interpolation": "nearest", "samples": [0.625]},
          {"variable": "origin_z", "type": "uniform", "interpolation": "nearest", "samples": [0.9375]},
          {"variable": "angle", "type": "uniform", "interpolation": "linear", "samples": [0, 15, 45, 75, 90]}
        ]
      },
      "events": {"0.5": "creak"}
    },
    "shake": {
      "loop": true,
      "joint_clips": {
        "handle": [
          {"variable": "scale", "type": "uniform", "interpolation": "linear", "samples": [1, 1.25]},
          {"variable": "scale_y", "type": "uniform", "interpolation": "linear", "samples": [1, -1.25e0]},
          {"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": [0, 0.0625, 0, -0.0625]}
        ]
      },
      "events": {"0": "left", "0.5": "right"}
    },
    "still": {"joint_clips": {}, "events": {}}
  }
}
)";

void AddSound(Builder& files) {
  files.Machine("chest", "A chest that opens and closes", kChest, {});
  files.Armature("chest", "The chest's lid and handle", kLid, {});
  files.Machine("comments",
                "Comments of all three kinds, and a byte-order mark",
                "\xef\xbb\xbf"
                "// one\n# two\n/* three /*/ {\"parameters\": {/**/},\n"
                " \"clips\": {\"a\" /* \" */: \"#identity\"}, # \"\n"
                " \"states\": [\"a\"], // [\n"
                " \"transitions\": {},\n \"start_state\": \"a\"}\n",
                {});
  files.Parameters(
      "time-values", "Every operator and form of time value",
      R"("number": -0.0, "identity": "#identity", "": 1, "exponent": 1.5E+1,
   "sum": ["+-*/", 1, "#number", "#identity", "#"],
   "bounds": ["mM", 1, -1], "whole": ["rRfF", 1, "#input", 0.5, ["+", 1]],
   "composed": ["compose", ["f", 1], ["compose", "#sum", "#bounds"]])",
      {});
  files.Clips("clips", "Every form of clip",
              R"("a": "#identity", "reference": "#a",
   "model": "example:block/a@x", "default domain": "block/a@x@y",
   "apply": ["apply", "#model", ["*", 2]],
   "slerp": ["slerp", "#a", ["apply", "#a", 1], "#identity", "#progress"],
   "trigger": ["trigger_positive", "#slerp", ["-", "#end"], "event"])",
              {});
  files.Machine("escapes", "Names that need escapes",
                R"({"parameters": {"\u0070\ud83d\ude00": 1},
 "clips": {"a/b": ["apply", "#identity", "#p😀"], "a~b": "#a\u002fb"},
 "states": ["a\u002fb", "a~b"],
 "transitions": {"a/b": ["\u0061~b"], "a~b": "a\/b"},
 "start_state": "a\/b"}
)",
                {});
  files.Machine("all-reachable", "States in a ring, one with two ways out",
                R"({"parameters": {}, "clips": {"a": "#identity", "b": "#a"},
 "states": ["a", "b"], "transitions": {"a": ["b"], "b": ["a", "b"]},
 "start_state": "b"})",
                {});
  files.Events("event-times", "Event times in every spelling", "true",
               R"({"0": "a", "2.5e-1": "b", " 0.5f": "c", "0x1.8p-2": "d",
   "1": "e", ".75d": "!transition:x", "+0.875": ""})",
               {});
  files.Variables("variables", "Every variable",
                  R"(
   {"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": [0, 1]},
   {"variable": "offset_y", "type": "uniform", "interpolation": "linear", "samples": [0, 1]},
   {"variable": "offset_z", "type": "uniform", "interpolation": "nearest", "samples": [1]},
   {"variable": "axis_x", "type": "uniform", "interpolation": "nearest", "samples": [1]},
   {"variable": "axis_y", "type": "uniform", "interpolation": "nearest", "samples": [1]},
   {"variable": "axis_z", "type": "uniform", "interpolation": "nearest", "samples": [1]},
   {"variable": "angle", "type": "uniform", "interpolation": "linear", "samples": [0, 359]},
   {"variable": "scale", "type": "uniform", "interpolation": "linear", "samples": [1, 2]},
   {"variable": "scale_x", "type": "uniform", "interpolation": "linear", "samples": [1, 0]},
   {"variable": "scale_y", "type": "uniform", "interpolation": "linear", "samples": [1, -1]},
   {"variable": "scale_z", "type": "uniform", "interpolation": "linear", "samples": [1, 2]},
   {"variable": "origin_x", "type": "uniform", "interpolation": "nearest", "samples": [0]},
   {"variable": "origin_y", "type": "uniform", "interpolation": "nearest", "samples": [0.5]},
   {"variable": "origin_z", "interpolation": "nearest", "samples": [1]})",
                  {});
  files.Joints(
      "weights", "Weights that share elements",
      R"("a": {"0": [1], "1": [0.25]}, "b": {"+1": [0.75], "002": [3e0]}, "c": {})",
      {});
}

// ---- Text -------------------------------------------------------------------

// Texts in other encodings than UTF-8.
void AddEncodings(Builder& files) {
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

// What a certain game, or a certain model, does not have.
void AddTargets(Builder& files) {
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
}

void AddText(Builder& files) {
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

void AddForge(Builder& files) {
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
  files.Parameters("forge-type-wrong.time-values", "What is no time value",
                   R"("p": <1null1>, "q": <2[2>], "r": [<3true3>, 1],
   "s": ["+", <4{4>}], "t": ["+", 1, <5<6null5>6>])",
                   {{"FORGE_TYPE_WRONG", "/parameters/p"},
                    {"FORGE_TYPE_WRONG", "/parameters/q"},
                    {"FORGE_TYPE_WRONG", "/parameters/r/0"},
                    {"FORGE_TYPE_WRONG", "/parameters/s/1"},
                    {"ASM_OPERANDS_EXTRA", "/parameters/t/2"},
                    {"FORGE_TYPE_WRONG", "/parameters/t/2"}});
  files.Clips("forge-type-wrong.clips", "What is no clip",
              R"("a": "#identity", "b": <131>, "c": <2[2>],
   "d": ["trigger_positive", "#a", "#identity", <3null3>])",
              {{"FORGE_TYPE_WRONG", "/clips/b"},
               {"FORGE_TYPE_WRONG", "/clips/c"},
               {"FORGE_TYPE_WRONG", "/clips/d/3"}});
  files.States("forge-type-wrong.states", "What is no state's name",
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
  files.Variables("forge-type-wrong.samples", "What is no sample",
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

// ---- State machines ---------------------------------------------------------

void AddExpressions(Builder& files) {
  files.Parameters(
      "asm-operation-unknown", "Operations that do not exist",
      R"("p": [<1"+x"1>, 1, 2], "q": [<2""2>, 1], "r": [<3"Compose"3>, 1, 2])",
      {{"ASM_OPERATION_UNKNOWN", "/parameters/p/0"},
       {"ASM_OPERATION_UNKNOWN", "/parameters/q/0"},
       {"ASM_OPERATION_UNKNOWN", "/parameters/r/0"}});
  files.Parameters("asm-operands-missing", "Fewer operands than operators",
                   R"("p": [<1"+"1>], "q": ["+", [<2"+-"2>, 1]])",
                   {{"ASM_OPERANDS_MISSING", "/parameters/p/0"},
                    {"ASM_OPERANDS_MISSING", "/parameters/q/1/0"}});
  files.Parameters("asm-operands-extra", "More operands than operators",
                   R"("p": ["+", 1, <1"#nowhere"1>, 3])",
                   {{"ASM_OPERANDS_EXTRA", "/parameters/p/2"}});
  files.Parameters("asm-argument-count", "compose with one and three",
                   R"("p": [<1"compose"1>, 1], "q": [<2"compose"2>, 1, 2, 3])",
                   {{"ASM_ARGUMENT_COUNT", "/parameters/p/0"},
                    {"ASM_ARGUMENT_COUNT", "/parameters/q/0"}});
  files.Clips("asm-argument-count.clips", "Clip operations",
              R"("a": [<1"apply"1>, "#identity"],
   "b": [<2"slerp"2>, "#a", "#a", 1, 1, 1],
   "c": [<3"trigger_positive"3>, "#a", "#identity"])",
              {{"ASM_ARGUMENT_COUNT", "/clips/a/0"},
               {"ASM_ARGUMENT_COUNT", "/clips/b/0"},
               {"ASM_ARGUMENT_COUNT", "/clips/c/0"}});
  files.Parameters("asm-parameter-malformed", "A name without #",
                   R"("p": <1"q"1>, "q": <2""2>)",
                   {{"ASM_PARAMETER_MALFORMED", "/parameters/p"},
                    {"ASM_PARAMETER_MALFORMED", "/parameters/q"}});
  files.Parameters(
      "asm-parameter-misspelt", "One letter apart",
      R"("progress": 1, "p": ["*", <1"#progess"1>], "q": "#offset")",
      {{"ASM_PARAMETER_MISSPELT", "/parameters/p/1"}});
  files.Parameters("asm-parameter-unknown", "A name that nobody supplies",
                   R"("p": ["+*", "#offset", <1"#time"1>])",
                   {{"ASM_PARAMETER_UNKNOWN", "/parameters/p/2"}});
  files.WithInputs({"offset"});
  files.Parameters("asm-reference-cycle", "A parameter that is itself",
                   R"("p": <1"#p"1>)",
                   {{"ASM_REFERENCE_CYCLE", "/parameters/p"}});
  files.Parameters("asm-reference-cycle.three", "Three parameters in a circle",
                   R"("p": ["+", "#q"], "q": ["compose", 1, "#r"],
   "r": ["+-", 1, <1"#p"1>], "s": "#r")",
                   {{"ASM_REFERENCE_CYCLE", "/parameters/r/2"}});
  files.Clips("asm-reference-cycle.clips", "Clips in a circle",
              R"("a": ["trigger_positive", "#b", "#identity", "x"],
   "b": ["slerp", <1"#a"1>, "#c", 1, 1], "c": "#identity")",
              {{"ASM_REFERENCE_CYCLE", "/clips/b/1"}});
  files.Clips("asm-clip-type-unknown", "Clip operations that do not exist",
              R"("a": [<1"Apply"1>, "#identity", 1], "b": [<2"nope"2>])",
              {{"ASM_CLIP_TYPE_UNKNOWN", "/clips/a/0"},
               {"ASM_CLIP_TYPE_UNKNOWN", "/clips/b/0"}});
  files.Clips("asm-clip-unknown", "References to clips that do not exist",
              R"("a": <1"#nope"1>, "moving": ["apply", <2"#mowing"2>, 1])",
              {{"ASM_CLIP_UNKNOWN", "/clips/a"},
               {"ASM_CLIP_UNKNOWN", "/clips/moving/1"}});
  files.Clips("asm-model-clip-malformed", "Neither a reference nor a model",
              R"("a": <1"example:block/a"1>)",
              {{"ASM_MODEL_CLIP_MALFORMED", "/clips/a"}});
  files.Clips("asm-model-name-unusual", "Upper case, and a domain too short",
              R"("a": <1"Example:block/A@Clip"1>, "b": <2"m:block/a@c"2>)",
              {{"ASM_MODEL_NAME_UNUSUAL", "/clips/a"},
               {"ASM_MODEL_NAME_UNUSUAL", "/clips/b"}});
  files.Clips("asm-model-variant", "A variant of a block state",
              R"("a": <1"example:chest#facing=north@clip"1>)",
              {{"ASM_MODEL_VARIANT", "/clips/a"}});
  files.Clips("asm-model-clip-missing", "A clip of no model",
              R"("a": <1"@clip"1>)", {{"ASM_MODEL_CLIP_MISSING", "/clips/a"}});
  files.Machine(
      "asm-trigger-never-fires", "Triggers whose values stand still",
      R"({"parameters": {"end": ["-", 1], "fixed": ["compose", "#end", "#input"]},
 "clips": {"a": ["trigger_positive", "#identity", <101>, "x"],
  "b": ["trigger_positive", "#a", <2"#fixed"2>, "y"],
  "c": ["trigger_positive", "#a", "#end", "z"]},
 "states": ["a"], "transitions": {}, "start_state": "a"})",
      {{"ASM_TRIGGER_NEVER_FIRES", "/clips/a/2"},
       {"ASM_TRIGGER_NEVER_FIRES", "/clips/b/2"}});
  files.Parameters("limit-exceeded.expression-depth",
                   "References that go too deep",
                   R"("p": 1, "q": "#p", "r": "#q", "s": <1"#r"1>)",
                   {{"LIMIT_EXCEEDED", "/parameters/s"}});
  files.WithLimit("expression-depth", 3);
  files.Parameters("limit-exceeded.evaluation-steps",
                   "Values that take too many steps",
                   R"("p": ["++", 1, 2], "q": ["++", "#p", "#p"],
   "r": <1[1>"++", "#q", "#q"])",
                   {{"LIMIT_EXCEEDED", "/parameters/r"}});
  files.WithLimit("evaluation-steps", 20);
}

void AddStates(Builder& files) {
  files.States("asm-state-without-clip", "A state that is no clip",
               R"("a", <1"z"1>, "b")", R"("a": ["b", "z"], "b": "a")", R"("a")",
               {{"ASM_STATE_WITHOUT_CLIP", "/states/1"}});
  files.States("asm-state-duplicate", "A state twice", R"("a", "b", <1"a"1>)",
               R"("a": "b", "b": "a")", R"("a")",
               {{"ASM_STATE_DUPLICATE", "/states/2"}});
  files.States("asm-start-state-unknown", "A start that exists nowhere",
               R"("a", "b")", R"("a": "b", "b": "a")", R"(<1""1>)",
               {{"ASM_START_STATE_UNKNOWN", "/start_state"}});
  files.States("asm-start-state-unknown.clip", "A start that is only a clip",
               R"("a", "b")", R"("a": "b", "b": "a")", R"(<1"c"1>)",
               {{"ASM_START_STATE_UNKNOWN", "/start_state"}});
  files.States("asm-start-state-unknown.empty", "No states at all", "", "",
               R"(<1"a"1>)", {{"ASM_START_STATE_UNKNOWN", "/start_state"}});
  files.States("asm-transition-to-unknown", "Transitions to nowhere",
               R"("a", "b")", R"("a": ["b", <1"z"1>], "b": ["a", <2"c"2>])",
               R"("a")",
               {{"ASM_TRANSITION_TO_UNKNOWN", "/transitions/a/1"},
                {"ASM_TRANSITION_TO_UNKNOWN", "/transitions/b/1"}});
  files.States("asm-transition-from-unknown", "Transitions from nowhere",
               R"("a", "b")", R"("a": "b", "b": "a", <1"z"1>: ["a", "b"])",
               R"("a")", {{"ASM_TRANSITION_FROM_UNKNOWN", "/transitions/z"}});
  files.States("asm-transition-duplicate", "A transition twice", R"("a", "b")",
               R"("a": ["b", <1"b"1>], "b": "a")", R"("a")",
               {{"ASM_TRANSITION_DUPLICATE", "/transitions/a/1"}});
  files.States("asm-state-unreachable", "States that nothing leads to",
               R"("a", "b", <1"c"1>)", R"("a": "b", "b": "a", "c": "a")",
               R"("a")", {{"ASM_STATE_UNREACHABLE", "/states/2"}});
  files.States("asm-state-final", "A state that nothing leaves",
               R"("a", <1"b"1>)", R"("a": ["b", "a"], "b": "b")", R"("a")",
               {{"ASM_STATE_FINAL", "/states/1"}});
  files.Clips(
      "asm-event-transition-unknown", "An event that leads nowhere",
      R"("a": ["trigger_positive", "#identity", "#identity", <1"!transition:b"1>])",
      {{"ASM_EVENT_TRANSITION_UNKNOWN", "/clips/a/3"}});
  files.Machine("asm-event-transition-refused",
                "An event whose transition is not listed",
                R"({"parameters": {}, "clips": {"a": "#b", "b": ["apply",
  ["trigger_positive", "#identity", "#identity", <1"!transition:a"1>], ["-", 1]]},
 "states": ["a", "b"], "transitions": {"a": "b", "b": "a"}, "start_state": "a"})",
                {{"ASM_EVENT_TRANSITION_REFUSED", "/clips/b/1/3"}});
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

// ---- Armatures --------------------------------------------------------------

void AddArmatures(Builder& files) {
  files.Variables(
      "armature-variable-unknown", "An unknown variable",
      R"({"variable": <1"OFFSET_X"1>, "type": "uniform", "interpolation": "linear", "samples": [0, 1]})",
      {{"ARMATURE_VARIABLE_UNKNOWN", "/clips/c/joint_clips/j/0/variable"}});
  files.Variables(
      "armature-variable-duplicate", "A variable twice",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": [0, 1]},
   {"variable": <1"offset_x"1>, "type": "uniform", "interpolation": "linear", "samples": [0, 2]})",
      {{"ARMATURE_VARIABLE_DUPLICATE", "/clips/c/joint_clips/j/1/variable"}});
  files.Variables(
      "armature-interpolation-unknown", "Interpolation in capitals",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": <1"Linear"1>, "samples": [0, 1]})",
      {{"ARMATURE_INTERPOLATION_UNKNOWN",
        "/clips/c/joint_clips/j/0/interpolation"}});
  files.Variables(
      "armature-type-unknown", "An unknown type",
      R"({"variable": "offset_x", "type": <1"cubic"1>, "interpolation": "linear", "samples": [0, 1]})",
      {{"ARMATURE_TYPE_UNKNOWN", "/clips/c/joint_clips/j/0/type"}});
  files.Variables(
      "armature-samples-empty", "No samples",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": <1[1>]})",
      {{"ARMATURE_SAMPLES_EMPTY", "/clips/c/joint_clips/j/0/samples"}});
  files.Variables(
      "armature-sample-single", "One sample, without looping",
      R"({"variable": "offset_x", "type": "uniform", "interpolation": "linear", "samples": <1[1>0.5]},
   {"variable": "offset_y", "type": "uniform", "interpolation": "nearest", "samples": [0.5]})",
      {{"ARMATURE_SAMPLE_SINGLE", "/clips/c/joint_clips/j/0/samples"}},
      "false");
  files.Variables(
      "armature-axis-missing", "An angle without an axis",
      R"({"variable": <1"angle"1>, "type": "uniform", "interpolation": "linear", "samples": [0, 90]})",
      {{"ARMATURE_AXIS_MISSING", "/clips/c/joint_clips/j/0/variable"}});
  files.Variables(
      "armature-scale-overwritten", "scale after scale_y",
      R"({"variable": <1"scale_y"1>, "type": "uniform", "interpolation": "linear", "samples": [0, 1]},
   {"variable": "scale", "type": "uniform", "interpolation": "linear", "samples": [0, 1]})",
      {{"ARMATURE_SCALE_OVERWRITTEN", "/clips/c/joint_clips/j/0/variable"}});
  files.Armature(
      "armature-matrix-overflows", "Scale times origin beyond float",
      R"({"joints": {"j": {"0": [1]}}, "clips": {"c": {"loop": true, "joint_clips": {"j": <1[1>
   {"variable": "scale_y", "type": "uniform", "interpolation": "linear", "samples": [1, 1e20]},
   {"variable": "origin_y", "type": "uniform", "interpolation": "linear", "samples": [0, -1e20]}
  ]}, "events": {}}}})",
      {{"ARMATURE_MATRIX_OVERFLOWS", "/clips/c/joint_clips/j"}});
  files.Armature(
      "armature-matrix-overflows.angle", "Two angles too far apart",
      R"({"joints": {"j": {"0": [1]}}, "clips": {"c": {"loop": true, "joint_clips": {"j": <1[1>
   {"variable": "angle", "type": "uniform", "interpolation": "linear", "samples": [-3e38, 3e38]},
   {"variable": "axis_x", "type": "uniform", "interpolation": "linear", "samples": [1]}
  ]}, "events": {}}}})",
      {{"ARMATURE_MATRIX_OVERFLOWS", "/clips/c/joint_clips/j"}});
  files.Armature("armature-joint-unknown", "A clip for an unknown joint",
                 R"({"joints": {"lid": {"0": [1]}}, "clips": {"c":
 {"joint_clips": {<1"ldi"1>: []}, "events": {}}}})",
                 {{"ARMATURE_JOINT_UNKNOWN", "/clips/c/joint_clips/ldi"}});
  files.Events(
      "armature-event-time-malformed", "Times that are no numbers", "true",
      R"({<1"soon"1>: "a", <2""2>: "b", <3"0.5 s"3>: "c", <4"0x1"4>: "d"})",
      {{"ARMATURE_EVENT_TIME_MALFORMED", "/clips/c/events/soon"},
       {"ARMATURE_EVENT_TIME_MALFORMED", "/clips/c/events/"},
       {"ARMATURE_EVENT_TIME_MALFORMED", "/clips/c/events/0.5 s"},
       {"ARMATURE_EVENT_TIME_MALFORMED", "/clips/c/events/0x1"}});
  files.Events("armature-event-time-not-finite", "Times that are not finite",
               "true",
               R"({<1"Infinity"1>: "a", <2"NaN"2>: "b", <3"-1e39"3>: "c"})",
               {{"ARMATURE_EVENT_TIME_NOT_FINITE", "/clips/c/events/Infinity"},
                {"ARMATURE_EVENT_TIME_NOT_FINITE", "/clips/c/events/NaN"},
                {"ARMATURE_EVENT_TIME_NOT_FINITE", "/clips/c/events/-1e39"}});
  files.Events("armature-event-time-outside", "Times outside 0 to 1", "true",
               R"({<1"1.5"1>: "a", <2"-0.25"2>: "b", "1": "c"})",
               {{"ARMATURE_EVENT_TIME_OUTSIDE", "/clips/c/events/1.5"},
                {"ARMATURE_EVENT_TIME_OUTSIDE", "/clips/c/events/-0.25"}});
  files.Events("armature-event-time-duplicate", "A time in two spellings",
               "true", R"({<1"0.5"1>: "lost", "5e-1": "kept"})",
               {{"ARMATURE_EVENT_TIME_DUPLICATE", "/clips/c/events/0.5"}});
  files.Events("armature-event-never-fires", "An event at the very end",
               "false", R"({<1"1"1>: "end"})",
               {{"ARMATURE_EVENT_NEVER_FIRES", "/clips/c/events/1"}});
  files.Events("armature-events-hang", "Two events, without looping", "false",
               R"(<1{1>"0.25": "a", "0.75": "b"})",
               {{"ARMATURE_EVENTS_HANG", "/clips/c/events"}});
  files.Joints(
      "armature-element-malformed", "Elements that are no numbers",
      R"("j": {<1"lid"1>: [1], <2"1.0"2>: [1], <3"2147483648"3>: [1]})",
      {{"ARMATURE_ELEMENT_MALFORMED", "/joints/j/lid"},
       {"ARMATURE_ELEMENT_MALFORMED", "/joints/j/1.0"},
       {"ARMATURE_ELEMENT_MALFORMED", "/joints/j/2147483648"}});
  files.Joints("armature-element-negative", "A negative element",
               R"("j": {<1"-1"1>: [1]})",
               {{"ARMATURE_ELEMENT_NEGATIVE", "/joints/j/-1"}});
  files.Joints("armature-element-duplicate", "An element in two spellings",
               R"("j": {"0": [1], <1"00"1>: [1]})",
               {{"ARMATURE_ELEMENT_DUPLICATE", "/joints/j/00"}});
  files.Joints("armature-weight-missing", "No weight", R"("j": {"0": <1[1>]})",
               {{"ARMATURE_WEIGHT_MISSING", "/joints/j/0"}});
  files.Joints("armature-weights-extra", "More weights than one",
               R"("j": {"0": [1, <10.251>, 9]})",
               {{"ARMATURE_WEIGHTS_EXTRA", "/joints/j/0/1"}});
  files.Joints("armature-weight-without-effect", "Weights that are too small",
               R"("j": {"0": [<101>], "1": [<2-12>], "2": [<31e-63>], "3": [1]},
   "k": {"3": [<404>], "4": [1e-5]}, "l": {"4": [1]})",
               {{"ARMATURE_WEIGHT_WITHOUT_EFFECT", "/joints/j/0/0"},
                {"ARMATURE_WEIGHT_WITHOUT_EFFECT", "/joints/j/1/0"},
                {"ARMATURE_WEIGHT_WITHOUT_EFFECT", "/joints/j/2/0"},
                {"ARMATURE_WEIGHT_WITHOUT_EFFECT", "/joints/k/3/0"}});
}

}  // namespace

std::vector<Example> ExampleFiles() {
  Builder files;
  AddSound(files);
  AddText(files);
  AddEncodings(files);
  AddTargets(files);
  AddForge(files);
  AddExpressions(files);
  AddStates(files);
  AddArmatures(files);
  return files.Take();
}

}  // namespace clipguard::forge
