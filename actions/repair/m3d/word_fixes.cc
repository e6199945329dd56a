// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "actions/repair/m3d/fixes.h"
#include "base/nearest_name.h"
#include "base/text_of.h"
#include "base/utf8.h"
#include "parser/m3d/format.h"
#include "parser/m3d/number.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions {
namespace {

using m3d::Field;

absl::string_view ToAbsl(std::string_view text) {
  return {text.data(), text.size()};
}

bool IsDigit(char c) { return absl::ascii_isdigit(static_cast<uint8_t>(c)); }

bool IsReal(std::string_view text) {
  float value = 0;
  return m3d::ReadReal(text, value) == m3d::NumberFault::kNone;
}

// A label without the number at its end.
std::string_view Stem(std::string_view label) {
  return label.substr(0, label.find_last_not_of("0123456789") + 1);
}

// Calls `visit` with the fields of every row behind the header.
template <typename Visit>
void ForEachRow(const Visit& visit) {
  visit(m3d::kD3D12MaterialRow);
  visit(m3d::kD3D11MaterialRow);
  visit(m3d::kSubsetRow);
  visit(m3d::kVertexRow);
  visit(m3d::kBoneOffsetRow);
  visit(m3d::kParentRow);
  visit(m3d::kClipBoneRow);
  visit(m3d::kKeyRow);
}

// The last name of a path, and the number of the last element before it.
struct PathEnd {
  std::string_view name;
  std::string_view number;
};

PathEnd EndOf(std::string_view path) {
  PathEnd end;
  const size_t dot = path.rfind('.');
  // Names of clips may have dots; then no label fits, and nothing is mended.
  end.name = dot == std::string_view::npos ? path : path.substr(dot + 1);
  const size_t close = path.rfind(']');
  const size_t open = path.rfind('[');
  if (close != std::string_view::npos && open != std::string_view::npos &&
      open < close) {
    end.number = path.substr(open + 1, close - open - 1);
  }
  return end;
}

// Whether a word is a label but for case and a number sign, and a colon at the
// end if the label has none.
bool Resembles(std::string_view word, const Field& field) {
  std::string_view label = field.label;
  if (word.starts_with('#')) word.remove_prefix(1);
  if (label.starts_with('#')) label.remove_prefix(1);
  const auto lower = [](char c) {
    return absl::ascii_tolower(static_cast<uint8_t>(c));
  };
  // Most differ here.
  if (word.empty() || label.empty() || lower(word[0]) != lower(label[0])) {
    return false;
  }
  if (field.after_number != nullptr && field.after_number[0] == ':') {
    if (!word.ends_with(':')) return false;
  } else if (label.ends_with(':')) {
    if (!word.ends_with(':')) return false;
    label.remove_suffix(1);
  }
  if (word.ends_with(':')) word.remove_suffix(1);
  if (field.after_number != nullptr) {
    const std::string_view stem = Stem(word);
    if (stem.size() == word.size()) return false;
    word = stem;
  }
  return absl::EqualsIgnoreCase(ToAbsl(word), ToAbsl(label));
}

bool ResemblesEither(std::string_view word, const Field& field) {
  return Resembles(word, field) ||
         (field.other_label != nullptr && Resembles(word, m3d::OtherOf(field)));
}

// ---- Numbers ----------------------------------------------------------------

// Whether a path is that of a whole number.
bool IsWhole(std::string_view path) {
  const std::string_view name = EndOf(path).name;
  bool whole = path.starts_with('#') || name.starts_with("triangles[") ||
               name == "material";
  ForEachRow([&](const auto& row) {
    for (const Field& field : row) {
      whole = whole || (name == field.name && field.kind != m3d::Kind::kReal &&
                        field.words != 0);
    }
  });
  return whole;
}

// Digits, a sign, and exactly three digits after it, as where it separates
// thousands.
bool IsLikeThousands(std::string_view word, char sign) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  const size_t at = word.find(sign);
  return at != std::string_view::npos && at >= 1 && at <= 3 &&
         word.size() == at + 4 && word[0] != '0' &&
         word.find_first_not_of("0123456789", at + 1) == word.npos;
}

