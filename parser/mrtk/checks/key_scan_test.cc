// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Every kernel against the definition in key_scan.h, written out plainly.

#include "parser/mrtk/checks/key_scan.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <random>
#include <span>
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

// The words of a key: 7 of a full one, 2 of a compact one.
constexpr size_t kLayouts[] = {7, 2};

bool IsWithin(uint32_t word, double limit) {
  return std::abs(double{Number(word)}) <= limit;  // NaN is not
}

bool IsOrdinaryKey(size_t n, const uint32_t* key) {
  if (n == 2) {
    return std::isfinite(Number(key[0])) && std::isfinite(Number(key[1]));
  }
  for (int field : {4, 5}) {
    // Weights must be in [0, 1]; -0 may be looked at more closely.
    if (!IsWithin(key[field], 1) || std::signbit(Number(key[field]))) {
      return false;
    }
  }
  return IsWithin(key[0], 0x1p60) && IsWithin(key[1], 0x1p125) &&
         IsWithin(key[2], 0x1p60) && IsWithin(key[3], 0x1p60) && key[6] <= 3;
}

// Predicate: are keys [begin, end), and the times around them, ordinary?
bool IsOrdinary(size_t n, const Words& keys, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    if (!IsOrdinaryKey(n, &keys[i * n])) return false;
  }
  const size_t last = std::min(end + 1, keys.size() / n);
  for (size_t i = std::max<size_t>(begin, 1); i < last; ++i) {
    if (!(Number(keys[i * n]) > Number(keys[(i - 1) * n]))) return false;
  }
  return true;
}

enum class Verdict { kNo, kYes, kEither };

using Pose = std::array<Words, 7>;

// The sum of the four products of two quaternions.
double Product(size_t n, const Pose& pose, size_t i, size_t k) {
  double product = 0;
  for (size_t c = 3; c < 7; ++c) {
    product += double{Number(pose[c][i * n + 1])} * Number(pose[c][k * n + 1]);
  }
  return product;
}

double SquaredLength(size_t n, const Pose& pose, size_t i) {
  return Product(n, pose, i, i);
}

// The verdict about quaternions [begin, end), and the times around them.
Verdict JudgeRotation(size_t n, const Pose& pose, size_t begin, size_t end) {
  // "With a rounding error or two".
  constexpr double kRounding = 1e-5;
  Verdict verdict = Verdict::kYes;
  for (size_t c = 3; c < 7; ++c) {
    if (!IsOrdinary(n, pose[c], begin, end)) return Verdict::kNo;
  }
  for (size_t i = begin; i < end; ++i) {
    for (size_t c = 4; c < 7; ++c) {
      if (pose[c][i * n] != pose[3][i * n]) return Verdict::kNo;
    }
    // With the key before, and that behind the last one.
    for (size_t k = std::max<size_t>(i, 1);
         k < std::min(i + 2, pose[3].size() / n); ++k) {
      const double product = Product(n, pose, k - 1, k) - double{kLeastProduct};
      if (!(product >= -kRounding)) return Verdict::kNo;
      if (product < kRounding) verdict = Verdict::kEither;
    }
    const double far =
        std::abs(SquaredLength(n, pose, i) - 1) - double{kFarthestFromOne};
    if (!(far <= kRounding)) return Verdict::kNo;
    if (far > -kRounding) verdict = Verdict::kEither;
  }
  return verdict;
}

// ---- Keys -------------------------------------------------------------------

constexpr size_t kMaxCount = 300;

