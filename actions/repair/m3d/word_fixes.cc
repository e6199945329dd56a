// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/m3d/word_fixes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "actions/repair/m3d/value_fixes.h"
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

bool IsReal(std::string_view text) {
  float value = 0;
  return m3d::ReadReal(text, value) == m3d::NumberFault::kNone;
}

// ---- Numbers ----------------------------------------------------------------

// Whether a number in the file has a point.
bool HasPoints(std::string_view text) {
  m3d::TokenCursor in(BytesOf(text));
  while (const m3d::Token token = in.Next()) {
    if (token.text.find('.') != std::string_view::npos && IsReal(token.text)) {
      return true;
    }
  }
  return false;
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

Number WithoutComma(std::string_view word, M3dFacts& facts,
                    std::string_view text) {
  std::string with_point(word);
  std::ranges::replace(with_point, ',', '.');
  if (std::ranges::count(word, ',') != 1 || !IsReal(with_point)) return {};
  if (!facts.decimal_commas) facts.decimal_commas = !HasPoints(text);
  if (*facts.decimal_commas) {
    return {.text = with_point, .note = "no number in the file has a point"};
  }
  return {.text = with_point,
          .safe = false,
          .note =
              "other numbers in the file have points: the comma may "
              "separate thousands, or two numbers"};
}

// Separates a number from the label that is glued to it. Empty if the word is
// something else.
std::string Separated(std::string_view word) {
  size_t size = word.find_first_not_of("+-.0123456789eE");
  if (size == std::string_view::npos) return {};
  // "0EulerBone" may go either way: the number ends where it can.
  while (size > 0 && !IsReal(word.substr(0, size))) --size;
  const std::string_view rest = word.substr(size);
  if (size == 0 || !rest.ends_with(':')) return {};
  return Joined({word.substr(0, size), " ", rest});
}

Number NumberFor(std::string_view word, const LazyFinding& found,
                 M3dFacts& facts, std::string_view text) {
  if (word.size() > 64) return {};
  if (std::string whole = Whole(word); !whole.empty()) return {.text = whole};
  const std::string_view front = word.substr(0, word.size() - 1);
  if ((absl::EndsWithIgnoreCase(ToAbsl(word), "f") || word.ends_with(';') ||
       word.ends_with(',')) &&
      IsReal(front)) {
    return {.text = std::string(front)};
  }
  if (Number number = WithoutComma(word, facts, text); !number.text.empty()) {
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
};

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

template <size_t N>
void AddLabels(const Field (&row)[N], const PathEnd& end, Labels& labels) {
  for (const Field& field : row) {
    if (end.name != field.name && end.name != field.label) continue;
    if (field.label[0] == '\0') continue;
    const bool numbered = field.after_number != nullptr;
    labels.numbered |= numbered;
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
  const PathEnd end = EndOf(path);
  Labels labels;
  AddLabels(m3d::kHeaderRow, end, labels);
  AddLabels(m3d::kD3D12MaterialRow, end, labels);
  AddLabels(m3d::kD3D11MaterialRow, end, labels);
  AddLabels(m3d::kSubsetRow, end, labels);
  AddLabels(m3d::kVertexRow, end, labels);
  AddLabels(m3d::kBoneOffsetRow, end, labels);
  AddLabels(m3d::kParentRow, end, labels);
  AddLabels(m3d::kClipBoneRow, end, labels);
  AddLabels(m3d::kKeyRow, end, labels);
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
  for (const std::string& label : labels.texts) {
    if (Folded(word) == Folded(label)) {
      fix.text = label;
      if (!word.ends_with(':') && label.ends_with(':')) {
        TakeColon(text, fix.bytes);
      }
      return fix;
    }
    if (word.starts_with(label) && !labels.numbered) {
      fix.text = Joined({label, " ", word.substr(label.size())});
      return fix;
    }
  }
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
