// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: what a player of glTF gives, from its
// specification alone. Shares nothing with the writer.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_GLB_PLAYER_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_GLB_PLAYER_H_

#include <array>

#include "actions/convert/gltf/check/glb_check.h"

namespace clipguard::actions::gltf {

// A quaternion, or a place, whose last number is 0.
using Four = std::array<double, 4>;
// Of column vectors, column by column, as glTF has them.
using Matrix = std::array<double, 16>;

double LengthOf(const Four& v);
// REQUIRES: it has a length.
Four Unit(Four v);
Matrix Product(const Matrix& a, const Matrix& b);

// T R S. REQUIRES: the rotation is a unit quaternion.
Matrix LocalOf(const CheckedNode& node);

// Puts the node where the channel has it: lines, arcs between rotations, and
// STEP. REQUIRES: rotations are no CUBICSPLINE.
void Play(const CheckedChannel& channel, double time, CheckedNode& node);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_GLB_PLAYER_H_
