// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/mutator/mrtk_growth.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/key_fields.h"

namespace clipguard::fuzz {
namespace {

using corpus::RawCurve;
using corpus::RawMarker;
using corpus::Recording;
using mrtk::CurveSlot;
using mrtk::Keyframe;
using mrtk::KeyLayout;

using Keys = std::vector<Keyframe>;

constexpr int32_t kWrapModes[] = {0, 1, 2, 4, 8, 2, 4, 8, 8};
constexpr int32_t kNoWrapModes[] = {3, 5, 6, 7, 9, -1, 16, 1 << 30};

// Pieces of names: two to four bytes a character, a NUL, and what is not UTF-8
// (overlong forms, surrogates, numbers too large, sequences cut short).
constexpr std::string_view kNamePieces =
    "a grab \xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xef\xbf\xbd \xc0\x80 "
    "\xe0\x80\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xf0\x80\x80\x80 \xc3 \xe2\x82 "
    "\xf0\x9f\x98 \x80 \xff \xf4\x8f\xbf\xbf \x7f";
constexpr const char* kLengths[] = {
    "\x80\x80\x80\x80\x10", "\xff\xff\xff\xff\x0f", "\xff\xff\xff\xff\x07",
    "\x80\x80\x80\x80\x80", "\xff\xff\x03",         "\x7f"};

// Mutates MRTK recordings by their structure: decodes what is there, changes
// keys, curves, parts, markers and layout, and writes it again, mostly with
// counts that fit. Most of what comes out is read to its end and evaluated,
// where flipped bits would only ever test the first checks.
class Mutation {
 public:
  Mutation(Recording& recording, Random& random, ByteMutator mutate_bytes)
      : r_(recording), random_(random), mutate_bytes_(mutate_bytes) {}

  void Run() {
    // Counts that do not fit end a file early: few of them, and not for long.
    if (!random_.OneIn(8)) {
      for (RawCurve& curve : r_.curves) curve.declared_count.reset();
      r_.declared_marker_count.reset();
    }
    if (!random_.OneIn(8)) r_.trailing.clear();
    if ((r_.major != 1 || r_.minor < 0 || r_.minor > 1) && !random_.OneIn(8)) {
      r_.major = r_.minor = 1;
    }
    if (!HasKeys() && !random_.OneIn(8)) MakeKeys();
    for (size_t left = random_.Few(); left != 0; --left) RunOne();
  }

 private:
  using Step = void (Mutation::*)();

  void RunOne() {
    static constexpr Choice<Step> kChoices[] = {
        {16, &Mutation::ChangeField},  {6, &Mutation::AddKey},
        {5, &Mutation::DropKeys},      {4, &Mutation::RepeatKey},
        {4, &Mutation::SwapKeys},      {3, &Mutation::MoveTimes},
        {3, &Mutation::GrowCurve},     {3, &Mutation::ChangeKeyBytes},
        {2, &Mutation::FillField},     {4, &Mutation::SortKeys},
        {4, &Mutation::UnifyRotation}, {2, &Mutation::LoseW},
        {2, &Mutation::LoseTail},      {2, &Mutation::ClearCurve},
        {3, &Mutation::CopyCurve},     {2, &Mutation::SwapCurves},
        {5, &Mutation::ChangeWrap},    {3, &Mutation::ChangePart},
        {1, &Mutation::ClearPart},     {3, &Mutation::ChangeLayout},
        {3, &Mutation::AddMarker},     {1, &Mutation::DropMarker},
        {2, &Mutation::SwapMarkers},   {2, &Mutation::ChangeMarkerTime},
        {4, &Mutation::ChangeName},    {1, &Mutation::ChangeLength},
        {1, &Mutation::ChangeCount},   {1, &Mutation::ChangeVersion},
        {1, &Mutation::AddTrailing},   {1, &Mutation::Grow},
    };
    (this->*PickStep(kChoices, random_))();
  }

  // ---- Choosing -----------------------------------------------------------

