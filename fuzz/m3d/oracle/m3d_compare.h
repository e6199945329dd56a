// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Comparing .m3d characters bit by bit: operator== takes 0 for -0.

#ifndef CLIPGUARD_FUZZ_M3D_ORACLE_M3D_COMPARE_H_
#define CLIPGUARD_FUZZ_M3D_ORACLE_M3D_COMPARE_H_

#include <optional>

#include "fuzz/m3d/oracle/naive_m3d_reader.h"
#include "parser/m3d/character.h"

namespace clipguard::fuzz {

// Whether all names, indices and bits of numbers are the same, and the
// dialect.
bool SameBits(const m3d::Character& a, const m3d::Character& b);

// Also if neither has a value.
bool SameBits(const std::optional<m3d::Character>& a,
              const std::optional<m3d::Character>& b);

// Whether a name of another dialect is a label in D3D12 text, so that the
// character cannot be written.
bool IsLabelInD3D12(const m3d::Character& character);

// Checks that the character is what the naive reader saw, bit for bit.
void CheckSame(const m3d::Character& character, const NaiveCharacter& naive);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_M3D_ORACLE_M3D_COMPARE_H_
