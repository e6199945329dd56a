// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "actions/repair/forge/fixes.h"
#include "actions/repair/forge/json_text.h"
#include "base/nearest_name.h"
#include "parser/forge/json/json_fields.h"
#include "parser/forge/json/member_names.h"
#include "parser/forge/json/name_map.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;
using forge::kNowhere;
using forge::NameMap;
using Member = JsonDocument::Member;

// Objects with more keys are not looked through for a name.
constexpr size_t kMostKeys = 1000;

// The number that the game reads from a text, written as JSON. Empty if it is
// not one.
std::string NumberText(std::string_view text) {
  if (IsJsonNumber(text)) return std::string(text);
  const auto value = forge::ReadJavaDouble(text);
  if (!value || !std::isfinite(*value)) return {};
  std::string number;
  for (int digits = 1; digits <= 17; ++digits) {
    number = absl::StrFormat("%.*g", digits, *value);
    if (forge::ReadJavaDouble(number) == value) break;
  }
  return number;
}

// The last token of a JSON pointer.
std::string_view LastOf(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// Whether all keys of an object are different, or all pairs' of a list.
bool AllDiffer(const JsonDocument& json, const std::vector<JsonNode>& keys) {
  NameMap names;
  for (const JsonNode key : keys) {
    if (!names.try_emplace(json.string(key), key).second) return false;
  }
  return true;
}

std::vector<Member> MembersOf(const JsonDocument& json, JsonNode object) {
  std::vector<Member> members;
  for (const Member member : json.Members(object)) members.push_back(member);
  return members;
}

}  // namespace

// ---- Places -----------------------------------------------------------------

size_t NodeFixer::Begin(Node node) const {
  return static_cast<size_t>(json_.range(node).offset);
}

const JsonEnds& NodeFixer::ends() {
  if (!ends_) ends_.emplace(json_.text());
  return *ends_;
}

size_t NodeFixer::End(Node node) {
  const JsonKind kind = json_.kind(node);
  return kind == JsonKind::kObject || kind == JsonKind::kArray
             ? ends().EndOf(Begin(node))
             : EndOfScalar(json_.text(), Begin(node));
}

std::string_view NodeFixer::Source(Node node) {
  const size_t begin = Begin(node);
  return json_.text().substr(begin, End(node) - begin);
}

std::optional<NodeFixer::Node> NodeFixer::NodeAt(uint64_t offset) const {
  Node first = 0;
  auto count = static_cast<Node>(json_.size());
  while (count > 0) {
    const Node half = count / 2;
    if (json_.range(first + half).offset < offset) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first == json_.size() || json_.range(first).offset != offset) {
    return std::nullopt;
  }
  return first;
}

NodeFixer::Node NodeFixer::ParentOf(Node node) {
  if (parents_.empty()) {
    parents_.resize(json_.size());
    std::vector<Node> open;
    for (Node n = 0; n < parents_.size(); ++n) {
      while (!open.empty() && json_.After(open.back()) <= n) open.pop_back();
      parents_[n] = open.empty() ? n : open.back();
      const JsonKind kind = json_.kind(n);
      if (kind == JsonKind::kObject || kind == JsonKind::kArray) {
        open.push_back(n);
      }
    }
  }
  return parents_[node];
}

// ---- Plans ------------------------------------------------------------------

void NodeFixer::Plan(const LazyFinding& found, bool safe, size_t begin,
                     size_t end, std::string_view text, std::string_view lost,
                     std::string_view note) {
  plan_.Replace({.code = found.code(),
                 .safe = safe,
                 .bytes = {begin, end - begin},
                 .replacement = text},
                [&] {
                  return FixText{.path = found.path(),
                                 .lost = std::string(lost),
                                 .note = std::string(note)};
                });
}

void NodeFixer::Fix(const LazyFinding& found) {
  const auto node = NodeAt(found.bytes().offset);
  if (!node) return;
  switch (found.code()) {
    case kForgeTypeCoerced:
      return FixCoerced(found, *node);
    case kJsonKeyDuplicate:
      return FixDuplicates(found, *node);
    case kForgeMapAsList:
      return FixMap(found, *node);
    case kForgeKeyUnknown:
    case kAsmOperationUnknown:
    case kAsmClipTypeUnknown:
    case kAsmClipUnknown:
    case kAsmStartStateUnknown:
    case kAsmTransitionToUnknown:
    case kAsmTransitionFromUnknown:
    case kArmatureVariableUnknown:
    case kArmatureInterpolationUnknown:
    case kArmatureJointUnknown:
      return FixName(found, *node);
    case kForgeKeyMissing:
      return FixMissing(found, *node);
    case kArmatureSampleSingle:
      return FixSingle(found, *node);
    case kAsmOperandsExtra:
      return RemoveFrom(found, *node);
    default:
      return;
  }
}

void NodeFixer::Remove(const LazyFinding& found, size_t begin, size_t end,
                       std::string_view what) {
  const bool comments = ends().HasComment(begin, end);
  Plan(found, true, begin, end, {},
       !comments      ? what
       : what.empty() ? "comments"
                      : Joined({what, ", and comments"}));
}

