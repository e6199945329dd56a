// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// MachineProgram: what a page needs to play a state machine, looked up once.
// machine_section.h says how it is written.

#ifndef CLIPGUARD_REPORT_FORGE_MACHINE_PROGRAM_H_
#define CLIPGUARD_REPORT_FORGE_MACHINE_PROGRAM_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "eval/machine/joint_names.h"
#include "eval/machine/model_clips.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "report/forge/page_boxes.h"
#include "report/html/detail_writer.h"

namespace clipguard::report {

// A name as a section has it: cut to a thousand bytes.
std::string SectionName(std::string_view name);

class MachineProgram {
 public:
  // The machine and the armatures must outlive it. Takes time and memory linear
  // in them, or less if it is too large.
  MachineProgram(const forge::StateMachine& machine,
                 const forge::FindArmature& find_armature);

  // Why a page could not play it; empty if it can.
  const std::string& too_large() const { return too_large_; }

  // The boxes of all models whose clips it knows; joints by their numbers here.
  PageBoxes FindBoxes(const FindModel& find_model) const;

  // The member "play", key and value. REQUIRES: it is not too large.
  void Write(DetailWriter& json) const;

 private:
  std::string WhyTooLarge() const;
  // Notes each armature that is found.
  forge::FindArmature Noting(const forge::FindArmature& find_armature);
  void AddExpressions();
  uint32_t ExtraOf(forge::ExpressionIndex expression);
  void AddClips();
  int64_t ActOf(std::string_view event) const;

  void WriteExpressions(DetailWriter& json) const;
  void WriteEvents(DetailWriter& json) const;
  // Adds the samples that it has to `samples`.
  void WriteClip(size_t number, std::vector<float>& samples,
                 DetailWriter& json) const;
  void WriteJoint(const forge::Armature& armature,
                  const forge::Armature::JointClip& joint,
                  std::vector<float>& samples, DetailWriter& json) const;

  const forge::StateMachine& m_;
  std::vector<const forge::Armature*> armatures_;  // as they were met
  std::vector<forge::ModelClip> models_;           // of each, one that it is of
  std::set<const forge::Armature*> met_;
  eval::ModelClips clips_;
  eval::NameList joints_;
  std::vector<std::string_view> clip_names_;  // by number
  std::vector<uint32_t> extra_;               // by expression
  std::string too_large_;
  eval::NameList operators_;
  eval::NameList events_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_MACHINE_PROGRAM_H_
