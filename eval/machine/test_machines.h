// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Armatures and state machines of a text, for tests. Findings are ignored.

#ifndef CLIPGUARD_EVAL_MACHINE_TEST_MACHINES_H_
#define CLIPGUARD_EVAL_MACHINE_TEST_MACHINES_H_

#include <string>
#include <utility>

#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"

namespace clipguard::eval {

inline forge::Armature ReadArmatureFile(const std::string& text) {
  FindingList findings;
  auto armature = forge::ReadDamagedArmature(text, {}, findings);
  EXPECT_TRUE(armature.has_value());
  return armature.has_value() ? *std::move(armature) : forge::Armature();
}

inline forge::StateMachine ReadMachineFile(const std::string& text,
                                           const Limits& limits = {}) {
  FindingList findings;
  auto machine =
      forge::ReadDamagedStateMachine(text, {.limits = limits}, findings);
  EXPECT_TRUE(machine.has_value());
  return machine.has_value() ? *std::move(machine) : forge::StateMachine();
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_TEST_MACHINES_H_
