// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: the JSON of what a DetailWriter packed.

#ifndef CLIPGUARD_REPORT_HTML_UNPACK_H_
#define CLIPGUARD_REPORT_HTML_UNPACK_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clipguard::report {

// All that is in a block, as it was before it was compressed; nothing if it is
// none, or has less or more than it says.
std::optional<std::string> Unpacked(std::string_view block);

// Its JSON.
std::optional<std::string> UnpackedJson(std::string_view block);

// Its numbers of 32 bits, as floats, in the order in which they were written.
std::vector<float> UnpackedFloats(std::string_view block);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_UNPACK_H_
