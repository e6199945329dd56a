// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// An MRTK recording as mutators see it: whatever can be made out of the bytes.
//
// corpus::Recording can say what no writer should write (counts that are not
// those of the keys, padded lengths, bytes after the end), and corpus::Write()
// writes it. This is the way back, for any bytes.

#ifndef CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_MODEL_H_
#define CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "corpus/mrtk/recording.h"

namespace clipguard::fuzz {

// Never fails. Where the bytes stop making sense, what is left is empty, and
// the count that could not be met is kept as declared. The key layout is the
// one that ends at the last byte, or else the one that gets through more
// curves. Bytes that are no recording give one without parts.
corpus::Recording DecodeLeniently(std::span<const uint8_t> bytes);

// How many bytes Write() would give, or a few more.
size_t EncodedSize(const corpus::Recording& recording);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_MRTK_MUTATOR_MRTK_MODEL_H_
