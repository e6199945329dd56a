// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// MachineProgram: what a page needs to play a state machine, looked up once.
// machine_section.h says how it is written.

#ifndef CLIPGUARD_REPORT_FORGE_MACHINE_PROGRAM_H_
#define CLIPGUARD_REPORT_FORGE_MACHINE_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "eval/machine/joint_names.h"
#include "eval/machine/model_clips.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "report/forge/armature_glb.h"
#include "report/html/detail_writer.h"

namespace clipguard::report {

// A name as a section has it: cut to a thousand bytes.
std::string SectionName(std::string_view name);

class MachineProgram {
 public:
  // The machine and the armatures must outlive it. Takes time and memory linear
  // in them, or less if it is too large: its armatures take no more than
  // `most_bytes`.
  MachineProgram(const forge::StateMachine& machine,
                 const forge::FindArmature& find_armature,
                 const FindModel& find_model, uint64_t most_bytes);

  // Why a page could not play it; empty if it can.
  const std::string& too_large() const { return too_large_; }

  // Those whose clips it knows, with joints by their numbers here.
  const ArmatureGlbs& armatures() const { return glbs_; }

  // The member "play", key and value. REQUIRES: it is not too large.
  void Write(DetailWriter& json) const;

 private:
  std::string WhyTooLarge() const;
  // Notes each armature that is found.
  forge::FindArmature Noting(const forge::FindArmature& find_armature);
  void AddExpressions();
  uint32_t ExtraOf(forge::ExpressionIndex expression);
  void AddClips();
  // False if they are too large.
  bool AddArmatures(const FindModel& find_model);
  int64_t ActOf(std::string_view event) const;

  void WriteExpressions(DetailWriter& json) const;
  void WriteEvents(DetailWriter& json) const;
  void WriteClip(size_t number, DetailWriter& json) const;

  const forge::StateMachine& m_;
  std::vector<const forge::Armature*> armatures_;  // as they were met
  std::vector<forge::ModelClip> models_;           // of each, one that it is of
  std::map<const forge::Armature*, size_t> met_;   // place in `armatures_`
  eval::ModelClips clips_;
  eval::NameList joints_;
  ArmatureGlbs glbs_;
  std::vector<std::string_view> clip_names_;  // by number
  std::vector<uint32_t> extra_;               // by expression
  std::string too_large_;
  eval::NameList operators_;
  eval::NameList events_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_MACHINE_PROGRAM_H_
