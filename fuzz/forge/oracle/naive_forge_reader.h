// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A second reader of Forge's state machines and armatures, deliberately naive:
// the format's rules one by one, over a tree of values that own their parts.

#ifndef CLIPGUARD_FUZZ_FORGE_ORACLE_NAIVE_FORGE_READER_H_
#define CLIPGUARD_FUZZ_FORGE_ORACLE_NAIVE_FORGE_READER_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clipguard::fuzz {

// A time value or clip; "" is none, an error.
struct NaiveExpression {
  // "number", "#identity", "#" for a reference, "@" for a model's clip, an
  // operation's name, or its operators.
  std::string what;
  float number = 0;
  std::string text;  // a name, a model's clip, an event
  std::vector<NaiveExpression> parts;
};

struct NaiveMachine {
  bool readable = false;
  // Anything that is an error, but for limits and what names refer to.
  bool malformed = false;
  std::vector<std::pair<std::string, NaiveExpression>> parameters;
  std::vector<std::pair<std::string, NaiveExpression>> clips;
  std::vector<std::string> states;
  // By name, and whether they exist or not.
  std::set<std::pair<std::string, std::string>> transitions;
  std::optional<std::string> start;
};

struct NaiveVariable {
  std::string name;
  bool nearest = false;
  std::vector<float> samples;
};

struct NaiveArmatureClip {
  bool loop = false;
  std::vector<std::pair<std::string, std::vector<NaiveVariable>>> joints;
  // By time: -0 is one of its own, before 0.
  std::vector<std::pair<float, std::string>> events;
};

struct NaiveArmature {
  bool readable = false;
  // Anything that is an error.
  bool malformed = false;
  // With their elements' weights, in the order of the file.
  std::vector<std::pair<std::string, std::vector<std::pair<int32_t, float>>>>
      joints;
  std::vector<std::pair<std::string, NaiveArmatureClip>> clips;
};

NaiveMachine ReadMachineNaively(std::string_view text);
NaiveArmature ReadArmatureNaively(std::string_view text);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_ORACLE_NAIVE_FORGE_READER_H_
