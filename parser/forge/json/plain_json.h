// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ReadPlainJson: the quick way through JSON that is as most files are: an
// object or array without comments, without escapes in its strings, and without
// faults.
//
// It gives up at the first thing that is otherwise, and says nothing about why:
// then the text is read again, from its beginning, by RapidJSON's reader
// (json_document.cc), which is the one to judge. So it may be stricter than the
// grammar, never laxer, and what is reported does not depend on it.
//
// The text may change meanwhile. Places are those of the moment, and always
// within it.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_PLAIN_JSON_H_
#define CLIPGUARD_PARSER_FORGE_JSON_PLAIN_JSON_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace clipguard::forge {

enum class PlainToken : uint8_t {
  kNull,
  kFalse,
  kTrue,
  kNumber,
  kString,
  kArray,
  kObject,
};

// Bytes of a text, eight at a time. The first one is the lowest.
struct TextWord {
  static constexpr uint64_t kOnes = 0x0101010101010101;
  static constexpr uint64_t kHighs = 0x8080808080808080;

  static uint64_t At(const char* p) {
    uint64_t word;
    std::memcpy(&word, p, sizeof(word));
    if constexpr (std::endian::native == std::endian::big) {
      word = __builtin_bswap64(word);
    }
    return word;
  }
  // The first byte that has a bit. REQUIRES: bits != 0.
  static size_t First(uint64_t bits) {
    return static_cast<size_t>(std::countr_zero(bits)) / 8;
  }
  // The first bit that is set is in the first byte that is a quote, a backslash
  // or below a blank; there may be others above it that mean nothing.
  static uint64_t EndsOfPlainText(uint64_t word) {
    const uint64_t quote = word ^ (kOnes * '"');
    const uint64_t backslash = word ^ (kOnes * '\\');
    return (((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash) |
            ((word - kOnes * 0x20) & ~word)) &
           kHighs;
  }
};

#ifdef __SSE2__
// The same for sixteen bytes, with a bit for each.
struct TextVector {
  static TextVector At(const char* p) {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))};
  }
  // Not 0 if one of the bytes is not ASCII.
  uint32_t NotAscii() const {
    return static_cast<uint32_t>(_mm_movemask_epi8(bytes));
  }
  // Those that are a quote, a backslash or below a blank.
  uint32_t EndsOfPlainText() const {
    const __m128i control =
        _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return static_cast<uint32_t>(_mm_movemask_epi8(
        _mm_or_si128(control, _mm_or_si128(quote, backslash))));
  }

  __m128i bytes;
};
#endif

// Tells `builder` of each token, in order:
//
//   // A key, or a value that is neither array nor object. [begin, end) is in
//   // the text; of strings, the quotes are in it.
//   bool Scalar(PlainToken token, size_t begin, size_t end);
//   // Of an array or object.
//   bool Start(PlainToken token, size_t begin);
//   void End();
//   // Whether what is open is an object. REQUIRES: something is.
//   bool InObject();
//   bool IsDone();  // nothing is open
//
// False from the builder ends the reading: it is too deep, or too much. False
// from Read(): the text is not plain, and the builder has to be thrown away.
template <typename Builder>
class PlainJsonReader {
 public:
  PlainJsonReader(std::string_view text, size_t at, Builder& builder)
      : begin_(text.data()),
        end_(text.data() + text.size()),
        p_(begin_ + at),
        builder_(builder) {}

  bool Read() {
    SkipBlanks();
    if (Next() != '{' && Next() != '[') return false;
    for (bool more = true; more;) {
      if (!Element() || !Close(more)) return false;
      if (more && builder_.InObject() && !Key()) return false;
    }
    return p_ == end_;
  }

  // After Read() gave true: whether all of the text is ASCII.
  bool is_ascii() const {
    return ((seen_ & TextWord::kHighs) | not_ascii_) == 0;
  }

 private:
  // All of these become one function, so that p_ stays in a register.
  char Next() const { return p_ == end_ ? '\0' : *p_; }
  size_t Offset(const char* p) const { return static_cast<size_t>(p - begin_); }

  [[gnu::always_inline]] void SkipBlanks() {
    if (p_ == end_ || static_cast<unsigned char>(*p_) > ' ') return;
    if (*p_ == ' ' && end_ - p_ > 1 &&
        static_cast<unsigned char>(p_[1]) > ' ') {
      ++p_;
      return;
    }
    for (;;) {
      while (end_ - p_ >= 8) {
        const uint64_t other = TextWord::At(p_) ^ (TextWord::kOnes * ' ');
        if (other != 0) {
          p_ += TextWord::First(other);
          break;
        }
        p_ += 8;
      }
      if (p_ == end_ ||
          (*p_ != '\n' && *p_ != '\r' && *p_ != '\t' && *p_ != ' ')) {
        return;
      }
      ++p_;
    }
  }

