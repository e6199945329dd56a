// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/reader/row_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "base/text_of.h"
#include "parser/m3d/number.h"
#include "parser/m3d/token_text.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

// Whether the two differ in their case at most, and a colon at the end.
bool NearlySame(std::string_view token, std::string_view label) {
  if (label.ends_with(':')) label.remove_suffix(1);
  if (token.ends_with(':')) token.remove_suffix(1);
  return std::equal(
      token.begin(), token.end(), label.begin(), label.end(),
      [](char a, char b) {
        return absl::ascii_tolower(static_cast<unsigned char>(a)) ==
               absl::ascii_tolower(static_cast<unsigned char>(b));
      });
}

// A note in the message about a word that is not a number.
std::string_view NumberNote(std::string_view token, std::string_view field) {
  if (!IsNotComputed(token)) return "";
  if (field == "tangent") {
    return ": it could not be computed, as of a triangle without area in the "
           "texture";
  }
  if (field == "normal") {
    return ": it could not be computed, as of a triangle without area";
  }
  return ": it could not be computed";
}

// Whether a token where a number should be is rather what comes after it.
bool IsNoNumber(std::string_view token) {
  return token.ends_with(':') || token == kListBegin || token == kListEnd ||
         token == kClipLabel || LooksLikeBanner(token);
}

}  // namespace

std::string_view RowNoun(Section section) {
  static constexpr std::array<std::string_view, kSections> kNouns = {
      "count",    "material", "subset", "vertex",
      "triangle", "bone",     "bone",   "clip"};
  return kNouns[static_cast<size_t>(section)];
}

RowReader::RowReader(std::span<const uint8_t> bytes, const Limits& limits,
                     FindingSink& sink, const Character& names)
    : bytes_(bytes),
      limits_(limits),
      reporter_(bytes, sink),
      names_(names),
      in_(bytes) {}

Scope RowReader::ScopeOf(const ElementPath& at) const {
  const auto section = static_cast<uint64_t>(at.section);
  if (at.section == Section::kHeader) return {};
  const uint64_t bones = bones_;
  if (at.key) {
    return {kSections + at.row * (bones + 1) + *at.bone + 1, *at.key,
            "keyframe"};
  }
  if (at.bone) {
    return {kSections + at.row * (bones + 1), *at.bone, "bone"};
  }
  return {section, at.row, RowNoun(at.section)};
}

std::string RowReader::Path(const ElementPath& at) const {
  if (at.section == Section::kHeader) return std::string(at.field);
  std::string path;
  if (at.section == Section::kClips) {
    std::string_view name;
    if (at.row < names_.clips.size()) name = names_.clips[at.row].name;
    path = ClipPath(at.row, name);
    if (at.bone) absl::StrAppend(&path, ".bones[", *at.bone, "]");
    if (at.key) absl::StrAppend(&path, ".keyframes[", *at.key, "]");
  } else {
    path = RowPlural(at.section);
    absl::StrAppend(&path, "[", at.row, "]");
  }
  if (!at.field.empty()) {
    path += '.';
    path += at.field;
  }
  return path;
}

void RowReader::ReportFilled(FindingCode code, ByteRange bytes,
                             const ElementPath& at,
                             std::span<const std::string_view> arguments) {
  CountWork();
  reporter_.Report({code, bytes, ScopeOf(at), [&](Description& d) {
                      d.path = Path(at);
                      d.message =
                          FillMessage(GetCodeInfo(code).message, arguments);
                    }});
}

Outcome RowReader::Ended(const ElementPath& at, std::string_view what) {
  Report(kTextEndsEarly, {bytes_.size(), 0}, at, {what});
  return Outcome::kEnded;
}

Outcome RowReader::LabelMissing(std::string_view label, const ElementPath& at) {
  const Token token = in_.Peek();
  if (!token) return Ended(at, Quoted(label));
  Report(kLabelMismatch, token.range(), at,
         {Quoted(label), Quoted(token.text)});
  return Outcome::kLost;
}

