// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: a .glb as tinygltf, a library of others, reads it.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_TEST_GLB_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_TEST_GLB_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/gltf/test_tracks.h"
#include "actions/convert/gltf/tracks.h"
#include "actions/convert/rig/quaternion.h"
#include "tiny_gltf.h"

namespace clipguard::actions::gltf {

struct GlbChannel {
  std::string animation;
  size_t node_index = 0;
  std::string node;           // its name
  std::string path;           // "translation"
  std::string interpolation;  // "LINEAR"
  std::vector<float> times;
  std::vector<float> values;  // as they stand in the accessor

  size_t components() const { return path == "rotation" ? 4 : 3; }
  // A value at a time, of LINEAR keyframes.
  Turn At(float time, Player player = Player::kArcs) const;
  // Times at which players are tried: keyframes, and places between these.
  std::vector<float> Places() const;
};

struct LoadedGlb {
  // The first fault that tinygltf or LoadGlb() found; empty: there is none.
  std::string fault;
  tinygltf::Model model;
  std::vector<GlbChannel> channels;

  // A number of asset.extras.clipguard; 0 if it is not there.
  double Claim(const std::string& name) const;
  // The numbers of an accessor of floats.
  std::vector<float> Floats(int accessor) const;
  // The numbers of an accessor of unsigned integers.
  std::vector<uint32_t> Integers(int accessor) const;
  // Empty for a root.
  std::string ParentOf(size_t node) const;
  // The first one of that name; fails the test if there is none.
  size_t Node(std::string_view name) const;
  // Null if there is none.
  const GlbChannel* Find(std::string_view node, std::string_view path) const;
};

// Reads a .glb, and looks at what glTF demands of accessors, nodes and
// animations: lengths, indices, smallest and largest numbers, times that ascend
// from 0 on, unit quaternions.
LoadedGlb LoadGlb(std::span<const uint8_t> bytes);

// Triangles whose front, where they are counterclockwise, is on the side of
// their corners' normals, and on the other.
struct Faces {
  size_t with_normals = 0;
  size_t against_normals = 0;
};
Faces FacesOf(const LoadedGlb& glb);

// The keyframes of a channel; `bound` is what the file claims of it.
Track TrackOf(const GlbChannel& channel, const LoadedGlb& glb);

// A channel of a recording's .glb that is farther from the curves than the file
// says, at so many places between keyframes; empty: none is. REQUIRES: nothing
// was lost, and hands are no skeletons.
std::string WhatDiffers(const mrtk::InputAnimationView& view,
                        const LoadedGlb& glb, int places = 2);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CHECK_TEST_GLB_H_
