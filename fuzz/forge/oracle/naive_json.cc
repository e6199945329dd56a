// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/oracle/naive_json.h"

#include <algorithm>
#include <cstdint>

namespace clipguard::fuzz {
namespace {

bool IsDigit(int c) { return c >= '0' && c <= '9'; }

void AppendUtf8(uint32_t c, std::string& out) {
  const auto add = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xc0 | c >> 6);
    add(0x80 | (c & 63));
  } else if (c < 0x10000) {
    add(0xe0 | c >> 12);
    add(0x80 | (c >> 6 & 63));
    add(0x80 | (c & 63));
  } else {
    add(0xf0 | c >> 18);
    add(0x80 | (c >> 12 & 63));
    add(0x80 | (c >> 6 & 63));
    add(0x80 | (c & 63));
  }
}

// Decodes each character and encodes it again.
bool IsUtf8(std::string_view s) {
  for (size_t i = 0; i < s.size();) {
    const auto lead = static_cast<unsigned char>(s[i]);
    const size_t size = lead < 0x80   ? 1
                        : lead < 0xc0 ? 0
                        : lead < 0xe0 ? 2
                        : lead < 0xf0 ? 3
                        : lead < 0xf8 ? 4
                                      : 0;
    if (size == 0 || size > s.size() - i) return false;
    uint32_t c = size == 1 ? lead : lead & (0x7fu >> size);
    for (size_t k = 1; k < size; ++k) {
      c = c << 6 | (static_cast<unsigned char>(s[i + k]) & 63);
    }
    std::string again;
    if (c < 0x110000 && (c < 0xd800 || c > 0xdfff)) AppendUtf8(c, again);
    if (again != s.substr(i, size)) return false;
    i += size;
  }
  return true;
}

class JsonReader {
 public:
  JsonReader(std::string_view text, size_t depth) : s_(text), depth_(depth) {}

  bool Read(NaiveJson& root) {
    if (!IsUtf8(s_)) return false;
    if (s_.starts_with("\xef\xbb\xbf")) at_ = 3;
    if (!Skip() || !Value(root, 0)) return false;
    // After the end only blanks.
    return s_.find_first_not_of(" \t\r\n", at_) == std::string_view::npos;
  }