  // A value; of an array or object that is not empty, its beginning, and so on
  // up to the first value that has no others in it.
  [[gnu::always_inline]] bool Element() {
    for (;;) {
      const char c = Next();
      if (c != '{' && c != '[') return Scalar(c);
      const bool object = c == '{';
      if (!builder_.Start(object ? PlainToken::kObject : PlainToken::kArray,
                          Offset(p_))) {
        return false;
      }
      ++p_;
      SkipBlanks();
      if (Next() == (object ? '}' : ']')) return true;  // Close() takes it
      if (object && !Key()) return false;
    }
  }

  // What follows a value: ends of arrays and objects, and a comma. `more` is
  // whether another value follows.
  [[gnu::always_inline]] bool Close(bool& more) {
    for (;;) {
      SkipBlanks();
      if (builder_.IsDone()) {
        more = false;
        return true;
      }
      const char c = Next();
      if (c == ',') {
        ++p_;
        SkipBlanks();
        return true;
      }
      if (c != (builder_.InObject() ? '}' : ']')) return false;
      ++p_;
      builder_.End();
    }
  }

  // A key, its colon, and the blanks after it.
  [[gnu::always_inline]] bool Key() {
    if (Next() != '"' || !String()) return false;
    SkipBlanks();
    if (Next() != ':') return false;
    ++p_;
    SkipBlanks();
    return true;
  }

  [[gnu::always_inline]] bool Scalar(char first) {
    switch (first) {
      case '"':
        return String();
      case 't':
        return Word("true", PlainToken::kTrue);
      case 'f':
        return Word("false", PlainToken::kFalse);
      case 'n':
        return Word("null", PlainToken::kNull);
      default:
        return Number();
    }
  }

  [[gnu::always_inline]] bool Word(std::string_view word, PlainToken token) {
    const auto size = static_cast<ptrdiff_t>(word.size());
    if (end_ - p_ < size || std::string_view(p_, word.size()) != word) {
      return false;
    }
    const char* const first = p_;
    p_ += size;
    return builder_.Scalar(token, Offset(first), Offset(p_));
  }

  [[gnu::always_inline]] bool String() {
    const char* const first = p_++;
#ifdef __SSE2__
    for (; end_ - p_ >= 16; p_ += 16) {
      const TextVector vector = TextVector::At(p_);
      not_ascii_ |= vector.NotAscii();
      const uint32_t ends = vector.EndsOfPlainText();
      if (ends == 0) continue;
      p_ += std::countr_zero(ends);
      if (*p_ != '"') return false;
      ++p_;
      return builder_.Scalar(PlainToken::kString, Offset(first), Offset(p_));
    }
#endif
    for (; end_ - p_ >= 8; p_ += 8) {
      const uint64_t word = TextWord::At(p_);
      seen_ |= word;
      const uint64_t ends = TextWord::EndsOfPlainText(word);
      if (ends != 0) {
        p_ += TextWord::First(ends);
        break;
      }
    }
    // The last few bytes of the text, or the one that was found.
    while (p_ != end_ && *p_ != '"') {
      const auto byte = static_cast<unsigned char>(*p_);
      if (byte == '\\' || byte < ' ') return false;
      seen_ |= byte;
      ++p_;
    }
    if (p_ == end_) return false;
    ++p_;
    return builder_.Scalar(PlainToken::kString, Offset(first), Offset(p_));
  }

  // Digits; false if there is none.
  [[gnu::always_inline]] bool Digits() {
    const char* const first = p_;
    while (p_ != end_ && *p_ >= '0' && *p_ <= '9') ++p_;
    return p_ != first;
  }

  // What follows is looked at as anything after a value is: only a blank, a
  // comma, an end of something may.
  [[gnu::always_inline]] bool Number() {
    const char* const first = p_;
    if (Next() == '-') ++p_;
    if (Next() == '0') {
      ++p_;
    } else if (!Digits()) {
      return false;
    }
    if (Next() == '.') {
      ++p_;
      if (!Digits()) return false;
    }
    if (Next() == 'e' || Next() == 'E') {
      ++p_;
      if (Next() == '+' || Next() == '-') ++p_;
      if (!Digits()) return false;
    }
    return builder_.Scalar(PlainToken::kNumber, Offset(first), Offset(p_));
  }

  const char* const begin_;
  const char* const end_;
  const char* p_;
  // All words that strings are in, one on top of the other. The rest of plain
  // JSON is ASCII.
  uint64_t seen_ = 0;
  uint32_t not_ascii_ = 0;
  Builder& builder_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_PLAIN_JSON_H_
