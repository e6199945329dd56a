// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/mutator/m3d_shapes.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace clipguard::fuzz {
namespace {

using enum m3d::Section;
using m3d::Dialect;
using m3d::Section;

// ---- Shapes -----------------------------------------------------------------

// A label and how many words follow it.
struct Field {
  std::string_view label;
  size_t words;
  std::string_view missing = "0";
};

constexpr Field kD3D12Material[] = {{"Name:", 1, "m"},
                                    {"Diffuse:", 3},
                                    {"Fresnel0:", 3},
                                    {"Roughness:", 1},
                                    {"AlphaClip:", 1},
                                    {"MaterialTypeName:", 1, "s"},
                                    {"DiffuseMap:", 1, "d.dds"},
                                    {"NormalMap:", 1, "n.dds"}};
constexpr Field kD3D11Material[] = {
    {"Ambient:", 3},           {"Diffuse:", 3},
    {"Specular:", 3},          {"SpecPower:", 1},
    {"Reflectivity:", 3},      {"AlphaClip:", 1},
    {"Effect:", 1, "s"},       {"DiffuseMap:", 1, "d.dds"},
    {"NormalMap:", 1, "n.dds"}};
constexpr Field kSubset[] = {{"SubsetID:", 1},
                             {"VertexStart:", 1},
                             {"VertexCount:", 1},
                             {"FaceStart:", 1},
                             {"FaceCount:", 1}};
constexpr Field kVertex[] = {{"Position:", 3},     {"Tangent:", 4},
                             {"Normal:", 3},       {"Tex-Coords:", 2},
                             {"BlendWeights:", 4}, {"BlendIndices:", 4}};
constexpr Field kDashedVertex[] = {{"P:", 3}, {"T:", 4}, {"N:", 3},
                                   {"T:", 2}, {"W:", 4}, {"I:", 4}};
constexpr Field kKey[] = {
    {"Time:", 1}, {"Pos:", 3}, {"Scale:", 3}, {"Quat:", 4}};
constexpr Field kDashedKey[] = {{"T:", 1}, {"P:", 3}, {"S:", 3}, {"Q:", 4}};

// The words after each label: "Position: 1 2 3 Normal: 0" has [1 2 3], [0].
struct Groups {
  M3dWords labels;
  std::vector<M3dWords> words;
};

Groups GroupsOf(const M3dWords& element) {
  Groups groups;
  for (const std::string& word : element) {
    if (word.ends_with(':') || groups.labels.empty()) {
      groups.labels.push_back(word);
      groups.words.emplace_back();
      if (word.ends_with(':')) continue;
    }
    groups.words.back().push_back(word);
  }
  return groups;
}

void Append(M3dWords& to, const M3dWords& from, size_t count,
            std::string_view missing) {
  for (size_t i = 0; i < count; ++i) {
    to.push_back(i < from.size() ? from[i] : std::string(missing));
  }
}

// Fields by their labels.
void ShapeByLabel(M3dWords& element, std::span<const Field> fields) {
  const Groups groups = GroupsOf(element);
  M3dWords shaped;
  for (const Field& field : fields) {
    auto at = std::ranges::find(groups.labels, field.label);
    std::string label(field.label);
    if (at == groups.labels.end() && label == "Roughness:") {
      at = std::ranges::find(groups.labels, "Shininess:");
      if (at != groups.labels.end()) label = *at;
    }
    shaped.push_back(std::move(label));
    const auto i = static_cast<size_t>(at - groups.labels.begin());
    Append(shaped, i < groups.words.size() ? groups.words[i] : M3dWords(),
           field.words, field.missing);
  }
  element = std::move(shaped);
}

// Fields by their order.
void ShapeByOrder(M3dWords& element, std::span<const Field> fields) {
  const Groups groups = GroupsOf(element);
  M3dWords shaped;
  for (size_t i = 0; i < fields.size(); ++i) {
    shaped.emplace_back(fields[i].label);
    Append(shaped, i < groups.words.size() ? groups.words[i] : M3dWords(),
           fields[i].words, fields[i].missing);
  }
  element = std::move(shaped);
}

// A label with the element's number, and so many words.
void ShapeNumbered(std::vector<M3dWords>& list, std::string_view prefix,
                   std::string_view suffix, size_t words,
                   std::string_view missing) {
  for (size_t i = 0; i < list.size(); ++i) {
    M3dWords shaped;
    shaped.push_back(std::string(prefix) + std::to_string(i) +
                     std::string(suffix));
    const M3dWords rest(list[i].begin() + (list[i].empty() ? 0 : 1),
                        list[i].end());
    Append(shaped, rest, words, missing);
    list[i] = std::move(shaped);
  }
}

void ShapeSections(M3dText& text, Dialect dialect, bool skinned) {
  text.order.clear();
  for (size_t i = 0; i < m3d::kSections; ++i) {
    const auto section = static_cast<Section>(i);
    if (!skinned && section >= kBoneOffsets) break;
    text.order.push_back(section);
    std::string& banner = text.banners[i];
    const bool dashes = banner.starts_with('-');
    if (m3d::IsBanner(banner, section) &&
        dashes == (dialect == Dialect::kDashed)) {
      continue;
    }
    const std::string marks(7, dialect == Dialect::kDashed ? '-' : '*');
    banner = marks + std::string(m3d::SectionName(section)) +
             (dialect == Dialect::kDashed ? "-" : marks);
  }
  for (size_t i = 0; i < kM3dCounts.size(); ++i) {
    text.count_labels[i] = dialect == Dialect::kDashed ? "" : "#";
    text.count_labels[i] += kM3dCounts[i];
    text.declared[i].reset();
  }
}

void ShapeSkeleton(M3dText& text, bool dashed) {
  auto& offsets = text.list(kBoneOffsets);
  auto& parents = text.list(kHierarchy);
  if (offsets.empty()) offsets.emplace_back();
  parents.resize(offsets.size());
  ShapeNumbered(offsets, dashed ? "B" : "BoneOffset", dashed ? ":" : "", 16,
                "0");
  ShapeNumbered(parents, dashed ? "P" : "ParentIndexOfBone", ":", 1, "-1");
  for (M3dClip& clip : text.clips) {
    clip.label = "AnimationClip";
    if (clip.name.empty()) clip.name = "c";
    clip.bones.resize(offsets.size());
    for (size_t i = 0; i < clip.bones.size(); ++i) {
      M3dBoneKeys& bone = clip.bones[i];
      bone.label = (dashed ? "B" : "Bone") + std::to_string(i);
      bone.count_label = dashed ? "#K:" : "#Keyframes:";
      bone.declared.reset();
      for (M3dWords& key : bone.keys) {
        ShapeByOrder(key, dashed ? kDashedKey : kKey);
      }
    }
  }
}

// ---- Meaning ----------------------------------------------------------------

// Whether a word is a number that float32 can hold.
bool IsNumber(const std::string& word) {
  const size_t sign = word.starts_with('+') ? 1 : 0;
  float value = 0;
  const auto [end, error] =
      std::from_chars(word.data() + sign, word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() &&
         word.find_first_of("nN") == std::string::npos;
}

float NumberOf(const std::string& word) {
  float value = 0;
  std::from_chars(word.data(), word.data() + word.size(), value);
  return value;
}

// Makes an index less than `end` of a word; 0 if there is none.
void MendIndex(std::string& word, size_t end) {
  size_t value = 0;
  const auto [at, error] =
      std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc() && at == word.data() + word.size() && value < end) {
    return;
  }
  word = std::to_string(end == 0 ? 0 : value % end);
}

void MendNumbers(M3dWords& element) {
  for (std::string& word : element) {
    if (!word.ends_with(':') && !IsNumber(word)) word = "0.5";
  }
}

void MendName(std::string& name) {
  if (m3d::LooksLikeBanner(name) || m3d::IsOnlyMarks(name)) name = "none";
}

void MendMaterials(std::vector<M3dWords>& materials) {
  for (M3dWords& material : materials) {
    std::string label;
    for (std::string& word : material) {
      if (word.ends_with(':')) {
        label = word;
      } else if (label == "AlphaClip:") {
        if (word != "1") word = "0";
      } else if (label.ends_with("Name:") || label.ends_with("Map:") ||
                 label == "Effect:") {
        MendName(word);
      } else if (!IsNumber(word)) {
        word = "0.5";
      }
    }
  }
}

// Side by side: shares of the vertices and triangles for each material.
void MendSubsets(M3dText& text) {
  auto& subsets = text.list(kSubsets);
  const size_t count = text.list(kMaterials).size();
  subsets.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const auto part = [&](size_t total, size_t at) {
      return total * at / count;
    };
    const size_t vertices = text.list(kVertices).size();
    const size_t triangles = text.list(kTriangles).size();
    const size_t v = part(vertices, i);
    const size_t t = part(triangles, i);
    ShapeByOrder(subsets[i], kSubset);
    const size_t numbers[] = {i, v, part(vertices, i + 1) - v, t,
                              part(triangles, i + 1) - t};
    for (size_t k = 0; k < std::size(numbers); ++k) {
      subsets[i][2 * k + 1] = std::to_string(numbers[k]);
    }
  }
}