  // A curve of the file, mostly one with keys; nothing if it has none at all.
  RawCurve* AnyCurve() {
    std::vector<size_t> there;
    std::vector<size_t> with_keys;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      if (!r_.HasCurve(CurveSlot(i))) continue;
      there.push_back(i);
      if (!r_.curves[i].keys.empty()) with_keys.push_back(i);
    }
    if (there.empty()) return nullptr;
    const auto& from =
        with_keys.empty() || random_.OneIn(8) ? there : with_keys;
    slot_ = CurveSlot(from[random_.Below(from.size())]);
    return &r_.curves[slot_.index()];
  }

  bool HasKeys() const {
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      if (r_.HasCurve(CurveSlot(i)) && !r_.curves[i].keys.empty()) return true;
    }
    return false;
  }

  // Gives one curve a few keys, and a part to a file that has none.
  void MakeKeys() {
    if (AnyCurve() == nullptr) r_.presence[random_.OneIn(2) ? 0 : 2] = 1;
    Keys& keys = AnyKeys();
    keys.resize(1 + random_.Below(6));
    for (size_t i = 0; i < keys.size(); ++i) {
      keys[i].time = static_cast<float>(i) * 0.25f;
      keys[i].value = static_cast<float>(random_.Below(2));
    }
  }

  // The keys of such a curve; an empty stand-in if there is none.
  Keys& AnyKeys() {
    RawCurve* curve = AnyCurve();
    return curve == nullptr ? none_ : curve->keys;
  }

  // The first rotation curve of a pose that the file has.
  std::optional<size_t> AnyRotation() {
    const bool camera = r_.HasCurve(CurveSlot(CurveSlot::kCamera));
    const bool hands = r_.HasCurve(CurveSlot(CurveSlot::kJoints));
    if (!camera && !hands) return std::nullopt;
    if (camera && (!hands || random_.OneIn(2))) return mrtk::kRotationX;
    return CurveSlot::kJoints +
           random_.Below(2 * mrtk::kJointCount) * mrtk::kPoseCurves +
           mrtk::kRotationX;
  }

  float& AnyField(Keyframe& key) {
    const bool full = r_.keys == KeyLayout::kFull && !slot_.is_boolean();
    const auto fields = mrtk::FloatFieldsOf(full);
    return key.*fields[random_.Below(fields.size())].member;
  }

  // ---- Keys ---------------------------------------------------------------

  void ChangeField() {
    Keys& keys = AnyKeys();
    if (keys.empty()) return;
    Keyframe& key = keys[random_.Below(keys.size())];
    if (r_.keys == KeyLayout::kFull && random_.OneIn(6)) {
      key.weighted_mode = random_.OneIn(8)
                              ? static_cast<int32_t>(random_.Next())
                              : static_cast<int32_t>(random_.Below(4));
      return;
    }
    if (slot_.is_boolean() && !random_.OneIn(4)) {
      key.value = 1 - key.value;
      return;
    }
    float& field = AnyField(key);
    field = ChangedFloat(random_, field);
  }

  void AddKey() {
    Keys& keys = AnyKeys();
    const size_t at = random_.Below(keys.size() + 1);
    Keyframe key =
        keys.empty() ? Keyframe{} : keys[std::min(at, keys.size() - 1)];
    if (at == keys.size()) {
      key.time += random_.Share();
    } else if (at != 0) {
      const float before = keys[at - 1].time;
      key.time = before + random_.Share() * (key.time - before);
    } else {
      key.time -= random_.Share();
    }
    key.value += random_.Share() - 0.5f;
    if (slot_.is_boolean()) key.value = static_cast<float>(random_.Below(2));
    keys.insert(keys.begin() + static_cast<ptrdiff_t>(at), key);
  }

  void DropKeys() { DropSome(AnyKeys(), random_); }

  void RepeatKey() { RepeatOne(AnyKeys(), random_); }

  void SwapKeys() {
    Keys& keys = AnyKeys();
    if (keys.empty()) return;
    Keyframe& a = keys[random_.Below(keys.size())];
    Keyframe& b = keys[random_.Below(keys.size())];
    // Mostly all but the times, so that they stay in order.
    if (!random_.OneIn(4)) std::swap(a.time, b.time);
    std::swap(a, b);
  }

