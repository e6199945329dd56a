// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator: on sound curves, and at any times, every kernel gives
// the scalar one's bits, many times at once give those of each alone, and all
// are as near to the specification as is promised. Others do no harm.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "eval/curve/compiled_curve.h"
#include "fuzz/eval/batch_check.h"
#include "fuzz/eval/curve_check.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "simd/kernel.h"

namespace clipguard {
namespace {

void CheckCurve(const mrtk::CurveView& curve, const FindingList& findings) {
  const auto lists = fuzz::TimeLists(curve);
  std::vector<std::vector<float>> values;
  std::vector<std::vector<float>> states;
  const eval::CompiledCurve scalar(curve, Kernel::kScalar);
  const auto boolean = eval::CompiledCurve::Boolean(curve, Kernel::kScalar);
  for (const std::vector<float>& times : lists) {
    values.push_back(fuzz::OneByOne(scalar, times));
    states.push_back(fuzz::OneByOne(boolean, times));
    if (!fuzz::MustBeFinite(findings)) continue;
    fuzz::CheckAccuracy(curve, times, values.back());
  }
  for (Kernel kernel : SupportedKernels()) {
    const eval::CompiledCurve compiled(curve, kernel);
    const auto state = eval::CompiledCurve::Boolean(curve, kernel);
    for (size_t i = 0; i < lists.size(); ++i) {
      const std::vector<float> together = fuzz::Together(compiled, lists[i]);
      const std::vector<float> state_together = fuzz::Together(state, lists[i]);
      if (findings.errors() != 0) continue;
      fuzz::CheckSameBits(together, values[i]);
      fuzz::CheckSameBits(state_together, states[i]);
    }
  }
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedAndValidate(bytes, {}, findings);
  if (!view) return;
  // One that was never compiled is as one without keys.
  const std::vector<float> times = {-1, 0, 1};
  fuzz::CheckSameBits(
      fuzz::Together(eval::CompiledCurve(), times),
      fuzz::Together(eval::CompiledCurve(mrtk::CurveView()), times));
  for (mrtk::CurveSlot slot : fuzz::SomeCurves(*view, 12)) {
    CheckCurve(view->curve(slot), findings);
  }
}

CLIPGUARD_FUZZ_PROPERTY(eval_kernels, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
