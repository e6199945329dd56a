// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/m3d/m3d_rival.h"

#include "bench/rivals/rival.h"

namespace clipguard::bench {

std::vector<M3dRival> M3dRivals() {
  if (!HasRivals()) return {};
  return {kM3dStream, kM3dFastFloat};
}

}  // namespace clipguard::bench
