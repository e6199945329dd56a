// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of a state machine's time values.

#ifndef CLIPGUARD_FUZZ_FORGE_ORACLE_TIME_VALUE_CHECK_H_
#define CLIPGUARD_FUZZ_FORGE_ORACLE_TIME_VALUE_CHECK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "eval/machine/reference.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/state_machine.h"

namespace clipguard::fuzz {

// Most of a machine's inputs, for both evaluators.
struct SomeInputs {
  // Which of them, and their values, depend on `seed`.
  SomeInputs(const forge::StateMachine& machine, size_t seed);

  const forge::StateMachine& machine;
  eval::TimeInputs inputs;
  eval::ReferenceInputs reference;
};

// The first few parameters' and clips' time values.
std::vector<forge::ExpressionIndex> TimeValuesOf(
    const forge::StateMachine& machine);

// At some times, against the specification; with what is known from before,
// and within a budget, too. Whether it has values at all.
bool CheckOneByOne(const eval::TimeValues& values,
                   forge::ExpressionIndex expression, const SomeInputs& inputs);

// At more times than are computed at once: the bits of one by one.
void CheckMany(const eval::TimeValues& values,
               forge::ExpressionIndex expression, const SomeInputs& inputs);

// Checks all of them together, as far as each takes no more than `most`
// instructions: the bits are those of each alone. Whether a value can be
// evaluated is known before.
void CheckProgram(const eval::TimeValues& values,
                  std::span<const forge::ExpressionIndex> expressions,
                  const SomeInputs& inputs, size_t most);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_ORACLE_TIME_VALUE_CHECK_H_
