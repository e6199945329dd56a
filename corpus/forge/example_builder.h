// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How the examples are written down: a text, with marks around what each
// finding is about.

#ifndef CLIPGUARD_CORPUS_FORGE_EXAMPLE_BUILDER_H_
#define CLIPGUARD_CORPUS_FORGE_EXAMPLE_BUILDER_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "corpus/corpus_file.h"
#include "corpus/forge/generator.h"

namespace clipguard::corpus {

// In the texts of examples, <1...1> surrounds what the first finding is about,
// <2...2> what the second is, and so on.
struct ExpectedExample {
  std::string_view path;
  // Empty: the one that the example's name says, "ASM_STATE_UNKNOWN" of
  // "asm-state-unknown.start".
  std::string_view code = {};
  uint64_t count = 1;
};

class ExampleBuilder {
 public:
  using Expected = std::initializer_list<ExpectedExample>;

  void Machine(std::string_view name, std::string_view title,
               std::string_view text, Expected expected) {
    Add(name, title, ".asm.json", text, expected);
  }
  void Armature(std::string_view name, std::string_view title,
                std::string_view text, Expected expected) {
    Add(name, title, ".armature.json", text, expected);
  }

  // A machine that differs in its parameters alone: {"p": ...}.
  void Parameters(std::string_view name, std::string_view title,
                  std::string_view members, Expected expected) {
    Machine(name, title,
            absl::StrCat("{\"parameters\": {", std::string(members),
                         "},\n \"clips\": {\"a\": \"#identity\"},\n"
                         " \"states\": [\"a\"],\n \"transitions\": {},\n"
                         " \"start_state\": \"a\"}\n"),
            expected);
  }
  // In its clips; "a" must be one of them.
  void Clips(std::string_view name, std::string_view title,
             std::string_view members, Expected expected) {
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
              std::string_view start, Expected expected) {
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
  // {"variable": ...}, ... In them, LINEAR [0, 1] stands for a type, an
  // interpolation and samples, and so does NEAREST.
  void Variables(std::string_view name, std::string_view title,
                 std::string_view variables, Expected expected,
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
              Expected expected) {
    Armature(name, title,
             absl::StrCat("{\"joints\": {},\n \"clips\": {\"c\": {\"loop\": ",
                          std::string(loop),
                          ", \"joint_clips\": {},\n  \"events\": ",
                          std::string(events), "}}}\n"),
             expected);
  }
  void Joints(std::string_view name, std::string_view title,
              std::string_view joints, Expected expected) {
    Armature(name, title,
             absl::StrCat("{\"joints\": {", std::string(joints),
                          "},\n \"clips\": {}}\n"),
             expected);
  }

  // The one that was added last, in UTF-16 or UTF-32, byte by byte: each unit
  // has `before` NULs before it and `after` after it.
  void Widen(std::string_view mark, size_t before, size_t after) {
    std::vector<uint8_t> wide(mark.begin(), mark.end());
    for (const uint8_t c : files_.back().bytes) {
      wide.insert(wide.end(), before, 0);
      wide.push_back(c);
      wide.insert(wide.end(), after, 0);
    }
    files_.back().findings[0].length = before + 1 + after;
    files_.back().bytes = std::move(wide);
  }

  // The one that was added last, with lines that end as on Windows.
  void WithCrLf() {
    const std::string text = TextOf(files_.back());
    for (ExpectedFinding& f : files_.back().findings) {
      f.offset += std::ranges::count(text.substr(0, f.offset), '\n');
    }
    const std::string lines = absl::StrReplaceAll(text, {{"\n", "\r\n"}});
    files_.back().bytes.assign(lines.begin(), lines.end());
  }

  void WithLimit(std::string_view limit, uint64_t value) {
    files_.back().limits.push_back({std::string(limit), value});
  }

  void WithTarget(std::string_view target) { files_.back().target = target; }

  void WithModelElements(uint64_t count) {
    files_.back().model_elements = count;
  }

  void WithoutModel(std::string_view file) {
    files_.back().missing_model = file;
  }

  // The folder in which the last one lies, which alone tells what it is.
  void LiesIn(std::string_view place) {
    std::string& name = files_.back().name;
    name.resize(name.find('.'));
    name.insert(name.rfind('/') + 1, place).append(".json");
  }

  void WithInputs(std::vector<std::string> inputs) {
    files_.back().inputs = std::move(inputs);
  }

  std::vector<CorpusFile> Take() { return std::move(files_); }

 private:
  void Add(std::string_view name, std::string_view title,
           std::string_view extension, std::string_view marked,
           Expected expected) {
    const std::string text = absl::StrReplaceAll(
        std::string(marked),
        {{"LINEAR",
          R"("type": "uniform", "interpolation": "linear", "samples":)"},
         {"NEAREST",
          R"("type": "uniform", "interpolation": "nearest", "samples":)"}});
    CorpusFile& file = files_.emplace_back();
    file.title = title;
    std::string named =
        absl::AsciiStrToUpper(std::string(name.substr(0, name.find('.'))));
    std::ranges::replace(named, '-', '_');
    for (const ExpectedExample& e : expected) {
      file.findings.push_back({e.code.empty() ? named : std::string(e.code), 0,
                               0, std::string(e.path), e.count});
    }
    file.name = PathOf("forge", std::string(name) + std::string(extension),
                       file.findings);
    for (size_t i = 0; i < text.size(); ++i) {
      const bool mark = i + 1 < text.size();
      if (mark && text[i] == '<' && text[i + 1] >= '1' && text[i + 1] <= '9') {
        file.findings.at(text[++i] - '1').offset = file.bytes.size();
      } else if (mark && text[i] >= '1' && text[i] <= '9' &&
                 text[i + 1] == '>') {
        ExpectedFinding& finding = file.findings.at(text[i++] - '1');
        finding.length = file.bytes.size() - finding.offset;
      } else {
        file.bytes.push_back(static_cast<uint8_t>(text[i]));
      }
    }
  }

  std::vector<CorpusFile> files_;
};

// The parts of ForgeCorpus().
void AddSoundExamples(ExampleBuilder& files);
// Text that is not JSON, or not UTF-8; games and models that lack something.
void AddText(ExampleBuilder& files);
void AddByPath(ExampleBuilder& files);
void AddEncodings(ExampleBuilder& files);
void AddTargets(ExampleBuilder& files);
// Faults that state machines and armatures share.
void AddForge(ExampleBuilder& files);
// State machines.
void AddExpressions(ExampleBuilder& files);
void AddStates(ExampleBuilder& files);
void AddArmatures(ExampleBuilder& files);

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_FORGE_EXAMPLE_BUILDER_H_
