// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/mutator/m3d_growth.h"
#include "fuzz/m3d/mutator/m3d_model.h"
#include "fuzz/m3d/mutator/m3d_shapes.h"
#include "fuzz/shared/number_text.h"
#include "fuzz/shared/wide.h"
#include "parser/m3d/format.h"

namespace clipguard::fuzz {
namespace {

using enum m3d::Section;
using m3d::Dialect;
using m3d::Section;

using List = std::vector<M3dWords>;

constexpr const char* kPieces[] = {
    "{",        "}",    ":",     "#",     "***",        "---",   "\xef\xbb\xbf",
    "\xc3\xa9", "\xff", "Name:", "Time:", "Position:",  "Quat:", "0",
    "-",        ".",    "e",     "Bone0", "*Vertices*", "--"};

// Mutates .m3d characters by their words: finds sections and elements, changes
// numbers, elements, bones, clips, labels, counts, dialects and spacing, and
// writes all of it again, mostly in the shape that it should have. Most of what
// comes out is read to its end, where flipped bytes would only ever test the
// first label that they hit.
class Mutation {
 public:
  Mutation(M3dText& text, Random& random, ByteMutator mutate_bytes)
      : t_(text), random_(random), mutate_bytes_(mutate_bytes) {}

  void Run() {
    // Faults end a file early: few of them, and not for long.
    if (!random_.OneIn(8)) {
      ShapeM3d(t_, M3dDialectOf(t_), t_.is_skinned());
      t_.byte_order_mark = false;
      if (!random_.OneIn(4)) MendM3d(t_);
    }
    for (size_t left = random_.Few(); left != 0; --left) RunOne();
  }

 private:
  using Step = void (Mutation::*)();

  void RunOne() {
    static constexpr Choice<Step> kChoices[] = {
        {20, &Mutation::ChangeNumber}, {6, &Mutation::ChangeIndex},
        {6, &Mutation::AddElement},    {5, &Mutation::DropElements},
        {3, &Mutation::RepeatElement}, {4, &Mutation::SwapElements},
        {3, &Mutation::GrowList},      {3, &Mutation::MoveTimes},
        {3, &Mutation::AddBone},       {2, &Mutation::DropBone},
        {3, &Mutation::ChangeParent},  {3, &Mutation::AddClip},
        {1, &Mutation::DropClip},      {2, &Mutation::RenameClip},
        {3, &Mutation::ChangeShape},   {4, &Mutation::ChangeSpacing},
        {2, &Mutation::ChangeBanner},  {2, &Mutation::ChangeWord},
        {1, &Mutation::ChangeWords},   {2, &Mutation::ChangeName},
        {1, &Mutation::ChangeCount},   {1, &Mutation::ChangeOrder},
        {1, &Mutation::ChangeLabels},  {1, &Mutation::AddTrailing},
        {2, &Mutation::ChangeSubset},  {6, &Mutation::Mend},
        {1, &Mutation::Grow},
    };
    (this->*PickStep(kChoices, random_))();
  }

  // ---- Choosing -----------------------------------------------------------

  // A list of elements, mostly one that has some.
  List& AnyList() {
    std::vector<List*> there;
    for (List& list : t_.lists) {
      if (!list.empty()) there.push_back(&list);
    }
    List* const keys = AnyKeys();
    if (keys != nullptr) there.insert(there.end(), 3, keys);
    if (there.empty() || random_.OneIn(16)) {
      return t_.lists[1 + random_.Below(6)];
    }
    return *there[random_.Below(there.size())];
  }

  List* AnyKeys() {
    M3dBoneKeys* bone = AnyBone();
    return bone == nullptr ? nullptr : &bone->keys;
  }

  M3dBoneKeys* AnyBone() {
    if (t_.clips.empty()) return nullptr;
    auto& bones = AnyClip().bones;
    return bones.empty() ? nullptr : &bones[random_.Below(bones.size())];
  }

  // REQUIRES: there is one.
  M3dClip& AnyClip() { return t_.clips[random_.Below(t_.clips.size())]; }

