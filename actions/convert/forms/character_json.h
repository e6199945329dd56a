// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters as JSON, and back, with every bit of their numbers.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_CHARACTER_JSON_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_CHARACTER_JSON_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/piece_writer.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"

namespace clipguard::actions {

void WriteCharacterJson(const m3d::Character& character, PieceWriter& out);

// A character and what its names look into.
class CharacterOfJson {
 public:
  virtual ~CharacterOfJson() = default;
  m3d::Character character;
};

// InvalidArgument, with path and byte, if the text is not of that form. Whether
// arrays fit each other, and indices are in range, is for
// m3d::WriteCharacter() to judge. The bytes must outlive the result.
absl::StatusOr<std::unique_ptr<CharacterOfJson>> ReadCharacterJson(
    std::span<const uint8_t> bytes, const Limits& limits);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_CHARACTER_JSON_H_
