// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/m3d/m3d_rival.h"

#include "simd/kernel.h"

namespace clipguard::bench {

std::vector<M3dRival> M3dRivals() {
#if defined(__x86_64__)
  if (!IsSupported(Kernel::kAvx2)) return {};
#endif
  return {kM3dStream, kM3dFastFloat};
}

}  // namespace clipguard::bench
