// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Targets: programs that a file is meant for, and what each of them makes of
// what can be found in a file. "Is it sound?" becomes "does it load, and play
// right, in that program?"
//
//   FindingLevels levels;
//   ApplyTarget(Target::kMrtk28, levels);
//   FindingList findings(limits, levels);
//   auto view = mrtk::ReadAndValidate(bytes, {}, findings);
//   if (view) mrtk::CheckTarget(*view, Target::kMrtk28, findings);
//
// target_list.inc, and nothing else, lists the facts that are known of each
// target. A finding about which a program's behaviour is not known counts as in
// the catalogue. Facts that are no finding without a target are checked by each
// format's CheckTarget() (parser/mrtk/checks/target_check.h,
// parser/m3d/checks/target_check.h) and, for armatures, by the reader
// (ArmatureOptions::target).

#ifndef CLIPGUARD_PARSER_TARGET_H_
#define CLIPGUARD_PARSER_TARGET_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "parser/finding_catalog.h"
#include "parser/finding_levels.h"
#include "parser/format_set.h"

namespace clipguard {

// In each family, from the oldest on.
enum class Target : uint8_t {
#define CLIPGUARD_TARGET(enumerator, ...) enumerator,
#define CLIPGUARD_EFFECT(...)
#include "parser/target_list.inc"
#undef CLIPGUARD_EFFECT
#undef CLIPGUARD_TARGET
};

struct TargetInfo {
  Target target;
  std::string_view name;   // stable API: "mrtk-2.6"
  std::string_view title;  // for messages: "MRTK 2.6"
  FormatSet formats;       // its family: one target of each can be meant
};

const TargetInfo& GetTargetInfo(Target target);

// From the oldest of the first family on.
std::span<const TargetInfo> AllTargets();

// The target of that name.
std::optional<Target> FindTarget(std::string_view name);

// The level that targets give a finding, where that is known.
struct TargetEffect {
  Target first;  // of those that are next to each other in the enumeration
  Target last;
  FindingCode code;
  FindingLevel level;
  // A sentence that goes on after the target's name: "refuses files without
  // it".
  std::string_view why;
};

std::span<const TargetEffect> AllTargetEffects();

// Judges as the target does, of files of its formats.
void ApplyTarget(Target target, FindingLevels& levels);

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_TARGET_H_
