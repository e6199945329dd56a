// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JSON as glTF has it: numbers that read back as the same float32, names that
// are valid UTF-8.
//
// Others write JSON of their own, because strings and numbers differ:
// base/json_writer.h for reports (nothing that a terminal obeys, NaN as a
// string), actions/convert/forms/model_json.h for models (every bit, names that
// are not UTF-8 as bytes), parser/forge/writer.h for Forge (the game's order
// and form).

#ifndef CLIPGUARD_BASE_JSON_TEXT_H_
#define CLIPGUARD_BASE_JSON_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/memory/throwing_allocator.h"
#include "base/piece_writer.h"
#include "rapidjson/stringbuffer.h"
#include "rapidjson/writer.h"

namespace clipguard {

// A text with U+FFFD in place of bytes that are not UTF-8.
std::string ValidText(std::string_view text);

class JsonText {
 public:
  JsonText() : writer_(buffer_) {}
  // A text that is passed on as it is made, and is not held. What it is passed
  // to must outlive it, and so is no temporary.
  template <typename Write>
  explicit JsonText(Write& write) : write_(write), writer_(buffer_) {}
  JsonText(const JsonText&) = delete;
  JsonText& operator=(const JsonText&) = delete;

  void Begin() { writer_.StartObject(); }
  void End() {
    writer_.EndObject();
    PassOn();
  }
  void BeginArray() { writer_.StartArray(); }
  void EndArray() { writer_.EndArray(); }
  void BeginArray(std::string_view key) {
    Key(key);
    BeginArray();
  }
  void Begin(std::string_view key) {
    Key(key);
    Begin();
  }
  // Bytes that are not UTF-8 become U+FFFD.
  void Key(std::string_view key) { String(key); }
  void String(std::string_view text);
  void Size(size_t value) {
    writer_.Uint64(value);
    PassOn();
  }
  void Bool(bool value) { writer_.Bool(value); }
  // REQUIRES: finite.
  void Number(double value) { writer_.Double(value); }

  void Field(std::string_view key, std::string_view value) {
    Key(key);
    String(value);
  }
  void SizeField(std::string_view key, size_t value) {
    Key(key);
    Size(value);
  }
  void IntField(std::string_view key, int64_t value) {
    Key(key);
    writer_.Int64(value);
  }
  void NumberField(std::string_view key, double value) {
    Key(key);
    Number(value);
  }
  void BoolField(std::string_view key, bool value) {
    Key(key);
    Bool(value);
  }
  void FloatsField(std::string_view key, std::span<const float> values) {
    BeginArray(key);
    for (const float value : values) Number(double{value});
    EndArray();
  }
  // A value that is JSON already. Nothing if it is empty.
  void RawField(std::string_view key, std::string_view json);

  // What is there so far, to be passed on; then it begins anew, in the same
  // place of the text.
  std::string_view text() const {
    return {buffer_.GetString(), buffer_.GetSize()};
  }
  void Clear() { buffer_.Clear(); }

  // Passes on what is there. To be called at the end, if it is passed on.
  void Flush() {
    if (!write_ || buffer_.GetSize() == 0) return;
    (*write_)({reinterpret_cast<const uint8_t*>(buffer_.GetString()),
               buffer_.GetSize()});
    buffer_.Clear();
  }

  std::string Take() { return {buffer_.GetString(), buffer_.GetSize()}; }

 private:
  using Utf8 = rapidjson::UTF8<>;
  using Buffer = rapidjson::GenericStringBuffer<Utf8, ThrowingAllocator>;

  void PassOn() {
    if (write_ && buffer_.GetSize() >= PieceWriter::kPieceBytes) Flush();
  }

  std::optional<WriteBytes> write_;
  Buffer buffer_;
  rapidjson::Writer<Buffer, Utf8, Utf8, ThrowingAllocator> writer_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_JSON_TEXT_H_
