// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/repair/m3d/fixes.h"
#include "base/float_text.h"
#include "base/text_of.h"
#include "parser/m3d/number.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_cursor.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions {
namespace {

// The numbers of a range of the text.
struct Words {
  std::vector<m3d::Token> tokens;  // offsets from the range's beginning
  std::vector<double> values;
};

// Nothing if one of them is no number.
std::optional<Words> WordsOf(std::string_view text) {
  Words words;
  m3d::TokenCursor in(BytesOf(text));
  while (const m3d::Token token = in.Next()) {
    float value = 0;
    if (m3d::ReadReal(token.text, value) != m3d::NumberFault::kNone) {
      return std::nullopt;
    }
    words.tokens.push_back(token);
    words.values.push_back(value);
  }
  return words;
}

// The range with other numbers, between the same white space.
std::string Rewritten(std::string_view text, const Words& words,
                      std::span<const std::string> numbers) {
  std::string out;
  size_t done = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const m3d::Token& token = words.tokens[i];
    const auto at = static_cast<size_t>(token.offset);
    out += text.substr(done, at - done);
    out += numbers[i];
    done = at + token.text.size();
  }
  out += text.substr(done);
  return out;
}

// Digits after the point; nothing if there is an exponent.
std::optional<int> Decimals(std::string_view number) {
  if (number.find_first_of("eE") != std::string_view::npos) return std::nullopt;
  const size_t point = number.find('.');
  if (point == std::string_view::npos) return 0;
  const size_t digits = number.size() - point - 1;
  if (digits > 9) return std::nullopt;
  return static_cast<int>(digits);
}

// The numbers with what they lack to 1 added to the largest one, if that is no
// more than they were rounded by: two digits or more each, zeros left out.
std::optional<std::vector<std::string>> RoundedTo1(const Words& words) {
  int decimals = 0;
  int rounded = 0;
  std::vector<std::string> out;
  for (size_t i = 0; i < words.values.size(); ++i) {
    const auto digits = Decimals(words.tokens[i].text);
    if (!digits) return std::nullopt;
    decimals = std::max(decimals, *digits);
    rounded += words.values[i] != 0 ? 1 : 0;
    out.emplace_back(words.tokens[i].text);
  }
  const double sum =
      std::accumulate(words.values.begin(), words.values.end(), 0.0);
  const double unit = std::pow(10.0, -decimals);
  if (decimals < 2 || std::abs(sum - 1) > 0.5 * rounded * unit + 1e-6) {
    return std::nullopt;
  }
  const auto largest = std::ranges::max_element(words.values);
  out[static_cast<size_t>(largest - words.values.begin())] =
      absl::StrFormat("%.*f", decimals, *largest + 1 - sum);
  return out;
}

// ---- Tangents
// ----------------------------------------------------------------

using Direction = std::array<double, 3>;

// One at right angles to it. Nothing if it has no direction itself.
std::optional<Direction> RightAngleTo(Direction normal) {
  const auto scale = [](Direction& of, double by) {
    for (double& value : of) value *= by;
  };
  const auto length = [](const Direction& of) {
    return std::sqrt(of[0] * of[0] + of[1] * of[1] + of[2] * of[2]);
  };
  if (!(length(normal) > 1e-3)) return std::nullopt;
  scale(normal, 1 / length(normal));
  // From the axis that is farthest from it, without what goes along it.
  const auto axis = static_cast<size_t>(
      std::ranges::min_element(normal, {},
                               [](double value) { return std::abs(value); }) -
      normal.begin());
  Direction tangent = normal;
  scale(tangent, -normal[axis]);
  tangent[axis] += 1;
  scale(tangent, 1 / length(tangent));
  // No zero has a sign.
  for (double& value : tangent) value += 0.0;
  return tangent;
}

// ---- Keyframes --------------------------------------------------------------

