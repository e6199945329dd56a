// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Bounded cost: to read, check and write a file takes memory of a small
// multiple of its size and 16 MB at most, and time in proportion to it. The
// input is tried as it is, and with its longest list repeated, with the same
// keys or with others.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "fuzz/cost/cost_check.h"
#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/forge/mutator/json_tree.h"
#include "fuzz/shared/property.h"

namespace clipguard {
namespace {

// "1," takes two bytes, and a place of eight in an array that grows; then an
// expression of 28.
constexpr size_t kTimesItsSize = 64;

void Check(std::string_view text) {
  fuzz::CheckCost(
      text.size(), [&] { fuzz::EncodeForge(fuzz::ReadForge(text)); },
      kTimesItsSize);
}

void Run(std::span<const uint8_t> bytes) {
  Check(fuzz::TextOf(bytes));
  fuzz::JsonText text = fuzz::DecodeJson(bytes);
  const bool new_keys = bytes.size() % 2 == 0;
  fuzz::RepeatJson(text, 128 * 1024, new_keys);
  Check(fuzz::EncodeJson(text));
}

CLIPGUARD_FUZZ_PROPERTY(forge_resources, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
