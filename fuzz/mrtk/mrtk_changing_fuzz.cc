// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file that changes while it is looked at, as a mapped one may: it is
// overwritten after it was parsed, and at any time by another thread. Whatever
// comes of it, nothing outside the bytes is read, and nothing is written beside
// what was allocated.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/curve/clip.h"
#include "eval/curve/compiled_clip.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/changing_bytes.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation.h"
#include "testing/guarded_memory.h"

namespace clipguard {
namespace {

constexpr size_t kMaxSize = 1 << 18;

void Use(const mrtk::InputAnimationView& view) {
  FindingList findings;
  mrtk::Validate(view, findings);
  mrtk::CopyOf(view);
  const eval::ClipSampler clip(view);
  const eval::CompiledClip compiled(view);
  eval::PoseSampler sampler(compiled);
  std::vector<float> pose(compiled.channels());
  for (float time : {-1.0f, 0.1f, view.Duration()}) {
    clip.Sample(time);
    sampler.Sample(time, pose);
  }
}

void Run(std::span<const uint8_t> bytes) {
  static GuardedMemory memory(kMaxSize);
  if (bytes.size() > kMaxSize) return;
  const std::span<uint8_t> file = memory.CopyToEnd(bytes);
  FindingList findings;
  const auto view = mrtk::ReadDamagedInputAnimation(file, {}, findings);
  if (!view) return;
  fuzz::VersionWriter writer(file);
  for (int version = 0; version < 2; ++version) {
    writer.WriteNext();
    Use(*view);
  }
  writer.Restore();
  const fuzz::BackgroundWriter background(writer);
  if (mrtk::ReadDamagedInputAnimation(file, {}, findings)) Use(*view);
  Use(*view);
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_changing, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
