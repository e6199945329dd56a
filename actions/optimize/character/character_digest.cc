// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/character_digest.h"

#include <sodium.h>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "base/named_fields.h"
#include "parser/m3d/character.h"
#include "parser/m3d/field_names.h"

namespace clipguard::actions {
namespace {

class Hasher {
 public:
  Hasher() {
    // Chooses the fastest code; what it computes is the same without it.
    static const int chosen = sodium_init();
    static_cast<void>(chosen);
    crypto_generichash_init(&state_, nullptr, 0, sizeof(CharacterDigest));
  }

  // The number of elements, and their bytes.
  template <typename List>
  void Add(const List& list) {
    using Element = typename List::value_type;
    static_assert(std::is_trivially_copyable_v<Element>);
    const uint64_t count = list.size();
    crypto_generichash_update(&state_, reinterpret_cast<const uint8_t*>(&count),
                              sizeof(count));
    if (count == 0) return;
    crypto_generichash_update(&state_,
                              reinterpret_cast<const uint8_t*>(list.data()),
                              count * sizeof(Element));
  }

  CharacterDigest Finish() {
    CharacterDigest digest;
    crypto_generichash_final(&state_, digest.data(), digest.size());
    return digest;
  }

 private:
  crypto_generichash_state state_;
};

}  // namespace

CharacterDigest DigestOfShape(const m3d::Character& character) {
  Hasher hasher;
  ForEachNamed(m3d::kVertexArrays, character.vertices,
               [&](std::string_view, const auto& array) { hasher.Add(array); });
  hasher.Add(character.triangles);
  hasher.Add(character.bone_offsets);
  return hasher.Finish();
}

CharacterDigest DigestOfKeys(const m3d::Clip& clip) {
  Hasher hasher;
  ForEachNamed(m3d::kClipArrays, clip,
               [&](std::string_view, const auto& array) { hasher.Add(array); });
  return hasher.Finish();
}

}  // namespace clipguard::actions
