// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The parser's models and those of the naive reader: the same names, numbers
// and expressions.

#ifndef CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_COMPARE_H_
#define CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_COMPARE_H_

#include "fuzz/forge/oracle/naive_forge_reader.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::fuzz {

void CheckSame(const forge::StateMachine& machine, const NaiveMachine& naive);
void CheckSame(const forge::Armature& armature, const NaiveArmature& naive);

// Whether one of them is an error that NaiveMachine::malformed is about.
bool SaysMalformed(const FindingList& findings);

// Whether two numbers have the same bits. One NaN is like another.
bool SameBits(float a, float b);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_FORGE_ORACLE_FORGE_COMPARE_H_
