// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How clipguard writes numbers, everywhere and in every locale.

#ifndef CLIPGUARD_BASE_FLOAT_TEXT_H_
#define CLIPGUARD_BASE_FLOAT_TEXT_H_

#include <string>

namespace clipguard {

// The shortest text that reads back as the same float32: "0.1", "1e-45",
// "-0". Not-a-number and the infinities are "NaN", "Infinity", "-Infinity".
std::string FloatText(float value);

// The same, at the end of a text.
void AppendFloatText(float value, std::string& text);

// The same, of a column of floats: a whole number has ".0", as in "-0.0",
// unless it has an exponent. Programs that read tables guess a column's type
// from its first rows, and some then round what follows.
void AppendColumnFloat(float value, std::string& text);

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_FLOAT_TEXT_H_