  void MoveTimes() {
    Keys& keys = AnyKeys();
    static constexpr float kScales[] = {-1, 0, 0.5f, 2, 1e-3f, 1e6f, 1e30f, 1};
    const float scale = random_.Pick(kScales);
    const float shift = random_.OneIn(2) ? 0 : ChangedFloat(random_, 1);
    for (Keyframe& key : keys) key.time = key.time * scale + shift;
    if (scale < 0) std::reverse(keys.begin(), keys.end());
  }

  // To lengths around the blocks that kernels and validators work in.
  void GrowCurve() {
    Keys& keys = AnyKeys();
    static constexpr size_t kSizes[] = {3, 8, 9, 16, 17, 33, 64, 65, 129, 1025};
    const size_t size = random_.Pick(kSizes);
    if (keys.empty()) keys.emplace_back();
    const float step = keys.size() > 1 && keys[1].time > keys[0].time
                           ? keys[1].time - keys[0].time
                           : 0.0625f;
    while (keys.size() < size) {
      Keyframe key = keys.back();
      key.time += step;
      if (!slot_.is_boolean()) key.value += random_.Share() * 0.125f;
      keys.push_back(key);
    }
  }

  // The engine's own mutations, with its dictionary and the comparisons that
  // it saw, where they cannot break the structure.
  void ChangeKeyBytes() {
    Keys& keys = AnyKeys();
    if (keys.empty()) return;
    const size_t first = random_.Below(keys.size());
    const size_t count = std::min(keys.size() - first, random_.Few());
    std::vector<uint8_t> bytes(count * sizeof(Keyframe));
    std::memcpy(bytes.data(), &keys[first], bytes.size());
    mutate_bytes_(bytes.data(), bytes.size(), bytes.size());
    std::memcpy(&keys[first], bytes.data(), bytes.size());
  }

  // One field of all keys.
  void FillField() {
    Keys& keys = AnyKeys();
    if (keys.empty()) return;
    const auto offset = reinterpret_cast<const char*>(&AnyField(keys[0])) -
                        reinterpret_cast<const char*>(keys.data());
    const float value = ChangedFloat(random_, 1);
    for (Keyframe& key : keys) {
      std::memcpy(reinterpret_cast<char*>(&key) + offset, &value,
                  sizeof(value));
    }
  }

  void SortKeys() {
    Keys& keys = AnyKeys();
    std::erase_if(keys,
                  [](const Keyframe& k) { return !std::isfinite(k.time); });
    std::ranges::sort(keys, {}, &Keyframe::time);
  }

  // ---- Rotations ----------------------------------------------------------

  // Gives the four curves of a rotation the same times and length one.
  void UnifyRotation() {
    const auto first = AnyRotation();
    if (!first) return;
    const auto curves = std::span(r_.curves).subspan(*first, 4);
    size_t size = random_.Below(24);
    for (const RawCurve& curve : curves) {
      size = std::max(size, curve.keys.size());
    }
    const float nudge = random_.OneIn(2) ? 1.0f : 1 + 0.02f * random_.Share();
    for (RawCurve& curve : curves) curve.keys.resize(size);
    for (size_t i = 0; i < size; ++i) {
      float squared = 0;
      for (const RawCurve& curve : curves) {
        squared += curve.keys[i].value * curve.keys[i].value;
      }
      const bool usable = std::isfinite(squared) && squared > 0;
      for (RawCurve& curve : curves) {
        Keyframe& key = curve.keys[i];
        key.time = static_cast<float>(i) * 0.125f;
        key.value = usable ? nudge * key.value / std::sqrt(squared) : 0.5f;
      }
    }
  }

  void LoseW() {
    const auto first = AnyRotation();
    if (!first) return;
    Keys& w = r_.curves[*first + 3].keys;
    if (w.size() > 1) w.resize(1 + random_.Below(2));
  }

  void LoseTail() {
    Keys& keys = AnyKeys();
    if (keys.size() > 1) keys.resize(1 + random_.Below(keys.size() - 1));
  }

  // ---- Curves -------------------------------------------------------------

  void ClearCurve() { AnyKeys().clear(); }

  void CopyCurve() {
    const RawCurve* from = AnyCurve();
    if (from == nullptr) return;
    const RawCurve copy = *from;
    *AnyCurve() = copy;
  }

