// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/mutator/forge_growth.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/forge/mutator/forge_parts.h"
#include "fuzz/shared/mutator.h"

namespace clipguard::fuzz {
namespace {

constexpr std::string_view kTransition = "!transition:";

// Returns the bytes of an element, with the comma and blanks around it.
size_t SizeOf(const JsonTree& tree) {
  return EncodeJson({.spacing = JsonSpacing::kNone, .root = tree}).size() +
         (tree.key.empty() ? 0 : tree.key.size() + 3) + 1;
}

// The name in a reference, a transition or a model's clip.
std::string_view BareName(std::string_view text) {
  if (text.starts_with('#')) return text.substr(1);
  if (text.starts_with(kTransition)) return text.substr(kTransition.size());
  const size_t at = text.rfind('@');
  return at == std::string_view::npos ? text : text.substr(at + 1);
}

class Growth {
 public:
  Growth(JsonTree& root, size_t bytes, Random& random)
      : root_(root), bytes_(bytes), random_(random) {}

  void Run() {
    static constexpr Choice<Step> kMachine[] = {
        {8, &Growth::LongName},   {6, &Growth::LongList},
        {6, &Growth::ManyStates}, {4, &Growth::ManyReferences},
        {8, &Growth::Double},     {3, &Growth::LongChain},
        {2, &Growth::LongNumber}, {3, &Growth::Deep},
        {5, &Growth::LongEvent},  {3, &Growth::ManyModelClips},
    };
    static constexpr Choice<Step> kArmature[] = {
        {6, &Growth::LongName},
        {10, &Growth::LongList},
        {6, &Growth::ManyClips},
        {2, &Growth::LongNumber},
    };
    const Step step = IsArmature(root_) ? PickStep(kArmature, random_)
                                        : PickStep(kMachine, random_);
    (this->*step)();
  }

 private:
  using Step = void (Growth::*)();

  template <typename Predicate>
  JsonTree* AnyThat(Predicate predicate) {
    std::vector<JsonTree*> all = AllOldIn(root_);
    std::erase_if(all, [&](JsonTree* tree) { return !predicate(*tree); });
    return all.empty() ? nullptr : all[random_.Below(all.size())];
  }

  // A section that must be there; nothing if it is not.
  JsonTree* Filled(const char* key) {
    JsonTree* section = root_.Find(key);
    return section == nullptr || section->children.empty() ? nullptr : section;
  }

  // Parameters or clips.
  JsonTree* Named() {
    JsonTree* parameters = Filled("parameters");
    JsonTree* clips = Filled("clips");
    if (parameters == nullptr || clips == nullptr) {
      return parameters == nullptr ? clips : parameters;
    }
    return random_.OneIn(2) ? parameters : clips;
  }

  // Elements that have grown are after the original ones.
  static size_t OldChildren(const JsonTree& tree) {
    return static_cast<size_t>(
        std::ranges::count(tree.children, false, &JsonTree::grown));
  }

  JsonTree& AnyChild(JsonTree& tree) {
    const size_t old = OldChildren(tree);
    return tree.children[random_.Below(old == 0 ? 1 : old)];
  }

  // One of those places that have not grown; nothing if there is none.
  JsonTree* AnyOld(const std::vector<JsonTree*>& places) {
    std::vector<JsonTree*> old = AllOldIn(root_);
    std::erase_if(old, [&](JsonTree* tree) {
      return std::ranges::find(places, tree) == places.end();
    });
    return old.empty() ? nullptr : old[random_.Below(old.size())];
  }

  static void Add(JsonTree& list, JsonTree tree) {
    tree.grown = true;
    list.children.push_back(std::move(tree));
  }

  // Returns an event of a trigger or of an armature's clip; null: there is
  // none.
  JsonTree* AnyEvent() {
    std::vector<JsonTree*> events;
    for (JsonTree* tree : AllOldIn(root_)) {
      if (tree->is_array() && tree->children.size() == 4 &&
          tree->children[0].text == "trigger_positive") {
        events.push_back(&tree->children[3]);
      }
      if (tree->key != "events") continue;
      for (JsonTree& child : tree->children) {
        if (!child.grown) events.push_back(&child);
      }
    }
    std::erase_if(events, [](JsonTree* tree) { return !tree->is_string(); });
    return events.empty() ? nullptr : events[random_.Below(events.size())];
  }

