// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json/root_keys.h"

#include <algorithm>
#include <iterator>

#include "base/utf8.h"
#include "parser/forge/json/member_names.h"

namespace clipguard::forge {
namespace {

struct Marker {
  std::string_view key;
  std::string_view format;
};

// The first that is there decides. "format_version" alone could be any file of
// Bedrock's.
constexpr Marker kMarkers[] = {
    {"asset", "a glTF file"},
    {"outliner", "a Blockbench project"},
    {"slots", "a Spine skeleton"},
    {"compatibleVersion", "a DragonBones project"},
    {"frameRate", "a DragonBones project"},
    {"animation_controllers", "a Bedrock animation controller"},
    {"animations", "a Bedrock or GeckoLib animation"},
    {"geckolib_format_version", "a GeckoLib animation"},
    {"minecraft:geometry", "a Bedrock model"},
    {"minecraft:client_entity", "a Bedrock entity"},
    {"animator_keyframes", "a Blockbench animation"},
    {"forge_marker", "a Forge block state file"},
    {"variants", "a block state file"},
    {"multipart", "a block state file"},
    {"armature", "a model of Epic Fight"},
    {"elements", "a block model"},
    {"textures", "a block model"},
    {"parent", "a block model"},
    {"animation", "a texture's animation (.mcmeta)"},
    {"format_version", "a Bedrock file"},
};

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Strings, brackets and other characters of a text, past blanks and comments.
// If it is loose, words in single quotes or in none are strings, too.
class Scanner {
 public:
  explicit Scanner(std::string_view text, bool loose = false)
      : text_(text), loose_(loose) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  // Goes past the next one, and returns its first character; '"' for every
  // string, 0 at the end.
  char Next() {
    SkipBlanks();
    begin_ = at_;
    if (at_ >= text_.size()) return 0;
    const char c = text_[at_++];
    if (c == '"' || (loose_ && c == '\'')) {
      SkipString(c);
      string_ = text_.substr(begin_ + 1, at_ - begin_ - 1);
      string_.remove_suffix(string_.empty() ? 0 : 1);
      return '"';
    }
    return loose_ ? NextLoose(c) : c;
  }

  // The offset after the last one.
  size_t at() const { return at_; }

  // Whether there was no last one. (A NUL is one.)
  bool at_end() const { return begin_ >= text_.size(); }

  // The text of the last string, without its quotes.
  std::string_view string() const { return string_; }

 private:
  void SkipTo(std::string_view what, size_t from) {
    const size_t found = text_.find(what, from);
    at_ = found == text_.npos ? text_.size() : found + what.size();
  }

  void SkipBlanks() {
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_, 2);
      if (IsBlank(rest[0])) {
        ++at_;
      } else if (rest[0] == '#' || rest == "//") {
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
      } else if (rest == "/*") {
        SkipTo("*/", at_ + 2);
      } else {
        return;
      }
    }
  }

  void SkipString(char quote) {
    const char ends[] = {quote, '\\'};
    for (;;) {
      at_ = text_.find_first_of(std::string_view(ends, 2), at_);
      if (at_ == text_.npos) {
        at_ = text_.size();
        return;
      }
      if (text_[at_++] == quote) return;
      if (at_ < text_.size()) ++at_;
    }
  }

  // A token that begins with no quote: a word without quotes, or a
  // colon or comma as some write them.
  char NextLoose(char c) {
    if (c == ';') return ',';
    if (c == '=') {
      if (text_.substr(at_, 1) == ">") ++at_;
      return ':';
    }
    if (kBrackets.find(c) != kBrackets.npos) return c;
    at_ = std::min(text_.find_first_of(kWordEnds, at_), text_.size());
    string_ = text_.substr(begin_, at_ - begin_);
    return '"';
  }

  static constexpr std::string_view kBrackets = "{}[],:";
  static constexpr std::string_view kWordEnds = " \t\n\r{}[],:;=#/\"'";

