// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// RowReader: labels, numbers and names of .m3d text, one after the other, and
// the findings about them. section_rows.h puts rows together from these.
//
// A fault is reported at its place, and reading goes on as well as it can: a
// word that is not a number counts as 0; a label that is glued to the word
// after it, or misspelt in case or colon, counts as read; any other label is
// looked for, up to the next row or the end of the rows. Searches only go
// forward, and a row that takes no token ends its section
// (TokenCursor::BeginRow()), so that all of it together is linear in the text.

#ifndef CLIPGUARD_PARSER_M3D_READER_ROW_READER_H_
#define CLIPGUARD_PARSER_M3D_READER_ROW_READER_H_

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
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/text_reporter.h"

namespace clipguard::m3d {

// The outcome of reading a row, or a part of it.
enum class Outcome : uint8_t {
  kRead,
  kLost,   // the cursor is at the next row, at what ends them, or at the end
  kEnded,  // the text has ended, and that has been reported
};

// Which element of the file is being read: for the paths of findings, and to
// tell which of them belong together.
struct ElementPath {
  Section section = Section::kHeader;
  std::string_view field;  // a literal: "blendIndices"
  uint64_t row = 0;        // the vertex, bone, clip ...
  // In clips:
  std::optional<uint64_t> bone = std::nullopt;
  std::optional<uint64_t> key = std::nullopt;
};

// The noun for a row of a section: "vertex".
std::string_view RowNoun(Section section);

// Where a label is looked for: until `next`, which begins the next row, or
// `end`, which follows the last one; either may be empty, if there is no such
// token. A banner is always an end.
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

  // For a code whose message takes so many arguments.
  template <size_t kCount>
  void Report(std::type_identity_t<CodeTaking<kCount>> code, ByteRange bytes,
              const ElementPath& at,
              const std::string_view (&arguments)[kCount]) {
    ReportFilled(code.code(), bytes, at, arguments);
  }
  void Report(CodeTaking<0> code, ByteRange bytes, const ElementPath& at) {
    ReportFilled(code.code(), bytes, at, {});
  }
  // The text ends where `what` should be.
  Outcome Ended(const ElementPath& at, std::string_view what);

  Outcome Label(std::string_view label, const ElementPath& at,
                const RowEnds& ends);
  // "BoneOffset12": the label of a numbered field. The next row begins with the
  // same stem. REQUIRES: its texts have at most 40 characters.
  Outcome NumberedLabel(const Field& field, uint64_t number,
                        const ElementPath& at, std::string_view end);
  Outcome Reals(std::span<float> out, const ElementPath& at);
  // Label() and Reals().
  Outcome LabelledReals(std::string_view label, std::span<float> out,
                        const ElementPath& at, const RowEnds& ends);
  // Integers of [least, most]; others are reported as `out_of_range`.
  Outcome Integers(std::span<int64_t> out, int64_t least, int64_t most,
                   const ElementPath& at, CodeTaking<2> out_of_range,
                   Range range);
  // For a code whose message itself says which are in range.
  Outcome Integers(std::span<int64_t> out, int64_t least, int64_t most,
                   const ElementPath& at, CodeTaking<1> out_of_range);
  Outcome Uint32(uint32_t& out, const ElementPath& at);
  Outcome Flag(bool& out, const ElementPath& at);
  // A number of elements; nothing if the word is not one, which is reported.
  // `where` is its place.
  Outcome Count(std::optional<uint64_t>& out, const ElementPath& at,
                ByteRange& where);
  // A name. `next` is the label that follows it: if it is there already, or a
  // banner, the name is missing. Several that are bare, without a label before
  // each, may be on one line.
  Outcome Name(std::string_view& out, std::string_view next,
               const ElementPath& at, bool is_bare = false);

  // Goes forward to a token, or to the end. Outcome::kLost.
  Outcome SkipTo(std::string_view token);

 private:
  // Whether a token in place of a name is a banner. One without its stars, or
  // without its name, is one if what follows a name does not follow it.
  bool IsBannerInstead(const Token& token, std::string_view next,
                       bool is_bare) const;
  // The name that begins with a token that was taken, and goes on to the next
  // label or the end of the line. Takes the rest of it.
  std::string_view NameWithSpaces(const Token& first, std::string_view next);
  // Whether no token follows on the line.
  bool LineEndsAt(size_t offset) const;
  void ReportFilled(FindingCode code, ByteRange bytes, const ElementPath& at,
                    std::span<const std::string_view> arguments);
  // Takes the next token if it is this text.
  bool TakeIf(std::string_view text) {
    const Token token = in_.Peek();
    if (token.text != text) return false;
    in_.Take(token);
    return true;
  }
  // Reports what comes next instead of a label: kLost, or, if nothing does,
  // kEnded.
  Outcome LabelMissing(std::string_view label, const ElementPath& at);
  // `out_of_range` reports a token.
  Outcome ReadIntegers(std::span<int64_t> out, int64_t least, int64_t most,
                       const ElementPath& at,
                       absl::FunctionRef<void(const Token&)> out_of_range);
  Scope ScopeOf(const ElementPath& at) const;
  std::string Path(const ElementPath& at) const;

  std::span<const uint8_t> bytes_;
  const Limits& limits_;
  TextReporter reporter_;
  const Character& names_;
  uint64_t bones_ = 0;
  TokenCursor in_;
};

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_READER_ROW_READER_H_
