// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Every kernel of the key scan says of every run of keys what the scalar one
// says, at the edge of an unreadable page. Runs are the curves of a recording
// and parts of them, and the bytes themselves.

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/mrtk/oracle/key_runs.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "testing/guarded_memory.h"

namespace clipguard {
namespace {

constexpr size_t kMaxSize = 1 << 18;

void Run(std::span<const uint8_t> bytes) {
  static GuardedMemory memory(kMaxSize);
  if (bytes.size() > kMaxSize) return;
  for (std::span<const uint8_t> file :
       {memory.CopyToBegin(bytes), memory.CopyToEnd(bytes)}) {
    fuzz::CheckRawRuns(file);
    FindingList findings;
    const auto view = mrtk::ReadDamagedInputAnimation(file, {}, findings);
    if (!view) continue;
    for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
      fuzz::CheckCurveRuns(view->curve(mrtk::CurveSlot(i)));
    }
    fuzz::CheckPoseRuns(*view);
  }
}

CLIPGUARD_FUZZ_PROPERTY(mrtk_key_scan, Run, fuzz::kMrtkFuzzing.inputs);

}  // namespace
}  // namespace clipguard