constexpr size_t kKeyTokens = m3d::TokensIn(m3d::kKeyRow);
constexpr size_t kKeyNumbers = m3d::RealsIn(m3d::kKeyRow);

// A keyframe's text.
struct Row {
  size_t begin = 0;
  size_t end = 0;
  std::array<float, kKeyNumbers> numbers = {};  // the time first

  float time() const { return numbers[0]; }
};

// A bone's keyframes.
struct Block {
  ByteRange count;  // the word that says how many
  std::vector<Row> rows;
};

std::optional<Row> ReadRow(m3d::TokenCursor& in) {
  Row row;
  size_t numbers = 0;
  for (size_t i = 0; i < kKeyTokens; ++i) {
    const m3d::Token token = in.Next();
    if (i == 0) {
      if (token.text != m3d::kKeyRow[0].label) return std::nullopt;
      row.begin = static_cast<size_t>(token.offset);
    }
    row.end = static_cast<size_t>(token.offset) + token.text.size();
    float value = 0;
    if (m3d::ReadReal(token.text, value) != m3d::NumberFault::kNone) continue;
    if (numbers == kKeyNumbers) return std::nullopt;
    row.numbers[numbers++] = value;
  }
  if (numbers != kKeyNumbers) return std::nullopt;
  return row;
}

// The keyframes that a place is within.
std::optional<Block> BlockAt(std::string_view text, size_t offset) {
  const size_t begin = text.rfind(m3d::kListBegin, offset);
  if (begin == std::string_view::npos) return std::nullopt;
  size_t end = begin;
  while (end > 0 && m3d::IsSpace(static_cast<uint8_t>(text[end - 1]))) --end;
  size_t word = end;
  while (word > 0 && !m3d::IsSpace(static_cast<uint8_t>(text[word - 1]))) {
    --word;
  }
  Block block = {.count = {word, end - word}, .rows = {}};
  m3d::TokenCursor in(BytesOf(text), begin + 1);
  while (in.Peek().text == m3d::kKeyRow[0].label) {
    const auto row = ReadRow(in);
    if (!row) return std::nullopt;
    block.rows.push_back(*row);
  }
  if (block.rows.empty()) return std::nullopt;
  return block;
}

std::string_view TextOf(std::string_view text, const Row& row) {
  return text.substr(row.begin, row.end - row.begin);
}

// The rows in the order of their times, between the same white space.
std::string Sorted(std::string_view text, const Block& block) {
  std::vector<size_t> order(block.rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t a, size_t b) {
    const float first = block.rows[a].time();
    const float second = block.rows[b].time();
    return first != second ? first < second : a < b;
  });
  std::string out;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i != 0) {
      const size_t from = block.rows[i - 1].end;
      out += text.substr(from, block.rows[i].begin - from);
    }
    out += TextOf(text, block.rows[order[i]]);
  }
  return out;
}

// Whether the rows would ascend, were it not for one of them: then that one's
// time may be wrong, and not the order.
bool IsOneOff(const std::vector<Row>& rows) {
  const auto time = [](const Row& row) { return row.time(); };
  const auto fall = std::ranges::is_sorted_until(rows, {}, time);
  const auto ascends_without = [&](auto skipped) {
    const auto next = skipped + 1;
    return std::ranges::is_sorted(next, rows.end(), {}, time) &&
           (skipped == rows.begin() || next == rows.end() ||
            time(skipped[-1]) <= time(*next));
  };
  // All before the fall ascends.
  return ascends_without(fall - 1) || ascends_without(fall);
}

// Whether the times begin again, as in a second take: sorted, its keyframes
// would lie between those of the first.
bool BeginsAgain(const std::vector<Row>& rows) {
  const float first = rows.front().time();
  return std::ranges::min(rows, {}, &Row::time).time() == first &&
         std::ranges::count(rows, first, &Row::time) > 1;
}

