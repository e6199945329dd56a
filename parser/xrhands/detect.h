// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whether bytes are a capture of XR Hands, which has no magic.

#ifndef CLIPGUARD_PARSER_XRHANDS_DETECT_H_
#define CLIPGUARD_PARSER_XRHANDS_DETECT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace clipguard::xrhands {

// The ending of the names of such files, damaged ones too.
inline constexpr std::string_view kFileExtension = ".handsbin";

// As many bytes as LooksLikeCapture() looks at.
inline constexpr size_t kDetectedBytes = 1024;

// Whether the bytes begin as a capture does: a version, a name that can be read
// as text, a duration, and a number of frames, with version 2's fields between
// them, all of which make sense, as does the first frame if it is there. A
// version above 2 counts if all else fits.
bool LooksLikeCapture(std::span<const uint8_t> bytes);

}  // namespace clipguard::xrhands

#endif  // CLIPGUARD_PARSER_XRHANDS_DETECT_H_
