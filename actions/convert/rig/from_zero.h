// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording as a .glb plays it: from 0 on, with keys where curves repeat.

#ifndef CLIPGUARD_ACTIONS_CONVERT_RIG_FROM_ZERO_H_
#define CLIPGUARD_ACTIONS_CONVERT_RIG_FROM_ZERO_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/result_budget.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// The bytes of such a recording, in the same version and layout; empty if this
// one is so already. Changes are noted. A recording that begins before 0 is
// moved there as a whole, its markers included; so is one that begins later, if
// options.from_zero asks for that. Curves that are sampled still repeat, unless
// they are states. `off` gets, for each curve, how far rounded times move its
// values at most; it stays empty if there are no such bytes.
//
// A recording with errors has them in the result, too. InvalidArgument if its
// times, moved, are beyond float32; ResourceExhausted if curves repeat too
// often, which is among the losses, too.
absl::StatusOr<std::vector<uint8_t>> FromZero(
    const mrtk::InputAnimationView& view, const ConversionOptions& options,
    ResultBudget budget, FindingSink& losses, std::vector<double>& off);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_RIG_FROM_ZERO_H_
