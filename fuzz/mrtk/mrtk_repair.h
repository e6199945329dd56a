// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CLIPGUARD_FUZZ_MRTK_MRTK_REPAIR_H_
#define CLIPGUARD_FUZZ_MRTK_MRTK_REPAIR_H_

#include "corpus/mrtk/recording.h"

namespace clipguard::fuzz {

// Makes any recording one about which nothing is to be said: replaces what is
// not allowed or deserves a warning, and keeps the rest, numbers of keys and
// odd but sound values included.
void Repair(corpus::Recording& recording);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_MRTK_MRTK_REPAIR_H_
