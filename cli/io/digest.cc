// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/digest.h"

#include "absl/strings/escaping.h"

namespace clipguard::cli {

Digester::Digester() {
  // Chooses the instructions that the machine has; without it, hashing works,
  // but is slower.
  static const int chosen = sodium_init();
  (void)chosen;
  static_assert(crypto_generichash_BYTES == sizeof(Digest));
  // It fails only for sizes that are out of range, and these are constants.
  crypto_generichash_init(&state_, nullptr, 0, sizeof(Digest));
}

void Digester::Add(std::string_view piece) {
  crypto_generichash_update(
      &state_, reinterpret_cast<const unsigned char*>(piece.data()),
      piece.size());
}

Digest Digester::Finish() {
  Digest digest;
  crypto_generichash_final(&state_, digest.data(), digest.size());
  return digest;
}

Digest DigestOf(std::string_view text) {
  Digester digester;
  digester.Add(text);
  return digester.Finish();
}

std::string Hex(const Digest& digest) {
  return absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char*>(digest.data()), digest.size()));
}

}  // namespace clipguard::cli
