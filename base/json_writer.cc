// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "rapidjson/internal/dtoa.h"

namespace clipguard {
namespace {

void AppendReportString(std::string_view text, std::string& out) {
  AppendJson(text, out);
}

void AppendReportFloat(float value, std::string& out) {
  const bool is_finite = std::isfinite(value);
  if (!is_finite) out += '"';
  AppendFloatText(value, out);
  if (!is_finite) out += '"';
}

void AppendReportDouble(double value, std::string& out) {
  if (!std::isfinite(value)) {
    AppendReportFloat(static_cast<float>(value), out);
    return;
  }
  std::array<char, 32> text;
  out.append(text.data(),
             std::to_chars(text.data(), text.data() + text.size(), value).ptr);
}

// One U+FFFD for each fault, as in all .glb files that were written so far.
void AppendGltfString(std::string_view text, std::string& out) {
  std::string valid;
  while (const auto error = FindUtf8Error(text)) {
    valid += text.substr(0, error->offset);
    valid += kReplacement;
    text.remove_prefix(error->offset + error->length);
  }
  if (!valid.empty()) text = valid += text;
  AppendJson(text, out, JsonEscapes::kNeeded);
}

// RapidJSON's form of a number, as in those files, too.
void AppendGltfDouble(double value, std::string& out) {
  std::array<char, 32> text;
  out.append(text.data(), rapidjson::internal::dtoa(value, text.data()));
}

void AppendGltfFloat(float value, std::string& out) {
  AppendGltfDouble(double{value}, out);
}

}  // namespace

const JsonStyle kReportJson = {AppendReportString, AppendReportFloat,
                               AppendReportDouble};
const JsonStyle kGltfJson = {AppendGltfString, AppendGltfFloat,
                             AppendGltfDouble};

void JsonWriter::Separate() {
  if (out_ != nullptr) out_->PassOn();
  if (!first_) text_ += style_.layout == JsonLayout::kIndented ? ", " : ",";
  first_ = false;
}

void JsonWriter::Break() {
  text_ += '\n';
  text_.append(2 * depth_, ' ');
}

void JsonWriter::Begin(char bracket, bool on_lines) {
  Separate();
  text_ += bracket;
  first_ = true;
  if (on_lines && inline_ == 0) {
    ++depth_;
  } else {
    ++inline_;
  }
}

void JsonWriter::End(char bracket) {
  if (inline_ != 0) {
    --inline_;
  } else {
    --depth_;
    if (style_.layout == JsonLayout::kIndented && !first_) Break();
  }
  text_ += bracket;
  first_ = false;
}

void JsonWriter::Key(std::string_view key) {
  const bool is_indented = style_.layout == JsonLayout::kIndented;
  if (is_indented && inline_ == 0) {
    if (out_ != nullptr) out_->PassOn();
    if (!first_) text_ += ',';
    Break();
  } else {
    Separate();
  }
  if (style_.layout == JsonLayout::kKeysOnLines &&
      std::exchange(any_key_, true)) {
    text_ += '\n';
  }
  style_.append_string(key, text_);
  text_ += is_indented ? ": " : ":";
  first_ = true;
}

void JsonWriter::Uint(uint64_t value) {
  Separate();
  absl::StrAppend(&text_, value);
}

void JsonWriter::Int(int64_t value) {
  Separate();
  absl::StrAppend(&text_, value);
}

void JsonWriter::Raw(std::string_view json) {
  Separate();
  if (out_ == nullptr || json.size() < PieceWriter::kPieceBytes) {
    text_ += json;
  } else {
    out_->Write({reinterpret_cast<const uint8_t*>(json.data()), json.size()});
  }
}

void JsonWriter::FieldOrNull(std::string_view key, std::string_view value) {
  Key(key);
  if (value.empty()) {
    Null();
  } else {
    String(value);
  }
}

void JsonWriter::RawField(std::string_view key, std::string_view json) {
  if (json.empty()) return;
  Key(key);
  Raw(json);
}

std::string JsonWriter::Take() { return std::exchange(text_, {}); }

}  // namespace clipguard
