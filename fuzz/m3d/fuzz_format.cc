// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/m3d/fuzz_format.h"

#include "fuzz/m3d/mutator/m3d_growth.h"
#include "fuzz/m3d/mutator/m3d_model.h"
#include "fuzz/m3d/mutator/m3d_mutator.h"

namespace clipguard::fuzz {
namespace {

std::string Grow(std::string_view file, size_t bytes, Random& random) {
  M3dText text =
      DecodeM3d({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  GrowM3d(text, bytes, random);
  return EncodeM3d(text);
}

}  // namespace

const FuzzFormat kM3dFuzzing = {
    .formats = Format::kM3d,
    .inputs = {.seeds = "fuzz/corpus/m3d fuzz/regressions corpus/m3d",
               .dictionary = "fuzz/m3d/m3d.dict",
               .mutate = MutateM3d,
               .cross_over = CrossOverM3d},
    .grow = Grow,
    .spare_operations = 4'000'000,
};

}  // namespace clipguard::fuzz
