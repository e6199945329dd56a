// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/repair/forge/fixes.h"
#include "actions/repair/forge/json_text.h"
#include "base/utf8.h"
#include "parser/forge/json/json_fields.h"

namespace clipguard::actions {
namespace {

using enum FindingCode;

constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";

// A word without the quotes of word processors, U+2018 to U+201F, around it.
// The game takes them for a part of the name.
std::string_view WithoutTypographicQuotes(std::string_view word) {
  constexpr size_t kSize = 3;
  const auto is_quote = [](std::string_view c) {
    return c.starts_with("\xE2\x80") &&
           static_cast<uint8_t>(c[2]) / 8 == 0x98 / 8;
  };
  if (word.size() <= 2 * kSize || !is_quote(word.substr(0, kSize)) ||
      !is_quote(word.substr(word.size() - kSize))) {
    return word;
  }
  return word.substr(kSize, word.size() - 2 * kSize);
}

// Reads the text as leniently as it can be understood, and passes on what a
// strict reader would have otherwise.
class LenientReader {
 public:
  using Fix =
      absl::FunctionRef<void(const TextFix& fix, std::string_view lost)>;

  LenientReader(std::string_view text, const Limits& limits, Fix fix)
      : text_(text), limits_(limits), fix_(fix) {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  // Empty if all was understood; else why not.
  std::string_view Read() {
    while (reason_.empty() && Step()) {
      if (levels_.empty() && next_ == Next::kComma) root_end_ = at_;
    }
    if (reason_.empty()) ReadEnd();
    return reason_;
  }
  size_t at() const { return at_; }
  // Whether a word that is a value becomes a string.
  bool quotes_values() const { return quotes_values_; }

 private:
  // The tokens that may come next in a container, or outside of all.
  enum class Next : uint8_t {
    kFirst,  // a value, a key, or the container's end
    kValue,  // a value
    kKey,    // a key
    kColon,
    kComma,  // a comma, or the container's end
  };
  struct Level {
    bool object;
    Next next;
  };

  void Add(bool safe, size_t begin, size_t end, std::string_view text) {
    fix_({.code = kJsonSyntax,
          .safe = safe,
          .bytes = {begin, end - begin},
          .replacement = text},
         {});
  }
  bool Fail(std::string_view reason) {
    reason_ = reason;
    return false;
  }

  Next& next() { return levels_.empty() ? next_ : levels_.back().next; }
  bool in_object() const { return !levels_.empty() && levels_.back().object; }
  // The state at the start of a container, or after a comma.
  Next Begin() const { return in_object() ? Next::kKey : Next::kValue; }

  // One token; false at the end of the text, or of the outermost value.
  bool Step() {
    const auto token = SkipBlank(text_, at_);
    if (!token) return Fail("a comment has no end");
    at_ = *token;
    if (at_ == text_.size()) return false;
    if (levels_.empty() && next_ == Next::kComma) return false;
    const char c = text_[at_];
    switch (c) {
      case '}':
      case ']':
        return Close(c);
      case ',':
      case ';':
        return Comma(c);
      case ':':
      case '=':
        return Colon(c);
      default:
        return Item(c);
    }
  }

  bool Close(char c) {
    if (levels_.empty() || levels_.back().object != (c == '}')) {
      return Fail("brackets do not match");
    }
    if (next() == Next::kColon || (in_object() && next() == Next::kValue)) {
      return Fail("a value is missing");
    }
    // After a comma.
    if (comma_ && next() != Next::kComma) {
      Add(true, *comma_, *comma_ + 1, {});
    }
    comma_.reset();
    levels_.pop_back();
    next() = Next::kComma;
    last_end_ = ++at_;
    return true;
  }

  bool Comma(char c) {
    if (levels_.empty()) return Fail("a comma outside of all brackets");
    if (next() != Next::kComma) return Fail("a value is missing");
    if (c == ';') Add(true, at_, at_ + 1, ",");
    comma_ = at_;
    next() = Begin();
    ++at_;
    return true;
  }

  bool Colon(char c) {
    if (next() != Next::kColon) return Fail("a colon where none can be");
    size_t size = 1;
    if (c == '=') {
      if (text_.substr(at_, 2) == "=>") size = 2;
      Add(true, at_, at_ + size, ":");
    }
    at_ += size;
    next() = Next::kValue;
    return true;
  }

  // A key or a value.
  bool Item(char c) {
    if (next() == Next::kComma) {
      Add(false, last_end_, last_end_, ",");
      next() = Begin();
    }
    if (next() == Next::kFirst) next() = Begin();
    if (next() == Next::kColon) return Fail("a colon is missing");
    comma_.reset();
    const bool key = next() == Next::kKey;
    if (!key && (c == '{' || c == '[')) return Open(c);
    const bool read = c == '"' || c == '\'' ? String(c) : Word(key);
    if (!read) return false;
    last_end_ = at_;
    next() = key ? Next::kColon : Next::kComma;
    return true;
  }

  bool Open(char c) {
    if (levels_.size() >= limits_.json_depth) return Fail("it is too deep");
    levels_.push_back({c == '{', Next::kFirst});
    ++at_;
    return true;
  }

  // A string in quotes of either kind.
  bool String(char quote) {
    const size_t begin = at_;
    std::string out = "\"";
    bool safe = true;
    bool changed = quote != '"';
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_) {
      const char c = text_[at_];
      if (c == '\\') {
        if (!Escape(out, safe, changed)) return false;
      } else if (static_cast<unsigned char>(c) < ' ') {
        // A string that goes on in another line has more likely lost its end.
        if (c == '\n' || c == '\r') return Fail("a string has no end");
        changed = true;
        out += c == '\t' ? std::string("\\t")
                         : absl::StrFormat("\\u%04x", static_cast<unsigned>(c));
      } else if (c == '"') {
        out += "\\\"";
      } else {
        out += c;
      }
    }
    if (at_ >= text_.size()) return Fail("a string has no end");
    ++at_;
    out += '"';
    if (changed) Add(safe, begin, at_, out);
    last_end_ = at_;
    return true;
  }

