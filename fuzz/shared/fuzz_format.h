// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Data for properties of a format's files: where its files are, how they are
// mutated, and how they are made larger. Each format's room has one;
// fuzz/formats.h has all.

#ifndef CLIPGUARD_FUZZ_SHARED_FUZZ_FORMAT_H_
#define CLIPGUARD_FUZZ_SHARED_FUZZ_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/shared/property.h"
#include "fuzz/shared/random.h"
#include "parser/format_set.h"

namespace clipguard::fuzz {

struct FuzzFormat {
  FormatSet formats;  // whose files are such files
  Inputs inputs;      // with a mutation and a cross-over
  // The file with about `bytes` more, in one direction.
  std::string (*grow)(std::string_view file, size_t bytes, Random& random);
  // Operations that a file may cost beyond its bytes.
  uint64_t spare_operations;
  bool pairs = false;  // one file may come with another that it refers to
  std::string_view cost_seeds = {};  // for properties of cost, if others
};

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_FUZZ_FORMAT_H_
