// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The fields of a capture, under the names that docs/formats has for them.

#ifndef CLIPGUARD_REPORT_FIELDS_XRHANDS_FIELDS_H_
#define CLIPGUARD_REPORT_FIELDS_XRHANDS_FIELDS_H_

#include "parser/xrhands/capture.h"
#include "report/fields/field_list.h"

namespace clipguard::report {

void ListXrHandsFields(const xrhands::CaptureView& capture, FieldList& fields);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FIELDS_XRHANDS_FIELDS_H_