  // An escape, up to its last character.
  bool Escape(std::string& out, bool& safe, bool& changed) {
    if (at_ + 1 >= text_.size()) return Fail("a string has no end");
    const char c = text_[++at_];
    if (c == '\'') {
      changed = true;
      out += c;
    } else if (std::string_view("\"\\/bfnrt").find(c) !=
               std::string_view::npos) {
      out += '\\';
      out += c;
    } else if (c == 'u' && HasHexDigits(at_ + 1)) {
      out += "\\u";
    } else if (static_cast<unsigned char>(c) < ' ') {
      return Fail("a string has no end");
    } else {
      // "C:\models": the backslash is one.
      changed = true;
      safe = false;
      out += "\\\\";
      out += c;
    }
    return true;
  }

  bool HasHexDigits(size_t at) const {
    const std::string_view digits = text_.substr(at, 4);
    return digits.size() == 4 &&
           digits.find_first_not_of(kHexDigits) == std::string_view::npos;
  }

  // A literal, a number, or a string without quotes.
  bool Word(bool key) {
    const size_t begin = at_;
    size_t end = text_.find_first_of(",;:={}[]\"'#/\\ \t\r\n\f", begin);
    if (end == std::string_view::npos) end = text_.size();
    const std::string_view word = text_.substr(begin, end - begin);
    if (word.empty() || FindUtf8Error(word)) return Fail("no value is here");
    at_ = end;
    const std::string lower =
        absl::AsciiStrToLower(absl::string_view(word.data(), word.size()));
    if (!key && (lower == "true" || lower == "false" || lower == "null")) {
      if (word != lower) Add(true, begin, end, lower);
      return true;
    }
    if (!key && IsJsonNumber(word)) return true;
    if (word.find_first_of("+-.0123456789") == 0 && !key) {
      return OddNumber(word, begin, end);
    }
    for (const char c : word) {
      if (static_cast<unsigned char>(c) < ' ') return Fail("no value is here");
    }
    const std::string_view plain = WithoutTypographicQuotes(word);
    Add(plain.size() == word.size(), begin, end, JsonString(plain));
    quotes_values_ = quotes_values_ || !key;
    return true;
  }

  // ".5", "+1", "5.", "1f": what the game makes of it.
  bool OddNumber(std::string_view word, size_t begin, size_t end) {
    const auto value = forge::ReadJavaDouble(word);
    if (!value || !std::isfinite(*value)) return Fail("this is no number");
    // As few digits as say the same; 17 always do.
    std::string number;
    for (int digits = 1; digits <= 17; ++digits) {
      number = absl::StrFormat("%.*g", digits, *value);
      if (forge::ReadJavaDouble(number) == value) break;
    }
    Add(true, begin, end, number);
    return true;
  }

