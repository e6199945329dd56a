// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/json_nodes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "parser/huge_pages.h"

namespace clipguard::forge {
namespace {

constexpr size_t kAlignment = alignof(JsonPlace);

// Each key and value takes at least two bytes of text.
constexpr size_t kMostForEachByte = sizeof(JsonPlace) / 2;

// How much memory is asked for at once: for small texts all that they can need.
// What is never written takes none.
size_t ChunkFor(size_t text_size) {
  constexpr size_t kSmallText = size_t{1} << 18;
  constexpr size_t kMostChunk = size_t{16} << 20;
  if (text_size > kSmallText) return std::min(text_size / 2, kMostChunk);
  return kMostForEachByte * text_size + 2 * sizeof(JsonPlace);
}

}  // namespace

JsonNodesBuilder::JsonNodesBuilder(size_t text_size)
    : chunk_(ChunkFor(text_size)) {
  nodes_.blocks_.reserve(text_size / 2 / JsonNodes::kBlock + 1);
}

void* JsonNodesBuilder::Allocate(size_t bytes) {
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  if (bytes > free_bytes_) {
    // Nodes that were never in a text may take more.
    const size_t chunk = std::max(chunk_, bytes);
    nodes_.memory_.push_back(
        std::make_unique_for_overwrite<std::byte[]>(chunk));
    free_ = nodes_.memory_.back().get();
    free_bytes_ = chunk;
    if (chunk >= kLargeBytes) AskForHugePages(free_, chunk);
  }
  void* const place = free_;
  free_ += bytes;
  free_bytes_ -= bytes;
  return place;
}

bool JsonNodesBuilder::CanBePacked() const {
  if (open_ < JsonNodes::kBlock) return false;
  const uint32_t most_offset = std::numeric_limits<uint16_t>::max();
  const uint32_t most_size = std::numeric_limits<uint8_t>::max();
  return places_.back().begin - places_.front().begin <= most_offset &&
         std::ranges::all_of(places_, [](const JsonPlace& place) {
           return place.type == JsonType::kNumber && place.size <= most_size;
         });
}

void JsonNodesBuilder::Close() {
  JsonNodes::Block block;
  if (CanBePacked()) {
    auto* const packed =
        ::new (Allocate(sizeof(JsonNodes::Packed))) JsonNodes::Packed;
    packed->begin = places_.front().begin;
    for (size_t i = 0; i < JsonNodes::kBlock; ++i) {
      packed->offsets[i] =
          static_cast<uint16_t>(places_[i].begin - packed->begin);
      packed->sizes[i] = static_cast<uint8_t>(places_[i].size);
    }
    block.packed = packed;
  } else {
    block.places = static_cast<JsonPlace*>(Allocate(open_ * sizeof(JsonPlace)));
    std::uninitialized_copy_n(places_.begin(), open_, block.places);
  }
  nodes_.blocks_.push_back(block);
  closed_ += open_;
  open_ = 0;
}

JsonNodes JsonNodesBuilder::Finish() {
  if (open_ != 0) Close();
  nodes_.size_ = closed_;
  return std::move(nodes_);
}

}  // namespace clipguard::forge
