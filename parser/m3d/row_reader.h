// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// RowReader: labels, numbers and names of .m3d text, one after the other, and
// the findings about them. read_character.cc puts rows and sections together
// from these.
//
// What is wrong is reported at its place, and reading goes on as well as it
// can: a number that is none counts as 0; a label that is glued to what
// follows, or misspelt in case or colon, counts as read; any other label is
// looked for, up to where the next row, or what ends them, begins. Searches
// only go forward, and a row that takes no token ends its section
// (TokenCursor::BeginRow()), so that all of it together is linear in the text.

#ifndef CLIPGUARD_PARSER_M3D_ROW_READER_H_
#define CLIPGUARD_PARSER_M3D_ROW_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "absl/functional/function_ref.h"
#include "parser/finding.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/format.h"
#include "parser/m3d/token_cursor.h"
#include "parser/text_reporter.h"

namespace clipguard::m3d {

// What happened to a row, or to a part of it.
enum class Row : uint8_t {
  kRead,
  kLost,   // the cursor is at the next row, at what ends them, or at the end
  kEnded,  // the text has ended, and that has been reported
};

// What is being read: for paths, and to tell which findings belong together.
struct Spot {
  Section section = Section::kHeader;
  std::string_view field;  // a literal: "blendIndices"
  uint64_t row = 0;        // the vertex, bone, clip ...
  // In clips:
  std::optional<uint64_t> bone = std::nullopt;
  std::optional<uint64_t> key = std::nullopt;
};

// What a row of a section is called: "vertex".
std::string_view RowNoun(Section section);
std::string_view RowPlural(Section section);

// Where a label is looked for: until `next`, which begins the next row, or
// `end`, which follows the last one; empty: there is none. A banner always is
// an end.
struct RowEnds {
  std::string_view next = {};
  std::string_view end = {};
};

class RowReader {
 public:
  // Says in words which integers are in range: "of the 58 bones".
  using Range = absl::FunctionRef<std::string()>;

  // Paths name the clips of `names`. All must outlive the reader.
  RowReader(std::span<const uint8_t> bytes, const Limits& limits,
            FindingSink& sink, const Character& names);

  // Clips have keyframes of so many bones, which tells their findings apart.
  void SetBones(uint64_t bones) { bones_ = bones; }

  // False once an error has been reported.
  bool ok() const { return reporter_.ok(); }
  TokenCursor& cursor() { return in_; }
  std::span<const uint8_t> bytes() const { return bytes_; }

  // Of a code whose message takes so many arguments.
  template <size_t kCount>
  void Report(std::type_identity_t<CodeTaking<kCount>> code, ByteRange bytes,
              const Spot& spot, const std::string_view (&arguments)[kCount]) {
    ReportFilled(code.code(), bytes, spot, arguments);
  }
  void Report(CodeTaking<0> code, ByteRange bytes, const Spot& spot) {
    ReportFilled(code.code(), bytes, spot, {});
  }
  // The text ends where `what` should be.
  Row Ended(const Spot& spot, std::string_view what);

  Row Label(std::string_view label, const Spot& spot, const RowEnds& ends);
  // "BoneOffset12": a stem, a number, and perhaps a colon. The next row begins
  // with the same stem.
  Row NumberedLabel(std::string_view stem, uint64_t number,
                    std::string_view colon, const Spot& spot,
                    std::string_view end);
  Row Reals(std::span<float> out, const Spot& spot);
  // Label() and Reals().
  Row LabelledReals(std::string_view label, std::span<float> out,
                    const Spot& spot, const RowEnds& ends);
  // Integers of [least, most]; others are reported as `out_of_range`.
  Row Integers(std::span<int64_t> out, int64_t least, int64_t most,
               const Spot& spot, CodeTaking<2> out_of_range, Range range);
  // Where the message knows which are in range.
  Row Integers(std::span<int64_t> out, int64_t least, int64_t most,
               const Spot& spot, CodeTaking<1> out_of_range);
  Row Uint32(uint32_t& out, const Spot& spot);
  // A number of elements; nothing if it is none, which has been reported.
  // `where` is its place.
  Row Count(std::optional<uint64_t>& out, const Spot& spot, ByteRange& where);
  // A name. `next` is the label that follows it: if it is there already, the
  // name is missing.
  Row Name(std::string_view& out, std::string_view next, const Spot& spot);

  // Goes forward to a token, or to the end. Row::kLost.
  Row SkipTo(std::string_view token);

 private:
  void ReportFilled(FindingCode code, ByteRange bytes, const Spot& spot,
                    std::span<const std::string_view> arguments);
  // `out_of_range` reports a token.
  Row ReadIntegers(std::span<int64_t> out, int64_t least, int64_t most,
                   const Spot& spot,
                   absl::FunctionRef<void(const Token&)> out_of_range);
  Scope ScopeOf(const Spot& spot) const;
  std::string Path(const Spot& spot) const;

  std::span<const uint8_t> bytes_;
  const Limits& limits_;
  TextReporter reporter_;
  const Character& names_;
  uint64_t bones_ = 0;
  TokenCursor in_;
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_ROW_READER_H_
