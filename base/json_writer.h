// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JsonWriter: JSON text, value by value.
//
//   JsonWriter json;
//   json.BeginObject();
//   json.Field("time", 0.1f);  // 0.1: the shortest that reads back the same
//   json.BeginArray("names");
//   json.String("any\xFFbytes");  // always valid UTF-8
//   json.EndArray();
//   json.EndObject();
//   out.Write(json.Take());
//
// A style says how strings and numbers are written: reports, glTF, models and
// Forge's files each have one.

#ifndef CLIPGUARD_BASE_JSON_WRITER_H_
#define CLIPGUARD_BASE_JSON_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/piece_writer.h"

namespace clipguard {

enum class JsonLayout : uint8_t {
  kOneLine,
  kKeysOnLines,  // a line break before each key but the first of all
  kIndented,     // one line for each member; arrays on one line, with blanks
};

// Each function appends one value to `out`.
struct JsonStyle {
  void (*append_string)(std::string_view text, std::string& out);
  void (*append_float)(float value, std::string& out);
  void (*append_double)(double value, std::string& out) = nullptr;
  JsonLayout layout = JsonLayout::kOneLine;
};

// Reports: nothing that a terminal obeys (AppendJson() of base/text.h); NaN and
// infinities are the strings "NaN", "Infinity" and "-Infinity".
extern const JsonStyle kReportJson;
// glTF: bytes that are not UTF-8 become U+FFFD. REQUIRES: finite numbers.
extern const JsonStyle kGltfJson;

// Thread-compatible.
class JsonWriter {
 public:
  JsonWriter() : JsonWriter(kReportJson) {}
  explicit JsonWriter(const JsonStyle& style) : style_(style), text_(own_) {}
  // Appends to the text of `out`, which must outlive it, and passes that on.
  JsonWriter(const JsonStyle& style, PieceWriter& out)
      : style_(style), out_(&out), text_(out.text()) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void BeginObject() { Begin('{', /*on_lines=*/true); }
  // The same on one line in any layout, with all that is in it.
  void BeginLine() { Begin('{', /*on_lines=*/false); }
  void EndObject() { End('}'); }
  void BeginArray() { Begin('[', /*on_lines=*/false); }
  void EndArray() { End(']'); }
  void BeginObject(std::string_view key) {
    Key(key);
    BeginObject();
  }
  void BeginArray(std::string_view key) {
    Key(key);
    BeginArray();
  }

  // Keys and strings are any bytes at all.
  void Key(std::string_view key);
  void String(std::string_view text) {
    Separate();
    style_.append_string(text, text_);
  }
  void Float(float value) {
    Separate();
    style_.append_float(value, text_);
  }
  // The same for what is computed in double. REQUIRES: the style has doubles.
  void Double(double value) {
    Separate();
    style_.append_double(value, text_);
  }
  void Bool(bool value) { Raw(value ? "true" : "false"); }
  void Null() { Raw("null"); }
  void Uint(uint64_t value);
  void Int(int64_t value);
  // A value that is JSON already.
  void Raw(std::string_view json);

  void Floats(std::span<const float> values) {
    BeginArray();
    for (const float value : values) Float(value);
    EndArray();
  }
  void Floats(std::string_view key, std::span<const float> values) {
    Key(key);
    Floats(values);
  }
  // An array of texts: anything that String() takes.
  template <typename Texts>
  void Strings(const Texts& texts) {
    BeginArray();
    for (const auto& text : texts) String(text);
    EndArray();
  }
  template <typename Texts>
  void Strings(std::string_view key, const Texts& texts) {
    Key(key);
    Strings(texts);
  }

  // A key and its value: a text, a number or a bool.
  template <typename T>
  void Field(std::string_view key, const T& value) {
    Key(key);
    if constexpr (std::is_same_v<T, bool>) {
      Bool(value);
    } else if constexpr (std::is_same_v<T, float>) {
      Float(value);
    } else if constexpr (std::is_same_v<T, double>) {
      Double(value);
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
      Int(value);
    } else if constexpr (std::is_integral_v<T>) {
      Uint(value);
    } else {
      String(value);
    }
  }
  // Null if the text is empty.
  void FieldOrNull(std::string_view key, std::string_view value);
  // Nothing if the JSON is empty.
  void RawField(std::string_view key, std::string_view json);

  // Bytes that Take() would give.
  size_t size() const { return text_.size(); }
  // The same bytes, until the next call of anything.
  std::string_view text() const { return text_; }
  // The text since the last call. May be called between values.
  std::string Take();

 private:
  // Before a value: a comma, unless it is the first one.
  void Separate();
  void Begin(char bracket, bool on_lines);
  void End(char bracket);
  void Break();

  const JsonStyle& style_;
  PieceWriter* out_ = nullptr;
  std::string own_;
  std::string& text_;
  bool first_ = true;  // nothing precedes the next value
  bool any_key_ = false;
  // Only for kIndented: the number of objects that are open on lines of their
  // own, and that of arrays and objects within them that are open on one line.
  size_t depth_ = 0;
  size_t inline_ = 0;
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_JSON_WRITER_H_
