// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/rival.h"

#include "bench/rivals/rivals.h"
#include "simd/kernel.h"

namespace clipguard::bench {

RivalCurve::~RivalCurve() = default;
RivalPose::~RivalPose() = default;

std::vector<Rival> Rivals() {
#if defined(__x86_64__)
  if (!IsSupported(Kernel::kAvx2)) return {};
#endif
  return {kClosedFormDouble, kUnitBezier,   kHalley,          kHalleyFine,
          kTabledNewton,     kHalleyVector, kClosedFormVector};
}

}  // namespace clipguard::bench
