// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/validate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "gtest/gtest.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kMaxFloat = std::numeric_limits<float>::max();

// ---- A camera with faults ---------------------------------------------------

enum Field {
  kTime,
  kValue,
  kInTangent,
  kOutTangent,
  kInWeight,
  kOutWeight,
  kMode
};
constexpr const char* kFieldNames[] = {"time",        "value",    "inTangent",
                                       "outTangent",  "inWeight", "outWeight",
                                       "weightedMode"};
constexpr const char* kCameraCurves[] = {
    "camera.position.x", "camera.position.y", "camera.position.z",
    "camera.rotation.x", "camera.rotation.y", "camera.rotation.z",
    "camera.rotation.w"};

// A 1.1 file with a camera only, all of whose curves have `keys` keys.
class CameraFile {
 public:
  CameraFile(KeyLayout layout, size_t keys)
      : keys_(keys),
        key_size_(layout == KeyLayout::kFull ? 28 : 8),
        bytes_(MustEncode(MakeRecording({.keys = keys}),
                          {{1, 1}, layout, true})) {}

  // 16 bytes of header and 3 presence bytes; then 12 and the keys for each.
  uint64_t Curve(uint64_t curve) const {
    return 19 + curve * (12 + keys_ * key_size_);
  }
  uint64_t Key(uint64_t curve, uint64_t key, Field field = kTime) const {
    return Curve(curve) + 12 + key * key_size_ + 4 * uint64_t{field};
  }
  float Float(uint64_t curve, uint64_t key, Field field) const {
    return Get<float>(bytes_, Key(curve, key, field));
  }

  template <typename T>
  CameraFile& Set(uint64_t curve, uint64_t key, Field field, T value) {
    static_assert(sizeof(T) == 4);
    Put(bytes_, Key(curve, key, field), value);
    return *this;
  }

  // What a finding at that field looks like.
  Seen At(FindingCode code, uint64_t curve, uint64_t key, Field field) const {
    return {code,
            {Key(curve, key, field), 4},
            std::string(kCameraCurves[curve]) + ".keys[" + std::to_string(key) +
                "]." + kFieldNames[field]};
  }

  std::vector<uint8_t>& bytes() { return bytes_; }
  const std::vector<uint8_t>& bytes() const { return bytes_; }

 private:
  size_t keys_;
  size_t key_size_;
  std::vector<uint8_t> bytes_;
};

// Keeps every occurrence.
struct Happening {
  FindingCode code;
  uint64_t offset;
  friend auto operator<=>(const Happening&, const Happening&) = default;
};
class Recorder : public FindingSink {
 public:
  void Report(const Occurrence& occurrence) override {
    happenings.push_back({occurrence.code, occurrence.bytes.offset});
  }
  std::vector<Happening> happenings;
};

std::vector<Happening> Happenings(std::span<const uint8_t> bytes,
                                  Kernel kernel) {
  Recorder recorder;
  FindingList structure;
  const auto view = InputAnimationView::Parse(bytes, {}, structure);
  EXPECT_TRUE(view.has_value());
  if (view) Validate(*view, recorder, kernel);
  return recorder.happenings;
}

constexpr KeyLayout kLayouts[] = {KeyLayout::kCompact, KeyLayout::kFull};

// ---- Sound files ------------------------------------------------------------

TEST(ValidateTest, HasNothingToSayOfSoundRecordings) {
  for (size_t keys : {2u, 3u, 17u, 100u, 1024u, 1025u}) {
    for (const FileLayout& layout : {kCompact11, kFull11, kFull10}) {
      const auto bytes =
          MustEncode(MakeRecording({.camera = true,
                                    .hands = true,
                                    .gaze = layout.version.minor == 1,
                                    .keys = keys,
                                    .markers = 3}),
                     layout);
      EXPECT_EQ(Validated(bytes), List{}) << keys;
    }
  }
  EXPECT_EQ(Validated(MustEncode(InputAnimation{}, kCompact11)), List{});
}

TEST(ValidateTest, SaysWhatParseSaysFirst) {
  CameraFile file(KeyLayout::kCompact, 3);
  file.bytes()[16] = 7;  // hasCamera
  file.Set(0, 1, kValue, kNan);
  file.bytes().resize(file.bytes().size() - 4);  // the marker list
  EXPECT_EQ(Validated(file.bytes()),
            (List{{kPresenceByteUnusual, {16, 1}, "hasCamera"},
                  {kMarkerListMissing, {file.bytes().size(), 0}, "markers"},
                  file.At(kKeyValueNotFinite, 0, 1, kValue)}));
}

// ---- Wrap modes -------------------------------------------------------------

TEST(ValidateTest, WrapModesMustExist) {
  for (uint64_t curve = 0; curve < 7; ++curve) {
    for (int32_t mode : {-1, 3, 5, 9, 0x01000008}) {
      CameraFile file(KeyLayout::kCompact, 3);
      Put(file.bytes(), file.Curve(curve), mode);
      EXPECT_EQ(Validated(file.bytes()),
                (List{{kWrapModeUnknown,
                       {file.Curve(curve), 4},
                       std::string(kCameraCurves[curve]) + ".preWrap"}}));
      Put(file.bytes(), file.Curve(curve), 8);
      Put(file.bytes(), file.Curve(curve) + 4, mode);
      EXPECT_EQ(Validated(file.bytes()),
                (List{{kWrapModeUnknown,
                       {file.Curve(curve) + 4, 4},
                       std::string(kCameraCurves[curve]) + ".postWrap"}}));
    }
    for (int32_t mode : {0, 1, 2, 4, 8}) {
      CameraFile file(KeyLayout::kCompact, 3);
      Put(file.bytes(), file.Curve(curve), mode);
      Put(file.bytes(), file.Curve(curve) + 4, mode);
      EXPECT_EQ(Validated(file.bytes()), List{});
    }
  }
}