void MendKeys(M3dBoneKeys& bone) {
  std::vector<M3dWords>& keys = bone.keys;
  if (keys.empty()) {
    ShapeByOrder(keys.emplace_back(),
                 bone.count_label == "#K:" ? kDashedKey : kKey);
  }
  for (M3dWords& key : keys) MendNumbers(key);
  std::ranges::sort(keys, {}, [](const M3dWords& key) {
    return key.size() > 1 ? NumberOf(key[1]) : 0;
  });
}

void MendSkeleton(M3dText& text) {
  const size_t bones = text.list(kBoneOffsets).size();
  for (M3dWords& offset : text.list(kBoneOffsets)) {
    for (size_t i = 1; i < offset.size(); ++i) {
      if (!IsNumber(offset[i])) offset[i] = "1";
    }
  }
  auto& parents = text.list(kHierarchy);
  for (size_t i = 0; i < parents.size(); ++i) {
    if (parents[i].size() < 2) continue;
    MendIndex(parents[i][1], i);
    if (i == 0) parents[i][1] = "-1";
  }
  for (M3dWords& vertex : text.list(kVertices)) {
    const size_t count = std::min<size_t>(4, vertex.size());
    for (size_t i = vertex.size() - count; i < vertex.size(); ++i) {
      MendIndex(vertex[i], std::min<size_t>(bones, 256));
    }
  }
  for (size_t i = 0; i < text.clips.size(); ++i) {
    M3dClip& clip = text.clips[i];
    MendName(clip.name);
    for (size_t k = 0; k < i; ++k) {
      if (text.clips[k].name == clip.name) clip.name += std::to_string(i);
    }
    for (M3dBoneKeys& bone : clip.bones) MendKeys(bone);
  }
}

}  // namespace

