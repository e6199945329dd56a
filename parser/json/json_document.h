// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JsonDocument: JSON text as a flat list of places.
//
//   FindingList findings;
//   auto json = ReadJson(text, {}, findings);
//   if (!json) return;  // it is not JSON: the findings say why
//   for (auto [key, value] : json->Members(JsonDocument::kRoot)) ...
//
// Each key and value is a node of eight bytes: what it is, where it begins in
// the text, and where it ends. The nodes lie in the order of the text, so that
// walking them needs neither recursion nor pointers; what a string or number is
// worth is read from the text when somebody asks. The text must outlive the
// document.
//
// A document promises that every access lies within the text. The text must
// not change while the document is used.
//
// As in the game, the text may have //, # and /* */ comments and a byte-order
// mark; but no comment may follow the end. The parser's other
// leniencies (unquoted names, single quotes, semicolons) are errors here: no
// published file has them, and no other program reads them. Keys may repeat:
// the caller decides what that means.
//
// The grammar and the strings are RapidJSON's iterative reader's, over a stream
// of ours. simdjson was the other choice, and is several times quicker at
// parsing alone. It gives no offset for what it refuses, none for the values of
// its tree, refuses numbers beyond double (which the game reads as infinity),
// and needs a copy of the text without its comments; a second scanner would
// have to find all of that again. RapidJSON's reader keeps its state on a heap
// stack of eight bytes a level, says where it stands at each token, and has not
// changed its interface in any release since 2016.
//
// Our stream finds the end of each number, and shows the reader a "0" instead:
// RapidJSON itself refuses 1e400, and overflows on some long exponents. Instead
// of strings without escapes, which RapidJSON would copy byte by byte, the
// stream shows "".

#ifndef CLIPGUARD_PARSER_JSON_JSON_DOCUMENT_H_
#define CLIPGUARD_PARSER_JSON_JSON_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"
#include "parser/limits.h"

namespace clipguard {

// A key or value of a document: its number in the order of the text.
using JsonNode = uint32_t;

enum class JsonKind : uint8_t {
  kNull,
  kBoolean,
  kNumber,
  kString,
  kArray,
  kObject,
};

// With an article, for messages: "a string".
std::string_view JsonKindName(JsonKind kind);

class JsonDocument {
 public:
  static constexpr JsonNode kRoot = 0;

  // Texts above 512 MiB are refused whatever the limits are: of the 32 bits for
  // a node's size, three say what it is.
  static constexpr uint64_t kMostBytes = (uint64_t{1} << 29) - 1;

  std::string_view text() const { return text_; }
  // Keys and values.
  size_t size() const { return nodes_.size(); }

  JsonKind kind(JsonNode node) const {
    return kKinds[static_cast<size_t>(nodes_[node].type)];
  }

  // Where it is: a whole string, number or literal; the opening bracket of an
  // array or object.
  ByteRange range(JsonNode node) const;

  // A key's or string's value, in UTF-8; may contain NUL. REQUIRES: a string.
  std::string_view string(JsonNode node) const {
    const Node& n = nodes_[node];
    if (n.type == Type::kEscapedString) return Unescape(node);
    return {text_.data() + n.begin + 1, size_t{n.size} - 2};
  }

  // REQUIRES: a boolean.
  bool boolean(JsonNode node) const { return nodes_[node].type == Type::kTrue; }

  // The nearest double; infinite if no finite one is near. REQUIRES: a number.
  double number(JsonNode node) const;

  // As it is written. REQUIRES: neither array nor object.
  std::string_view source(JsonNode node) const {
    return {text_.data() + nodes_[node].begin, nodes_[node].size};
  }

  // The node after `node` and all that is in it.
  JsonNode After(JsonNode node) const {
    return node + 1 + (is_container(node) ? nodes_[node].size : 0);
  }

  struct Member {
    JsonNode key;
    JsonNode value;
  };

  class ElementIterator {
   public:
    ElementIterator(const JsonDocument* json, JsonNode node)
        : json_(json), node_(node) {}
    JsonNode operator*() const { return node_; }
    ElementIterator& operator++() {
      node_ = json_->After(node_);
      return *this;
    }
    bool operator!=(const ElementIterator& other) const {
      return node_ != other.node_;
    }

   private:
    const JsonDocument* json_;
    JsonNode node_;
  };

  class MemberIterator {
   public:
    MemberIterator(const JsonDocument* json, JsonNode node)
        : json_(json), node_(node) {}
    Member operator*() const { return {node_, node_ + 1}; }
    MemberIterator& operator++() {
      node_ = json_->After(node_ + 1);
      return *this;
    }
    bool operator!=(const MemberIterator& other) const {
      return node_ != other.node_;
    }

   private:
    const JsonDocument* json_;
    JsonNode node_;
  };

  template <typename Iterator>
  struct Range {
    Iterator first;
    Iterator last;
    Iterator begin() const { return first; }
    Iterator end() const { return last; }
    bool empty() const { return !(first != last); }
  };

  // REQUIRES: an array.
  Range<ElementIterator> Elements(JsonNode array) const {
    return {{this, array + 1}, {this, After(array)}};
  }
  // Takes a step for each element.
  size_t CountElements(JsonNode array) const;

  // REQUIRES: an object.
  Range<MemberIterator> Members(JsonNode object) const {
    return {{this, object + 1}, {this, After(object)}};
  }

 private:
  friend class JsonBuilder;
  friend std::optional<JsonDocument> ReadJson(std::string_view text,
                                              const Limits& limits,
                                              FindingSink& sink);

  // Containers come last.
  enum class Type : uint8_t {
    kNull,
    kFalse,
    kTrue,
    kNumber,
    kString,
    kEscapedString,
    kArray,
    kObject,
  };
  static constexpr JsonKind kKinds[] = {
      JsonKind::kNull,   JsonKind::kBoolean, JsonKind::kBoolean,
      JsonKind::kNumber, JsonKind::kString,  JsonKind::kString,
      JsonKind::kArray,  JsonKind::kObject,
  };

  struct Node {
    Node() = default;
    Node(uint32_t b, Type t, uint32_t s)
        : begin(b), type(t), size(s & kMostBytes) {}

    uint32_t begin;
    Type type : 3;
    // In bytes, quotes included; of an array or object the nodes in it.
    uint32_t size : 29;
  };
  static_assert(sizeof(Node) == 8);

  // The text of a string with escapes, unescaped.
  struct Unescaped {
    JsonNode node;
    uint32_t begin;
    uint32_t size;
  };

  // REQUIRES: a string that had an escape when it was read.
  std::string_view Unescape(JsonNode node) const;

  bool is_container(JsonNode node) const {
    return nodes_[node].type >= Type::kArray;
  }

  std::string_view text_;
  std::vector<Node> nodes_;
  std::vector<Unescaped> unescaped_;  // by node
  std::string unescaped_text_;
};

// Nothing if the text is not JSON, or exceeds a limit; then there is exactly
// one finding. Takes eight bytes for each key and value.
std::optional<JsonDocument> ReadJson(std::string_view text,
                                     const Limits& limits, FindingSink& sink);

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_JSON_JSON_DOCUMENT_H_
