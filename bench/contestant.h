// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Everything that is measured on W1 to W4: clipguard's kernels and the rivals,
// all called alike.

#ifndef CLIPGUARD_BENCH_CONTESTANT_H_
#define CLIPGUARD_BENCH_CONTESTANT_H_

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "bench/evaluator.h"
#include "bench/workloads/workloads.h"

namespace clipguard::bench {

struct Contestant {
  // "avx512", "unit-bezier/cursor".
  std::string name;
  // Which orders of times it is meant for.
  bool ascending = true;
  bool any_order = true;
  // The worst error that is not a bug (bench/accuracy.h).
  double error = kPromisedError;
  // The returned samplers own all that they need but the clip. A contestant
  // that is not meant for ascending times has no make_pose; nor has scalar-fma.
  std::function<CurveSampling(const mrtk::CurveView&)> make_curve;
  std::function<PoseSampling(const Clip&)> make_pose;
  // From keys to values, once: what has to be prepared, and the values.
  std::function<void(const mrtk::CurveView&, std::span<const float> times,
                     std::span<float> values)>
      sample_once;
  // At which channel of a pose the clip's float curve i is.
  std::function<size_t(size_t i)> channel;
};

// Kernels first, widest first; then the rivals.
std::vector<Contestant> Contestants();

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_CONTESTANT_H_
