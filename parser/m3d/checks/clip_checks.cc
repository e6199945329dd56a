// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/memory/work_counter.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/checks.h"
#include "parser/m3d/checks/duplicate_names.h"
#include "parser/m3d/checks/lengths.h"
#include "parser/m3d/checks/transform_bound.h"
#include "parser/m3d/checks/zeros.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_text.h"
#include "parser/m3d/tolerances.h"

namespace clipguard::m3d {
namespace {

using enum FindingCode;

bool IsNearOne(float value) { return std::abs(value - 1) <= kScaleTolerance; }

// Whether an inverse bind matrix scales: its rows are not all of length 1.
bool HasScale(const Matrix& m) {
  return !(IsUnit(Squared({m[0], m[1], m[2]})) &&
           IsUnit(Squared({m[4], m[5], m[6]})) &&
           IsUnit(Squared({m[8], m[9], m[10]})));
}

std::string PathOf(const Character& c, size_t clip) {
  return ClipPath(clip, c.clips[clip].name);
}

// The keyframes of one bone in one clip, and findings about them.
class BoneKeys {
 public:
  BoneKeys(CharacterReporter& r, size_t clip, size_t bone)
      : r_(r),
        clip_number_(clip),
        clip_(r.character().clips[clip]),
        bone_(bone),
        place_(clip * r.character().bones() + bone),
        first_(clip_.first_key[bone]),
        end_(clip_.first_key[bone + 1]) {}

  bool empty() const { return first_ == end_; }
  float begins() const { return clip_.times[first_]; }
  float ends() const { return clip_.times[end_ - 1]; }

  // Only its times if it `has_only_zeros`.
  void Check(bool has_only_zeros) {
    if (empty()) {
      r_.Report(kBoneWithoutKeys, {r_.places().keyframes[place_], 0}, scope(),
                [&] { return Path(); });
      return;
    }
    const bool scales = HasScale(r_.character().bone_offsets[bone_]);
    for (uint64_t i = first_; i < end_; ++i) {
      CheckTime(i);
      if (has_only_zeros) continue;
      const Float3& s = clip_.scales[i];
      if (!scales && !(IsNearOne(s.x) && IsNearOne(s.y) && IsNearOne(s.z))) {
        ReportKey(kScaleNotOne, i, WordsOf(kKeyRow, "scale"), [&] {
          return Arguments{FloatText(clip_.times[i]), FloatText(s.x),
                           FloatText(s.y), FloatText(s.z)};
        });
      }
      const Float4& q = clip_.rotations[i];
      if (!IsUnit(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w)) {
        ReportKey(kRotationNotUnit, i, WordsOf(kKeyRow, "rotation"), [&] {
          return Arguments{FloatText(clip_.times[i]),
                           LengthText({q.x, q.y, q.z, q.w})};
        });
      }
    }
  }

  // Whether they begin and end with the clip, which lasts so long. REQUIRES:
  // they are not empty.
  void CheckEnds(float from, float to) {
    if (begins() - from <= kTimeTolerance && to - ends() <= kTimeTolerance) {
      return;
    }
    RowFinder finder = r_.KeyFinderOf(place_);
    r_.Report(
        kClipEndsApart,
        finder.Find(end_ - first_ - 1, WholeField(kKeyRow, "time")), scope(),
        [&] { return Path(); },
        [&] {
          return Arguments{FloatText(begins()), FloatText(ends()),
                           FloatText(from), FloatText(to)};
        });
  }

 private:
  Scope scope() const { return {clip_number_, bone_, "bone"}; }

  std::string Path() const {
    return absl::StrCat(PathOf(r_.character(), clip_number_), ".bones[", bone_,
                        "].keyframes");
  }

  // Whether time goes on at key i of the clip.
  void CheckTime(uint64_t i) {
    if (i == first_) return;
    constexpr RowPart kTime = WordsOf(kKeyRow, "time");
    const float before = clip_.times[i - 1];
    const float time = clip_.times[i];
    if (time < before) {
      ReportKey(kKeyTimeDecreasing, i, kTime,
                [&] { return Arguments{FloatText(before), FloatText(time)}; });
    } else if (time == before) {
      ReportKey(kKeyTimeDuplicate, i, kTime,
                [&] { return Arguments{FloatText(time)}; });
    }
  }

  // Reports a finding about key i of the clip; call it in ascending order.
  template <typename GetArguments>
  void ReportKey(CodeFor<GetArguments> code, uint64_t i, RowPart part,
                 GetArguments arguments) {
    const uint64_t key = i - first_;
    if (!finder_) finder_ = r_.KeyFinderOf(place_);
    r_.Report(
        code, finder_->Find(key, part), {place_, key, "keyframe"},
        [&] { return FieldPath(Path(), key, part.name); }, arguments);
  }

  CharacterReporter& r_;
  size_t clip_number_;
  const Clip& clip_;
  size_t bone_;
  size_t place_;
  uint64_t first_;
  uint64_t end_;
  std::optional<RowFinder> finder_;
};

}  // namespace

void CheckClipNames(CharacterReporter& r) {
  ForEachDuplicate(
      NamesOf(r.character().clips), [&](uint32_t i, uint32_t earlier) {
        r.Report(
            kClipNameDuplicate, r.places().clip_names[i], {},
            [&] { return absl::StrCat("clips[", i, "].name"); },
            [&] { return Arguments{absl::StrCat(i), absl::StrCat(earlier)}; });
      });
}

void CheckKeys(CharacterReporter& r, size_t clip, const Zeros& zeros) {
  const Character& c = r.character();
  const Clip& keys = c.clips[clip];
  CountWork(c.bones() + keys.keys());
  if (keys.keys() == 0) {
    if (c.bones() == 0) return;
    r.Report(kClipWithoutKeys, r.places().clip_names[clip], {},
             [&] { return PathOf(c, clip); });
    return;
  }
  float from = keys.times[0];
  float to = keys.times[0];
  for (size_t b = 0; b < c.bones(); ++b) {
    BoneKeys bone(r, clip, b);
    if (!bone.empty()) {
      from = std::min(from, bone.begins());
      to = std::max(to, bone.ends());
    }
    bone.Check(zeros.bones[b]);
  }
  for (size_t b = 0; b < c.bones(); ++b) {
    BoneKeys bone(r, clip, b);
    if (!bone.empty()) bone.CheckEnds(from, to);
  }
}

void CheckOverflows(CharacterReporter& r, size_t clip) {
  const Character& c = r.character();
  const std::vector<TransformBound> bounds = BoundTransforms(c, c.clips[clip]);
  for (size_t b = 0; b < bounds.size(); ++b) {
    if (bounds[b].IsFinite()) continue;
    r.Report(kTransformOverflows,
             {r.places().keyframes[clip * c.bones() + b], 0}, {clip, b, "bone"},
             [&] { return absl::StrCat(PathOf(c, clip), ".bones[", b, "]"); });
  }
}

}  // namespace clipguard::m3d
