// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tokens of a stranger's text, in messages and paths.

#ifndef CLIPGUARD_PARSER_M3D_TOKEN_TEXT_H_
#define CLIPGUARD_PARSER_M3D_TOKEN_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clipguard::m3d {

// The token between quotation marks: as ToPrintable() shows it, and no more of
// it than fits on a line.
std::string Quoted(std::string_view token);

// The same without the marks.
std::string Shown(std::string_view text);

// Whether that is what programs print of a number that they could not compute:
// nan, -inf, -nan(ind), 1.#IND00 and others.
bool IsNotComputed(std::string_view token);

// A clip in a path: "clips.run_loop", or "clips[3]" if its name has characters
// that would be mistaken for something else.
std::string ClipPath(uint64_t clip, std::string_view name);

// A fault in a name.
struct NameFault {
  size_t offset = 0;
  size_t length = 0;
  std::string reason;
};

// The first byte that is no text: a control character, or not UTF-8.
std::optional<NameFault> FindNameFault(std::string_view name);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_TOKEN_TEXT_H_
