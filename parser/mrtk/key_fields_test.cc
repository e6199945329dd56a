// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/key_fields.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "absl/strings/str_join.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"

namespace clipguard::mrtk {
namespace {

TEST(KeyFieldsTest, HaveTheNamesOfTheFormatsPage) {
  const std::vector<std::string> names(kKeyFieldNames.begin(),
                                       kKeyFieldNames.end());
  EXPECT_EQ(absl::StrJoin(names, " "),
            "time value inTangent outTangent inWeight outWeight weightedMode");
}

TEST(KeyFieldsTest, ListsAreTheirPlurals) {
  const auto expect = [](std::string_view name, std::string_view list) {
    EXPECT_EQ(list, std::string(name) + "s");
  };
  std::apply(
      [&](const auto&... field) { (expect(field.name, field.list), ...); },
      kKeyFields);
}

TEST(KeyFieldsTest, LieOneAfterTheOther) {
  std::vector<uint8_t> bytes(kFullKeySize);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i);
  Keyframe key;
  std::memcpy(&key, bytes.data(), sizeof(key));
  size_t at = 0;
  ForEachNamed(kKeyFields, key, [&](std::string_view name, const auto& value) {
    static_assert(sizeof(value) == kFieldSize);
    uint32_t bits;
    std::memcpy(&bits, bytes.data() + at, sizeof(bits));
    EXPECT_EQ(std::bit_cast<uint32_t>(value), bits) << name;
    at += kFieldSize;
  });
  EXPECT_EQ(at, kFullKeySize);
  for (size_t i = 0; i < kFloatFields.size(); ++i) {
    EXPECT_EQ(kFloatFields[i].name, kKeyFieldNames[i]);
    EXPECT_EQ(std::bit_cast<uint32_t>(key.*kFloatFields[i].member) & 0xFF,
              i * kFieldSize);
  }
  EXPECT_EQ(kModeField.name, kKeyFieldNames[kWeightedModeField]);
}

}  // namespace
}  // namespace clipguard::mrtk
