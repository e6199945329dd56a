// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Time values have the specification's bits: one by one, many at once and many
// together, whatever of the inputs is known.

#include <cstdint>
#include <span>

#include "eval/machine/time/time_values.h"
#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/forge/oracle/time_value_check.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"

namespace clipguard {
namespace {

// The reader cuts off longer evaluations, which then fail.
constexpr Limits kLimits = {.evaluation_steps = 1000};

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  const fuzz::ForgeFile file = fuzz::ReadForge(fuzz::TextOf(bytes), kLimits);
  if (!file.machine) return;
  CLIPGUARD_STAGE("read");
  const fuzz::SomeInputs inputs(*file.machine, bytes.size());
  const eval::TimeValues values(*file.machine);
  bool any = false;
  const auto all = fuzz::TimeValuesOf(*file.machine);
  for (const size_t most : {size_t{8}, bytes.size(), size_t{1} << 20}) {
    fuzz::CheckProgram(values, all, inputs, most);
  }
  CLIPGUARD_CHECK(!values.Find(forge::kNowhere));
  for (const forge::ExpressionIndex e : all) {
    any |= fuzz::CheckOneByOne(values, e, inputs);
    fuzz::CheckMany(values, e, inputs);
  }
  if (any) CLIPGUARD_STAGE("evaluated");
}

CLIPGUARD_FUZZ_PROPERTY(forge_time_values, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
