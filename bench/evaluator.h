// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// clipguard's evaluator, as the benchmarks call it: the one place to change
// when its interface does.

#ifndef CLIPGUARD_BENCH_EVALUATOR_H_
#define CLIPGUARD_BENCH_EVALUATOR_H_

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "parser/mrtk/input_animation_view.h"
#include "simd/kernel.h"

namespace clipguard::bench {

// The evaluator's maximum error (eval/curve/compiled_curve.h).
inline constexpr double kPromisedError = 2e-6;

// Writes values[i] for times[i].
using CurveSampling =
    std::function<void(std::span<const float> times, std::span<float> values)>;
// Writes the value of each channel.
using PoseSampling = std::function<void(float time, std::span<float> values)>;

// The kernels that the evaluator has here, scalar first.
std::vector<Kernel> EvaluatorKernels();

// Compiles a curve. The result looks into the curve's bytes.
CurveSampling CompileCurve(const mrtk::CurveView& curve, Kernel kernel);

// Whether CompileForFma() works here.
bool HasFma();

// Compiles a curve for ascending times, without vectors, but with the
// processor's own fused multiply-add, which the scalar kernel does without.
// REQUIRES: HasFma().
CurveSampling CompileForFma(const mrtk::CurveView& curve);

// Samples a curve once, without keeping anything.
void SampleOnce(const mrtk::CurveView& curve, Kernel kernel,
                std::span<const float> times, std::span<float> values);

// Compiles all curves of a recording; channels are the curves that it has.
PoseSampling CompilePose(const mrtk::InputAnimationView& view, Kernel kernel);

// Compiles all curves and returns something of the result, so that no compiler
// leaves it out.
size_t CompileAndForget(const mrtk::InputAnimationView& view, Kernel kernel);

// Samples a recording at `frames` times from 0 on, 1 / fps apart, into a matrix
// of frames x channels; in one thread.
void Bake(const mrtk::InputAnimationView& view, Kernel kernel, double fps,
          size_t frames, std::span<float> matrix);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_EVALUATOR_H_
