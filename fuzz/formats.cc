// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/formats.h"

#include "fuzz/forge/fuzz_format.h"
#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/mrtk/fuzz_format.h"
#include "fuzz/xrhands/fuzz_format.h"

namespace clipguard::fuzz {

std::span<const FuzzFormat* const> AllFormats() {
  static const FuzzFormat* const formats[] = {
      &kMrtkFuzzing,
      &kM3dFuzzing,
      &kForgeFuzzing,
      &kXrHandsFuzzing,
  };
  return formats;
}

}  // namespace clipguard::fuzz
