// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/mutator/m3d_model.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "fuzz/shared/wide.h"

namespace clipguard::fuzz {
namespace {

using enum m3d::Section;
using m3d::Dialect;
using m3d::Section;

constexpr std::string_view kMark = "\xef\xbb\xbf";

// ---- Reading ----------------------------------------------------------------

M3dWords SplitWords(std::string_view text) {
  M3dWords words;
  size_t at = 0;
  while (at < text.size()) {
    size_t end = at;
    while (end < text.size() && !m3d::IsSpace(text[end])) ++end;
    if (end != at) words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

M3dSpacing SpacingOf(std::string_view text) {
  const auto has = [&](std::string_view what) {
    return text.find(what) != std::string_view::npos;
  };
  if (has("\v") || has("\f")) return M3dSpacing::kMixed;
  if (has("\r\n")) return M3dSpacing::kCrLf;
  if (has("\n")) return M3dSpacing::kLines;
  if (has("\r")) return M3dSpacing::kCr;
  return has("\t") ? M3dSpacing::kTabs : M3dSpacing::kOneLine;
}

// Whether a word begins an element of that section's list.
bool Opens(Section section, const std::string& word, const M3dWords& last) {
  switch (section) {
    case kMaterials:
      return word == "Name:" || word == "Ambient:";
    case kSubsets:
      return word == "SubsetID:";
    case kVertices:
      return word == "Position:" || word == "P:";
    case kTriangles:
      return last.size() == 3;
    case kBoneOffsets:
      return word.starts_with("BoneOffset");
    case kHierarchy:
      return word.starts_with("ParentIndexOfBone");
    default:
      return false;
  }
}

class Decoder {
 public:
  explicit Decoder(std::string_view text) {
    out_.spacing = SpacingOf(text);
    out_.byte_order_mark = text.starts_with(kMark);
    if (out_.byte_order_mark) text.remove_prefix(kMark.size());
    words_ = SplitWords(text);
  }

  M3dText Decode() {
    for (size_t i = 0; i < words_.size(); ++i) {
      std::string& word = words_[i];
      if (BeginsSection(word)) continue;
      if (out_.order.empty()) continue;
      if (section_ == kHeader) {
        i += AddCount(i);
      } else if (section_ == kClips) {
        i += AddToClips(i);
      } else {
        AddToList(std::move(word));
      }
    }
    Finish();
    return std::move(out_);
  }

 private:
  bool BeginsSection(const std::string& word) {
    if (!m3d::LooksLikeBanner(word)) return false;
    for (size_t i = 0; i < m3d::kSections; ++i) {
      const auto section = static_cast<Section>(i);
      if (!m3d::IsBanner(word, section)) continue;
      section_ = section;
      if (std::ranges::find(out_.order, section) == out_.order.end()) {
        out_.order.push_back(section);
        out_.banners[i] = word;
      }
      return true;
    }
    return false;
  }

  // A label and a number of the header; returns the words taken beyond the
  // first.
  size_t AddCount(size_t at) {
    const std::string_view label = words_[at];
    for (size_t i = 0; i < kM3dCounts.size(); ++i) {
      if (!label.ends_with(kM3dCounts[i]) || !out_.count_labels[i].empty()) {
        continue;
      }
      out_.count_labels[i] = label;
      if (at + 1 == words_.size() || BeginsBanner(at + 1)) return 0;
      out_.declared[i] = words_[at + 1];
      return 1;
    }
    return 0;
  }

  bool BeginsBanner(size_t at) const {
    return m3d::LooksLikeBanner(words_[at]);
  }

  void AddToList(std::string word) {
    auto& list = out_.list(section_);
    if (list.empty() || Opens(section_, word, list.back())) list.emplace_back();
    list.back().push_back(std::move(word));
  }

  size_t AddToClips(size_t at) {
    std::string& word = words_[at];
    auto& clips = out_.clips;
    const bool more = at + 1 < words_.size();
    if (word == "AnimationClip" || clips.empty()) {
      clips.emplace_back();
      clips.back().label = std::move(word);
      if (more) clips.back().name = std::move(words_[at + 1]);
      return more ? 1 : 0;
    }
    if (word == "{" || word == "}") return 0;
    auto& bones = clips.back().bones;
    if (word.starts_with("Bone") || bones.empty()) {
      bones.emplace_back();
      bones.back().label = std::move(word);
      if (at + 2 >= words_.size()) return 0;
      bones.back().count_label = std::move(words_[at + 1]);
      bones.back().declared = std::move(words_[at + 2]);
      return 2;
    }
    auto& keys = bones.back().keys;
    if (word == "Time:" || keys.empty()) keys.emplace_back();
    keys.back().push_back(std::move(word));
    return 0;
  }

  // Forgets what is declared where it is what there is.
  void Finish() {
    for (size_t i = 0; i < kM3dCounts.size(); ++i) {
      if (out_.declared[i] == std::to_string(M3dCount(out_, i))) {
        out_.declared[i].reset();
      }
    }
    for (M3dClip& clip : out_.clips) {
      for (M3dBoneKeys& bone : clip.bones) {
        if (bone.declared == std::to_string(bone.keys.size())) {
          bone.declared.reset();
        }
      }
    }
  }

  M3dText out_;
  M3dWords words_;
  Section section_ = kHeader;
};

// ---- Writing ----------------------------------------------------------------

class Encoder {
 public:
  explicit Encoder(const M3dText& text) : text_(text) {
    if (text.byte_order_mark) out_ += kMark;
  }

  std::string Encode() {
    for (Section section : text_.order) {
      if (section != kHeader) Line();
      Put(text_.banners[static_cast<size_t>(section)]);
      Line();
      if (section == kHeader) {
        PutCounts();
      } else if (section == kClips) {
        for (const M3dClip& clip : text_.clips) PutClip(clip);
      } else {
        for (const M3dWords& words : text_.list(section)) {
          PutElement(section, words);
        }
      }
    }
    for (const std::string& word : text_.trailing) Put(word);
    return Widen(std::move(out_), text_.encoding);
  }

 private:
  // Between this word and the one before it is what the spacing says.
  void Put(const std::string& word) {
    if (word.empty()) return;
    if (!first_) out_ += Separator();
    first_ = false;
    line_ = false;
    out_ += word;
  }

  // The next word begins a line.
  void Line() { line_ = true; }

  std::string_view Separator() {
    switch (text_.spacing) {
      case M3dSpacing::kLines:
        return line_ ? "\n" : " ";
      case M3dSpacing::kCrLf:
        return line_ ? "\r\n" : " ";
      case M3dSpacing::kCr:
        return line_ ? "\r" : " ";
      case M3dSpacing::kTabs:
        return "\t";
      case M3dSpacing::kOneLine:
        return " ";
      case M3dSpacing::kMixed:
        break;
    }
    static constexpr std::string_view kAll[] = {
        " ",    "\n",     "\r\n", "\t",   "\v", "\f",   "\r",  "  ",
        "\n\n", "\t\t\n", " \r ", "\n\t", " ",  "\r\r", "    "};
    mixed_ = mixed_ * 1664525 + 1013904223;
    return kAll[(mixed_ >> 16) % std::size(kAll)];
  }

  void PutCounts() {
    for (size_t i = 0; i < kM3dCounts.size(); ++i) {
      if (text_.count_labels[i].empty()) continue;
      Put(text_.count_labels[i]);
      Put(text_.declared[i].value_or(std::to_string(M3dCount(text_, i))));
      Line();
    }
  }

  void PutElement(Section section, const M3dWords& words) {
    const bool many = section == kMaterials || section == kVertices;
    for (const std::string& word : words) {
      if (many && word.ends_with(':')) Line();
      Put(word);
    }
    Line();
  }

  void PutLine(const std::string& word) {
    Line();
    Put(word);
    Line();
  }

  void PutClip(const M3dClip& clip) {
    Put(clip.label);
    Put(clip.name);
    PutLine("{");
    for (const M3dBoneKeys& bone : clip.bones) {
      Put(bone.label);
      Put(bone.count_label);
      Put(bone.declared.value_or(std::to_string(bone.keys.size())));
      PutLine("{");
      for (const M3dWords& key : bone.keys) {
        for (const std::string& word : key) Put(word);
        Line();
      }
      PutLine("}");
    }
    PutLine("}");
  }

  const M3dText& text_;
  std::string out_;
  bool first_ = true;
  bool line_ = false;
  uint32_t mixed_ = 1;
};

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
constexpr Field kDashedVertex[] = {
    {"P:", 3},           {"T:", 4}, {"N:", 3}, {"T:", 2}, {"BlendWeights:", 4},
    {"BlendIndices:", 4}};
constexpr Field kKey[] = {
    {"Time:", 1}, {"Pos:", 3}, {"Scale:", 3}, {"Quat:", 4}};

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

void ShapeSkeleton(M3dText& text) {
  auto& offsets = text.list(kBoneOffsets);
  auto& parents = text.list(kHierarchy);
  if (offsets.empty()) offsets.emplace_back();
  parents.resize(offsets.size());
  ShapeNumbered(offsets, "BoneOffset", "", 16, "0");
  ShapeNumbered(parents, "ParentIndexOfBone", ":", 1, "-1");
  for (M3dClip& clip : text.clips) {
    clip.label = "AnimationClip";
    if (clip.name.empty()) clip.name = "c";
    clip.bones.resize(offsets.size());
    for (size_t i = 0; i < clip.bones.size(); ++i) {
      M3dBoneKeys& bone = clip.bones[i];
      bone.label = "Bone" + std::to_string(i);
      bone.count_label = "#Keyframes:";
      bone.declared.reset();
      for (M3dWords& key : bone.keys) ShapeByOrder(key, kKey);
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

void MendMaterials(std::vector<M3dWords>& materials) {
  for (M3dWords& material : materials) {
    std::string label;
    for (std::string& word : material) {
      if (word.ends_with(':')) {
        label = word;
      } else if (label == "AlphaClip:") {
        if (word != "1") word = "0";
      } else if (!label.ends_with("Name:") && !label.ends_with("Map:") &&
                 label != "Effect:" && !IsNumber(word)) {
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

void MendKeys(std::vector<M3dWords>& keys) {
  if (keys.empty()) ShapeByOrder(keys.emplace_back(), kKey);
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
    for (size_t k = 0; k < i; ++k) {
      if (text.clips[k].name == clip.name) clip.name += std::to_string(i);
    }
    for (M3dBoneKeys& bone : clip.bones) MendKeys(bone.keys);
  }
}

// Until the list takes about `size` bytes.
void RepeatList(std::vector<M3dWords>& list, size_t size) {
  const size_t period = list.size();
  size_t bytes = 0;
  for (const M3dWords& element : list) {
    for (const std::string& word : element) bytes += word.size() + 1;
  }
  if (bytes == 0) return;
  const size_t count = period * (1 + size / bytes);
  list.reserve(count);
  while (list.size() < count) list.push_back(list[list.size() - period]);
}

}  // namespace

M3dText DecodeM3d(std::span<const uint8_t> bytes) {
  return Decoder({reinterpret_cast<const char*>(bytes.data()), bytes.size()})
      .Decode();
}

std::string EncodeM3d(const M3dText& text) { return Encoder(text).Encode(); }

size_t M3dCount(const M3dText& text, size_t i) {
  static constexpr Section kCounted[] = {kMaterials, kVertices, kTriangles,
                                         kBoneOffsets};
  return i < std::size(kCounted) ? text.list(kCounted[i]).size()
                                 : text.clips.size();
}

Dialect M3dDialectOf(const M3dText& text) {
  if (text.banners[0].starts_with('-')) return Dialect::kDashed;
  const auto& materials = text.list(kMaterials);
  return !materials.empty() && !materials[0].empty() &&
                 materials[0][0] == "Ambient:"
             ? Dialect::kD3D11
             : Dialect::kD3D12;
}

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
  if (skinned) ShapeSkeleton(text);
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

void RepeatM3d(M3dText& text, size_t size) {
  std::vector<M3dWords>* longest = &text.list(kVertices);
  for (auto& list : text.lists) {
    if (list.size() > longest->size()) longest = &list;
  }
  for (M3dClip& clip : text.clips) {
    for (M3dBoneKeys& bone : clip.bones) {
      if (bone.keys.size() > longest->size()) longest = &bone.keys;
    }
  }
  RepeatList(*longest, size);
}

}  // namespace clipguard::fuzz