// Whether the order is wrong beyond doubt, and not some times: sorted, the rows
// are evenly apart, begin and end when they did, and one of them at least lies
// alone between two falls. Where all ascend in groups, these may be takes.
bool IsOnlyOrder(const std::vector<Row>& rows) {
  if (IsOneOff(rows)) return false;
  const size_t count = rows.size();
  std::vector<float> times;
  size_t group = 0;
  bool alone = false;
  for (size_t i = 0; i < count; ++i) {
    times.push_back(rows[i].time());
    ++group;
    if (i + 1 != count && rows[i].time() <= rows[i + 1].time()) continue;
    alone = alone || group == 1;
    group = 0;
  }
  const float first = times.front();
  const float last = times.back();
  std::ranges::sort(times);
  if (!alone || times.front() != first || times.back() != last) return false;
  const double step = (double{last} - first) / static_cast<double>(count - 1);
  for (size_t i = 0; i < count; ++i) {
    const double even = first + step * static_cast<double>(i);
    if (!(std::abs(times[i] - even) < step / 4)) return false;
  }
  return true;
}

// Whether no time shows the row: it is between two of the same time, or the
// same as the one before.
bool IsNeverSeen(const Block& block, size_t i) {
  const auto time = [&](size_t k) { return block.rows[k].time(); };
  if (i == 0 || time(i - 1) != time(i)) return false;
  if (i + 1 < block.rows.size() && time(i + 1) == time(i)) return true;
  return block.rows[i - 1].numbers == block.rows[i].numbers;
}

}  // namespace

void FixWeights(const LazyFinding& found, TextPlan& plan) {
  const std::string_view text = plan.TextAt(found.bytes());
  const auto words = WordsOf(text);
  if (!words || words->values.empty()) return;
  if (const auto rounded = RoundedTo1(*words)) {
    plan.Replace(
        found, true, Rewritten(text, *words, *rounded), /*lost=*/{},
        "the weights were rounded: what is missing is added to the largest");
    return;
  }
  const double sum =
      std::accumulate(words->values.begin(), words->values.end(), 0.0);
  if (!(sum > 0.01) || std::ranges::min(words->values) < 0) {
    return plan.Refuse(found, "they say nothing of which bones are meant");
  }
  std::vector<std::string> numbers;
  for (const double value : words->values) {
    numbers.push_back(FloatText(static_cast<float>(value / sum)));
  }
  plan.Replace(
      found, false, Rewritten(text, *words, numbers), /*lost=*/{},
      "all four are divided by their sum: if one of them is missing, the "
      "vertex moves otherwise than it was meant");
}

bool FixTangent(const LazyFinding& found, TextPlan& plan) {
  const std::string_view text = plan.text();
  const auto at = static_cast<size_t>(found.bytes().offset);
  const size_t label = text.rfind(':', at);
  if (label == std::string_view::npos) return false;
  m3d::TokenCursor in(BytesOf(text), label + 1);
  std::vector<m3d::Token> words;
  m3d::Token next = in.Next();
  for (; next && !next.text.ends_with(':') && words.size() < 5;
       next = in.Next()) {
    words.push_back(next);
  }
  const m3d::Field& normal_field =
      m3d::kVertexRow[m3d::FieldOf(m3d::kVertexRow, "normal")];
  if (words.size() < 3 || words.size() > 4 ||
      (next.text != normal_field.label &&
       next.text != normal_field.other_label)) {
    return false;
  }
  Direction normal = {};
  for (double& value : normal) {
    float number = 0;
    if (m3d::ReadReal(in.Next().text, number) != m3d::NumberFault::kNone) {
      return false;
    }
    value = number;
  }
  const auto is_nan = [](const m3d::Token& word) {
    return m3d::IsNotComputed(word.text);
  };
  const auto first = std::ranges::find_if(words, is_nan);
  const auto tangent = RightAngleTo(normal);
  if (first == words.end() || first - words.begin() >= 3 || !tangent) {
    return false;
  }
  if (first->offset != at) return true;  // planned with the first
  std::string row;
  for (const double value : *tangent) {
    absl::StrAppend(&row, row.empty() ? "" : " ",
                    FloatText(static_cast<float>(value)));
  }
  size_t replaced = 3;
  if (words.size() == 4 && is_nan(words[3])) {
    row += " 1";
    ++replaced;
  }
  const m3d::Token& last = words[replaced - 1];
  plan.Replace({.code = found.code(),
                .safe = false,
                .scope = found.scope(),
                .bytes = {words[0].offset,
                          last.offset + last.text.size() - words[0].offset},
                .replacement = row},
               [&] {
                 return FixText{
                     .path = found.path(),
                     .note =
                         "at right angles to the normal: which of all "
                         "such is meant, the texture does not say"};
               });
  return true;
}

