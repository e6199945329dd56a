// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The section "machine" of a state machine's report: its graph in words, and a
// small program with which the page plays it. report/page/machine/program.js is
// the other side.
//
//   "machine": {
//     "duration": seconds that the page's clock goes round
//     "states": {"names": [..], "words": [..],      what each shows
//                "roots": uint32s,        its clip, an index of the expressions
//                "unreachable": [state, ..]},
//     "start": state or null,
//     "transitions": {"from": uint32s, "to": uint32s,
//                     "refused": [index, ..],       not listed under the state
//                     "causes": [[index, ["time reaches 2", ..]], ..]},
//     "complete": bool,                   whether all causes were looked for
//     "inputs": [name, ..],               what the game's code supplies
//     "parameters": [{"name", "words", "root"}, ..],
//     "play": {
//       "kind": uint16s, "number": floats, "first": uint32s,
//       "children": uint32s,              forge::Expression
//       "extra": uint32s,                 an index of:
//       "operators": ["-+", ..],
//       "events": {"names": [..], "acts": [..]},    of triggers and armatures
//       "clips": [{"name", "loop", "broken",
//                  "armature": index, "clip": its name there,
//                  "broken_joints": [joint, ..],
//                  "events": [[time, event], ..]}, ..],
//       "joints": [name, ..],             as `clipguard play` shows them
//       "armatures": [..] } }             armature_glb.h, with these joints
//
// An event's act is a state to go to, or negative: -1 it is only told of, -2
// the game drops it, -3 it asks for a state that does not exist.
//
// Cost: linear in the machine and the armatures' clips that it names, both
// bounded; what a page could not show or play is left out, and said.

#ifndef CLIPGUARD_REPORT_FORGE_MACHINE_SECTION_H_
#define CLIPGUARD_REPORT_FORGE_MACHINE_SECTION_H_

#include "parser/forge/state_machine.h"
#include "report/forge/armature_glb.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// Writes the member "machine", key and value; or nothing, which `budget` is
// told. Without `find_armature` the clips of models move nothing; without
// `find_model` nobody knows what else they move than joints.
void WriteMachine(const forge::StateMachine& machine,
                  const forge::FindArmature& find_armature,
                  const FindModel& find_model, Budget& budget,
                  DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_MACHINE_SECTION_H_
