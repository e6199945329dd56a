// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Steps over JSON text, in places that JsonDocument does not keep: commas,
// closing brackets, what lies between. Comments count as blanks, as for the
// game.

#ifndef CLIPGUARD_ACTIONS_REPAIR_FORGE_JSON_TEXT_H_
#define CLIPGUARD_ACTIONS_REPAIR_FORGE_JSON_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace clipguard::actions {

// Where the next token begins, at `at` or after blanks and comments; the end of
// the text if there is none. Nothing if a comment has no end.
std::optional<size_t> SkipBlank(std::string_view text, size_t at);

// Where the value that begins at `at` ends. REQUIRES: it is a value of a text
// that ReadJson() reads.
size_t EndOfValue(std::string_view text, size_t at);

// Whether there is a comment in a part of such a text that does not begin
// within a string.
bool HasComment(std::string_view text);

// A string as JSON text, in double quotes.
std::string JsonString(std::string_view value);

// Whether the whole text is a number as JSON writes them.
bool IsJsonNumber(std::string_view text);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_FORGE_JSON_TEXT_H_
