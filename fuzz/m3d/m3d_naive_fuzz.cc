// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The parser and a deliberately naive reader see the same: what is a character
// and what is not, where reading must end, and every name, index and number,
// bit for bit.

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "fuzz/m3d/fuzz_format.h"
#include "fuzz/m3d/oracle/m3d_compare.h"
#include "fuzz/m3d/oracle/naive_m3d_reader.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard {
namespace {

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto character = m3d::ReadCharacter(bytes, {}, findings);
  const fuzz::NaiveCharacter naive =
      fuzz::ReadM3dNaively({bytes.begin(), bytes.end()});
  if (character.has_value() != naive.readable) {
    std::fprintf(stderr, "naive: %s at %zu\n", naive.why.c_str(), naive.offset);
    for (const Finding& f : findings.findings()) {
      std::fprintf(stderr, "parser: %s at %llu\n", f.path.c_str(),
                   static_cast<unsigned long long>(f.bytes.offset));
    }
  }
  CLIPGUARD_CHECK(character.has_value() == naive.readable);
  if (character) fuzz::CheckSame(*character, naive);
}

CLIPGUARD_FUZZ_PROPERTY(m3d_naive, Run, fuzz::kM3dFuzzing.inputs);

}  // namespace
}  // namespace clipguard