TEST(ValidateTest, WrapModesOfCurvesWithoutKeysCountToo) {
  InputAnimation animation = MakeRecording({.camera = false, .hands = true});
  animation.curve(CurveSlot::Joint(Handedness::kLeft, 0, kPositionX)).pre_wrap =
      77;
  const auto bytes = MustEncode(animation, kCompact11);
  const auto seen = Validated(bytes);
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kWrapModeUnknown);
  EXPECT_EQ(seen[0].path, "hands.left.None.position.x.preWrap");
  EXPECT_EQ(Get<int32_t>(bytes, seen[0].bytes.offset), 77);
}

// ---- Keys, at the ends of blocks and of the curve ---------------------------

constexpr size_t kManyKeys = 3000;
constexpr size_t kPlaces[] = {1, 2, 1022, 1023, 1024, 1025, 2047, 2048, 2999};

TEST(ValidateKeysTest, TimesMustBeFinite) {
  for (KeyLayout layout : kLayouts) {
    const CameraFile sound(layout, kManyKeys);
    for (uint64_t curve : {0u, 2u, 3u, 6u}) {
      for (uint64_t key : {0u, 1u, 1023u, 1024u, 1025u, 2999u}) {
        for (float time : {kNan, -kNan, kInfinity, -kInfinity}) {
          CameraFile file = sound;
          file.Set(curve, key, kTime, time);
          EXPECT_EQ(Validated(file.bytes()),
                    List{file.At(kKeyTimeNotFinite, curve, key, kTime)})
              << curve << " " << key << " " << time;
        }
      }
    }
  }
}

TEST(ValidateKeysTest, TimesMustNotDecrease) {
  for (KeyLayout layout : kLayouts) {
    const CameraFile sound(layout, kManyKeys);
    for (uint64_t key : kPlaces) {
      CameraFile file = sound;
      file.Set(1, key, kTime,
               std::nextafter(sound.Float(1, key - 1, kTime), -1.0f));
      List expected = {file.At(kKeyTimeDecreasing, 1, key, kTime)};
      // A curve whose last key comes too early also ends early.
      if (key == kManyKeys - 1) {
        expected.push_back(file.At(kCurveTailLost, 1, key, kTime));
      }
      EXPECT_EQ(Validated(file.bytes()), expected) << key;
    }
  }
}

TEST(ValidateKeysTest, TwoKeysAtOneTimeAreAWarning) {
  for (KeyLayout layout : kLayouts) {
    const CameraFile sound(layout, kManyKeys);
    for (uint64_t key : kPlaces) {
      CameraFile file = sound;
      file.Set(1, key, kTime, sound.Float(1, key - 1, kTime));
      List expected = {file.At(kKeyTimeDuplicate, 1, key, kTime)};
      if (key == kManyKeys - 1) {
        expected.push_back(file.At(kCurveTailLost, 1, key, kTime));
      }
      EXPECT_EQ(Validated(file.bytes()), expected) << key;
    }
  }
}

TEST(ValidateKeysTest, ZeroAndMinusZeroAreOneTime) {
  CameraFile file(KeyLayout::kCompact, 3);
  file.Set(0, 0, kTime, -0.0f);
  EXPECT_EQ(Validated(file.bytes()), List{});
  file.Set(0, 1, kTime, 0.0f);
  EXPECT_EQ(Validated(file.bytes()),
            List{file.At(kKeyTimeDuplicate, 0, 1, kTime)});
}

TEST(ValidateKeysTest, TimesAreComparedAcrossKeysWithoutOne) {
  // The last finite time counts, also when a block lies between.
  for (uint64_t nan : {1u, 1023u, 1024u, 2047u}) {
    CameraFile file(KeyLayout::kCompact, kManyKeys);
    file.Set(0, nan, kTime, kNan);
    file.Set(0, nan + 1, kTime, file.Float(0, nan - 1, kTime));
    EXPECT_EQ(Validated(file.bytes()),
              (List{file.At(kKeyTimeNotFinite, 0, nan, kTime),
                    file.At(kKeyTimeDuplicate, 0, nan + 1, kTime)}))
        << nan;
    file.Set(0, nan + 1, kTime, -1.0f);
    EXPECT_EQ(Validated(file.bytes()),
              (List{file.At(kKeyTimeNotFinite, 0, nan, kTime),
                    file.At(kKeyTimeDecreasing, 0, nan + 1, kTime)}))
        << nan;
  }
}

TEST(ValidateKeysTest, ValuesMustBeFinite) {
  for (KeyLayout layout : kLayouts) {
    const CameraFile sound(layout, kManyKeys);
    for (uint64_t curve : {0u, 2u, 4u}) {
      for (uint64_t key : {0u, 1u, 1023u, 1024u, 1025u, 2999u}) {
        for (float value : {kNan, kInfinity, -kInfinity}) {
          CameraFile file = sound;
          file.Set(curve, key, kValue, value);
          EXPECT_EQ(Validated(file.bytes()),
                    List{file.At(kKeyValueNotFinite, curve, key, kValue)})
              << curve << " " << key << " " << value;
        }
      }
    }
  }
}