void NodeFixer::FixCoerced(const LazyFinding& found, Node node) {
  const size_t begin = Begin(node);
  const size_t end = End(node);
  if (json_.kind(node) == JsonKind::kNumber) {
    Plan(found, true, begin, end, JsonString(json_.source(node)));
    return;
  }
  if (json_.kind(node) != JsonKind::kString) return;
  const std::string_view text = json_.string(node);
  if (LastOf(found.path()) == forge::member::kLoop) {
    const std::string lower =
        absl::AsciiStrToLower(absl::string_view(text.data(), text.size()));
    if (lower != "true" && lower != "false") {
      return plan_.Refuse(found,
                          "the game reads false, whatever else the word says");
    }
    Plan(found, true, begin, end, lower);
    return;
  }
  const std::string number = NumberText(text);
  if (number.empty()) return plan_.Refuse(found, "JSON has no such number");
  Plan(found, true, begin, end, number);
}

void NodeFixer::FixDuplicates(const LazyFinding& found, Node key) {
  const Node object = ParentOf(key);
  if (!done_.insert(object).second) return;
  const bool add_up = object != JsonDocument::kRoot &&
                      ParentOf(object) == JsonDocument::kRoot &&
                      json_.kind(JsonDocument::kRoot) == JsonKind::kObject &&
                      json_.string(object - 1) == forge::member::kTransitions;
  if (json_.kind(object) != JsonKind::kObject) return;
  if (add_up) {
    JoinLists(found, object);
  } else {
    KeepLast(found, object);
  }
}

void NodeFixer::KeepLast(const LazyFinding& found, Node object) {
  const std::vector<Member> members = MembersOf(json_, object);
  NameMap last_of_name;
  for (uint32_t i = 0; i < members.size() && !plan_.full(); ++i) {
    const auto [last, is_new] =
        last_of_name.try_emplace(json_.string(members[i].key), i);
    if (is_new) continue;
    const uint32_t before = std::exchange(last->second, i);
    const Member& member = members[before];
    // Another one follows, and so does a comma.
    const size_t comma = SkipBlank(json_.text(), End(member.value)).value_or(0);
    const size_t next = Begin(members[before + 1].key);
    const bool bare =
        json_.text()
            .substr(comma + 1, next - comma - 1)
            .find_first_not_of(" \t\r\n") == std::string_view::npos;
    Remove(found, Begin(member.key), bare ? next : comma + 1,
           "a value that the game replaces by a later one");
  }
}

void NodeFixer::JoinLists(const LazyFinding& found, Node object) {
  const std::vector<Member> members = MembersOf(json_, object);
  NameMap last_of_name;
  // For each member, the next one with its name.
  std::vector<uint32_t> next(members.size(), kNowhere);
  std::vector<bool> first(members.size(), true);
  for (uint32_t i = 0; i < members.size(); ++i) {
    const auto [last, is_new] =
        last_of_name.try_emplace(json_.string(members[i].key), i);
    if (is_new) continue;
    next[std::exchange(last->second, i)] = i;
    first[i] = false;
  }
  for (uint32_t i = 0; i < members.size(); ++i) {
    if (!first[i] || next[i] == kNowhere) continue;
    std::string joined;
    uint32_t last = i;
    // The others are joined to these in the next pass.
    size_t room = plan_.room();
    if (room < 2) return;
    for (uint32_t k = i; k != kNowhere && room != 0; k = next[k]) {
      --room;
      last = k;
      const Node value = members[k].value;
      std::vector<Node> states;
      if (json_.kind(value) == JsonKind::kArray) {
        for (const Node state : json_.Elements(value)) states.push_back(state);
      } else {
        states.push_back(value);
      }
      for (const Node state : states) {
        if (json_.kind(state) != JsonKind::kString) {
          return plan_.Refuse(found,
                              "the lists have something else than names");
        }
        joined += joined.empty() ? "[" : ", ";
        joined += json_.source(state);
      }
    }
    joined += joined.empty() ? "[]" : "]";
    const Node value = members[last].value;
    Plan(found, true, Begin(value), End(value), joined,
         ends().HasComment(Begin(value), End(value)) ? "comments" : "",
         "in the game, lists of one state add up");
    for (uint32_t k = i; k != last; k = next[k]) {
      const size_t comma =
          SkipBlank(json_.text(), End(members[k].value)).value_or(0);
      Remove(found, Begin(members[k].key), comma + 1, {});
    }
  }
}