void FixLength(const LazyFinding& found, TextPlan& plan) {
  const std::string_view text = plan.TextAt(found.bytes());
  const auto words = WordsOf(text);
  if (!words) return;
  double squares = 0;
  for (const double value : words->values) squares += value * value;
  const double length = std::sqrt(squares);
  if (!(length > 1e-3) || !std::isfinite(length)) {
    return plan.Refuse(found, "it has no direction");
  }
  std::vector<std::string> numbers;
  for (const double value : words->values) {
    numbers.push_back(FloatText(static_cast<float>(value / length)));
  }
  plan.Replace(found, false, Rewritten(text, *words, numbers), /*lost=*/{},
               "what uses it as it is looks different");
}

void KeyframeFixer::Fix(const LazyFinding& found) {
  const uint64_t at = found.bytes().offset;
  if (at >= done_begin_ && at < done_end_) return;
  const std::string_view text = plan_.text();
  const auto block = BlockAt(text, static_cast<size_t>(at));
  if (!block) return plan_.Refuse(found, "the keyframes cannot be told apart");
  const std::vector<Row>& rows = block->rows;
  done_begin_ = rows.front().begin;
  done_end_ = rows.back().end;
  const auto time = [](const Row& row) { return row.time(); };
  if (!std::ranges::is_sorted(rows, {}, time)) {
    const bool safe = IsOnlyOrder(rows);
    if (!safe && !IsOneOff(rows) && BeginsAgain(rows)) {
      return plan_.Refuse(found, "the times begin again, as in a second take");
    }
    plan_.Replace({.code = FindingCode::kKeyTimeDecreasing,
                   .safe = safe,
                   .bytes = {done_begin_, done_end_ - done_begin_},
                   .replacement = Sorted(text, *block)},
                  [&] {
                    return FixText{
                        .path = found.path(),
                        .note = safe
                                    ? "sorted, the bone's keyframes are evenly "
                                      "apart, and begin and end when they did"
                                    : "perhaps the order is right, and times "
                                      "are wrong"};
                  });
    return;
  }
  std::string kept;
  size_t count = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (IsNeverSeen(*block, i)) continue;
    if (i != 0) {
      kept += text.substr(rows[i - 1].end, rows[i].begin - rows[i - 1].end);
    }
    kept += TextOf(text, rows[i]);
    ++count;
  }
  if (count == rows.size()) {
    return plan_.Refuse(found, "the animation jumps here: that may be meant");
  }
  const auto after_count =
      static_cast<size_t>(block->count.offset + block->count.length);
  plan_.Replace(
      {.code = FindingCode::kKeyTimeDuplicate,
       .bytes = {block->count.offset, done_end_ - block->count.offset},
       .replacement = Joined(
           {absl::StrCat(count),
            text.substr(after_count, rows[0].begin - after_count), kept})},
      [&] {
        return FixText{.path = found.path(),
                       .lost = absl::StrCat(rows.size() - count,
                                            " keyframes that no time shows")};
      });
}

}  // namespace clipguard::actions
