// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/checks/validate.h"

#include <cstddef>
#include <optional>

#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/checks/checks.h"
#include "parser/m3d/checks/zeros.h"

namespace clipguard::m3d {

bool Validate(std::span<const uint8_t> bytes, const Character& character,
              const CharacterPlaces& places, FindingSink& sink) {
  CharacterReporter r(bytes, character, places, sink);
  const Zeros zeros = ZerosOf(character);
  CheckMaterials(r);
  CheckSubsets(r);
  CheckVertices(r, zeros);
  CheckTriangles(r);
  CheckWinding(r);
  CheckBoneOffsets(r);
  CheckRoots(r);
  CheckBoneCount(r);
  CheckBoneUse(r);
  CheckClipNames(r);
  CheckZeros(r, zeros);
  for (size_t clip = 0; clip < character.clips.size(); ++clip) {
    CheckKeys(r, clip, zeros);
    CheckOverflows(r, clip);
  }
  return r.ok();
}

void Validate(std::span<const uint8_t> bytes, const ReadPart& part,
              FindingSink& sink) {
  CharacterReporter r(bytes, part.character, part.places, sink);
  if (part.end > Section::kMaterials) CheckMaterials(r);
  CheckVertices(r, {});
  if (part.end > Section::kTriangles) {
    CheckSubsets(r);
    CheckTriangles(r);
    CheckWinding(r);
  }
  // The numbers of both sections agree.
  if (part.end > Section::kHierarchy) {
    CheckBoneOffsets(r);
    CheckRoots(r);
    CheckBoneCount(r);
    CheckBoneUse(r);
  }
}

std::optional<Character> ReadAndValidate(std::span<const uint8_t> bytes,
                                         const ReadOptions& options,
                                         FindingSink& sink) {
  CharacterPlaces places;
  ReadPart part;
  auto character = ReadCharacter(bytes, options, sink, &places, &part);
  if (!character) {
    Validate(bytes, part, sink);
  } else if (!Validate(bytes, *character, places, sink)) {
    character.reset();
  }
  return character;
}

}  // namespace clipguard::m3d
