// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The reader of a .glb's original, on any bytes: it gives a part of them, and
// only what their own hash says, or refuses. So that an engine need not guess
// lengths, the bytes are tried as they are, and with lengths that fit.

#include <cstdint>
#include <span>
#include <string_view>

#include "actions/convert/gltf/original.h"
#include "fuzz/actions/glb_lengths.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"

namespace clipguard {
namespace {

constexpr fuzz::HeapPromise kHeap = {uint64_t{1} << 20, 64};

void Read(std::span<const uint8_t> bytes) {
  for (const std::string_view family : {"mrtk", "m3d", "forge", ""}) {
    const auto original = fuzz::WithinHeap(kHeap, bytes.size(), [&] {
      return actions::gltf::OriginalIn(bytes, family);
    });
    if (!fuzz::IsThere(original)) continue;
    CLIPGUARD_STAGE("original");
    CLIPGUARD_CHECK(original->data() >= bytes.data() &&
                    original->data() + original->size() <=
                        bytes.data() + bytes.size());
  }
}

void Run(std::span<const uint8_t> bytes) {
  Read(bytes);
  if (const auto fitting = fuzz::WithGlbLengths(bytes)) Read(*fitting);
}

constexpr fuzz::Inputs kInputs = {.seeds = "fuzz/corpus/glb fuzz/regressions"};
CLIPGUARD_FUZZ_PROPERTY(convert_back, Run, kInputs);

}  // namespace
}  // namespace clipguard