// A number with one comma for its point, as one with a point. Empty if the word
// is something else.
std::string WithPoint(std::string_view word) {
  const size_t comma = word.find(',');
  if (comma == std::string_view::npos) return {};
  std::string with_point(word);
  with_point[comma] = '.';
  return IsReal(with_point) ? with_point : std::string();
}

// Whether so many numbers follow a label.
bool HasNumbers(std::string_view label, size_t numbers, bool is_d3d10) {
  bool has = false;
  const auto look = [&](const auto& row) {
    for (const Field& field : row) {
      has = has || (field.words == numbers && ResemblesEither(label, field));
    }
  };
  if (is_d3d10) {
    look(m3d::kD3D10VertexRow);
  } else {
    ForEachRow(look);
  }
  return has;
}

// Whether real numbers follow a label.
bool IsOfReals(std::string_view label) {
  bool is = false;
  const auto look = [&](const auto& row) {
    for (const Field& field : row) {
      is = is ||
           (field.kind == m3d::Kind::kReal && ResemblesEither(label, field));
    }
  };
  ForEachRow(look);
  look(m3d::kD3D10MaterialRow);
  look(m3d::kD3D10VertexRow);
  return is;
}

// M3dFacts::decimal_commas.
bool HasDecimalCommas(std::string_view text) {
  bool proven = false;
  bool is_d3d10 = false;
  m3d::Token label;
  size_t numbers = 0;
  bool commas = false;
  bool no_thousands = false;
  m3d::TokenCursor in(BytesOf(text));
  while (true) {
    const m3d::Token token = in.Next();
    const bool comma = token.text.find(',') != std::string_view::npos;
    const bool number =
        comma ? token.text.size() <= 64 && !WithPoint(token.text).empty()
              : IsReal(token.text);
    // Whole numbers with a point are mended, and then prove nothing.
    if (number && token.text.find('.') != std::string_view::npos &&
        IsOfReals(label.text)) {
      return false;
    }
    if (number) {
      ++numbers;
      commas = commas || comma;
      no_thousands =
          no_thousands || (comma && !IsLikeThousands(token.text, ','));
      continue;
    }
    if (commas && label) {
      if (!HasNumbers(label.text, numbers, is_d3d10)) return false;
      proven = proven || no_thousands;
    }
    if (!token) return proven;
    is_d3d10 = is_d3d10 || m3d::IsD3D10MaterialsBanner(token.text);
    label = LooksLikeLabel(token.text) ? token : m3d::Token();
    numbers = 0;
    commas = false;
    no_thousands = false;
  }
}

// A whole number that is written as a real one: "3" for "3.0". Empty if it is
// none that fits.
std::string Whole(std::string_view text) {
  float value = 0;
  if (m3d::ReadReal(text, value) != m3d::NumberFault::kNone ||
      value != std::trunc(value) || value < 0 || value > 16777216.0f) {
    return {};
  }
  return absl::StrCat(static_cast<int64_t>(value));
}

// A word that should be a number, and how sure it is which one.
struct Number {
  std::string text;  // empty: it is not known
  bool safe = true;
  std::string_view note = {};
};

// The counts of the header, as far as they are numbers.
const auto& CountsOf(std::string_view text, M3dFacts& facts) {
  if (facts.counts) return *facts.counts;
  auto& counts = facts.counts.emplace();
  m3d::TokenCursor in(BytesOf(text));
  in.Next();  // the banner
  for (m3d::Token token = in.Next(); token && !m3d::LooksLikeBanner(token.text);
       token = in.Next()) {
    for (size_t i = 0; i < counts.size(); ++i) {
      if (!m3d::IsLabel(token.text, m3d::kHeaderRow[i])) continue;
      int64_t count = 0;
      (void)m3d::ReadInteger(in.Peek().text, 0,
                             std::numeric_limits<uint32_t>::max(), count);
      counts[i] = static_cast<uint64_t>(count);
    }
  }
  return counts;
}

