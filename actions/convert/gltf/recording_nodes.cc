// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/recording_nodes.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "parser/forge/json/json_document.h"
#include "parser/mrtk/format.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/glb_json.h"

namespace clipguard::rescue::gltf {

using forge::JsonDocument;
using forge::JsonNode;
using mrtk::CurveSlot;

RecordingNodes::RecordingNodes(ModelJsonReader& in) : in_(in) {
  AddKnown({.name = "recording"});
  AddKnown({.name = "camera",
            .parent = kRoot,
            .first = CurveSlot::Camera(mrtk::kPositionX),
            .turns = true});
  for (const mrtk::Handedness hand : mrtk::kHands) AddHand(hand);
  AddKnown({.name = "gaze",
            .parent = kRoot,
            .first = CurveSlot::Gaze(mrtk::kOriginX)});
  AddKnown({.name = "gaze.direction",
            .parent = numbers_.at("gaze"),
            .first = CurveSlot::Gaze(mrtk::kDirectionX)});
  found_.resize(known_.size());
}

void RecordingNodes::AddKnown(RecordingNode node) {
  numbers_.emplace(node.name, static_cast<uint8_t>(known_.size()));
  known_.push_back(std::move(node));
}

void RecordingNodes::AddHand(mrtk::Handedness hand) {
  const std::string name = absl::StrFormat("hand.%s", mrtk::HandName(hand));
  const auto parent = static_cast<uint8_t>(known_.size());
  AddKnown({.name = name, .parent = kRoot});
  AddKnown({.name = absl::StrFormat("%s.tracked", name),
            .parent = parent,
            .first = CurveSlot::Tracked(hand)});
  AddKnown({.name = absl::StrFormat("%s.pinch", name),
            .parent = parent,
            .first = CurveSlot::Pinch(hand)});
  for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
    AddKnown({.name = absl::StrFormat("%s.%s", name, mrtk::kJointNames[joint]),
              .parent = parent,
              .first = CurveSlot::Joint(hand, joint, mrtk::kPositionX),
              .turns = true});
  }
}

bool RecordingNodes::Has(std::string_view name) const {
  const auto number = numbers_.find(name);
  return number != numbers_.end() && found_[number->second].there;
}

void RecordingNodes::Read() {
  const auto list = in_.OptionalMember(JsonDocument::kRoot, "nodes");
  if (!list) return in_.Refuse("it has no nodes, so it is not of a recording");
  const std::vector<JsonNode> nodes = in_.Elements(*list);
  kinds_.reserve(nodes.size());
  for (const JsonNode node : nodes) {
    if (!in_.ok()) return;
    ReadNode(node);
  }
  for (size_t i = 0; i < nodes.size() && in_.ok(); ++i) {
    const auto children = in_.OptionalMember(nodes[i], "children");
    if (children) ReadChildren(*children, kinds_[i]);
  }
  ReadScene();
  if (in_.ok()) CheckTree();
}

void RecordingNodes::ReadNode(JsonNode node) {
  DemandNoExtensions(node, in_);
  const auto named = in_.OptionalMember(node, "name");
  const auto number = numbers_.find(named ? in_.Name(*named) : "");
  if (number == numbers_.end()) {
    kinds_.push_back(kUnknown);
    ReadPlace(node, nullptr);
    return;
  }
  const uint8_t kind = number->second;
  kinds_.push_back(kind);
  if (found_[kind].there) {
    in_.Refuse(absl::StrFormat("two nodes are %s", known_[kind].name));
  }
  found_[kind].there = true;
  if (kind == kRoot) root_ = node;
  ReadPlace(node, &known_[kind]);
}

// Keyframes replace a translation or rotation, but neither scale nor matrix.
void RecordingNodes::ReadPlace(JsonNode node, const RecordingNode* known) {
  const bool moves = known != nullptr && known->first;
  const bool has_translation =
      in_.OptionalMember(node, "translation").has_value();
  const bool has_rotation = in_.OptionalMember(node, "rotation").has_value();
  const bool has_other = in_.OptionalMember(node, "scale").has_value() ||
                         in_.OptionalMember(node, "matrix").has_value();
  const std::string name = known == nullptr ? "a node" : known->name;
  if (has_other || (has_translation && !moves) ||
      (has_rotation && !(moves && known->turns))) {
    in_.Refuse(absl::StrFormat(
        "%s is moved, turned or scaled otherwise than by keyframes", name));
    return;
  }
  if (!in_.ok()) return;
  if (has_translation) placed_.push_back(*known->first);
  if (has_rotation) placed_.emplace_back(known->first->index() + 3);
}

void RecordingNodes::ReadChildren(JsonNode list, uint8_t parent) {
  for (const JsonNode child : in_.Elements(list)) {
    const size_t node = in_.Index(child, count());
    if (!in_.ok()) return;
    const uint8_t kind = kinds_[node];
    if (kind == kUnknown) continue;
    if (kind == kRoot || known_[kind].parent != parent || found_[kind].listed) {
      in_.Refuse(absl::StrFormat("%s does not hang where clipguard puts it",
                                 known_[kind].name));
      return;
    }
    found_[kind].listed = true;
  }
}

// It shows the root, and thereby all.
void RecordingNodes::ReadScene() {
  for (const JsonNode root : ShownRoots(in_)) {
    const size_t node = in_.Index(root, count());
    if (!in_.ok()) return;
    const uint8_t kind = kinds_[node];
    if (kind == kRoot) {
      found_[kRoot].listed = true;
    } else if (kind != kUnknown) {
      in_.Refuse(absl::StrFormat("%s does not hang where clipguard puts it",
                                 known_[kind].name));
    }
  }
}

void RecordingNodes::CheckTree() {
  if (!root_ || !found_[kRoot].listed) {
    in_.Refuse("its scene does not show a node \"recording\"");
  }
  for (size_t i = 0; i < known_.size(); ++i) {
    if (found_[i].there && !found_[i].listed) {
      in_.Refuse(absl::StrFormat("%s does not hang where clipguard puts it",
                                 known_[i].name));
    }
  }
  if (Has("hand.left") != Has("hand.right")) {
    in_.Refuse("it has one hand without the other");
  }
}

}  // namespace clipguard::rescue::gltf
