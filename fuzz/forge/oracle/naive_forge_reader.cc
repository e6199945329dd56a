// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/oracle/naive_forge_reader.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <tuple>

#include "fuzz/forge/oracle/naive_json.h"

namespace clipguard::fuzz {
namespace {

constexpr std::string_view kVariables[] = {
    "offset_x", "offset_y", "offset_z", "axis_x",   "axis_y",
    "axis_z",   "angle",    "scale",    "scale_x",  "scale_y",
    "scale_z",  "origin_x", "origin_y", "origin_z",
};

// Takes digits off the front; whether there were any.
bool TakeDigits(std::string_view& s, bool hex) {
  const size_t end = std::min(
      s.find_first_not_of(hex ? "0123456789abcdefABCDEF" : "0123456789"),
      s.size());
  s.remove_prefix(end);
  return end != 0;
}

bool TakeOneOf(std::string_view& s, std::string_view chars) {
  if (s.empty() || chars.find(s[0]) == std::string_view::npos) return false;
  s.remove_prefix(1);
  return true;
}

// The part of a number that strtod() may see; nothing if it is not one in Java.
std::optional<std::string> JavaNumber(std::string_view s) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= 32; };
  while (!s.empty() && blank(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank(s.back())) s.remove_suffix(1);
  const std::string_view whole = s;
  TakeOneOf(s, "+-");
  if (s == "NaN" || s == "Infinity") return std::string(whole);
  const bool hex = s.starts_with("0x") || s.starts_with("0X");
  if (hex) s.remove_prefix(2);
  bool digits = TakeDigits(s, hex);
  if (TakeOneOf(s, ".")) digits |= TakeDigits(s, hex);
  if (!digits) return std::nullopt;
  const bool exponent = TakeOneOf(s, hex ? "pP" : "eE");
  if (exponent) {
    TakeOneOf(s, "+-");
    if (!TakeDigits(s, false)) return std::nullopt;
  }
  if (hex && !exponent) return std::nullopt;
  const std::string_view number = whole.substr(0, whole.size() - s.size());
  TakeOneOf(s, "fFdD");
  if (!s.empty()) return std::nullopt;
  return std::string(number);
}

std::optional<int32_t> JavaInt(const std::string& s) {
  std::string_view digits = s;
  TakeOneOf(digits, "+-");
  if (!TakeDigits(digits, false) || !digits.empty()) return std::nullopt;
  const int64_t value =
      s.size() < 4000 ? std::strtoll(s.c_str(), nullptr, 10) : INT64_MAX;
  if (value < INT32_MIN || value > INT32_MAX) return std::nullopt;
  return static_cast<int32_t>(value);
}

using Members = std::vector<std::pair<std::string, const NaiveJson*>>;

// Common base of the readers of both kinds of files.
class Reader {
 public:
  bool malformed() const { return malformed_; }

 protected:
  void Fail() { malformed_ = true; }

  std::optional<std::string> String(const NaiveJson& json) {
    if (json.kind == '"' || json.kind == '0') return json.text;
    Fail();
    return std::nullopt;
  }

  std::optional<float> Number(const NaiveJson& json) {
    std::optional<std::string> text;
    if (json.kind == '0') text = json.text;
    if (json.kind == '"') text = JavaNumber(json.text);
    if (text) return static_cast<float>(std::strtod(text->c_str(), nullptr));
    Fail();
    return std::nullopt;
  }

  // The last of those with one key; or all.
  Members Object(const NaiveJson& json, bool pairs, bool all = false) {
    Members members;
    const auto add = [&](const NaiveJson& key, const NaiveJson& value) {
      const auto same =
          std::ranges::find(members, key.text, &Members::value_type::first);
      if (!all && same != members.end()) {
        if (json.kind == '[') Fail();
        members.erase(same);
      }
      members.emplace_back(key.text, &value);
    };
    if (json.kind == '{') {
      for (const NaiveMember& member : json.members) {
        add(member.key, member.value);
      }
    } else if (json.kind == '[' && pairs) {
      for (const NaiveJson& pair : json.elements) {
        if (pair.elements.size() == 2 && pair.elements[0].kind == '"') {
          add(pair.elements[0], pair.elements[1]);
        } else {
          Fail();
        }
      }
    } else {
      Fail();
    }
    return members;
  }

  // The last with that key; null in the file is nothing.
  const NaiveJson* Field(const NaiveJson& object, std::string_view key,
                         bool required = true) {
    const NaiveJson* found = nullptr;
    for (const NaiveMember& member : object.members) {
      if (member.key.text == key) found = &member.value;
    }
    if (found != nullptr && found->kind == 'n') found = nullptr;
    if (found == nullptr && required) Fail();
    return found;
  }

