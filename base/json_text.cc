// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/json_text.h"

#include <optional>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace clipguard {

std::string ValidText(std::string_view text) {
  std::string valid;
  while (const std::optional<Utf8Error> error = FindUtf8Error(text)) {
    valid += text.substr(0, error->offset);
    valid += kReplacement;
    text.remove_prefix(error->offset + error->length);
  }
  valid += text;
  return valid;
}

void JsonText::String(std::string_view text) {
  std::string valid;
  if (FindUtf8Error(text)) {
    valid = ValidText(text);
    text = valid;
  }
  // RapidJSON wants a pointer even to nothing.
  const char* const data = text.empty() ? "" : text.data();
  writer_.String(data, static_cast<rapidjson::SizeType>(text.size()));
}

void JsonText::RawField(std::string_view key, std::string_view json) {
  if (json.empty()) return;
  Key(key);
  if (!write_ || json.size() < PieceWriter::kPieceBytes) {
    writer_.RawValue(json.data(), json.size(), rapidjson::kObjectType);
    return;
  }
  // Only what is before it, and itself without a copy.
  writer_.RawValue("", 0, rapidjson::kObjectType);
  Flush();
  (*write_)({reinterpret_cast<const uint8_t*>(json.data()), json.size()});
}

}  // namespace clipguard
