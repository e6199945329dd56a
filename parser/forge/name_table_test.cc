// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/name_table.h"

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace clipguard::forge {
namespace {

TEST(NameTableTest, FindsNothingInNothing) {
  const auto none = [](uint32_t) { return std::string_view("a"); };
  EXPECT_EQ(NameTable().Find("a", none), NameTable::kNone);
  EXPECT_EQ(NameTable(0).Find("a", none), NameTable::kNone);
}

TEST(NameTableTest, KeepsTheFirstOrTheLast) {
  const std::vector<std::string> names = {"a", "b", "a", "", "a"};
  const auto name_of = [&](uint32_t i) { return std::string_view(names[i]); };
  NameTable first(names.size());
  NameTable last(names.size());
  const std::vector<uint32_t> found_first = {NameTable::kNone, NameTable::kNone,
                                             0, NameTable::kNone, 0};
  const std::vector<uint32_t> found_last = {NameTable::kNone, NameTable::kNone,
                                            0, NameTable::kNone, 2};
  for (uint32_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(first.Add(i, name_of), found_first[i]);
    EXPECT_EQ(last.Replace(i, name_of), found_last[i]);
  }
  EXPECT_EQ(first.Find("a", name_of), 0u);
  EXPECT_EQ(last.Find("a", name_of), 4u);
  EXPECT_EQ(first.Find("", name_of), 3u);
  EXPECT_EQ(first.Find("c", name_of), NameTable::kNone);
}

TEST(NameTableTest, HoldsAsManyAsWereAnnounced) {
  for (const uint32_t count : {1u, 2u, 3u, 1000u, 100'003u}) {
    std::vector<std::string> names;
    for (uint32_t i = 0; i < count; ++i) names.push_back(std::to_string(i));
    const auto name_of = [&](uint32_t i) { return std::string_view(names[i]); };
    NameTable table(count);
    for (uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(table.Add(i, name_of), NameTable::kNone);
    }
    for (uint32_t i = 0; i < count; ++i) {
      ASSERT_EQ(table.Find(names[i], name_of), i);
    }
    ASSERT_EQ(table.Find("x", name_of), NameTable::kNone);
  }
}

}  // namespace
}  // namespace clipguard::forge
