// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Comparisons of recordings: a recording is the same as itself, and as itself
// in another layout; a changed one differs by the same both ways, and what was
// found is there. Memory is a small multiple of the file.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "actions/diff/recordings.h"
#include "actions/motion/motion_difference.h"
#include "eval/curve/curve.h"
#include "eval/curve/reference.h"
#include "fuzz/actions/diff_promises.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimation;
using mrtk::InputAnimationView;

constexpr fuzz::HeapPromise kHeap = {uint64_t{2} << 20, 16};

// Drops, moves and changes keys, some of each; what for, the file's own bytes
// say.
InputAnimation Changed(InputAnimation animation, uint32_t seed) {
  for (mrtk::Curve& curve : animation.curves) {
    for (size_t i = 0; i < curve.keys.size(); ++i) {
      seed = seed * 1664525 + 1013904223;
      const uint32_t what = seed >> 24;
      if (what < 16) curve.keys[i].value += 0.125F;
      if (what >= 16 && what < 32) curve.keys[i].value *= 1.001F;
      if (what >= 32 && what < 40 && i > 0) {
        curve.keys.erase(curve.keys.begin() + static_cast<ptrdiff_t>(i));
      }
    }
  }
  if (!animation.markers.empty() && (seed & 1) != 0) {
    animation.markers.back().time += 1;
  }
  return animation;
}

// The difference that was found is there, and at no key there is more.
void CheckFound(const CurveView& a, const CurveView& b) {
  const actions::Largest largest = actions::CompareCurves(a, b);
  const auto difference_at = [&](float time) {
    return std::abs(double{eval::SampleCurve(a, time)} -
                    eval::SampleCurve(b, time));
  };
  if (largest.found > 0) {
    const auto time = static_cast<float>(largest.time);
    const float before = std::nextafter(time, -INFINITY);
    CLIPGUARD_CHECK(difference_at(time) == largest.found ||
                    difference_at(before) == largest.found);
  }
  for (const CurveView* curve : {&a, &b}) {
    for (size_t i = 0; i < std::min<size_t>(curve->size(), 20); ++i) {
      CLIPGUARD_CHECK(!(difference_at(curve->time(i)) > largest.found));
    }
  }
}

void CheckState(const CurveView& a, const CurveView& b) {
  const actions::StateDifference found = actions::CompareStates(a, b);
  if (found.differs || !found.is_exact || a.empty() || b.empty()) return;
  const double end = std::max(a.time(a.size() - 1), b.time(b.size() - 1));
  constexpr int kTimes = 50;
  for (int i = 0; i <= kTimes; ++i) {
    const double time = 1.5 * end * i / kTimes;
    CLIPGUARD_CHECK(eval::EvaluateBoolean(a, time) ==
                    eval::EvaluateBoolean(b, time));
  }
}

void CheckOther(const InputAnimationView& view, const InputAnimation& other,
                const mrtk::FileLayout& layout, bool lossless, bool sound) {
  const auto bytes =
      mrtk::WriteInputAnimation(other, layout, {.allow_loss = !lossless});
  if (!bytes.ok()) return;
  FindingList none;
  mrtk::ReadOptions options;
  options.layout = layout.keys;
  const auto written = mrtk::ReadInputAnimation(*bytes, options, none);
  if (!written) std::abort();
  const actions::Comparison there = actions::CompareRecordings(view, *written);
  const actions::Comparison back = actions::CompareRecordings(*written, view);
  fuzz::CheckMirrored(there, back);
  if (lossless && sound) {
    CLIPGUARD_STAGE("another layout");
    CLIPGUARD_CHECK(!there.differs());
  }
  if (!sound || lossless) return;
  CLIPGUARD_STAGE("changed");
  if (*bytes != mrtk::WriteInputAnimation(mrtk::CopyOf(view), layout).value()) {
    fuzz::CheckSeen(there);
  }
  for (size_t i = 0; i < CurveSlot::kHandStates; ++i) {
    CheckFound(view.curve(CurveSlot(i)), written->curve(CurveSlot(i)));
  }
  for (size_t i = CurveSlot::kHandStates; i < CurveSlot::kJoints; ++i) {
    CheckState(view.curve(CurveSlot(i)), written->curve(CurveSlot(i)));
  }
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedInputAnimation(bytes, {}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("readable");
  const bool sound = mrtk::ReadAndValidate(bytes, {}, findings).has_value();
  fuzz::CheckSame(fuzz::WithinHeap(kHeap, bytes.size(), [&] {
    return actions::CompareRecordings(*view, *view);
  }));
  const InputAnimation model = mrtk::CopyOf(*view);
  for (const mrtk::KeyLayout keys :
       {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
    CheckOther(*view, model, {{1, 1}, keys, true}, true, sound);
  }
  const auto seed = static_cast<uint32_t>(bytes.back() + 256 * bytes.size());
  CheckOther(*view, Changed(model, seed), LayoutOf(*view), false, sound);
}

CLIPGUARD_FUZZ_PROPERTY(diff_mrtk, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
