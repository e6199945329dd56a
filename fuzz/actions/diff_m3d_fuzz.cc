// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Comparisons of characters: one is the same as itself, and as itself written
// anew; a changed one differs by the same both ways, and whatever is changed is
// seen.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "actions/diff/characters.h"
#include "actions/diff/comparison.h"
#include "base/text_of.h"
#include "fuzz/actions/diff_promises.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/random.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/write_character.h"

namespace clipguard {
namespace {

using m3d::Character;

Character Changed(const Character& character, uint32_t seed) {
  Character changed = character;
  fuzz::Random random(seed);
  for (m3d::Float3& position : changed.vertices.positions) {
    if (random.OneIn(16)) position.x += 0.5F;
  }
  for (m3d::Clip& clip : changed.clips) {
    for (size_t i = 0; i < clip.keys(); ++i) {
      if (random.OneIn(16)) clip.translations[i].y *= 1.5F;
      if (random.OneIn(16)) clip.rotations[i].w += 0.25F;
    }
    if (random.OneIn(16)) clip.name = "another";
  }
  if (!changed.materials.empty() && random.OneIn(4)) {
    changed.materials.pop_back();
  }
  if (!changed.triangles.empty() && random.OneIn(4)) {
    changed.triangles.pop_back();
  }
  return changed;
}

// Every float of a character.
std::vector<float*> FloatsOf(Character& c) {
  std::vector<float*> floats;
  const auto add = [&](auto& array) {
    for (auto& element : array) {
      const std::span<float> reals = m3d::RealsOf(element);
      for (float& real : reals) floats.push_back(&real);
    }
  };
  add(c.vertices.positions);
  add(c.vertices.tangents);
  add(c.vertices.normals);
  add(c.vertices.tex_coords);
  add(c.vertices.blend_weights);
  add(c.bone_offsets);
  for (m3d::Clip& clip : c.clips) {
    add(clip.times);
    add(clip.translations);
    add(clip.scales);
    add(clip.rotations);
  }
  return floats;
}

// One number becomes the next one: that is seen.
void CheckOneField(const Character& character, uint32_t seed) {
  Character changed = character;
  const std::vector<float*> floats = FloatsOf(changed);
  if (floats.empty()) return;
  float& number = *floats[seed % floats.size()];
  number = std::nextafter(number, number > 0 ? 0.0F : 1.0F);
  fuzz::CheckSeen(actions::CompareCharacters(character, changed));
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto character = m3d::ReadAndValidate(bytes, {}, findings);
  if (!character) return;
  CLIPGUARD_STAGE("sound");
  fuzz::CheckSame(actions::CompareCharacters(*character, *character));
  if (const auto text = WriteCharacter(*character);
      text.ok() && character->dialect == m3d::Dialect::kD3D12) {
    CLIPGUARD_STAGE("written");
    FindingList none;
    const auto again = m3d::ReadCharacter(BytesOf(*text), {}, none);
    CLIPGUARD_CHECK(again);
    fuzz::CheckSame(actions::CompareCharacters(*character, *again));
  }
  const auto seed = static_cast<uint32_t>(bytes.back() + 256 * bytes.size());
  const Character changed = Changed(*character, seed);
  const actions::Comparison there =
      actions::CompareCharacters(*character, changed);
  fuzz::CheckMirrored(there, actions::CompareCharacters(changed, *character));
  if (!(changed == *character)) fuzz::CheckSeen(there);
  CheckOneField(*character, seed * 2654435761U);
}

CLIPGUARD_FUZZ_PROPERTY(diff_m3d, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
