// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/digest.h"

#include <highwayhash/highwayhash_target.h>
#include <highwayhash/instruction_sets.h>
#include <sodium.h>

#include <cstring>

#include "absl/strings/escaping.h"

namespace clipguard::cli {
namespace {

static_assert(crypto_generichash_BYTES == sizeof(Digest));
static_assert(sizeof(Digest) >= crypto_generichash_KEYBYTES_MIN &&
              sizeof(Digest) <= crypto_generichash_KEYBYTES_MAX);

// Chooses the instructions that the machine has; without it, hashing works, but
// is slower.
void ChooseInstructions() {
  static const int chosen = sodium_init();
  (void)chosen;
}

Digest Hash(const uint8_t* key, size_t key_size,
            std::span<const uint8_t> bytes) {
  ChooseInstructions();
  Digest digest;
  // It fails only for sizes that are out of range, and these are constants.
  crypto_generichash(digest.data(), digest.size(), bytes.data(), bytes.size(),
                     key, key_size);
  return digest;
}

}  // namespace

Digest DigestOf(std::span<const uint8_t> bytes) {
  return Hash(nullptr, 0, bytes);
}

Digest DigestOf(const Digest& salt, std::span<const uint8_t> bytes) {
  return Hash(salt.data(), salt.size(), bytes);
}

Digest DigestUnder(const Digest& secret, std::span<const uint8_t> bytes) {
  alignas(32) highwayhash::HHKey key;
  static_assert(sizeof(key) == sizeof(secret));
  std::memcpy(key, secret.data(), sizeof(key));
  highwayhash::HHResult256 result;
  highwayhash::InstructionSets::Run<highwayhash::HighwayHash>(
      key, reinterpret_cast<const char*>(bytes.data()), bytes.size(), &result);
  Digest digest;
  static_assert(sizeof(result) == sizeof(digest));
  std::memcpy(digest.data(), result, sizeof(result));
  return digest;
}

Digest NewSecret() {
  ChooseInstructions();
  Digest secret;
  randombytes_buf(secret.data(), secret.size());
  return secret;
}

Digest DigestOf(std::string_view text) {
  return DigestOf(
      std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

std::string Hex(const Digest& digest) {
  return absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char*>(digest.data()), digest.size()));
}

}  // namespace clipguard::cli
