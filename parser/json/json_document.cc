// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/json/json_document.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/memory/huge_pages.h"
#include "base/memory/throwing_allocator.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/wide_text.h"
#include "fast_float/fast_float.h"
#include "parser/text_reporter.h"
#include "rapidjson/reader.h"

namespace clipguard {
namespace {

constexpr size_t kNone = std::numeric_limits<size_t>::max();

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The length of the number that begins at `at`: the longest that the grammar
// allows. 0 if no number begins there.
size_t NumberLength(std::string_view text, size_t at) {
  const auto digits = [&](size_t from) {
    while (from < text.size() && IsDigit(text[from])) ++from;
    return from;
  };
  size_t i = at;
  if (i < text.size() && text[i] == '-') ++i;
  if (i == text.size() || !IsDigit(text[i])) return 0;
  i = text[i] == '0' ? i + 1 : digits(i);
  if (i < text.size() && text[i] == '.') {
    const size_t end = digits(i + 1);
    if (end == i + 1) return i - at;
    i = end;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    size_t begin = i + 1;
    if (begin < text.size() && (text[begin] == '+' || text[begin] == '-')) {
      ++begin;
    }
    const size_t end = digits(begin);
    if (end != begin) i = end;
  }
  return i - at;
}

// How many of the bytes after a number begin a part of it that they do not
// finish: a point without digits, or an e and perhaps its sign. A second
// fraction or exponent does not count, nor does a fraction after an exponent.
size_t UnfinishedPart(std::string_view number, std::string_view rest) {
  const char next = rest.empty() ? '\0' : rest[0];
  switch (next) {
    case '.':
      return number.find_first_of(".eE") == std::string_view::npos ? 1 : 0;
    case 'e':
    case 'E':
      if (number.find_first_of("eE") != std::string_view::npos) return 0;
      return rest.size() > 1 && (rest[1] == '+' || rest[1] == '-') ? 2 : 1;
    default:
      return 0;
  }
}

// The place after the string that begins at `at`, if it has neither escapes
// nor faults; else 0.
size_t PlainStringEnd(std::string_view text, size_t at) {
  const size_t end = text.find('"', at + 1);
  if (end == std::string_view::npos) return 0;
  // All are looked at, so that it can be many at a time.
  bool is_plain = true;
  for (const char c : text.substr(at + 1, end - at - 1)) {
    is_plain &= c != '\\' && static_cast<unsigned char>(c) >= ' ';
  }
  return is_plain ? end + 1 : 0;
}

// RapidJSON's view of the text: no comments, "0" for each number, and "" for
// each string without escapes. After the end there is a NUL. The reader sees no
// digits but the zeros: its sums of exponents could overflow.
class TokenStream {
 public:
  using Ch = char;

  explicit TokenStream(std::string_view text)
      : text_(text),
        at_(text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) {}

