// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// That all versions give BuildRecords()' bits: for all kinds of stretches, side
// by side in any mixture, and for blocks of all sizes.

#include "eval/curve/kernel/record_kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <ostream>
#include <vector>

#include "eval/curve/kernel/curve_record.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"

namespace clipguard::eval {

std::ostream& operator<<(std::ostream& out, const mrtk::Keyframe& key) {
  out << std::hexfloat;
  return out << "{" << key.time << ", " << key.value << ", " << key.in_tangent
             << ", " << key.out_tangent << ", " << key.in_weight << ", "
             << key.out_weight << ", " << key.weighted_mode << "}";
}

namespace {

using mrtk::Keyframe;

// A record's bits, and since when it holds.
using Bits = std::array<uint32_t, 9>;

Bits BitsOf(float start, const CurveRecord& record) {
  const auto fields = std::bit_cast<std::array<uint32_t, 8>>(record);
  Bits bits = {std::bit_cast<uint32_t>(start)};
  std::copy(fields.begin(), fields.end(), bits.begin() + 1);
  return bits;
}

struct Built {
  std::vector<Bits> records;
  bool cubic_in_time = true;
  bool has_exact = false;
};

Built OneByOne(const std::vector<Keyframe>& keys, bool lines) {
  Built built;
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    Keyframe left = keys[i];
    Keyframe right = keys[i + 1];
    if (lines) {
      left = {.time = left.time, .value = left.value};
      right = {.time = right.time, .value = right.value};
    }
    TimedRecord parts[kMaxRecords];
    const size_t count = BuildRecords(left, right, parts);
    for (size_t k = 0; k < count; ++k) {
      built.records.push_back(BitsOf(parts[k].start, parts[k].record));
      built.cubic_in_time &= parts[k].record.w1 < 0;
      built.has_exact |= IsExact(parts[k].record);
    }
  }
  return built;
}

std::unique_ptr<KeyColumns> Columns(const std::vector<Keyframe>& keys) {
  auto columns = std::make_unique<KeyColumns>();
  // Beyond the last key there is anything.
  const float beyond[] = {kNan, -2, 1e30f, -1};
  for (size_t i = keys.size(); i < KeyColumns::kRoom; ++i) {
    for (float* const column :
         {columns->time, columns->value, columns->in_tangent,
          columns->out_tangent, columns->in_weight, columns->out_weight,
          columns->in_used, columns->out_used}) {
      column[i] = beyond[i / 8 % std::size(beyond)];
    }
  }
  for (size_t i = 0; i < keys.size(); ++i) columns->Put(i, keys[i]);
  return columns;
}

Built AtOnce(const RecordKernel& kernel, const KeyColumns& columns,
             size_t count, bool lines) {
  std::vector<CurveRecord> records(kMaxRecords * count);
  std::vector<float> starts(kMaxRecords * count);
  const BuiltRecords built = (lines ? kernel.build_lines : kernel.build)(
      columns, count, records.data(), starts.data());
  Built result = {{}, built.cubic_in_time, built.has_exact};
  for (size_t i = 0; i < built.count; ++i) {
    result.records.push_back(BitsOf(starts[i], records[i]));
  }
  return result;
}

void ExpectSame(const std::vector<Keyframe>& keys) {
  const auto columns = Columns(keys);
  for (const bool lines : {false, true}) {
    const Built expected = OneByOne(keys, lines);
    for (const Kernel kernel : SupportedKernels()) {
      const Built built = AtOnce(VersionFor<RecordKernel>(kernel), *columns,
                                 keys.size() - 1, lines);
      ASSERT_EQ(built.records.size(), expected.records.size())
          << KernelName(kernel);
      for (size_t i = 0; i < built.records.size(); ++i) {
        ASSERT_EQ(built.records[i], expected.records[i])
            << KernelName(kernel) << ", record " << i << " of\n"
            << testing::PrintToString(keys);
      }
      EXPECT_EQ(built.cubic_in_time, expected.cubic_in_time);
      EXPECT_EQ(built.has_exact, expected.has_exact);
    }
  }
}

// Weights: corners, what is close to them, what is not allowed.
float Weight(Random& random) {
  const float weight = random.Uniform(0, 1);
  switch (random.Bits() % 16) {
    case 0:
      return 0;
    case 1:
      return 1;
    case 2:
      return 1 - weight * 1e-6f;
    case 3:
      return weight * 1e-12f;
    case 4:
      return 1.0f / 3;
    case 5:
      return random.Pick(std::array{-0.0f, -1.0f, 1.5f, 2.0f, kNan, kInfinity});
    default:
      return weight;
  }
}

float Number(Random& random) {
  switch (random.Bits() % 24) {
    case 0:
      return random.Pick(std::array{0.0f, -0.0f});
    case 1:
      return random.Finite();
    case 2:
      return random.Pick(std::array{kNan, kInfinity, -kInfinity, kMax, -kMax});
    default:
      return random.Uniform(-20, 20);
  }
}

// How far it is to the next key: also not at all, backwards, and one float.
float Next(Random& random, float time) {
  switch (random.Bits() % 16) {
    case 0:
      return time;
    case 1:
      return std::nextafter(time, kInfinity);
    case 2:
      return std::nextafter(std::nextafter(time, kInfinity), kInfinity);
    case 3:
      return random.Finite();
    case 4:
      return time + 1e-6f;
    default:
      return time + random.Uniform(0, 2);
  }
}

std::vector<Keyframe> Keys(Random& random, size_t count) {
  std::vector<Keyframe> keys;
  float time = random.Uniform(-5, 5);
  for (size_t i = 0; i < count; ++i) {
    keys.push_back({time, Number(random), Number(random), Number(random),
                    Weight(random), Weight(random),
                    static_cast<int32_t>(random.Bits() % 4)});
    if (random.Bits() % 3 == 0) keys.back().weighted_mode = 3;
    time = Next(random, time);
  }
  return keys;
}

TEST(RecordKernel, GivesTheBitsOfBuildRecords) {
  Random random(1);
  for (int i = 0; i < 1500; ++i) {
    ASSERT_NO_FATAL_FAILURE(ExpectSame(Keys(random, kStretchBlock + 1)));
  }
}

TEST(RecordKernel, BuildsBlocksOfAllSizes) {
  Random random(2);
  for (size_t count = 2; count <= kStretchBlock + 1; ++count) {
    ASSERT_NO_FATAL_FAILURE(ExpectSame(Keys(random, count)));
  }
}

// All stretches cut, as near to each other and to the corners as they can be.
TEST(RecordKernel, CutsWhatIsToBeCut) {
  Random random(3);
  size_t cuts = 0;
  for (int i = 0; i < 300; ++i) {
    std::vector<Keyframe> keys;
    float time = random.Pick(std::array{-3.0f, 0.0f, 1e-30f, 1e6f, 1e30f});
    for (size_t k = 0; k <= kStretchBlock; ++k) {
      const float scale = random.Pick(std::array{1.0f, 1e-3f, 1e-7f, 0.0f});
      keys.push_back({time, random.Uniform(-1, 1), random.Uniform(-20, 20),
                      random.Uniform(-20, 20), 1 - scale * random.Uniform(0, 1),
                      1 - scale * random.Uniform(0, 1), 3});
      time += (std::abs(time) + 1e-32f) * random.Uniform(1e-6f, 0.1f);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectSame(keys));
    cuts += OneByOne(keys, false).records.size() - kStretchBlock;
  }
  EXPECT_GT(cuts, 200 * kStretchBlock);
}

// A time in seconds of 0 has another float on either side than others have.
TEST(RecordKernel, CutsAtTimeZero) {
  Random random(4);
  for (int i = 0; i < 2000; ++i) {
    const float length = std::ldexp(random.Uniform(1, 2),
                                    -static_cast<int>(random.Bits() % 149));
    const float weight = random.Uniform(0.6f, 1);
    ASSERT_NO_FATAL_FAILURE(
        ExpectSame({{-length, 1, 0, 2, weight, weight, 3},
                    {length, -1, 3, 0, weight, weight, 3}}));
    // Just before 0 or after it: where lengths are shortest, it rounds to 0.
    const float shortest = std::ldexp(random.Uniform(1, 2), -130);
    for (const float other :
         {std::nextafter(weight, 0.0f), std::nextafter(weight, 2.0f)}) {
      ASSERT_NO_FATAL_FAILURE(
          ExpectSame({{-shortest, 1, 0, 2, weight, weight, 3},
                      {shortest, -1, 3, 0, other, other, 3}}));
    }
  }
}

// Ascending times from that of the first key to before that of the last: many
// of them a key's, or a float away from where a stretch is cut.
std::vector<float> TimesWithin(Random& random,
                               const std::vector<Keyframe>& keys) {
  std::vector<float> times;
  const float last = keys.back().time;
  while (times.size() < RecordColumns::kTimes) {
    const size_t i = random.Bits() % (keys.size() - 1);
    float time = keys[i].time;
    TimedRecord parts[kMaxRecords];
    const size_t count = BuildRecords(keys[i], keys[i + 1], parts);
    switch (random.Bits() % 4) {
      case 0:
        if (count == 2) time = parts[1].start;
        break;
      case 1:
        if (count == 2) time = std::nextafter(parts[1].start, -kInfinity);
        break;
      case 2:
        time += (keys[i + 1].time - time) * random.Uniform(0, 1);
        break;
      default:
        break;
    }
    if (time >= keys[0].time && time < last) times.push_back(time);
    // Hardly any float lies between some keys.
    if (random.Bits() % 64 == 0 && !times.empty()) break;
  }
  std::sort(times.begin(), times.end());
  return times;
}

// The record of a time, in the last stretch that starts at or before it.
Bits PickedOneByOne(const std::vector<Keyframe>& keys, float time) {
  size_t i = 0;
  while (time >= keys[i + 1].time) ++i;
  TimedRecord parts[kMaxRecords];
  const size_t count = BuildRecords(keys[i], keys[i + 1], parts);
  const TimedRecord& part = parts[count == 2 && time >= parts[1].start ? 1 : 0];
  return BitsOf(part.start, part.record);
}

void ExpectPicked(const std::vector<Keyframe>& keys,
                  const std::vector<float>& times) {
  const auto columns = Columns(keys);
  std::fill_n(columns->time + keys.size() - 1, KeyColumns::kAhead,
              keys.back().time);
  const auto picked = std::make_unique<RecordColumns>();
  const bool is_weighted =
      std::any_of(keys.begin(), keys.end() - 1,
                  [](const Keyframe& key) { return key.out_weight_used(); }) ||
      std::any_of(keys.begin() + 1, keys.end(),
                  [](const Keyframe& key) { return key.in_weight_used(); });
  for (const Kernel kernel : SupportedKernels()) {
    const BuiltRecords built = VersionFor<RecordKernel>(kernel).pick(
        *columns, keys.size() - 1, times.data(), times.size(), *picked);
    if (built.count == 0 && !is_weighted) continue;
    ASSERT_EQ(built.count, times.size());
    std::vector<size_t> column(times.size(), times.size());
    for (size_t i = 0; i < built.count; ++i) {
      const uint32_t place = picked->place[i];
      ASSERT_LT(place, times.size());
      ASSERT_EQ(column[place], times.size()) << "twice";
      column[place] = i;
    }
    bool has_exact = false;
    for (size_t i = 0; i < times.size(); ++i) {
      const size_t c = column[i];
      const CurveRecord record = {
          picked->end[c],  picked->rate[c],  picked->w1[c],   picked->w2[c],
          picked->left[c], picked->right[c], picked->rise[c], picked->fall[c]};
      ASSERT_EQ(picked->time[c], times[i]);
      ASSERT_EQ(BitsOf(picked->start[c], record),
                PickedOneByOne(keys, times[i]))
          << KernelName(kernel) << ", time " << i << " of "
          << testing::PrintToString(times) << "\n"
          << testing::PrintToString(keys);
      has_exact |= IsExact(record);
      ASSERT_TRUE(record.w1 < 0 || !built.cubic_in_time);
    }
    ASSERT_TRUE(built.has_exact || !has_exact);
  }
}

TEST(RecordKernel, PicksTheRecordsOfTimes) {
  Random random(6);
  size_t times = 0;
  for (int i = 0; i < 1500; ++i) {
    std::vector<Keyframe> keys =
        Keys(random, 2 + random.Bits() % kStretchBlock);
    std::sort(
        keys.begin(), keys.end(),
        [](const Keyframe& a, const Keyframe& b) { return a.time < b.time; });
    if (!(keys.front().time < keys.back().time)) continue;
    const std::vector<float> at = TimesWithin(random, keys);
    times += at.size();
    ASSERT_NO_FATAL_FAILURE(ExpectPicked(keys, at));
    ASSERT_NO_FATAL_FAILURE(ExpectPicked(keys, {}));
  }
  EXPECT_GT(times, 50000u);
}

// Vectors in which nothing is special but for one lane, or none at all. Where
// anything may be at each key, hardly any vector is like that.
TEST(RecordKernel, BuildsOrdinaryStretchesBesideOneThatIsNot) {
  Random random(8);
  for (int i = 0; i < 1500; ++i) {
    std::vector<Keyframe> keys;
    float time = random.Uniform(-5, 5);
    for (size_t k = 0; k <= kStretchBlock; ++k) {
      keys.push_back({time, random.Uniform(-1, 1), random.Uniform(-20, 20),
                      random.Uniform(-20, 20), random.Uniform(1e-3f, 0.999f),
                      random.Uniform(1e-3f, 0.999f),
                      static_cast<int32_t>(random.Bits() % 4)});
      time += random.Uniform(0.01f, 2);
    }
    Keyframe& odd = keys[random.Bits() % keys.size()];
    switch (random.Bits() % 6) {
      case 0:
        odd.out_tangent = kInfinity;
        break;
      case 1:
        odd.in_tangent = kNan;
        break;
      case 2:
        odd.in_weight = odd.out_weight = 1;
        break;
      case 3:
        odd.in_weight = 0;
        break;
      case 4:
        odd.out_weight = 1.5f;
        break;
      default:
        break;
    }
    ASSERT_NO_FATAL_FAILURE(ExpectSame(keys));
    ASSERT_NO_FATAL_FAILURE(ExpectPicked(keys, TimesWithin(random, keys)));
  }
}

// More keys between two times than a vector's lanes can tell apart.
TEST(RecordKernel, PicksWhereTimesAreFarApart) {
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    std::vector<Keyframe> keys;
    for (size_t k = 0; k <= kStretchBlock; ++k) {
      keys.push_back({static_cast<float>(k), random.Uniform(-1, 1),
                      random.Uniform(-20, 20), random.Uniform(-20, 20),
                      random.Uniform(0, 1), random.Uniform(0, 1), 3});
    }
    std::vector<float> times(1 + random.Bits() % 20);
    for (float& time : times) time = random.Uniform(0, kStretchBlock - 1);
    std::sort(times.begin(), times.end());
    ASSERT_NO_FATAL_FAILURE(ExpectPicked(keys, times));
  }
}