void ShapeM3d(M3dText& text, Dialect dialect, bool skinned) {
  if (!skinned) {
    text.list(kBoneOffsets).clear();
    text.list(kHierarchy).clear();
    text.clips.clear();
  }
  const bool d3d12 = dialect == Dialect::kD3D12;
  for (M3dWords& material : text.list(kMaterials)) {
    ShapeByLabel(material, d3d12 ? std::span<const Field>(kD3D12Material)
                                 : kD3D11Material);
  }
  auto& subsets = text.list(kSubsets);
  subsets.resize(text.list(kMaterials).size());
  for (M3dWords& subset : subsets) ShapeByOrder(subset, kSubset);
  const std::span<const Field> vertex =
      dialect == Dialect::kDashed ? kDashedVertex : kVertex;
  for (M3dWords& element : text.list(kVertices)) {
    ShapeByOrder(element, vertex.first(skinned ? 6 : 4));
  }
  for (M3dWords& triangle : text.list(kTriangles)) triangle.resize(3, "0");
  if (skinned) ShapeSkeleton(text, dialect == Dialect::kDashed);
  ShapeSections(text, dialect, skinned);
}

void MendM3d(M3dText& text) {
  MendMaterials(text.list(kMaterials));
  for (M3dWords& vertex : text.list(kVertices)) MendNumbers(vertex);
  const size_t vertices = text.list(kVertices).size();
  if (vertices == 0) text.list(kTriangles).clear();
  for (M3dWords& triangle : text.list(kTriangles)) {
    for (std::string& word : triangle) MendIndex(word, vertices);
  }
  MendSubsets(text);
  if (text.is_skinned()) MendSkeleton(text);
}

}  // namespace clipguard::fuzz