  // An element of any list; nothing if there is none.
  M3dWords* AnyElement() {
    List& list = AnyList();
    return list.empty() ? nullptr : &list[random_.Below(list.size())];
  }

  std::string* AnyWord() {
    M3dWords* words = AnyElement();
    if (words == nullptr || words->empty()) return nullptr;
    return &(*words)[random_.Below(words->size())];
  }

  // ---- Numbers ------------------------------------------------------------

  void ChangeNumber() {
    for (int tries = 0; tries < 8; ++tries) {
      std::string* word = AnyWord();
      if (word == nullptr || !LooksLikeNumber(*word)) continue;
      *word =
          random_.OneIn(8) ? OddNumber(random_) : ChangedNumber(random_, *word);
      return;
    }
  }

  // Changes an index of a triangle's corner or of a vertex's bones.
  void ChangeIndex() {
    const bool triangle = random_.OneIn(2) || !t_.is_skinned();
    List& list = t_.list(triangle ? kTriangles : kVertices);
    if (list.empty()) return;
    M3dWords& words = list[random_.Below(list.size())];
    if (words.size() < 4 && !triangle) return;
    if (words.empty()) return;
    const size_t at =
        words.size() - 1 - random_.Below(triangle ? 3 : 4) % words.size();
    const size_t end =
        triangle ? t_.list(kVertices).size() : t_.list(kBoneOffsets).size();
    words[at] = random_.OneIn(8) ? OddIndex(random_)
                : random_.OneIn(8)
                    ? std::to_string(end)
                    : std::to_string(random_.Below(std::max<size_t>(end, 1)));
  }

  void ChangeSubset() {
    List& list = t_.list(kSubsets);
    if (list.empty()) return;
    M3dWords& words = list[random_.Below(list.size())];
    if (words.size() < 2) return;
    std::string& word = words[random_.Below(words.size() / 2) * 2 + 1];
    uint32_t value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value);
    word = random_.OneIn(4) ? OddIndex(random_)
                            : std::to_string(value + random_.Below(3) - 1);
  }

  void ChangeParent() {
    List& list = t_.list(kHierarchy);
    if (list.empty()) return;
    const size_t at = random_.Below(list.size());
    if (list[at].size() < 2) return;
    list[at][1] = random_.OneIn(8)   ? OddIndex(random_)
                  : random_.OneIn(4) ? "-1"
                  : random_.OneIn(8) ? std::to_string(at)
                                     : std::to_string(random_.Below(at));
  }

  void MoveTimes() {
    List* keys = AnyKeys();
    if (keys == nullptr) return;
    static constexpr float kScales[] = {-1, 0, 0.5f, 2, 1e-3f, 1e6f, 1e-40f, 1};
    const float scale = random_.Pick(kScales);
    const float shift = random_.OneIn(2) ? 0 : random_.Share();
    for (M3dWords& key : *keys) {
      if (key.size() < 2) continue;
      float time = 0;
      std::from_chars(key[1].data(), key[1].data() + key[1].size(), time);
      key[1] = ShortestNumber(time * scale + shift);
    }
    if (scale < 0) std::ranges::reverse(*keys);
  }

  // ---- Elements -----------------------------------------------------------

  void AddElement() {
    List& list = AnyList();
    if (list.empty()) {
      list.push_back({"0", "0", "0"});
      return Shape();
    }
    M3dWords copy = list[random_.Below(list.size())];
    const size_t at = random_.Below(list.size() + 1);
    list.insert(list.begin() + static_cast<ptrdiff_t>(at), std::move(copy));
  }

  void DropElements() { DropSome(AnyList(), random_); }

  void RepeatElement() { RepeatOne(AnyList(), random_); }

  void SwapElements() { SwapTwo(AnyList(), random_); }

