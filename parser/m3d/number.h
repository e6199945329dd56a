// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as .m3d files write them, in every locale the same:
//
//   integer := ["+" | "-"] digit+
//   real    := ["+" | "-"] (digit+ ["." digit*] | "." digit+)
//              [("e" | "E") ["+" | "-"] digit+]
//
// which is what a C++ stream accepts, so that no file that loads elsewhere is
// refused here. No "nan", "inf", hexadecimal digits, or decimal commas.

#ifndef CLIPGUARD_PARSER_M3D_NUMBER_H_
#define CLIPGUARD_PARSER_M3D_NUMBER_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace clipguard::m3d {

enum class NumberFault : uint8_t {
  kNone,
  kMalformed,   // not a number of the grammar above, to its last character
  kOutOfRange,  // one that the type cannot hold
};

// Reads the whole of `text` as the float32 nearest to it, ties to even; what is
// too small for a float32 is the nearest denormal number or a zero of its sign.
// `value` is written only if the result is kNone, and then is finite. Time is
// linear in the size of the text.
NumberFault ReadReal(std::string_view text, float& value);

// Reads reals, as ReadReal() does, into all of `out`, from the text from
// `begin` to `end`: tokens, white space before each of them. Returns where the
// last one ends, or nullptr if the next so many tokens are not all reals; then
// `out` may hold anything.
const char* TakeReals(const char* begin, const char* end, std::span<float> out);

// Reads the whole of `text` as an integer in [least, most].
NumberFault ReadInteger(std::string_view text, int64_t least, int64_t most,
                        int64_t& value);

}  // namespace clipguard::m3d

#endif  // CLIPGUARD_PARSER_M3D_NUMBER_H_