Outcome RowReader::Label(std::string_view label, const ElementPath& at,
                         const RowEnds& ends) {
  if (TakeIf(label)) return Outcome::kRead;
  if (LabelMissing(label, at) == Outcome::kEnded) return Outcome::kEnded;
  Token token = in_.Peek();
  if (NearlySame(token.text, label)) {
    in_.Take(token);
    return Outcome::kRead;
  }
  if (token.text.starts_with(label)) {
    // Glued to what follows.
    in_.TakeFront(label.size());
    return Outcome::kRead;
  }
  for (; token; token = in_.Peek()) {
    if (token.text == ends.next || token.text == ends.end ||
        LooksLikeBanner(token.text)) {
      break;
    }
    in_.Take(token);
    if (token.text == label) return Outcome::kRead;
  }
  return Outcome::kLost;
}

Outcome RowReader::NumberedLabel(const Field& field, uint64_t number,
                                 const ElementPath& at, std::string_view end) {
  const std::string_view stem = field.label;
  const std::string_view rest = field.after_number;
  std::array<char, 64> text;
  std::memcpy(text.data(), stem.data(), stem.size());
  char* p = text.data() + stem.size();
  p = std::to_chars(p, text.data() + text.size(), number).ptr;
  std::memcpy(p, rest.data(), rest.size());
  const std::string_view label(
      text.data(), static_cast<size_t>(p - text.data()) + rest.size());

  if (TakeIf(label)) return Outcome::kRead;
  if (LabelMissing(label, at) == Outcome::kEnded) return Outcome::kEnded;
  for (Token token = in_.Peek(); token; token = in_.Peek()) {
    if (token.text == end || LooksLikeBanner(token.text)) break;
    in_.Take(token);
    if (token.text.starts_with(stem)) return Outcome::kRead;
  }
  return Outcome::kLost;
}

Outcome RowReader::Reals(std::span<float> out, const ElementPath& at) {
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = 0;
    const Token token = in_.Peek();
    if (!token) return Ended(at, "a number");
    switch (ReadReal(token.text, out[i])) {
      case NumberFault::kNone:
        break;
      case NumberFault::kMalformed:
        Report(
            kNumberMalformed, token.range(), at,
            {"a number", Quoted(token.text), NumberNote(token.text, at.field)});
        if (IsNoNumber(token.text)) {
          // The others are missing as well.
          std::fill(out.begin() + static_cast<ptrdiff_t>(i), out.end(), 0.0f);
          return Outcome::kRead;
        }
        break;
      case NumberFault::kOutOfRange:
        Report(kNumberOutOfRange, token.range(), at,
               {Quoted(token.text), "what a 32-bit float can hold"});
        break;
    }
    in_.Take(token);
  }
  return Outcome::kRead;
}

Outcome RowReader::LabelledReals(std::string_view label, std::span<float> out,
                                 const ElementPath& at, const RowEnds& ends) {
  const Outcome outcome = Label(label, at, ends);
  return outcome == Outcome::kRead ? Reals(out, at) : outcome;
}

Outcome RowReader::Integers(std::span<int64_t> out, int64_t least, int64_t most,
                            const ElementPath& at, CodeTaking<2> out_of_range,
                            Range range) {
  return ReadIntegers(out, least, most, at, [&](const Token& token) {
    Report(out_of_range, token.range(), at, {Quoted(token.text), range()});
  });
}

Outcome RowReader::Integers(std::span<int64_t> out, int64_t least, int64_t most,
                            const ElementPath& at, CodeTaking<1> out_of_range) {
  return ReadIntegers(out, least, most, at, [&](const Token& token) {
    Report(out_of_range, token.range(), at, {Quoted(token.text)});
  });
}

Outcome RowReader::ReadIntegers(
    std::span<int64_t> out, int64_t least, int64_t most, const ElementPath& at,
    absl::FunctionRef<void(const Token&)> out_of_range) {
  std::fill(out.begin(), out.end(), 0);
  for (int64_t& value : out) {
    const Token token = in_.Peek();
    if (!token) return Ended(at, "a whole number");
    switch (ReadInteger(token.text, least, most, value)) {
      case NumberFault::kNone:
        break;
      case NumberFault::kMalformed:
        Report(kNumberMalformed, token.range(), at,
               {"a whole number", Quoted(token.text),
                NumberNote(token.text, at.field)});
        if (IsNoNumber(token.text)) return Outcome::kRead;
        break;
      case NumberFault::kOutOfRange:
        out_of_range(token);
        break;
    }
    in_.Take(token);
  }
  return Outcome::kRead;
}