  Ch Peek() const {
    if (shown_ != nullptr) return *shown_;
    if (at_ == stop_) return ' ';
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  Ch Take() {
    if (shown_ != nullptr) {
      const Ch c = *shown_++;
      if (*shown_ == '\0') {
        shown_ = nullptr;
        at_ = shown_end_;
      }
      return c;
    }
    return at_ < text_.size() ? text_[at_++] : '\0';
  }
  size_t Tell() const { return at_; }

  // RapidJSON wants these, but calls them only for streams that it writes to.
  Ch* PutBegin() { return nullptr; }
  void Put(Ch) {}
  void Flush() {}
  size_t PutEnd(Ch*) { return 0; }

  // To the next token.
  void SkipBlank() {
    comment_ = kNone;
    token_ = at_ = TokenFrom(at_);
    ShowToken();
  }

  // Where the last token began.
  size_t token() const { return token_; }
  // Whether it is a string that was shown as "".
  bool plain() const { return plain_; }
  // The first comment before the last token, if there is one.
  size_t comment() const { return comment_; }
  // A comment that never ends.
  size_t open_comment() const { return open_comment_; }

 private:
  // Where a token begins, at `at` or after blanks and comments.
  size_t TokenFrom(size_t at) {
    for (; at < text_.size(); ++at) {
      switch (text_[at]) {
        case '\n':
          // Indentation, eight at a time.
          while (text_.size() - at > 8 &&
                 std::memcmp(text_.data() + at + 1, "        ", 8) == 0) {
            at += 8;
          }
          continue;
        case ' ':
        case '\t':
        case '\r':
          continue;
        case '#':
        case '/': {
          const size_t last = LastOfComment(at);
          if (last == kNone) return at;
          if (comment_ == kNone) comment_ = at;
          at = last;
          continue;
        }
        default:
          return at;
      }
    }
    return at;
  }

  // The last byte of the comment that begins at `at`; kNone if none does.
  size_t LastOfComment(size_t at) {
    if (text_[at] == '#' || text_.substr(at, 2) == "//") {
      return std::min(text_.find_first_of("\r\n", at), text_.size() - 1);
    }
    if (text_.substr(at, 2) != "/*") return kNone;
    // "/*/" is not a comment yet.
    const size_t end = text_.find("*/", at + 2);
    if (end != std::string_view::npos) return end + 1;
    open_comment_ = at;
    return text_.size() - 1;
  }

  // Decides what the reader is shown of the token.
  void ShowToken() {
    shown_ = nullptr;
    stop_ = kNone;
    plain_ = false;
    if (at_ == text_.size()) return;
    const char first = text_[at_];
    if (first == '"') {
      ShowString();
    } else if (first == '-' || IsDigit(first)) {
      ShowNumber();
    }
  }

  void ShowString() {
    shown_end_ = PlainStringEnd(text_, at_);
    plain_ = shown_end_ != 0;
    if (plain_) shown_ = "\"\"";
  }

  void ShowNumber() {
    const size_t length = NumberLength(text_, at_);
    // "-" and something else.
    if (length == 0) {
      stop_ = at_ + 1;
      return;
    }
    shown_end_ = at_ + length;
    shown_ = "0";
    stop_ = shown_end_ +
            UnfinishedPart(text_.substr(at_, length), text_.substr(shown_end_));
  }

  std::string_view text_;
  size_t at_;
  size_t token_ = 0;
  // The text to show instead of the text up to shown_end_, or null.
  const char* shown_ = nullptr;
  size_t shown_end_ = 0;
  bool plain_ = false;
  // Where a number ends: what follows must not be taken for a part of it.
  size_t stop_ = kNone;
  size_t comment_ = kNone;
  size_t open_comment_ = kNone;
};

}  // namespace
}  // namespace clipguard

namespace rapidjson {
template <>
inline void SkipWhitespace(clipguard::TokenStream& stream) {
  stream.SkipBlank();
}
}  // namespace rapidjson

namespace clipguard {

// Receives RapidJSON's tokens.
class JsonBuilder {
 public:
  JsonBuilder(JsonDocument& json, const TokenStream& stream, uint64_t depth)
      : json_(json), stream_(stream), depth_(depth) {}

  bool Null() { return Scalar(Type::kNull); }
  bool Bool(bool value) { return Scalar(value ? Type::kTrue : Type::kFalse); }
  bool Int(int) { return Scalar(Type::kNumber); }
  bool Uint(unsigned) { return Scalar(Type::kNumber); }
  bool Int64(int64_t) { return Scalar(Type::kNumber); }
  bool Uint64(uint64_t) { return Scalar(Type::kNumber); }
  bool Double(double) { return Scalar(Type::kNumber); }
  bool RawNumber(const char*, rapidjson::SizeType, bool) {
    return Scalar(Type::kNumber);
  }
  bool String(const char* value, rapidjson::SizeType size, bool) {
    if (stream_.plain()) return Scalar(Type::kString);
    const auto node = static_cast<JsonNode>(json_.nodes_.size());
    Scalar(Type::kEscapedString);
    // RapidJSON refuses the first half of a surrogate pair without the second,
    // but not the second without the first.
    if (FindUtf8Error({value, size})) {
      half_pair_ = true;
      return false;
    }
    json_.unescaped_.push_back(
        {node, static_cast<uint32_t>(json_.unescaped_text_.size()), size});
    json_.unescaped_text_.append(value, size);
    return true;
  }
  bool Key(const char* value, rapidjson::SizeType size, bool copy) {
    return String(value, size, copy);
  }
  bool StartObject() { return Start(Type::kObject); }
  bool StartArray() { return Start(Type::kArray); }
  bool EndObject(rapidjson::SizeType) { return End(); }
  bool EndArray(rapidjson::SizeType) { return End(); }

  bool too_deep() const { return too_deep_; }
  bool half_pair() const { return half_pair_; }

 private:
  using Type = JsonDocument::Type;

