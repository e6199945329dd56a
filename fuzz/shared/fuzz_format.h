// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What targets that know no format need of each: how its files are mutated, and
// how they are made larger. Each format's room has one; fuzz/formats.h has all.

#ifndef CLIPGUARD_FUZZ_SHARED_FUZZ_FORMAT_H_
#define CLIPGUARD_FUZZ_SHARED_FUZZ_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/shared/mutator.h"
#include "fuzz/shared/random.h"
#include "parser/format_set.h"

namespace clipguard::fuzz {

struct FuzzFormat {
  FormatSet formats;  // whose files are such files
  size_t (*mutate)(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                   ByteMutator mutate_bytes);
  size_t (*cross_over)(std::span<const uint8_t> a, std::span<const uint8_t> b,
                       uint8_t* out, size_t max_size, uint32_t seed);
  // The file with about `bytes` more, in one direction.
  std::string (*grow)(std::string_view file, size_t bytes, Random& random);
  // What a file may cost beyond its bytes, in operations.
  uint64_t spare_operations;
  bool pairs = false;  // one file may come with another that it refers to
};

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_FUZZ_FORMAT_H_
