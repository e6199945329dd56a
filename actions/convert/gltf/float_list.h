// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Floats that are appended one by one, as many as a long animation has. A
// std::vector that grows is there twice for a moment, and may keep room for as
// much again. This one lies in blocks: what is full stays where it is.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_FLOAT_LIST_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_FLOAT_LIST_H_

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <vector>

namespace clipguard::actions::gltf {

// Takes 4 bytes a float, and less than 1% and a block more; a small one no more
// than a std::vector. Thread-compatible.
class FloatList {
 public:
  // Floats.
  static constexpr size_t kBlock = 4096;

  FloatList() = default;
  FloatList(std::initializer_list<float> values) {
    for (const float value : values) push_back(value);
  }
  explicit FloatList(std::span<const float> values) {
    while (!values.empty()) {
      const auto block = values.first(std::min(kBlock, values.size()));
      blocks_.emplace_back(block.begin(), block.end());
      size_ += block.size();
      values = values.subspan(block.size());
    }
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  float operator[](size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  float& operator[](size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  float back() const { return blocks_.back().back(); }
  float& back() { return blocks_.back().back(); }

  void push_back(float value) {
    if (size_ % kBlock == 0) AddBlock();
    blocks_.back().push_back(value);
    ++size_;
  }
  void Append(size_t count, float value) {
    for (size_t i = 0; i < count; ++i) push_back(value);
  }
  // Takes the last ones away. REQUIRES: count <= size().
  void RemoveLast(size_t count) {
    for (size_t i = 0; i < count; ++i) {
      blocks_.back().pop_back();
      if (blocks_.back().empty()) blocks_.pop_back();
      --size_;
    }
  }
  // Gives back what only more floats would have needed.
  void Trim() {
    if (!blocks_.empty()) blocks_.back().shrink_to_fit();
  }

  // All of them beside each other; none are left here. Blocks go one by one.
  std::vector<float> Take() {
    std::vector<float> all;
    all.reserve(size_);
    for (std::vector<float>& block : blocks_) {
      all.insert(all.end(), block.begin(), block.end());
      block = {};
    }
    *this = {};
    return all;
  }

  // None is empty.
  std::span<const std::vector<float>> blocks() const { return blocks_; }

  friend bool operator==(const FloatList& a, const FloatList& b) {
    return a.size_ == b.size_ && a.blocks_ == b.blocks_;
  }

 private:
  void AddBlock() {
    std::vector<float>& block = blocks_.emplace_back();
    // The first one grows, for there are many lists that are short.
    if (blocks_.size() > 1) block.reserve(kBlock);
  }

  std::vector<std::vector<float>> blocks_;  // all but the last one are full
  size_t size_ = 0;
};

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_FLOAT_LIST_H_
