// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file without errors can be written; it is read as the same, without errors,
// and written the same again. A file with errors is the same from the second
// time on, if it can be written at all.

#include <cstdint>
#include <span>

#include "fuzz/forge/forge_file.h"
#include "fuzz/forge/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"

namespace clipguard {
namespace {

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  const fuzz::ForgeFile file = fuzz::ReadForge(fuzz::TextOf(bytes));
  const auto text = fuzz::EncodeForge(file);
  CLIPGUARD_CHECK(text || !file.sound());
  if (!text) return;
  CLIPGUARD_STAGE("written");
  const fuzz::ForgeFile again = fuzz::ReadForge(*text);
  CLIPGUARD_CHECK(again.machine.has_value() == file.machine.has_value());
  const auto once = fuzz::EncodeForge(again);
  CLIPGUARD_CHECK(once);
  CLIPGUARD_CHECK(fuzz::EncodeForge(fuzz::ReadForge(*once)) == once);
  if (!file.sound()) return;
  CLIPGUARD_STAGE("sound");
  CLIPGUARD_CHECK(again.sound() && once == text);
}

CLIPGUARD_FUZZ_PROPERTY(forge_round_trip, Run, fuzz::kForgeFuzzing.inputs);

}  // namespace
}  // namespace clipguard
