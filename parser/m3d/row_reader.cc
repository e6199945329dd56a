// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/row_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "parser/m3d/number.h"
#include "parser/m3d/token_text.h"
#include "parser/work_counter.h"

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

// Whether a token where a number should be is rather what comes after it.
bool IsNoNumber(std::string_view token) {
  return token.ends_with(':') || token == "{" || token == "}" ||
         token == kClipLabel || LooksLikeBanner(token);
}

}  // namespace

std::string_view RowNoun(Section section) {
  static constexpr std::array<std::string_view, kSections> kNouns = {
      "count",    "material", "subset", "vertex",
      "triangle", "bone",     "bone",   "clip"};
  return kNouns[static_cast<size_t>(section)];
}

std::string_view RowPlural(Section section) {
  static constexpr std::array<std::string_view, kSections> kPlurals = {
      "counts",    "materials", "subsets", "vertices",
      "triangles", "bones",     "bones",   "clips"};
  return kPlurals[static_cast<size_t>(section)];
}

RowReader::RowReader(std::span<const uint8_t> bytes, const Limits& limits,
                     FindingSink& sink, const Character& names)
    : bytes_(bytes),
      limits_(limits),
      reporter_(bytes, sink),
      names_(names),
      in_(bytes) {}

Scope RowReader::ScopeOf(const Spot& spot) const {
  const auto section = static_cast<uint64_t>(spot.section);
  if (spot.section == Section::kHeader) return {};
  const uint64_t bones = bones_;
  if (spot.key) {
    return {kSections + spot.row * (bones + 1) + *spot.bone + 1, *spot.key,
            "keyframe"};
  }
  if (spot.bone) {
    return {kSections + spot.row * (bones + 1), *spot.bone, "bone"};
  }
  return {section, spot.row, RowNoun(spot.section)};
}

std::string RowReader::Path(const Spot& spot) const {
  if (spot.section == Section::kHeader) return std::string(spot.field);
  std::string path;
  if (spot.section == Section::kClips) {
    std::string_view name;
    if (spot.row < names_.clips.size()) name = names_.clips[spot.row].name;
    path = ClipPath(spot.row, name);
    if (spot.bone) absl::StrAppend(&path, ".bones[", *spot.bone, "]");
    if (spot.key) absl::StrAppend(&path, ".keyframes[", *spot.key, "]");
  } else {
    path = RowPlural(spot.section);
    absl::StrAppend(&path, "[", spot.row, "]");
  }
  if (!spot.field.empty()) {
    path += '.';
    path += spot.field;
  }
  return path;
}

void RowReader::ReportFilled(FindingCode code, ByteRange bytes,
                             const Spot& spot,
                             std::span<const std::string_view> arguments) {
  CountWork();
  reporter_.Report({code, bytes, ScopeOf(spot), [&](Description& d) {
                      d.path = Path(spot);
                      d.message =
                          FillMessage(GetCodeInfo(code).message, arguments);
                    }});
}

Row RowReader::Ended(const Spot& spot, std::string_view what) {
  Report(kTextEndsEarly, {bytes_.size(), 0}, spot, {what});
  return Row::kEnded;
}

Row RowReader::Label(std::string_view label, const Spot& spot,
                     const RowEnds& ends) {
  Token token = in_.Peek();
  if (token.text == label) {
    in_.Take(token);
    return Row::kRead;
  }
  if (!token) return Ended(spot, Quoted(label));
  Report(kLabelMismatch, token.range(), spot,
         {Quoted(label), Quoted(token.text)});
  if (NearlySame(token.text, label)) {
    in_.Take(token);
    return Row::kRead;
  }
  if (token.text.starts_with(label)) {
    // Glued to what follows.
    in_.TakeFront(label.size());
    return Row::kRead;
  }
  for (; token; token = in_.Peek()) {
    if (token.text == ends.next || token.text == ends.end ||
        LooksLikeBanner(token.text)) {
      break;
    }
    in_.Take(token);
    if (token.text == label) return Row::kRead;
  }
  return Row::kLost;
}

Row RowReader::NumberedLabel(std::string_view stem, uint64_t number,
                             std::string_view colon, const Spot& spot,
                             std::string_view end) {
  std::array<char, 64> text;
  std::memcpy(text.data(), stem.data(), stem.size());
  char* p = text.data() + stem.size();
  p = std::to_chars(p, text.data() + text.size(), number).ptr;
  std::memcpy(p, colon.data(), colon.size());
  const std::string_view label(
      text.data(), static_cast<size_t>(p - text.data()) + colon.size());

  Token token = in_.Peek();
  if (token.text == label) {
    in_.Take(token);
    return Row::kRead;
  }
  if (!token) return Ended(spot, Quoted(label));
  Report(kLabelMismatch, token.range(), spot,
         {Quoted(label), Quoted(token.text)});
  for (; token; token = in_.Peek()) {
    if (token.text == end || LooksLikeBanner(token.text)) break;
    in_.Take(token);
    if (token.text.starts_with(stem)) return Row::kRead;
  }
  return Row::kLost;
}