TEST(ValidateKeysTest, TangentsMayBeInfiniteButNotNan) {
  const CameraFile sound(KeyLayout::kFull, kManyKeys);
  for (Field field : {kInTangent, kOutTangent}) {
    for (uint64_t key : {0u, 1023u, 1024u, 1025u, 2999u}) {
      CameraFile file = sound;
      file.Set(2, key, field, kNan);
      EXPECT_EQ(Validated(file.bytes()),
                List{file.At(kKeyTangentNan, 2, key, field)});
      for (float tangent : {kInfinity, -kInfinity, -1.0f, 1e18f}) {
        file.Set(2, key, field, tangent);
        EXPECT_EQ(Validated(file.bytes()), List{}) << tangent;
      }
    }
  }
}

TEST(ValidateKeysTest, WeightsAreNumbersFromZeroToOne) {
  const CameraFile sound(KeyLayout::kFull, kManyKeys);
  for (Field field : {kInWeight, kOutWeight}) {
    for (uint64_t key : {0u, 1023u, 1024u, 1025u, 2999u}) {
      CameraFile file = sound;
      file.Set(0, key, field, kNan);
      EXPECT_EQ(Validated(file.bytes()),
                List{file.At(kKeyWeightNan, 0, key, field)});
      for (float weight :
           {std::nextafter(1.0f, 2.0f), 2.0f, kInfinity, -kInfinity, -1e-45f}) {
        file.Set(0, key, field, weight);
        EXPECT_EQ(Validated(file.bytes()),
                  List{file.At(kKeyWeightOutOfRange, 0, key, field)})
            << weight;
      }
      for (float weight : {0.0f, -0.0f, 1e-45f, 0.5f, 1.0f}) {
        file.Set(0, key, field, weight);
        EXPECT_EQ(Validated(file.bytes()), List{}) << weight;
      }
    }
  }
}

TEST(ValidateKeysTest, WeightedModesMustExist) {
  const CameraFile sound(KeyLayout::kFull, kManyKeys);
  for (uint64_t key : {0u, 1023u, 1024u, 1025u, 2999u}) {
    CameraFile file = sound;
    for (int32_t mode : {-1, 4, 0x100, std::numeric_limits<int32_t>::min()}) {
      file.Set(6, key, kMode, mode);
      EXPECT_EQ(Validated(file.bytes()),
                List{file.At(kWeightedModeUnknown, 6, key, kMode)});
    }
    for (int32_t mode : {0, 1, 2, 3}) {
      file.Set(6, key, kMode, mode);
      EXPECT_EQ(Validated(file.bytes()), List{});
    }
  }
}

TEST(ValidateKeysTest, BooleanValuesAreZeroOrOne) {
  InputAnimation animation = MakeRecording({.camera = false, .hands = true});
  Curve& pinch = animation.curve(CurveSlot::Pinch(Handedness::kRight));
  for (float value : {0.5f, -1.0f, 2.0f, 1e-45f, std::nextafter(1.0f, 0.0f)}) {
    pinch.keys[1].value = value;
    const auto seen = Validated(MustEncode(animation, kCompact11));
    // 19 bytes; two tracked curves with a key, a pinch curve with two keys;
    // then this one's header, first key and second time.
    EXPECT_EQ(seen, (List{{kBooleanValueUnusual,
                           {19 + 2 * 20 + 28 + 12 + 8 + 4, 4},
                           "hands.right.pinch.keys[1].value"}}))
        << value;
  }
  for (float value : {0.0f, -0.0f, 1.0f}) {
    pinch.keys[1].value = value;
    EXPECT_EQ(Validated(MustEncode(animation, kCompact11)), List{}) << value;
  }
  pinch.keys[1].value = kNan;
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kKeyValueNotFinite,
                   {19 + 2 * 20 + 28 + 12 + 8 + 4, 4},
                   "hands.right.pinch.keys[1].value"}}));
}

TEST(ValidateKeysTest, BooleanTimesAreTimes) {
  InputAnimation animation = MakeRecording({.camera = false, .hands = true});
  Curve& pinch = animation.curve(CurveSlot::Pinch(Handedness::kLeft));
  const uint64_t key1 = 19 + 2 * 20 + 12 + 8;
  const std::string path = "hands.left.pinch.keys[1].time";
  pinch.keys[1].time = pinch.keys[0].time;
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kKeyTimeDuplicate, {key1, 4}, path}}));
  pinch.keys[1].time = -1;
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kKeyTimeDecreasing, {key1, 4}, path}}));
  pinch.keys[1].time = kInfinity;
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kKeyTimeNotFinite, {key1, 4}, path}}));
}

// ---- Collapsing -------------------------------------------------------------

TEST(ValidateKeysTest, FaultsOfACurveCollapse) {
  CameraFile file(KeyLayout::kFull, kManyKeys);
  for (uint64_t key = 500; key < 2500; ++key) file.Set(0, key, kValue, kNan);
  file.Set(0, 2600, kValue, kNan);
  file.Set(1, 7, kValue, kNan);
  // Both tangents of one key: two faults in one place.
  file.Set(0, 9, kInTangent, kNan).Set(0, 9, kOutTangent, kNan);
  FindingList list;
  ParseAndValidate(file.bytes(), {}, list);
  ASSERT_EQ(list.findings().size(), 3u);
  EXPECT_EQ(SeenIn(list), (List{file.At(kKeyTangentNan, 0, 9, kInTangent),
                                file.At(kKeyValueNotFinite, 0, 500, kValue),
                                file.At(kKeyValueNotFinite, 1, 7, kValue)}));
  EXPECT_EQ(list.findings()[0].count, 2u);
  EXPECT_EQ(Places(list.findings()[0]), "key 9");
  EXPECT_EQ(list.findings()[1].count, 2001u);
  EXPECT_EQ(Places(list.findings()[1]), "keys 500-2499, 2600");
  EXPECT_EQ(list.findings()[2].count, 1u);
  EXPECT_EQ(list.errors(), 2004u);
}

