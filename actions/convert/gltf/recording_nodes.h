// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The nodes of a .glb of a recording: which one is the camera, a joint, the
// gaze, and whether each is where recording_scene.h puts it. Else what a viewer
// plays would be other poses than the keyframes have.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_NODES_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_NODES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/forge/json/json_document.h"
#include "parser/mrtk/format.h"
#include "actions/convert/forms/model_json.h"

namespace clipguard::rescue::gltf {

// A node that recording_scene.h writes.
struct RecordingNode {
  std::string name;
  uint8_t parent = 0;  // by number; the root has none
  // Of its curves the first; nothing: keyframes do not move it.
  std::optional<mrtk::CurveSlot> first = std::nullopt;
  bool turns = false;  // a rotation follows the position
};

// Takes a byte for each node. Thread-compatible.
class RecordingNodes {
 public:
  // Must outlive it.
  explicit RecordingNodes(ModelJsonReader& in);

  // All nodes, and the scene that is shown. Faults are the reader's: a node
  // that is there twice, has another parent than the writer's, or a scale, a
  // matrix or a place that keyframes cannot move. Each object is read once.
  void Read();

  // Of the .glb, known or not.
  size_t count() const { return kinds_.size(); }

  // Null: it is nothing of a recording. REQUIRES: node < count().
  const RecordingNode* Find(size_t node) const {
    return kinds_[node] == kUnknown ? nullptr : &known_[kinds_[node]];
  }

  bool Has(std::string_view name) const;

  // The node "recording". REQUIRES: Read() found no fault.
  forge::JsonNode root() const { return *root_; }

  // The first curves of the positions and rotations that nodes have of their
  // own. Keyframes must replace each.
  const std::vector<mrtk::CurveSlot>& placed() const { return placed_; }

 private:
  static constexpr uint8_t kRoot = 0;
  static constexpr uint8_t kUnknown = 0xFF;

  struct Found {
    bool there = false;
    bool listed = false;  // among the children of its parent
  };

  void AddKnown(RecordingNode node);
  void AddHand(mrtk::Handedness hand);
  void ReadNode(forge::JsonNode node);
  void ReadPlace(forge::JsonNode node, const RecordingNode* known);
  void ReadChildren(forge::JsonNode list, uint8_t parent);
  void ReadScene();
  void CheckTree();

  ModelJsonReader& in_;
  std::vector<RecordingNode> known_;  // fewer than kUnknown
  std::map<std::string, uint8_t, std::less<>> numbers_;
  std::vector<Found> found_;    // by number
  std::vector<uint8_t> kinds_;  // by node of the .glb: a number, or kUnknown
  std::optional<forge::JsonNode> root_;
  std::vector<mrtk::CurveSlot> placed_;
};

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_NODES_H_
