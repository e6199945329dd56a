// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/fuzz_format.h"

#include "fuzz/forge/mutator/forge_growth.h"
#include "fuzz/forge/mutator/forge_mutator.h"
#include "fuzz/forge/mutator/json_tree.h"

namespace clipguard::fuzz {
namespace {

std::string Grow(std::string_view file, size_t bytes, Random& random) {
  JsonText text =
      DecodeJson({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  GrowForge(text.root, bytes, random);
  return EncodeJson(text);
}

}  // namespace

const FuzzFormat kForgeFuzzing = {
    .formats = kForgeFormats,
    .inputs = {.seeds = "fuzz/corpus/forge fuzz/regressions corpus/forge",
               .dictionary = "fuzz/forge/forge.dict",
               .mutate = MutateForge,
               .cross_over = CrossOverForge},
    .grow = Grow,
    // A budget of 32,768 steps is used up, and names are suggested for those
    // that are not there: 25 million operations have been counted.
    .spare_operations = 40'000'000,
    .pairs = true,
};

}  // namespace clipguard::fuzz