TEST(ValidateKeysTest, ARunOfEqualTimesIsOneFindingAcrossBlocks) {
  CameraFile file(KeyLayout::kCompact, kManyKeys);
  for (uint64_t key = 1000; key <= 2100; ++key) {
    file.Set(2, key, kTime, file.Float(2, 999, kTime));
  }
  FindingList list;
  ParseAndValidate(file.bytes(), {}, list);
  ASSERT_EQ(SeenIn(list), List{file.At(kKeyTimeDuplicate, 2, 1000, kTime)});
  EXPECT_EQ(list.findings()[0].count, 1101u);
  EXPECT_EQ(Places(list.findings()[0]), "keys 1000-2100");
}

// ---- Against the rules, written out plainly ---------------------------------

// What the format's page says of the keys of camera curve `curve`, position
// curves only; without CURVE_OVERFLOWS.
void Rules(const CameraFile& file, uint64_t curve, uint64_t keys, bool full,
           std::vector<Happening>& out) {
  std::optional<float> last;
  for (uint64_t k = 0; k < keys; ++k) {
    const auto add = [&](FindingCode code, Field field) {
      out.push_back({code, file.Key(curve, k, field)});
    };
    const float time = file.Float(curve, k, kTime);
    if (!std::isfinite(time)) {
      add(kKeyTimeNotFinite, kTime);
    } else {
      if (last && time < *last) add(kKeyTimeDecreasing, kTime);
      if (last && time == *last) add(kKeyTimeDuplicate, kTime);
      last = time;
    }
    if (!std::isfinite(file.Float(curve, k, kValue))) {
      add(kKeyValueNotFinite, kValue);
    }
    if (!full) continue;
    for (Field field : {kInTangent, kOutTangent}) {
      if (std::isnan(file.Float(curve, k, field))) add(kKeyTangentNan, field);
    }
    for (Field field : {kInWeight, kOutWeight}) {
      const float weight = file.Float(curve, k, field);
      if (std::isnan(weight)) {
        add(kKeyWeightNan, field);
      } else if (!(weight >= 0 && weight <= 1)) {
        add(kKeyWeightOutOfRange, field);
      }
    }
    const auto mode = Get<int32_t>(file.bytes(), file.Key(curve, k, kMode));
    if (mode != 0 && mode != 1 && mode != 2 && mode != 3) {
      add(kWeightedModeUnknown, kMode);
    }
  }
}

TEST(ValidateRulesTest, EveryKernelFindsWhatTheRulesSay) {
  std::mt19937 generator(7);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  const uint32_t words[] = {0,          0x80000000, 0x7fc00000, 0x7f800000,
                            0xff800000, 0x3f800000, 0x3f800001, 3,
                            4,          0x7f7fffff, 0xffffffff, 0x3eaaaaab};
  size_t found = 0;
  for (int round = 0; round < 300; ++round) {
    const bool full = random() % 2 == 0;
    const uint64_t keys = random() % 4 == 0 ? 2500 : 1 + random() % 60;
    CameraFile file(full ? KeyLayout::kFull : KeyLayout::kCompact, keys);
    for (uint32_t n = random() % 30; n-- > 0;) {
      const auto field = static_cast<Field>(random() % (full ? 7 : 2));
      const uint64_t key = random() % keys;
      uint32_t word = words[random() % std::size(words)];
      if (random() % 4 == 0) {
        // The field's own value at another key: duplicates and disorder.
        word = Get<uint32_t>(file.bytes(), file.Key(0, random() % keys, field));
      }
      file.Set(random() % 3, key, field, word);
    }
    std::vector<Happening> expected;
    for (uint64_t curve = 0; curve < 3; ++curve) {
      Rules(file, curve, keys, full, expected);
    }
    std::sort(expected.begin(), expected.end());
    found += expected.size();
    for (Kernel kernel : SupportedKernels()) {
      std::vector<Happening> got;
      for (const Happening& h : Happenings(file.bytes(), kernel)) {
        if (h.code == kCurveOverflows || h.code == kCurveTailLost) continue;
        got.push_back(h);
      }
      std::sort(got.begin(), got.end());
      ASSERT_EQ(got, expected) << KernelName(kernel) << " " << round;
    }
  }
  EXPECT_GT(found, 1000u);
}

// ---- Overflow ---------------------------------------------------------------

// Two keys of camera.position.x, a second apart.
CameraFile TwoKeys(const Keyframe& a, const Keyframe& b) {
  CameraFile file(KeyLayout::kFull, 2);
  Put(file.bytes(), file.Key(0, 0), a);
  Put(file.bytes(), file.Key(0, 1), b);
  for (uint64_t curve = 1; curve < 7; ++curve) {
    file.Set(curve, 0, kTime, a.time).Set(curve, 1, kTime, b.time);
  }
  return file;
}

TEST(ValidateOverflowTest, AControlPointBeyondFloatIsAWarning) {
  const Keyframe flat0{.time = 0, .weighted_mode = 0};
  const Keyframe flat1{.time = 1, .weighted_mode = 0};
  Keyframe out = flat0;
  out.value = kMaxFloat;
  out.out_tangent = 1e38f;  // a third of it counts
  CameraFile file = TwoKeys(out, flat1);
  EXPECT_EQ(Validated(file.bytes()),
            List{file.At(kCurveOverflows, 0, 0, kOutTangent)});
  Keyframe in = flat1;
  in.value = -kMaxFloat;
  in.in_tangent = 1e38f;
  file = TwoKeys(flat0, in);
  EXPECT_EQ(Validated(file.bytes()),
            List{file.At(kCurveOverflows, 0, 1, kInTangent)});
  // Towards zero is harmless.
  out.out_tangent = -1e38f;
  in.in_tangent = -1e38f;
  EXPECT_EQ(Validated(TwoKeys(out, in).bytes()), List{});
}

