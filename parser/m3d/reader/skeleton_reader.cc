// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/reading.h"
#include "parser/m3d/reader/section_rows.h"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {
namespace {

// The field with the label that the section's first row has.
Field AsLabelled(Reading& r, const Field& field) {
  return IsOtherLabel(r.cursor().Peek().text, field) ? OtherOf(field) : field;
}

}  // namespace

Outcome ReadBoneOffsets(Reading& r) {
  const Field field = AsLabelled(r, kBoneOffsetRow[0]);
  r.out.bone_offsets.resize(r.counts.bones);
  return ReadRows(r, Section::kBoneOffsets, [&](uint64_t i) {
    const ElementPath at = {Section::kBoneOffsets, field.name, i};
    r.out.bone_offsets[i].fill(0);
    const Outcome outcome = r.in.NumberedLabel(field, i, at, {});
    return outcome == Outcome::kRead ? r.in.Reals(r.out.bone_offsets[i], at)
                                     : outcome;
  });
}

Outcome ReadHierarchy(Reading& r) {
  const Field field = AsLabelled(r, kParentRow[0]);
  r.out.parents.resize(r.counts.bones);
  std::fill(r.out.parents.begin(), r.out.parents.end(), -1);
  return ReadRows(r, Section::kHierarchy, [&](uint64_t i) {
    const ElementPath at = {Section::kHierarchy, field.name, i};
    Outcome outcome = r.in.NumberedLabel(field, i, at, {});
    if (outcome != Outcome::kRead) return outcome;
    const auto last = static_cast<int64_t>(i) - 1;
    int64_t parent = 0;
    outcome = r.in.Integers(
        {&parent, 1}, -1, last, at, FindingCode::kParentOutOfOrder, [&] {
          return i == 0 ? std::string("-1: nothing precedes the first bone")
                        : absl::StrCat("-1 or a bone before it, 0 to ", last);
        });
    // The 0 in place of what is not a number could be the bone itself.
    r.out.parents[i] = static_cast<int32_t>(std::min(parent, last));
    return outcome;
  });
}

}  // namespace clipguard::m3d