  static constexpr uint32_t kSizeMask = JsonDocument::kMostBytes;

  bool Scalar(Type type) {
    const size_t size = stream_.Tell() - stream_.token();
    json_.nodes_.emplace_back(static_cast<uint32_t>(stream_.token()), type,
                              static_cast<uint32_t>(size));
    return true;
  }
  bool Start(Type type) {
    if (open_.size() >= depth_) {
      too_deep_ = true;
      return false;
    }
    open_.push_back(static_cast<JsonNode>(json_.nodes_.size()));
    json_.nodes_.emplace_back(static_cast<uint32_t>(stream_.token()), type, 0);
    return true;
  }
  bool End() {
    const size_t inside = json_.nodes_.size() - open_.back() - 1;
    json_.nodes_[open_.back()].size = static_cast<uint32_t>(inside) & kSizeMask;
    open_.pop_back();
    return true;
  }

  JsonDocument& json_;
  const TokenStream& stream_;
  const uint64_t depth_;
  std::vector<JsonNode> open_;
  bool too_deep_ = false;
  bool half_pair_ = false;
};

namespace {

// The one finding of a text that is not JSON. It has no path.
template <size_t kCount>
void Report(std::string_view text,
            std::type_identity_t<CodeTaking<kCount>> code, ByteRange bytes,
            const Arguments<kCount>& arguments, FindingSink& sink) {
  TextReporter(text, sink).Report(code, bytes, {}, [&](Description&) {
    return arguments;
  });
}

// `next` is the first character that does not fit, or 0 at the end.
std::string_view Reason(rapidjson::ParseErrorCode code, char next = 0) {
  if (code == rapidjson::kParseErrorStringEscapeInvalid &&
      (next == '\n' || next == '\r')) {
    code = rapidjson::kParseErrorStringMissQuotationMark;
  }
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty:
      return "the file holds nothing";
    case rapidjson::kParseErrorObjectMissName:
      return "a key in double quotes should be here";
    case rapidjson::kParseErrorObjectMissColon:
      return "a colon should follow the key";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return "a comma or } should be here";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return "a comma or ] should be here";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
      return "\\u needs four hexadecimal digits";
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid:
      return "half of a surrogate pair is missing";
    case rapidjson::kParseErrorStringEscapeInvalid:
      return "a control character, or an escape that does not exist";
    case rapidjson::kParseErrorStringMissQuotationMark:
      return "the closing quote is missing";
    case rapidjson::kParseErrorNumberMissFraction:
      return "digits should follow the decimal point";
    case rapidjson::kParseErrorNumberMissExponent:
      return "digits should follow the exponent's e";
    default:
      return "a value should be here";
  }
}

std::string Found(std::string_view text, size_t at) {
  if (at >= text.size()) return "the file ends";
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte > 0x20 && byte < 0x7f) {
    return absl::StrCat("found ", std::string(1, text[at]));
  }
  if (byte == '\n' || byte == '\r') return "the line ends";
  const auto character = FirstCharacter(text.substr(at));
  if (byte > 0x7f && character) {
    return absl::StrFormat("found the character U+%04X",
                           static_cast<uint32_t>(*character));
  }
  return absl::StrCat("found the byte ", absl::Hex(byte, absl::kZeroPad2));
}

}  // namespace

std::string_view JsonKindName(JsonKind kind) {
  switch (kind) {
    case JsonKind::kNull:
      return "null";
    case JsonKind::kBoolean:
      return "a boolean";
    case JsonKind::kNumber:
      return "a number";
    case JsonKind::kString:
      return "a string";
    case JsonKind::kArray:
      return "an array";
    case JsonKind::kObject:
      return "an object";
  }
  return "";
}