  void SwapCurves() {
    RawCurve* a = AnyCurve();
    if (a != nullptr) std::swap(*a, *AnyCurve());
  }

  void ChangeWrap() {
    RawCurve* curve = AnyCurve();
    if (curve == nullptr) return;
    int32_t& mode = random_.OneIn(2) ? curve->pre_wrap : curve->post_wrap;
    mode = random_.OneIn(8) ? random_.Pick(kNoWrapModes)
                            : random_.Pick(kWrapModes);
  }

  // ---- Parts and layouts --------------------------------------------------

  void ChangePart() {
    uint8_t& part = r_.presence[random_.Below(3)];
    part = random_.OneIn(8) ? static_cast<uint8_t>(random_.Next())
                            : static_cast<uint8_t>(part == 0);
  }

  void ClearPart() {
    const size_t first =
        random_.OneIn(2) ? CurveSlot::kJoints : CurveSlot::kGaze;
    for (size_t i = first; i < CurveSlot::kCount; ++i) {
      r_.curves[i].keys.clear();
    }
  }

  void ChangeLayout() {
    switch (random_.Below(4)) {
      case 0:
        r_.marker_list = !r_.marker_list;
        break;
      case 1:
        r_.minor = r_.minor == 0 ? 1 : 0;
        r_.keys = r_.minor == 0 ? KeyLayout::kFull : KeyLayout::kCompact;
        break;
      default:
        r_.keys = r_.keys == KeyLayout::kFull && r_.minor != 0
                      ? KeyLayout::kCompact
                      : KeyLayout::kFull;
    }
  }

  void ChangeVersion() {
    int32_t& number = random_.OneIn(2) ? r_.major : r_.minor;
    number = random_.OneIn(2) ? ChangedCount(random_, 1) : 1;
  }

  void ChangeCount() {
    if (random_.OneIn(4)) {
      r_.declared_marker_count = ChangedCount(random_, r_.markers.size());
    } else if (RawCurve* curve = AnyCurve(); curve != nullptr) {
      curve->declared_count = ChangedCount(random_, curve->keys.size());
    }
  }

  void AddTrailing() {
    r_.trailing.assign(random_.Few(), static_cast<char>(random_.Next()));
  }

  // ---- Markers ------------------------------------------------------------

  RawMarker& AnyMarker() {
    r_.marker_list = true;
    if (r_.markers.empty()) r_.markers.push_back({0, "m", {}});
    return r_.markers[random_.Below(r_.markers.size())];
  }

  void AddMarker() {
    RawMarker copy = AnyMarker();
    copy.time += random_.Share();
    r_.markers.push_back(std::move(copy));
  }

  void DropMarker() {
    const auto at = static_cast<size_t>(&AnyMarker() - r_.markers.data());
    r_.markers.erase(r_.markers.begin() + static_cast<ptrdiff_t>(at));
  }

  void SwapMarkers() {
    RawMarker& a = AnyMarker();
    std::swap(a, AnyMarker());
  }

  void ChangeMarkerTime() {
    RawMarker& marker = AnyMarker();
    marker.time = ChangedFloat(random_, marker.time);
  }

  void ChangeName() {
    std::string& name = AnyMarker().name;
    const size_t at = random_.Below(name.size() + 1);
    switch (random_.Below(5)) {
      case 0:
        name.resize(at);
        break;
      case 1:
        name.insert(at, 1, '\0');
        break;
      case 2: {
        std::vector<uint8_t> bytes(name.begin(), name.end());
        bytes.resize(name.size() + 8);
        bytes.resize(mutate_bytes_(bytes.data(), name.size(), bytes.size()));
        name.assign(bytes.begin(), bytes.end());
        break;
      }
      default:
        name.insert(at, random_.PickWord(kNamePieces));
    }
  }

  void ChangeLength() { AnyMarker().length_bytes = random_.Pick(kLengths); }

  // In any direction.
  void Grow() { GrowMrtk(r_, size_t{16} << random_.Below(7), random_); }

  Recording& r_;
  Random& random_;
  ByteMutator mutate_bytes_;
  CurveSlot slot_{0};  // of the curve chosen last
  Keys none_;
};

