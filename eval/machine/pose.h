// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Joints' matrices and clips' events, from an armature at a time.
//
// Matrices are for column vectors, in blocks: a block is 0 to 1. They are
// computed in double and rounded once; the game computes them in float32, so
// that its differ by some units in the last place. The same bits on every
// machine: sine and cosine are ours.
//
// Nothing here fails: NaN and infinite times give NaN matrices.

#ifndef CLIPGUARD_EVAL_MACHINE_POSE_H_
#define CLIPGUARD_EVAL_MACHINE_POSE_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "parser/forge/armature.h"

namespace clipguard::eval {

using Matrix = ColumnVectorMatrix<float>;

inline constexpr Matrix kIdentityMatrix = Matrix::Identity();

// How far the game turns from one sampled angle to the next, in degrees.
float ShortWay(float from, float to);

// A variable's value at a time.
float SampleVariable(const forge::Armature& armature,
                     const forge::Armature::VariableClip& clip, bool loop,
                     float time);

// A joint's matrix at a time. REQUIRES: `joint` is one of `clip`'s.
Matrix JointMatrix(const forge::Armature& armature,
                   const forge::Armature::Clip& clip,
                   const forge::Armature::JointClip& joint, float time);

// The same by the joint's name; the identity for joints that the clip does not
// move.
Matrix JointMatrix(const forge::Armature& armature,
                   const forge::Armature::Clip& clip, std::string_view joint,
                   float time);

struct MatrixParts {
  std::array<double, 3> translation;
  std::array<double, 4> rotation;  // x y z w
  std::array<double, 3> scale;
};

// A mirror image has a negative scale in z.
MatrixParts TakeApart(const Matrix& m);

// From one matrix to another, each taken apart into translation, rotation and
// scale; the rotation takes the shorter way. `progress` is clamped to 0 and 1;
// NaN gives nothing but NaN.
Matrix Slerp(const Matrix& from, const Matrix& to, float progress);

// How an element of the block model moves, given the matrix of each of the
// armature's joints; nothing if it stays where it is. Looks at all weights.
std::optional<Matrix> ElementMatrix(const forge::Armature& armature,
                                    std::span<const Matrix> joints,
                                    int32_t element);

// An event that has happened, and how long ago, in clip time.
struct PastEvent {
  std::string_view name;  // in the armature or machine
  float offset = 0;

  friend bool operator==(const PastEvent&, const PastEvent&) = default;
};

// Appends the events of a clip between two times, the latest first, in the
// game's order and with its losses. At most one for each event of the clip.
void AppendPastEvents(const forge::Armature& armature,
                      const forge::Armature::Clip& clip, float last, float now,
                      std::vector<PastEvent>& events);

// Sine and cosine of an angle in degrees, with the same bits everywhere; NaN if
// it is not finite. Within 1e-15.
struct SineCosine {
  double sine;
  double cosine;
};
SineCosine SineCosineOfDegrees(double degrees);

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_POSE_H_
