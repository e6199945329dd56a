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

namespace clipguard::eval {

// A key, and the way from it to the bone's next one.
struct alignas(64) BoneKey {
  float rotation[4];  // x y z w
  float translation[3];
  float scale[3];
  // The time since which this key and the next one matter, and when the next
  // one is reached: infinity, if nothing changes between them. Seconds.
  float start;
  float end;
  // The angle between the two rotations, in radians, and the reciprocal of its
  // sine: what is lacking in the first float is in the second. For a lerp,
  // kLerpAngle and its reciprocal. The reciprocal is negative if the shorter
  // arc leads to the next rotation negated.
  float angle[2];
  float inverse_sine[2];
};
static_assert(sizeof(BoneKey) == 64);

// So small that the sine is the angle itself, and a slerp a lerp, bit by bit.
inline constexpr float kLerpAngle = 0x1p-30f;

// sin(x) = x + x^3 (c0 + c1 x^2 + c2 x^4 ...) for x from 0 to pi / 2, with the
// least largest relative error: 7e-14.
inline constexpr double kSine[6] = {
    -0x1.5555555547141p-3, 0x1.1111110a55972p-7,   -0x1.a019fd5952c78p-13,
    0x1.71dcf84c4b3f6p-19, -0x1.ae03f8583861cp-26, 0x1.52dbee0e6843dp-33};

// The same operations as in vectors, and so the same bits. Always inlined: each
// file that uses it has instructions of its own.
[[gnu::always_inline]] inline double KeySine(double x) {
  const double z = x * x;
  const double zz = z * z;
  const double high =
      (kSine[2] + kSine[3] * z) + (kSine[4] + kSine[5] * z) * zz;
  const double all = (kSine[0] + kSine[1] * z) + high * zz;
  return x * (all * z + 1.0);
}

// Eight bones at a time: two keys of each, a column for each float of them.
inline constexpr size_t kBonesPerBlock = 8;

enum KeyColumn : uint8_t {
  kRotation = 0,
  kTranslation = 4,
  kScale = 7,
  kStart = 10,
  kEnd = 11,
  kAngle = 12,
  kInverseSine = 14,
  // Of the second key only what it has in common with the first.
  kNextKey = 16,
  kKeyColumns = 28,
};

struct alignas(64) KeyBlock {
  float column[kKeyColumns][kBonesPerBlock];
};

// A matrix in double, for rows as vectors.
struct alignas(32) BoneMatrix {
  double row[4][4];
};

// Bones first, first + 1 ... first + count - 1.
struct BoneRange {
  size_t first;
  size_t count;
  // Of bone first + i: its parent, or -1; and its inverse bind matrix.
  const int32_t* parents;
  const BoneMatrix* offsets;
  // Whether the last column of the character's offsets (all of them, not only
  // these) is 0 0 0 1: there is less to do.
  bool affine;
  // Of all bones: to_root[b + 1] for bone b. The bones before `first` have
  // theirs already; to_root[0] is the identity, for bones without parent.
  BoneMatrix* to_root;
};

// Loads and stores are of any alignment, but for what is declared aligned.
struct SkeletonKernel {
  // Which of the versions it is: "scalar", "neon", "sse2" ...
  const char* name;

  // Transposes keys[i][0] and keys[i][1] into columns.
  void (*load)(const BoneKey* const* keys, KeyBlock* block);

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
