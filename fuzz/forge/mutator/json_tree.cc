// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/mutator/json_tree.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "fuzz/shared/wide.h"

namespace clipguard::fuzz {
namespace {

using Kind = JsonTree::Kind;

constexpr size_t kMaxDepth = 48;

class Decoder {
 public:
  explicit Decoder(std::span<const uint8_t> bytes)
      : s_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  JsonText Decode() {
    JsonText text;
    if (s_.starts_with(kByteOrderMark)) {
      text.byte_order_mark = true;
      at_ = kByteOrderMark.size();
    }
    Skip();
    text.root = Value(0);
    const size_t end = at_;
    Skip();
    if (at_ < s_.size()) text.trailing = s_.substr(end);
    text.spacing = comments_  ? JsonSpacing::kComments
                   : returns_ ? JsonSpacing::kReturns
                   : lines_   ? JsonSpacing::kLines
                   : spaces_  ? JsonSpacing::kSpaces
                              : JsonSpacing::kNone;
    return text;
  }

 private:
  char Peek() const { return at_ < s_.size() ? s_[at_] : '\0'; }

  // Blanks and comments.
  void Skip() {
    for (; at_ < s_.size(); ++at_) {
      const char c = s_[at_];
      if (c == '#' || s_.substr(at_, 2) == "//") {
        comments_ = true;
        at_ = std::min(s_.find_first_of("\r\n", at_), s_.size());
        if (at_ == s_.size()) return;
      } else if (s_.substr(at_, 2) == "/*") {
        comments_ = true;
        const size_t end = s_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? s_.size() - 1 : end + 1;
      } else if (c == '\n') {
        lines_ = true;
      } else if (c == '\r') {
        returns_ = true;
      } else if (c == ' ' || c == '\t') {
        spaces_ = true;
      } else {
        return;
      }
    }
  }

  // Up to the closing quote, or the end of the text.
  std::string String() {
    const size_t begin = ++at_;
    while (at_ < s_.size() && s_[at_] != '"') at_ += s_[at_] == '\\' ? 2 : 1;
    const size_t end = std::min(at_, s_.size());
    at_ = std::min(end + 1, s_.size());
    return std::string(s_.substr(begin, end - begin));
  }

  std::string Word() {
    const size_t begin = at_;
    at_ = std::min(s_.find_first_of(" \t\r\n,:\"[]{}#/", at_), s_.size());
    return std::string(s_.substr(begin, at_ - begin));
  }

  JsonTree Value(size_t depth) {
    if (Peek() == '"') return JsonString(String());
    if (Peek() != '{' && Peek() != '[') return JsonWord(Word());
    if (depth == kMaxDepth) return JsonWord(Brackets());
    JsonTree tree;
    tree.kind = Peek() == '{' ? Kind::kObject : Kind::kArray;
    const char close = tree.is_object() ? '}' : ']';
    ++at_;
    for (;;) {
      Skip();
      if (at_ == s_.size()) return tree;
      if (Peek() == close) {
        ++at_;
        return tree;
      }
      const size_t begin = at_;
      std::string key;
      if (tree.is_object() && Peek() == '"') {
        key = String();
        Skip();
        if (Peek() == ':') ++at_;
        Skip();
      }
      tree.children.push_back(Value(depth + 1));
      tree.children.back().key = std::move(key);
      Skip();
      if (Peek() == ',') ++at_;
      // Skip a character that is neither a value nor a comma.
      if (at_ == begin) ++at_;
    }
  }

  // To the bracket that closes the one that is here.
  std::string Brackets() {
    const size_t begin = at_;
    size_t open = 0;
    while (at_ < s_.size()) {
      const char c = s_[at_];
      if (c == '"') {
        String();
        continue;
      }
      ++at_;
      if (c == '{' || c == '[') ++open;
      if ((c == '}' || c == ']') && --open == 0) break;
    }
    return std::string(s_.substr(begin, at_ - begin));
  }

  std::string_view s_;
  size_t at_ = 0;
  bool comments_ = false;
  bool returns_ = false;
  bool lines_ = false;
  bool spaces_ = false;
};

class Encoder {
 public:
  explicit Encoder(JsonSpacing spacing) : spacing_(spacing) {}

  void Write(const JsonTree& tree, size_t depth) {
    if (tree.is_string()) return WriteString(tree.text);
    if (tree.kind == Kind::kWord) {
      out_ += tree.text;
      return;
    }
    out_ += tree.is_object() ? '{' : '[';
    bool first = true;
    for (const JsonTree& child : tree.children) {
      if (!first) out_ += ',';
      Gap(depth + 1, first);
      first = false;
      if (tree.is_object()) {
        WriteString(child.key);
        if (spacing_ == JsonSpacing::kComments) Gap(depth + 1, true);
        out_ += ':';
        if (spacing_ != JsonSpacing::kNone) out_ += ' ';
      }
      Write(child, depth + 1);
    }
    if (!first) Gap(depth, true);
    out_ += tree.is_object() ? '}' : ']';
  }

  std::string Take() { return std::move(out_); }

 private:
  void WriteString(const std::string& text) {
    out_ += '"';
    out_ += text;
    out_ += '"';
  }

  void Gap(size_t depth, bool beside_bracket) {
    ++gaps_;
    switch (spacing_) {
      case JsonSpacing::kNone:
        return;
      case JsonSpacing::kSpaces:
        if (!beside_bracket) out_ += ' ';
        return;
      case JsonSpacing::kLines:
        out_ += '\n';
        out_.append(depth, ' ');
        return;
      case JsonSpacing::kReturns:
        out_ += gaps_ % 2 == 0 ? "\r" : "\r\n\t";
        return;
      case JsonSpacing::kComments: {
        static constexpr std::string_view kComments[] = {
            "// one\n", "/* \" */", "# [\r", "\n", "/***/", "//\r\n", " "};
        out_ += kComments[gaps_ % 7];
        return;
      }
    }
  }

