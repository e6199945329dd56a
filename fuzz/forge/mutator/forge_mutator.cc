// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/mutator/forge_mutator.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/forge/mutator/forge_growth.h"
#include "fuzz/forge/mutator/forge_parts.h"
#include "fuzz/forge/mutator/json_tree.h"
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

class Mutation {
 public:
  Mutation(JsonText& text, Random& random, ByteMutator mutate_bytes)
      : t_(text), random_(random), mutate_bytes_(mutate_bytes) {}

  void Run() {
    // Faults hide others: few of them, and not for long.
    if (!random_.OneIn(8)) {
      t_.trailing.clear();
      if (!random_.OneIn(4)) MendJson(t_.root);
      if (!random_.OneIn(4)) MendForge(t_.root, random_);
    }
    for (size_t left = random_.Few(); left != 0; --left) {
      names_ = NamesIn(t_.root);
      places_ = PlacesIn(t_.root);
      RunOne();
    }
    if (random_.OneIn(3)) {
      MendJson(t_.root);
      MendForge(t_.root, random_);
    }
  }

 private:
  using Step = void (Mutation::*)();

  void RunOne() {
    static constexpr Choice<Step> kMachine[] = {
        {12, &Mutation::ChangeTimeValue},
        {12, &Mutation::ChangeClip},
        {6, &Mutation::AddParameter},
        {6, &Mutation::AddClip},
        {6, &Mutation::AddState},
        {4, &Mutation::AddTransition},
        {3, &Mutation::ChangeStart},
        {4, &Mutation::ChangeOperators},
        {4, &Mutation::ChangeReference},
        {3, &Mutation::AddTrigger},
        {2, &Mutation::Nest},
        {24, &Mutation::ChangeAnything},
    };
    static constexpr Choice<Step> kArmature[] = {
        {4, &Mutation::AddJoint},        {4, &Mutation::ChangeJoint},
        {6, &Mutation::AddArmatureClip}, {4, &Mutation::ChangeLoop},
        {6, &Mutation::AddJointClip},    {8, &Mutation::AddVariable},
        {8, &Mutation::ChangeVariable},  {12, &Mutation::ChangeSamples},
        {10, &Mutation::AddEvent},       {4, &Mutation::ChangeEvents},
        {24, &Mutation::ChangeAnything},
    };
    const Step step = IsArmature(t_.root) ? PickStep(kArmature, random_)
                                          : PickStep(kMachine, random_);
    (this->*step)();
  }

  void ChangeAnything() {
    static constexpr Choice<Step> kChoices[] = {
        {6, &Mutation::DropChildren},  {4, &Mutation::RepeatChild},
        {4, &Mutation::SwapChildren},  {3, &Mutation::CopySubtree},
        {8, &Mutation::ChangeNumber},  {4, &Mutation::ChangeString},
        {3, &Mutation::ChangeKey},     {3, &Mutation::ChangeType},
        {1, &Mutation::ChangeWord},    {3, &Mutation::EscapeString},
        {3, &Mutation::ChangeSpacing}, {1, &Mutation::AddTrailing},
        {1, &Mutation::AddKey},        {1, &Mutation::ChangeRoot},
        {2, &Mutation::MakePairs},     {2, &Mutation::GrowList},
        {1, &Mutation::Grow},
    };
    (this->*PickStep(kChoices, random_))();
  }

  // ---- Choosing -------------------------------------------------------------

  template <typename Predicate>
  JsonTree* AnyThat(Predicate predicate) {
    std::vector<JsonTree*> all = AllIn(t_.root);
    std::erase_if(all, [&](JsonTree* tree) { return !predicate(*tree); });
    return AnyOf(all);
  }

  JsonTree* AnyOf(const std::vector<JsonTree*>& trees) {
    return trees.empty() ? nullptr : trees[random_.Below(trees.size())];
  }

  // An array or object with something in it.
  JsonTree* AnyList() {
    return AnyThat([](const JsonTree& tree) { return !tree.children.empty(); });
  }