  std::string_view text_;
  bool loose_;
  std::string_view string_;
  size_t at_ = 0;
  size_t begin_ = 0;
};

}  // namespace

void RootKeys::Add(std::string_view key, FirstClip first) {
  if (key == member::kParameters || key == member::kStates ||
      key == member::kTransitions || key == member::kStartState) {
    machine_ += 2;
    ++known_;
    return;
  }
  if (key == member::kJoints) {
    armature_ += 2;
    ++known_;
  } else if (key == member::kClips) {
    // The one key that they share.
    machine_ += first == FirstClip::kOther;
    armature_ += first == FirstClip::kObject;
    ++known_;
  } else {
    ++others_;
  }
  const auto marker =
      std::find_if(std::begin(kMarkers), std::end(kMarkers),
                   [&](const Marker& m) { return m.key == key; });
  marker_ = std::min(marker_, static_cast<size_t>(
                                  std::distance(std::begin(kMarkers), marker)));
}

ForgeKind RootKeys::kind() const {
  if (machine_ == 0 && armature_ == 0) return ForgeKind::kNeither;
  const bool is_machine = machine_ >= armature_;
  // An armature has two keys in all, of which one may be misspelt.
  const size_t most_others = is_machine ? 0 : 1;
  if (known_ == 1 && others_ > most_others) return ForgeKind::kNeither;
  return is_machine ? ForgeKind::kStateMachine : ForgeKind::kArmature;
}

std::string_view RootKeys::foreign() const {
  return marker_ < std::size(kMarkers) ? kMarkers[marker_].format : "";
}

RootKeys RootKeysOf(const JsonDocument& json) {
  RootKeys keys;
  if (json.kind(JsonDocument::kRoot) != JsonKind::kObject) return keys;
  for (const auto member : json.Members(JsonDocument::kRoot)) {
    RootKeys::FirstClip first = RootKeys::FirstClip::kNone;
    if (json.kind(member.value) == JsonKind::kObject) {
      for (const auto clip : json.Members(member.value)) {
        first = json.kind(clip.value) == JsonKind::kObject
                    ? RootKeys::FirstClip::kObject
                    : RootKeys::FirstClip::kOther;
        break;
      }
    }
    keys.Add(json.string(member.key), first);
  }
  return keys;
}

bool MayBecomeObject(std::string_view text) {
  Scanner in(text);
  const char c = in.Next();
  // A slash may be half of what begins a comment.
  return in.at_end() || c == '{' || (c == '/' && in.at() == text.size());
}

namespace {

RootKeys Scan(Scanner in) {
  RootKeys keys;
  if (in.Next() != '{') return keys;
  char c = in.Next();
  while (c != 0) {
    if (c != '"') {
      c = in.Next();
      continue;
    }
    const std::string_view key = in.string();
    c = in.Next();
    if (c != ':') continue;
    // Its value, up to the next comma of the root. `first` is what the third
    // word of {"name": ... begins with.
    RootKeys::FirstClip first = RootKeys::FirstClip::kNone;
    size_t depth = 0;
    c = in.Next();
    const bool object = c == '{';
    for (size_t word = 0; c != 0; ++word, c = in.Next()) {
      if (object && word == 3 && depth == 1) {
        first = c == '{' ? RootKeys::FirstClip::kObject
                         : RootKeys::FirstClip::kOther;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') {
        if (depth == 0) {
          keys.Add(key, first);
          return keys;
        }
        --depth;
      }
      if (c == ',' && depth == 0) break;
    }
    keys.Add(key, first);
  }
  return keys;
}

}  // namespace

RootKeys ScanRootKeys(std::string_view text) { return Scan(Scanner(text)); }

RootKeys ScanLooseRootKeys(std::string_view text) {
  return Scan(Scanner(text, /*loose=*/true));
}

}  // namespace clipguard::forge