  // To lengths around the blocks that kernels work in.
  void GrowList() {
    List& list = AnyList();
    static constexpr size_t kSizes[] = {3, 4, 7, 8, 9, 16, 17, 33, 64, 130};
    const size_t size = random_.Pick(kSizes);
    if (list.empty()) return;
    while (list.size() < size) list.push_back(list[random_.Below(list.size())]);
  }

  // ---- Bones and clips ----------------------------------------------------

  void AddBone() {
    List& offsets = t_.list(kBoneOffsets);
    if (offsets.empty()) return ChangeShape();
    offsets.push_back(offsets.back());
    t_.list(kHierarchy).push_back({"", std::to_string(offsets.size() - 2)});
    for (M3dClip& clip : t_.clips) {
      M3dBoneKeys copy;
      if (!clip.bones.empty()) copy = clip.bones.back();
      clip.bones.push_back(std::move(copy));
    }
    Shape();
  }

  void DropBone() {
    List& offsets = t_.list(kBoneOffsets);
    if (offsets.empty()) return;
    const size_t at = random_.Below(offsets.size());
    const auto drop = [at](auto& list) {
      if (at < list.size()) {
        list.erase(list.begin() + static_cast<ptrdiff_t>(at));
      }
    };
    drop(offsets);
    drop(t_.list(kHierarchy));
    for (M3dClip& clip : t_.clips) drop(clip.bones);
    Shape();
  }

  void AddClip() {
    if (!t_.is_skinned()) return ChangeShape();
    M3dClip copy;
    if (!t_.clips.empty()) copy = AnyClip();
    if (!random_.OneIn(8)) copy.name += random_.OneIn(2) ? "2" : "_";
    if (random_.OneIn(16)) {
      for (M3dBoneKeys& bone : copy.bones) bone.keys.clear();
    }
    t_.clips.push_back(std::move(copy));
    Shape();
    if (List* keys = AnyKeys(); keys != nullptr && keys->empty()) {
      keys->push_back({"Time:", OrdinaryNumber(random_)});
      Shape();
    }
  }

  void DropClip() {
    if (t_.clips.empty()) return;
    t_.clips.erase(t_.clips.begin() +
                   static_cast<ptrdiff_t>(random_.Below(t_.clips.size())));
  }

  void RenameClip() {
    if (t_.clips.empty()) return;
    std::string& name = AnyClip().name;
    name = random_.OneIn(3) ? AnyClip().name : std::string("Take1");
    if (random_.OneIn(4)) ChangePiece(name);
  }

  // ---- The whole ----------------------------------------------------------

  void Shape() { ShapeM3d(t_, M3dDialectOf(t_), t_.is_skinned()); }

  void Mend() {
    Shape();
    MendM3d(t_);
  }

  void ChangeShape() {
    static constexpr Dialect kDialects[] = {Dialect::kD3D12, Dialect::kD3D12,
                                            Dialect::kD3D11, Dialect::kDashed};
    const bool skinned = random_.OneIn(2) ? t_.is_skinned() : random_.OneIn(2);
    if (random_.OneIn(4)) {
      // Who says "Shininess:"?
      for (M3dWords& material : t_.list(kMaterials)) {
        std::ranges::replace(material, "Roughness:", "Shininess:");
      }
      return;
    }
    ShapeM3d(t_, random_.Pick(kDialects), skinned);
  }

  void ChangeSpacing() {
    if (random_.OneIn(16)) {
      t_.encoding = random_.Below(kEncodings);
    } else if (random_.OneIn(8)) {
      t_.byte_order_mark = !t_.byte_order_mark;
    } else {
      t_.spacing = static_cast<M3dSpacing>(random_.Below(kM3dSpacings));
    }
  }

  void ChangeBanner() {
    const size_t at = random_.Below(m3d::kSections);
    const std::string name(m3d::SectionName(static_cast<Section>(at)));
    const char mark = t_.banners[0].starts_with('-') ? '-' : '*';
    std::string& banner = t_.banners[at];
    switch (random_.Below(8)) {
      case 0:
        ChangePiece(banner);
        break;
      case 1:
        banner = name;
        break;
      case 2:
        banner = std::string(random_.Below(6), mark) + name;
        break;
      case 3:
        banner = std::string(70, mark == '*' ? '-' : '*') + name + mark;
        break;
      case 4:
        std::ranges::replace(banner, '-', '_');
        break;
      default:
        banner = std::string(3 + random_.Below(40), mark) + name +
                 std::string(random_.Below(40), mark);
    }
  }

