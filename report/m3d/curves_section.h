// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The clips of a character in a report, bone by bone: report/tracks/track.h
// says how they are written.

#ifndef CLIPGUARD_REPORT_M3D_CURVES_SECTION_H_
#define CLIPGUARD_REPORT_M3D_CURVES_SECTION_H_

#include "parser/m3d/character.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// Writes the member "curves" of a character with clips, or nothing, and notes
// in the budget which clips are left out: all together take at most half of the
// remaining budget. Curves of each bone: how far it is turned from its first
// keyframe, degrees; its translation; and its scale, where that is not 1. Times
// are seconds from the clip's first keyframe. Takes time in proportion to the
// keyframes. Thread-safe.
void WriteCurves(const m3d::Character& character, Budget& budget,
                 DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_M3D_CURVES_SECTION_H_
