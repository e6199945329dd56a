// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/mrtk/fuzz_format.h"

#include "corpus/mrtk/recording.h"
#include "fuzz/mrtk/mutator/mrtk_growth.h"
#include "fuzz/mrtk/mutator/mrtk_model.h"
#include "fuzz/mrtk/mutator/mrtk_mutator.h"

namespace clipguard::fuzz {
namespace {

std::string Grow(std::string_view file, size_t bytes, Random& random) {
  corpus::Recording recording = DecodeLeniently(
      {reinterpret_cast<const uint8_t*>(file.data()), file.size()});
  GrowMrtk(recording, bytes, random);
  const std::vector<uint8_t> written = corpus::Write(recording).bytes;
  return {written.begin(), written.end()};
}

}  // namespace

const FuzzFormat kMrtkFuzzing = {
    .formats = Format::kMrtk,
    .inputs = {.seeds = "fuzz/corpus/mrtk fuzz/regressions corpus/mrtk",
               .dictionary = "fuzz/mrtk/mrtk.dict",
               .mutate = MutateMrtk,
               .cross_over = CrossOverMrtk},
    .grow = Grow,
    .spare_operations = 4'000'000,
};

}  // namespace clipguard::fuzz
