// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Validate(): what it says of keys, one by one.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/numbers.h"
#include "gtest/gtest.h"
#include "parser/mrtk/camera_file.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/test_files.h"
#include "simd/kernel.h"

namespace clipguard::mrtk {
namespace {

using enum FindingCode;
using List = std::vector<Seen>;

// Keeps every occurrence.
struct Reported {
  FindingCode code;
  uint64_t offset;
  friend auto operator<=>(const Reported&, const Reported&) = default;
};
class Recorder : public FindingSink {
 public:
  void Report(const Occurrence& occurrence) override {
    reported.push_back({occurrence.code, occurrence.bytes.offset});
  }
  std::vector<Reported> reported;
};

std::vector<Reported> ReportedOf(std::span<const uint8_t> bytes,
                                 Kernel kernel) {
  Recorder recorder;
  FindingList structure;
  const auto view = ReadInputAnimation(bytes, {}, structure);
  EXPECT_TRUE(view.has_value());
  if (view) Validate(*view, recorder, kernel);
  return recorder.reported;
}

// ---- Keys, at the ends of blocks and of the curve ---------------------------

TEST(ValidateKeysTest, TimesMustBeFinite) {
  for (KeyLayout layout : kLayouts) {
    const CameraFile sound(layout, kManyKeys);
    for (uint64_t curve : {0u, 2u, 3u, 6u}) {
      for (uint64_t key : {0u, 1u, 1023u, 1024u, 1025u, 2999u}) {
        for (float time : {kNan, -kNan, kInfinity, -kInfinity}) {
          CameraFile file = sound;
          file.Set(curve, key, kTime, time);
          EXPECT_EQ(AllFindings(file.bytes()),
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
      EXPECT_EQ(AllFindings(file.bytes()), expected) << key;
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
      EXPECT_EQ(AllFindings(file.bytes()), expected) << key;
    }
  }
}

TEST(ValidateKeysTest, ZeroAndMinusZeroAreOneTime) {
  CameraFile file(KeyLayout::kCompact, 3);
  file.Set(0, 0, kTime, -0.0f);
  EXPECT_EQ(AllFindings(file.bytes()), List{});
  file.Set(0, 1, kTime, 0.0f);
  EXPECT_EQ(AllFindings(file.bytes()),
            List{file.At(kKeyTimeDuplicate, 0, 1, kTime)});
}

TEST(ValidateKeysTest, TimesAreComparedAcrossKeysWithoutOne) {
  // The last finite time counts, also when a block lies between.
  for (uint64_t nan : {1u, 1023u, 1024u, 2047u}) {
    CameraFile file(KeyLayout::kCompact, kManyKeys);
    file.Set(0, nan, kTime, kNan);
    file.Set(0, nan + 1, kTime, file.Float(0, nan - 1, kTime));
    EXPECT_EQ(AllFindings(file.bytes()),
              (List{file.At(kKeyTimeNotFinite, 0, nan, kTime),
                    file.At(kKeyTimeDuplicate, 0, nan + 1, kTime)}))
        << nan;
    file.Set(0, nan + 1, kTime, -1.0f);
    EXPECT_EQ(AllFindings(file.bytes()),
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
          EXPECT_EQ(AllFindings(file.bytes()),
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
      EXPECT_EQ(AllFindings(file.bytes()),
                List{file.At(kKeyTangentNan, 2, key, field)});
      for (float tangent : {kInfinity, -kInfinity, -1.0f, 1e18f}) {
        file.Set(2, key, field, tangent);
        EXPECT_EQ(AllFindings(file.bytes()), List{}) << tangent;
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
      EXPECT_EQ(AllFindings(file.bytes()),
                List{file.At(kKeyWeightNan, 0, key, field)});
      for (float weight :
           {std::nextafter(1.0f, 2.0f), 2.0f, kInfinity, -kInfinity, -1e-45f}) {
        file.Set(0, key, field, weight);
        EXPECT_EQ(AllFindings(file.bytes()),
                  List{file.At(kKeyWeightOutOfRange, 0, key, field)})
            << weight;
      }
      for (float weight : {0.0f, -0.0f, 1e-45f, 0.5f, 1.0f}) {
        file.Set(0, key, field, weight);
        EXPECT_EQ(AllFindings(file.bytes()), List{}) << weight;
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
      EXPECT_EQ(AllFindings(file.bytes()),
                List{file.At(kWeightedModeUnknown, 6, key, kMode)});
    }
    for (int32_t mode : {0, 1, 2, 3}) {
      file.Set(6, key, kMode, mode);
      EXPECT_EQ(AllFindings(file.bytes()), List{});
    }
  }
}

TEST(ValidateKeysTest, BooleanValuesAreZeroOrOne) {
  InputAnimation animation = MakeRecording({.camera = false, .hands = true});
  Curve& pinch = animation.curve(CurveSlot::Pinch(Handedness::kRight));
  for (float value : {0.5f, -1.0f, 2.0f, 1e-45f, std::nextafter(1.0f, 0.0f)}) {
    pinch.keys[1].value = value;
    const auto seen = AllFindings(MustWrite(animation, kCompact11));
    // 19 bytes; two tracked curves with a key, a pinch curve with two keys;
    // then this one's header, first key and second time.
    EXPECT_EQ(seen, (List{{kBooleanValueUnusual,
                           {19 + 2 * 20 + 28 + 12 + 8 + 4, 4},
                           "hands.right.pinch.keys[1].value"}}))
        << value;
  }
  for (float value : {0.0f, -0.0f, 1.0f}) {
    pinch.keys[1].value = value;
    EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)), List{}) << value;
  }
  pinch.keys[1].value = kNan;
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)),
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
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)),
            (List{{kKeyTimeDuplicate, {key1, 4}, path}}));
  pinch.keys[1].time = -1;
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)),
            (List{{kKeyTimeDecreasing, {key1, 4}, path}}));
  pinch.keys[1].time = kInfinity;
  EXPECT_EQ(AllFindings(MustWrite(animation, kCompact11)),
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
  ReadAndValidate(file.bytes(), {}, list);
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
  ReadAndValidate(file.bytes(), {}, list);
  ASSERT_EQ(SeenIn(list), List{file.At(kKeyTimeDuplicate, 2, 1000, kTime)});
  EXPECT_EQ(list.findings()[0].count, 1101u);
  EXPECT_EQ(Places(list.findings()[0]), "keys 1000-2100");
}

// ---- Against the rules, written out plainly ---------------------------------

// The format page's rules for the keys of camera curve `curve`, position curves
// only; without CURVE_OVERFLOWS.
void Rules(const CameraFile& file, uint64_t curve, uint64_t keys, bool full,
           std::vector<Reported>& out) {
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
    std::vector<Reported> expected;
    for (uint64_t curve = 0; curve < 3; ++curve) {
      Rules(file, curve, keys, full, expected);
    }
    std::sort(expected.begin(), expected.end());
    found += expected.size();
    for (Kernel kernel : SupportedKernels()) {
      std::vector<Reported> got;
      for (const Reported& h : ReportedOf(file.bytes(), kernel)) {
        if (h.code == kCurveOverflows || h.code == kCurveTailLost ||
            h.code == kKeyTimeTooFar) {
          continue;
        }
        got.push_back(h);
      }
      std::sort(got.begin(), got.end());
      ASSERT_EQ(got, expected) << KernelName(kernel) << " " << round;
    }
  }
  EXPECT_GT(found, 1000u);
}

}  // namespace
}  // namespace clipguard::mrtk
