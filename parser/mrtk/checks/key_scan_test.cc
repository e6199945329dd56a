// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Every kernel against the definition in key_scan.h, written out plainly.

#include "parser/mrtk/checks/key_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/unit_length.h"
#include "gtest/gtest.h"
#include "parser/mrtk/checks/key_scan_limits.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"
#include "testing/guarded_memory.h"
#include "testing/sanitizers.h"

namespace clipguard::mrtk {
namespace {

using Words = std::vector<uint32_t>;

uint32_t Bits(float f) { return std::bit_cast<uint32_t>(f); }
float Number(uint32_t word) { return std::bit_cast<float>(word); }

// ---- The definition ---------------------------------------------------------

enum class KeyKind { kFull, kCompact, kBoolean };

size_t WordsOf(KeyKind kind) { return kind == KeyKind::kFull ? 7 : 2; }

bool WithinMagnitude(uint32_t word, double limit) {
  return std::abs(double{Number(word)}) <= limit;  // NaN is not
}

bool IsOrdinaryKey(KeyKind kind, const uint32_t* key) {
  switch (kind) {
    case KeyKind::kCompact:
      return std::isfinite(Number(key[0])) && std::isfinite(Number(key[1]));
    case KeyKind::kBoolean:
      return std::isfinite(Number(key[0])) &&
             (key[1] == 0 || key[1] == Bits(1.0f));
    case KeyKind::kFull:
      break;
  }
  for (int field : {0, 2, 3}) {
    if (!WithinMagnitude(key[field], 0x1p60)) return false;
  }
  if (!WithinMagnitude(key[1], 0x1p125)) return false;
  for (int field : {4, 5}) {
    const float weight = Number(key[field]);
    // "In [0, 1]", of which -0 may be looked at more closely.
    if (!(weight >= 0 && weight <= 1) || std::signbit(weight)) return false;
  }
  return key[6] <= 3;
}

// Of keys `begin` to `end`, and of the times around them.
bool IsOrdinaryRun(KeyKind kind, const Words& keys, size_t begin, size_t end) {
  const size_t n = WordsOf(kind);
  for (size_t i = begin; i < end; ++i) {
    if (!IsOrdinaryKey(kind, &keys[i * n])) return false;
  }
  const size_t last = std::min(end + 1, keys.size() / n);
  for (size_t i = std::max<size_t>(begin, 1); i < last; ++i) {
    if (!(Number(keys[i * n]) > Number(keys[(i - 1) * n]))) return false;
  }
  return true;
}
bool IsOrdinaryRun(KeyKind kind, const Words& keys) {
  return IsOrdinaryRun(kind, keys, 0, keys.size() / WordsOf(kind));
}
// The same, where only the key of word `at` is not one of SoundKeys().
bool IsOrdinaryRunBut(KeyKind kind, const Words& keys, size_t at) {
  const size_t key = at / WordsOf(kind);
  return IsOrdinaryRun(kind, keys, key, key + 1);
}

enum class Verdict { kNo, kYes, kEither };

// Of quaternions `begin` to `end`, and of the times around them.
Verdict IsOrdinaryRotation(KeyKind kind, const Words (&curves)[4], size_t begin,
                           size_t end) {
  const size_t n = WordsOf(kind);
  for (const Words& curve : curves) {
    if (!IsOrdinaryRun(kind, curve, begin, end)) return Verdict::kNo;
    for (size_t i = begin; i < end; ++i) {
      if (curve[i * n] != curves[0][i * n]) return Verdict::kNo;
    }
  }
  Verdict verdict = Verdict::kYes;
  for (size_t i = begin * n + 1; i < end * n; i += n) {
    double squared = 0;
    for (const Words& curve : curves) {
      squared += double{Number(curve[i])} * double{Number(curve[i])};
    }
    // "With a rounding error or two".
    constexpr double kRounding = 1e-5;
    if (squared < double{kMinSquaredLength} - kRounding ||
        squared > double{kMaxSquaredLength} + kRounding) {
      return Verdict::kNo;
    }
    if (squared < double{kMinSquaredLength} + kRounding ||
        squared > double{kMaxSquaredLength} - kRounding) {
      verdict = Verdict::kEither;
    }
  }
  return verdict;
}
Verdict IsOrdinaryRotation(KeyKind kind, const Words (&curves)[4]) {
  return IsOrdinaryRotation(kind, curves, 0, curves[0].size() / WordsOf(kind));
}
// The same, where only the quaternion of word `at` is not of SoundKeys().
Verdict IsOrdinaryRotationBut(KeyKind kind, const Words (&curves)[4],
                              size_t at) {
  const size_t key = at / WordsOf(kind);
  return IsOrdinaryRotation(kind, curves, key, key + 1);
}

// ---- Keys -------------------------------------------------------------------

constexpr size_t kMaxCount = 1000;

// Quaternions of length 1.
const std::vector<std::array<float, 4>>& SoundValues() {
  static const auto& values = *new std::vector<std::array<float, 4>>([] {
    std::vector<std::array<float, 4>> made;
    for (size_t i = 0; i < kMaxCount; ++i) {
      const double angle = 0.37 * static_cast<double>(i);
      made.push_back({static_cast<float>(std::sin(angle) * 0.6),
                      static_cast<float>(std::cos(angle) * 0.6),
                      static_cast<float>(std::sin(3 * angle) * 0.8),
                      static_cast<float>(std::cos(3 * angle) * 0.8)});
    }
    return made;
  }());
  return values;
}

// An ordinary run: times from below zero, all fields different.
Words SoundKeys(KeyKind kind, size_t count, size_t curve = 0) {
  const auto value = [&](size_t i) { return SoundValues()[i][curve]; };
  Words words;
  for (size_t i = 0; i < count; ++i) {
    words.push_back(Bits(0.25f * static_cast<float>(i) - 5));  // time
    if (kind == KeyKind::kBoolean) {
      words.push_back(i % 3 == 0 ? Bits(1.0f) : 0);
      continue;
    }
    words.push_back(Bits(value(i)));
    if (kind == KeyKind::kCompact) continue;
    words.push_back(Bits(3.0f * value(i)));                    // in tangent
    words.push_back(Bits(-2.0f * value(i)));                   // out tangent
    words.push_back(Bits(static_cast<float>(i % 5) / 4));      // in weight
    words.push_back(Bits(1 - static_cast<float>(i % 3) / 2));  // out weight
    words.push_back(static_cast<uint32_t>(i) % 4);             // mode
  }
  return words;
}

// What to plant in each field: both sides of every limit, either sign, NaN of
// several kinds, zeros and subnormals.
const std::vector<uint32_t>& Plants() {
  static const auto& plants = *new std::vector<uint32_t>([] {
    std::vector<uint32_t> words = {
        0,          1,          2,          3,          4,          0x7fffff,
        0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fc00000, 0x7fffffff, 256};
    for (float limit : {std::ldexp(1.0f, 60), std::ldexp(1.0f, 125), 1.0f}) {
      words.push_back(Bits(limit));
      words.push_back(Bits(limit) + 1);
    }
    for (size_t i = words.size(); i-- > 0;) {
      words.push_back(words[i] | 0x80000000);
    }
    return words;
  }());
  return plants;
}

// ---- Kernels ----------------------------------------------------------------

struct NamedScan {
  Kernel kernel;
  const KeyScan* scan;
};

std::vector<NamedScan> SupportedScans() {
  std::vector<NamedScan> scans;
  for (const Kernel kernel : SupportedKernels()) {
    const KeyScan* const scan = &VersionFor<KeyScan>(kernel);
    if (scans.empty() || scan != scans.back().scan) {
      scans.push_back({kernel, scan});
    }
  }
  return scans;
}

class KeyScanTest : public testing::TestWithParam<NamedScan> {
 protected:
  // Room for the longest run at any misalignment, each between two unreadable
  // pages.
  KeyScanTest() {
    for (auto& memory : memory_) {
      memory = std::make_unique<GuardedMemory>(kMaxCount * 28 + 64);
    }
  }

