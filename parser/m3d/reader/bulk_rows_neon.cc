// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The rows with NEON. The method is that of bulk_rows_avx2.cc, a number at a
// time.

#include <arm_neon.h>

#include "parser/m3d/reader/bulk_rows.h"
#include "parser/m3d/reader/bulk_rows_append.inc"
#include "parser/m3d/reader/bulk_rows_nearest.inc"
#include "parser/m3d/schema.h"

namespace clipguard::m3d {
namespace {

// All bits of each of 16 bytes that is white space, ' ', or 9 to 13, less all
// but one: the one that the byte's number in eight has.
uint8x16_t SpacesOf(const uint8_t* p) {
  const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128,
                           1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t text = vld1q_u8(p);
  const uint8x16_t is_control =
      vcleq_u8(vsubq_u8(text, vdupq_n_u8(9)), vdupq_n_u8(4));
  const uint8x16_t is_blank = vceqq_u8(text, vdupq_n_u8(' '));
  return vandq_u8(vorrq_u8(is_control, is_blank), bits);
}

uint64_t SpacesAt(const uint8_t* p) {
  const uint8x16_t low = vpaddq_u8(SpacesOf(p), SpacesOf(p + 16));
  const uint8x16_t high = vpaddq_u8(SpacesOf(p + 32), SpacesOf(p + 48));
  const uint8x16_t fours = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)), 0);
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/reader/bulk_rows_window.inc"

namespace clipguard::m3d {
namespace {

// Reads token i as a real, if it has at most 16 characters and no exponent. It
// is loaded with its last character in the last byte.
bool ReadPlain(const Window& window, size_t i, float* out) {
  const uint8x16_t at = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  const uint32_t end = window.End(i);
  const uint32_t size = end - window.Start(i);
  if (size > 16) return false;
  const uint8_t* const text = window.begin + end;
  const bool negative = *(text - size) == '-';
  const uint32_t first = 16 - size + negative;
  const uint8x16_t own = vcgeq_u8(at, vdupq_n_u8(static_cast<uint8_t>(first)));
  const uint8x16_t digits =
      vandq_u8(own, vsubq_u8(vld1q_u8(text - 16), vdupq_n_u8('0')));
  const uint8x16_t point =
      vceqq_u8(digits, vdupq_n_u8(static_cast<uint8_t>('.' - '0')));
  // Where the last point ends; 0 without one.
  const uint32_t behind =
      vmaxvq_u8(vandq_u8(point, vaddq_u8(at, vdupq_n_u8(1))));
  if (size - negative == uint32_t{behind != 0}) return false;
  // What is before the point moves up by one place. Another point, or anything
  // that is no digit, is still there.
  const uint8x16_t whole = vqtbl1q_u8(
      digits,
      vaddq_u8(at, vcgtq_u8(vdupq_n_u8(static_cast<uint8_t>(behind)), at)));
  if (vmaxvq_u8(whole) > 9) return false;

  const uint8x16_t tens = vreinterpretq_u8_u16(vdupq_n_u16(10 | 1 << 8));
  const uint16x8_t hundreds = vreinterpretq_u16_u32(vdupq_n_u32(100 | 1 << 16));
  const uint32x4_t myriads =
      vreinterpretq_u32_u64(vdupq_n_u64(10000 | uint64_t{1} << 32));
  const uint16x8_t pairs = vpaddlq_u8(vmulq_u8(whole, tens));
  const uint32x4_t fours = vpaddlq_u16(vmulq_u16(pairs, hundreds));
  const uint64x2_t eights = vpaddlq_u32(vmulq_u32(fours, myriads));
  const uint64_t number =
      vgetq_lane_u64(eights, 0) * 100'000'000 + vgetq_lane_u64(eights, 1);
  return Nearest(number, behind == 0 ? 0 : 16 - behind, negative, out);
}

template <size_t A, size_t B, size_t C, size_t D>
bool Four(const BulkText& text, const Window& window, size_t t, float* out) {
  const bool a = ReadPlain(window, t + A, out);
  const bool b = ReadPlain(window, t + B, out + 1);
  const bool c = ReadPlain(window, t + C, out + 2);
  const bool d = ReadPlain(window, t + D, out + 3);
  if (__builtin_expect(a && b && c && d, 1)) return true;
  return ReadSome<A, B, C, D>(
      text, window, t,
      uint32_t{!a} | uint32_t{!b} << 1 | uint32_t{!c} << 2 | uint32_t{!d} << 3,
      out);
}

}  // namespace
}  // namespace clipguard::m3d

#include "parser/m3d/reader/bulk_rows_fields.inc"

namespace clipguard::m3d {

const BulkRows BulkRows::kNeon = {ReadVertices, ReadTriangles, ReadKeys};

}  // namespace clipguard::m3d