Outcome RowReader::Uint32(uint32_t& out, const ElementPath& at) {
  int64_t value = 0;
  const Outcome outcome = Integers(
      {&value, 1}, 0, std::numeric_limits<uint32_t>::max(), at,
      kNumberOutOfRange,
      [] { return std::string("what an unsigned 32-bit integer can hold"); });
  out = static_cast<uint32_t>(value);
  return outcome;
}

Outcome RowReader::Flag(bool& out, const ElementPath& at) {
  int64_t value = 0;
  const Outcome outcome = Integers({&value, 1}, 0, 1, at, kAlphaClipNotBoolean);
  out = value != 0;
  return outcome;
}

Outcome RowReader::Count(std::optional<uint64_t>& out, const ElementPath& at,
                         ByteRange& where) {
  out.reset();
  const Token token = in_.Peek();
  if (!token) return Ended(at, "a count");
  where = token.range();
  int64_t value = 0;
  if (ReadInteger(token.text, 0, std::numeric_limits<uint32_t>::max(), value) ==
      NumberFault::kNone) {
    out = static_cast<uint64_t>(value);
  } else {
    Report(kCountMalformed, where, at, {Quoted(token.text)});
    if (IsNoNumber(token.text)) return Outcome::kRead;
  }
  in_.Take(token);
  return Outcome::kRead;
}

Outcome RowReader::Name(std::string_view& out, std::string_view next,
                        const ElementPath& at, bool is_bare) {
  const uint64_t begin = in_.offset();
  const Token token = in_.Peek();
  if (!token) return Ended(at, "a name");
  // The next label, or the banner of the next section.
  if (token.text == next || IsBannerInstead(token, next, is_bare)) {
    Report(kNameMissing, {begin, 0}, at, {Quoted(token.text)});
    return Outcome::kRead;
  }
  in_.Take(token);
  const std::string_view name =
      is_bare ? token.text : NameWithSpaces(token, next);
  if (IsOnlyMarks(name)) {
    Report(kNameMissing, token.range(), at,
           {absl::StrCat(Quoted(in_.Peek().text), ": ", Quoted(name),
                         " is no name")});
    return Outcome::kRead;
  }
  if (name.size() > limits_.name_bytes) {
    Report(kLimitExceeded, {token.offset, name.size()}, at,
           {absl::StrCat(name.size()), absl::StrCat(limits_.name_bytes),
            LimitName(&Limits::name_bytes)});
  }
  CountWork(name.size());
  if (name.size() != token.text.size()) {
    Report(kNameHasSpace, {token.offset, name.size()}, at, {Shown(name)});
  } else if (const auto fault = FindNameFault(name)) {
    Report(kNameNotText, {token.offset + fault->offset, fault->length}, at,
           {fault->reason});
  }
  out = name;
  return Outcome::kRead;
}

bool RowReader::IsBannerInstead(const Token& token, std::string_view next,
                                bool is_bare) const {
  const bool has_marks = LooksLikeBanner(token.text);
  if (has_marks && !IsOnlyMarks(token.text)) return true;
  if (is_bare || !(has_marks || SectionNamed(token.text))) return false;
  TokenCursor ahead = in_;
  ahead.Take(token);
  const Token after = ahead.Next();
  return after.text != next && !LooksLikeBanner(after.text);
}

std::string_view RowReader::NameWithSpaces(const Token& first,
                                           std::string_view next) {
  constexpr size_t kMostWords = 16;
  TokenCursor ahead = in_;
  for (size_t words = 1; words <= kMostWords; ++words) {
    const size_t end = ahead.offset();
    const Token token = LineEndsAt(end) ? Token() : ahead.Next();
    if (!token || token.text == next || LooksLikeBanner(token.text)) {
      in_.MoveTo(end);
      return TextOf(bytes_.subspan(static_cast<size_t>(first.offset),
                                   end - static_cast<size_t>(first.offset)));
    }
    // Another label: this one is missing.
    if (IsNoNumber(token.text)) break;
  }
  return first.text;
}

bool RowReader::LineEndsAt(size_t offset) const {
  for (; offset < bytes_.size() && IsSpace(bytes_[offset]); ++offset) {
    if (bytes_[offset] == '\n' || bytes_[offset] == '\r') return true;
  }
  return false;
}

Outcome RowReader::SkipTo(std::string_view text) {
  for (Token token = in_.Peek(); token && token.text != text;
       token = in_.Peek()) {
    in_.Take(token);
  }
  return Outcome::kLost;
}

}  // namespace clipguard::m3d