  bool Scan(KeyKind kind, const uint8_t* keys, size_t count) const {
    const KeyScan& scan = *GetParam().scan;
    switch (kind) {
      case KeyKind::kFull:
        return scan.full(keys, count);
      case KeyKind::kCompact:
        return scan.compact(keys, count);
      case KeyKind::kBoolean:
        return scan.boolean(keys, count);
    }
    return false;
  }

  bool ScanRotation(KeyKind kind, const uint8_t* const keys[4],
                    size_t count) const {
    const KeyScan& scan = *GetParam().scan;
    return kind == KeyKind::kFull ? scan.quaternions_full(keys, count)
                                  : scan.quaternions_compact(keys, count);
  }

  static std::span<const uint8_t> BytesOf(const Words& words) {
    return {reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4};
  }

  // Copies keys so that they end at the unreadable page.
  uint8_t* ToEnd(const Words& words, int memory = 0) {
    return memory_[memory]->CopyToEnd(BytesOf(words)).data();
  }
  uint8_t* ToBegin(const Words& words, int memory = 0) {
    return memory_[memory]->CopyToBegin(BytesOf(words)).data();
  }
  // Copies keys to `shift` bytes after the first unreadable page.
  uint8_t* ToShifted(const Words& words, size_t shift, int memory = 0) {
    uint8_t* to = memory_[memory]->begin() + shift;
    const auto bytes = BytesOf(words);
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    return to;
  }

