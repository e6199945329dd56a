// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Digest: a short name for bytes that nobody can give to other bytes.

#ifndef CLIPGUARD_CLI_IO_DIGEST_H_
#define CLIPGUARD_CLI_IO_DIGEST_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace clipguard::cli {

// BLAKE2b with 256 bits: to find two contents with one digest takes 2^128
// attempts, whoever chooses both.
using Digest = std::array<uint8_t, 32>;

// The digest of the bytes. With a salt, that of the bytes under this salt:
// equal only if both are.
Digest DigestOf(std::span<const uint8_t> bytes);
Digest DigestOf(const Digest& salt, std::span<const uint8_t> bytes);
Digest DigestOf(std::string_view text);

// HighwayHash with 256 bits: many times as fast, and as hard to collide with
// for whoever knows neither the secret nor what it made of other bytes.
Digest DigestUnder(const Digest& secret, std::span<const uint8_t> bytes);

// A digest that nobody can guess.
Digest NewSecret();

// As 64 hexadecimal digits.
std::string Hex(const Digest& digest);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_DIGEST_H_
