// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file that changes while it is looked at, as a mapped one may: the second
// half of the input is written over the first after it was parsed. Whatever
// comes of it, nothing outside the bytes is read.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "eval/clip.h"
#include "fuzz/check.h"
#include "parser/finding.h"
#include "parser/guarded_memory.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/validate.h"

namespace clipguard {
namespace {

constexpr size_t kMaxSize = 1 << 18;

void Use(const mrtk::InputAnimationView& view) {
  FindingList findings;
  mrtk::Validate(view, findings);
  mrtk::Decode(view);
  const eval::ClipSampler clip(view);
  for (float time : {-1.0f, 0.1f, view.Duration()}) clip.Sample(time);
}

void Run(std::span<const uint8_t> bytes) {
  static GuardedMemory memory(kMaxSize);
  if (bytes.size() > kMaxSize) return;
  const std::span<uint8_t> file = memory.CopyToEnd(bytes);
  FindingList findings;
  const auto view = mrtk::InputAnimationView::Parse(file, {}, findings);
  if (!view) return;
  const auto tail = bytes.subspan(bytes.size() / 2);
  std::ranges::copy(tail, file.begin());
  Use(*view);
  std::ranges::fill(file, 0xff);
  Use(*view);
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