TEST(RecordKernel, LoadsKeysIntoColumns) {
  Random random(5);
  for (size_t count = 0; count <= KeyColumns::kRoom; ++count) {
    std::vector<Keyframe> keys = Keys(random, count);
    // Modes that there are not, of which two bits count.
    if (count > 0) keys[count / 2].weighted_mode = static_cast<int>(0x87654321);
    // The bytes and no more, at an odd place.
    std::vector<uint8_t> bytes(1 + count * sizeof(Keyframe));
    if (count > 0) {
      std::memcpy(&bytes[1], keys.data(), count * sizeof(Keyframe));
    }
    for (const Kernel kernel : SupportedKernels()) {
      const auto columns = std::make_unique<KeyColumns>();
      VersionFor<RecordKernel>(kernel).load(bytes.data() + 1, count, *columns);
      for (size_t i = 0; i < count; ++i) {
        const Keyframe& key = keys[i];
        const float expected[] = {key.time,       key.value,
                                  key.in_tangent, key.out_tangent,
                                  key.in_weight,  key.out_weight};
        const float loaded[] = {columns->time[i],       columns->value[i],
                                columns->in_tangent[i], columns->out_tangent[i],
                                columns->in_weight[i],  columns->out_weight[i]};
        using Words = std::array<uint32_t, 6>;
        ASSERT_EQ(std::bit_cast<Words>(loaded), std::bit_cast<Words>(expected))
            << KernelName(kernel) << " " << i << " of " << count;
        ASSERT_EQ(columns->in_used[i], key.in_weight_used() ? 1 : 0);
        ASSERT_EQ(columns->out_used[i], key.out_weight_used() ? 2 : 0);
      }
    }
  }
}

TEST(RecordKernel, NamesEachVersion) {
  for (const Kernel kernel : SupportedKernels()) {
    EXPECT_EQ(VersionFor<RecordKernel>(kernel).name, KernelName(kernel));
  }
}

}  // namespace
}  // namespace clipguard::eval