TEST(ValidateOverflowTest, WeightsCountOnlyWhereTheyAreUsed) {
  Keyframe a{.time = 0, .out_tangent = 2e38f, .out_weight = 1};
  Keyframe b{.time = 4};
  // 2e38 * 4 / 3 fits; with the weight of 1 it does not.
  for (int32_t mode : {0, 1, 2, 3}) {
    a.weighted_mode = mode;
    const CameraFile file = TwoKeys(a, b);
    List expected;
    if (mode >= 2) expected = {file.At(kCurveOverflows, 0, 0, kOutTangent)};
    EXPECT_EQ(Validated(file.bytes()), expected) << mode;
  }
  a.out_tangent = 0;
  b.in_tangent = 2e38f;
  b.in_weight = 1;
  for (int32_t mode : {0, 1, 2, 3}) {
    b.weighted_mode = mode;
    const CameraFile file = TwoKeys(a, b);
    List expected;
    if (mode % 2 == 1) expected = {file.At(kCurveOverflows, 0, 1, kInTangent)};
    EXPECT_EQ(Validated(file.bytes()), expected) << mode;
  }
}

TEST(ValidateOverflowTest, StepsDoNotOverflow) {
  for (float infinite : {kInfinity, -kInfinity}) {
    Keyframe a{.time = 0,
               .value = kMaxFloat,
               .out_tangent = infinite,
               .out_weight = 1};
    Keyframe b{.time = 1, .in_tangent = 3e38f, .in_weight = 1};
    EXPECT_EQ(Validated(TwoKeys(a, b).bytes()), List{});
    a.out_tangent = 3e38f;
    b.in_tangent = infinite;
    EXPECT_EQ(Validated(TwoKeys(a, b).bytes()), List{});
  }
}

TEST(ValidateOverflowTest, IsFoundAcrossBlocks) {
  const CameraFile sound(KeyLayout::kFull, kManyKeys);
  for (uint64_t key : kPlaces) {
    CameraFile file = sound;
    // The segment from key - 1 to `key`, by either of its ends.
    file.Set(0, key - 1, kOutTangent, 3e38f)
        .Set(0, key - 1, kOutWeight, 1.0f)
        .Set(0, key - 1, kValue, kMaxFloat);
    EXPECT_EQ(Validated(file.bytes()),
              List{file.At(kCurveOverflows, 0, key - 1, kOutTangent)})
        << key;
    file = sound;
    file.Set(0, key, kInTangent, -3e38f)
        .Set(0, key, kInWeight, 1.0f)
        .Set(0, key, kValue, kMaxFloat);
    EXPECT_EQ(Validated(file.bytes()),
              List{file.At(kCurveOverflows, 0, key, kInTangent)})
        << key;
  }
}

// The value of the segment's Bezier curve at parameter u, in double.
double BezierValue(const Keyframe& a, const Keyframe& b, double u) {
  const double dt = double{b.time} - double{a.time};
  const double w1 = a.out_weight_used() ? a.out_weight : 1.0 / 3;
  const double w2 = b.in_weight_used() ? b.in_weight : 1.0 / 3;
  const double p1 = a.value + w1 * a.out_tangent * dt;
  const double p2 = b.value - w2 * b.in_tangent * dt;
  const double v = 1 - u;
  return v * v * v * a.value + 3 * u * v * v * p1 + 3 * u * u * v * p2 +
         u * u * u * b.value;
}

TEST(ValidateOverflowTest, WithoutTheWarningEverySegmentIsFinite) {
  std::mt19937 generator(11);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  // Of every magnitude, most of them large.
  const auto number = [&] {
    const float f = std::ldexp(1 + static_cast<float>(random() % 1000) / 1000,
                               static_cast<int>(random() % 130) - 3);
    return std::clamp(random() % 2 ? f : -f, -kMaxFloat, kMaxFloat);
  };
  size_t warned = 0, silent = 0;
  for (int round = 0; round < 20'000; ++round) {
    Keyframe a{.time = 0}, b{.time = std::abs(number())};
    for (Keyframe* key : {&a, &b}) {
      key->value = number();
      key->in_tangent = number();
      key->out_tangent = number();
      key->in_weight = static_cast<float>(random() % 5) / 4;
      key->out_weight = static_cast<float>(random() % 5) / 4;
      key->weighted_mode = static_cast<int32_t>(random() % 4);
    }
    const List seen = Validated(TwoKeys(a, b).bytes());
    for (const Seen& s : seen) ASSERT_EQ(s.code, kCurveOverflows) << s;
    ++(seen.empty() ? silent : warned);
    if (!seen.empty()) continue;
    for (int i = 0; i <= 64; ++i) {
      ASSERT_LE(std::abs(BezierValue(a, b, i / 64.0)), double{kMaxFloat});
    }
  }
  EXPECT_GT(warned, 1000u);
  EXPECT_GT(silent, 1000u);
}

// ---- Rotations --------------------------------------------------------------