  // A string or key, everywhere where it stands for a name.
  void LongName() {
    JsonTree* const event = random_.OneIn(3) ? AnyEvent() : nullptr;
    JsonTree* place = event;
    if (place == nullptr) {
      place = AnyThat([](const JsonTree& tree) {
        return !tree.key.empty() || tree.is_string();
      });
    }
    if (place == nullptr) return;
    const bool key = event == nullptr && !place->key.empty() &&
                     (!place->is_string() || random_.OneIn(2));
    const std::string name(key ? place->key : BareName(place->text));
    static constexpr const char* kFillers[] = {
        "a", "a", "/", "~", " ", "\xc3\xa9", "\\u0061", "\\n", "\\\""};
    const std::string_view filler = random_.Pick(kFillers);
    const bool everywhere = !random_.OneIn(4);
    std::vector<std::string*> places;
    if (everywhere) {
      for (JsonTree* tree : AllIn(root_)) {
        if (tree->key == name) places.push_back(&tree->key);
        if (tree->is_string() && BareName(tree->text) == name) {
          places.push_back(&tree->text);
        }
      }
    } else {
      places.push_back(key ? &place->key : &place->text);
    }
    const size_t times = bytes_ / places.size() / filler.size();
    std::string longer;
    for (size_t i = 0; i < times; ++i) longer += filler;
    for (std::string* text : places) *text += longer;
  }

  // Any list again and again; members get keys of their own.
  void LongList() {
    JsonTree* list =
        AnyThat([](const JsonTree& tree) { return !tree.children.empty(); });
    if (list == nullptr) return;
    const size_t first = std::max<size_t>(OldChildren(*list), 1);
    const bool one = random_.OneIn(2);
    const size_t begin = one ? random_.Below(first) : 0;
    const size_t period = one ? 1 : first;
    for (size_t i = 0, left = bytes_; left != 0; ++i) {
      JsonTree copy = list->children[begin + i % period];
      if (list->is_object()) copy.key += std::to_string(i);
      left -= std::min(left, SizeOf(copy));
      Add(*list, std::move(copy));
    }
  }

  // A trigger with such an event, over the clip of a state; and what lets that
  // event be looked at more than once.
  void LongEvent() {
    JsonTree* states = Filled("states");
    JsonTree* clips = Filled("clips");
    if (states == nullptr || clips == nullptr) return;
    const std::string state = AnyChild(*states).text;
    JsonTree* clip = clips->Find(state);
    if (clip == nullptr) return;
    enum class Then : uint8_t { kNothing, kManyStates, kDouble };
    static constexpr Then kThen[] = {Then::kNothing, Then::kManyStates,
                                     Then::kDouble};
    const Then then = random_.Pick(kThen);
    std::string event = random_.OneIn(2) ? "!transition:" : "e";
    event.append(then == Then::kManyStates ? bytes_ / 2 : bytes_, 'e');
    *clip = WithKey(
        state,
        JsonArray({JsonString("trigger_positive"), WithKey("", *clip),
                   JsonString("#identity"), JsonString(std::move(event))}));
    if (then == Then::kManyStates) {
      ManyStatesLike(state, bytes_ / 2, /*copies=*/false, /*reached=*/true);
    } else if (then == Then::kDouble) {
      DoubleUnder(*clips, *clip);
    }
  }

  // As an existing one: clip, state, and transitions.
  void ManyStates() {
    JsonTree* states = Filled("states");
    if (states == nullptr) return;
    // States that no transition leads to are hardly evaluated.
    const bool copies = random_.OneIn(2);
    const bool reached = random_.OneIn(2);
    ManyStatesLike(AnyChild(*states).text, bytes_, copies, reached);
  }

