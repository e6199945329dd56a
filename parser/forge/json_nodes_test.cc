// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json_nodes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "testing/allocation_counter.h"

namespace clipguard::forge {
namespace {

// Nodes one after the other, so many bytes long, with so many between them.
struct Run {
  size_t count;
  JsonType type;
  uint32_t size;
  uint32_t between;
};

std::vector<JsonPlace> PlacesOf(const std::vector<Run>& runs) {
  std::vector<JsonPlace> places;
  uint32_t begin = 7;
  for (const Run& run : runs) {
    for (size_t i = 0; i < run.count; ++i) {
      places.emplace_back(begin, run.type, run.size);
      begin += run.size + run.between;
    }
  }
  return places;
}

JsonNodes NodesOf(const std::vector<JsonPlace>& places, size_t text_size) {
  JsonNodesBuilder builder(text_size);
  for (const JsonPlace& place : places) {
    builder.Add(place.begin, place.type, place.size);
  }
  EXPECT_EQ(builder.size(), places.size());
  return builder.Finish();
}

void ExpectSame(const std::vector<JsonPlace>& places) {
  const JsonNodes nodes = NodesOf(places, 1000);
  ASSERT_EQ(nodes.size(), places.size());
  for (uint32_t i = 0; i < places.size(); ++i) {
    EXPECT_EQ(nodes[i].begin, places[i].begin) << i;
    EXPECT_EQ(nodes[i].type, places[i].type) << i;
    EXPECT_EQ(nodes[i].size, places[i].size) << i;
  }
}

TEST(JsonNodesTest, AllKindsComeBack) {
  using enum JsonType;
  ExpectSame({});
  ExpectSame(PlacesOf({{1, kNull, 4, 1}}));
  ExpectSame(PlacesOf({{64, kNumber, 1, 1}}));
  ExpectSame(PlacesOf({{63, kNumber, 1, 1}, {1, kString, 9, 0}}));
  ExpectSame(PlacesOf({{1, kArray, 1, 0}, {1000, kNumber, 3, 2}}));
  ExpectSame(PlacesOf({{300, kObject, 1, 0}, {300, kTrue, 4, 1}}));
  ExpectSame(PlacesOf({{300, kNumber, 7, 1}, {300, kEscapedString, 8, 1}}));
}

// A packed block has 8 bits for a size and 16 for a place.
TEST(JsonNodesTest, LongAndDistantNumbersComeBack) {
  using enum JsonType;
  for (const uint32_t size : {255u, 256u, 1000u, 1u << 20}) {
    ExpectSame(PlacesOf({{200, kNumber, size, 1}}));
  }
  for (const uint32_t between : {1039u, 1040u, 1041u, 1u << 20}) {
    ExpectSame(PlacesOf({{200, kNumber, 1, between}}));
  }
}

TEST(JsonNodesTest, WhatIsNoNumberCanBeChanged) {
  JsonNodesBuilder builder(0);
  for (uint32_t i = 0; i < 1000; ++i) {
    builder.Add(i, i % 100 == 0 ? JsonType::kArray : JsonType::kNumber, 1);
    builder[i / 100 * 100].size = i;
  }
  const JsonNodes nodes = builder.Finish();
  for (uint32_t i = 0; i < 1000; i += 100) EXPECT_EQ(nodes[i].size, i + 99);
}

TEST(JsonNodesTest, NumbersTakeThreeBytes) {
  constexpr size_t kCount = 1'000'000;
  for (const JsonType type : {JsonType::kNumber, JsonType::kTrue}) {
    const std::vector<JsonPlace> places = PlacesOf({{kCount, type, 1, 1}});
    const int64_t start = StartPeak();
    const JsonNodes nodes = NodesOf(places, 2 * kCount);
    const uint64_t each = type == JsonType::kNumber ? 35 : 85;  // tenths
    // And a part of a chunk, which is half of the text.
    EXPECT_LE(PeakBytesSince(start), kCount * each / 10 + kCount);
  }
}

}  // namespace
}  // namespace clipguard::forge
