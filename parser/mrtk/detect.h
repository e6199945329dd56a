// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whether bytes are an MRTK input recording, damaged or not.

#ifndef CLIPGUARD_PARSER_MRTK_DETECT_H_
#define CLIPGUARD_PARSER_MRTK_DETECT_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "parser/mrtk/format.h"

namespace clipguard::mrtk {

// As many bytes as LooksLikeRecording() looks at.
inline constexpr size_t kDetectedBytes = kMagicBytes.size();

// Whether the bytes begin with the magic: whole, cut short, reversed, or with
// at most two bytes wrong.
bool LooksLikeRecording(std::span<const uint8_t> bytes);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_DETECT_H_
