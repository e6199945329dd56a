// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whether bytes are an .m3d character, damaged or not.

#ifndef CLIPGUARD_PARSER_M3D_DETECT_H_
#define CLIPGUARD_PARSER_M3D_DETECT_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace clipguard::m3d {

// As many bytes as LooksLikeCharacter() looks at.
inline constexpr size_t kDetectedBytes = 1024;

// Whether the text begins with the banner of an .m3d file, or has two of the
// other words of its header among its first words.
bool LooksLikeCharacter(std::span<const uint8_t> bytes);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_DETECT_H_