  const std::vector<NaiveJson>& Array(const NaiveJson& json) {
    if (json.kind != '[') Fail();
    return json.elements;
  }

 private:
  bool malformed_ = false;
};

// ---- State machines ---------------------------------------------------------

class MachineReader : public Reader {
 public:
  NaiveMachine Read(const NaiveJson& root) {
    NaiveMachine m;
    m.readable = true;
    if (const NaiveJson* parameters = Field(root, "parameters")) {
      for (const auto& [name, value] : Object(*parameters, true)) {
        m.parameters.emplace_back(name, TimeValue(*value));
      }
    }
    if (const NaiveJson* clips = Field(root, "clips")) {
      for (const auto& [name, value] : Object(*clips, true)) {
        m.clips.emplace_back(name, Clip(*value));
      }
    }
    if (const NaiveJson* states = Field(root, "states")) {
      for (const NaiveJson& state : Array(*states)) {
        if (const auto name = String(state)) m.states.push_back(*name);
      }
    }
    if (const NaiveJson* transitions = Field(root, "transitions")) {
      for (const auto& [from, to] : Object(*transitions, false, true)) {
        if (to->kind == '"') {
          m.transitions.emplace(from, to->text);
          continue;
        }
        for (const NaiveJson& one : Array(*to)) {
          if (const auto name = String(one)) m.transitions.emplace(from, *name);
        }
      }
    }
    if (const NaiveJson* start = Field(root, "start_state")) {
      m.start = String(*start);
    }
    m.malformed = malformed();
    return m;
  }

 private:
  NaiveExpression Nothing() {
    Fail();
    return {};
  }

  // Reads a reference, which time values and clips write the same way.
  std::optional<NaiveExpression> Reference(const NaiveJson& json) {
    if (json.kind != '"' || !json.text.starts_with('#')) return std::nullopt;
    if (json.text == "#identity") {
      return NaiveExpression{.what = json.text, .text = {}, .parts = {}};
    }
    return NaiveExpression{
        .what = "#", .text = json.text.substr(1), .parts = {}};
  }

  NaiveExpression TimeValue(const NaiveJson& json) {
    if (json.kind == '0') {
      return {.what = "number",
              .number = Number(json).value_or(0),
              .text = {},
              .parts = {}};
    }
    if (const auto reference = Reference(json)) return *reference;
    if (json.kind != '[' || json.elements.empty()) return Nothing();
    const auto what = String(json.elements[0]);
    if (!what || what->empty()) return Nothing();
    const bool compose = *what == "compose";
    if (!compose &&
        what->find_first_not_of("+-*/mMrRfF") != std::string::npos) {
      return Nothing();
    }
    NaiveExpression e = {.what = *what, .text = {}, .parts = {}};
    for (size_t i = 1; i < json.elements.size(); ++i) {
      e.parts.push_back(TimeValue(json.elements[i]));
    }
    const bool enough =
        compose ? e.parts.size() == 2 : e.parts.size() >= what->size();
    return enough ? e : Nothing();
  }

  NaiveExpression Clip(const NaiveJson& json) {
    if (const auto reference = Reference(json)) return *reference;
    if (json.kind == '"' && json.text.find('@') != std::string::npos) {
      return {.what = "@", .text = json.text, .parts = {}};
    }
    if (json.kind != '[' || json.elements.empty()) return Nothing();
    const auto what = String(json.elements[0]);
    if (!what) return Nothing();
    const std::string_view takes = *what == "apply"              ? "cv"
                                   : *what == "slerp"            ? "ccvv"
                                   : *what == "trigger_positive" ? "cve"
                                                                 : "";
    if (takes.empty() || json.elements.size() != takes.size() + 1) {
      return Nothing();
    }
    NaiveExpression e = {.what = *what, .text = {}, .parts = {}};
    for (size_t i = 0; i < takes.size(); ++i) {
      const NaiveJson& part = json.elements[i + 1];
      if (takes[i] == 'c') e.parts.push_back(Clip(part));
      if (takes[i] == 'v') e.parts.push_back(TimeValue(part));
      if (takes[i] != 'e') continue;
      const auto event = String(part);
      if (!event) return Nothing();
      e.text = *event;
    }
    return e;
  }
};

// ---- Armatures --------------------------------------------------------------

class ArmatureReader : public Reader {
 public:
  NaiveArmature Read(const NaiveJson& root) {
    NaiveArmature a;
    a.readable = true;
    if (const NaiveJson* joints = Field(root, "joints")) {
      for (const auto& [name, value] : Object(*joints, true)) {
        auto& joint = a.joints.emplace_back().second;
        a.joints.back().first = name;
        for (const auto& [key, weights] : Object(*value, true)) {
          const auto element = JavaInt(key);
          if (!element) Fail();
          if (!element) continue;
          std::optional<float> weight;
          for (const NaiveJson& number : Array(*weights)) {
            const float w = Number(number).value_or(1);
            if (!weight) weight = w;
          }
          if (!weight) Fail();
          if (weight) joint.emplace_back(*element, *weight);
        }
        std::set<int32_t> elements;
        for (const auto& [element, weight] : joint) {
          if (!elements.insert(element).second) Fail();
        }
      }
    }
    if (const NaiveJson* clips = Field(root, "clips")) {
      for (const auto& [name, value] : Object(*clips, true)) {
        if (value->kind != '{') Fail();
        if (value->kind == '{') a.clips.emplace_back(name, Clip(*value));
      }
    }
    a.malformed = malformed();
    return a;
  }