  bool ScanPose(KeyKind kind, const KeyRun curves[7]) const {
    const KeyScan& scan = *GetParam().scan;
    return kind == KeyKind::kFull ? scan.pose_full(curves)
                                  : scan.pose_compact(curves);
  }

  std::unique_ptr<GuardedMemory> memory_[7];
};

constexpr KeyKind kKinds[] = {KeyKind::kFull, KeyKind::kCompact,
                              KeyKind::kBoolean};
constexpr KeyKind kFloatKinds[] = {KeyKind::kFull, KeyKind::kCompact};

// 0 ... 70, around the block of validate.cc, and a long one.
std::vector<size_t> Counts() {
  std::vector<size_t> counts;
  for (size_t i = 0; i <= 70; ++i) counts.push_back(i);
  counts.push_back(255);
  counts.push_back(256);
  counts.push_back(1000);
  return counts;
}

// Words at which faults are planted: all of them, but with sanitizers, to which
// one is like another, every fifth.
constexpr size_t kStride = CLIPGUARD_SANITIZED ? 5 : 1;

TEST_P(KeyScanTest, NoKeysAreOrdinary) {
  const uint8_t* const none[4] = {};
  for (KeyKind kind : kKinds) EXPECT_TRUE(Scan(kind, nullptr, 0));
  for (KeyKind kind : kFloatKinds) EXPECT_TRUE(ScanRotation(kind, none, 0));
}

TEST_P(KeyScanTest, OrdinaryRunsAreOrdinaryWhereverTheyLie) {
  for (size_t count : Counts()) {
    for (KeyKind kind : kKinds) {
      const Words keys = SoundKeys(kind, count);
      EXPECT_TRUE(Scan(kind, ToEnd(keys), count)) << count;
      EXPECT_TRUE(Scan(kind, ToBegin(keys), count)) << count;
      for (size_t shift = 0; shift < 64; ++shift) {
        ASSERT_TRUE(Scan(kind, ToShifted(keys, shift), count))
            << count << " " << shift;
      }
    }
    for (KeyKind kind : kFloatKinds) {
      const uint8_t* curves[4];
      for (int c = 0; c < 4; ++c) {
        curves[c] = ToEnd(SoundKeys(kind, count, c), c);
      }
      EXPECT_TRUE(ScanRotation(kind, curves, count)) << count;
      for (int c = 0; c < 4; ++c) {
        curves[c] = ToBegin(SoundKeys(kind, count, c), c);
      }
      EXPECT_TRUE(ScanRotation(kind, curves, count)) << count;
      for (size_t shift = 0; shift < 64; ++shift) {
        for (int c = 0; c < 4; ++c) {
          // A different misalignment for each curve.
          curves[c] = ToShifted(SoundKeys(kind, count, c),
                                (shift * (2 * c + 1)) % 64, c);
        }
        ASSERT_TRUE(ScanRotation(kind, curves, count)) << count << " " << shift;
      }
    }
  }
}

TEST_P(KeyScanTest, JudgesEveryFieldOfEveryKeyAsDefined) {
  size_t ordinary = 0;
  size_t others = 0;
  for (size_t count = 1; count <= 70; ++count) {
    for (KeyKind kind : kKinds) {
      Words keys = SoundKeys(kind, count);
      uint8_t* const bytes = ToEnd(keys);
      for (size_t at = 0; at < keys.size(); at += kStride) {
        const uint32_t before = keys[at];
        for (uint32_t plant : Plants()) {
          keys[at] = plant;
          std::memcpy(bytes + 4 * at, &plant, 4);
          const bool expected = IsOrdinaryRunBut(kind, keys, at);
          ++(expected ? ordinary : others);
          ASSERT_EQ(Scan(kind, bytes, count), expected)
              << count << " keys, word " << at << ", " << std::hex << plant;
        }
        keys[at] = before;
        std::memcpy(bytes + 4 * at, &before, 4);
      }
    }
  }
  // Both answers were seen, often.
  EXPECT_GT(ordinary, 10'000u / kStride);
  EXPECT_GT(others, 100'000u / kStride);
}

TEST_P(KeyScanTest, JudgesTimesAgainstTheKeyBefore) {
  for (size_t count = 2; count <= 70; ++count) {
    for (KeyKind kind : kKinds) {
      const Words sound = SoundKeys(kind, count);
      const size_t n = WordsOf(kind);
      for (size_t i = 1; i < count; ++i) {
        // Equal to the one before, just after it, just before it.
        const float before = Number(sound[(i - 1) * n]);
        for (float time : {before, std::nextafter(before, 1e9f),
                           std::nextafter(before, -1e9f)}) {
          Words keys = sound;
          keys[i * n] = Bits(time);
          ASSERT_EQ(Scan(kind, ToEnd(keys), count), IsOrdinaryRun(kind, keys))
              << count << " " << i << " " << time;
        }
      }
    }
  }
}

TEST_P(KeyScanTest, ZerosOfBothSignsAreEqualTimes) {
  for (KeyKind kind : kKinds) {
    for (size_t i = 1; i < 40; ++i) {
      Words keys = SoundKeys(kind, 40);
      const size_t n = WordsOf(kind);
      for (size_t k = 0; k < 40; ++k) {
        keys[k * n] = Bits(static_cast<float>(k) - static_cast<float>(i));
      }
      ASSERT_TRUE(Scan(kind, ToEnd(keys), 40));
      keys[(i - 1) * n] = Bits(-0.0f);
      EXPECT_FALSE(Scan(kind, ToEnd(keys), 40)) << i;
    }
  }
}

TEST_P(KeyScanTest, JudgesEveryFieldOfEveryQuaternionAsDefined) {
  size_t answers[3] = {};
  for (size_t count : {1u, 2u, 4u, 5u, 7u, 8u, 9u, 15u, 16u, 17u, 23u, 24u, 25u,
                       32u, 33u, 49u, 70u}) {
    for (KeyKind kind : kFloatKinds) {
      Words keys[4];
      uint8_t* bytes[4];
      for (int c = 0; c < 4; ++c) {
        keys[c] = SoundKeys(kind, count, c);
        bytes[c] = ToEnd(keys[c], c);
      }
      for (int c = 0; c < 4; ++c) {
        for (size_t at = 0; at < keys[c].size(); at += kStride) {
          const uint32_t before = keys[c][at];
          for (uint32_t plant : Plants()) {
            keys[c][at] = plant;
            std::memcpy(bytes[c] + 4 * at, &plant, 4);
            const Verdict expected = IsOrdinaryRotationBut(kind, keys, at);
            ++answers[static_cast<int>(expected)];
            const bool got = ScanRotation(kind, bytes, count);
            ASSERT_TRUE(expected == Verdict::kEither ||
                        got == (expected == Verdict::kYes))
                << count << " keys, curve " << c << ", word " << at << ", "
                << std::hex << plant;
          }
          keys[c][at] = before;
          std::memcpy(bytes[c] + 4 * at, &before, 4);
        }
      }
    }
  }
  EXPECT_GT(answers[0], 100'000u / kStride);
  EXPECT_GT(answers[1], 10'000u / kStride);
}

TEST_P(KeyScanTest, QuaternionsWantTheSameTimesBitForBit) {
  for (size_t count : {1u, 4u, 5u, 8u, 9u, 16u, 17u, 33u, 70u}) {
    for (KeyKind kind : kFloatKinds) {
      const size_t n = WordsOf(kind);
      Words keys[4];
      uint8_t* bytes[4];
      for (int c = 0; c < 4; ++c) {
        keys[c] = SoundKeys(kind, count, c);
        bytes[c] = ToEnd(keys[c], c);
      }
      for (int c = 0; c < 4; ++c) {
        for (size_t i = 0; i < count; ++i) {
          // Still finite and increasing, in each curve by itself.
          const uint32_t other = keys[c][i * n] ^ 1;
          std::memcpy(bytes[c] + 4 * i * n, &other, 4);
          ASSERT_FALSE(ScanRotation(kind, bytes, count))
              << count << " keys, curve " << c << ", key " << i;
          std::memcpy(bytes[c] + 4 * i * n, &keys[c][i * n], 4);
        }
      }
      EXPECT_TRUE(ScanRotation(kind, bytes, count));
    }
  }
}

TEST_P(KeyScanTest, IsNeverLaxerAboutLengthsThanValidate) {
  // One quaternion of n is scaled to a length around both thresholds.
  const double edges[] = {1 - double{kUnitTolerance},
                          1 + double{kUnitTolerance},
                          std::sqrt(double{kMinSquaredLength}),
                          std::sqrt(double{kMaxSquaredLength})};
  size_t ordinary = 0;
  size_t others = 0;
  for (KeyKind kind : kFloatKinds) {
    const size_t n = WordsOf(kind);
    for (size_t count : {1u, 5u, 17u, 33u}) {
      for (size_t i = 0; i < count; ++i) {
        for (double edge : edges) {
          for (int step = -20; step <= 20; ++step) {
            Words keys[4];
            const uint8_t* bytes[4];
            double squared = 0;
            for (int c = 0; c < 4; ++c) {
              keys[c] = SoundKeys(kind, count, c);
              const float value = static_cast<float>(
                  double{Number(keys[c][i * n + 1])} * (edge + 1e-6 * step));
              keys[c][i * n + 1] = Bits(value);
              squared += double{value} * double{value};
              bytes[c] = ToEnd(keys[c], c);
            }
            const bool unit =
                std::abs(std::sqrt(squared) - 1) <= double{kUnitTolerance};
            const bool got = ScanRotation(kind, bytes, count);
            ++(got ? ordinary : others);
            ASSERT_TRUE(unit || !got) << std::sqrt(squared);
            const Verdict expected = IsOrdinaryRotation(kind, keys);
            ASSERT_TRUE(expected == Verdict::kEither ||
                        got == (expected == Verdict::kYes))
                << std::sqrt(squared);
          }
        }
      }
    }
  }
  EXPECT_GT(ordinary, 1000u);
  EXPECT_GT(others, 1000u);
}

TEST_P(KeyScanTest, FindsOneFaultInALongRun) {
  // A thousand keys: faults at the ends of vectors, rounds and the run.
  for (KeyKind kind : kKinds) {
    Words keys = SoundKeys(kind, kMaxCount);
    uint8_t* const bytes = ToEnd(keys);
    for (size_t at = 0; at < keys.size(); ++at) {
      const uint32_t nan = 0x7fc00000;
      const uint32_t before = keys[at];
      std::memcpy(bytes + 4 * at, &nan, 4);
      ASSERT_FALSE(Scan(kind, bytes, kMaxCount)) << at;
      std::memcpy(bytes + 4 * at, &before, 4);
    }
    EXPECT_TRUE(Scan(kind, bytes, kMaxCount));
  }
}

TEST_P(KeyScanTest, AgreesOnRandomRuns) {
  std::mt19937 generator(20260101);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  for (int round = 0; round < 20'000; ++round) {
    const size_t count = random() % 71;
    for (KeyKind kind : kKinds) {
      Words keys = SoundKeys(kind, count);
      for (uint32_t faults = random() % 3; faults-- > 0 && !keys.empty();) {
        keys[random() % keys.size()] =
            random() % 2 ? Plants()[random() % Plants().size()] : random();
      }
      ASSERT_EQ(Scan(kind, ToShifted(keys, random() % 64), count),
                IsOrdinaryRun(kind, keys))
          << round;
    }
  }
}

// Positions of lengths of their own, and rotations.
TEST_P(KeyScanTest, PosesAreOrdinaryIfAllTheirCurvesAre) {
  std::mt19937 generator(20260102);
  const auto random = [&] { return static_cast<uint32_t>(generator()); };
  size_t ordinary = 0;
  size_t others = 0;
  for (int round = 0; round < 20'000 / static_cast<int>(kStride); ++round) {
    for (KeyKind kind : kFloatKinds) {
      const size_t n = WordsOf(kind);
      Words keys[7];
      const size_t shared = random() % 40;
      for (int c = 0; c < 7; ++c) {
        keys[c] =
            SoundKeys(kind, c < 3 ? random() % 40 : shared, c < 3 ? c : c - 3);
      }
      for (uint32_t faults = random() % 2; faults-- > 0;) {
        Words& curve = keys[random() % 7];
        if (curve.empty()) continue;
        curve[random() % curve.size()] = Plants()[random() % Plants().size()];
      }
      KeyRun runs[7];
      bool expected = true;
      for (int c = 0; c < 7; ++c) {
        runs[c] = {round % 2 == 0 ? ToEnd(keys[c], c) : ToBegin(keys[c], c),
                   keys[c].size() / n};
        if (c < 3) expected &= IsOrdinaryRun(kind, keys[c]);
      }
      const Verdict rotation =
          IsOrdinaryRotation(kind, {keys[3], keys[4], keys[5], keys[6]});
      if (rotation == Verdict::kEither) continue;
      expected &= rotation == Verdict::kYes;
      ++(expected ? ordinary : others);
      ASSERT_EQ(ScanPose(kind, runs), expected) << round;
    }
  }
  EXPECT_GT(ordinary, 10'000u / kStride);
  EXPECT_GT(others, 4'000u / kStride);
}

// What lies beyond a curve's keys must not count as their neighbour.
TEST_P(KeyScanTest, CurvesOfAPoseAreNothingToEachOther) {
  for (KeyKind kind : kFloatKinds) {
    const size_t n = WordsOf(kind);
    for (size_t count = 1; count <= 40; ++count) {
      Words keys[7];
      KeyRun runs[7];
      for (int c = 0; c < 7; ++c) {
        // Each curve begins before the last one ends, or with minus infinity.
        keys[c] = SoundKeys(kind, count, c < 3 ? c : c - 3);
        runs[c] = {ToEnd(keys[c], c), count};
      }
      ASSERT_TRUE(ScanPose(kind, runs)) << count;
      for (int c = 0; c < 7; ++c) {
        for (const float time : {-HUGE_VALF, HUGE_VALF}) {
          Words changed = keys[c];
          changed[time < 0 ? 0 : (count - 1) * n] = Bits(time);
          runs[c].keys = ToEnd(changed, c);
          ASSERT_FALSE(ScanPose(kind, runs)) << count << " " << c;
        }
        runs[c].keys = ToEnd(keys[c], c);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, KeyScanTest,
                         testing::ValuesIn(SupportedScans()),
                         [](const auto& test) {
                           return std::string(KernelName(test.param.kernel));
                         });

}  // namespace
}  // namespace clipguard::mrtk