void NodeFixer::FixMap(const LazyFinding& found, Node list) {
  if (json_.kind(list) != JsonKind::kArray) return;
  std::vector<Node> keys;
  for (const Node pair : json_.Elements(list)) {
    if (json_.kind(pair) != JsonKind::kArray ||
        json_.CountElements(pair) != 2 ||
        json_.kind(pair + 1) != JsonKind::kString) {
      return plan_.Refuse(found,
                          "not all of it are pairs of a key and a value");
    }
    keys.push_back(pair + 1);
  }
  if (!AllDiffer(json_, keys)) {
    return plan_.Refuse(found, "a key is there twice");
  }
  const std::string_view text = json_.text();
  std::string out = "{";
  size_t done = Begin(list) + 1;
  // Copies what lies before a bracket or comma, and leaves that out.
  const auto copy_until = [&](size_t at, std::string_view instead) {
    out += text.substr(done, at - done);
    out += instead;
    done = at + 1;
  };
  for (const Node key : keys) {
    const Node value = json_.After(key);
    copy_until(Begin(key - 1), {});
    copy_until(SkipBlank(text, End(key)).value_or(0), ":");
    copy_until(SkipBlank(text, End(value)).value_or(0), {});
  }
  copy_until(End(list) - 1, "}");
  Plan(found, true, Begin(list), End(list), out);
}

void NodeFixer::FixName(const LazyFinding& found, Node node) {
  const std::string_view nearest = SuggestedName(found.message());
  if (nearest.empty() || json_.kind(node) != JsonKind::kString) {
    return plan_.Refuse(found, "no name is near that may be meant");
  }
  // A clip is referred to with this sign.
  const bool has_sign = found.code() == kAsmClipUnknown &&
                        json_.string(node).starts_with('#') &&
                        !nearest.starts_with('#');
  if (found.code() == kForgeKeyUnknown ||
      found.code() == kAsmTransitionFromUnknown ||
      found.code() == kArmatureJointUnknown) {
    size_t keys = 0;
    for (const Member member : json_.Members(ParentOf(node))) {
      if (++keys > kMostKeys || json_.string(member.key) == nearest) {
        return plan_.Refuse(found, "the name that is near is there already");
      }
    }
  }
  Plan(found, false, Begin(node), End(node),
       JsonString(Joined({has_sign ? "#" : "", nearest})), {},
       "the nearest name that is known");
}

void NodeFixer::FixMissing(const LazyFinding& found, Node object) {
  struct Empty {
    std::string_view key;
    std::string_view value;
  };
  constexpr std::array kEmpty = {
      Empty{forge::member::kParameters, "{}"},
      Empty{forge::member::kClips, "{}"},
      Empty{forge::member::kStates, "[]"},
      Empty{forge::member::kTransitions, "{}"},
      Empty{forge::member::kJoints, "{}"},
      Empty{forge::member::kJointClips, "{}"},
      Empty{forge::member::kEvents, "{}"},
  };
  const std::string_view key = LastOf(found.path());
  const decltype(kEmpty)::const_iterator empty =
      std::ranges::find(kEmpty, key, &Empty::key);
  if (empty == kEmpty.end()) {
    return plan_.Refuse(found, "what should be there is not known");
  }
  if (json_.kind(object) == JsonKind::kNull) {
    Plan(found, true, Begin(object), End(object), empty->value);
    return;
  }
  if (json_.kind(object) != JsonKind::kObject) return;
  size_t keys = 0;
  for (const Member member : json_.Members(object)) {
    if (++keys > kMostKeys ||
        !NearestName(json_.string(member.key), std::span(&key, 1)).empty()) {
      return plan_.Refuse(found,
                          "it may be there under a name that is misspelt");
    }
    const JsonKind kind = json_.kind(member.value);
    const bool holds = kind == JsonKind::kObject || kind == JsonKind::kArray;
    if (holds && std::ranges::find(kEmpty, json_.string(member.key),
                                   &Empty::key) == kEmpty.end()) {
      return plan_.Refuse(found, "it may be there under another name");
    }
  }
  const bool first = keys == 0;
  const size_t at = Begin(object) + 1;
  Plan(found, true, at, at,
       Joined({"\"", key, "\": ", empty->value, first ? "" : ", "}), {},
       "the game needs the key, even where there is nothing to say");
}

void NodeFixer::RemoveFrom(const LazyFinding& found, Node first) {
  const Node array = ParentOf(first);
  if (json_.kind(array) != JsonKind::kArray) {
    return plan_.Refuse(found, "it is not in a list");
  }
  // The element before: mostly a value of one node.
  Node before = first - 1;
  if (before != array && ParentOf(before) != array) {
    for (const Node node : json_.Elements(array)) {
      if (node >= first) break;
      before = node;
    }
  }
  // To the bracket that closes the list, and the blanks before it.
  Node last = first;
  for (Node n = first; n != json_.After(array); n = json_.After(n)) last = n;
  const size_t begin = before == array ? Begin(first) : End(before);
  Remove(found, begin, End(last), "values that the game never looks at");
}

void NodeFixer::FixSingle(const LazyFinding& found, Node samples) {
  if (json_.kind(samples) != JsonKind::kArray ||
      json_.CountElements(samples) != 1) {
    return plan_.Refuse(found, "there is not one sample");
  }
  const size_t end = End(samples + 1);
  Plan(found, true, end, end, Joined({", ", Source(samples + 1)}), {},
       "two samples that are the same are one value at all times");
}

}  // namespace clipguard::actions
