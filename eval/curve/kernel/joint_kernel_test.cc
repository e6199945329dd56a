// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// That all versions give the same bits, for all kinds of rotations side by side
// in any mixture, and for all counts.

#include "eval/curve/kernel/joint_kernel.h"

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

#include "base/numbers.h"
#include "gtest/gtest.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"
#include "testing/all_kernels.h"
#include "testing/bits_hash.h"

namespace clipguard::eval {
namespace {

struct Columns {
  // NAN among the numbers is for whoever asks for it.
  Columns(unsigned seed, bool finite) : values(kJointCurves * kJointRows) {
    std::mt19937 random(seed);
    const auto corner = [&]() -> float {
      const float corners[] = {0,     -0.0f, 1e-45f,    -1e-38f,
                               3e38f, 1,     kInfinity, kNan};
      return corners[random() % (finite ? 6 : 8)];
    };
    for (size_t i = 0; i < values.size(); ++i) {
      const bool is_corner = i % 5 == 0 || i % kJointRows % 3 == 0;
      values[i] = is_corner ? corner()
                            : static_cast<float>(random() >> 8) * 0x1p-23f - 1;
    }
    for (size_t c = 0; c < kJointCurves; ++c) {
      column[c] = values.data() + c * kJointRows;
    }
  }

  std::vector<float> values;
  const float* column[kJointCurves];
};

struct Rows {
  alignas(64) float value[kJointRow * kJointRows];
  bool nan = false;
};

Rows RowsOf(Kernel kernel, const Columns& columns, size_t count, bool unit) {
  const auto& joints = VersionFor<JointKernel>(kernel);
  Rows rows;
  if (unit) {
    rows.nan = joints.unit(columns.column, count, rows.value);
  } else {
    joints.raw(columns.column, count, rows.value);
  }
  return rows;
}

TEST(JointKernel, TheSameBitsFromAllKernels) {
  BitsHash hash;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Columns columns(seed, seed % 2 == 0);
    for (size_t count = 1; count <= kJointRows; ++count) {
      for (const bool unit : {false, true}) {
        ForAllKernels(hash, [&](Kernel kernel) {
          const Rows rows = RowsOf(kernel, columns, count, unit);
          std::vector<float> values(rows.value, rows.value + kJointRow * count);
          // A NaN's sign is nobody's business.
          for (float& value : values) value = std::isnan(value) ? kNan : value;
          values.push_back(rows.nan ? 1.0f : 0.0f);
          return values;
        });
      }
    }
  }
  EXPECT_EQ(hash.value(), 0x584b64eff0a96d36u);
}

TEST(JointKernel, WhatIsNotFiniteBecomesFourNan) {
  const Columns columns(1, /*finite=*/false);
  for (const Kernel kernel : SupportedKernels()) {
    const Rows rows = RowsOf(kernel, columns, kJointRows, /*unit=*/true);
    bool any = false;
    for (size_t i = 0; i < kJointRows; ++i) {
      bool finite = true;
      for (size_t c = 3; c < kJointCurves; ++c) {
        finite = finite && std::isfinite(columns.column[c][i]);
      }
      any = any || !finite;
      for (size_t c = 3; c < kJointCurves; ++c) {
        EXPECT_EQ(std::isnan(rows.value[kJointRow * i + c]), !finite)
            << KernelName(kernel);
      }
    }
    EXPECT_TRUE(any);
    EXPECT_TRUE(rows.nan);
    EXPECT_FALSE(RowsOf(kernel, Columns(2, /*finite=*/true), kJointRows,
                        /*unit=*/true)
                     .nan);
  }
}

TEST(JointKernel, ZeroBecomesTheIdentityWhateverItsSigns) {
  std::vector<float> zeros(kJointRows, -0.0f);
  const float* columns[kJointCurves];
  for (const float*& column : columns) column = zeros.data();
  for (const Kernel kernel : SupportedKernels()) {
    Rows rows;
    EXPECT_FALSE(VersionFor<JointKernel>(kernel).unit(columns, 17, rows.value));
    for (size_t i = 0; i < 17; ++i) {
      const float* const rotation = rows.value + kJointRow * i + 3;
      EXPECT_EQ(std::vector<float>(rotation, rotation + 4),
                (std::vector<float>{0, 0, 0, 1}));
    }
  }
}

}  // namespace
}  // namespace clipguard::eval