  void ManyStatesLike(std::string name, size_t bytes, bool copies,
                      bool reached) {
    JsonTree* states = Filled("states");
    JsonTree* clips = Filled("clips");
    JsonTree* transitions = root_.Find("transitions");
    if (states == nullptr || clips == nullptr || transitions == nullptr) return;
    const JsonTree* old = clips->Find(name);
    const JsonTree clip =
        old != nullptr && copies ? *old : JsonString("#" + name);
    const JsonTree* listed = transitions->Find(name);
    const JsonTree targets =
        listed != nullptr ? *listed : JsonArray({JsonString(name)});
    const bool lists = !random_.OneIn(4);
    std::vector<JsonTree> ways = {JsonString(name)};
    const size_t each = SizeOf(clip) +
                        (lists ? SizeOf(targets) + name.size() + 6 : 0) +
                        (reached ? 3 : 2) * (name.size() + 6);
    for (size_t i = 0; i * each < bytes; ++i) {
      const std::string copy = name + "_" + std::to_string(i);
      Add(*clips, WithKey(copy, clip));
      Add(*states, JsonString(copy));
      if (lists) Add(*transitions, WithKey(copy, targets));
      if (reached) ways.push_back(JsonString(copy));
    }
    if (reached) LeadTo(*transitions, name, std::move(ways));
  }

  // Transitions from a state, beside those that there are.
  static void LeadTo(JsonTree& transitions, const std::string& from,
                     std::vector<JsonTree> to) {
    JsonTree* listed = transitions.Find(from);
    if (listed == nullptr) {
      Add(transitions, WithKey(from, JsonArray(std::move(to))));
      return;
    }
    if (!listed->is_array()) {
      *listed = WithKey(from, JsonArray({WithKey("", *listed)}));
    }
    for (JsonTree& state : to) Add(*listed, std::move(state));
  }

  // Further clips of a model, those that ManyClips() makes, some with states
  // that show them.
  void ManyModelClips() {
    JsonTree* clips = Filled("clips");
    if (clips == nullptr) return;
    std::vector<const JsonTree*> of_models;
    for (const JsonTree& clip : clips->children) {
      if (!clip.grown && clip.is_string() &&
          clip.text.find('@') != std::string::npos) {
        of_models.push_back(&clip);
      }
    }
    if (of_models.empty()) return;
    const JsonTree model = *of_models[random_.Below(of_models.size())];
    JsonTree* states = Filled("states");
    JsonTree* transitions = root_.Find("transitions");
    const bool shown =
        states != nullptr && transitions != nullptr && random_.OneIn(2);
    const std::string from = shown ? AnyChild(*states).text : "";
    std::vector<JsonTree> ways;
    const size_t each =
        SizeOf(model) + 12 + (shown ? 2 * (model.key.size() + 9) : 0);
    for (size_t i = 0; i * each < bytes_; ++i) {
      const std::string number = "_" + std::to_string(i);
      const std::string copy = model.key + number;
      Add(*clips, WithKey(copy, JsonString(model.text + number)));
      if (!shown) continue;
      Add(*states, JsonString(copy));
      ways.push_back(JsonString(copy));
    }
    if (shown) LeadTo(*transitions, from, std::move(ways));
  }

  // An armature's clip under many names. The motion matters less than the
  // number of clips: some of them move nothing.
  void ManyClips() {
    JsonTree* clips = Filled("clips");
    if (clips == nullptr) return;
    JsonTree clip = AnyChild(*clips);
    if (random_.OneIn(2)) {
      for (const char* list : {"joint_clips", "events"}) {
        if (JsonTree* all = clip.Find(list)) all->children.clear();
      }
    }
    const size_t each = SizeOf(clip) + 6;
    for (size_t i = 0; i * each < bytes_; ++i) {
      Add(*clips, WithKey(clip.key + "_" + std::to_string(i), clip));
    }
  }

  // Many names that stand for one.
  void ManyReferences() {
    JsonTree* named = Named();
    if (named == nullptr) return;
    const std::string name = AnyChild(*named).key;
    const bool clip = named->key == "clips";
    JsonTree reference = JsonString("#" + name);
    if (random_.OneIn(2)) {
      reference = clip ? JsonArray({JsonString("apply"), reference,
                                    JsonString("#identity")})
                       : JsonArray({JsonString("+"), reference});
    }
    const size_t each = SizeOf(reference) + name.size() + 8;
    for (size_t i = 0; i * each < bytes_; ++i) {
      Add(*named, WithKey(name + "_" + std::to_string(i), reference));
    }
  }

