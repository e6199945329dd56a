// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Text from strangers, made safe for where it goes. File and marker names are
// any bytes at all: escape sequences that would paint on a terminal, line
// breaks that would forge a report's line, bytes that are not UTF-8.

#ifndef CLIPGUARD_BASE_TEXT_H_
#define CLIPGUARD_BASE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clipguard {

// Whether a character is written as an escape wherever it occurs: it changes
// the direction of the text around it, or cannot be seen. Those are U+007F to
// U+009F, U+202A to U+202E, U+2066 to U+2069, other marks of direction, spaces
// of no width, and tags. Characters below U+0020 are escaped, too, but each
// notation has its own way.
bool IsTextTrick(char32_t c);

// Bytes of the first character of a text that is not empty; 1 if it begins with
// a byte that is not part of any.
size_t FirstCharacterSize(std::string_view text);
// That character; nothing if it is no character.
std::optional<char32_t> FirstCharacter(std::string_view text);

// For JSON: valid UTF-8, each byte that is not part of any replaced by U+FFFD.
std::string ToUtf8(std::string_view text);

// Characters of a JSON string that become escapes like \u202E, which mean the
// same to whoever parses it.
enum class JsonEscapes : uint8_t {
  kNeeded,  // quotes, backslashes, and all below U+0020
  kTricks,  // these, and the characters of IsTextTrick()
  kAscii,   // all that are not ASCII
};

// For JSON: appends the text as ToUtf8() makes it, as a string in quotes.
void AppendJson(std::string_view text, std::string& out,
                JsonEscapes escapes = JsonEscapes::kTricks);

// For a terminal, and for everything that is read line by line: control
// characters, those of IsTextTrick(), and bytes that are not UTF-8 become \n,
// \x1B or \u{202E}; a backslash stays, so the result is for reading, not for
// parsing.
std::string ToPrintable(std::string_view text);

// The same, cut to at most `width` bytes (3 or more), between characters:
// "abc...".
std::string Shortened(std::string_view text, size_t width);

// For XML 1.0 content and attributes: markup is escaped, and what XML cannot
// hold becomes U+FFFD. Characters of IsTextTrick() become references, &#x202E;,
// which mean the same to whoever parses them.
std::string ToXml(std::string_view text);

// For CSV: appends a field as it is, in quotes if it needs them, so that two
// that differ are different.
void AppendCsv(std::string_view text, std::string& row);

// For a URI: the path as a relative reference, or as a file: URI if it is
// absolute. Bytes outside the unreserved characters are percent-encoded.
std::string ToUri(std::string_view path);

// For keeping any bytes in UTF-8 text: '%', and bytes that are not UTF-8,
// become %25, %FF.
std::string ToPercent(std::string_view bytes);

// The bytes of such a text. Everything that is not an escape stays as it is.
std::string FromPercent(std::string_view text);

// "1 error", "2 errors", "12,345 errors". The noun's plural ends in s.
std::string Count(uint64_t count, std::string_view noun);

// "1,234,567".
std::string Grouped(uint64_t number);

// Seconds for people: "0.25 s", "12.3 s", "4 min 05 s".
std::string Seconds(double seconds);

// The system's words for an errno, in English: "No such file or directory".
std::string ErrorText(int error);

// "4,763 bytes", "51.2 MB".
std::string Bytes(uint64_t bytes);

// Breaks text at spaces into lines of at most `width` columns, each after
// `indent` spaces (the first after `first`), each ended by a line break. A
// byte counts as a column.
std::string Wrap(std::string_view text, size_t width, size_t indent,
                 std::string_view first = {});

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_TEXT_H_
