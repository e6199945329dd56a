// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/mutator/json_mutation.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/forge/mutator/forge_growth.h"
#include "fuzz/shared/number_text.h"
#include "fuzz/shared/wide.h"

namespace clipguard::fuzz {
namespace {

// Pieces of strings: escapes, good and bad, what is not UTF-8, and what means
// something in a name.
constexpr const char* kPieces[] = {"#",
                                   "@",
                                   ":",
                                   "!",
                                   "!transition:",
                                   "~",
                                   "/",
                                   "\\n",
                                   "\\\"",
                                   "\\u0000",
                                   "\\u00e9",
                                   "\\ud83d\\ude00",
                                   "\\ud83d",
                                   "\\udc00",
                                   "\\x",
                                   "\\u12",
                                   "\\/",
                                   "\t",
                                   "\x7f",
                                   "\xc3\xa9",
                                   "\xff",
                                   "\xed\xa0\x80",
                                   "\xf0\x9f\x98\x80",
                                   "#identity",
                                   "identity",
                                   "_x",
                                   "0",
                                   " "};

constexpr const char* kKeys[] = {
    "parameters", "clips",         "states",   "transitions", "start_state",
    "joints",     "joint_clips",   "events",   "loop",        "variable",
    "type",       "interpolation", "samples",  "animations",  "format_version",
    "parameter",  "joint_clip",    "outliner", "name"};

constexpr const char* kWords[] = {"null", "true", "false", "0",  "1e999",
                                  "-",    "nul",  "{}",    "[]", "1.5.5"};

bool IsNumber(const JsonTree& tree) {
  return tree.kind == JsonTree::Kind::kWord && LooksLikeNumber(tree.text);
}

}  // namespace

void JsonMutation::ChangeAnything() {
  static constexpr Choice<Step> kChoices[] = {
      {6, &JsonMutation::DropChildren},  {4, &JsonMutation::RepeatChild},
      {4, &JsonMutation::SwapChildren},  {3, &JsonMutation::CopySubtree},
      {8, &JsonMutation::ChangeNumber},  {4, &JsonMutation::ChangeString},
      {3, &JsonMutation::ChangeKey},     {3, &JsonMutation::ChangeType},
      {1, &JsonMutation::ChangeWord},    {3, &JsonMutation::EscapeString},
      {3, &JsonMutation::ChangeSpacing}, {1, &JsonMutation::AddTrailing},
      {1, &JsonMutation::AddKey},        {1, &JsonMutation::ChangeRoot},
      {2, &JsonMutation::MakePairs},     {2, &JsonMutation::GrowList},
      {1, &JsonMutation::Grow},
  };
  (this->*PickStep(kChoices, random_))();
}

void JsonMutation::Misspell(std::string& name) {
  if (name.empty()) return;
  const size_t at = random_.Below(name.size());
  if (random_.OneIn(2)) {
    name.erase(at, 1);
  } else {
    name[at] = static_cast<char>('a' + random_.Below(26));
  }
}

void JsonMutation::DropChildren() {
  if (JsonTree* list = AnyList()) DropSome(list->children, random_);
}

void JsonMutation::RepeatChild() {
  if (JsonTree* list = AnyList()) RepeatOne(list->children, random_);
}

void JsonMutation::SwapChildren() {
  JsonTree* list = AnyList();
  if (list == nullptr) return;
  JsonTree& a = list->children[random_.Below(list->children.size())];
  JsonTree& b = list->children[random_.Below(list->children.size())];
  if (&a == &b) return;
  if (!random_.OneIn(4)) std::swap(a.key, b.key);
  std::swap(a, b);
}

void JsonMutation::CopySubtree() {
  const auto any = [](const JsonTree&) { return true; };
  const JsonTree copy = *AnyThat(any);
  // Itself in itself doubles: not for long.
  if (EncodeJson({.root = copy}).size() > 2000) return;
  JsonTree* to = AnyThat(any);
  *to = WithKey(to->key, copy);
}

void JsonMutation::ChangeNumber() {
  JsonTree* number = AnyThat(IsNumber);
  if (number == nullptr) return ChangeString();
  number->text = random_.OneIn(3)   ? parts_.Number().text
                 : random_.OneIn(4) ? OddNumber(random_)
                                    : ChangedNumber(random_, number->text);
}

void JsonMutation::ChangeString() {
  JsonTree* string = AnyString();
  if (string != nullptr) ChangeText(string->text);
}

void JsonMutation::ChangeText(std::string& text) {
  const size_t at = random_.Below(text.size() + 1);
  switch (random_.Below(6)) {
    case 0:
      text.resize(at);
      return;
    case 1:
      Misspell(text);
      return;
    case 2: {
      if (text.empty()) return;
      std::vector<uint8_t> bytes(text.begin(), text.end());
      bytes.resize(text.size() + 8);
      bytes.resize(mutate_bytes_(bytes.data(), text.size(), bytes.size()));
      text.assign(bytes.begin(), bytes.end());
      return;
    }
    case 3:
      text.append(random_.OneIn(4) ? 1200 : 90, 'x');
      return;
    default:
      text.insert(at, random_.Pick(kPieces));
  }
}

void JsonMutation::ChangeKey() {
  JsonTree* object = AnyThat([](const JsonTree& tree) {
    return tree.is_object() && !tree.children.empty();
  });
  if (object == nullptr) return;
  JsonTree& member = object->children[random_.Below(object->children.size())];
  if (random_.OneIn(3)) {
    member.key = object->children[random_.Below(object->children.size())].key;
  } else {
    ChangeText(member.key);
  }
}

void JsonMutation::ChangeType() {
  const auto any = [](const JsonTree&) { return true; };
  JsonTree* tree = AnyThat(any);
  const std::string key = tree->key;
  switch (random_.Below(4)) {
    case 0:
      *tree = WithKey(key, JsonWord(random_.Pick(kWords)));
      return;
    case 1:
      if (tree->children.empty()) {
        *tree = WithKey(key, tree->is_string() ? JsonWord(tree->text)
                                               : JsonString(tree->text));
      } else {
        tree->kind =
            tree->is_array() ? JsonTree::Kind::kObject : JsonTree::Kind::kArray;
      }
      return;
    case 2: {
      JsonTree inner = std::move(*tree);
      *tree = WithKey(key, JsonArray({std::move(inner)}));
      return;
    }
    default:
      if (tree->children.empty()) return;
      JsonTree child = std::move(tree->children[0]);
      *tree = WithKey(key, std::move(child));
  }
}

void JsonMutation::ChangeWord() {
  JsonTree* word = AnyThat(
      [](const JsonTree& tree) { return tree.kind == JsonTree::Kind::kWord; });
  if (word != nullptr) ChangeText(word->text);
}

void JsonMutation::EscapeString() {
  JsonTree* string = AnyString();
  if (string == nullptr) return;
  constexpr const char* kHex = "0123456789abcdef";
  std::string escaped;
  for (size_t i = 0; i < string->text.size(); ++i) {
    const char c = string->text[i];
    if (c == '\\') {
      escaped += string->text.substr(i, 2);
      ++i;
    } else if (c >= 0x20 && random_.OneIn(3)) {
      escaped += "\\u00";
      escaped += kHex[c >> 4];
      escaped += kHex[c & 15];
    } else {
      escaped += c;
    }
  }
  string->text = std::move(escaped);
}

void JsonMutation::ChangeSpacing() {
  if (random_.OneIn(16)) {
    t_.encoding = random_.Below(kEncodings);
  } else if (random_.OneIn(8)) {
    t_.byte_order_mark = !t_.byte_order_mark;
  } else {
    t_.spacing = static_cast<JsonSpacing>(random_.Below(kJsonSpacings));
  }
}

void JsonMutation::AddTrailing() {
  static constexpr const char* kTrailing[] = {" ",    "\n", "// x", "# x\n",
                                              "/**/", "{}", "/*",   ","};
  t_.trailing +=
      random_.OneIn(8) ? std::string(1, '\0') : random_.Pick(kTrailing);
}

void JsonMutation::AddKey() {
  JsonTree* object =
      AnyThat([](const JsonTree& tree) { return tree.is_object(); });
  if (object == nullptr) return;
  object->children.push_back(WithKey(random_.Pick(kKeys), parts_.TimeValue(1)));
}

void JsonMutation::ChangeRoot() {
  if (t_.root.children.empty()) return;
  static constexpr const char* kForeign[] = {"animations", "format_version",
                                             "variants", "joints", "states"};
  t_.root.children[random_.Below(t_.root.children.size())].key =
      random_.Pick(kForeign);
  if (random_.OneIn(2)) t_.root.children.resize(1);
}

void JsonMutation::MakePairs() {
  JsonTree* object = AnyThat([](const JsonTree& tree) {
    return tree.is_object() && !tree.children.empty();
  });
  if (object == nullptr) return;
  object->kind = JsonTree::Kind::kArray;
  for (JsonTree& child : object->children) {
    JsonTree key = JsonString(child.key);
    child = JsonArray({std::move(key), std::move(child)});
  }
}

void JsonMutation::GrowList() {
  JsonTree* list = AnyList();
  if (list == nullptr) return;
  static constexpr size_t kSizes[] = {3, 8, 9, 17, 33, 65, 260};
  const size_t size = random_.Pick(kSizes);
  while (list->children.size() < size) {
    JsonTree copy = list->children[random_.Below(list->children.size())];
    if (list->is_object()) copy.key += std::to_string(list->children.size());
    list->children.push_back(std::move(copy));
  }
}

void JsonMutation::Grow() {
  GrowForge(t_.root, size_t{16} << random_.Below(7), random_);
}

}  // namespace clipguard::fuzz
