// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whether what a capture says makes sense: times, poses, flags, hands.

#ifndef CLIPGUARD_PARSER_XRHANDS_VALIDATE_H_
#define CLIPGUARD_PARSER_XRHANDS_VALIDATE_H_

#include <cstdint>
#include <optional>
#include <span>

#include "parser/finding.h"
#include "parser/xrhands/capture.h"

namespace clipguard::xrhands {

// Reports what is odd in a capture that could be read. Whether there was no
// error.
bool Validate(const CaptureView& capture, FindingSink& sink);

// Whether the duration of a sound capture is DURATION_TOO_LONG.
bool IsDurationTooLong(const CaptureView& capture);

// Both in one: a capture if and only if there was no error.
std::optional<CaptureView> ReadAndValidate(std::span<const uint8_t> bytes,
                                           const ReadOptions& options,
                                           FindingSink& sink);

// The parts of a file with errors that can be read.
std::optional<CaptureView> ReadDamagedAndValidate(
    std::span<const uint8_t> bytes, const ReadOptions& options,
    FindingSink& sink);

}  // namespace clipguard::xrhands

#endif  // CLIPGUARD_PARSER_XRHANDS_VALIDATE_H_
