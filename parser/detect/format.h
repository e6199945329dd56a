// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How to tell the formats that clipguard reads apart.

#ifndef CLIPGUARD_PARSER_DETECT_FORMAT_H_
#define CLIPGUARD_PARSER_DETECT_FORMAT_H_

#include <cstdint>
#include <optional>
#include <span>

#include "parser/format_set.h"

namespace clipguard {

// The family that the content belongs to, by its first bytes, or a JSON text's
// outermost keys; the file's name does not matter. A damaged file is still
// recognised, so that its reader can say what is wrong: if its signature is cut
// short, byte-swapped, or has at most two wrong bytes; of one that has none, if
// its header can be read; or, for a text, if one
// of its first words is wrong, or if it is in UTF-16 or UTF-32. An empty file
// has no format.
std::optional<Format> DetectFormat(std::span<const uint8_t> bytes);

// Whether more bytes would not change the answer: whatever follows these,
// DetectFormat() of all of them says the same. It takes 1024 bytes at most,
// 4096 of a text in UTF-16 or UTF-32, except for texts that may be JSON (they
// begin with a brace, or with nothing but blanks and comments): their keys may
// come at any time.
bool FormatIsDecided(std::span<const uint8_t> bytes);

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_DETECT_FORMAT_H_
