// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/text_places.h"

#include <algorithm>

namespace clipguard::forge {

TextPlace TextPlaces::Find(size_t offset) {
  offset = std::min(offset, text_.size());
  if (before_.empty()) {
    Before before{0, 0};
    for (size_t block = 0; block <= text_.size(); block += kBlock) {
      before_.push_back(before);
      const size_t end = std::min(block + kBlock, text_.size());
      for (size_t i = block; i < end; ++i) {
        if (text_[i] != '\n') continue;
        ++before.lines;
        before.newline = static_cast<uint32_t>(i + 1);
      }
    }
  }
  const size_t block = offset / kBlock;
  Before before = before_[block];
  for (size_t i = block * kBlock; i < offset; ++i) {
    if (text_[i] != '\n') continue;
    ++before.lines;
    before.newline = static_cast<uint32_t>(i + 1);
  }
  return {before.lines + 1, static_cast<uint32_t>(offset - before.newline + 1)};
}

}  // namespace clipguard::forge