  void ChangeCount() {
    const std::string odd = random_.OneIn(3)
                                ? OddIndex(random_)
                                : std::to_string(ChangedCount(random_, 3));
    M3dBoneKeys* bone = AnyBone();
    if (bone != nullptr && random_.OneIn(2)) {
      const size_t keys = bone->keys.size();
      bone->declared =
          random_.OneIn(2) ? odd : std::to_string(ChangedCount(random_, keys));
      return;
    }
    const size_t at = random_.Below(kM3dCounts.size());
    const size_t count = M3dCount(t_, at);
    t_.declared[at] =
        random_.OneIn(4) ? odd : std::to_string(ChangedCount(random_, count));
  }

  void ChangeOrder() {
    if (t_.order.empty()) return;
    const size_t at = random_.Below(t_.order.size());
    if (random_.OneIn(2)) {
      std::swap(t_.order[at], t_.order[random_.Below(t_.order.size())]);
    } else if (random_.OneIn(2)) {
      t_.order.resize(at);
    } else {
      t_.order.erase(t_.order.begin() + static_cast<ptrdiff_t>(at));
    }
  }

  void ChangeLabels() {
    switch (random_.Below(4)) {
      case 0:
        ChangePiece(t_.count_labels[random_.Below(kM3dCounts.size())]);
        break;
      case 1:
        if (M3dBoneKeys* bone = AnyBone(); bone != nullptr) {
          ChangePiece(random_.OneIn(2) ? bone->label : bone->count_label);
        }
        break;
      case 2:
        if (!t_.clips.empty()) ChangePiece(AnyClip().label);
        break;
      default: {
        // That one, or all from there on, as D3D10 files lack the last two.
        const size_t at = random_.Below(kM3dCounts.size());
        t_.count_labels[at].clear();
        if (random_.OneIn(2)) break;
        for (size_t i = at + 1; i < kM3dCounts.size(); ++i) {
          t_.count_labels[i].clear();
        }
      }
    }
  }

  void AddTrailing() {
    for (size_t left = random_.Few(); left != 0; --left) {
      t_.trailing.emplace_back(random_.Pick(kPieces));
    }
  }

  // ---- Words --------------------------------------------------------------

  void ChangeName() {
    const bool shininess = random_.OneIn(8);
    List& list = t_.list(kMaterials);
    if (list.empty()) return;
    M3dWords& words = list[random_.Below(list.size())];
    for (size_t i = 0; i + 1 < words.size(); ++i) {
      const std::string& label = words[i];
      if (shininess && label == "Roughness:") words[i] = "Shininess:";
      if ((label.ends_with("Name:") || label.ends_with("Map:")) &&
          random_.OneIn(2)) {
        return ChangePiece(words[i + 1]);
      }
    }
  }

  void ChangeWord() {
    if (std::string* word = AnyWord(); word != nullptr) ChangePiece(*word);
  }

  void ChangePiece(std::string& word) {
    const size_t at = random_.Below(word.size() + 1);
    switch (random_.Below(7)) {
      case 0:
        word.resize(at);
        break;
      case 1:
        word.insert(at, 1, '\0');
        break;
      case 2:
        word.insert(at, 1, ' ');
        break;
      case 3:
        for (char& c : word) {
          if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
        }
        break;
      case 4: {
        std::vector<uint8_t> bytes(word.begin(), word.end());
        bytes.resize(word.size() + 8);
        bytes.resize(mutate_bytes_(bytes.data(), word.size(), bytes.size()));
        word.assign(bytes.begin(), bytes.end());
        break;
      }
      default:
        word.insert(at, random_.Pick(kPieces));
    }
  }