// An ordinary curve of a pose: times from below zero, all fields different.
Words SoundKeys(size_t n, size_t count, size_t curve) {
  Words words;
  for (size_t i = 0; i < count; ++i) {
    const double angle = 0.25 * static_cast<double>(i);
    const double values[] = {std::sin(angle) * 0.6, std::cos(angle) * 0.6,
                             std::sin(3 * angle) * 0.8,
                             std::cos(3 * angle) * 0.8};
    const auto value = static_cast<float>(values[(curve + 1) % 4]);
    const Words key = {Bits(0.25f * static_cast<float>(i) - 5),
                       Bits(value),
                       Bits(3 * value),
                       Bits(-2 * value),
                       Bits(static_cast<float>(i % 5) / 4),
                       Bits(1 - static_cast<float>(i % 3) / 2),
                       static_cast<uint32_t>(i % 4)};
    words.insert(words.end(), key.begin(),
                 key.begin() + static_cast<ptrdiff_t>(n));
  }
  return words;
}

// A pose whose positions have `count` keys, and the rotation `quaternions`.
Pose SoundPose(size_t n, size_t count, size_t quaternions) {
  Pose pose;
  for (size_t c = 0; c < 7; ++c) {
    pose[c] = SoundKeys(n, c < 3 ? count : quaternions, c);
  }
  return pose;
}

