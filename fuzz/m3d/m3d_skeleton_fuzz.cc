// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Characters without errors have final transforms that are finite where the
// specification's are, and everywhere unless TRANSFORM_OVERFLOWS said
// otherwise; near those, and of the same bits with every kernel; and a sampler
// that goes from time to time has the bits of a fresh look at each.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"
#include "fuzz/eval/skeleton_check.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard {
namespace {

constexpr size_t kMaxClips = 3;

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  FindingList findings;
  const auto read = m3d::ReadAndValidate(bytes, {}, findings);
  if (!read || !read->is_skinned()) return;
  const m3d::Character& character = *read;
  CLIPGUARD_STAGE("skinned");
  const bool finite =
      std::ranges::none_of(findings.findings(), [](const Finding& f) {
        return f.code == FindingCode::kTransformOverflows;
      });
  std::vector<m3d::Matrix> played(character.bones());
  std::vector<m3d::Matrix> fresh(character.bones());
  for (size_t i = 0; i < std::min(character.clips.size(), kMaxClips); ++i) {
    const m3d::Clip& clip = character.clips[i];
    const eval::SkeletonClip compiled(character, clip);
    eval::SkeletonSampler first(compiled);
    first.Sample(0, {});
    eval::SkeletonSampler sampler(std::move(first));
    fuzz::CheckSkeletonClip(character, clip);
    for (float time : fuzz::TimesToTry(clip)) {
      fuzz::CheckSkeleton(character, clip, time);
      sampler.Sample(time, played);
      eval::SampleSkeleton(character, clip, time, fresh);
      for (const m3d::Matrix& transform : fresh) {
        CLIPGUARD_CHECK(!finite || std::ranges::all_of(transform, [](float x) {
          return std::isfinite(x);
        }));
      }
      CLIPGUARD_CHECK(std::ranges::equal(std::as_bytes(std::span(played)),
                                         std::as_bytes(std::span(fresh))));
    }
    if (clip.keys() != 0) CLIPGUARD_STAGE("evaluated");
  }
}

CLIPGUARD_FUZZ_PROPERTY(m3d_skeleton, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
