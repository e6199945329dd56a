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
#include <vector>

namespace clipguard::actions {

// Where the next token begins, at `at` or after blanks and comments; the end of
// the text if there is none. Nothing if a comment has no end.
std::optional<size_t> SkipBlank(std::string_view text, size_t at);

// Where the value that begins at `at` ends. REQUIRES: it is one of a text that
// ReadJson() reads, and no list or object.
size_t EndOfScalar(std::string_view text, size_t at);

// Where the lists and objects of such a text end, and where its comments begin:
// in one walk, as what is nested would else be walked through once a level.
class JsonEnds {
 public:
  explicit JsonEnds(std::string_view text);

  // Where a list or object ends that begins there.
  size_t EndOf(size_t begin) const;
  // Whether a comment begins in a part of the text.
  bool HasComment(size_t begin, size_t end) const;

 private:
  struct Container {
    size_t begin;
    size_t end;
  };
  // Both in order.
  std::vector<Container> containers_;
  std::vector<size_t> comments_;
};

// A string as JSON text, in double quotes.
std::string JsonString(std::string_view value);

// Whether the whole text is a number as JSON writes them.
bool IsJsonNumber(std::string_view text);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_FORGE_JSON_TEXT_H_
