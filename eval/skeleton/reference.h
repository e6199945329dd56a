// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The executable specification of skeletal animation: where a character's bones
// *are* at a time, and where they take its vertices. Slow, in double precision,
// written rule by rule after the section "Evaluating a clip at time t" of
// docs/formats/m3d.md. The fast evaluators (skeleton_sampler.h, skinning.h) are
// tested against these functions; read them first, and do not optimise them.
//
// These rules hold for every function here:
//
// - Times are seconds; translations have the file's own unit of length.
// - Vectors are rows: a point p is at p * M, and M's translation lies in its
//   elements 12 to 14. "A B" applies A first.
// - A time that is NaN counts as the first key's, for each bone; so do times
//   before it, minus infinity included.
// - Sines and cosines are the C library's: bits may differ from one to
//   another.
// - REQUIRES: character and clip come from ReadCharacter() without errors, the
//   clip from that character.
// - Pure functions; thread-safe.

#ifndef CLIPGUARD_EVAL_SKELETON_REFERENCE_H_
#define CLIPGUARD_EVAL_SKELETON_REFERENCE_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "parser/m3d/character.h"

namespace clipguard::eval {

using Matrix4d = RowVectorMatrix<double>;

struct Vector3d {
  double x = 0;
  double y = 0;
  double z = 0;
};

struct Quaterniond {
  double x = 0;
  double y = 0;
  double z = 0;
  double w = 1;
};

// A bone relative to its parent: scaled first, then rotated, then translated.
struct BonePose {
  Vector3d translation;
  Vector3d scale = {1, 1, 1};
  Quaterniond rotation;
};

// The two keys that a time lies between, and how far it is from the first to
// the second.
struct KeyInterval {
  size_t first;
  size_t second;  // first, if the bone stands still there
  double u;       // 0 to 1
};

// Where `time` lies among a bone's key times: at the first key, if it is not
// after that; at the last, if it is not before that; else in the first interval
// with times[first] <= time <= times[second]. An interval without length is
// therefore never found. REQUIRES: times is not empty and does not descend.
KeyInterval FindKeys(std::span<const float> times, double time);

// The rotation from a (u = 0) to b (u = 1) along the shorter arc. b is negated
// where the dot product is negative, so that antipodal quaternions, which are
// the same rotation, give that rotation throughout; where it is exactly 0, both
// arcs are as long, and it is the one to b as it is. From a dot product of more
// than kSlerpThreshold on, a plain lerp. Nothing is normalised: quaternions of
// any length go in, and what comes out has some length between. Never NaN for
// finite quaternions, 0 included.
Quaterniond Slerp(const Quaterniond& a, const Quaterniond& b, double u);

// A bone's pose at a time. A bone without keys stays at the identity.
BonePose EvaluateBone(const m3d::Clip& clip, size_t bone, double time);

// S R T. The rotation is that of the quaternion as it is: of one that is not of
// unit length, a matrix that scales as well; of (0, 0, 0, 0), the identity.
Matrix4d ToParent(const BonePose& pose);

Matrix4d Multiply(const Matrix4d& a, const Matrix4d& b);

// All bones. A bone whose parent is -1 is a root; there may be several.
struct SkeletonPose {
  std::vector<Matrix4d> to_parent;
  // to_parent to_root[parent]; a root's is its to_parent.
  std::vector<Matrix4d> to_root;
  // offset to_root: from the bind pose to this one.
  std::vector<Matrix4d> final_transforms;
};
SkeletonPose EvaluateSkeleton(const m3d::Character& character,
                              const m3d::Clip& clip, double time);

// A vertex after linear-blend skinning.
struct SkinnedVertex {
  Vector3d position;
  // By the upper left 3x3 of the same matrix, and not normalised: where bones
  // only rotate and translate, it is almost of the length that it had.
  Vector3d normal;
};

// The vertex's position and normal by the sum of its four bones' final
// transforms times their weights, the fourth of which is 1 minus the three
// others. REQUIRES: vertex < vertices.positions.size(), and its blend indices
// < final_transforms.size().
SkinnedVertex SkinVertex(const m3d::Vertices& vertices, size_t vertex,
                         std::span<const Matrix4d> final_transforms);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_SKELETON_REFERENCE_H_
