// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as text, for mutators of text formats.

#ifndef CLIPGUARD_FUZZ_SHARED_NUMBER_TEXT_H_
#define CLIPGUARD_FUZZ_SHARED_NUMBER_TEXT_H_

#include <string>

#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// The shortest text that reads back as that float.
std::string ShortestNumber(float value);

// As exporters write them: up to nine digits, some with an exponent.
std::string OrdinaryNumber(Random& random);

// A word that is a number, or nearly one, at which readers go wrong: next to
// the middle between two floats, at the ends of the range, with many digits,
// in unusual spellings.
std::string OddNumber(Random& random);

// The same for counts and indices.
std::string OddIndex(Random& random);

// Something that has to do with a number that was there. REQUIRES: not empty.
std::string ChangedNumber(Random& random, const std::string& old);

// Whether a word has digits in it, and is no label.
bool LooksLikeNumber(const std::string& word);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_NUMBER_TEXT_H_