  JsonTree* AnyString() {
    return AnyThat([](const JsonTree& tree) { return tree.is_string(); });
  }

  static bool IsNumber(const JsonTree& tree) {
    return tree.kind == JsonTree::Kind::kWord && LooksLikeNumber(tree.text);
  }

  JsonTree& Section(const char* key, JsonTree empty) {
    JsonTree* section = t_.root.Find(key);
    if (section != nullptr) return *section;
    t_.root.children.push_back(WithKey(key, std::move(empty)));
    return t_.root.children.back();
  }

  // A name that is there, or nearly, or a new one.
  std::string SomeName(const std::vector<std::string>& names) {
    if (random_.OneIn(4)) return parts_.NewName();
    std::string name = parts_.Any(names);
    if (random_.OneIn(8)) Misspell(name);
    return name;
  }

  void Misspell(std::string& name) {
    if (name.empty()) return;
    const size_t at = random_.Below(name.size());
    if (random_.OneIn(2)) {
      name.erase(at, 1);
    } else {
      name[at] = static_cast<char>('a' + random_.Below(26));
    }
  }

  // ---- State machines -------------------------------------------------------

  void ChangeTimeValue() {
    JsonTree* tree = AnyOf(places_.time_values);
    if (tree == nullptr) return AddParameter();
    *tree = WithKey(tree->key, parts_.TimeValue(random_.Below(4)));
  }

  void ChangeClip() {
    JsonTree* tree = AnyOf(places_.clips);
    if (tree == nullptr) return AddClip();
    *tree = WithKey(tree->key, parts_.Clip(random_.Below(4)));
  }

  void AddParameter() {
    Section("parameters", JsonObject({}))
        .children.push_back(WithKey(SomeName(names_.parameters),
                                    parts_.TimeValue(random_.Below(4))));
  }

  void AddClip() {
    Section("clips", JsonObject({}))
        .children.push_back(
            WithKey(SomeName(names_.clips), parts_.Clip(random_.Below(4))));
  }

  void AddState() {
    const std::string name = SomeName(names_.clips);
    Section("states", JsonArray({})).children.push_back(JsonString(name));
    JsonTree& transitions = Section("transitions", JsonObject({}));
    for (const std::string& other : names_.states) {
      if (!random_.OneIn(2)) continue;
      transitions.children.push_back(WithKey(other, JsonString(name)));
      if (!random_.OneIn(2)) continue;
      transitions.children.push_back(WithKey(name, JsonString(other)));
    }
  }

  void AddTransition() {
    JsonTree* target = AnyOf(places_.targets);
    if (target != nullptr && target->is_array() && random_.OneIn(2)) {
      target->children.push_back(JsonString(SomeName(names_.states)));
      return;
    }
    Section("transitions", JsonObject({}))
        .children.push_back(WithKey(SomeName(names_.states), parts_.Target()));
  }

  void ChangeStart() {
    JsonTree& start = Section("start_state", JsonString(""));
    start = WithKey("start_state", JsonString(SomeName(names_.states)));
  }

  void ChangeOperators() {
    std::vector<JsonTree*> chains = places_.time_values;
    std::erase_if(chains, [](JsonTree* v) {
      return v->children.empty() || !v->children[0].is_string();
    });
    JsonTree* chain = AnyOf(chains);
    if (chain == nullptr) return ChangeTimeValue();
    std::string& text = chain->children[0].text;
    const size_t at = random_.Below(text.size() + 1);
    switch (random_.Below(4)) {
      case 0:
        text.insert(at, parts_.Operators());
        return;
      case 1:
        text = text.substr(at);
        return;
      case 2:
        text = parts_.Operators();
        break;
      default:
        text = "compose";
    }
    // Mostly with as many operands.
    if (random_.OneIn(4)) return;
    chain->children.resize(text == "compose" ? 3 : text.size() + 1);
    for (size_t i = 1; i < chain->children.size(); ++i) {
      JsonTree& operand = chain->children[i];
      if (operand.text.empty() && operand.children.empty()) {
        operand = parts_.Number();
      }
    }
  }