// Values to plant in each field: both sides of every limit, either sign, NaN of
// several kinds, zeros and subnormals.
const Words& Plants() {
  static const auto& plants = *new Words([] {
    Words words = {0,          1,          2,          3,
                   4,          0x7fffff,   0x7f7fffff, 0x7f800000,
                   0x7f800001, 0x7fc00000, 0x7fffffff, 256};
    for (float limit : {0x1p60f, 0x1p125f, 1.0f}) {
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

// The same for word `at` of a curve; of a time also the one before, and what is
// next to that and to itself.
Words PlantsAt(size_t n, const Words& keys, size_t at) {
  Words plants = Plants();
  if (at % n != 0) return plants;
  plants.push_back(keys[at] ^ 1);
  if (at == 0) return plants;
  const uint32_t before = keys[at - n];
  plants.insert(plants.end(), {before, before + 1, before - 1});
  return plants;
}

// ---- Kernels ----------------------------------------------------------------

class KeyScanTest : public testing::TestWithParam<Kernel> {
 protected:
  // Room for the longest run at any misalignment, each between two unreadable
  // pages.
  KeyScanTest() {
    for (auto& memory : memory_) {
      memory = std::make_unique<GuardedMemory>(kMaxCount * 28 + 64);
    }
  }

  static const LayoutScan& Scan(size_t n, Kernel kernel = GetParam()) {
    const KeyScan& scan = VersionFor<KeyScan>(kernel);
    return n == 7 ? scan.full : scan.compact;
  }

  // Copies a curve so that it ends at an unreadable page, or to `shift` bytes
  // after one.
  KeyRun Put(size_t n, const Words& words, size_t c = 0, int shift = -1) {
    const std::span<const uint8_t> bytes(
        reinterpret_cast<const uint8_t*>(words.data()), words.size() * 4);
    GuardedMemory& memory = *memory_[c];
    uint8_t* const to =
        shift < 0 ? memory.end() - bytes.size() : memory.begin() + shift;
    std::ranges::copy(bytes, to);
    return {to, words.size() / n};
  }
  std::array<KeyRun, 7> Put(size_t n, const Pose& pose, int shift = -1) {
    std::array<KeyRun, 7> runs;
    for (size_t c = 0; c < 7; ++c) {
      // A different misalignment for each curve.
      runs[c] =
          Put(n, pose[c], c,
              shift < 0 ? -1 : shift * (2 * static_cast<int>(c) + 1) % 64);
    }
    return runs;
  }

  std::unique_ptr<GuardedMemory> memory_[7];
};

// Words at which faults are planted: all of them, but with sanitizers, to which
// one is like another, every fifth.
constexpr size_t kStride = CLIPGUARD_SANITIZED ? 5 : 1;

// Two and four vectors of the widest kernel, and what is left over.
constexpr size_t kMostKeys = 70;

TEST_P(KeyScanTest, OrdinaryKeysAreOrdinaryWhereverTheyLie) {
  for (const size_t n : kLayouts) {
    EXPECT_TRUE(Scan(n).curve({nullptr, 0}));
    for (size_t count = 0; count <= kMaxCount;
         count += count < kMostKeys ? 1 : 115) {
      const Pose pose = SoundPose(n, count, kMaxCount - count);
      for (int shift = -1; shift < 64; ++shift) {
        ASSERT_TRUE(Scan(n).pose(Put(n, pose, shift).data()))
            << count << " " << shift;
        ASSERT_TRUE(Scan(n).curve(Put(n, pose[0], 0, shift)))
            << count << " " << shift;
      }
    }
  }
}

TEST_P(KeyScanTest, JudgesEveryFieldOfEveryKeyAsDefined) {
  size_t answers[2] = {};
  for (const size_t n : kLayouts) {
    for (size_t count = 1; count <= kMostKeys; ++count) {
      Words keys = SoundKeys(n, count, 0);
      for (size_t at = 0; at < keys.size(); at += kStride) {
        const uint32_t sound = keys[at];
        for (const uint32_t plant : PlantsAt(n, keys, at)) {
          keys[at] = plant;
          const bool expected = IsOrdinary(n, keys, at / n, at / n + 1);
          ++answers[expected];
          ASSERT_EQ(Scan(n).curve(Put(n, keys)), expected)
              << count << " keys, word " << at << ", " << std::hex << plant;
        }
        keys[at] = sound;
      }
    }
  }
  // Both answers were seen, often.
  EXPECT_GT(answers[0], 100'000u / kStride);
  EXPECT_GT(answers[1], 10'000u / kStride);
}

TEST_P(KeyScanTest, JudgesEveryFieldOfEveryQuaternionAsDefined) {
  size_t answers[3] = {};
  for (const size_t n : kLayouts) {
    for (const size_t count :
         {1u, 4u, 5u, 7u, 8u, 9u, 16u, 17u, 25u, 33u, 49u}) {
      Pose pose = SoundPose(n, 0, count);
      const std::array<KeyRun, 7> runs = Put(n, pose);
      for (size_t c = 3; c < 7; ++c) {
        for (size_t at = 0; at < pose[c].size(); at += kStride) {
          const uint32_t sound = pose[c][at];
          for (const uint32_t plant : PlantsAt(n, pose[c], at)) {
            pose[c][at] = plant;
            Put(n, pose[c], c);
            const Verdict expected = JudgeRotation(n, pose, at / n, at / n + 1);
            ++answers[static_cast<int>(expected)];
            const bool got = Scan(n).pose(runs.data());
            ASSERT_TRUE(expected == Verdict::kEither ||
                        got == (expected == Verdict::kYes))
                << count << " keys, curve " << c << ", word " << at << ", "
                << std::hex << plant;
          }
          pose[c][at] = sound;
          Put(n, pose[c], c);
        }
      }
    }
  }
  EXPECT_GT(answers[0], 50'000u / kStride);
  EXPECT_GT(answers[1], 5'000u / kStride);
}

TEST_P(KeyScanTest, IsNeverLaxerAboutLengthsThanValidate) {
  // One quaternion of several is scaled to a length around each threshold.
  const double edges[] = {1 - double{kUnitTolerance},
                          1 + double{kUnitTolerance},
                          std::sqrt(1 - double{kFarthestFromOne}),
                          std::sqrt(1 + double{kFarthestFromOne})};
  size_t answers[2] = {};
  for (const size_t n : kLayouts) {
    for (const size_t count : {1u, 5u, 17u, 33u}) {
      for (size_t i = 0; i < count; ++i) {
        for (int step = 0; step < 160; ++step) {
          Pose pose = SoundPose(n, 0, count);
          for (size_t c = 3; c < 7; ++c) {
            uint32_t& value = pose[c][i * n + 1];
            value = Bits(
                static_cast<float>(double{Number(value)} *
                                   (edges[step % 4] + 1e-6 * (step / 4 - 20))));
          }
          const double length = std::sqrt(SquaredLength(n, pose, i));
          const bool got = Scan(n).pose(Put(n, pose).data());
          ++answers[got];
          ASSERT_EQ(got, Scan(n, Kernel::kScalar).pose(Put(n, pose).data()));
          ASSERT_TRUE(!got || std::abs(length - 1) <= double{kUnitTolerance})
              << length;
          const Verdict expected = JudgeRotation(n, pose, i, i + 1);
          ASSERT_TRUE(expected == Verdict::kEither ||
                      got == (expected == Verdict::kYes))
              << length;
        }
      }
    }
  }
  EXPECT_GT(answers[0], 1000u);
  EXPECT_GT(answers[1], 1000u);
}

TEST_P(KeyScanTest, NoQuaternionHasTheSignOppositeToItsNeighbours) {
  for (const size_t n : kLayouts) {
    for (size_t count = 2; count <= kMostKeys; ++count) {
      Pose pose = SoundPose(n, 0, count);
      for (size_t i = 0; i < count; ++i) {
        for (size_t c = 3; c < 7; ++c) pose[c][i * n + 1] ^= 0x80000000;
        ASSERT_FALSE(Scan(n).pose(Put(n, pose).data())) << count << " " << i;
        for (size_t c = 3; c < 7; ++c) pose[c][i * n + 1] ^= 0x80000000;
      }
    }
  }
}

// Positions of lengths of their own, and rotations, with one fault or none.
TEST_P(KeyScanTest, PosesAreOrdinaryIfAllTheirCurvesAre) {
  std::mt19937 random(20260102);
  size_t answers[2] = {};
  for (int round = 0; round < 10'000 / static_cast<int>(kStride); ++round) {
    for (const size_t n : kLayouts) {
      Pose pose = SoundPose(n, 0, random() % 40);
      for (size_t c = 0; c < 3; ++c) {
        pose[c] = SoundKeys(n, random() % 40, c);
      }
      Words& curve = pose[random() % 7];
      if (round % 2 == 0 && !curve.empty()) {
        curve[random() % curve.size()] = Plants()[random() % Plants().size()];
      }
      const Verdict rotation = JudgeRotation(n, pose, 0, pose[3].size() / n);
      if (rotation == Verdict::kEither) continue;
      bool expected = rotation == Verdict::kYes;
      for (size_t c = 0; c < 3; ++c) {
        expected &= IsOrdinary(n, pose[c], 0, pose[c].size() / n);
      }
      ++answers[expected];
      ASSERT_EQ(Scan(n).pose(Put(n, pose, round % 64 - 1).data()), expected)
          << round;
    }
  }
  EXPECT_GT(answers[0], 4'000u / kStride);
  EXPECT_GT(answers[1], 5'000u / kStride);
}

// Where a curve begins before the last one ended, and where one begins or ends
// with what would be a neighbour in order.
TEST_P(KeyScanTest, CurvesOfAPoseAreNothingToEachOther) {
  for (const size_t n : kLayouts) {
    for (size_t count = 1; count <= 40; ++count) {
      Pose pose = SoundPose(n, count, count);
      ASSERT_TRUE(Scan(n).pose(Put(n, pose).data())) << count;
      for (Words& curve : pose) {
        for (const bool first : {true, false}) {
          uint32_t& time = curve[first ? 0 : (count - 1) * n];
          const uint32_t sound = time;
          time = Bits(first ? -HUGE_VALF : HUGE_VALF);
          ASSERT_FALSE(Scan(n).pose(Put(n, pose).data())) << count;
          time = sound;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, KeyScanTest,
                         testing::ValuesIn(SupportedKernels()),
                         [](const auto& test) {
                           return std::string(KernelName(test.param));
                         });

}  // namespace
}  // namespace clipguard::mrtk