// How many there are of the elements that a whole number is of, or an index of.
// Nothing if that is not known.
std::optional<uint64_t> MostFor(std::string_view path, std::string_view text,
                                M3dFacts& facts) {
  const std::string_view name = EndOf(path).name;
  std::string_view of;
  if (name == "alphaClip") return 2;
  if (name == "material" || name == "id") {
    of = "materials";
  } else if (name == "blendIndices" || name == "parent") {
    of = "bones";
  } else if (name.starts_with("face")) {
    of = "triangles";
  } else if (name.starts_with("vertex") || name.starts_with("triangles[")) {
    of = "vertices";
  }
  const auto field = std::ranges::find_if(
      m3d::kHeaderRow, [&](const Field& f) { return f.name == of; });
  if (field == std::end(m3d::kHeaderRow)) return std::nullopt;
  const uint64_t count = CountsOf(
      text, facts)[static_cast<size_t>(field - std::begin(m3d::kHeaderRow))];
  return count == 0 ? std::nullopt : std::optional(count);
}

// A number that should be whole, and is written as a real one: 1.000 may be
// a thousand, where so many are there.
Number WholeFor(std::string_view word, const LazyFinding& found,
                M3dFacts& facts, std::string_view text) {
  Number number = {.text = Whole(word)};
  if (number.text.empty() || !IsLikeThousands(word, '.')) return number;
  std::string digits(word);
  std::erase(digits, '.');
  int64_t thousands = 0;
  (void)m3d::ReadInteger(digits, 0, std::numeric_limits<int32_t>::max(),
                         thousands);
  const std::optional<uint64_t> most = MostFor(found.path(), text, facts);
  if (most && static_cast<uint64_t>(thousands) > *most) return number;
  number.safe = false;
  number.note = "the point may separate thousands";
  return number;
}

Number WithoutComma(std::string_view word, const LazyFinding& found,
                    M3dFacts& facts, std::string_view text) {
  std::string with_point = WithPoint(word);
  if (with_point.empty()) return {};
  if (IsWhole(found.path())) {
    // "0,2" are two indices, or one: that is not known.
    if (IsLikeThousands(word, ',')) return {};
    return {.text = Whole(with_point),
            .safe = false,
            .note = "the comma may separate two numbers"};
  }
  if (!facts.decimal_commas) facts.decimal_commas = HasDecimalCommas(text);
  if (*facts.decimal_commas) {
    return {.text = with_point, .note = "no number in the file has a point"};
  }
  return {.text = with_point,
          .safe = false,
          .note =
              "it is not certain that commas are decimal ones here: they "
              "may separate thousands, or two numbers"};
}

// Separates a number from the label that is glued to it. Empty if the word is
// something else.
std::string Separated(std::string_view word) {
  size_t size = word.find_first_not_of("+-.0123456789eE");
  if (size == std::string_view::npos) return {};
  // "0EulerBone" may go either way: the number ends where it can.
  while (size > 0 && !IsReal(word.substr(0, size))) --size;
  const std::string_view rest = word.substr(size);
  const bool is_label =
      rest.ends_with(':') ||
      std::ranges::any_of(m3d::kHeaderRow, [&](const Field& f) {
        return m3d::IsLabel(rest, f);
      });
  if (size == 0 || !is_label) return {};
  return Joined({word.substr(0, size), " ", rest});
}

Number NumberFor(std::string_view word, const LazyFinding& found,
                 M3dFacts& facts, std::string_view text) {
  if (word.size() > 64) return {};
  if (Number whole = WholeFor(word, found, facts, text); !whole.text.empty()) {
    return whole;
  }
  const std::string_view front = word.substr(0, word.size() - 1);
  if ((absl::EndsWithIgnoreCase(ToAbsl(word), "f") || word.ends_with(';') ||
       word.ends_with(',')) &&
      IsReal(front)) {
    return {.text = std::string(front)};
  }
  if (Number number = WithoutComma(word, found, facts, text);
      !number.text.empty()) {
    return number;
  }
  if (absl::EqualsIgnoreCase(ToAbsl(word), "true") ||
      absl::EqualsIgnoreCase(ToAbsl(word), "false")) {
    constexpr std::string_view kFlag = ".alphaClip";
    if (!found.path().ends_with(kFlag)) return {};
    return {.text = absl::AsciiStrToLower(ToAbsl(word)) == "true" ? "1" : "0"};
  }
  return {.text = Separated(word)};
}

// ---- Labels -----------------------------------------------------------------