  void ChangeReference() {
    JsonTree* string = AnyThat([](const JsonTree& tree) {
      return tree.is_string() && tree.text.starts_with('#');
    });
    if (string == nullptr) return ChangeTimeValue();
    string->text =
        "#" + SomeName(random_.OneIn(2) ? names_.parameters : names_.clips);
  }

  // With an event that leads somewhere.
  void AddTrigger() {
    JsonTree* clip = AnyOf(places_.clips);
    if (clip == nullptr) return AddClip();
    const std::string key = clip->key;
    const std::string event = random_.OneIn(4)
                                  ? parts_.EventName()
                                  : "!transition:" + SomeName(names_.states);
    JsonTree inner = std::move(*clip);
    *clip = WithKey(key,
                    JsonArray({JsonString("trigger_positive"), std::move(inner),
                               parts_.TimeValue(2), JsonString(event)}));
  }

  // Brackets as deep as the limits are, or so.
  void Nest() {
    JsonTree* tree = AnyOf(places_.time_values);
    if (tree == nullptr || random_.OneIn(4)) tree = AnyOf(places_.clips);
    if (tree == nullptr) return;
    static constexpr size_t kDepths[] = {3, 10, 40, 200, 990, 1001, 1100};
    const size_t depth = random_.Pick(kDepths);
    std::string deep;
    std::string end;
    for (size_t i = 0; i < depth; ++i) {
      deep += random_.OneIn(64) ? "[\"compose\",\"#identity\"," : "[\"+\",";
      end += "]";
    }
    *tree = WithKey(tree->key, JsonWord(deep + "1" + end));
  }

  // ---- Armatures ------------------------------------------------------------

  void AddJoint() {
    Section("joints", JsonObject({}))
        .children.push_back(
            WithKey(SomeName(names_.joints), parts_.Elements()));
  }

  void ChangeJoint() {
    JsonTree* joint = AnyOf(places_.joints);
    if (joint == nullptr || joint->children.empty()) return AddJoint();
    JsonTree& element = joint->children[random_.Below(joint->children.size())];
    static constexpr const char* kElements[] = {"+1", "00",         "-1", "1.0",
                                                "",   "2147483648", "1 ", "0"};
    switch (random_.Below(5)) {
      case 0:
        element.key = random_.Pick(kElements);
        return;
      case 1:
        element.children.clear();
        return;
      case 2: {
        // The same number in other words.
        JsonTree copy = element;
        copy.key.insert(0, random_.OneIn(2) ? "0" : "+");
        joint->children.push_back(std::move(copy));
        return;
      }
      default:
        element.children.push_back(parts_.Number());
        std::ranges::reverse(element.children);
        if (random_.OneIn(2)) element.children.resize(1);
    }
  }

  void AddArmatureClip() {
    Section("clips", JsonObject({}))
        .children.push_back(
            WithKey(SomeName(names_.clips), parts_.ArmatureClip()));
  }

  void ChangeLoop() {
    JsonTree* clip = AnyOf(places_.armature_clips);
    JsonTree* loop = clip == nullptr ? nullptr : clip->Find("loop");
    if (loop == nullptr) return AddArmatureClip();
    static constexpr const char* kLoops[] = {"true",     "false", "\"true\"",
                                             "\"TRUE\"", "0",     "\"1\""};
    loop->kind = JsonTree::Kind::kWord;
    loop->text = random_.OneIn(4)       ? random_.Pick(kLoops)
                 : loop->text == "true" ? "false"
                                        : "true";
  }

  void AddJointClip() {
    JsonTree* clip = AnyOf(places_.armature_clips);
    JsonTree* joints = clip == nullptr ? nullptr : clip->Find("joint_clips");
    if (joints == nullptr) return AddArmatureClip();
    joints->children.push_back(
        WithKey(SomeName(names_.joints), parts_.JointClip()));
  }

