// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The clips of an armature, and the time values of a state machine, in a
// report: report/tracks/track.h says how they are written.

#ifndef CLIPGUARD_REPORT_FORGE_CURVES_SECTION_H_
#define CLIPGUARD_REPORT_FORGE_CURVES_SECTION_H_

#include <cstdint>

#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// Each writes the member "curves", or nothing, and says in the budget what is
// left out: it takes at most half of what is left. Thread-safe.

// The variables of each clip's joints, and its events. A clip goes from 0 to 1.
// Takes time in proportion to the samples.
void WriteCurves(const forge::Armature& armature, Budget& budget,
                 DetailWriter& json);

// How long the time values of a machine are shown, and how often a second.
inline constexpr uint32_t kMachineSeconds = 20;
inline constexpr uint32_t kMachineRate = 30;

// The parameters that need nothing of the game's code. Takes no more steps than
// limits.request_steps, and no more than kMostParameters of them.
inline constexpr size_t kMostParameters = 500;
void WriteCurves(const forge::StateMachine& machine, const Limits& limits,
                 Budget& budget, DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_CURVES_SECTION_H_
