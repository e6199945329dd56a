// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/mutator/forge_parts.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "fuzz/shared/number_text.h"

namespace clipguard::fuzz {
namespace {

constexpr const char* kVariables[] = {
    "offset_x", "offset_y", "offset_z", "axis_x",   "axis_y",
    "axis_z",   "angle",    "scale",    "scale_x",  "scale_y",
    "scale_z",  "origin_x", "origin_y", "origin_z",
};
constexpr const char* kMachineKeys[] = {"parameters", "clips", "states",
                                        "transitions", "start_state"};

std::vector<std::string> KeysOf(JsonTree* tree) {
  std::vector<std::string> keys;
  if (tree == nullptr) return keys;
  for (const JsonTree& child : tree->children) keys.push_back(child.key);
  return keys;
}

bool IsOneOf(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

bool HasOperation(const JsonTree& tree, std::string_view name) {
  return tree.is_array() && !tree.children.empty() &&
         tree.children[0].is_string() && tree.children[0].text == name;
}

bool HasOperators(const JsonTree& tree) {
  return tree.is_array() && !tree.children.empty() &&
         tree.children[0].is_string() && !tree.children[0].text.empty() &&
         tree.children[0].text.find_first_not_of("+-*/mMrRfF") ==
             std::string::npos;
}

// Which argument of an operation is what: c, v, or e for an event.
std::string_view Takes(const JsonTree& clip) {
  if (HasOperation(clip, "apply")) return "cv";
  if (HasOperation(clip, "slerp")) return "ccvv";
  if (HasOperation(clip, "trigger_positive")) return "cve";
  return "";
}

class Finder {
 public:
  explicit Finder(ForgePlaces& places) : p_(places) {}

  void TimeValue(JsonTree& tree) {
    p_.time_values.push_back(&tree);
    if (!tree.is_array()) return;
    for (size_t i = 1; i < tree.children.size(); ++i) {
      TimeValue(tree.children[i]);
    }
  }

  void Clip(JsonTree& tree) {
    p_.clips.push_back(&tree);
    const std::string_view takes = Takes(tree);
    for (size_t i = 1; i < tree.children.size() && i <= takes.size(); ++i) {
      if (takes[i - 1] == 'c') Clip(tree.children[i]);
      if (takes[i - 1] == 'v') TimeValue(tree.children[i]);
    }
  }

  void ArmatureClip(JsonTree& tree) {
    p_.armature_clips.push_back(&tree);
    if (JsonTree* joints = tree.Find("joint_clips")) {
      for (JsonTree& joint : joints->children) {
        p_.joint_clips.push_back(&joint);
        for (JsonTree& v : joint.children) p_.variables.push_back(&v);
      }
    }
    if (JsonTree* events = tree.Find("events")) p_.events.push_back(events);
  }

 private:
  ForgePlaces& p_;
};

// The names that an expression refers to.
void References(JsonTree& tree, std::vector<std::string>& names) {
  for (JsonTree* part : AllIn(tree)) {
    if (part->is_string() && part->text.starts_with('#')) {
      names.push_back(part->text.substr(1));
    }
  }
}

class Mender {
 public:
  Mender(JsonTree& root, Random& random)
      : root_(root),
        random_(random),
        names_(NamesIn(root)),
        parts_(names_, random) {}

  void Run() {
    if (!root_.is_object()) {
      root_ = JsonObject({});
      if (random_.OneIn(2)) root_.children.push_back(Empty("joints"));
    }
    if (IsArmature(root_)) return MendArmature();
    for (const char* key : kMachineKeys) {
      if (root_.Find(key) == nullptr) root_.children.push_back(Empty(key));
    }
    MendMachine();
  }

 private:
  static JsonTree Empty(const std::string& key) {
    if (key == "states") return WithKey(key, JsonArray({}));
    if (key == "start_state") return WithKey(key, JsonString(""));
    return WithKey(key, JsonObject({}));
  }

  JsonTree& Member(JsonTree& object, const std::string& key, bool array) {
    JsonTree* found = object.Find(key);
    if (found == nullptr) {
      object.children.push_back(Empty(key));
      found = &object.children.back();
    }
    if (array ? !found->is_array() : !found->is_object()) {
      *found = WithKey(key, array ? JsonArray({}) : JsonObject({}));
    }
    return *found;
  }

  // Only the last of those with one key.
  static void Unite(JsonTree& object) {
    std::set<std::string> seen;
    auto& members = object.children;
    for (size_t i = members.size(); i-- > 0;) {
      if (!seen.insert(members[i].key).second) {
        members.erase(members.begin() + static_cast<ptrdiff_t>(i));
      }
    }
  }

  // ---- State machines -------------------------------------------------------

  void MendTimeValue(JsonTree& v) {
    if (IsJsonNumber(v) ||
        (v.is_string() && v.text.starts_with('#') && !random_.OneIn(64))) {
      return;
    }
    const bool compose = HasOperation(v, "compose");
    if (!compose && !HasOperators(v)) {
      v = WithKey(v.key, parts_.TimeValue(1));
      return;
    }
    const size_t count = compose ? 3 : v.children[0].text.size() + 1;
    while (v.children.size() < count) v.children.push_back(parts_.Number());
    if (compose) v.children.resize(count);
    for (size_t i = 1; i < v.children.size(); ++i) MendTimeValue(v.children[i]);
  }

  void MendClip(JsonTree& c) {
    if (c.is_string() && c.text.starts_with('#')) {
      if (!IsOneOf(names_.clips, c.text.substr(1))) c.text = "#identity";
      return;
    }
    if (c.is_string() && c.text.find('@') != std::string::npos) return;
    const std::string_view takes = Takes(c);
    if (takes.empty()) {
      c = WithKey(c.key, JsonString("#identity"));
      return;
    }
    c.children.resize(takes.size() + 1);
    for (size_t i = 1; i < c.children.size(); ++i) {
      JsonTree& part = c.children[i];
      if (takes[i - 1] == 'c') {
        MendClip(part);
      } else if (takes[i - 1] == 'v') {
        MendTimeValue(part);
      } else if (!part.is_string() || part.text.starts_with("!transition:")) {
        part = JsonString(random_.OneIn(4) && !names_.states.empty()
                              ? "!transition:" + parts_.Any(names_.states)
                              : "event");
      }
    }
  }

  // Looks from name to name; where it comes back, the whole becomes simple.
  void BreakCycles(JsonTree& object, const JsonTree& simple) {
    if (object.children.size() > 200) return;
    for (JsonTree& member : object.children) {
      std::set<std::string> seen;
      std::vector<std::string> queue;
      References(member, queue);
      while (!queue.empty()) {
        const std::string name = queue.back();
        queue.pop_back();
        if (name == member.key) {
          member = WithKey(member.key, simple);
          break;
        }
        JsonTree* next = object.Find(name);
        if (next != nullptr && seen.insert(name).second) {
          References(*next, queue);
        }
      }
    }
  }

  void MendMachine() {
    JsonTree& parameters = Member(root_, "parameters", false);
    Unite(parameters);
    for (JsonTree& p : parameters.children) MendTimeValue(p);
    BreakCycles(parameters, JsonWord("1"));
    JsonTree& clips = Member(root_, "clips", false);
    Unite(clips);
    if (clips.children.empty()) {
      clips.children.push_back(WithKey("a", JsonString("#identity")));
    }
    names_ = NamesIn(root_);
    for (JsonTree& c : clips.children) MendClip(c);
    BreakCycles(clips, JsonString("#identity"));
    JsonTree& states = Member(root_, "states", true);
    std::erase_if(states.children, [&](const JsonTree& s) {
      return !s.is_string() || !IsOneOf(names_.clips, s.text);
    });
    if (states.children.empty()) {
      states.children.push_back(JsonString(names_.clips[0]));
    }
    names_ = NamesIn(root_);
    JsonTree& transitions = Member(root_, "transitions", false);
    for (JsonTree& t : transitions.children) {
      std::erase_if(t.children, [&](const JsonTree& to) {
        return !to.is_string() || !IsOneOf(names_.states, to.text);
      });
      const bool single = t.is_string() && IsOneOf(names_.states, t.text);
      if (!t.is_array() && !single) t = WithKey(t.key, parts_.Target());
    }
    JsonTree& start = *root_.Find("start_state");
    if (!start.is_string() || !IsOneOf(names_.states, start.text)) {
      start = WithKey("start_state", JsonString(names_.states[0]));
    }
    // States that events lead to must be listed.
    ForgePlaces places = PlacesIn(root_);
    for (JsonTree* clip : places.clips) {
      if (Takes(*clip) != "cve" || clip->children.size() != 4) continue;
      std::string& event = clip->children[3].text;
      if (!event.starts_with("!transition:")) continue;
      const std::string to = event.substr(12);
      if (!IsOneOf(names_.states, to)) {
        event = "event";
        continue;
      }
      for (const std::string& from : names_.states) {
        transitions.children.push_back(
            WithKey(from, JsonArray({JsonString(to)})));
      }
    }
    if (!random_.OneIn(4)) Gather(transitions);
  }

  // One list for each state, with each target once.
  static void Gather(JsonTree& transitions) {
    std::vector<JsonTree> all;
    for (JsonTree& t : transitions.children) {
      auto same = std::ranges::find(all, t.key, &JsonTree::key);
      if (same == all.end()) {
        all.push_back(WithKey(t.key, JsonArray({})));
        same = all.end() - 1;
      }
      std::vector<JsonTree> targets = t.children;
      if (t.is_string()) targets.push_back(JsonString(t.text));
      for (JsonTree& to : targets) {
        const auto found =
            std::ranges::find(same->children, to.text, &JsonTree::text);
        if (found == same->children.end()) {
          same->children.push_back(std::move(to));
        }
      }
    }
    transitions.children = std::move(all);
  }

  // ---- Armatures ------------------------------------------------------------

  void MendArmature() {
    JsonTree& joints = Member(root_, "joints", false);
    Unite(joints);
    for (JsonTree& joint : joints.children) {
      if (!joint.is_object()) joint = WithKey(joint.key, parts_.Elements());
      Unite(joint);
      std::erase_if(joint.children, [](const JsonTree& e) {
        return e.key.empty() || e.key.size() > 4 || e.key[0] == '0' ||
               e.key.find_first_not_of("0123456789") != std::string::npos;
      });
      for (JsonTree& e : joint.children) {
        if (!e.is_array() || e.children.empty() ||
            !IsJsonNumber(e.children[0])) {
          e = WithKey(e.key, JsonArray({JsonWord("1")}));
        }
        e.children.resize(1);
      }
    }
    JsonTree& clips = Member(root_, "clips", false);
    Unite(clips);
    for (JsonTree& clip : clips.children) {
      if (!clip.is_object()) clip = WithKey(clip.key, parts_.ArmatureClip());
      MendArmatureClip(clip);
    }
  }

  void MendArmatureClip(JsonTree& clip) {
    bool loops = false;
    if (JsonTree* loop = clip.Find("loop")) {
      loops = loop->text == "true";
      if (!loops) *loop = WithKey("loop", JsonWord("false"));
    }
    JsonTree& joints = Member(clip, "joint_clips", false);
    Unite(joints);
    for (JsonTree& joint : joints.children) {
      if (!joint.is_array()) joint = WithKey(joint.key, parts_.JointClip());
      MendVariables(joint, loops);
    }
    JsonTree& events = Member(clip, "events", false);
    Unite(events);
    std::erase_if(events.children, [](const JsonTree& event) {
      return !event.is_string() || event.key.empty() || event.key.size() > 12 ||
             event.key.find_first_not_of("0123456789.") != std::string::npos ||
             std::ranges::count(event.key, '.') > 1 || event.key == ".";
    });
    if (!loops && events.children.size() > 1) events.children.resize(1);
  }

  void MendVariables(JsonTree& joint, bool loops) {
    std::set<std::string> seen;
    for (JsonTree& variable : joint.children) {
      if (!variable.is_object()) variable = parts_.VariableClip();
      for (const auto& [key, fallback] :
           {std::pair("variable", "angle"), std::pair("type", "uniform"),
            std::pair("interpolation", "linear")}) {
        JsonTree* word = variable.Find(key);
        if (word == nullptr) {
          variable.children.push_back(WithKey(key, JsonString(fallback)));
        } else if (!word->is_string()) {
          *word = WithKey(key, JsonString(fallback));
        }
      }
      std::string& interpolation = variable.Find("interpolation")->text;
      if (interpolation != "nearest") interpolation = "linear";
      std::string& name = variable.Find("variable")->text;
      for (const char* other : kVariables) {
        const bool known =
            std::ranges::find(kVariables, name) != std::end(kVariables);
        if (known && !seen.contains(name)) break;
        name = other;
      }
      // All fourteen are taken: the game would refuse it.
      if (!seen.insert(name).second) variable.key = "again";
      JsonTree& samples = Member(variable, "samples", true);
      for (JsonTree& sample : samples.children) {
        if (!IsJsonNumber(sample)) sample = parts_.Number();
      }
      while (samples.children.size() < (loops ? 1 : 2)) {
        samples.children.push_back(parts_.Number());
      }
    }
    std::erase_if(joint.children,
                  [](const JsonTree& v) { return v.key == "again"; });
  }

  JsonTree& root_;
  Random& random_;
  ForgeNames names_;
  ForgeParts parts_;
};

}  // namespace

ForgeNames NamesIn(JsonTree& root) {
  ForgeNames names;
  names.parameters = KeysOf(root.Find("parameters"));
  names.clips = KeysOf(root.Find("clips"));
  names.joints = KeysOf(root.Find("joints"));
  if (JsonTree* states = root.Find("states")) {
    for (const JsonTree& s : states->children) names.states.push_back(s.text);
  }
  return names;
}

bool IsArmature(JsonTree& root) { return root.Find("joints") != nullptr; }

ForgePlaces PlacesIn(JsonTree& root) {
  ForgePlaces places;
  Finder finder(places);
  const bool armature = IsArmature(root);
  for (JsonTree& section : root.children) {
    for (JsonTree& child : section.children) {
      if (section.key == "parameters") finder.TimeValue(child);
      if (section.key == "transitions") places.targets.push_back(&child);
      if (section.key == "joints") places.joints.push_back(&child);
      if (section.key == "clips") {
        armature ? finder.ArmatureClip(child) : finder.Clip(child);
      }
    }
  }
  return places;
}

void MendForge(JsonTree& root, Random& random) { Mender(root, random).Run(); }

// ---- The grammar ------------------------------------------------------------

std::string ForgeParts::Any(const std::vector<std::string>& names) {
  return names.empty() ? NewName() : names[random_.Below(names.size())];
}

std::string ForgeParts::NewName() {
  static constexpr const char* kNames[] = {
      "a",        "b",      "c",        "open",      "closed",        "opening",
      "progress", "speeds", "lid",      "handle",    "x/y",           "x~1",
      "\\u0061",  "",       "identity", "p\xc3\xa9", "\\ud83d\\ude00"};
  std::string name = random_.Pick(kNames);
  if (random_.OneIn(2)) name += std::to_string(random_.Below(100));
  return name;
}

JsonTree ForgeParts::Number() {
  static constexpr const char* kNumbers[] = {"0", "1",   "-1",    "0.5", "2",
                                             "3", "0.1", "-0.25", "90",  "-0"};
  if (!random_.OneIn(4)) return JsonWord(random_.Pick(kNumbers));
  for (int tries = 0; tries < 4; ++tries) {
    JsonTree number = JsonWord(random_.OneIn(4) ? OddNumber(random_)
                                                : OrdinaryNumber(random_));
    if (IsJsonNumber(number)) return number;
  }
  return JsonWord("1e38");
}

std::string ForgeParts::Operators() {
  static constexpr char kOperators[] = {'+', '-', '*', '/', 'm',
                                        'M', 'r', 'R', 'f', 'F'};
  std::string all;
  for (size_t left = random_.Few(); left != 0; --left) {
    all += random_.Pick(kOperators);
  }
  return all;
}

JsonTree ForgeParts::TimeValue(size_t depth) {
  const size_t kind = random_.Below(depth == 0 ? 6 : 12);
  if (kind < 2) return Number();
  if (kind < 3) return JsonString("#identity");
  if (kind < 5) return JsonString("#" + Any(names_.parameters));
  if (kind < 6) return JsonString(random_.OneIn(2) ? "#input" : "#click_time");
  if (kind < 8) {
    return JsonArray(
        {JsonString("compose"), TimeValue(depth - 1), TimeValue(depth - 1)});
  }
  JsonTree chain = JsonArray({JsonString(Operators())});
  size_t count = chain.children[0].text.size();
  if (random_.OneIn(16)) count += random_.Few();
  while (count-- != 0) chain.children.push_back(TimeValue(depth - 1));
  return chain;
}

JsonTree ForgeParts::Clip(size_t depth) {
  const size_t kind = random_.Below(depth == 0 ? 4 : 12);
  if (kind < 1) return JsonString("#identity");
  if (kind < 3) return JsonString("#" + Any(names_.clips));
  if (kind < 4) {
    static constexpr std::string_view kClips =
        "example:block/chest@lid block/a@x Example:Block@x x:a@b a#variant@lid "
        "a@b@c @ :a@ example:block/chest@shake";
    return JsonString(random_.OneIn(2) ? "example:block/chest@lid"
                                       : random_.PickWord(kClips));
  }
  if (kind < 7) {
    return JsonArray(
        {JsonString("apply"), Clip(depth - 1), TimeValue(depth - 1)});
  }
  if (kind < 9) {
    return JsonArray({JsonString("slerp"), Clip(depth - 1), Clip(depth - 1),
                      TimeValue(depth - 1), TimeValue(depth - 1)});
  }
  return JsonArray({JsonString("trigger_positive"), Clip(depth - 1),
                    TimeValue(depth - 1), JsonString(EventName())});
}

std::string ForgeParts::EventName() {
  if (random_.OneIn(2)) return random_.OneIn(2) ? "event" : NewName();
  if (random_.OneIn(8)) return random_.OneIn(2) ? "!" : "!transition";
  return "!transition:" + Any(names_.states);
}

JsonTree ForgeParts::Target() {
  if (random_.OneIn(2)) return JsonString(Any(names_.states));
  JsonTree list = JsonArray({});
  for (size_t left = random_.Below(4); left != 0; --left) {
    list.children.push_back(JsonString(Any(names_.states)));
  }
  return list;
}

JsonTree ForgeParts::Elements() {
  JsonTree elements = JsonObject({});
  for (size_t left = random_.Below(4); left != 0; --left) {
    std::string element = random_.OneIn(16)
                              ? OddIndex(random_)
                              : std::to_string(1 + random_.Below(6));
    elements.children.push_back(
        WithKey(std::move(element),
                JsonArray({random_.OneIn(4) ? Number() : JsonWord("1")})));
  }
  return elements;
}

JsonTree ForgeParts::VariableClip() {
  JsonTree samples = JsonArray({});
  for (size_t left = random_.Below(8); left != 0; --left) {
    samples.children.push_back(Number());
  }
  return JsonObject(
      {WithKey("variable", JsonString(random_.Pick(kVariables))),
       WithKey("type", JsonString("uniform")),
       WithKey("interpolation",
               JsonString(random_.OneIn(3) ? "nearest" : "linear")),
       WithKey("samples", std::move(samples))});
}

JsonTree ForgeParts::JointClip() {
  JsonTree variables = JsonArray({});
  for (size_t left = random_.Few(); left != 0; --left) {
    variables.children.push_back(VariableClip());
  }
  return variables;
}

std::string ForgeParts::EventTime() {
  static constexpr const char* kTimes[] = {
      "0",        "0.5",     "1",
      "0.25",     "0.75f",   " .5 ",
      "-0",       "-0.0",    "0.50",
      "1e-3",     "0.9",     "2",
      "-1",       "NaN",     "Infinity",
      "",         "1e9d",    "0x1p-2",
      "0x-1p0",   "0x1.p-1", "0x.8p0",
      "0x1p+0f",  "0x",      "0x1.8p-150",
      "0x0p999",  "0x1p999", "0x1.ffffffp-1",
      "0xnan(p)", "0x1p"};
  if (random_.OneIn(3)) return random_.Pick(kTimes);
  if (random_.OneIn(8)) return OddNumber(random_);
  return ShortestNumber(static_cast<float>(random_.Below(17)) / 16);
}

JsonTree ForgeParts::Events() {
  JsonTree events = JsonObject({});
  for (size_t left = random_.Below(4); left != 0; --left) {
    events.children.push_back(WithKey(EventTime(), JsonString(EventName())));
  }
  return events;
}

JsonTree ForgeParts::ArmatureClip() {
  JsonTree joints = JsonObject({});
  for (size_t left = random_.Below(3); left != 0; --left) {
    joints.children.push_back(WithKey(Any(names_.joints), JointClip()));
  }
  return JsonObject(
      {WithKey("loop", JsonWord(random_.OneIn(2) ? "true" : "false")),
       WithKey("joint_clips", std::move(joints)), WithKey("events", Events())});
}

}  // namespace clipguard::fuzz
