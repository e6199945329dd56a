// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Digest: a short name for bytes that nobody can give to other bytes.

#ifndef CLIPGUARD_CLI_IO_DIGEST_H_
#define CLIPGUARD_CLI_IO_DIGEST_H_

#include <sodium.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace clipguard::cli {

// BLAKE2b with 256 bits: to find two contents with one digest takes 2^128
// attempts, whoever chooses both.
using Digest = std::array<uint8_t, 32>;

Digest DigestOf(std::string_view text);

// The same of a text that comes in pieces. Thread-compatible.
class Digester {
 public:
  Digester();

  void Add(std::string_view piece);
  // REQUIRES: it is called once, and Add() no more.
  Digest Finish();

 private:
  crypto_generichash_state state_;
};

// As 64 hexadecimal digits.
std::string Hex(const Digest& digest);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_DIGEST_H_
