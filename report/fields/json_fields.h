// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The values of a JSON text, under pointers: "/joint_clips/0/samples".

#ifndef CLIPGUARD_REPORT_FIELDS_JSON_FIELDS_H_
#define CLIPGUARD_REPORT_FIELDS_JSON_FIELDS_H_

#include <string_view>

#include "parser/limits.h"
#include "report/fields/field_list.h"

namespace clipguard::report {

// Lists keys and values; nothing if the text is not JSON.
void ListJsonFields(std::string_view text, const Limits& limits,
                    FieldList& fields);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FIELDS_JSON_FIELDS_H_
