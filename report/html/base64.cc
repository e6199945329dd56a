// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/base64.h"

#include <bit>

#include "absl/strings/escaping.h"

namespace clipguard::report {
namespace {

// The files' formats are little-endian, too, and are read as they lie.
static_assert(std::endian::native == std::endian::little);

template <typename Number>
void Append(JsonWriter& json, std::span<const Number> values) {
  json.String(absl::Base64Escape(
      {reinterpret_cast<const char*>(values.data()), values.size_bytes()}));
}

}  // namespace

void AppendBase64Bytes(JsonWriter& json, std::span<const uint8_t> bytes) {
  Append(json, bytes);
}

void AppendBase64Floats(JsonWriter& json, std::span<const float> values) {
  Append(json, values);
}

void AppendBase64Uint16s(JsonWriter& json, std::span<const uint16_t> values) {
  Append(json, values);
}

void AppendBase64Uint32s(JsonWriter& json, std::span<const uint32_t> values) {
  Append(json, values);
}

}  // namespace clipguard::report