  void AddVariable() {
    JsonTree* joint = AnyOf(places_.joint_clips);
    if (joint == nullptr) return AddJointClip();
    const size_t at = random_.Below(joint->children.size() + 1);
    joint->children.insert(joint->children.begin() + static_cast<ptrdiff_t>(at),
                           parts_.VariableClip());
  }

  void ChangeVariable() {
    JsonTree* variable = AnyOf(places_.variables);
    if (variable == nullptr || variable->children.empty()) return AddVariable();
    const JsonTree other = parts_.VariableClip();
    JsonTree& member =
        variable->children[random_.Below(variable->children.size())];
    const auto same =
        std::ranges::find(other.children, member.key, &JsonTree::key);
    if (same != other.children.end()) member = *same;
    if (random_.OneIn(8)) Misspell(member.text);
  }

  void ChangeSamples() {
    JsonTree* variable = AnyOf(places_.variables);
    JsonTree* samples =
        variable == nullptr ? nullptr : variable->Find("samples");
    if (samples == nullptr) return AddVariable();
    switch (random_.Below(4)) {
      case 0:
        return DropSome(samples->children, random_);
      case 1:
        return RepeatOne(samples->children, random_);
      default:
        break;
    }
    if (random_.OneIn(8)) {
      // Strings that the game reads as numbers that are not finite.
      static constexpr const char* kOdd[] = {"NaN", "Infinity", "-Infinity",
                                             "1e39", "2.5"};
      samples->children.push_back(JsonString(random_.Pick(kOdd)));
      return;
    }
    for (size_t left = random_.Few(); left != 0; --left) {
      if (samples->children.empty() || random_.OneIn(3)) {
        samples->children.push_back(parts_.Number());
      } else {
        samples->children[random_.Below(samples->children.size())] =
            parts_.Number();
      }
    }
  }

  void AddEvent() {
    JsonTree* events = AnyOf(places_.events);
    if (events == nullptr) return AddArmatureClip();
    events->children.push_back(
        WithKey(parts_.EventTime(), JsonString(parts_.EventName())));
  }

  void ChangeEvents() {
    JsonTree* events = AnyOf(places_.events);
    if (events == nullptr || events->children.empty()) return AddEvent();
    JsonTree& event = events->children[random_.Below(events->children.size())];
    event.key = parts_.EventTime();
  }

  // ---- Any JSON -------------------------------------------------------------

  void DropChildren() {
    if (JsonTree* list = AnyList()) DropSome(list->children, random_);
  }

  void RepeatChild() {
    if (JsonTree* list = AnyList()) RepeatOne(list->children, random_);
  }

  // Mostly all but their keys.
  void SwapChildren() {
    JsonTree* list = AnyList();
    if (list == nullptr) return;
    JsonTree& a = list->children[random_.Below(list->children.size())];
    JsonTree& b = list->children[random_.Below(list->children.size())];
    if (&a == &b) return;
    if (!random_.OneIn(4)) std::swap(a.key, b.key);
    std::swap(a, b);
  }

  void CopySubtree() {
    const auto any = [](const JsonTree&) { return true; };
    const JsonTree copy = *AnyThat(any);
    // Itself in itself doubles: not for long.
    if (EncodeJson({.root = copy}).size() > 2000) return;
    JsonTree* to = AnyThat(any);
    *to = WithKey(to->key, copy);
  }

  void ChangeNumber() {
    JsonTree* number = AnyThat(IsNumber);
    if (number == nullptr) return ChangeString();
    number->text = random_.OneIn(3)   ? parts_.Number().text
                   : random_.OneIn(4) ? OddNumber(random_)
                                      : ChangedNumber(random_, number->text);
  }

  void ChangeString() {
    JsonTree* string = AnyString();
    if (string != nullptr) ChangeText(string->text);
  }

