// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The promise of input_animation_view.h and validate.h: on a sound file,
// nothing is allocated.

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>

#include "gtest/gtest.h"
#include "parser/detect/format.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"
#include "simd/kernel.h"
#include "testing/allocation_counter.h"

namespace clipguard::mrtk {
namespace {

// Keeps the optimiser from leaving out what nobody looks at.
template <typename T>
void Use(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

uint64_t AllocationsOf(auto&& work) {
  const uint64_t before = AllocationCount();
  work();
  return AllocationCount() - before;
}

TEST(AllocationCounterTest, Counts) {
  AllocationCount();
  EXPECT_EQ(AllocationsOf([] {}), 0u);
  EXPECT_EQ(AllocationsOf([] { Use(*std::make_unique<int>(1)); }), 1u);
  EXPECT_EQ(AllocationsOf([] {
              void* block = std::malloc(7);
              Use(block);
              std::free(block);
            }),
            1u);
  struct alignas(256) Aligned {
    char bytes[256];
  };
  EXPECT_EQ(AllocationsOf([] { Use(*std::make_unique<Aligned>()); }), 1u);
  EXPECT_GE(AllocationsOf([] {
              std::vector<int> growing;
              for (int i = 0; i < 100; ++i) growing.push_back(i);
              Use(growing);
            }),
            2u);
}

class NoAllocationTest : public testing::TestWithParam<FileLayout> {
 protected:
  void SetUp() override {
    bytes_ =
        MustWrite(MakeRecording({.camera = true,
                                 .hands = true,
                                 .gaze = GetParam().version.minor == 1,
                                 .keys = 50,
                                 .markers = GetParam().marker_list ? 20u : 0u}),
                  GetParam());
    ActiveKernel();  // reads the environment once
    AllocationCount();
  }

  std::vector<uint8_t> bytes_;
};

TEST_P(NoAllocationTest, Parse) {
  EXPECT_EQ(AllocationsOf([&] {
              FindingList findings;
              const auto view = ReadInputAnimation(bytes_, {}, findings);
              Use(view);
              EXPECT_TRUE(view.has_value());
              EXPECT_TRUE(findings.empty());
            }),
            0u);
}

TEST_P(NoAllocationTest, ValidateWithEveryKernel) {
  FindingList findings;
  const auto view = ReadInputAnimation(bytes_, {}, findings);
  for (Kernel kernel : SupportedKernels()) {
    EXPECT_EQ(AllocationsOf([&] { Validate(*view, findings, kernel); }), 0u)
        << KernelName(kernel);
  }
  EXPECT_TRUE(findings.empty());
  EXPECT_EQ(AllocationsOf([&] { ReadAndValidate(bytes_, {}, findings); }), 0u);
}

TEST_P(NoAllocationTest, Accessors) {
  FindingList findings;
  const auto parsed = ReadInputAnimation(bytes_, {}, findings);
  ASSERT_TRUE(parsed.has_value());
  size_t keys = 0;
  size_t markers = 0;
  EXPECT_EQ(AllocationsOf([&] {
              const InputAnimationView view = *parsed;
              Use(view.Duration());
              Use(view.curve_count());
              for (size_t i = 0; i < CurveSlot::kCount; ++i) {
                const CurveView curve = view.curve(CurveSlot(i));
                for (size_t k = 0; k < curve.size(); ++k) {
                  Use(curve.key(k));
                  Use(curve.time(k));
                  Use(curve.value(k));
                  ++keys;
                }
                if (curve.layout() == KeyLayout::kFull) {
                  Use(curve.full_keys().subspan(0, 0));
                } else {
                  Use(curve.compact_keys().subspan(0, 0));
                }
              }
              for (MarkerReader in = view.markers(); auto m = in.Next();) {
                Use(m->name);
                ++markers;
              }
            }),
            0u);
  EXPECT_GT(keys, 1000u);
  EXPECT_EQ(markers, parsed->marker_count());
}

TEST_P(NoAllocationTest, DetectFormat) {
  EXPECT_EQ(AllocationsOf([&] { Use(clipguard::DetectFormat(bytes_)); }), 0u);
}

INSTANTIATE_TEST_SUITE_P(Layouts, NoAllocationTest,
                         testing::Values(kCompact11, kFull11, kFull10),
                         [](const auto& test) {
                           return std::string(KeyLayoutName(test.param.keys)) +
                                  std::to_string(test.param.version.major) +
                                  std::to_string(test.param.version.minor);
                         });

TEST(NoAllocationMemoryTest, ADeclaredCountAllocatesNothing) {
  // Two billion keys and markers that are not there; the finding's text is all
  // that is allocated.
  AllocationCount();
  const FileWriter keys =
      FileWriter().Header(1, 0).CurveHeader(8, 8, 0x7fffffff);
  const FileWriter markers =
      FileWriter().Header(1, 1).Presence(0, 0, 0).Int(0x7fffffff);
  for (const FileWriter* file : {&keys, &markers}) {
    FindingList findings;
    const uint64_t allocations =
        AllocationsOf([&] { ReadInputAnimation(*file, {}, findings); });
    EXPECT_EQ(findings.findings().size(), 1u);
    EXPECT_LT(allocations, 30u);
  }
}

}  // namespace
}  // namespace clipguard::mrtk
