// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CLIPGUARD_FUZZ_MRTK_ORACLE_MRTK_COMPARE_H_
#define CLIPGUARD_FUZZ_MRTK_ORACLE_MRTK_COMPARE_H_

#include "fuzz/mrtk/oracle/naive_mrtk_reader.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::fuzz {

// Checks that the view shows the curves, keys and markers that the naive
// reader saw, bit for bit.
void CheckSame(const mrtk::InputAnimationView& view,
               const NaiveRecording& naive);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_MRTK_ORACLE_MRTK_COMPARE_H_
