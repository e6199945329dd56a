// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/motion/bone_keys.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace clipguard::actions {

bool SameBoneKey(const BoneKeys& a, size_t i, const BoneKeys& b, size_t j) {
  using Bits3 = std::array<uint32_t, 3>;
  using Bits4 = std::array<uint32_t, 4>;
  return std::bit_cast<Bits3>(a.translation(i)) ==
             std::bit_cast<Bits3>(b.translation(j)) &&
         std::bit_cast<Bits3>(a.scale(i)) == std::bit_cast<Bits3>(b.scale(j)) &&
         std::bit_cast<Bits4>(a.rotation(i)) ==
             std::bit_cast<Bits4>(b.rotation(j));
}

}  // namespace clipguard::actions
