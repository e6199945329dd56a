// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CharacterReporter: findings about a Character, at their places in the file.
//
// A check that finds nothing looks at numbers only. The first time that one
// finds something in a section, the section's text is walked through again, row
// by row, to the places of what is reported.

#ifndef CLIPGUARD_PARSER_M3D_CHECKS_CHARACTER_REPORTER_H_
#define CLIPGUARD_PARSER_M3D_CHECKS_CHARACTER_REPORTER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/format.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/text_reporter.h"

namespace clipguard::m3d {

// "vertices[3].normal"; without a field, "vertices[3]".
std::string FieldPath(std::string_view rows, uint64_t row,
                      std::string_view field);

// One token of a part of a row.
constexpr RowPart WordOf(RowPart part, size_t word) {
  return {part.first + word, 1, part.name};
}

// All of a triangle.
inline constexpr RowPart kWholeTriangle = WholeField(kTriangleRow, "");

// The tokens of a material.
size_t MaterialTokens(Dialect dialect);

// Where things are in rows of `tokens` tokens each, of which every
// kRowsAPlace-th begins at one of `places`. Asked for rows in ascending order,
// it walks through the text once at most.
class RowFinder {
 public:
  static constexpr uint64_t kStep = CharacterPlaces::kRowsAPlace;

  RowFinder(std::span<const uint8_t> bytes, std::span<const uint64_t> places,
            uint64_t tokens)
      : cursor_(bytes), places_(places), tokens_(tokens) {
    if (!places.empty()) cursor_.MoveTo(static_cast<size_t>(places[0]));
  }

  // The bytes of a part of a row.
  ByteRange Find(uint64_t row, RowPart part) {
    const uint64_t place = row / kStep;
    if (place > row_ / kStep && place < places_.size()) {
      cursor_.MoveTo(static_cast<size_t>(places_[place]));
      row_ = place * kStep;
    }
    cursor_.Skip((row - row_) * tokens_);
    row_ = row;
    TokenCursor in = cursor_;
    in.Skip(part.first);
    const Token begin = in.Next();
    in.Skip(part.tokens - 1);
    return {begin.offset, in.offset() - begin.offset};
  }

 private:
  TokenCursor cursor_;
  std::span<const uint64_t> places_;
  uint64_t tokens_;
  uint64_t row_ = 0;
};

// Finds parts of a character's vertices, named as those of kVertexRow. Asked in
// ascending order, as RowFinder is.
class VertexFinder {
 public:
  VertexFinder(std::span<const uint8_t> bytes, const Character& character,
               const CharacterPlaces& places);

  ByteRange Find(uint64_t vertex, RowPart part);

 private:
  bool is_d3d10_;
  RowFinder rows_;
};

// Must not outlive what it is made of.
class CharacterReporter {
 public:
  CharacterReporter(std::span<const uint8_t> bytes, const Character& character,
                    const CharacterPlaces& places, FindingSink& sink)
      : bytes_(bytes),
        character_(character),
        places_(places),
        reporter_(bytes, sink) {}

  const Character& character() const { return character_; }
  const CharacterPlaces& places() const { return places_; }
  // False once an error has been reported.
  bool ok() const { return reporter_.ok(); }

  // `arguments` gives the Arguments of the code's message.
  template <typename GetArguments>
  void Report(CodeFor<GetArguments> code, ByteRange bytes, const Scope& scope,
              absl::FunctionRef<std::string()> path, GetArguments arguments) {
    reporter_.Report(code, bytes, scope, [&](Description& d) {
      d.path = path();
      return arguments();
    });
  }
  // For a code whose message takes no arguments.
  void Report(CodeTaking<0> code, ByteRange bytes, const Scope& scope,
              absl::FunctionRef<std::string()> path) {
    Report(code, bytes, scope, path, [] {});
  }

  // Finds rows of `tokens` tokens in a section.
  RowFinder FinderOf(Section section, uint64_t tokens) const {
    return {bytes_, places_.rows[static_cast<size_t>(section)], tokens};
  }
  VertexFinder VerticesFinder() const { return {bytes_, character_, places_}; }
  // Finds keyframes of a bone. `place` is the index in keyframes of places().
  RowFinder KeyFinderOf(size_t place) const {
    return {bytes_, std::span(&places_.keyframes[place], 1), TokensIn(kKeyRow)};
  }

 private:
  std::span<const uint8_t> bytes_;
  const Character& character_;
  const CharacterPlaces& places_;
  TextReporter reporter_;
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_CHECKS_CHARACTER_REPORTER_H_
