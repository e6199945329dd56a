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

#include "absl/strings/str_cat.h"
#include "corpus/forge/example_files.h"
#include "parser/finding.h"

namespace clipguard::forge {

// In the texts of examples, <1...1> surrounds what the first finding is about,
// <2...2> what the second is, and so on.
struct ExpectedExample {
  std::string_view code;
  std::string_view path;
  uint64_t count = 1;
};

class ExampleBuilder {
 public:
  void Machine(std::string_view name, std::string_view title,
               std::string_view text,
               std::initializer_list<ExpectedExample> expected) {
    Add(name, title, false, text, expected);
  }
  void Armature(std::string_view name, std::string_view title,
                std::string_view text,
                std::initializer_list<ExpectedExample> expected) {
    Add(name, title, true, text, expected);
  }

  // A machine that differs in its parameters alone: {"p": ...}.
  void Parameters(std::string_view name, std::string_view title,
                  std::string_view members,
                  std::initializer_list<ExpectedExample> expected) {
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
             std::initializer_list<ExpectedExample> expected) {
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
              std::initializer_list<ExpectedExample> expected) {
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
                 std::initializer_list<ExpectedExample> expected,
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
              std::initializer_list<ExpectedExample> expected) {
    Armature(name, title,
             absl::StrCat("{\"joints\": {},\n \"clips\": {\"c\": {\"loop\": ",
                          std::string(loop),
                          ", \"joint_clips\": {},\n  \"events\": ",
                          std::string(events), "}}}\n"),
             expected);
  }
  void Joints(std::string_view name, std::string_view title,
              std::string_view joints,
              std::initializer_list<ExpectedExample> expected) {
    Armature(name, title,
             absl::StrCat("{\"joints\": {", std::string(joints),
                          "},\n \"clips\": {}}\n"),
             expected);
  }

  // The one that was added last, in UTF-16 or UTF-32, byte by byte: each unit
  // has `before` NULs before it and `after` after it.
  void Widen(std::string_view mark, size_t before, size_t after) {
    Example& example = examples_.back();
    std::string wide(mark);
    for (const char c : example.text) {
      wide.append(before, '\0').append(1, c).append(after, '\0');
    }
    example.findings[0].bytes = {0, before + 1 + after};
    example.text = std::move(wide);
  }

  // The one that was added last, with lines that end as on Windows.
  void WithCrLf() {
    Example& example = examples_.back();
    std::string text;
    for (const char c : example.text) {
      if (c == '\n') text += '\r';
      text += c;
    }
    for (ExampleFinding& finding : example.findings) {
      const auto begin = example.text.begin();
      const auto offset = static_cast<ptrdiff_t>(finding.bytes.offset);
      finding.bytes.offset +=
          static_cast<uint64_t>(std::count(begin, begin + offset, '\n'));
    }
    example.text = std::move(text);
  }

  void WithLimit(std::string_view limit, uint64_t value) {
    examples_.back().limit = limit;
    examples_.back().limit_value = value;
  }

  void WithTarget(std::string_view target) { examples_.back().target = target; }

  void WithModelElements(uint64_t count) {
    examples_.back().model_elements = count;
  }

  void WithoutModel(std::string_view file) {
    examples_.back().missing_model = file;
  }

  // The folder in which the last one lies, which alone tells what it is.
  void LiesIn(std::string_view place) { examples_.back().place = place; }

  void WithInputs(std::vector<std::string> inputs) {
    examples_.back().inputs = std::move(inputs);
  }

  std::vector<Example> Take() { return std::move(examples_); }

 private:
  void Add(std::string_view name, std::string_view title, bool is_armature,
           std::string_view text,
           std::initializer_list<ExpectedExample> expected) {
    Example example{.name = std::string(name),
                    .title = std::string(title),
                    .is_armature = is_armature};
    for (const ExpectedExample& e : expected) {
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

// The parts of ExampleFiles().
void AddSoundExamples(ExampleBuilder& files);
// Text that is not JSON, or not UTF-8; games and models that lack something.
void AddText(ExampleBuilder& files);
void AddByPath(ExampleBuilder& files);
void AddEncodings(ExampleBuilder& files);
void AddTargets(ExampleBuilder& files);
// What state machines and armatures share.
void AddForge(ExampleBuilder& files);
// State machines.
void AddExpressions(ExampleBuilder& files);
void AddStates(ExampleBuilder& files);
void AddArmatures(ExampleBuilder& files);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_CORPUS_FORGE_EXAMPLE_BUILDER_H_
