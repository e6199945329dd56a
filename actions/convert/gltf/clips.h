// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Clips, and the animations of a scene that they become, so that players which
// differ show the same:
//
// - Every channel has a keyframe at 0 and at the clip's end. Some players
//   extrapolate, some loop each channel by itself.
// - Every clip has a channel for whatever any clip of the scene moves. Where it
//   does not move, that is its rest: some players leave there what the clip
//   before did.
// - No two clips have one name.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_CLIPS_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_CLIPS_H_

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::actions::gltf {

struct NodeTrack {
  size_t node = 0;
  Path path = Path::kTranslation;
  Keyframes keyframes = {};  // at least one
};

struct Clip {
  std::string name;
  std::vector<NodeTrack> tracks = {};  // no node and path twice
  Json extras = {};
};

// A node's translation (3 numbers), rotation (4) or scale (3) without clips.
using RestOf = absl::FunctionRef<std::array<float, 4>(size_t node, Path path)>;

// Makes animations of clips that have tracks. Returns how many channels of
// nodes at rest are left out: there are no more than 65,536 of these.
size_t AddClips(std::vector<Clip> clips, RestOf rest, Scene& scene);

// The text of a note about so many channels that are left out.
std::string LeftAtRest(size_t channels);

// A name without what players take out of one: dots, colons, slashes, brackets,
// blanks and the like become underscores.
std::string PlainName(std::string_view name);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_CLIPS_H_
