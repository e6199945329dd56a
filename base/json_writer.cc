// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "base/float_text.h"
#include "base/text.h"

namespace clipguard {

void JsonWriter::String(std::string_view text) {
  scratch_.clear();
  AppendJson(text, scratch_);
  writer_.RawValue(scratch_.data(), scratch_.size(), rapidjson::kStringType);
}

void JsonWriter::Float(float value) {
  const std::string text = FloatText(value);
  if (std::isfinite(value)) {
    writer_.RawValue(text.data(), text.size(), rapidjson::kNumberType);
  } else {
    writer_.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  }
}

void JsonWriter::Double(double value) {
  if (!std::isfinite(value)) return Float(static_cast<float>(value));
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  writer_.RawValue(text.data(), static_cast<size_t>(end - text.data()),
                   rapidjson::kNumberType);
}

void JsonWriter::Floats(std::span<const float> values) {
  BeginArray();
  for (const float value : values) Float(value);
  EndArray();
}

void JsonWriter::FieldOrNull(std::string_view key, std::string_view value) {
  Key(key);
  if (value.empty()) {
    Null();
  } else {
    String(value);
  }
}

std::string JsonWriter::Take() {
  std::string text(buffer_.GetString(), buffer_.GetSize());
  buffer_.Clear();
  return text;
}

}  // namespace clipguard
