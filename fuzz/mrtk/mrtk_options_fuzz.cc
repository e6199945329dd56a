// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Limits, forced layouts and programs: a limit that is not exceeded changes
// nothing, one that is exceeded is an error; a forced layout is the one that is
// read; a program changes how findings count, and not which there are.

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/findings.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/finding_levels.h"
#include "parser/format_set.h"
#include "parser/mrtk/checks/target_check.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/target.h"

namespace clipguard {
namespace {

void CheckLimits(std::span<const uint8_t> bytes, const Limits& limits) {
  FindingList free;
  FindingList limited(limits);
  mrtk::ReadOptions options;
  mrtk::ReadAndValidate(bytes, options, free);
  options.limits = limits;
  mrtk::ReadAndValidate(bytes, options, limited);
  fuzz::CheckPlaces(limited, bytes.size());
  CLIPGUARD_CHECK(limited.findings().size() <= 2 * limits.findings_kept);
  if (fuzz::Has(limited, FindingCode::kLimitExceeded)) {
    CLIPGUARD_CHECK(limited.errors() != 0);
  } else if (limited.dropped() == 0 &&
             !fuzz::Has(free, FindingCode::kMarkerCountTooLarge)) {
    // With too large a count, fewer of the markers that are there are shown.
    CLIPGUARD_CHECK(fuzz::Same(limited, free));
  }
}

// A program reads a version or does not; what is said of it lies in the file.
void CheckTargets(const mrtk::InputAnimationView& view) {
  const size_t size = view.bytes().size();
  for (const Target target :
       {Target::kMrtk25, Target::kMrtk26, Target::kMrtk28}) {
    FindingList findings;
    mrtk::CheckTarget(view, target, findings);
    fuzz::CheckPlaces(findings, size);
    CLIPGUARD_CHECK(findings.errors() <= 1 && findings.warnings() == 0);
    const bool newer = view.version().minor == 1;
    if (!newer) CLIPGUARD_CHECK(findings.empty());
    if (newer && target == Target::kMrtk25) CLIPGUARD_CHECK(!findings.empty());
  }
}

void CheckLevels(std::span<const uint8_t> bytes) {
  FindingList catalogue;
  mrtk::ReadAndValidate(bytes, {}, catalogue);
  for (const TargetInfo& info : AllTargets()) {
    if (!info.formats.Contains(Format::kMrtk)) continue;
    FindingLevels levels;
    ApplyTarget(info.target, levels);
    FindingList judged(Limits{}, levels);
    mrtk::ReadAndValidate(bytes, {}, judged);
    CLIPGUARD_CHECK(judged.errors() + judged.warnings() + judged.ignored() ==
                    catalogue.errors() + catalogue.warnings());
    for (const Finding& finding : judged.findings()) {
      CLIPGUARD_CHECK(levels.of(finding.code) != FindingLevel::kIgnored);
    }
  }
}

void Run(std::span<const uint8_t> bytes) {
  using mrtk::KeyLayout;
  CheckLimits(bytes, {.keys_per_curve = 3});
  CheckLimits(bytes, {.markers = 2, .findings_kept = 3});
  CheckLimits(bytes, {.name_bytes = 4});
  CheckLimits(bytes, {.file_bytes = 512});
  CheckLevels(bytes);
  for (KeyLayout layout : {KeyLayout::kCompact, KeyLayout::kFull}) {
    FindingList findings;
    const mrtk::ReadOptions options = {.layout = layout, .limits = {}};
    const auto view = mrtk::ReadDamagedAndValidate(bytes, options, findings);
    fuzz::CheckPlaces(findings, bytes.size());
    if (!view) continue;
    CLIPGUARD_CHECK(view->layout() == layout);
    CheckTargets(*view);
  }
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_options, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