  // Under its name comes what refers twice to what was there, some times over:
  // a few bytes more, and twice the steps for each.
  void Double() {
    if (JsonTree* named = Named()) DoubleUnder(*named, AnyChild(*named));
  }

  void DoubleUnder(JsonTree& named, JsonTree& top) {
    const bool clip = named.key == "clips";
    const std::string name = top.key;
    // Few, so that costs are climbed step by step up to the limits; or many.
    const size_t most = random_.OneIn(4) ? 30 : 6;
    const size_t levels = std::min(bytes_ / 32 + 1, 1 + random_.Below(most));
    static constexpr const char* kTwice[] = {"++", "compose", "-*"};
    const char* const twice = random_.Pick(kTwice);
    std::string below = name + "_";
    JsonTree inner = WithKey(below, std::exchange(top, JsonTree()));
    const auto doubled = [&](const std::string& of) {
      const JsonTree part = JsonString("#" + of);
      return clip ? JsonArray({JsonString("slerp"), part, part,
                               JsonString("#identity"), JsonWord("0.5")})
                  : JsonArray({JsonString(twice), part, part});
    };
    std::vector<JsonTree> links;
    links.push_back(std::move(inner));
    for (size_t i = 0; i + 1 < levels; ++i) {
      std::string link = name + std::to_string(i) + "_";
      links.push_back(WithKey(link, doubled(below)));
      below = std::move(link);
    }
    top = WithKey(name, doubled(below));
    for (JsonTree& link : links) Add(named, std::move(link));
  }

  // Operators, and as many operands.
  void LongChain() {
    ForgePlaces places = PlacesIn(root_);
    JsonTree* place = AnyOld(places.time_values);
    if (place == nullptr) return;
    JsonTree& value = *place;
    const bool chain = value.is_array() && value.children.size() > 1 &&
                       value.children[0].text != "compose";
    const JsonTree operand =
        chain && random_.OneIn(2) ? value.children.back() : JsonWord("1");
    if (!chain) {
      value = WithKey(value.key, JsonArray({JsonString("+"), operand}));
    }
    static constexpr char kOperators[] = {'+', '-', '*', '/', 'm', 'f'};
    const char sign = random_.Pick(kOperators);
    const size_t each = SizeOf(operand) + 1;
    for (size_t i = 0; i * each < bytes_; ++i) {
      value.children[0].text += sign;
      Add(value, operand);
    }
  }

  void LongNumber() {
    JsonTree* number = AnyThat([](const JsonTree& t) {
      return t.kind == JsonTree::Kind::kWord && IsJsonNumber(t);
    });
    if (number == nullptr) return;
    if (number->text.find_first_of(".eE") == std::string::npos) {
      number->text += '.';
    }
    number->text.append(bytes_, random_.OneIn(2) ? '0' : '7');
  }

  // Brackets around something, up to as deep as the limits are.
  void Deep() {
    ForgePlaces places = PlacesIn(root_);
    const bool clip = !places.clips.empty() && random_.OneIn(2);
    JsonTree* chosen = AnyOld(clip ? places.clips : places.time_values);
    if (chosen == nullptr) return;
    JsonTree& place = *chosen;
    const std::string before = clip ? R"(["apply",)" : R"(["+",)";
    const std::string after = clip ? R"(,"#identity"])" : "]";
    const size_t depth =
        std::min<size_t>(bytes_ / (before.size() + after.size()), 900);
    std::string text;
    for (size_t i = 0; i < depth; ++i) text += before;
    text += EncodeJson({.root = place});
    for (size_t i = 0; i < depth; ++i) text += after;
    place = WithKey(place.key, JsonWord(std::move(text)));
  }

  JsonTree& root_;
  size_t bytes_;
  Random& random_;
};

}  // namespace

void GrowForge(JsonTree& root, size_t bytes, Random& random) {
  Growth growth(root, bytes, random);
  growth.Run();
}

}  // namespace clipguard::fuzz
