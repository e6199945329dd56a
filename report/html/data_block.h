// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Data blocks: JSON between the tags of an HTML page, where no string of a
// stranger ends the block or begins another element.

#ifndef CLIPGUARD_REPORT_HTML_DATA_BLOCK_H_
#define CLIPGUARD_REPORT_HTML_DATA_BLOCK_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace clipguard::report {

// Returns a JSON text for the inside of an element: '<', '>', '&', U+2028 and
// U+2029, which JSON has only in strings, become \u003C and so on, which mean
// the same to whoever parses it. REQUIRES: the text is JSON.
std::string EscapedJson(std::string_view json);

// Bytes that a text of any bytes takes in a data block, at most, as a string
// with its quotes: '<' and control characters become six, '"' becomes two, and
// a byte that is not UTF-8 three.
uint64_t TextSize(std::string_view text);

// Appends a whole element with that id. REQUIRES: the id is of letters, digits
// and '-'.
void AppendDataBlock(std::string_view id, std::string_view json,
                     std::string& out);

// The same for what a DetailWriter packed.
void AppendPackedBlock(std::string_view id, std::string_view packed,
                       std::string& out);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_DATA_BLOCK_H_
