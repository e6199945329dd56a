// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The curves of a recording in a report: report/tracks/track.h says how they
// are written.

#ifndef CLIPGUARD_REPORT_MRTK_CURVES_SECTION_H_
#define CLIPGUARD_REPORT_MRTK_CURVES_SECTION_H_

#include <span>

#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// Writes the member "curves", or nothing, and says in the budget what is left
// out. The recording may be damaged in any way. It takes at most half of what
// is left of the budget: first a level of detail for every curve, then keys,
// those of curves with findings first. Takes time in proportion to the file.
// Thread-safe.
void WriteCurves(const mrtk::InputAnimationView& view,
                 std::span<const Finding> findings, Budget& budget,
                 DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_MRTK_CURVES_SECTION_H_
