// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The fields of a recording, under the names that docs/formats has for them.

#ifndef CLIPGUARD_REPORT_FIELDS_MRTK_FIELDS_H_
#define CLIPGUARD_REPORT_FIELDS_MRTK_FIELDS_H_

#include <cstdint>
#include <optional>
#include <span>

#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "report/fields/field_list.h"

namespace clipguard::report {

// Lists the header, and of a view, unless it is null, curves and markers.
void ListMrtkFields(std::span<const uint8_t> bytes,
                    const mrtk::InputAnimationView* view, FieldList& fields);

// The time of the key or marker that a finding is about; nothing if it is about
// neither, or the time is not finite. Seconds.
std::optional<double> MrtkTimeOf(const mrtk::InputAnimationView& view,
                                 const Finding& finding);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FIELDS_MRTK_FIELDS_H_