namespace {

// Whether the text can be JSON at all: its size, and that no unit is wide.
bool CheckText(std::string_view text, const Limits& limits, FindingSink& sink) {
  const uint64_t most = std::min(limits.json_bytes, JsonDocument::kMostBytes);
  if (text.size() > most) {
    Report(text, FindingCode::kLimitExceeded, {0, text.size()},
           Arguments{absl::StrCat(text.size()), absl::StrCat(most),
                     LimitName(&Limits::json_bytes)},
           sink);
    return false;
  }
  const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
  if (const auto wide = FindWideText({bytes, text.size()})) {
    Report(text, FindingCode::kTextEncodingUnsupported,
           {0, wide->first_bytes()}, Arguments{wide->name()}, sink);
    return false;
  }
  return true;
}

bool CheckUtf8(std::string_view text, FindingSink& sink) {
  const auto fault = FindUtf8Error(text);
  if (!fault) return true;
  Report(text, FindingCode::kJsonNotUtf8, {fault->offset, fault->length},
         Arguments{fault->reason}, sink);
  return false;
}

// Whether the reader got through the text, and nothing follows. Reports the
// first fault.
bool CheckResult(std::string_view text, const rapidjson::ParseResult& result,
                 const TokenStream& stream, const JsonBuilder& builder,
                 const Limits& limits, FindingSink& sink) {
  const auto syntax = [&](size_t at, std::string_view reason) {
    const size_t size =
        at < text.size() ? FirstCharacterSize(text.substr(at)) : 0;
    Report(text, FindingCode::kJsonSyntax, {at, size},
           Arguments{reason, Found(text, at)}, sink);
    return false;
  };
  if (stream.open_comment() != kNone) {
    return syntax(stream.open_comment(), "the comment is never closed");
  }
  if (builder.too_deep()) {
    Report(text, FindingCode::kLimitExceeded, {stream.token(), 1},
           Arguments{absl::StrCat("a depth of ", limits.json_depth + 1),
                     absl::StrCat(limits.json_depth),
                     LimitName(&Limits::json_depth)},
           sink);
    return false;
  }
  if (builder.half_pair()) {
    return syntax(stream.token(),
                  Reason(rapidjson::kParseErrorStringUnicodeSurrogateInvalid));
  }
  if (result.IsError() &&
      result.Code() != rapidjson::kParseErrorDocumentRootNotSingular) {
    const size_t at = std::min(result.Offset(), text.size());
    if (result.Code() == rapidjson::kParseErrorStringMissQuotationMark &&
        at < text.size()) {
      return syntax(at, Reason(rapidjson::kParseErrorStringEscapeInvalid));
    }
    return syntax(at, Reason(result.Code(), at < text.size() ? text[at] : 0));
  }
  if (stream.comment() != kNone || stream.Tell() < text.size()) {
    const bool comment = stream.comment() != kNone;
    const size_t at = comment ? stream.comment() : stream.token();
    Report(text, FindingCode::kJsonTrailingContent, {at, 1},
           Arguments{comment ? "a comment" : Found(text, at).substr(6)}, sink);
    return false;
  }
  return true;
}

}  // namespace

std::optional<JsonDocument> ReadJson(std::string_view text,
                                     const Limits& limits, FindingSink& sink) {
  if (!CheckText(text, limits, sink) || !CheckUtf8(text, sink)) {
    return std::nullopt;
  }
  std::optional<JsonDocument> json(std::in_place);
  json->text_ = text;
  // Each key and value takes at least two bytes of a text that is JSON. Memory
  // that is not needed is never touched.
  ReserveLarge(json->nodes_, text.size() / 2 + 1);
  TokenStream stream(text);
  JsonBuilder builder(*json, stream, limits.json_depth);
  rapidjson::GenericReader<rapidjson::UTF8<>, rapidjson::UTF8<>,
                           ThrowingAllocator>
      reader;
  const rapidjson::ParseResult result =
      reader.Parse<rapidjson::kParseIterativeFlag>(stream, builder);
  if (!CheckResult(text, result, stream, builder, limits, sink)) json.reset();
  return json;
}

ByteRange JsonDocument::range(JsonNode node) const {
  const Node& n = nodes_[node];
  return {n.begin, is_container(node) ? 1u : n.size};
}

std::string_view JsonDocument::Unescape(JsonNode node) const {
  const auto found = std::lower_bound(
      unescaped_.begin(), unescaped_.end(), node,
      [](const Unescaped& u, JsonNode n) { return u.node < n; });
  return std::string_view(unescaped_text_).substr(found->begin, found->size);
}

double JsonDocument::number(JsonNode node) const {
  const std::string_view raw = source(node);
  double value = 0;
  // Numbers out of range become 0 or infinity, as they should.
  fast_float::from_chars(raw.data(), raw.data() + raw.size(), value);
  return value;
}

size_t JsonDocument::CountElements(JsonNode array) const {
  size_t count = 0;
  for (JsonNode n = array + 1; n != After(array); n = After(n)) ++count;
  return count;
}

}  // namespace clipguard
