// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Comparisons of armatures and state machines: one is the same as itself, and
// as its canonical text; a changed one differs by the same both ways.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "actions/diff/comparison.h"
#include "actions/diff/forge.h"
#include "fuzz/actions/diff_promises.h"
#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/random.h"
#include "fuzz/shared/stages.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"

namespace clipguard {
namespace {

forge::Armature Changed(forge::Armature armature, fuzz::Random random) {
  for (float& sample : armature.samples) {
    if (random.OneIn(16)) sample += 90.5F;
  }
  for (auto& weight : armature.weights) {
    if (random.OneIn(16)) weight.weight += 0.5F;
  }
  for (auto& clip : armature.clips) {
    if (random.OneIn(16)) clip.loop = !clip.loop;
  }
  if (!armature.joints.empty() && random.OneIn(16)) armature.joints.pop_back();
  return armature;
}

forge::StateMachine Changed(forge::StateMachine machine, fuzz::Random random) {
  for (auto& expression : machine.expressions) {
    if (expression.kind == forge::ExpressionKind::kNumber && random.OneIn(16)) {
      expression.number += 1;
    }
  }
  if (!machine.parameters.empty() && random.OneIn(16)) {
    machine.parameters.pop_back();
  }
  if (!machine.transitions.empty() && random.OneIn(16)) {
    machine.transitions.pop_back();
  }
  return machine;
}

void Run(std::span<const uint8_t> bytes) {
  const fuzz::ForgeFile file = fuzz::ReadForge(fuzz::TextOf(bytes));
  if (!file.sound()) return;
  CLIPGUARD_STAGE("sound");
  const auto text = fuzz::EncodeForge(file);
  CLIPGUARD_CHECK(text);
  fuzz::ForgeFile again = fuzz::ReadForge(*text);
  CLIPGUARD_CHECK(again.sound());
  const fuzz::Random random(bytes.back() + 256 * bytes.size());
  if (file.machine && again.machine) {
    const forge::StateMachine& machine = *file.machine;
    fuzz::CheckSame(actions::CompareMachines(machine, machine));
    fuzz::CheckSame(actions::CompareMachines(machine, *again.machine));
    const auto changed = Changed(*std::move(again.machine), random);
    const actions::Comparison there =
        actions::CompareMachines(machine, changed);
    fuzz::CheckMirrored(there, actions::CompareMachines(changed, machine));
    const auto other = forge::WriteStateMachine(changed);
    if (other.ok() && *other != *text) fuzz::CheckSeen(there);
    return;
  }
  CLIPGUARD_CHECK(file.armature && again.armature);
  if (!file.armature || !again.armature) return;
  const forge::Armature& armature = *file.armature;
  fuzz::CheckSame(actions::CompareArmatures(armature, armature));
  fuzz::CheckSame(actions::CompareArmatures(armature, *again.armature));
  const auto changed = Changed(*std::move(again.armature), random);
  const actions::Comparison there =
      actions::CompareArmatures(armature, changed);
  fuzz::CheckMirrored(there, actions::CompareArmatures(changed, armature));
  const auto other = forge::WriteArmature(changed);
  if (other.ok() && *other != *text) fuzz::CheckSeen(there);
}

CLIPGUARD_FUZZ_PROPERTY(diff_forge, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
