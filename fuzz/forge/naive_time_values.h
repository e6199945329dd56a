// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Time values by walking their trees: the rules one by one, deliberately naive.

#ifndef CLIPGUARD_FUZZ_FORGE_NAIVE_TIME_VALUES_H_
#define CLIPGUARD_FUZZ_FORGE_NAIVE_TIME_VALUES_H_

#include <optional>
#include <vector>

#include "parser/forge/state_machine.h"

namespace clipguard::fuzz {

// By their number; nothing where none was supplied.
using NaiveInputs = std::vector<std::optional<float>>;

// Nothing if it has an error, or needs an input that is not there. Takes as
// long as the reader's limits let it.
std::optional<float> EvaluateNaively(const forge::StateMachine& machine,
                                     forge::ExpressionIndex expression, float x,
                                     const NaiveInputs& inputs);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_NAIVE_TIME_VALUES_H_
