// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The promise that a result has the same bits on every kernel, with every
// compiler, on every machine: all kernels of this machine against each other
// by memcmp, and all of them against hashes that were written down.

#include "eval/curve/kernel/batch_kernel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "eval/curve/compiled_clip.h"
#include "eval/curve/compiled_curve.h"
#include "eval/curve/curve.h"
#include "eval/curve/test_curves.h"
#include "gtest/gtest.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"
#include "testing/all_kernels.h"
#include "testing/bits_hash.h"
#include "testing/sanitizers.h"

namespace clipguard::eval {
namespace {

using mrtk::Curve;
using mrtk::CurveView;

void AddCurve(BitsHash& hash, const Curve& curve,
              const std::vector<float>& times) {
  ForAllKernels(hash, [&](Kernel kernel) {
    std::vector<float> values(times.size());
    CompiledCurve(curve.View(), kernel).Sample(times, values);
    return values;
  });
}

// 1000 keys at uneven times, as the benchmarks have them.
Curve LongCurve(Random& random, bool weighted) {
  Curve curve{8, 8, {}};
  float time = 0;
  for (int i = 0; i < 1000; ++i) {
    curve.keys.push_back({time, random.Uniform(-1, 1), random.Uniform(-20, 20),
                          random.Uniform(-20, 20), random.Uniform(0, 1),
                          random.Uniform(0, 1), weighted ? 3 : 0});
    time += random.Uniform(0.025f, 0.175f);
  }
  return curve;
}

TEST(SameBits, LongCurves) {
  Random random(1);
  BitsHash hash;
  for (const bool weighted : {true, false}) {
    const Curve curve = LongCurve(random, weighted);
    std::vector<float> times(200'003);
    for (float& time : times) time = random.Uniform(-1, 101);
    ASSERT_NO_FATAL_FAILURE(AddCurve(hash, curve, times));
    std::sort(times.begin(), times.end());
    ASSERT_NO_FATAL_FAILURE(AddCurve(hash, curve, times));
  }
  EXPECT_EQ(hash.value(), 0x6b2aee4c404411ec);
}

// From less than one time a record to far more than enough for runs: what finds
// the records, and evaluates them, changes with the density.
TEST(SameBits, Densities) {
  Random random(8);
  for (const bool weighted : {true, false}) {
    const Curve keys = LongCurve(random, weighted);
    for (const size_t count : {700, 7'000, 20'000, 30'000, 40'000, 60'000}) {
      std::vector<float> times(count);
      for (float& time : times) time = random.Uniform(-1, 101);
      std::sort(times.begin(), times.end());
      const CompiledCurve alone(keys.View(), Kernel::kScalar);
      BitsHash expected;
      std::vector<float> singly;
      for (const float time : times) singly.push_back(alone.Sample(time));
      expected.Add(singly);
      BitsHash compiled;
      ASSERT_NO_FATAL_FAILURE(AddCurve(compiled, keys, times));
      EXPECT_EQ(compiled.value(), expected.value()) << count;
      BitsHash once;
      ForAllKernels(once, [&](Kernel kernel) {
        std::vector<float> values(count);
        SampleCurve(keys.View(), times, values, kernel);
        return values;
      });
      EXPECT_EQ(once.value(), expected.value()) << count;
    }
  }
}

#if defined(__x86_64__)
// The version that only benchmarks use.
TEST(SameBits, Fma) {
  if (!IsSupported(Kernel::kAvx2)) GTEST_SKIP();
  Random random(7);
  for (const bool weighted : {true, false}) {
    const Curve keys = LongCurve(random, weighted);
    const CompiledCurve curve(keys.View(), Kernel::kScalar);
    const std::vector<float> times = TimesOf(keys, 10'000);
    std::vector<float> sorted(times);
    std::sort(sorted.begin(), sorted.end());
    std::vector<float> expected(times.size());
    std::vector<float> values(times.size());
    for (const BatchKernel* kernel :
         {&BatchKernel::kScalar, &BatchKernel::kFma}) {
      std::vector<float>& into =
          kernel == &BatchKernel::kFma ? values : expected;
      kernel->evaluate_ascending(curve.records(), 0, sorted.data(), into.data(),
                                 sorted.size());
    }
    EXPECT_EQ(values, expected);
  }
}
#endif

TEST(SameBits, Poses) {
  Random random(2);
  BitsHash hash;
  std::vector<Curve> curves;
  std::vector<CurveView> views;
  for (int i = 0; i < 101; ++i) curves.push_back(RandomCurve(random, 60));
  for (const Curve& curve : curves) views.push_back(curve.View());
  ForAllKernels(hash, [&](Kernel kernel) {
    const CompiledClip clip(views, kernel);
    PoseSampler sampler(clip);
    std::vector<float> values(2000 * views.size());
    for (size_t i = 0; i < 2000; ++i) {
      sampler.Sample(static_cast<float>(-2 + static_cast<double>(i) / 60),
                     std::span(values).subspan(i * views.size()));
    }
    return values;
  });
  EXPECT_EQ(hash.value(), 0x62a3eeb6d955d40d);
}

// All weights, times at and beside every end.
TEST(SameBits, Sweep) {
  Random random(3);
  BitsHash hash;
  for (const float w1 : kWeights) {
    for (const float w2 : kWeights) {
      Curve curve;
      curve.keys = {{.time = 0, .value = 0, .out_weight = w1},
                    {.time = 1, .value = 1, .in_weight = w2}};
      ASSERT_NO_FATAL_FAILURE(AddCurve(hash, curve, Times(0, 1, 100)));
      const float t0 = random.Uniform(-10, 10);
      const float t1 = t0 + random.Uniform(0.01f, 2);
      curve.keys[0] = {.time = t0,
                       .value = random.Uniform(-1, 1),
                       .out_tangent = random.Uniform(-5, 5),
                       .out_weight = w1};
      curve.keys[1] = {.time = t1,
                       .value = random.Uniform(-1, 1),
                       .in_tangent = random.Uniform(-5, 5),
                       .in_weight = w2};
      ASSERT_NO_FATAL_FAILURE(AddCurve(hash, curve, Times(t0, t1, 100)));
    }
  }
  EXPECT_EQ(hash.value(), 0x5ce86a646ea5b562);
}

// Segments and times at random, one time each; CLIPGUARD_SEGMENTS of them, or
// a million (under sanitizers a fifth, without the hash).
TEST(SameBits, RandomSegments) {
  const char* const wanted = std::getenv("CLIPGUARD_SEGMENTS");
  constexpr size_t kUsual = CLIPGUARD_SANITIZED ? 200'000 : 1'000'000;
  const size_t segments =
      wanted == nullptr ? kUsual : std::strtoull(wanted, nullptr, 10);
  Random random(4);
  BitsHash hash;
  constexpr size_t kSegmentsPerCurve = 1000;
  for (size_t done = 0; done < segments; done += kSegmentsPerCurve) {
    Curve curve{random.Pick(kWraps), random.Pick(kWraps), {}};
    std::vector<float> times;
    float time = random.Uniform(-100, 100);
    for (size_t i = 0; i <= kSegmentsPerCurve; ++i) {
      const bool corner = random.Bits() % 4 == 0;
      curve.keys.push_back(
          {time, random.Uniform(-1, 1), random.Uniform(-20, 20),
           random.Uniform(-20, 20),
           corner ? random.Pick(kWeights) : random.Uniform(0, 1),
           corner ? random.Pick(kWeights) : random.Uniform(0, 1),
           static_cast<int32_t>(random.Bits() % 8 == 0 ? random.Bits() % 4
                                                       : 3)});
      const float next = time + random.Uniform(0.001f, 1);
      times.push_back(random.Uniform(time, next));
      time = next;
    }
    ASSERT_NO_FATAL_FAILURE(AddCurve(hash, curve, times));
  }
  std::printf("%zu segments: hash %016llx\n", segments,
              static_cast<unsigned long long>(hash.value()));
  if (wanted == nullptr && !CLIPGUARD_SANITIZED) {
    EXPECT_EQ(hash.value(), 0x44787d16750e9277);
  }
}

// Any bits for keys and times.
TEST(SameBits, AnyNumbers) {
  Random random(5);
  BitsHash hash;
  for (int i = 0; i < 5000; ++i) {
    Curve curve{random.Pick(kWraps), random.Pick(kWraps), {}};
    std::array<float, 8> key_times;
    for (float& time : key_times) time = random.Finite();
    std::sort(key_times.begin(), key_times.end());
    for (const float time : key_times) {
      curve.keys.push_back({time, random.Finite(), random.Finite(),
                            random.Finite(), random.Pick(kWeights),
                            random.Pick(kWeights),
                            static_cast<int32_t>(random.Bits() % 4)});
    }
    ASSERT_NO_FATAL_FAILURE(AddCurve(hash, curve, RandomTimes(random, curve)));
  }
  EXPECT_EQ(hash.value(), 0xc3907aa60424d2dd);
}

// Times that lie densely here and far apart there, from any record on, and of
// any number: the values are those of times with their records' numbers.
TEST(SameBits, InOrder) {
  Random random(9);
  for (int i = 0; i < 1500; ++i) {
    const bool weighted = random.Bits() % 2 == 0;
    Curve keys = LongCurve(random, weighted);
    if (i % 3 > 0) keys.keys.resize(random.Bits() % 70 + 1);
    for (size_t k = 1; k < keys.keys.size() && i % 3 > 1; ++k) {
      if (random.Bits() % 4 == 0) keys.keys[k].time = keys.keys[k - 1].time;
    }
    const float last = keys.keys.back().time;
    const CompiledCurve curve(keys.View(), Kernel::kScalar);
    // Nothing is read beyond what belongs to a curve.
    const RecordSpan whole = curve.records();
    const std::vector<CurveRecord> records(whole.records,
                                           whole.records + whole.size);
    const std::vector<float> starts(whole.starts,
                                    whole.starts + whole.size + 2);
    const RecordSpan span = {records.data(), starts.data(), records.size()};

    std::vector<float> times(random.Bits() % 300 + 1);
    float time = random.Uniform(-1, last + 1);
    float step = 0;
    for (float& each : times) {
      if (random.Bits() % 20 == 0) step = random.Uniform(0, 0.1f);
      if (random.Bits() % 100 == 0) time += random.Uniform(0, 10);
      each = time;
      time += step;
    }
    std::vector<uint32_t> index;
    for (const float each : times) {
      const auto at =
          std::upper_bound(starts.begin() + 1, starts.end() - 2, each);
      index.push_back(static_cast<uint32_t>(at - starts.begin() - 1));
    }
    const size_t first = index[0] - random.Bits() % (index[0] + 1) / 4;
    for (const Kernel kernel : SupportedKernels()) {
      const BatchKernel& functions = VersionFor<BatchKernel>(kernel);
      std::vector<float> expected(times.size());
      functions.evaluate(span, !weighted, index.data(), times.data(),
                         expected.data(), times.size());
      std::vector<float> values(times.size());
      functions.evaluate_in_order(span, !weighted, first, times.data(),
                                  values.data(), times.size());
      ASSERT_EQ(std::memcmp(values.data(), expected.data(),
                            values.size() * sizeof(float)),
                0)
          << KernelName(kernel) << ", round " << i;
    }
  }
}

// Runs with each CLIPGUARD_KERNEL: see BUILD.bazel.
TEST(BatchKernel, IsTheOneThatIsForced) {
  const char* const forced = std::getenv("CLIPGUARD_KERNEL");
  if (forced == nullptr || !ParseKernel(forced).ok()) {
    GTEST_SKIP() << "no CLIPGUARD_KERNEL that this machine supports";
  }
  EXPECT_EQ(std::string_view(VersionFor<BatchKernel>(ActiveKernel()).name),
            std::string_view(forced).empty() ? KernelName(ActiveKernel())
                                             : std::string_view(forced));
}

TEST(BatchKernel, EachIsAFileOfItsOwn) {
  for (const Kernel kernel : SupportedKernels()) {
    EXPECT_EQ(std::string_view(VersionFor<BatchKernel>(kernel).name),
              KernelName(kernel));
    EXPECT_TRUE(kernel == Kernel::kScalar ||
                VersionFor<BatchKernel>(kernel).evaluate !=
                    VersionFor<BatchKernel>(Kernel::kScalar).evaluate);
  }
}

TEST(BatchKernel, AscendsAndFindNan) {
  for (const Kernel kernel : SupportedKernels()) {
    const BatchKernel& functions = VersionFor<BatchKernel>(kernel);
    for (size_t count = 0; count < 70; ++count) {
      std::vector<float> values(count);
      for (size_t i = 0; i < count; ++i) {
        values[i] = std::floor(static_cast<float>(i) / 2);
      }
      EXPECT_TRUE(functions.ascends(values.data(), count));
      EXPECT_EQ(functions.find_nan(values.data(), 0, count), count);
      for (size_t i = 0; i < count; ++i) {
        const float kept = values[i];
        values[i] = kNan;
        EXPECT_FALSE(functions.ascends(values.data(), count));
        EXPECT_EQ(functions.find_nan(values.data(), 0, count), i);
        EXPECT_EQ(functions.find_nan(values.data(), i + 1, count), count);
        values[i] = -1;
        EXPECT_EQ(functions.ascends(values.data(), count), i == 0);
        values[i] = kept;
      }
    }
  }
}

}  // namespace
}  // namespace clipguard::eval
