// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Arrays of numbers as the page reads them: strings of base64, of the bytes of
// little-endian numbers. report/page/frame/decode.js is the other side.

#ifndef CLIPGUARD_REPORT_HTML_BASE64_H_
#define CLIPGUARD_REPORT_HTML_BASE64_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/json_writer.h"

namespace clipguard::report {

// Bytes of text that so many bytes become, with the quotes.
constexpr uint64_t Base64Size(uint64_t bytes) {
  return (bytes + 2) / 3 * 4 + 2;
}

// Each writes one value. NaN and infinities keep their bits.
void AppendBase64Bytes(JsonWriter& json, std::span<const uint8_t> bytes);
void AppendBase64Floats(JsonWriter& json, std::span<const float> values);
void AppendBase64Uint16s(JsonWriter& json, std::span<const uint16_t> values);
void AppendBase64Uint32s(JsonWriter& json, std::span<const uint32_t> values);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_BASE64_H_
