// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/skeleton/reference.h"

#include <cmath>

#include "eval/skeleton/slerp.h"

namespace clipguard::eval {
namespace {

Vector3d ToVector(const m3d::Float3& v) { return {v.x, v.y, v.z}; }

Quaterniond ToQuaternion(const m3d::Float4& q) { return {q.x, q.y, q.z, q.w}; }

double Dot(const Quaterniond& a, const Quaterniond& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

Quaterniond Sum(double wa, const Quaterniond& a, double wb,
                const Quaterniond& b) {
  return {wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z,
          wa * a.w + wb * b.w};
}

Vector3d Lerp(const Vector3d& a, const Vector3d& b, double u) {
  return {a.x + u * (b.x - a.x), a.y + u * (b.y - a.y), a.z + u * (b.z - a.z)};
}

Matrix4d ToDouble(const m3d::Matrix& matrix) {
  Matrix4d result;
  for (size_t i = 0; i < 16; ++i) result[i] = matrix[i];
  return result;
}

}  // namespace

KeyInterval FindKeys(std::span<const float> times, double time) {
  const size_t last = times.size() - 1;
  if (!(time > times[0])) return {0, 0, 0};
  if (time >= times[last]) return {last, last, 0};
  size_t i = 0;
  while (!(times[i] <= time && time <= times[i + 1])) ++i;
  return {i, i + 1, (time - times[i]) / (double{times[i + 1]} - times[i])};
}

Quaterniond Slerp(const Quaterniond& a, const Quaterniond& b, double u) {
  double cosine = Dot(a, b);
  double sign = 1;
  if (cosine < 0) {
    cosine = -cosine;
    sign = -1;
  }
  if (cosine > kSlerpThreshold) return Sum(1 - u, a, sign * u, b);
  const double angle = std::acos(cosine);
  return Sum(std::sin((1 - u) * angle) / std::sin(angle), a,
             sign * std::sin(u * angle) / std::sin(angle), b);
}

BonePose EvaluateBone(const m3d::Clip& clip, size_t bone, double time) {
  const size_t first_key = clip.first_key[bone];
  const size_t keys = clip.first_key[bone + 1] - first_key;
  if (keys == 0) return {};
  const auto [i, k, u] =
      FindKeys(std::span(clip.times).subspan(first_key, keys), time);
  const size_t a = first_key + i;
  const size_t b = first_key + k;
  if (a == b) {
    return {ToVector(clip.translations[a]), ToVector(clip.scales[a]),
            ToQuaternion(clip.rotations[a])};
  }
  return {
      Lerp(ToVector(clip.translations[a]), ToVector(clip.translations[b]), u),
      Lerp(ToVector(clip.scales[a]), ToVector(clip.scales[b]), u),
      Slerp(ToQuaternion(clip.rotations[a]), ToQuaternion(clip.rotations[b]),
            u)};
}

Matrix4d ToParent(const BonePose& pose) {
  const auto [x, y, z, w] = pose.rotation;
  const Matrix4d scale = {{pose.scale.x, 0, 0, 0},
                          {0, pose.scale.y, 0, 0},
                          {0, 0, pose.scale.z, 0},
                          {0, 0, 0, 1}};
  const Matrix4d rotation = {{1 - 2 * y * y - 2 * z * z, 2 * x * y + 2 * z * w,
                              2 * x * z - 2 * y * w, 0},
                             {2 * x * y - 2 * z * w, 1 - 2 * x * x - 2 * z * z,
                              2 * y * z + 2 * x * w, 0},
                             {2 * x * z + 2 * y * w, 2 * y * z - 2 * x * w,
                              1 - 2 * x * x - 2 * y * y, 0},
                             {0, 0, 0, 1}};
  const Matrix4d translation = {
      {1, 0, 0, 0},
      {0, 1, 0, 0},
      {0, 0, 1, 0},
      {pose.translation.x, pose.translation.y, pose.translation.z, 1}};
  return Multiply(Multiply(scale, rotation), translation);
}

Matrix4d Multiply(const Matrix4d& a, const Matrix4d& b) {
  Matrix4d product = {};
  for (size_t row = 0; row < 4; ++row) {
    for (size_t column = 0; column < 4; ++column) {
      for (size_t k = 0; k < 4; ++k) {
        product[4 * row + column] += a[4 * row + k] * b[4 * k + column];
      }
    }
  }
  return product;
}

SkeletonPose EvaluateSkeleton(const m3d::Character& character,
                              const m3d::Clip& clip, double time) {
  SkeletonPose pose;
  for (size_t i = 0; i < character.bones(); ++i) {
    const int32_t parent = character.parents[i];
    const Matrix4d to_parent = ToParent(EvaluateBone(clip, i, time));
    pose.to_parent.push_back(to_parent);
    pose.to_root.push_back(
        parent < 0
            ? to_parent
            : Multiply(to_parent, pose.to_root[static_cast<size_t>(parent)]));
    pose.final_transforms.push_back(
        Multiply(ToDouble(character.bone_offsets[i]), pose.to_root[i]));
  }
  return pose;
}

SkinnedVertex SkinVertex(const m3d::Vertices& vertices, size_t vertex,
                         std::span<const Matrix4d> final_transforms) {
  const m3d::Float4& given = vertices.blend_weights[vertex];
  const std::array<double, 4> weights = {
      given.x, given.y, given.z,
      1.0 - double{given.x} - double{given.y} - double{given.z}};
  Matrix4d m = {};
  for (size_t k = 0; k < 4; ++k) {
    const size_t bone = vertices.blend_indices[vertex][k];
    for (size_t i = 0; i < 16; ++i) {
      m[i] += weights[k] * final_transforms[bone][i];
    }
  }
  const auto [px, py, pz] = ToVector(vertices.positions[vertex]);
  const auto [nx, ny, nz] = ToVector(vertices.normals[vertex]);
  return {
      {px * m[0] + py * m[4] + pz * m[8] + m[12],
       px * m[1] + py * m[5] + pz * m[9] + m[13],
       px * m[2] + py * m[6] + pz * m[10] + m[14]},
      {nx * m[0] + ny * m[4] + nz * m[8],  //
       nx * m[1] + ny * m[5] + nz * m[9], nx * m[2] + ny * m[6] + nz * m[10]}};
}

}  // namespace clipguard::eval
