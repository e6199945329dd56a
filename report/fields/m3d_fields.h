// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The values of an .m3d text by section, row and field: "vertices[3].position".

#ifndef CLIPGUARD_REPORT_FIELDS_M3D_FIELDS_H_
#define CLIPGUARD_REPORT_FIELDS_M3D_FIELDS_H_

#include <cstdint>
#include <span>

#include "report/fields/field_list.h"

namespace clipguard::report {

// Lists labels and the words after them, as far as the text follows
// parser/m3d/schema.h. Other text is skipped, so damaged files have names, too.
void ListM3dFields(std::span<const uint8_t> bytes, FieldList& fields);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FIELDS_M3D_FIELDS_H_