TEST(ValidateRotationTest, QuaternionsHaveLengthOne) {
  for (KeyLayout layout : kLayouts) {
    const CameraFile sound(layout, kManyKeys);
    for (uint64_t key : {0u, 1u, 1023u, 1024u, 2999u}) {
      for (float scale : {0.5f, 0.99f, 1.01f, 3.0f, 1e30f}) {
        CameraFile file = sound;
        for (uint64_t c = 3; c < 7; ++c) {
          file.Set(c, key, kValue, sound.Float(c, key, kValue) * scale);
        }
        EXPECT_EQ(Validated(file.bytes()),
                  List{file.At(kRotationNotUnit, 3, key, kValue)})
            << key << " " << scale;
      }
      for (float scale : {0.996f, 0.999f, 1.001f, 1.004f, -1.0f}) {
        CameraFile file = sound;
        for (uint64_t c = 3; c < 7; ++c) {
          file.Set(c, key, kValue, sound.Float(c, key, kValue) * scale);
        }
        EXPECT_EQ(Validated(file.bytes()), List{}) << key << " " << scale;
      }
    }
  }
}

TEST(ValidateRotationTest, ManyCollapseToOneFinding) {
  CameraFile file(KeyLayout::kCompact, kManyKeys);
  for (uint64_t key = 0; key < kManyKeys; ++key) {
    file.Set(4, key, kValue, 2.0f);
  }
  FindingList list;
  ParseAndValidate(file.bytes(), {}, list);
  ASSERT_EQ(SeenIn(list), List{file.At(kRotationNotUnit, 3, 0, kValue)});
  EXPECT_EQ(list.findings()[0].count, kManyKeys);
}

TEST(ValidateRotationTest, ARotationThatIsAllZeroWasNeverTracked) {
  CameraFile file(KeyLayout::kCompact, 5);
  for (uint64_t c = 3; c < 7; ++c) {
    for (uint64_t k = 0; k < 5; ++k) file.Set(c, k, kValue, 0.0f);
  }
  EXPECT_EQ(Validated(file.bytes()), List{});
  // One that is zero at one key only was tracked.
  CameraFile once(KeyLayout::kCompact, 5);
  for (uint64_t c = 3; c < 7; ++c) once.Set(c, 2, kValue, 0.0f);
  EXPECT_EQ(Validated(once.bytes()),
            List{once.At(kRotationNotUnit, 3, 2, kValue)});
}

TEST(ValidateRotationTest, OnlySharedTimesCount) {
  // w has a key more than the others, in the middle.
  InputAnimation animation = MakeRecording({.keys = 6});
  auto& w = animation.curve(CurveSlot::Camera(kRotationW)).keys;
  Keyframe extra = w[2];
  extra.time += 0.001f;
  extra.value = 50;
  w.insert(w.begin() + 3, extra);
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)), List{});
  // After it, times are shared again: 19 bytes, three curves of 6 keys, the
  // header, four keys and a time.
  animation.curve(CurveSlot::Camera(kRotationX)).keys[4].value = 9;
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kRotationNotUnit,
                   {19 + 3 * (12 + 48) + 12 + 32 + 4, 4},
                   "camera.rotation.x.keys[4].value"}}));
}

// Keeps the first `left` keys of w.
InputAnimation WithW(size_t keys, size_t left) {
  InputAnimation animation = MakeRecording({.keys = keys});
  animation.curve(CurveSlot::Camera(kRotationW)).keys.resize(left);
  return animation;
}

TEST(ValidateRotationTest, WIsLostWhenItHasOneOrTwoKeys) {
  const Seen lost = {kRotationWLost,
                     {19 + 6 * (12 + 9 * 8) + 8, 4},
                     "camera.rotation.w.keyCount"};
  EXPECT_EQ(Validated(MustEncode(WithW(9, 1), kCompact11)), List{lost});
  EXPECT_EQ(Validated(MustEncode(WithW(9, 2), kCompact11)), List{lost});
  // With three it merely ends early.
  const auto three = Validated(MustEncode(WithW(9, 3), kCompact11));
  ASSERT_EQ(three.size(), 1u);
  EXPECT_EQ(three[0].code, kCurveTailLost);
  // With none there is nothing to say which sign it had.
  EXPECT_EQ(Validated(MustEncode(WithW(9, 0), kCompact11)), List{});
}

TEST(ValidateRotationTest, WIsNotLostWhereTheOthersAreAsShort) {
  for (size_t keys : {1u, 2u}) {
    EXPECT_EQ(Validated(MustEncode(WithW(keys, keys), kCompact11)), List{});
  }
  // x, y and z that differ were not written by that recorder.
  InputAnimation animation = WithW(9, 2);
  animation.curve(CurveSlot::Camera(kRotationY)).keys.pop_back();
  for (const Seen& seen : Validated(MustEncode(animation, kCompact11))) {
    EXPECT_EQ(seen.code, kCurveTailLost) << seen;
  }
}

// ---- Ends -------------------------------------------------------------------

TEST(ValidateTailTest, CurvesOfAPoseEndTogether) {
  InputAnimation animation = MakeRecording({.keys = 10});
  animation.curve(CurveSlot::Camera(kPositionY)).keys.resize(8);
  animation.curve(CurveSlot::Camera(kPositionZ)).keys.resize(9);
  FindingList list;
  ParseAndValidate(MustEncode(animation, kCompact11), {}, list);
  // y's last key, the eighth.
  ASSERT_EQ(SeenIn(list), (List{{kCurveTailLost,
                                 {19 + 92 + 12 + 7 * 8, 4},
                                 "camera.position.y.keys[7].time"}}));
  EXPECT_EQ(list.findings()[0].count, 2u);
  EXPECT_EQ(Places(list.findings()[0]), "curves 1-2");
}