// Drops keys, markers and at last the hands until the file fits. False if it
// cannot.
bool ShrinkToFit(Recording& recording, size_t max_size) {
  while (EncodedSize(recording) > max_size) {
    const auto longest =
        std::max_element(recording.curves.begin(), recording.curves.end(),
                         [](const RawCurve& a, const RawCurve& b) {
                           return a.keys.size() < b.keys.size();
                         });
    if (longest->keys.size() > 1) {
      longest->keys.resize(longest->keys.size() / 2);
    } else if (!recording.markers.empty()) {
      recording.markers.resize(recording.markers.size() / 2);
    } else if (recording.minor == 0 || recording.presence[1] != 0) {
      recording.minor = 1;
      recording.presence[1] = 0;
    } else if (!recording.trailing.empty()) {
      recording.trailing.clear();
    } else {
      return false;
    }
  }
  return true;
}

// Writes the recording if it fits; 0 if it cannot.
size_t WriteTo(Recording& recording, uint8_t* out, size_t max_size) {
  if (!ShrinkToFit(recording, max_size)) return 0;
  const std::vector<uint8_t> bytes = corpus::Write(recording).bytes;
  if (bytes.size() > max_size) return 0;
  std::copy(bytes.begin(), bytes.end(), out);
  return bytes.size();
}

// Puts a CR before each LF, as git's autocrlf does, if there is room; returns
// the new size.
size_t ConvertLines(uint8_t* data, size_t size, size_t max_size) {
  const auto lines = static_cast<size_t>(std::count(data, data + size, '\n'));
  if (size + lines > max_size) return size;
  size_t to = size + lines;
  for (size_t from = size; from != to; --from) {
    data[--to] = data[from - 1];
    if (data[to] == '\n') data[--to] = '\r';
  }
  return size + lines;
}

size_t Mutate(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
              ByteMutator mutate_bytes) {
  bool convert_lines = false;
  const size_t mutated = MutateDecoded(
      data, size, max_size, seed, mutate_bytes, DecodeLeniently,
      [&](Recording& recording, Random& random) {
        Mutation(recording, random, mutate_bytes).Run();
        convert_lines = random.OneIn(64);
      },
      WriteTo);
  return convert_lines ? ConvertLines(data, mutated, max_size) : mutated;
}

// Keys, curves, parts and markers come from either file.
size_t CrossOver(std::span<const uint8_t> a, std::span<const uint8_t> b,
                 uint8_t* out, size_t max_size, uint32_t seed) {
  Random random(seed);
  Recording mix = DecodeLeniently(a);
  const Recording other = DecodeLeniently(b);
  if (random.OneIn(4)) {
    mix.keys = other.keys;
    mix.minor = other.minor;
  }
  for (size_t part = 0; part < 3; ++part) {
    mix.presence[part] = std::max(mix.presence[part], other.presence[part]);
  }
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const RawCurve& curve = other.curves[i];
    if (curve.keys.empty() || random.OneIn(2)) continue;
    if (random.OneIn(4)) {
      mix.curves[i].keys = Splice(mix.curves[i].keys, curve.keys, random);
    } else {
      mix.curves[i] = curve;
    }
  }
  mix.markers = Splice(mix.markers, other.markers, random);
  return WriteMixture(mix, a, out, max_size, WriteTo);
}

std::string Grow(std::string_view file, size_t bytes, Random& random) {
  corpus::Recording recording = DecodeLeniently(
      {reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  GrowMrtk(recording, bytes, random);
  const std::vector<uint8_t> written = corpus::Write(recording).bytes;
  return {written.begin(), written.end()};
}

}  // namespace

const FuzzFormat kMrtkFuzzing = {
    .formats = Format::kMrtk,
    .inputs = {.seeds = "fuzz/corpus/mrtk fuzz/regressions corpus/mrtk",
               .dictionary = "fuzz/mrtk/mrtk.dict",
               .mutate = Mutate,
               .cross_over = CrossOver},
    .grow = Grow,
    .spare_operations = 4'000'000,
};

}  // namespace clipguard::fuzz
