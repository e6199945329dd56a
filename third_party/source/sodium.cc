// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Stand-ins that libsodium's hash needs of the rest of it: there is one way to
// compute, and nothing is secret.

#include <sodium.h>

#include <cstdlib>
#include <cstring>

extern "C" {
int sodium_init() { return 0; }
void sodium_misuse() { std::abort(); }
void randombytes_buf(void*, size_t) { std::abort(); }
void sodium_memzero(void* bytes, size_t size) { std::memset(bytes, 0, size); }
}
