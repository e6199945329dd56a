// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Forge files of any size for benchmarks. The same text on every machine and
// with every compiler. None of them has findings.

#ifndef CLIPGUARD_BENCH_WORKLOADS_FORGE_TEXT_H_
#define CLIPGUARD_BENCH_WORKLOADS_FORGE_TEXT_H_

#include <cstddef>
#include <string>

namespace clipguard::bench {

struct MachineShape {
  size_t states = 4;
  size_t clips = 4;  // no fewer than states
};

inline constexpr MachineShape kSmallMachine;
inline constexpr MachineShape kLargeMachine = {.states = 100, .clips = 1000};

// A state machine of which each four clips, and two parameters with them, are
// what the largest published file has, indented and spaced as there. Both
// numbers are rounded up to a multiple of four.
std::string MakeMachineText(const MachineShape& shape);

// A state machine with nothing but parameters, each of which refers to another;
// without a blank.
std::string MakeParametersText(size_t parameters);

struct ArmatureShape {
  size_t joints = 2;
  size_t clips = 3;
};

inline constexpr ArmatureShape kSmallArmature;
inline constexpr ArmatureShape kLargeArmature = {.joints = 20, .clips = 50};

// An armature whose clips turn, move and scale each joint. Every other clip is
// a loop, and has two events instead of one. Indented as published ones are.
std::string MakeArmatureText(const ArmatureShape& shape);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_WORKLOADS_FORGE_TEXT_H_
