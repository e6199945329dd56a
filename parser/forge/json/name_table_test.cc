// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json/name_table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
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
  for (uint32_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(first.Add(i, name_of), found_first[i]);
  }
  std::vector<std::pair<uint32_t, uint32_t>> again;
  last.ReplaceAll(
      static_cast<uint32_t>(names.size()), name_of,
      [&](uint32_t i, uint32_t before) { again.emplace_back(i, before); });
  EXPECT_EQ(again,
            (std::vector<std::pair<uint32_t, uint32_t>>{{2, 0}, {4, 2}}));
  EXPECT_EQ(first.Find("a", name_of), 0u);
  EXPECT_EQ(last.Find("a", name_of), 4u);
  EXPECT_EQ(first.Find("", name_of), 3u);
  EXPECT_EQ(first.Find("c", name_of), NameTable::kNone);
}

// Few names are told apart by their length, first, middle and last byte, and
// then by all of them.
TEST(NameTableTest, TellsAFewNamesApart) {
  const std::vector<std::string> names = {
      "",   "abcd", "aXcd", std::string(1, '\0'), "a", std::string(257, 'a'),
      "abc"};
  const auto name_of = [&](uint32_t i) { return std::string_view(names[i]); };
  NameTable table(names.size());
  for (uint32_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(table.Add(i, name_of), NameTable::kNone);
  }
  for (uint32_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(table.Find(names[i], name_of), i);
    EXPECT_EQ(table.Add(i, name_of), i);
  }
  EXPECT_EQ(table.Find("aYcd", name_of), NameTable::kNone);
  EXPECT_EQ(table.Find("b", name_of), NameTable::kNone);
}

TEST(NameTableTest, FindsManyAtOnce) {
  std::vector<std::string> names;
  for (uint32_t i = 0; i < 5000; ++i) names.push_back(std::to_string(i));
  const auto place_of = [&](uint32_t i) { return &names[i]; };
  const auto name_of = [&](uint32_t i) { return std::string_view(names[i]); };
  NameTable table(names.size());
  const auto none = [](uint32_t, uint32_t) { FAIL() << "all are new"; };
  table.ReplaceAll(static_cast<uint32_t>(names.size()), name_of, none);
  const std::vector<std::string_view> wanted = {"17", "x",  "4999", "",
                                                "0",  "17", "5000"};
  std::vector<uint32_t> found(wanted.size());
  table.FindMany(wanted, place_of, name_of, found.data());
  constexpr uint32_t kNone = NameTable::kNone;
  EXPECT_EQ(found,
            (std::vector<uint32_t>{17, kNone, 4999, kNone, 0, 17, kNone}));
  NameTable().FindMany(wanted, place_of, name_of, found.data());
  EXPECT_EQ(found, std::vector<uint32_t>(wanted.size(), kNone));
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
