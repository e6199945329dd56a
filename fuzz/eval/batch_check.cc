// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/eval/batch_check.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "eval/curve/bake.h"
#include "eval/curve/reference.h"
#include "fuzz/eval/curve_check.h"
#include "fuzz/shared/check.h"

namespace clipguard::fuzz {

std::vector<mrtk::CurveSlot> SomeCurves(const mrtk::InputAnimationView& view,
                                        size_t count) {
  std::vector<mrtk::CurveSlot> with_keys;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    const mrtk::CurveSlot slot(i);
    if (!view.curve(slot).empty()) with_keys.push_back(slot);
  }
  if (with_keys.size() <= count) return with_keys;
  std::vector<mrtk::CurveSlot> some;
  for (size_t i = 0; i < count; ++i) {
    some.push_back(with_keys[i * with_keys.size() / count]);
  }
  return some;
}

std::vector<std::vector<float>> TimeLists(const mrtk::CurveView& curve) {
  const std::vector<float> times = InterestingTimes(curve, 6);
  std::vector<float> ascending = times;
  std::erase_if(ascending, [](float t) { return std::isnan(t); });
  std::ranges::sort(ascending);
  std::vector<float> grid(37);
  const float first = curve.empty() ? 0 : curve.time(0);
  const float last = curve.empty() ? 1 : curve.time(curve.size() - 1);
  for (size_t i = 0; i < grid.size(); ++i) {
    const float part = static_cast<float>(i) / 30 - 0.1f;
    grid[i] = first + part * (last - first);
  }
  // From before the beginning on, without the end; and within a stretch.
  std::vector<float> most = ascending;
  most.pop_back();
  std::vector<float> near(32);
  const float second = curve.size() < 2 ? 1 : curve.time(1);
  for (size_t i = 0; i < near.size(); ++i) {
    near[i] = first + static_cast<float>(i) / 64 * (second - first);
  }
  return {times, ascending, grid, most, near};
}

std::vector<float> OneByOne(const eval::CompiledCurve& curve,
                            const std::vector<float>& times) {
  std::vector<float> values;
  for (float time : times) values.push_back(curve.Sample(time));
  return values;
}

std::vector<float> Together(const eval::CompiledCurve& curve,
                            const std::vector<float>& times) {
  std::vector<float> values(times.size());
  curve.Sample(times, values);
  std::vector<float> in_place = times;
  curve.Sample(in_place, in_place);
  CheckSameBits(in_place, values);
  return values;
}

eval::CompiledCurve CompileChannel(const mrtk::InputAnimationView& view,
                                   mrtk::CurveSlot slot, Kernel kernel) {
  const mrtk::CurveView curve = view.curve(slot);
  // One that was moved is the same, and one that is empty is 0.
  eval::CompiledCurve compiled;
  CLIPGUARD_CHECK(compiled.Sample(0.5f) == 0);
  compiled = slot.is_boolean() ? eval::CompiledCurve::Boolean(curve, kernel)
                               : eval::CompiledCurve(curve, kernel);
  return compiled;
}

void CheckSameBits(std::span<const float> a, std::span<const float> b) {
  CLIPGUARD_CHECK(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    CLIPGUARD_CHECK(std::bit_cast<uint32_t>(a[i]) ==
                    std::bit_cast<uint32_t>(b[i]));
  }
}

void CheckAccuracy(const mrtk::CurveView& curve,
                   const std::vector<float>& times,
                   const std::vector<float>& values) {
  for (size_t i = 0; i < times.size(); ++i) {
    if (std::isnan(times[i])) {
      CLIPGUARD_CHECK(std::isnan(values[i]));
      continue;
    }
    CLIPGUARD_CHECK(std::isfinite(values[i]));
    const double exact = eval::EvaluateCurve(curve, double{times[i]});
    const double scale = eval::ValueScale(curve, double{times[i]});
    CLIPGUARD_CHECK(std::abs(values[i] - exact) <= 2e-6 * scale + 1e-44);
  }
}

void CheckChannels(const mrtk::InputAnimationView& view,
                   const eval::CompiledClip& clip, Kernel kernel) {
  CLIPGUARD_CHECK(clip.memory() >= sizeof(clip));
  std::vector<size_t> channels;  // of float curves
  std::vector<mrtk::CurveView> curves;
  size_t found = 0;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    const mrtk::CurveSlot slot(i);
    const size_t channel = clip.channel(slot);
    if (channel == clip.channels()) {
      CLIPGUARD_CHECK(view.curve(slot).empty());
      continue;
    }
    CLIPGUARD_CHECK(clip.slot(channel).index() == i);
    ++found;
    if (slot.is_boolean()) continue;
    channels.push_back(channel);
    curves.push_back(view.curve(slot));
  }
  CLIPGUARD_CHECK(found == clip.channels());
  eval::CompiledClip compiled(curves, kernel);
  const eval::CompiledClip floats(std::move(compiled));
  CLIPGUARD_CHECK(floats.channels() == curves.size());
  eval::PoseSampler all(clip);
  eval::PoseSampler some(floats);
  std::vector<float> pose(clip.channels());
  std::vector<float> values(curves.size());
  for (const float part : {0.6f, 0.2f}) {
    all.Sample(part * clip.duration(), pose);
    some.Sample(part * clip.duration(), values);
    for (size_t i = 0; i < values.size(); ++i) {
      CheckSameBits({&values[i], 1}, {&pose[channels[i]], 1});
    }
  }
}

void CheckBaked(const mrtk::InputAnimationView& view,
                const eval::CompiledClip& clip, Kernel kernel) {
  eval::PoseSampler sampler(clip);
  std::vector<float> pose(clip.channels());
  CLIPGUARD_CHECK(!eval::WholeClip(view, 0).ok());
  const auto whole = eval::WholeClip(view, 7);
  eval::BakeGrid grid = whole.ok() ? *whole : eval::BakeGrid{.frames = 5};
  CLIPGUARD_CHECK(grid.frames <= eval::kMostBakedValues);
  CLIPGUARD_CHECK(eval::CountChannels(view) == pose.size());
  grid.frames = std::min<size_t>(grid.frames, 5);
  std::vector<float> frames(grid.frames * pose.size());
  eval::Bake(view, grid, frames, /*threads=*/2, kernel);
  for (size_t i = 0; i < grid.frames; ++i) {
    sampler.Sample(grid.time(i), pose);
    CheckSameBits(std::span(frames).subspan(i * pose.size(), pose.size()),
                  pose);
  }
}

}  // namespace clipguard::fuzz