 private:
  int Peek() const {
    return at_ < s_.size() ? static_cast<unsigned char>(s_[at_]) : -1;
  }
  bool Take(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }
  bool TakeWord(std::string_view word) {
    if (!s_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // False if a comment has no end.
  bool Skip() {
    for (;;) {
      if (Take(' ') || Take('\t') || Take('\r') || Take('\n')) continue;
      if (Peek() == '#' || s_.substr(at_).starts_with("//")) {
        while (Peek() != -1 && Peek() != '\n' && Peek() != '\r') ++at_;
      } else if (TakeWord("/*")) {
        while (!TakeWord("*/")) {
          if (Peek() == -1) return false;
          ++at_;
        }
      } else {
        return true;
      }
    }
  }

  bool Value(NaiveJson& value, size_t depth) {
    value.begin = at_;
    const bool read = ValueHere(value, depth);
    value.end = at_;
    return read;
  }

  bool ValueHere(NaiveJson& value, size_t depth) {
    switch (Peek()) {
      case '{':
        return depth < depth_ && Object(value, depth + 1);
      case '[':
        return depth < depth_ && Array(value, depth + 1);
      case '"':
        return String(value);
      case 'n':
      case 't':
      case 'f':
        value.kind = static_cast<char>(Peek());
        return TakeWord("null") || TakeWord("true") || TakeWord("false");
      default:
        return Number(value);
    }
  }

  bool Object(NaiveJson& object, size_t depth) {
    object.kind = '{';
    Take('{');
    if (!Skip()) return false;
    if (Take('}')) return true;
    for (;;) {
      auto& [key, value] = object.members.emplace_back();
      if (Peek() != '"' || !Value(key, depth)) return false;
      if (!Skip() || !Take(':') || !Skip()) return false;
      if (!Value(value, depth) || !Skip()) return false;
      if (Take('}')) return true;
      if (!Take(',') || !Skip()) return false;
    }
  }

  bool Array(NaiveJson& array, size_t depth) {
    array.kind = '[';
    Take('[');
    if (!Skip()) return false;
    if (Take(']')) return true;
    for (;;) {
      if (!Value(array.elements.emplace_back(), depth) || !Skip()) return false;
      if (Take(']')) return true;
      if (!Take(',') || !Skip()) return false;
    }
  }

  bool Digits() {
    const size_t begin = at_;
    while (IsDigit(Peek())) ++at_;
    return at_ != begin;
  }

  bool Number(NaiveJson& number) {
    number.kind = '0';
    const size_t begin = at_;
    Take('-');
    if (!Take('0') && !Digits()) return false;
    if (Take('.') && !Digits()) return false;
    if (Take('e') || Take('E')) {
      if (!Take('+')) Take('-');
      if (!Digits()) return false;
    }
    number.text = s_.substr(begin, at_ - begin);
    return true;
  }

  bool Hex(uint32_t& value) {
    value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const int c = Peek();
      const int lower = c | 0x20;
      if (IsDigit(c)) {
        value = value * 16 + static_cast<uint32_t>(c - '0');
      } else if (c != -1 && lower >= 'a' && lower <= 'f') {
        value = value * 16 + static_cast<uint32_t>(lower - 'a' + 10);
      } else {
        return false;
      }
    }
    return true;
  }

  bool String(NaiveJson& string) {
    string.kind = '"';
    Take('"');
    while (!Take('"')) {
      if (Peek() < 0x20) return false;
      if (!Take('\\')) {
        string.text += s_[at_++];
      } else if (!Escape(string.text)) {
        return false;
      }
    }
    return true;
  }

  bool Escape(std::string& out) {
    if (Take('u')) {
      uint32_t c = 0;
      uint32_t low = 0;
      if (!Hex(c)) return false;
      if (c >= 0xdc00 && c < 0xe000) return false;
      if (c >= 0xd800 && c < 0xdc00) {
        if (!TakeWord("\\u") || !Hex(low)) return false;
        if (low < 0xdc00 || low >= 0xe000) return false;
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
      }
      AppendUtf8(c, out);
      return true;
    }
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    constexpr std::string_view kMeaning = "\"\\/\b\f\n\r\t";
    if (Peek() == -1) return false;
    const size_t which = kEscapes.find(s_[at_++]);
    if (which == std::string_view::npos) return false;
    out += kMeaning[which];
    return true;
  }

  std::string_view s_;
  size_t at_ = 0;
  size_t depth_;
};

// As a pointer shows it.
bool IsToken(std::string_view token, std::string_view key) {
  std::string shown;
  for (const char c : key) {
    if (c == '~') {
      shown += "~0";
    } else if (c == '/') {
      shown += "~1";
    } else {
      shown += c;
    }
  }
  if (shown == token) return true;
  return key.size() > 1000 && token.ends_with("...") &&
         shown.starts_with(token.substr(0, token.size() - 3));
}

}  // namespace

std::optional<NaiveJson> ReadJsonNaively(std::string_view text, size_t depth) {
  NaiveJson root;
  if (!JsonReader(text, std::min<size_t>(depth, 1000)).Read(root)) {
    return std::nullopt;
  }
  return root;
}

std::vector<NaivePlace> PlacesOf(const NaiveJson& root,
                                 std::string_view pointer) {
  std::vector<NaivePlace> places = {{nullptr, &root}};
  while (pointer.starts_with('/')) {
    const size_t end = std::min(pointer.find('/', 1), pointer.size());
    const std::string_view token = pointer.substr(1, end - 1);
    pointer = pointer.substr(end);
    std::vector<NaivePlace> next;
    for (const NaivePlace& place : places) {
      for (const auto& [key, value] : place.value->members) {
        if (IsToken(token, key.text)) next.push_back({&key, &value});
      }
      const auto& elements = place.value->elements;
      for (size_t i = 0; i < elements.size(); ++i) {
        if (std::to_string(i) == token) next.push_back({nullptr, &elements[i]});
      }
    }
    places = std::move(next);
  }
  return places;
}

}  // namespace clipguard::fuzz
