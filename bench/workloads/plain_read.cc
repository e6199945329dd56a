// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/plain_read.h"

#include <cstddef>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace clipguard::bench {
namespace {

// Eight bytes at a time, from `bytes` on.
uint64_t ReadWords(std::span<const uint8_t> bytes) {
  uint64_t sum = 0;
  size_t i = 0;
  for (; bytes.size() - i >= sizeof(sum); i += sizeof(sum)) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, sizeof(word));
    sum ^= word;
  }
  for (; i < bytes.size(); ++i) sum ^= bytes[i];
  return sum;
}

#if defined(__x86_64__)
// Four cache lines a round. Intrinsics, because what compilers make of a plain
// loop is not a measure of the memory.
__attribute__((target("avx512f"))) uint64_t
ReadAvx512(std::span<const uint8_t> bytes) {
  constexpr size_t kRound = 256;
  __m512i a = _mm512_setzero_si512();
  __m512i b = a;
  __m512i c = a;
  __m512i d = a;
  size_t i = 0;
  for (; bytes.size() - i >= kRound; i += kRound) {
    const uint8_t* p = bytes.data() + i;
    a = _mm512_xor_si512(a, _mm512_loadu_si512(p));
    b = _mm512_xor_si512(b, _mm512_loadu_si512(p + 64));
    c = _mm512_xor_si512(c, _mm512_loadu_si512(p + 128));
    d = _mm512_xor_si512(d, _mm512_loadu_si512(p + 192));
  }
  uint64_t words[8];
  _mm512_storeu_si512(
      words, _mm512_xor_si512(_mm512_xor_si512(a, b), _mm512_xor_si512(c, d)));
  uint64_t sum = ReadWords(bytes.subspan(i));
  for (uint64_t word : words) sum ^= word;
  return sum;
}
#endif

}  // namespace

uint64_t PlainRead(std::span<const uint8_t> bytes) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return ReadAvx512(bytes);
#endif
  return ReadWords(bytes);
}

}  // namespace clipguard::bench
