// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters and their .glb files, and comparisons of these, for tests.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_CHARACTER_PAIR_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_CHARACTER_PAIR_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "actions/diff/comparison.h"
#include "actions/diff/glb/character_glb.h"
#include "actions/diff/glb/edited_glb.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "testing/temp_folder.h"

namespace clipguard::actions {

// Its names are views over the bytes, which must stay.
inline std::optional<m3d::Character> CharacterOf(
    const std::vector<uint8_t>& bytes) {
  FindingList findings;
  return m3d::ReadAndValidate(bytes, {}, findings);
}
std::optional<m3d::Character> CharacterOf(std::vector<uint8_t>&&) = delete;

// A character, as a file, and its .glb.
class CharacterPair {
 public:
  explicit CharacterPair(const std::vector<uint8_t>& bytes) : bytes_(bytes) {
    character_ = CharacterOf(bytes_);
    FindingList notes;
    if (!character_) return;
    glb_ = ConvertedGlb(bytes_, Format::kM3d, losses_, {.notes = &notes});
  }
  // A copy would look into the bytes of the other.
  CharacterPair(CharacterPair&&) = default;

  bool sound() const { return character_.has_value(); }
  const FindingList& losses() const { return losses_; }
  const std::vector<uint8_t>& glb() const { return glb_; }

  std::string Differences(const std::vector<uint8_t>& glb,
                          const CompareOptions& options = {}) const {
    const auto comparison =
        CompareCharacterWithGlb(*character_, glb, {}, options);
    return comparison.ok() ? TextOf(*comparison)
                           : std::string(comparison.status().message());
  }
  Comparison Compared(const std::vector<uint8_t>& glb) const {
    auto comparison = CompareCharacterWithGlb(*character_, glb, {}, {});
    EXPECT_TRUE(comparison.ok()) << comparison.status();
    return comparison.ok() ? *comparison : Comparison();
  }

 private:
  std::vector<uint8_t> bytes_;
  std::optional<m3d::Character> character_;
  FindingList losses_;
  std::vector<uint8_t> glb_;
};

inline CharacterPair CorpusPair(std::string_view name) {
  return CharacterPair(
      ReadBytes("corpus/m3d/valid/" + std::string(name) + ".m3d"));
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_CHARACTER_PAIR_H_
