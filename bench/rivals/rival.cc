// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/rival.h"

#include "bench/rivals/rivals.h"
#include "simd/kernel.h"

namespace clipguard::bench {

RivalCurve::~RivalCurve() = default;
RivalPose::~RivalPose() = default;

bool HasRivals() {
#if defined(__x86_64__)
  return IsSupported(Kernel::kAvx2);
#else
  return true;
#endif
}

std::vector<Rival> Rivals() {
  if (!HasRivals()) return {};
  return {kClosedFormDouble, kUnitBezier,   kHalley,          kHalleyFine,
          kTabledNewton,     kHalleyVector, kClosedFormVector};
}

}  // namespace clipguard::bench