  // Drops, doubles, swaps or glues words of an element.
  void ChangeWords() {
    M3dWords* words = AnyElement();
    if (words == nullptr || words->empty()) return;
    const size_t at = random_.Below(words->size());
    const auto place = words->begin() + static_cast<ptrdiff_t>(at);
    switch (random_.Below(4)) {
      case 0:
        words->erase(place);
        break;
      case 1: {
        std::string copy = *place;
        words->insert(place, std::move(copy));
        break;
      }
      case 2:
        std::swap(*place, (*words)[random_.Below(words->size())]);
        break;
      default:
        if (at + 1 == words->size()) break;
        *place += (*words)[at + 1];
        words->erase(place + 1);
    }
  }

  // In any direction.
  void Grow() { GrowM3d(t_, size_t{16} << random_.Below(7), random_); }

  M3dText& t_;
  Random& random_;
  ByteMutator mutate_bytes_;
};

// Halves the longest list, or drops clips and what follows, until the file
// fits; then writes it. 0 if that cannot be.
size_t WriteTo(M3dText& text, uint8_t* out, size_t max_size) {
  std::string bytes = EncodeM3d(text);
  while (bytes.size() > max_size) {
    List* longest = &text.lists[0];
    for (List& list : text.lists) {
      if (list.size() > longest->size()) longest = &list;
    }
    for (M3dClip& clip : text.clips) {
      for (M3dBoneKeys& bone : clip.bones) {
        if (bone.keys.size() > longest->size()) longest = &bone.keys;
      }
    }
    if (text.clips.size() > longest->size()) {
      text.clips.resize(text.clips.size() / 2);
    } else if (!longest->empty()) {
      longest->resize(longest->size() / 2);
    } else {
      return 0;
    }
    bytes = EncodeM3d(text);
  }
  if (bytes.empty()) return 0;
  std::ranges::copy(bytes, out);
  return bytes.size();
}

template <typename T>
void Mix(std::vector<T>& a, const std::vector<T>& b, Random& random) {
  if (random.OneIn(4)) {
    a = Splice(a, b, random);
  } else if (random.OneIn(2)) {
    a = b;
  }
}

size_t Mutate(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
              ByteMutator mutate_bytes) {
  return MutateDecoded(
      data, size, max_size, seed, mutate_bytes, DecodeM3d,
      [&](M3dText& text, Random& random) {
        Mutation(text, random, mutate_bytes).Run();
      },
      WriteTo);
}

// Each section comes from either file, or is spliced.
size_t CrossOver(std::span<const uint8_t> a, std::span<const uint8_t> b,
                 uint8_t* out, size_t max_size, uint32_t seed) {
  Random random(seed);
  M3dText mix = DecodeM3d(a);
  const M3dText other = DecodeM3d(b);
  const Dialect dialect = M3dDialectOf(mix);
  for (size_t i = 0; i < m3d::kSections; ++i) {
    Mix(mix.lists[i], other.lists[i], random);
  }
  Mix(mix.clips, other.clips, random);
  if (random.OneIn(4)) mix.spacing = other.spacing;
  if (!random.OneIn(8)) {
    ShapeM3d(mix, dialect, mix.is_skinned());
    if (!random.OneIn(4)) MendM3d(mix);
  }
  return WriteMixture(mix, a, out, max_size, WriteTo);
}

std::string Grow(std::string_view file, size_t bytes, Random& random) {
  M3dText text =
      DecodeM3d({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  GrowM3d(text, bytes, random);
  return EncodeM3d(text);
}

}  // namespace

const FuzzFormat kM3dFuzzing = {
    .formats = Format::kM3d,
    .inputs = {.seeds = "fuzz/corpus/m3d fuzz/regressions corpus/m3d",
               .dictionary = "fuzz/m3d/m3d.dict",
               .mutate = Mutate,
               .cross_over = CrossOver},
    .grow = Grow,
    .spare_operations = 4'000'000,
};

}  // namespace clipguard::fuzz
