// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/base64.h"

#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace clipguard::report {
namespace {

TEST(Base64Test, NumbersAreLittleEndian) {
  JsonWriter json;
  json.BeginArray();
  AppendBase64Floats(json, std::array{1.0f, -0.5f});
  AppendBase64Uint16s(json, std::array<uint16_t, 2>{1, 0x0203});
  AppendBase64Uint32s(json, std::array<uint32_t, 1>{0x01020304});
  AppendBase64Bytes(json, std::array<uint8_t, 1>{0xFF});
  AppendBase64Bytes(json, {});
  json.EndArray();
  EXPECT_EQ(json.Take(), R"(["AACAPwAAAL8=","AQADAg==","BAMCAQ==","/w==",""])");
}

TEST(Base64Test, TheSizeIsThatOfTheText) {
  for (size_t size = 0; size < 10; ++size) {
    const std::string bytes(size, 'x');
    JsonWriter json;
    AppendBase64Bytes(
        json, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    EXPECT_EQ(json.Take().size(), Base64Size(size));
  }
}

}  // namespace
}  // namespace clipguard::report