 private:
  NaiveArmatureClip Clip(const NaiveJson& json) {
    NaiveArmatureClip clip;
    if (const NaiveJson* loop = Field(json, "loop", false)) {
      clip.loop = Boolean(*loop);
    }
    if (const NaiveJson* joints = Field(json, "joint_clips")) {
      for (const auto& [name, value] : Object(*joints, true)) {
        if (value->kind != '[') Fail();
        if (value->kind != '[') continue;
        clip.joints.emplace_back(name, Variables(*value, clip.loop));
      }
    }
    if (const NaiveJson* events = Field(json, "events")) {
      clip.events = Events(*events);
      if (!clip.loop && clip.events.size() > 1) Fail();
    }
    return clip;
  }

  bool Boolean(const NaiveJson& json) {
    if (json.kind == 't' || json.kind == 'f') return json.kind == 't';
    if (json.kind != '"') Fail();
    std::string lower = json.kind == '"' ? json.text : "";
    for (char& c : lower) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
    return lower == "true";
  }

  std::vector<NaiveVariable> Variables(const NaiveJson& list, bool loop) {
    std::vector<NaiveVariable> variables;
    std::set<std::string> seen;
    for (const NaiveJson& json : list.elements) {
      if (json.kind != '{') Fail();
      if (json.kind != '{') continue;
      NaiveVariable v;
      if (const NaiveJson* name = Field(json, "variable")) {
        v.name = String(*name).value_or("");
      }
      if (const NaiveJson* interpolation = Field(json, "interpolation")) {
        const std::string word = String(*interpolation).value_or("");
        v.nearest = word == "nearest";
        if (!v.nearest && word != "linear") Fail();
      }
      if (const NaiveJson* samples = Field(json, "samples")) {
        for (const NaiveJson& sample : Array(*samples)) {
          v.samples.push_back(Number(sample).value_or(0));
        }
      }
      const size_t least = loop || v.nearest ? 1 : 2;
      if (v.samples.size() < least) Fail();
      if (std::ranges::find(kVariables, v.name) == std::end(kVariables) ||
          !seen.insert(v.name).second) {
        Fail();
        continue;
      }
      variables.push_back(std::move(v));
    }
    return variables;
  }

  std::vector<std::pair<float, std::string>> Events(const NaiveJson& json) {
    std::vector<std::pair<float, std::string>> events;
    for (const auto& [key, value] : Object(json, true)) {
      const auto name = String(*value);
      const auto text = JavaNumber(key);
      const float time =
          text ? std::strtof(text->c_str(), nullptr) : std::nanf("");
      if (!std::isfinite(time)) Fail();
      if (!name || !std::isfinite(time)) continue;
      // A later one takes the place of one at the same time.
      std::erase_if(events, [&](const auto& other) {
        return other.first == time &&
               std::signbit(other.first) == std::signbit(time);
      });
      events.emplace_back(time, *name);
    }
    std::ranges::sort(events, {}, [](const auto& event) {
      return std::tuple(event.first, !std::signbit(event.first));
    });
    return events;
  }
};

}  // namespace

NaiveMachine ReadMachineNaively(std::string_view text) {
  const auto root = ReadJsonNaively(text);
  if (!root || root->kind != '{') return {};
  return MachineReader().Read(*root);
}

NaiveArmature ReadArmatureNaively(std::string_view text) {
  const auto root = ReadJsonNaively(text);
  if (!root || root->kind != '{') return {};
  return ArmatureReader().Read(*root);
}

}  // namespace clipguard::fuzz
