// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The nodes and animations of a .glb of a character or an armature, as a viewer
// has them: what is in extras is not looked at.
//
// The bytes may be anybody's. What is read here holds for all who use it: each
// node is the child of one other at most; keyframes are finite floats in the
// .glb itself, with times that ascend; no two channels of an animation move the
// same. All else is refused, with a reason for people.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_SCENE_READER_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_SCENE_READER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "base/byte_cursor.h"
#include "parser/forge/json/json_document.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/glb_json.h"
#include "actions/convert/gltf/recording_samplers.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {

struct PlayedNode {
  static constexpr size_t kNone = static_cast<size_t>(-1);

  std::string name;  // not empty
  size_t parent = kNone;
  bool is_shown = false;  // one of those that the scene begins with
  // Whether it is moved, turned or scaled without keyframes.
  bool is_placed = false;
  std::array<float, 3> translation = {0, 0, 0};
  std::array<float, 4> rotation = {0, 0, 0, 1};
  std::array<float, 3> scale = {1, 1, 1};
  std::optional<size_t> mesh = {};
  std::optional<size_t> skin = {};
};

// Keyframes, which stay where they are in the .glb. A value.
class Keyframes {
 public:
  Keyframes() = default;
  // None if the motion has other numbers of them than it says.
  explicit Keyframes(const Motion& motion);

  size_t size() const { return times_.size(); }
  float time(size_t i) const { return times_[i]; }
  // REQUIRES: c < components().
  float value(size_t i, size_t c) const { return values_[i * components_ + c]; }
  size_t components() const { return components_; }
  Interpolation interpolation() const { return interpolation_; }

  // Whether they have the same times.
  bool SameTimes(const Keyframes& other) const;

 private:
  PackedSpan<float> times_;
  PackedSpan<float> values_;
  size_t components_ = 0;
  Interpolation interpolation_ = Interpolation::kLinear;
};

struct PlayedChannel {
  size_t node = 0;
  Path path = Path::kTranslation;
  Keyframes keyframes;
};

struct PlayedAnimation {
  std::string name;
  std::vector<PlayedChannel> channels;  // by node, then by path
};

// Takes some 200 bytes for each node and channel. Thread-compatible.
class SceneReader {
 public:
  // Both must outlive it. What is spent of the budget are `bytes_a_key` for
  // each keyframe of each channel: however many share them, each is compared.
  // And what an animation takes.
  SceneReader(const GlbJson& glb, ResultBudget budget, uint64_t bytes_a_key)
      : json_(glb.json),
        in_(glb.json),
        samplers_(in_, glb.chunks.binary),
        budget_(budget),
        bytes_a_key_(bytes_a_key) {}

  // `source` and `what` as of DemandSource(). Whether there was no fault:
  // status() says which.
  bool Read(std::string_view source, std::string_view what);

  // InvalidArgument, or ResourceExhausted.
  absl::Status status() const;

  const std::vector<PlayedNode>& nodes() const { return nodes_; }
  const std::vector<PlayedAnimation>& animations() const { return animations_; }
  // So many rotations are not of unit length, or have a keyframe that is not,
  // or the next one half a turn away: glTF does not say how such a node turns.
  uint64_t unclear() const { return unclear_; }

  // False, and a fault, if that is more than there may be.
  bool Spend(uint64_t bytes);

  // For the rest of the .glb.
  ModelJsonReader& in() { return in_; }
  RecordingSamplers& numbers() { return samplers_; }
  const forge::JsonDocument& json() const { return json_; }
  // An array of the root; empty if there is none.

 private:
  void ReadNodes();
  PlayedNode ReadNode(forge::JsonNode node);
  template <size_t kCount>
  void ReadPlace(forge::JsonNode node, std::string_view key, PlayedNode& played,
                 std::array<float, kCount>& place);
  std::optional<size_t> ReadReference(forge::JsonNode node,
                                      std::string_view key);
  void ReadShown();
  void ReadAnimation(forge::JsonNode animation);
  void ReadChannel(forge::JsonNode channel, PlayedAnimation& animation);
  void CheckKeyframes(const Keyframes& keyframes, std::string_view node);
  void CountUnclear(const Keyframes& keyframes);

  const forge::JsonDocument& json_;
  ModelJsonReader in_;
  RecordingSamplers samplers_;
  ResultBudget budget_;
  const uint64_t bytes_a_key_;
  bool too_much_ = false;
  std::vector<PlayedNode> nodes_;
  std::vector<PlayedAnimation> animations_;
  uint64_t unclear_ = 0;
};

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_SCENE_READER_H_