  // Repairs the end of the text: closes open containers, or removes text after
  // the outermost value.
  void ReadEnd() {
    if (!levels_.empty()) {
      CloseAll();
      return;
    }
    if (next_ != Next::kComma) {
      reason_ = "there is no value";
      return;
    }
    // After it there must be nothing, not even a comment.
    const size_t rest = text_.find_first_not_of(" \t\r\n", root_end_);
    if (rest == std::string_view::npos) return;
    const bool only_comments = at_ == text_.size();
    const bool only_signs =
        text_.find_first_not_of("}],; \t\r\n", at_) == std::string_view::npos;
    const bool brackets = text_.find_first_of("}]", at_) != text_.npos;
    if (!only_comments && !only_signs) {
      reason_ = "something else follows the last bracket";
      return;
    }
    fix_({.code = kJsonTrailingContent,
          .safe = only_comments,
          .bytes = {rest, text_.size() - rest}},
         only_comments ? "a comment after the last bracket"
         : brackets    ? "brackets that nothing opens"
                       : "a sign after the last bracket");
  }

  void CloseAll() {
    if (next() == Next::kColon || (in_object() && next() == Next::kValue)) {
      reason_ = "the text ends within a key and its value";
      return;
    }
    if (comma_ && next() != Next::kComma) {
      Add(true, *comma_, *comma_ + 1, {});
    }
    std::string closing = "\n";
    for (size_t i = levels_.size(); i != 0; --i) {
      closing += levels_[i - 1].object ? '}' : ']';
    }
    Add(false, text_.size(), text_.size(), closing);
  }

  std::string_view text_;
  const Limits& limits_;
  const Fix fix_;
  size_t at_ = 0;
  size_t last_end_ = 0;  // of the last key or value
  size_t root_end_ = 0;  // of the outermost value
  Next next_ = Next::kValue;
  std::vector<Level> levels_;
  std::optional<size_t> comma_;  // the last token, if it is one
  std::string_view reason_;
  bool quotes_values_ = false;
};

// The characters of Windows-1252 from 0x80 to 0x9F; 0 where there is none.
constexpr std::array<uint16_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

// Empty if the byte is no character.
std::string FromWindows1252(uint8_t byte) {
  const unsigned code = byte < 0xA0 ? kWindows1252[byte - 0x80u] : byte;
  if (code == 0) return {};
  std::string text;
  if (code < 0x800) {
    text += static_cast<char>(0xC0 | (code >> 6));
  } else {
    text += static_cast<char>(0xE0 | (code >> 12));
    text += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
  }
  text += static_cast<char>(0x80 | (code & 0x3F));
  return text;
}

}  // namespace

bool FixSyntax(FindingCode code, ByteRange at, const Limits& limits,
               TextPlan& plan) {
  // Nothing is planned of what cannot be understood as a whole.
  bool any = false;
  const auto note = [&](const TextFix&, std::string_view) { any = true; };
  LenientReader reader(plan.text(), limits, note);
  const std::string_view reason = reader.Read();
  if (!reason.empty()) {
    plan.Refuse(
        code, at, [] { return std::string(); },
        absl::StrCat(std::string(reason), " (byte ", reader.at(), ")"));
    return false;
  }
  if (!any) {
    plan.Refuse(
        code, at, [] { return std::string(); },
        "it is not certain what is meant");
    return false;
  }
  LenientReader(plan.text(), limits,
                [&](const TextFix& fix, std::string_view lost) {
                  plan.Replace(fix, [&] {
                    return FixText{.path = {}, .lost = std::string(lost)};
                  });
                })
      .Read();
  return reader.quotes_values();
}

void FixEncoding(ByteRange at, TextPlan& plan) {
  const std::string_view text = plan.text();
  size_t done = 0;
  while (const auto fault = FindUtf8Error(text.substr(done))) {
    const size_t begin = done + fault->offset;
    done = begin + fault->length;
    for (size_t i = begin; i < done; ++i) {
      const auto byte = static_cast<uint8_t>(text[i]);
      const std::string character =
          byte < 0x80 ? std::string(1, text[i]) : FromWindows1252(byte);
      if (character.empty()) {
        plan.Refuse(
            kJsonNotUtf8, at, [] { return std::string(); },
            "a byte is no character of Windows-1252 either");
        return;
      }
      plan.Replace({.code = kJsonNotUtf8,
                    .safe = false,
                    .scope = 0,
                    .bytes = {i, 1},
                    .replacement = character},
                   [] {
                     return FixText{
                         .path = {},
                         .note =
                             "taken for Windows-1252: another code page "
                             "gives other characters"};
                   });
    }
  }
}

}  // namespace clipguard::actions
