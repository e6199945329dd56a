// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The section "bytes": parts of a file as they lie, and the names of what is in
// them.
//
//   {"size": 41982, "text": false, "whole": true,
//    "windows": [[0, BYTES]],
//    "fields": [[8, 4, "header.majorVersion", "int32"]],
//    "runs": [[31, 8, 64, "camera.position.x.keys[", "].",
//              [[0, 4, "time", "float32"], [4, 4, "value", "float32"]]]]}
//
// A window is an offset, and bytes as an array (report/html/detail_writer.h). A
// run is an offset, the bytes of
// an element, their number, the path before and after an element's number, and
// the element's parts: offset in it, length, name and type.

#ifndef CLIPGUARD_REPORT_FIELDS_BYTES_SECTION_H_
#define CLIPGUARD_REPORT_FIELDS_BYTES_SECTION_H_

#include <cstdint>
#include <span>
#include <vector>

#include "absl/functional/function_ref.h"
#include "parser/finding.h"
#include "report/fields/field_list.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// The parts of a file that are shown, with no more bytes than `most`: all of
// it, or its beginning and what is around findings, the first ones first, and
// its end. Ascending, apart from each other.
std::vector<ByteRange> WindowsOf(uint64_t size,
                                 std::span<const Finding> findings,
                                 uint64_t most);

// Writes the member. `is_text` says how the bytes are to be shown;
// list_fields() lists what is in them.
void WriteBytes(const SectionRequest& request, bool is_text,
                absl::FunctionRef<void(FieldList&)> list_fields, Budget& budget,
                DetailWriter& json);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FIELDS_BYTES_SECTION_H_
