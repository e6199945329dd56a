// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Playback: whichever way a pose sampler goes through a clip (on, back, past
// the ends), each channel of a sound one has the bits that its curve alone
// gives, with every kernel; and baked frames are those poses, with a compiled
// clip and without. The same curves without a recording give the same.

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/curve/compiled_clip.h"
#include "fuzz/eval/batch_check.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "simd/kernel.h"

namespace clipguard {
namespace {

void CheckKernel(const mrtk::InputAnimationView& view, Kernel kernel) {
  const eval::CompiledClip clip(view, kernel);
  eval::PoseSampler sampler(clip);
  std::vector<float> pose(clip.channels());
  for (mrtk::CurveSlot slot : fuzz::SomeCurves(view, 8)) {
    const auto curve = fuzz::CompileChannel(view, slot, kernel);
    for (float part :
         {0.0f, 0.4f, 0.5f, 0.3f, 1.5f, -2.0f, std::nanf(""), 0.1f}) {
      const float time = part * clip.duration();
      sampler.Sample(time, pose);
      fuzz::CheckSameBits(std::span(pose).subspan(clip.channel(slot), 1),
                          fuzz::OneByOne(curve, {time}));
    }
  }
  fuzz::CheckChannels(view, clip, kernel);
  fuzz::CheckBaked(view, clip, kernel);
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
  if (!view) return;
  for (Kernel kernel : SupportedKernels()) CheckKernel(*view, kernel);
}

CLIPGUARD_FUZZ_PROPERTY(eval_poses, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
