// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The inner loops of skeletal animation, once for each instruction set.
//
// eval/skeleton/skeleton_kernel_scalar.cc says what they compute. All versions
// give the same bits: they use IEEE 754 additions, subtractions,
// multiplications, divisions and conversions, comparisons, and changes of
// sign, in one and the same order; nothing is fused. A NaN, should there be
// one, is 0x7fc00000.
//
// Bones are computed in double. It costs less than the keys' way through the
// cache, and makes everything simple: nothing that floats can say overflows, no
// case needs a slower way, and a final transform is nearly always the float
// nearest to the specification's. Vertices are computed in float.
//
// Each version is a file of its own, compiled with its own flags. They share
// no functions that a linker could merge: a function that two of them had in
// common might be kept in the version for the newer processor. So this header
// has no code, and the files use nothing but simd/vectors.h.

#ifndef CLIPGUARD_EVAL_SKELETON_SKELETON_KERNEL_H_
#define CLIPGUARD_EVAL_SKELETON_SKELETON_KERNEL_H_

#include <cstddef>
#include <cstdint>

#include "eval/skeleton/slerp.h"

namespace clipguard::eval {

// The parts of a pose that keys hold.
enum KeyChannel : uint8_t { kRotation, kTranslation, kScale, kKeyChannels };

// So small that the sine is the angle itself, and a slerp a lerp, bit by bit.
inline constexpr double kLerpAngle = 0x1p-30;
inline constexpr double kInverseLerpSine = 0x1p30;

// sin(x) = x + x^3 (c0 + c1 x^2 + c2 x^4 ...) for x from 0 to pi / 2, with the
// least largest relative error: 7e-14.
inline constexpr double kSine[6] = {
    -0x1.5555555547141p-3, 0x1.1111110a55972p-7,   -0x1.a019fd5952c78p-13,
    0x1.71dcf84c4b3f6p-19, -0x1.ae03f8583861cp-26, 0x1.52dbee0e6843dp-33};

// arccos(1 - z) = sqrt(z) (c0 + c1 z + c2 z^2 ...) for z from 0 to 1, with the
// least largest relative error: 1.6e-13.
inline constexpr double kArcCosine[14] = {
    0x1.6a09e667f37b8p+0,   0x1.e2b7dde5fc1c3p-4,   0x1.b27241bedb4a2p-6,
    0x1.029a810ef70e1p-7,   0x1.5fc06f868e1bdp-9,   0x1.06b7c9fc1ab67p-10,
    0x1.4c5b9004c44c8p-12,  0x1.8962236b1da83p-12,  -0x1.cef1cbd7a9586p-12,
    0x1.b1cb560f7598ep-11,  -0x1.c01648810309bp-11, 0x1.454ea2c2d8404p-11,
    -0x1.103cad1a263f9p-12, 0x1.bdb070cc1f60bp-15};

// The same operations as in vectors, and so the same bits. Always inlined: each
// file that uses them has instructions of its own.
[[gnu::always_inline]] inline double KeySine(double x) {
  const double z = x * x;
  const double zz = z * z;
  const double high =
      (kSine[2] + kSine[3] * z) + (kSine[4] + kSine[5] * z) * zz;
  const double all = (kSine[0] + kSine[1] * z) + high * zz;
  return x * (all * z + 1.0);
}
[[gnu::always_inline]] inline double KeyAngle(double cosine) {
  const double* const c = kArcCosine;
  const double z = 1.0 - cosine;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double low = (c[0] + c[1] * z) + (c[2] + c[3] * z) * z2;
  const double middle = (c[4] + c[5] * z) + (c[6] + c[7] * z) * z2;
  const double high = (c[8] + c[9] * z) + (c[10] + c[11] * z) * z2;
  const double top = high + (c[12] + c[13] * z) * z4;
  return __builtin_sqrt(z) * ((low + middle * z4) + top * (z4 * z4));
}

// The arc from one rotation to another: the angle between them, in radians, and
// the reciprocal of its sine; for a lerp, kLerpAngle and its reciprocal. The
// reciprocal is negative if the shorter arc leads to the second one negated.
struct KeyArc {
  double angle;
  double inverse_sine;
};
[[gnu::always_inline]] inline KeyArc ArcOf(double cosine, bool lerps) {
  const double sign = cosine < 0 ? -1.0 : 1.0;
  lerps |= sign * cosine > kSlerpThreshold;
  const double angle = lerps ? kLerpAngle : KeyAngle(sign * cosine);
  return {angle, sign / KeySine(angle)};
}
// Quaternions x y z w.
[[gnu::always_inline]] inline double KeyCosine(const float* a, const float* b) {
  return double{a[0]} * b[0] + double{a[1]} * b[1] + double{a[2]} * b[2] +
         double{a[3]} * b[3];
}

// Eight bones at a time.
inline constexpr size_t kBonesPerBlock = 8;

// Where the two keys of each bone are that matter at a time. Four floats can be
// read at each place: x y z w of rotations; x y z and anything of the others.
struct KeyPlaces {
  const float* key[kKeyChannels][2][kBonesPerBlock];
  // The time since which they matter, and when the second one is reached:
  // infinity, if nothing changes between them. Seconds.
  float start[kBonesPerBlock];
  float end[kBonesPerBlock];
  // Whether the KeyArc to the second key lies behind each first key of a
  // rotation, so that it need not be computed. Then rotations are loaded.
  bool has_arcs = false;
};

// These keys in columns, one for each float.
struct alignas(64) KeyBlock {
  float rotation[2][4][kBonesPerBlock];
  float translation[2][3][kBonesPerBlock];
  float scale[2][3][kBonesPerBlock];
  float start[kBonesPerBlock];
  float end[kBonesPerBlock];
  // The KeyArc between the two rotations: that of a lerp if nothing changes.
  double angle[kBonesPerBlock];
  double inverse_sine[kBonesPerBlock];
};

// A matrix in double, for rows as vectors.
struct alignas(32) BoneMatrix {
  double row[4][4];
};

// Bones first, first + 1 ... first + count - 1.
struct BoneRange {
  size_t first;
  size_t count;
  // For bone first + i: its parent, or -1; and its inverse bind matrix, 16
  // floats.
  const int32_t* parents;
  const float* offsets;
  // Whether the last column of the character's offsets (all of them, not only
  // these) is 0 0 0 1: there is less to do.
  bool affine;
  // Matrices of all bones: to_root[b + 1] for bone b. The bones before `first`
  // have theirs already; to_root[0] is the identity, for bones without parent.
  BoneMatrix* to_root;
};

// Loads and stores are of any alignment, but for what is declared aligned.
struct SkeletonKernel {
  // Which of the versions it is: "scalar", "neon", "sse2" ...
  const char* name;

  // Transposes the keys into columns: of the channels whose bit, 1 << channel,
  // is set. The block has the other channels' keys already.
  void (*load)(const KeyPlaces& places, unsigned channels, KeyBlock* block);

  // The bones' final transforms at `time`, which is finite, one matrix of 16
  // floats after the other. Bone first + i is in blocks[i / kBonesPerBlock];
  // the last block must be whole.
  void (*evaluate)(const KeyBlock* blocks, double time, const BoneRange& bones,
                   float* final_transforms);

  // Linear-blend skinning of `count` vertices. Positions and normals are three
  // floats each, weights four, of which three are read; indices four bytes.
  // The palette has 256 matrices of 16 floats, 64-byte aligned. Results may
  // overwrite what they were made from.
  void (*skin)(const float* palette, const float* positions,
               const float* normals, const float* weights,
               const uint8_t* indices, float* skinned_positions,
               float* skinned_normals, size_t count);

  static const SkeletonKernel kScalar, kNeon, kSse2, kAvx2, kAvx512;
};

inline constexpr size_t kPaletteSize = 256;

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_SKELETON_KERNEL_H_
