// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Time values as trees of objects, walked for each value: what the game does,
// written here anew to measure clipguard's beside it. Results are the same to
// the bit, but for NaN's.
//
// Not for use: recursive, only where there are HasRivals() (rival.h); the
// machine must be sound, and all inputs known.

#ifndef CLIPGUARD_BENCH_RIVALS_TIME_TREE_H_
#define CLIPGUARD_BENCH_RIVALS_TIME_TREE_H_

#include <memory>
#include <span>

#include "parser/forge/state_machine.h"

namespace clipguard::bench {

class TimeTree {
 public:
  virtual ~TimeTree() = default;
  // With no more than one virtual call outside the tree.
  virtual void Values(std::span<const float> x, std::span<float> y) const = 0;
};

// Objects with a virtual function, as the game's. inputs[i] is the value of
// machine.inputs[i], and looked at with each evaluation.
std::unique_ptr<TimeTree> MakeTimeTree(const forge::StateMachine& machine,
                                       forge::ExpressionIndex expression,
                                       std::span<const float> inputs);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_TIME_TREE_H_
