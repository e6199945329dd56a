// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Run once for each name in CLIPGUARD_KERNEL: see BUILD.bazel.

#include "simd/kernel.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "absl/status/status.h"
#include "gtest/gtest.h"

namespace clipguard {
namespace {

constexpr Kernel kAll[] = {Kernel::kScalar, Kernel::kSse2, Kernel::kAvx2,
                           Kernel::kAvx512};

// CLIPGUARD_KERNEL as this process got it.
std::string Environment() {
  const char* name = std::getenv("CLIPGUARD_KERNEL");
  return name == nullptr ? "" : name;
}

TEST(KernelTest, NamesAreStable) {
  EXPECT_EQ(KernelName(Kernel::kScalar), "scalar");
  EXPECT_EQ(KernelName(Kernel::kSse2), "sse2");
  EXPECT_EQ(KernelName(Kernel::kAvx2), "avx2");
  EXPECT_EQ(KernelName(Kernel::kAvx512), "avx512");
}

TEST(KernelTest, ScalarIsAlwaysSupported) {
  EXPECT_TRUE(IsSupported(Kernel::kScalar));
}

TEST(KernelTest, SupportedKernelsAreThoseThatAreSupportedInOrder) {
  std::vector<Kernel> expected;
  for (Kernel kernel : kAll) {
    if (IsSupported(kernel)) expected.push_back(kernel);
  }
  EXPECT_EQ(SupportedKernels(), expected);
  EXPECT_EQ(SupportedKernels().front(), Kernel::kScalar);
}

TEST(ParseKernelTest, FindsEachByItsName) {
  for (Kernel kernel : kAll) {
    const auto parsed = ParseKernel(KernelName(kernel));
    if (IsSupported(kernel)) {
      ASSERT_TRUE(parsed.ok());
      EXPECT_EQ(*parsed, kernel);
    } else {
      EXPECT_EQ(parsed.status().code(), absl::StatusCode::kInvalidArgument);
    }
  }
}

TEST(ParseKernelTest, NoNameIsTheBest) {
  const auto best = ParseKernel("");
  ASSERT_TRUE(best.ok());
  EXPECT_EQ(*best, SupportedKernels().back());
}

TEST(ParseKernelTest, OtherNamesAreErrors) {
  for (const char* name : {"SCALAR", "avx", "avx2 ", " avx2", "avx5120", "neon",
                           "best", "0", "\xff"}) {
    EXPECT_EQ(ParseKernel(name).status().code(),
              absl::StatusCode::kInvalidArgument)
        << name;
  }
}

TEST(ActiveKernelTest, IsTheOneThatTheEnvironmentNames) {
  const std::string name = Environment();
  const bool exists =
      name.empty() ||
      std::any_of(std::begin(kAll), std::end(kAll),
                  [&](Kernel k) { return KernelName(k) == name; });
  const auto parsed = ParseKernel(name);
  if (exists && !parsed.ok()) {
    GTEST_SKIP() << name << " is not supported on this machine";
  }
  if (!exists) {
    EXPECT_EQ(KernelFromEnvironment().status().code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(ActiveKernel(), Kernel::kScalar);
    return;
  }
  ASSERT_TRUE(KernelFromEnvironment().ok());
  EXPECT_EQ(*KernelFromEnvironment(), *parsed);
  EXPECT_EQ(ActiveKernel(), *parsed);
  if (!name.empty()) {
    EXPECT_EQ(KernelName(ActiveKernel()), name);
  }
}

TEST(ActiveKernelTest, IsTheOneThatTheTargetWasMadeFor) {
  // Proves that the environment reached the process at all.
  const char* expected = std::getenv("CLIPGUARD_EXPECTED_KERNEL");
  if (expected == nullptr) {
    GTEST_SKIP() << "this target leaves the kernel to the machine";
  }
  const char* forced = std::getenv("CLIPGUARD_FORCED_KERNEL");
  ASSERT_NE(forced, nullptr);
  if (Environment() != forced) {
    // --test_env from the caller's environment comes before the target's own.
    GTEST_SKIP() << "the caller forces the kernel " << Environment();
  }
  const auto kernel =
      std::find_if(std::begin(kAll), std::end(kAll),
                   [&](Kernel k) { return KernelName(k) == expected; });
  ASSERT_NE(kernel, std::end(kAll)) << expected;
  if (!IsSupported(*kernel)) {
    GTEST_SKIP() << expected << " is not supported on this machine";
  }
  EXPECT_EQ(ActiveKernel(), *kernel);
}

TEST(ActiveKernelTest, IsReadOncePerProcess) {
  const Kernel before = ActiveKernel();
  const std::string name = Environment();
  ASSERT_EQ(setenv("CLIPGUARD_KERNEL", "nonsense", 1), 0);
  const Kernel after = ActiveKernel();
  const bool ok = KernelFromEnvironment().ok();
  if (name.empty()) {
    unsetenv("CLIPGUARD_KERNEL");
  } else {
    setenv("CLIPGUARD_KERNEL", name.c_str(), 1);
  }
  EXPECT_EQ(after, before);
  EXPECT_EQ(ok, ParseKernel(name).ok());
}

}  // namespace
}  // namespace clipguard
