// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/forge/generator.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "absl/strings/match.h"
#include "corpus/corpus_file.h"
#include "corpus/forge/example_builder.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"

namespace clipguard::corpus {
namespace {

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

}  // namespace

void AddSoundExamples(ExampleBuilder& files) {
  files.Machine("chest", "A chest that opens and closes", kChest, {});
  files.Armature("chest", "The chest's lid and handle", kLid, {});
  files.Machine("crlf", "The chest with the line breaks of Windows", kChest,
                {});
  files.WithCrLf();
  files.Armature("crlf", "Its lid, with those line breaks", kLid, {});
  files.WithCrLf();
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
  files.Variables(
      "one-sample", "One joint, and one sample that loops",
      R"({"variable": "offset_y", "type": "uniform", "interpolation": "linear", "samples": [0.5]})",
      {});
  files.Joints(
      "weights", "Weights that share elements",
      R"("a": {"0": [1], "1": [0.25]}, "b": {"+1": [0.75], "002": [3e0]}, "c": {})",
      {});
}

std::string TextOf(const CorpusFile& file) {
  return {file.bytes.begin(), file.bytes.end()};
}

bool IsArmature(const CorpusFile& file) {
  return file.name.ends_with(".armature.json") ||
         absl::StrContains(file.name, "/armatures/");
}

std::vector<CorpusFile> ForgeCorpus() {
  ExampleBuilder files;
  AddSoundExamples(files);
  AddText(files);
  AddByPath(files);
  AddEncodings(files);
  AddTargets(files);
  AddForge(files);
  AddExpressions(files);
  AddStates(files);
  AddArmatures(files);
  return files.Take();
}

namespace {

// By the file's name; but some belong to nobody, or to the other format, and
// are what they are called only by force. Where one lies in assets/ is for the
// command line to know.
std::optional<Format> FormatOf(const CorpusFile& file) {
  constexpr std::string_view kNobodys[] = {
      "forge-format-foreign.armature.json",
      "forge-format-foreign.blockbench.armature.json",
      "forge-key-missing.empty.asm.json",
      "forge-type-wrong.asm.json",
      "json-syntax.asm.json",
      "json-syntax.blank.asm.json",
      "json-syntax.colon.asm.json",
      "json-syntax.unquoted.asm.json",
  };
  if (absl::StrContains(file.name, "/assets/")) return std::nullopt;
  const std::string name = file.name.substr(file.name.rfind('/') + 1);
  if (std::ranges::count(kNobodys, name) != 0) return std::nullopt;
  const bool swapped = name == "forge-format-foreign.machine.armature.json" ||
                       name == "forge-format-foreign.armature.asm.json";
  return IsArmature(file) != swapped ? Format::kForgeArmature
                                     : Format::kForgeAsm;
}

Format ReadAs(const CorpusFile& file) {
  return IsArmature(file) ? Format::kForgeArmature : Format::kForgeAsm;
}

// Checks that writing, reading and writing again gives the same text. Returns
// the reason if not, else "".
std::string Rewrite(const ParsedFile& file) {
  FindingList findings;
  const auto write = [&](const std::string& text) {
    if (file.format == Format::kForgeArmature) {
      const auto armature = forge::ReadArmature(text, {}, findings);
      return armature ? forge::WriteArmature(*armature).value_or("") : "";
    }
    const auto machine = forge::ReadStateMachine(text, {}, findings);
    return machine ? forge::WriteStateMachine(*machine).value_or("") : "";
  };
  const std::string once = write({file.bytes.begin(), file.bytes.end()});
  if (once.empty()) return "it cannot be written";
  if (write(once) != once) return "it is written differently the second time";
  return findings.empty() ? "" : "what is written has findings";
}

}  // namespace

const CorpusFormat kForgeCorpus = {
    .folder = "forge",
    .generate = ForgeCorpus,
    .read_as = ReadAs,
    .format_of = FormatOf,
    .rewrite = Rewrite,
};

}  // namespace clipguard::corpus
