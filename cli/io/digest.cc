// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/digest.h"

#include <sodium.h>

#include "absl/strings/escaping.h"

namespace clipguard::cli {

Digest DigestOf(std::string_view text) {
  // Chooses the instructions that the machine has; without it, hashing works,
  // but is slower.
  static const int chosen = sodium_init();
  (void)chosen;
  static_assert(crypto_generichash_BYTES == sizeof(Digest));
  Digest digest;
  // It fails only for sizes that are out of range, and these are constants.
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(text.data()),
                     text.size(), nullptr, 0);
  return digest;
}

std::string Hex(const Digest& digest) {
  return absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char*>(digest.data()), digest.size()));
}

}  // namespace clipguard::cli
