// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Properties of the batch evaluator.

#ifndef CLIPGUARD_FUZZ_EVAL_BATCH_CHECK_H_
#define CLIPGUARD_FUZZ_EVAL_BATCH_CHECK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "eval/curve/compiled_clip.h"
#include "eval/curve/compiled_curve.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::fuzz {

// Up to `count` of the curves with keys, spread over all of them.
std::vector<mrtk::CurveSlot> SomeCurves(const mrtk::InputAnimationView& view,
                                        size_t count);

// Times to ask a curve for: interesting ones in no order, the same ascending
// without NaN, and an even grid over the key range.
std::vector<std::vector<float>> TimeLists(const mrtk::CurveView& curve);

// The values at `times`, asked for one at a time, or all at once.
std::vector<float> OneByOne(const eval::CompiledCurve& curve,
                            const std::vector<float>& times);
std::vector<float> Together(const eval::CompiledCurve& curve,
                            const std::vector<float>& times);

// The curve in that slot, as a clip's channel has it.
eval::CompiledCurve CompileChannel(const mrtk::InputAnimationView& view,
                                   mrtk::CurveSlot slot, Kernel kernel);

// Checks that the two lists are the same, bit for bit.
void CheckSameBits(std::span<const float> a, std::span<const float> b);

// Checks that values[i] is what the specification says for times[i], give or
// take 2e-6 of its scale there.
void CheckAccuracy(const mrtk::CurveView& curve,
                   const std::vector<float>& times,
                   const std::vector<float>& values);

// Checks that the clip's channels are the curves that the recording has, found
// by their slots; and that a clip of its float curves alone gives their values.
void CheckChannels(const mrtk::InputAnimationView& view,
                   const eval::CompiledClip& clip, Kernel kernel);

// Checks that baked frames, a few, are the clip's poses, whichever way they are
// baked.
void CheckBaked(const mrtk::InputAnimationView& view,
                const eval::CompiledClip& clip, Kernel kernel);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_EVAL_BATCH_CHECK_H_
