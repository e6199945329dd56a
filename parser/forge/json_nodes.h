// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The nodes of a JsonDocument: eight bytes each, and of long lists of numbers
// about three, which is most of a large file.
//
// Nodes lie in blocks of 64. A block of nothing but numbers that stand close
// together is packed: where the first one begins, and how far off the others
// do.
//
// Internal to parser/forge.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_NODES_H_
#define CLIPGUARD_PARSER_FORGE_JSON_NODES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace clipguard::forge {

// Containers come last.
enum class JsonType : uint8_t {
  kNull,
  kFalse,
  kTrue,
  kNumber,
  kString,
  kEscapedString,
  kArray,
  kObject,
};

struct JsonPlace {
  static constexpr uint32_t kMostSize = (uint32_t{1} << 29) - 1;

  JsonPlace() = default;
  JsonPlace(uint32_t b, JsonType t, uint32_t s)
      : begin(b), type(t), size(s & kMostSize) {}

  uint32_t begin;
  JsonType type : 3;
  // In bytes, quotes included; of an array or object the nodes in it.
  uint32_t size : 29;
};
static_assert(sizeof(JsonPlace) == 8);

// Thread-compatible.
class JsonNodes {
 public:
  size_t size() const { return size_; }

  JsonPlace operator[](uint32_t node) const {
    const Block& block = blocks_[node / kBlock];
    const uint32_t i = node % kBlock;
    if (block.packed == nullptr) return block.places[i];
    return JsonPlace(block.packed->begin + block.packed->offsets[i],
                     JsonType::kNumber, block.packed->sizes[i]);
  }

 private:
  friend class JsonNodesBuilder;

  static constexpr uint32_t kBlock = 64;

  struct Packed {
    uint32_t begin;
    std::array<uint16_t, kBlock> offsets;
    std::array<uint8_t, kBlock> sizes;
  };
  // One of the two.
  struct Block {
    JsonPlace* places = nullptr;
    const Packed* packed = nullptr;
  };

  size_t size_ = 0;
  std::vector<Block> blocks_;
  // What the blocks are in. Never moved.
  std::vector<std::unique_ptr<std::byte[]>> memory_;
};

// Appends nodes.
//
//   JsonNodesBuilder builder(text.size());
//   builder.Add(0, JsonType::kArray, 0);
//   JsonNodes nodes = builder.Finish();
//
// Not to be used after Finish().
class JsonNodesBuilder {
 public:
  explicit JsonNodesBuilder(size_t text_size);

  uint32_t size() const { return closed_ + open_; }

  void Add(uint32_t begin, JsonType type, uint32_t size) {
    places_[open_++] = JsonPlace(begin, type, size);
    if (open_ == JsonNodes::kBlock) Close();
  }

  // REQUIRES: it is no number.
  JsonPlace& operator[](uint32_t node) {
    if (node >= closed_) return places_[node - closed_];
    return nodes_.blocks_[node / JsonNodes::kBlock]
        .places[node % JsonNodes::kBlock];
  }

  JsonNodes Finish();

 private:
  // Puts what is open where it stays.
  void Close();
  bool CanBePacked() const;
  void* Allocate(size_t bytes);

  JsonNodes nodes_;
  const size_t chunk_;
  std::byte* free_ = nullptr;
  size_t free_bytes_ = 0;
  uint32_t closed_ = 0;
  uint32_t open_ = 0;
  std::array<JsonPlace, JsonNodes::kBlock> places_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_JSON_NODES_H_
