// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JsonWriter: JSON text, value by value, on one line.
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
// Long documents are written in pieces: Take() may be called between values.
// base/json_text.h says why files are written by others.

#ifndef CLIPGUARD_BASE_JSON_WRITER_H_
#define CLIPGUARD_BASE_JSON_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/memory/throwing_allocator.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

namespace clipguard {

class JsonWriter {
 public:
  JsonWriter() : writer_(buffer_) {}
  JsonWriter(const JsonWriter&) = delete;
  JsonWriter& operator=(const JsonWriter&) = delete;

  void BeginObject() { writer_.StartObject(); }
  void EndObject() { writer_.EndObject(); }
  void BeginArray() { writer_.StartArray(); }
  void EndArray() { writer_.EndArray(); }
  void BeginObject(std::string_view key) {
    Key(key);
    BeginObject();
  }
  void BeginArray(std::string_view key) {
    Key(key);
    BeginArray();
  }

  // Keys and strings are any bytes at all: see AppendJson().
  void Key(std::string_view key) { String(key); }
  void String(std::string_view text);
  void Bool(bool value) { writer_.Bool(value); }
  void Uint(uint64_t value) { writer_.Uint64(value); }
  void Int(int64_t value) { writer_.Int64(value); }
  void Null() { writer_.Null(); }
  // NaN and infinities become "NaN", "Infinity" and "-Infinity".
  void Float(float value);
  // The same for what is computed in double.
  void Double(double value);
  void Floats(std::span<const float> values);
  void Floats(std::string_view key, std::span<const float> values) {
    Key(key);
    Floats(values);
  }
  // An array of texts: what String() takes.
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

  // A key and its value.
  void Field(std::string_view key, std::string_view value) {
    Key(key);
    String(value);
  }
  // Without this one, a literal would choose bool.
  void Field(std::string_view key, const char* value) {
    Field(key, std::string_view(value));
  }
  void Field(std::string_view key, const std::string& value) {
    Field(key, std::string_view(value));
  }
  void Field(std::string_view key, uint64_t value) {
    Key(key);
    Uint(value);
  }
  void Field(std::string_view key, int64_t value) {
    Key(key);
    Int(value);
  }
  void Field(std::string_view key, bool value) {
    Key(key);
    Bool(value);
  }
  void Field(std::string_view key, float value) {
    Key(key);
    Float(value);
  }
  void Field(std::string_view key, double value) {
    Key(key);
    Double(value);
  }
  // Null if the text is empty.
  void FieldOrNull(std::string_view key, std::string_view value);

  // Bytes that Take() would give.
  size_t size() const { return buffer_.GetSize(); }
  // The same bytes, until the next call of anything.
  std::string_view text() const { return {buffer_.GetString(), size()}; }
  // What was written since the last call.
  std::string Take();

 private:
  using Utf8 = rapidjson::UTF8<>;
  using Buffer = rapidjson::GenericStringBuffer<Utf8, ThrowingAllocator>;

  Buffer buffer_;
  rapidjson::Writer<Buffer, Utf8, Utf8, ThrowingAllocator> writer_;
  std::string scratch_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_JSON_WRITER_H_
