// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/mrtk/detect.h"

#include <algorithm>

namespace clipguard::mrtk {

bool LooksLikeRecording(std::span<const uint8_t> bytes) {
  const size_t size = std::min(bytes.size(), kDetectedBytes);
  size_t equal = 0;
  size_t equal_reversed = 0;
  for (size_t i = 0; i < size; ++i) {
    equal += bytes[i] == kMagicBytes[i];
    equal_reversed += bytes[i] == kMagicBytes[kDetectedBytes - 1 - i];
  }
  if (size < kDetectedBytes) return size != 0 && equal == size;
  return equal + 2 >= size || equal_reversed == size;
}

}  // namespace clipguard::mrtk
