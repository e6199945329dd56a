// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/mutator/m3d_model.h"

#include <algorithm>
#include <cstdlib>
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
      return word.starts_with('B');
    case kHierarchy:
      return word.starts_with('P');
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
    if (word.starts_with('B') || bones.empty()) {
      bones.emplace_back();
      bones.back().label = std::move(word);
      if (at + 2 >= words_.size()) return 0;
      bones.back().count_label = std::move(words_[at + 1]);
      bones.back().declared = std::move(words_[at + 2]);
      return 2;
    }
    auto& keys = bones.back().keys;
    if (word == "Time:" || word == "T:" || keys.empty()) keys.emplace_back();
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

}  // namespace clipguard::fuzz
