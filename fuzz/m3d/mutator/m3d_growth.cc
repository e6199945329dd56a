// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/mutator/m3d_growth.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/shared/mutator.h"

namespace clipguard::fuzz {
namespace {

using List = std::vector<M3dWords>;

size_t SizeOf(const M3dWords& words) {
  size_t size = 0;
  for (const std::string& word : words) size += word.size() + 1;
  return size;
}

size_t SizeOf(const M3dClip& clip) {
  size_t size = clip.label.size() + clip.name.size() + 20;
  for (const M3dBoneKeys& bone : clip.bones) {
    size += bone.label.size() + bone.count_label.size() + 24;
    for (const M3dWords& key : bone.keys) size += SizeOf(key);
  }
  return size;
}

class Growth {
 public:
  Growth(M3dText& text, size_t bytes, Random& random)
      : t_(text), bytes_(bytes), random_(random) {}

  void Run() {
    static constexpr Choice<Step> kChoices[] = {
        {8, [](Growth& growth) { growth.LongWord(); }},
        {5, [](Growth& growth) { growth.LongList(); }},
        {4, [](Growth& growth) { growth.Declare(); }},
        {2, [](Growth& growth) { growth.ManyClips(); }},
        {2, [](Growth& growth) { growth.ManyBones(); }},
        {2, [](Growth& growth) { growth.ManyWords(); }},
        {3, [](Growth& growth) { growth.ManyTextures(); }},
    };
    PickStep(kChoices, random_)(*this);
  }

 private:
  // A plain function: g++ takes calls through pointers to members for reads of
  // what is not initialised.
  using Step = void (*)(Growth& growth);

  std::vector<List*> Lists() {
    std::vector<List*> lists;
    for (List& list : t_.lists) {
      if (!list.empty()) lists.push_back(&list);
    }
    for (M3dClip& clip : t_.clips) {
      for (M3dBoneKeys& bone : clip.bones) {
        if (!bone.keys.empty()) lists.push_back(&bone.keys);
      }
    }
    return lists;
  }

  // The first or the last, whatever the list has grown to.
  template <typename T>
  T& AnyEnd(std::vector<T>& list) {
    return random_.OneIn(2) ? list.front() : list.back();
  }

  // Any at all: of elements, of the header, of clips, after the end.
  std::string* AnyWord() {
    std::vector<std::string*> words;
    const auto add = [&](std::string& word) {
      if (!word.empty()) words.push_back(&word);
    };
    switch (random_.Below(4)) {
      case 0:
        for (std::string& banner : t_.banners) add(banner);
        for (std::string& label : t_.count_labels) add(label);
        break;
      case 1:
        for (M3dClip& clip : t_.clips) {
          add(clip.label);
          add(clip.name);
          for (M3dBoneKeys& bone : clip.bones) {
            add(bone.label);
            add(bone.count_label);
          }
        }
        break;
      default: {
        const std::vector<List*> lists = Lists();
        if (lists.empty()) break;
        M3dWords& element = AnyEnd(*lists[random_.Below(lists.size())]);
        for (std::string& word : element) add(word);
      }
    }
    return words.empty() ? nullptr : words[random_.Below(words.size())];
  }

  void LongWord() {
    std::string* word = AnyWord();
    if (word == nullptr) return;
    static constexpr const char* kFillers[] = {"a", "*", "-",  ":",   "9",
                                               "0", "#", "a:", "\xff"};
    // Or itself again: labels that are glued.
    const std::string filler =
        random_.OneIn(4) ? *word : std::string(random_.Pick(kFillers));
    const bool label = random_.OneIn(2);
    std::string longer;
    while (longer.size() < bytes_) longer += filler;
    if (random_.OneIn(2)) {
      *word += longer;
    } else {
      word->insert(0, longer);
    }
    if (label) *word += ':';
  }

  void LongList() {
    const std::vector<List*> lists = Lists();
    if (lists.empty()) return;
    List& list = *lists[random_.Below(lists.size())];
    const size_t period = list.size();
    for (size_t left = bytes_; left != 0;) {
      M3dWords copy = list[list.size() - period];
      if (copy.empty()) return;
      left -= std::min(left, SizeOf(copy));
      list.push_back(std::move(copy));
    }
  }