  void ChangeText(std::string& text) {
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

  void ChangeKey() {
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

  // Numbers and strings, arrays of one, and what was in one.
  void ChangeType() {
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
          tree->kind = tree->is_array() ? JsonTree::Kind::kObject
                                        : JsonTree::Kind::kArray;
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

  void ChangeWord() {
    JsonTree* word = AnyThat([](const JsonTree& tree) {
      return tree.kind == JsonTree::Kind::kWord;
    });
    if (word != nullptr) ChangeText(word->text);
  }

  // Some letters as \u0061.
  void EscapeString() {
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

  void ChangeSpacing() {
    if (random_.OneIn(16)) {
      t_.encoding = random_.Below(kEncodings);
    } else if (random_.OneIn(8)) {
      t_.byte_order_mark = !t_.byte_order_mark;
    } else {
      t_.spacing = static_cast<JsonSpacing>(random_.Below(kJsonSpacings));
    }
  }

  void AddTrailing() {
    static constexpr const char* kTrailing[] = {" ",    "\n", "// x", "# x\n",
                                                "/**/", "{}", "/*",   ","};
    t_.trailing +=
        random_.OneIn(8) ? std::string(1, '\0') : random_.Pick(kTrailing);
  }

  void AddKey() {
    JsonTree* object =
        AnyThat([](const JsonTree& tree) { return tree.is_object(); });
    if (object == nullptr) return;
    object->children.push_back(
        WithKey(random_.Pick(kKeys), parts_.TimeValue(1)));
  }

  // To the other kind, or to another format's.
  void ChangeRoot() {
    if (t_.root.children.empty()) return;
    static constexpr const char* kForeign[] = {"animations", "format_version",
                                               "variants", "joints", "states"};
    t_.root.children[random_.Below(t_.root.children.size())].key =
        random_.Pick(kForeign);
    if (random_.OneIn(2)) t_.root.children.resize(1);
  }

  // An object as [[key, value], ...].
  void MakePairs() {
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

  // To lengths around the blocks that are worked in.
  void GrowList() {
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

  // In any direction.
  void Grow() { GrowForge(t_.root, size_t{16} << random_.Below(7), random_); }

  JsonText& t_;
  Random& random_;
  ByteMutator mutate_bytes_;
  ForgeNames names_;
  ForgePlaces places_;
  ForgeParts parts_{names_, random_};
};

// Halves the longest list until the file fits; then writes it. 0 if that cannot
// be.
size_t WriteTo(JsonText& text, uint8_t* out, size_t max_size) {
  std::string bytes = EncodeJson(text);
  while (bytes.size() > max_size) {
    if (!HalveJson(text)) return 0;
    bytes = EncodeJson(text);
  }
  std::ranges::copy(bytes, out);
  return bytes.size();
}

}  // namespace

size_t MutateForge(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                   ByteMutator mutate_bytes) {
  return MutateDecoded(
      data, size, max_size, seed, mutate_bytes, DecodeJson,
      [&](JsonText& text, Random& random) {
        Mutation(text, random, mutate_bytes).Run();
      },
      WriteTo);
}

size_t CrossOverForge(std::span<const uint8_t> a, std::span<const uint8_t> b,
                      uint8_t* out, size_t max_size, uint32_t seed) {
  Random random(seed);
  JsonText mix = DecodeJson(a);
  JsonText other = DecodeJson(b);
  for (JsonTree& section : mix.root.children) {
    const JsonTree* same = other.root.Find(section.key);
    if (same == nullptr || section.kind != same->kind) continue;
    if (random.OneIn(4)) {
      section = *same;
    } else {
      section.children = Splice(section.children, same->children, random);
    }
  }
  if (random.OneIn(4)) mix.spacing = other.spacing;
  if (!random.OneIn(4)) MendForge(mix.root, random);
  return WriteMixture(mix, a, out, max_size, WriteTo);
}

}  // namespace clipguard::fuzz
