// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A machine that plays a script (inputs, transitions, steps of the clock) shows
// and reports the same as the specification, twice: poses that are finite at
// finite times, offsets of events from 0 to 1. Where the game throws, there is
// an error status.

#include <cstdint>
#include <span>

#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/forge/oracle/forge_play.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/random.h"
#include "fuzz/shared/stages.h"

namespace clipguard {
namespace {

// The reader cuts off longer evaluations, which then fail.
constexpr Limits kLimits = {.evaluation_steps = 200};

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  const fuzz::ForgeFile file = fuzz::ReadForge(fuzz::TextOf(bytes), kLimits);
  if (!file.machine || file.machine->start == forge::kNowhere) return;
  CLIPGUARD_STAGE("played");
  if (file.sound()) CLIPGUARD_STAGE("sound");
  fuzz::Random random(bytes.size());
  const forge::Armature armature = fuzz::ArmatureFor(*file.machine, random);
  const uint64_t seed = random.Next();
  CLIPGUARD_CHECK(fuzz::PlayScript(*file.machine, armature, seed) ==
                  fuzz::PlayScript(*file.machine, armature, seed));
}

CLIPGUARD_FUZZ_PROPERTY(forge_machine, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