  // More than there is.
  void Declare() {
    const std::string many = std::to_string(bytes_ * (1 + random_.Below(8)));
    if (!t_.clips.empty() && random_.OneIn(3)) {
      auto& bones = AnyEnd(t_.clips).bones;
      if (!bones.empty()) AnyEnd(bones).declared = many;
      return;
    }
    t_.declared[random_.Below(kM3dCounts.size())] = many;
  }

  void ManyClips() {
    if (t_.clips.empty()) return;
    const M3dClip clip = AnyEnd(t_.clips);
    const size_t each = SizeOf(clip);
    for (size_t i = 0; i * each < bytes_; ++i) {
      t_.clips.push_back(clip);
      t_.clips.back().name += std::to_string(i);
    }
  }

  void ManyBones() {
    List& offsets = t_.list(m3d::Section::kBoneOffsets);
    List& parents = t_.list(m3d::Section::kHierarchy);
    if (offsets.empty()) return;
    const M3dWords offset = offsets.back();
    const bool dashed = !offset[0].starts_with("Bone");
    const size_t each = SizeOf(offset) + 24 + 26 * t_.clips.size();
    for (size_t i = 0; i * each < bytes_; ++i) {
      const std::string number = std::to_string(offsets.size());
      offsets.push_back(offset);
      offsets.back()[0] = dashed ? "B" + number + ":" : "BoneOffset" + number;
      parents.push_back({(dashed ? "P" : "ParentIndexOfBone") + number + ":",
                         std::to_string(offsets.size() - 2)});
      for (M3dClip& clip : t_.clips) {
        M3dBoneKeys bone;
        bone.label = (dashed ? "B" : "Bone") + number;
        clip.bones.push_back(std::move(bone));
      }
    }
  }

  // Materials of nothing, each with a texture that is called as all the others,
  // in a folder of its own.
  void ManyTextures() {
    List& materials = t_.list(m3d::Section::kMaterials);
    List& subsets = t_.list(m3d::Section::kSubsets);
    if (materials.empty() || subsets.empty()) return;
    const M3dWords material = materials.back();
    const M3dWords subset = subsets.back();
    const size_t each = SizeOf(material) + SizeOf(subset) + 16;
    for (size_t i = 0; i * each < bytes_; ++i) {
      const std::string number = std::to_string(i);
      M3dWords copy = material;
      for (size_t w = 0; w + 1 < copy.size(); ++w) {
        if (copy[w] == "Name:") copy[w + 1] += number;
        if (copy[w] == "DiffuseMap:") {
          copy[w + 1] = "c" + number + "\\x\\y\\t.png";
        }
      }
      M3dWords of_it = subset;
      for (size_t w = 0; w + 1 < of_it.size(); ++w) {
        if (of_it[w] == "SubsetID:") {
          of_it[w + 1] = std::to_string(subsets.size());
        }
        if (of_it[w].ends_with("Count:")) of_it[w + 1] = "0";
      }
      materials.push_back(std::move(copy));
      subsets.push_back(std::move(of_it));
    }
  }

  // In an element, or after the end.
  void ManyWords() {
    static constexpr const char* kWords[] = {"0", "a", "a:", "{", "}", "#a"};
    const std::string word = random_.Pick(kWords);
    const std::vector<List*> lists = Lists();
    M3dWords* words = &t_.trailing;
    if (!lists.empty() && random_.OneIn(2)) {
      words = &AnyEnd(*lists[random_.Below(lists.size())]);
    }
    words->insert(words->end(), bytes_ / (word.size() + 1), word);
  }

  M3dText& t_;
  size_t bytes_;
  Random& random_;
};

}  // namespace

void GrowM3d(M3dText& text, size_t bytes, Random& random) {
  Growth growth(text, bytes, random);
  growth.Run();
}

}  // namespace clipguard::fuzz