  JsonSpacing spacing_;
  size_t gaps_ = 0;
  std::string out_;
};

JsonTree* Longest(JsonTree& root) {
  JsonTree* longest = &root;
  for (JsonTree* tree : AllIn(root)) {
    if (tree->children.size() > longest->children.size()) longest = tree;
  }
  return longest;
}

bool IsHex(std::string_view digits) {
  return digits.size() == 4 &&
         digits.find_first_not_of("0123456789abcdefABCDEF") ==
             std::string_view::npos;
}

// Halves of surrogate pairs are not told apart from whole ones: none is sound.
bool IsSoundString(std::string_view text) {
  if (FindUtf8Error(text)) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (static_cast<unsigned char>(text[i]) < 0x20) return false;
    if (text[i] != '\\') continue;
    const char escape = i + 1 < text.size() ? text[++i] : '\0';
    if (escape == 'u') {
      const std::string_view digits = text.substr(i + 1, 4);
      if (!IsHex(digits)) return false;
      if ((digits[0] | 0x20) == 'd' && digits[1] > '7' &&
          text.substr(i + 1, 10) != "d83d\\ude00") {
        return false;
      }
      if (digits == "d83d") i += 6;
      i += 4;
    } else if (std::string_view("\"\\/bfnrt").find(escape) ==
               std::string_view::npos) {
      return false;
    }
  }
  return true;
}

void MendString(std::string& text) {
  if (IsSoundString(text)) return;
  std::erase_if(text, [](char c) { return c <= ' ' || c == '\\' || c > 'z'; });
}

}  // namespace

JsonTree* JsonTree::Find(std::string_view wanted) {
  for (JsonTree& child : children) {
    if (child.key == wanted) return &child;
  }
  return nullptr;
}

JsonTree JsonWord(std::string text) {
  JsonTree tree;
  tree.text = std::move(text);
  return tree;
}

JsonTree JsonString(std::string text) {
  JsonTree tree;
  tree.kind = Kind::kString;
  tree.text = std::move(text);
  return tree;
}

JsonTree JsonArray(std::vector<JsonTree> elements) {
  JsonTree tree;
  tree.kind = Kind::kArray;
  tree.children = std::move(elements);
  return tree;
}

JsonTree JsonObject(std::vector<JsonTree> members) {
  JsonTree tree = JsonArray(std::move(members));
  tree.kind = Kind::kObject;
  return tree;
}

JsonTree WithKey(std::string key, JsonTree tree) {
  tree.key = std::move(key);
  return tree;
}

JsonText DecodeJson(std::span<const uint8_t> bytes) {
  return Decoder(bytes).Decode();
}

std::string EncodeJson(const JsonText& text) {
  Encoder encoder(text.spacing);
  encoder.Write(text.root, 0);
  std::string out(text.byte_order_mark ? kByteOrderMark : std::string_view());
  out += encoder.Take();
  out += text.trailing;
  return Widen(std::move(out), text.encoding);
}

bool HalveJson(JsonText& text) {
  std::vector<JsonTree>& list = Longest(text.root)->children;
  if (list.empty()) return false;
  list.resize(list.size() / 2);
  return true;
}

bool IsJsonNumber(const JsonTree& tree) {
  if (tree.kind != JsonTree::Kind::kWord || tree.text.empty()) return false;
  const std::string& t = tree.text;
  size_t i = t[0] == '-' ? 1 : 0;
  const size_t begin = i;
  while (i < t.size() && t[i] >= '0' && t[i] <= '9') ++i;
  if (i == begin || (t[begin] == '0' && i > begin + 1)) return false;
  // A fraction and an exponent with digits, and nothing after.
  if (i < t.size() && t[i] == '.') {
    const size_t end = t.find_first_not_of("0123456789", ++i);
    if (end == i || i == t.size()) return false;
    i = std::min(end, t.size());
  }
  if (i < t.size() && (t[i] == 'e' || t[i] == 'E')) {
    ++i;
    if (i < t.size() && (t[i] == '+' || t[i] == '-')) ++i;
    if (i == t.size()) return false;
    i = std::min(t.find_first_not_of("0123456789", i), t.size());
  }
  return i == t.size();
}

void MendJson(JsonTree& root) {
  for (JsonTree* tree : AllIn(root)) {
    MendString(tree->key);
    if (tree->is_string()) MendString(tree->text);
    if (tree->kind != Kind::kWord || IsJsonNumber(*tree)) continue;
    if (tree->text.starts_with('[') || tree->text == "true" ||
        tree->text == "false" || tree->text == "null") {
      continue;
    }
    tree->text = "0";
  }
}

std::vector<JsonTree*> AllIn(JsonTree& tree) {
  std::vector<JsonTree*> all = {&tree};
  for (size_t i = 0; i < all.size(); ++i) {
    for (JsonTree& child : all[i]->children) all.push_back(&child);
  }
  return all;
}

std::vector<JsonTree*> AllOldIn(JsonTree& tree) {
  std::vector<JsonTree*> all = {&tree};
  for (size_t i = 0; i < all.size(); ++i) {
    for (JsonTree& child : all[i]->children) {
      if (!child.grown) all.push_back(&child);
    }
  }
  return all;
}

}  // namespace clipguard::fuzz
