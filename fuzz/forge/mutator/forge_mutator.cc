// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/forge/fuzz_format.h"
#include "fuzz/forge/mutator/forge_growth.h"
#include "fuzz/forge/mutator/forge_parts.h"
#include "fuzz/forge/mutator/json_mutation.h"
#include "fuzz/forge/mutator/json_tree.h"

namespace clipguard::fuzz {
namespace {

// Mutates Forge's state machines and armatures by their structure: finds time
// values, clips, states, joints and events in the JSON, changes and replaces
// them, and writes all of it again, mostly with the names, keys and arguments
// that it needs.
class Mutation : private JsonMutation {
 public:
  Mutation(JsonText& text, Random& random, ByteMutator mutate_bytes)
      : JsonMutation(text, random, mutate_bytes) {}

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

  // ---- Choosing -------------------------------------------------------------

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
    if (random_.OneIn(8)) {
      // A whole turn, of which the game sees nothing.
      samples->children.push_back(JsonWord("20"));
      samples->children.push_back(JsonWord(random_.OneIn(2) ? "380" : "-700"));
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

  ForgePlaces places_;
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

size_t Mutate(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
              ByteMutator mutate_bytes) {
  return MutateDecoded(
      data, size, max_size, seed, mutate_bytes, DecodeJson,
      [&](JsonText& text, Random& random) {
        Mutation(text, random, mutate_bytes).Run();
      },
      WriteTo);
}

// Members of each section come from either file.
size_t CrossOver(std::span<const uint8_t> a, std::span<const uint8_t> b,
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

std::string Grow(std::string_view file, size_t bytes, Random& random) {
  JsonText text =
      DecodeJson({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  GrowForge(text.root, bytes, random);
  return EncodeJson(text);
}

}  // namespace

const FuzzFormat kForgeFuzzing = {
    .formats = kForgeFormats,
    .inputs = {.seeds = "fuzz/corpus/forge fuzz/regressions corpus/forge",
               .dictionary = "fuzz/forge/forge.dict",
               .mutate = Mutate,
               .cross_over = CrossOver},
    .grow = Grow,
    // A budget of 32,768 steps is used up, and names are suggested for those
    // that are not there: 25 million operations have been counted.
    .spare_operations = 40'000'000,
    .pairs = true,
    .cost_seeds =
        "corpus/forge fuzz/corpus/forge fuzz/regressions "
        "fuzz/corpus/cost_forge",
};

}  // namespace clipguard::fuzz
