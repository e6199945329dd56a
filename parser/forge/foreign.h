// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which program an object's keys belong to, if not to Forge's animation.

#ifndef CLIPGUARD_PARSER_FORGE_FOREIGN_H_
#define CLIPGUARD_PARSER_FORGE_FOREIGN_H_

#include <string_view>

#include "parser/forge/json_document.h"

namespace clipguard::forge {

enum class ForgeKind : uint8_t {
  kNeither,
  kStateMachine,
  kArmature,
};

// What the root's keys look like: more of the one's than of the other's.
ForgeKind GuessKind(const JsonDocument& json);

// "a Bedrock animation", "a Blockbench project" ..., a string literal; empty if
// the root's keys are nobody's that is known.
std::string_view ForeignFormat(const JsonDocument& json);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_FOREIGN_H_
