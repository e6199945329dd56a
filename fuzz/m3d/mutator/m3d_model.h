// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An .m3d character as mutators see it: words, sorted into sections and
// elements as far as they can be recognised, and how they are spaced. It can
// say what no writer should write: counts that are not those of the elements,
// unknown labels, sections in any order.

#ifndef CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_MODEL_H_
#define CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_MODEL_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/m3d/format.h"

namespace clipguard::fuzz {

// A material, a vertex, a key: labels, numbers and names.
using M3dWords = std::vector<std::string>;

struct M3dBoneKeys {
  std::string label;  // "Bone0"
  std::string count_label = "#Keyframes:";
  std::optional<std::string> declared;  // if not the number of keys
  std::vector<M3dWords> keys;
};

struct M3dClip {
  std::string label = "AnimationClip";
  std::string name;
  std::vector<M3dBoneKeys> bones;
};

// The spacing between words.
enum class M3dSpacing : uint8_t {
  kLines,  // as exporters have it
  kCrLf,
  kCr,
  kTabs,
  kOneLine,
  kMixed,  // all there is, in no order
};
inline constexpr size_t kM3dSpacings = 6;

// The objects that the header counts, in its order.
inline constexpr std::array<std::string_view, 5> kM3dCounts = {
    "Materials", "Vertices", "Triangles", "Bones", "AnimationClips"};

struct M3dText {
  M3dSpacing spacing = M3dSpacing::kLines;
  bool byte_order_mark = false;
  size_t encoding = 0;  // of Widen(); read texts have none
  // The sections that are there, in the order in which they are.
  std::vector<m3d::Section> order;
  std::array<std::string, m3d::kSections> banners;  // by section
  std::array<std::string, kM3dCounts.size()> count_labels;
  // Where they are not the numbers of elements.
  std::array<std::optional<std::string>, kM3dCounts.size()> declared;
  // By section; those of the header and the clips are empty.
  std::array<std::vector<M3dWords>, m3d::kSections> lists;
  std::vector<M3dClip> clips;
  M3dWords trailing;

  std::vector<M3dWords>& list(m3d::Section section) {
    return lists[static_cast<size_t>(section)];
  }
  const std::vector<M3dWords>& list(m3d::Section section) const {
    return lists[static_cast<size_t>(section)];
  }
  bool is_skinned() const { return !list(m3d::Section::kBoneOffsets).empty(); }
};

// Never fails: words that belong nowhere are left out, or become part of the
// element before them.
M3dText DecodeM3d(std::span<const uint8_t> bytes);

std::string EncodeM3d(const M3dText& text);

// How many of a thing the file has: element `i` of kM3dCounts.
size_t M3dCount(const M3dText& text, size_t i);

// Who wrote it: by the banners and the first material's first label.
m3d::Dialect M3dDialectOf(const M3dText& text);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_MUTATOR_M3D_MODEL_H_
