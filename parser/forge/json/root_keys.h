// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which program a JSON file belongs to, by the keys of its root: one of Forge's
// two formats, or another one that is known by name.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_ROOT_KEYS_H_
#define CLIPGUARD_PARSER_FORGE_JSON_ROOT_KEYS_H_

#include <cstddef>
#include <limits>
#include <string_view>

#include "parser/json/json_document.h"

namespace clipguard::forge {

enum class ForgeKind : uint8_t {
  kNeither,
  kStateMachine,
  kArmature,
};

// Value type.
class RootKeys {
 public:
  // Adds a key. `first` matters for "clips" only: what its first clip is, if
  // there is one.
  enum class FirstClip : uint8_t { kNone, kObject, kOther };
  void Add(std::string_view key, FirstClip first);

  // The format that more of the keys belong to. One such key among those of
  // others says nothing: many programs have "parameters".
  ForgeKind kind() const;

  // "a Bedrock animation", "a Blockbench project" ..., a string literal; empty
  // if no other format is known that has such keys.
  std::string_view foreign() const;

 private:
  size_t machine_ = 0;
  size_t armature_ = 0;
  size_t known_ = 0;
  size_t others_ = 0;
  size_t marker_ = std::numeric_limits<size_t>::max();
};

// The keys of a document; none if its root is not an object.
RootKeys RootKeysOf(const JsonDocument& json);

// The keys of a text that need not be JSON: whatever looks like a key of the
// root, as far as brackets and quotes are in order. Keys with escapes are not
// recognised. In linear time and constant memory.
RootKeys ScanRootKeys(std::string_view text);

// The same where keys are also in single quotes or in none, as the game's
// reader takes them.
RootKeys ScanLooseRootKeys(std::string_view text);

// Whether ScanRootKeys() may find keys in a text that begins with this one: it
// begins with a brace, or may yet.
bool MayBecomeObject(std::string_view text);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_ROOT_KEYS_H_