Row RowReader::Reals(std::span<float> out, const Spot& spot) {
  for (size_t i = 0; i < out.size(); ++i) {
    out[i] = 0;
    const Token token = in_.Peek();
    if (!token) return Ended(spot, "a number");
    switch (ReadReal(token.text, out[i])) {
      case NumberFault::kNone:
        break;
      case NumberFault::kMalformed:
        Report(kNumberMalformed, token.range(), spot,
               {"a number", Quoted(token.text)});
        if (IsNoNumber(token.text)) {
          // The others are missing as well.
          std::fill(out.begin() + static_cast<ptrdiff_t>(i), out.end(), 0.0f);
          return Row::kRead;
        }
        break;
      case NumberFault::kOutOfRange:
        Report(kNumberOutOfRange, token.range(), spot,
               {Quoted(token.text), "what a 32-bit float can hold"});
        break;
    }
    in_.Take(token);
  }
  return Row::kRead;
}

Row RowReader::LabelledReals(std::string_view label, std::span<float> out,
                             const Spot& spot, const RowEnds& ends) {
  const Row row = Label(label, spot, ends);
  return row == Row::kRead ? Reals(out, spot) : row;
}

Row RowReader::Integers(std::span<int64_t> out, int64_t least, int64_t most,
                        const Spot& spot, CodeTaking<2> out_of_range,
                        Range range) {
  return ReadIntegers(out, least, most, spot, [&](const Token& token) {
    Report(out_of_range, token.range(), spot, {Quoted(token.text), range()});
  });
}

Row RowReader::Integers(std::span<int64_t> out, int64_t least, int64_t most,
                        const Spot& spot, CodeTaking<1> out_of_range) {
  return ReadIntegers(out, least, most, spot, [&](const Token& token) {
    Report(out_of_range, token.range(), spot, {Quoted(token.text)});
  });
}

Row RowReader::ReadIntegers(
    std::span<int64_t> out, int64_t least, int64_t most, const Spot& spot,
    absl::FunctionRef<void(const Token&)> out_of_range) {
  std::fill(out.begin(), out.end(), 0);
  for (int64_t& value : out) {
    const Token token = in_.Peek();
    if (!token) return Ended(spot, "a whole number");
    switch (ReadInteger(token.text, least, most, value)) {
      case NumberFault::kNone:
        break;
      case NumberFault::kMalformed:
        Report(kNumberMalformed, token.range(), spot,
               {"a whole number", Quoted(token.text)});
        if (IsNoNumber(token.text)) return Row::kRead;
        break;
      case NumberFault::kOutOfRange:
        out_of_range(token);
        break;
    }
    in_.Take(token);
  }
  return Row::kRead;
}

Row RowReader::Uint32(uint32_t& out, const Spot& spot) {
  int64_t value = 0;
  const Row row = Integers(
      {&value, 1}, 0, std::numeric_limits<uint32_t>::max(), spot,
      kNumberOutOfRange,
      [] { return std::string("what an unsigned 32-bit integer can hold"); });
  out = static_cast<uint32_t>(value);
  return row;
}

Row RowReader::Count(std::optional<uint64_t>& out, const Spot& spot,
                     ByteRange& where) {
  out.reset();
  const Token token = in_.Peek();
  if (!token) return Ended(spot, "a count");
  where = token.range();
  int64_t value = 0;
  if (ReadInteger(token.text, 0, std::numeric_limits<uint32_t>::max(), value) ==
      NumberFault::kNone) {
    out = static_cast<uint64_t>(value);
  } else {
    Report(kCountMalformed, where, spot, {Quoted(token.text)});
    if (IsNoNumber(token.text)) return Row::kRead;
  }
  in_.Take(token);
  return Row::kRead;
}

Row RowReader::Name(std::string_view& out, std::string_view next,
                    const Spot& spot) {
  const Token token = in_.Peek();
  if (!token) return Ended(spot, "a name");
  if (token.text == next) {
    Report(kNameMissing, {token.offset, 0}, spot, {Quoted(next)});
    return Row::kRead;
  }
  if (token.text.size() > limits_.name_bytes) {
    Report(kLimitExceeded, token.range(), spot,
           {absl::StrCat(token.text.size()), absl::StrCat(limits_.name_bytes),
            LimitName(&Limits::name_bytes)});
  }
  CountWork(token.text.size());
  if (const auto fault = FindNameFault(token.text)) {
    Report(kNameNotText, {token.offset + fault->offset, fault->length}, spot,
           {fault->reason});
  }
  out = token.text;
  in_.Take(token);
  return Row::kRead;
}

Row RowReader::SkipTo(std::string_view text) {
  for (Token token = in_.Peek(); token && token.text != text;
       token = in_.Peek()) {
    in_.Take(token);
  }
  return Row::kLost;
}

}  // namespace clipguard::m3d
