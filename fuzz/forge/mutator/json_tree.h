// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JSON for mutators: reads whatever can be read, and writes whatever it is
// told, be it JSON or not.

#ifndef CLIPGUARD_FUZZ_FORGE_MUTATOR_JSON_TREE_H_
#define CLIPGUARD_FUZZ_FORGE_MUTATOR_JSON_TREE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clipguard::fuzz {

struct JsonTree {
  enum class Kind : uint8_t { kWord, kString, kArray, kObject };
  Kind kind = Kind::kWord;
  // A word as it stands there: a number, a literal, anything. For a string, the
  // text between its quotes, escapes and all.
  std::string text;
  std::string key;  // if it is in an object, likewise
  std::vector<JsonTree> children;
  bool grown = false;  // added by growth: no place to grow from again

  bool is_array() const { return kind == Kind::kArray; }
  bool is_object() const { return kind == Kind::kObject; }
  bool is_string() const { return kind == Kind::kString; }

  // The first member with that key; null if there is none.
  JsonTree* Find(std::string_view wanted);
};

JsonTree JsonWord(std::string text);
JsonTree JsonString(std::string text);
JsonTree JsonArray(std::vector<JsonTree> elements);
JsonTree JsonObject(std::vector<JsonTree> members);
// The same as a member.
JsonTree WithKey(std::string key, JsonTree tree);

// The spacing between words.
enum class JsonSpacing : uint8_t {
  kNone,
  kSpaces,
  kLines,
  kReturns,   // lines that end with CR, or with CR and LF
  kComments,  // of all three kinds
};
inline constexpr size_t kJsonSpacings = 5;

struct JsonText {
  bool byte_order_mark = false;
  size_t encoding = 0;  // of Widen(); read texts have none
  JsonSpacing spacing = JsonSpacing::kSpaces;
  JsonTree root;
  std::string trailing = {};
};

// Depth is bounded: what is deeper is one word.
JsonText DecodeJson(std::span<const uint8_t> bytes);
std::string EncodeJson(const JsonText& text);

// Halves the longest array or object. False if there is none.
bool HalveJson(JsonText& text);

// As the grammar says, which readers in C are more lenient about.
bool IsJsonNumber(const JsonTree& tree);

// Makes words and strings such that they can be read.
void MendJson(JsonTree& root);

// All in the tree, itself included, from the outside in.
std::vector<JsonTree*> AllIn(JsonTree& tree);

// The same without what has grown.
std::vector<JsonTree*> AllOldIn(JsonTree& tree);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_MUTATOR_JSON_TREE_H_