TEST(ValidateTailTest, TheCameraLastsAsLongAsTheRecording) {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = false, .gaze = true, .keys = 60});
  for (size_t c = 0; c < 7; ++c) animation.curves[c].keys.resize(40);
  FindingList list;
  ParseAndValidate(MustEncode(animation, kCompact11), {}, list);
  ASSERT_EQ(SeenIn(list), (List{{kCurveTailLost,
                                 {19 + 12 + 39 * 8, 4},
                                 "camera.position.x.keys[39].time"}}));
  EXPECT_EQ(list.findings()[0].count, 7u);
  // A few frames are no loss.
  for (size_t c = 0; c < 7; ++c) {
    animation.curves[c] = MakeRecording({.keys = 55}).curves[c];
  }
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)), List{});
}

TEST(ValidateTailTest, TheGazeLastsAsLongAsTheRecording) {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = false, .gaze = true, .keys = 60});
  for (size_t c = 0; c < kRayCurves; ++c) {
    animation.curves[CurveSlot::kGaze + c].keys.resize(30);
  }
  FindingList list;
  ParseAndValidate(MustEncode(animation, kCompact11), {}, list);
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].code, kCurveTailLost);
  EXPECT_EQ(list.findings()[0].path, "gaze.origin.x.keys[29].time");
  EXPECT_EQ(list.findings()[0].count, 6u);
}

// Hands whose joints stop at key 30 of 60.
InputAnimation ShortHands() {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = true, .keys = 60});
  for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze; ++i) {
    if (!animation.curves[i].keys.empty()) animation.curves[i].keys.resize(30);
  }
  return animation;
}

TEST(ValidateTailTest, AHandLastsAsLongAsItIsTracked) {
  InputAnimation animation = ShortHands();
  // Tracked to the end: one finding for each of 26 joints a hand.
  List seen = Validated(MustEncode(animation, kCompact11));
  EXPECT_EQ(seen.size(), 52u);
  for (const Seen& s : seen) EXPECT_EQ(s.code, kCurveTailLost);
  // Lost from sight when the joints stop.
  for (Handedness hand : kHands) {
    animation.curve(CurveSlot::Tracked(hand))
        .keys.push_back({.time = 29.0f / 60, .value = 0});
  }
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)), List{});
}

TEST(ValidateTailTest, AJointMayBeLostBeforeTheHandIs) {
  InputAnimation animation =
      MakeRecording({.camera = true, .hands = true, .keys = 60});
  const size_t thumb =
      CurveSlot::Joint(Handedness::kLeft, 6, kPositionX).index();
  for (size_t c = 0; c < 7; ++c) animation.curves[thumb + c].keys.resize(30);
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)), List{});
}

TEST(ValidateTailTest, AJointThatEndsBeforeAHandThatEndsEarlyIsNotCounted) {
  InputAnimation animation = ShortHands();
  for (Handedness hand : kHands) {
    const size_t thumb = CurveSlot::Joint(hand, 6, kPositionX).index();
    for (size_t c = 0; c < 7; ++c) animation.curves[thumb + c].keys.resize(15);
  }
  const List seen = Validated(MustEncode(animation, kCompact11));
  EXPECT_EQ(seen.size(), 50u);
  for (const Seen& s : seen) {
    EXPECT_EQ(s.code, kCurveTailLost);
    EXPECT_EQ(s.path.find("ThumbTip"), std::string::npos) << s;
  }
}

TEST(ValidateTailTest, TimesThatAreNotFiniteAreNoEnds) {
  // An infinite last time is one fault, not one of every other curve.
  for (float time : {kNan, kInfinity, -kInfinity}) {
    CameraFile file(KeyLayout::kCompact, 50);
    file.Set(0, 49, kTime, time);
    EXPECT_EQ(Validated(file.bytes()),
              List{file.At(kKeyTimeNotFinite, 0, 49, kTime)});
  }
}

// ---- Parts ------------------------------------------------------------------

constexpr size_t kHandCurves = 27 * 7;

TEST(ValidatePartsTest, AHandWithoutKeys) {
  InputAnimation animation = MakeRecording({.camera = false, .hands = true});
  for (size_t i = 0; i < kHandCurves; ++i) {
    animation.curves[CurveSlot::kJoints + i].keys.clear();
  }
  animation.curve(CurveSlot::Tracked(Handedness::kLeft)).keys.clear();
  animation.curve(CurveSlot::Pinch(Handedness::kLeft)).keys.clear();
  // The hand states: one curve with one key, one with two. Then the left hand.
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kHandWithoutKeys,
                   {19 + 4 * 12 + 3 * 8, kHandCurves * 12},
                   "hands.left"}}));
}

TEST(ValidatePartsTest, AHandThatNeverChanges) {
  for (const FileLayout& layout : {kCompact11, kFull11}) {
    InputAnimation animation =
        MakeRecording({.camera = false, .hands = true, .keys = 3});
    const size_t right =
        CurveSlot::Joint(Handedness::kRight, 0, kPositionX).index();
    for (size_t i = right; i < right + kHandCurves; ++i) {
      for (Keyframe& key : animation.curves[i].keys) {
        key.value = animation.curves[i].keys[0].value;
      }
    }
    const auto bytes = MustEncode(animation, layout);
    const List seen = Validated(bytes);
    ASSERT_EQ(seen.size(), 1u);
    EXPECT_EQ(seen[0].code, kHandNeverChanges);
    EXPECT_EQ(seen[0].path, "hands.right");
    const uint64_t key = layout.keys == KeyLayout::kFull ? 28 : 8;
    EXPECT_EQ(seen[0].bytes.length, kHandCurves * 12 + 26 * 7 * 3 * key);
    // It ends where the marker list begins.
    EXPECT_EQ(seen[0].bytes.offset + seen[0].bytes.length, bytes.size() - 4);
    // The smallest change is one.
    animation.curves[right + 2 * 7].keys[1].value += 1;
    EXPECT_EQ(Validated(MustEncode(animation, layout)), List{});
  }
}

