// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The mathematics of skeletal animation, for one bone and one vertex after the
// other. The vector versions (eval/skeleton/skeleton_kernel_vector.inc) do
// exactly these operations.

#include "eval/skeleton/skeleton_kernel.h"
#include "eval/skeleton/slerp.h"

namespace clipguard::eval {
namespace {

template <size_t kFloats>
void LoadChannel(const float* const (&keys)[2][kBonesPerBlock],
                 float (&columns)[2][kFloats][kBonesPerBlock]) {
  for (size_t next = 0; next < 2; ++next) {
    for (size_t k = 0; k < kFloats; ++k) {
      for (size_t i = 0; i < kBonesPerBlock; ++i) {
        columns[next][k][i] = keys[next][i][k];
      }
    }
  }
}

void Load(const KeyPlaces& places, unsigned channels, KeyBlock* block) {
  if (channels & 1u << kRotation) {
    LoadChannel(places.key[kRotation], block->rotation);
  }
  if (channels & 1u << kTranslation) {
    LoadChannel(places.key[kTranslation], block->translation);
  }
  if (channels & 1u << kScale) LoadChannel(places.key[kScale], block->scale);
  const auto& [a, b] = block->rotation;
  for (size_t i = 0; i < kBonesPerBlock; ++i) {
    block->start[i] = places.start[i];
    block->end[i] = places.end[i];
    const double cosine = double{a[0][i]} * b[0][i] +
                          double{a[1][i]} * b[1][i] +
                          double{a[2][i]} * b[2][i] + double{a[3][i]} * b[3][i];
    const KeyArc arc = ArcOf(cosine, places.end[i] == __builtin_inff());
    block->angle[i] = arc.angle;
    block->inverse_sine[i] = arc.inverse_sine;
  }
}

// One of the bones' way to its parent: the rows of a matrix whose last column
// is 0 0 0 1.
struct ToParentOf {
  double row[4][3];
};

ToParentOf Evaluate(const KeyBlock& block, size_t i, double time) {
  const double start = block.start[i];
  const double u = (time - start) / (block.end[i] - start);
  const double angle = block.angle[i];
  const double inverse_sine = block.inverse_sine[i];
  const double weight_a =
      KeySine((1.0 - u) * angle) * __builtin_fabs(inverse_sine);
  const double weight_b = KeySine(u * angle) * inverse_sine;
  const auto rotation = [&](size_t k) {
    return block.rotation[0][k][i] * weight_a +
           block.rotation[1][k][i] * weight_b;
  };
  const auto lerp = [&](const float(&columns)[2][3][kBonesPerBlock], size_t k) {
    const double from = columns[0][k][i];
    return from + (columns[1][k][i] - from) * u;
  };

  const double x = rotation(0);
  const double y = rotation(1);
  const double z = rotation(2);
  const double w = rotation(3);
  const double x2 = x + x;
  const double y2 = y + y;
  const double z2 = z + z;
  const double xx = x * x2;
  const double yy = y * y2;
  const double zz = z * z2;
  const double xy = x * y2;
  const double xz = x * z2;
  const double yz = y * z2;
  const double wx = w * x2;
  const double wy = w * y2;
  const double wz = w * z2;
  const double scale[3] = {lerp(block.scale, 0), lerp(block.scale, 1),
                           lerp(block.scale, 2)};
  return {{{(1.0 - (yy + zz)) * scale[0], (xy + wz) * scale[0],
            (xz - wy) * scale[0]},
           {(xy - wz) * scale[1], (1.0 - (xx + zz)) * scale[1],
            (yz + wx) * scale[1]},
           {(xz + wy) * scale[2], (yz - wx) * scale[2],
            (1.0 - (xx + yy)) * scale[2]},
           {lerp(block.translation, 0), lerp(block.translation, 1),
            lerp(block.translation, 2)}}};
}

// A B, for an A whose last column is 0 0 0 1.
template <typename Row>
BoneMatrix TimesAffine(const Row (&a)[4], const BoneMatrix& b) {
  BoneMatrix product;
  for (size_t c = 0; c < 4; ++c) {
    for (size_t r = 0; r < 4; ++r) {
      product.row[r][c] = (a[r][0] * b.row[0][c] + a[r][1] * b.row[1][c]) +
                          a[r][2] * b.row[2][c];
    }
    product.row[3][c] = product.row[3][c] + b.row[3][c];
  }
  return product;
}

BoneMatrix Times(const BoneMatrix& a, const BoneMatrix& b) {
  BoneMatrix product;
  for (size_t c = 0; c < 4; ++c) {
    for (size_t r = 0; r < 4; ++r) {
      product.row[r][c] =
          (a.row[r][0] * b.row[0][c] + a.row[r][1] * b.row[1][c]) +
          (a.row[r][2] * b.row[2][c] + a.row[r][3] * b.row[3][c]);
    }
  }
  return product;
}

float ToFloat(double value) {
  const auto result = static_cast<float>(value);
  return result == result ? result : __builtin_nanf("");
}

void EvaluateMany(const KeyBlock* blocks, double time, const BoneRange& bones,
                  float* final_transforms) {
  for (size_t i = 0; i < bones.count; ++i) {
    const ToParentOf to_parent =
        Evaluate(blocks[i / kBonesPerBlock], i % kBonesPerBlock, time);
    const BoneMatrix& parent = bones.to_root[bones.parents[i] + 1];
    BoneMatrix offset;
    for (size_t k = 0; k < 16; ++k) {
      offset.row[k / 4][k % 4] = bones.offsets[16 * i + k];
    }
    BoneMatrix& to_root = bones.to_root[bones.first + i + 1];
    to_root = TimesAffine(to_parent.row, parent);
    const BoneMatrix final_transform = bones.affine
                                           ? TimesAffine(offset.row, to_root)
                                           : Times(offset, to_root);
    for (size_t k = 0; k < 16; ++k) {
      final_transforms[16 * i + k] = ToFloat(final_transform.row[k / 4][k % 4]);
    }
  }
}

void Skin(const float* palette, const float* positions, const float* normals,
          const float* weights, const uint8_t* indices,
          float* skinned_positions, float* skinned_normals, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const float* const weight = weights + 4 * i;
    const float last = ((1.0f - weight[0]) - weight[1]) - weight[2];
    const float* const bones[4] = {
        palette + 16 * indices[4 * i], palette + 16 * indices[4 * i + 1],
        palette + 16 * indices[4 * i + 2], palette + 16 * indices[4 * i + 3]};
    const float p[3] = {positions[3 * i], positions[3 * i + 1],
                        positions[3 * i + 2]};
    const float n[3] = {normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]};
    for (size_t c = 0; c < 3; ++c) {
      float row[4];
      for (size_t r = 0; r < 4; ++r) {
        const size_t e = 4 * r + c;
        row[r] = ((bones[0][e] * weight[0] + bones[1][e] * weight[1]) +
                  bones[2][e] * weight[2]) +
                 bones[3][e] * last;
      }
      const float position =
          (row[0] * p[0] + row[2] * p[2]) + (row[1] * p[1] + row[3]);
      const float normal =
          (row[0] * n[0] + row[2] * n[2]) + (row[1] * n[1] + 0.0f);
      skinned_positions[3 * i + c] =
          position == position ? position : __builtin_nanf("");
      skinned_normals[3 * i + c] =
          normal == normal ? normal : __builtin_nanf("");
    }
  }
}

}  // namespace

const SkeletonKernel SkeletonKernel::kScalar = {
    .name = "scalar",
    .load = Load,
    .evaluate = EvaluateMany,
    .skin = Skin,
};

}  // namespace clipguard::eval
