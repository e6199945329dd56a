// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests and fuzz targets: is a .glb sound, and what do its animations give?
// A reader of its own, which shares nothing with the writer.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_GLB_CHECK_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_GLB_CHECK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

struct CheckedNode {
  std::string name;
  int parent = -1;
  std::array<double, 3> translation = {0, 0, 0};
  std::array<double, 4> rotation = {0, 0, 0, 1};
  std::array<double, 3> scale = {1, 1, 1};
};

struct CheckedChannel {
  std::string animation;
  size_t node_index = 0;
  std::string node;           // its name
  std::string path;           // "translation"
  std::string interpolation;  // "LINEAR"
  std::vector<float> times;
  std::vector<float> values;  // as they stand in the accessor

  size_t components() const { return path == "rotation" ? 4 : 3; }

  // As glTF's appendix C says, but rotations are not normalised, and LINEAR is
  // no slerp.
  std::vector<double> At(double time) const;
};

struct CheckedGlb {
  std::string fault;  // empty: it is sound
  std::vector<CheckedNode> nodes;
  std::vector<CheckedChannel> channels;
  std::vector<std::vector<uint8_t>> images;  // their files
  // Of all skins, one after the other.
  std::vector<size_t> joints;
  std::vector<float> inverse_bind_matrices;
  // Triangles whose front, where they are counterclockwise, is on the side of
  // their corners' normals, and on the other.
  size_t faces_with_normals = 0;
  size_t faces_against_normals = 0;
  double largest_error = 0;  // as it says itself
  double largest_error_degrees = 0;
};

// The bytes that are written.
std::vector<uint8_t> BytesOf(const Converted& converted);

// Looks at everything that glTF demands of what clipguard writes: lengths,
// indices, bounds of accessors, times that ascend from 0 on, unit quaternions.
CheckedGlb CheckGlb(std::span<const uint8_t> bytes);

// Compares with the recording, at each key, beside it, and at `random_times`
// times of each curve. Says what is farther off than the file itself says;
// empty: nothing. REQUIRES: nothing was lost.
std::string WhatDiffers(const mrtk::InputAnimationView& view,
                        const CheckedGlb& glb, size_t random_times);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_GLB_CHECK_H_