TEST(ValidatePartsTest, AHandThatWasNeverTrackedIsAllZero) {
  InputAnimation animation =
      MakeRecording({.camera = false, .hands = true, .keys = 3});
  for (size_t i = 0; i < kHandCurves; ++i) {
    for (Keyframe& key : animation.curves[CurveSlot::kJoints + i].keys) {
      key.value = 0;
    }
  }
  const List seen = Validated(MustEncode(animation, kCompact11));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].code, kHandNeverChanges);
  EXPECT_EQ(seen[0].path, "hands.left");
}

TEST(ValidatePartsTest, GazeWithoutKeys) {
  InputAnimation animation;
  animation.has_gaze = true;
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kGazeWithoutKeys, {19, 72}, "gaze"}}));
}

TEST(ValidatePartsTest, GazeThatNeverChanges) {
  InputAnimation animation = MakeRecording({.camera = false, .gaze = true});
  for (size_t c = 0; c < kRayCurves; ++c) {
    for (Keyframe& key : animation.curves[CurveSlot::kGaze + c].keys) {
      key.value = 0.5f;
    }
  }
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)),
            (List{{kGazeNeverChanges, {19, 6 * (12 + 4 * 8)}, "gaze"}}));
  animation.curves[CurveSlot::kGaze + 5].keys[2].value = 0.25f;
  EXPECT_EQ(Validated(MustEncode(animation, kCompact11)), List{});
}

TEST(ValidatePartsTest, EqualValuesWithSlopesDoChange) {
  InputAnimation animation = MakeRecording({.camera = false, .gaze = true});
  for (size_t c = 0; c < kRayCurves; ++c) {
    for (Keyframe& key : animation.curves[CurveSlot::kGaze + c].keys) {
      key.value = 0.5f;
    }
  }
  animation.curves[CurveSlot::kGaze].keys[1].out_tangent = 1;
  EXPECT_EQ(Validated(MustEncode(animation, kFull11)), List{});
}

TEST(ValidatePartsTest, AbsentPartsAreNotMissed) {
  EXPECT_EQ(Validated(MustEncode(InputAnimation{}, kCompact11)), List{});
}

// ---- Markers ----------------------------------------------------------------

// A recording of nothing but markers; the first begins at byte 23.
std::vector<uint8_t> MarkersOnly(std::vector<Marker> markers) {
  InputAnimation animation;
  animation.markers = std::move(markers);
  return MustEncode(animation, kCompact11);
}

TEST(ValidateMarkersTest, TimesMustBeFinite) {
  for (float time : {kNan, kInfinity, -kInfinity}) {
    EXPECT_EQ(Validated(MarkersOnly({{1, "a"}, {time, "b"}, {2, "c"}})),
              (List{{kMarkerTimeNotFinite, {29, 4}, "markers[1].time"}}));
  }
}

TEST(ValidateMarkersTest, TimesOutOfOrderAreAWarning) {
  EXPECT_EQ(Validated(MarkersOnly({{1, "a"}, {0.5f, "b"}, {0.75f, "c"}})),
            (List{{kMarkerTimeDecreasing, {29, 4}, "markers[1].time"}}));
  // Equal times and negative ones are in order.
  EXPECT_EQ(Validated(MarkersOnly({{-3, "a"}, {-3, "b"}, {-1, "c"}})), List{});
  // The last finite time counts.
  EXPECT_EQ(Validated(MarkersOnly({{1, "a"}, {kNan, "b"}, {0, "c"}})),
            (List{{kMarkerTimeNotFinite, {29, 4}, "markers[1].time"},
                  {kMarkerTimeDecreasing, {35, 4}, "markers[2].time"}}));
}

TEST(ValidateMarkersTest, NamesMustBeUtf8) {
  // After 23 bytes, a time and a length.
  const std::vector<std::tuple<std::string, uint64_t, uint64_t>> names = {
      {"ab\xff", 2, 1},         // a byte that is never used
      {"\xc0\xaf", 0, 2},       // overlong
      {"x\xed\xa0\x80", 1, 3},  // a surrogate
      {"ab\xe2\x82", 2, 2},     // cut
      {"\xf4\x90\x80\x80", 0, 4}};
  for (const auto& [name, offset, length] : names) {
    EXPECT_EQ(
        Validated(MarkersOnly({{1, name}})),
        (List{{kMarkerNameNotUtf8, {28 + offset, length}, "markers[0].name"}}));
  }
  EXPECT_EQ(Validated(MarkersOnly({{1, "\xf0\x9f\x91\x8b \xc3\xa4"}})), List{});
}

TEST(ValidateMarkersTest, ANulInANameIsAWarning) {
  EXPECT_EQ(Validated(MarkersOnly({{1, std::string("ab\0cd", 5)}})),
            (List{{kMarkerNameHasNul, {30, 1}, "markers[0].name"}}));
  EXPECT_EQ(Validated(MarkersOnly({{1, std::string("\0\xff", 2)}})),
            (List{{kMarkerNameNotUtf8, {29, 1}, "markers[0].name"},
                  {kMarkerNameHasNul, {28, 1}, "markers[0].name"}}));
}

TEST(ValidateMarkersTest, FaultsOfMarkersCollapse) {
  FindingList list;
  ParseAndValidate(
      MarkersOnly({{1, "\xff"}, {2, "fine"}, {3, "\xfe"}, {4, "\x80"}}), {},
      list);
  ASSERT_EQ(list.findings().size(), 1u);
  EXPECT_EQ(list.findings()[0].count, 3u);
  EXPECT_EQ(Places(list.findings()[0]), "markers 0, 2-3");
}

}  // namespace
}  // namespace clipguard::mrtk