// The labels that may stand at a place, and whether a number makes it certain.
struct Labels {
  std::vector<std::string> texts;
  bool numbered = false;
  // Others may be meant as well: what is near to these is none of them.
  bool exact = false;
  size_t words = 0;  // behind each
};

template <size_t N>
void AddLabels(const Field (&row)[N], const PathEnd& end, Labels& labels) {
  for (const Field& field : row) {
    if (end.name != field.name && end.name != field.label) continue;
    if (field.label[0] == '\0') continue;
    const bool numbered = field.after_number != nullptr;
    labels.numbered |= numbered;
    labels.words = field.words;
    const auto add = [&](const Field& form) {
      labels.texts.push_back(
          numbered ? Joined({form.label, end.number, form.after_number})
                   : form.label);
    };
    add(field);
    if (field.other_label != nullptr) add(m3d::OtherOf(field));
  }
}

Labels LabelsAt(std::string_view path) {
  PathEnd end = EndOf(path);
  Labels labels;
  if (path.starts_with(m3d::RowPlural(m3d::Section::kClips))) {
    if (path.find(".bones[") == std::string_view::npos) {
      // Or a bracket.
      return {.texts = {std::string(m3d::kClipLabel)}, .exact = true};
    }
    if (end.name.starts_with("bones[")) {
      end.name = m3d::kClipBoneRow[0].label;
      labels.exact = true;
    }
  }
  AddLabels(m3d::kHeaderRow, end, labels);
  ForEachRow([&](const auto& row) { AddLabels(row, end, labels); });
  return labels;
}

// Without what does not matter: case, the number sign, a colon at the end.
std::string Folded(std::string_view label) {
  if (label.starts_with('#')) label.remove_prefix(1);
  if (label.ends_with(':')) label.remove_suffix(1);
  return absl::AsciiStrToLower(ToAbsl(label));
}

// A word that should be a label.
struct LabelFix {
  ByteRange bytes;
  std::string text;  // empty: not known
  bool safe = true;
};

// "Quat :" is a label and a colon: the colon belongs to it.
void TakeColon(std::string_view text, ByteRange& bytes) {
  const auto end = static_cast<size_t>(bytes.offset + bytes.length);
  m3d::TokenCursor in(BytesOf(text), end);
  const m3d::Token next = in.Next();
  if (next.text == ":") bytes.length = next.offset + 1 - bytes.offset;
}

// Whether the words of a field follow: none is a label.
bool AreWords(std::string_view text, const ByteRange& label, size_t words) {
  m3d::TokenCursor in(BytesOf(text),
                      static_cast<size_t>(label.offset + label.length));
  for (size_t i = 0; i < words; ++i) {
    const m3d::Token word = in.Next();
    if (word.text.empty() || LooksLikeLabel(word.text)) return false;
  }
  return true;
}

LabelFix LabelFor(const LazyFinding& found, std::string_view text) {
  const std::string_view word =
      text.substr(static_cast<size_t>(found.bytes().offset),
                  static_cast<size_t>(found.bytes().length));
  LabelFix fix;
  fix.bytes = found.bytes();
  if (word.size() > 64) return fix;
  const Labels labels = LabelsAt(found.path());
  if (std::ranges::find(labels.texts, word) != labels.texts.end()) {
    // A label of the other dialect: "#Materials" where banners are of dashes.
    if (labels.texts.size() == 2 && labels.texts[0].starts_with('#')) {
      fix.text = word == labels.texts[0] ? labels.texts[1] : labels.texts[0];
    }
    return fix;
  }
  const std::string folded = Folded(word);
  bool other_number = false;
  for (const std::string& label : labels.texts) {
    const std::string folded_label = Folded(label);
    if (folded == folded_label) {
      fix.text = label;
      if (!word.ends_with(':') && label.ends_with(':')) {
        TakeColon(text, fix.bytes);
      }
      return fix;
    }
    if (word.starts_with(label) && !labels.numbered && !labels.exact) {
      constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
      std::string_view value = word.substr(label.size());
      if (value.starts_with(kNoBreakSpace)) {
        value.remove_prefix(kNoBreakSpace.size());
      }
      // No other space than that of ASCII separates words.
      if (!value.empty() &&
          absl::ascii_isprint(static_cast<uint8_t>(value[0]))) {
        fix.text = Joined({label, " ", value});
      }
      return fix;
    }
    other_number |= labels.numbered && Stem(folded).size() != folded.size() &&
                    Stem(folded) == Stem(folded_label);
  }
  // The label of another row is not this one misspelt.
  if (labels.exact || other_number) return fix;
  if (!AreWords(text, fix.bytes, labels.words)) return fix;
  const std::vector<std::string_view> names(labels.texts.begin(),
                                            labels.texts.end());
  fix.text = std::string(NearestName(word, names));
  fix.safe = false;
  return fix;
}

