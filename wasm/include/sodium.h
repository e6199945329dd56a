// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Of libsodium what clipguard uses: BLAKE2b without a key (RFC 7693).

#ifndef CLIPGUARD_WASM_INCLUDE_SODIUM_H_
#define CLIPGUARD_WASM_INCLUDE_SODIUM_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define crypto_generichash_BYTES 32U
#define crypto_generichash_KEYBYTES_MIN 16U
#define crypto_generichash_KEYBYTES_MAX 64U

struct crypto_generichash_state {
  uint64_t chain[8];
  uint64_t count;  // bytes before the block
  uint8_t block[128];
  size_t held;
};

inline constexpr uint64_t kBlake2bStart[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
inline constexpr uint8_t kBlake2bOrder[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

inline void Blake2bBlock(crypto_generichash_state* state, bool is_last) {
  uint64_t m[16];
  memcpy(m, state->block, sizeof(m));
  uint64_t v[16];
  for (int i = 0; i < 8; ++i) {
    v[i] = state->chain[i];
    v[i + 8] = kBlake2bStart[i];
  }
  v[12] ^= state->count;
  if (is_last) v[14] = ~v[14];
  const auto turn = [](uint64_t x, int by) {
    return (x >> by) | (x << (64 - by));
  };
  const auto mix = [&](int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = turn(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turn(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 63);
  };
  for (int round = 0; round < 12; ++round) {
    const uint8_t* const s = kBlake2bOrder[round % 10];
    for (int i = 0; i < 4; ++i) {
      mix(i, i + 4, i + 8, i + 12, m[s[2 * i]], m[s[2 * i + 1]]);
    }
    for (int i = 0; i < 4; ++i) {
      mix(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4,
          m[s[8 + 2 * i]], m[s[9 + 2 * i]]);
    }
  }
  for (int i = 0; i < 8; ++i) state->chain[i] ^= v[i] ^ v[i + 8];
}

inline int sodium_init() { return 0; }

// REQUIRES: no key.
inline int crypto_generichash_init(crypto_generichash_state* state,
                                   const uint8_t*, size_t, size_t size) {
  memset(state, 0, sizeof(*state));
  memcpy(state->chain, kBlake2bStart, sizeof(state->chain));
  state->chain[0] ^= 0x01010000 ^ size;
  return 0;
}

inline int crypto_generichash_update(crypto_generichash_state* state,
                                     const uint8_t* bytes, uint64_t size) {
  while (size != 0) {
    if (state->held == sizeof(state->block)) {
      state->count += state->held;
      Blake2bBlock(state, false);
      state->held = 0;
    }
    const size_t room = sizeof(state->block) - state->held;
    const size_t taken = size < room ? static_cast<size_t>(size) : room;
    memcpy(state->block + state->held, bytes, taken);
    state->held += taken;
    bytes += taken;
    size -= taken;
  }
  return 0;
}

inline int crypto_generichash_final(crypto_generichash_state* state,
                                    uint8_t* out, size_t size) {
  state->count += state->held;
  memset(state->block + state->held, 0, sizeof(state->block) - state->held);
  Blake2bBlock(state, true);
  memcpy(out, state->chain, size);
  return 0;
}

inline int crypto_generichash(uint8_t* out, size_t out_size,
                              const uint8_t* bytes, uint64_t size,
                              const uint8_t* key, size_t key_size) {
  crypto_generichash_state state;
  crypto_generichash_init(&state, key, key_size, out_size);
  crypto_generichash_update(&state, bytes, size);
  return crypto_generichash_final(&state, out, out_size);
}

#endif  // CLIPGUARD_WASM_INCLUDE_SODIUM_H_
