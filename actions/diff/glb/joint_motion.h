// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How an armature's joint moves, as a .glb has it, and how far two such
// movements are apart. See armature_glb.h.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_JOINT_MOTION_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_JOINT_MOTION_H_

#include <cstddef>
#include <vector>

#include "actions/motion/measures.h"
#include "actions/motion/vector.h"

namespace clipguard::actions {

// Keyframes, with lines between them, or arcs, or nothing: steps. Before the
// first and after the last it stands still.
template <size_t N>
struct JointKeys {
  std::vector<double> times;  // ascending; not empty
  std::vector<Vector<N>> values;
  bool steps = false;
};

// A matrix of T(move) R(turn) S(size) T(back).
struct JointMotion {
  JointKeys<3> move;
  JointKeys<4> turn;
  JointKeys<3> size;
  JointKeys<3> back;
  double degrees = 0;  // so far the rotation may be from these arcs
};

struct JointDifference {
  // How far a point is moved that is so far from the joint's origin along an
  // axis of a; the bound is of all points so far from it.
  Largest joint;
  Largest move;
  Largest turn;  // degrees
  Largest size;
  Largest back;
  // How far a degree moves that point, at most, where a is largest. So much of
  // the joint's bound is for each degree that the arcs may be off; as the bound
  // is, it is rounded up.
  double units_a_degree = 0;
};

// At the times of all keyframes and in the middle between them; a proven bound
// for all others, but for jumps: less than a millionth of a second is passed
// over at a time, and then a thousand times as long is looked at before the
// next.
JointDifference CompareMotions(const JointMotion& a, const JointMotion& b,
                               double point);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_JOINT_MOTION_H_