// ---- Banners ----------------------------------------------------------------

// Whether the first banner is of dashes.
bool IsDashed(std::string_view text) {
  const bool mark = text.starts_with(kByteOrderMark);
  m3d::TokenCursor in(BytesOf(text), mark ? kByteOrderMark.size() : 0);
  return in.Next().text.starts_with('-');
}

// The section's name between as many stars or dashes as the banner begins with,
// or as banners have.
std::string BannerLike(std::string_view banner, m3d::Section section,
                       bool dashed) {
  std::string_view around = dashed ? "-------" : "***************";
  const size_t size = banner.empty() ? 0 : banner.find_first_not_of(banner[0]);
  if (size != std::string_view::npos && size >= 3) {
    around = banner.substr(0, size);
  }
  return Joined({around, m3d::SectionName(section), around});
}

}  // namespace

bool LooksLikeLabel(std::string_view word) {
  bool is_label = Resembles(word, m3d::kClipRow[0]);
  // All others end with a colon or a number.
  if (word.empty() || (word.back() != ':' && !IsDigit(word.back()))) {
    return is_label;
  }
  ForEachRow([&](const auto& row) {
    for (const Field& field : row) {
      is_label = is_label || ResemblesEither(word, field);
    }
  });
  return is_label;
}

void FixNumber(const LazyFinding& found, M3dFacts& facts, TextPlan& plan) {
  const std::string_view word = plan.TextAt(found.bytes());
  const Number number =
      word.empty() ? Number() : NumberFor(word, found, facts, plan.text());
  if (number.text.empty()) {
    if (m3d::IsNotComputed(word) && FixTangent(found, plan)) return;
    plan.Refuse(found, "it does not say which number was meant");
    return;
  }
  plan.Replace(found, number.safe, number.text, /*lost=*/{}, number.note);
}

void FixLabel(const LazyFinding& found, TextPlan& plan) {
  const LabelFix fix = LabelFor(found, plan.text());
  if (fix.text.empty()) {
    plan.Refuse(
        found,
        "this is no label that is written otherwise: something is missing, or "
        "too much");
    return;
  }
  plan.Replace({.code = found.code(),
                .safe = fix.safe,
                .scope = found.scope(),
                .bytes = fix.bytes,
                .replacement = fix.text},
               [&] { return FixText{.path = found.path()}; });
}

void FixBanner(const LazyFinding& found, TextPlan& plan) {
  const auto section = m3d::SectionNamed(found.path());
  const std::string_view word = plan.TextAt(found.bytes());
  if (!section || word.size() > 200) {
    return plan.Refuse(found, "it is not certain which section begins here");
  }
  const bool dashed = IsDashed(plan.text());
  const auto path = [&] { return FixText{.path = found.path()}; };
  if (m3d::BeginsRow(*section, word)) {
    std::string banner = BannerLike({}, *section, dashed);
    banner += '\n';
    plan.Replace({.code = found.code(),
                  .bytes = {found.bytes().offset, 0},
                  .replacement = banner},
                 path);
    return;
  }
  if (!m3d::LooksLikeBanner(word)) {
    return plan.Refuse(found, "it is not certain which section begins here");
  }
  if (m3d::SectionOfBanner(word)) {
    return plan.Refuse(found,
                       "the section is missing, or its place is another one");
  }
  m3d::TokenCursor in(
      BytesOf(plan.text()),
      static_cast<size_t>(found.bytes().offset + found.bytes().length));
  plan.Replace({.code = found.code(),
                .safe = m3d::BeginsRow(*section, in.Next().text),
                .bytes = found.bytes(),
                .replacement = BannerLike(word, *section, dashed)},
               path);
}

}  // namespace clipguard::actions
