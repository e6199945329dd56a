// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/read/recording_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/read/gltf_reader.h"
#include "actions/convert/gltf/read/played_curves.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "parser/finding.h"
#include "parser/forge/json/json_document.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;
using mrtk::CurveSlot;

// ---- Nodes ------------------------------------------------------------------

// A node that recording_scene.h writes.
struct RecordingNode {
  std::string name;
  uint8_t parent = 0;  // by number; the root has none
  // Of its curves the first; nothing: keyframes do not move it.
  std::optional<CurveSlot> first = std::nullopt;
  bool turns = false;  // a rotation follows the position
};

// Which node is the camera, a joint, the gaze, and whether each is where
// recording_scene.h puts it. Else what a viewer plays would be other poses than
// the keyframes have. Takes a byte for each node.
class RecordingNodes {
 public:
  // Must outlive it.
  explicit RecordingNodes(GltfReader& scene) : scene_(scene), in_(scene.in()) {
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

  // All nodes, and the scene that is shown. Faults are the reader's: a node
  // that is there twice, has another parent than the writer's, or a scale, a
  // matrix or a place that keyframes cannot move. Each object is read once.
  void Read() {
    const auto list = in_.OptionalMember(JsonDocument::kRoot, "nodes");
    if (!list) {
      return in_.Refuse("it has no nodes, so it is not of a recording");
    }
    const std::vector<JsonNode> nodes = in_.Elements(*list);
    kinds_.reserve(nodes.size());
    for (const JsonNode node : nodes) {
      if (!in_.ok()) return;
      ReadNode(node);
    }
    scene_.VisitChildren(nodes, [&](size_t parent, size_t child) {
      AddChild(kinds_[parent], kinds_[child]);
    });
    scene_.VisitShown(count(), [&](size_t node) { AddRoot(kinds_[node]); });
    if (in_.ok()) CheckTree();
  }

  // Of the .glb, known or not.
  size_t count() const { return kinds_.size(); }

  // Null: it is nothing of a recording. REQUIRES: node < count().
  const RecordingNode* Find(size_t node) const {
    return kinds_[node] == kUnknown ? nullptr : &known_[kinds_[node]];
  }

  bool Has(std::string_view name) const {
    const auto number = numbers_.find(name);
    return number != numbers_.end() && found_[number->second].there;
  }

  // The node "recording". REQUIRES: Read() found no fault.
  JsonNode root() const { return root_.value_or(JsonNode{}); }

  // The first curves of the positions and rotations that nodes have of their
  // own. Keyframes must replace each.
  const std::vector<CurveSlot>& placed() const { return placed_; }

 private:
  static constexpr uint8_t kRoot = 0;
  static constexpr uint8_t kUnknown = 0xFF;

  struct Found {
    bool there = false;
    bool listed = false;  // among the children of its parent
  };

  void AddKnown(RecordingNode node) {
    numbers_.emplace(node.name, static_cast<uint8_t>(known_.size()));
    known_.push_back(std::move(node));
  }

  void AddHand(mrtk::Handedness hand) {
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
      AddKnown(
          {.name = absl::StrFormat("%s.%s", name, mrtk::kJointNames[joint]),
           .parent = parent,
           .first = CurveSlot::Joint(hand, joint, mrtk::kPositionX),
           .turns = true});
    }
  }

  void ReadNode(JsonNode node) {
    scene_.DemandNoExtensions(node);
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
  void ReadPlace(JsonNode node, const RecordingNode* known) {
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

  void AddChild(uint8_t parent, uint8_t kind) {
    if (kind == kUnknown) return;
    if (kind == kRoot || known_[kind].parent != parent || found_[kind].listed) {
      RefuseHanging(kind);
    }
    found_[kind].listed = true;
  }

  // The scene shows the root, and thereby all.
  void AddRoot(uint8_t kind) {
    if (kind == kRoot) {
      found_[kRoot].listed = true;
    } else if (kind != kUnknown) {
      RefuseHanging(kind);
    }
  }

  void RefuseHanging(uint8_t kind) {
    in_.Refuse(absl::StrFormat("%s does not hang where clipguard puts it",
                               known_[kind].name));
  }

  void CheckTree() {
    if (!root_ || !found_[kRoot].listed) {
      in_.Refuse("its scene does not show a node \"recording\"");
    }
    for (size_t i = 0; i < known_.size(); ++i) {
      if (found_[i].there && !found_[i].listed) {
        RefuseHanging(static_cast<uint8_t>(i));
      }
    }
    if (Has("hand.left") != Has("hand.right")) {
      in_.Refuse("it has one hand without the other");
    }
  }

  GltfReader& scene_;
  ModelJsonReader& in_;
  std::vector<RecordingNode> known_;  // fewer than kUnknown
  std::map<std::string, uint8_t, std::less<>> numbers_;
  std::vector<Found> found_;    // by number
  std::vector<uint8_t> kinds_;  // by node of the .glb: a number, or kUnknown
  std::optional<JsonNode> root_;
  std::vector<CurveSlot> placed_;
};

// ---- The scene --------------------------------------------------------------

class RecordingReader {
 public:
  // What is spent of the budget is counted here, curve by curve.
  RecordingReader(const GlbJson& glb, ResultBudget budget)
      : scene_(glb, budget, 0),
        in_(scene_.in()),
        nodes_(scene_),
        budget_(budget) {}

  absl::StatusOr<PlayedRecording> Read() {
    scene_.DemandSource("mrtk", "a recording");
    nodes_.Read();
    ReadExtras();
    ReadAnimation();
    CheckPlaces();
    if (!in_.ok()) return in_.status();
    if (!Fits()) return TooMuch();
    auto frame = Frame();
    if (!frame.ok()) return frame.status();
    return PlayedRecording{.frame = *std::move(frame),
                           .curves = PlayedCurves(motions_),
                           .duration = duration_};
  }

 private:
  void ReadExtras() {
    if (!in_.ok()) return;
    const auto extras = in_.OptionalMember(nodes_.root(), "extras");
    const auto duration =
        extras ? in_.OptionalMember(*extras, "duration") : std::nullopt;
    if (duration) duration_ = in_.Float(*duration);
    const auto list =
        extras ? in_.OptionalMember(*extras, "markers") : std::nullopt;
    if (!list) return;
    for (const JsonNode marker : in_.Elements(*list)) {
      const float time = in_.Float(in_.Member(marker, "time"));
      const std::string_view name = in_.Name(in_.Member(marker, "name"));
      if (!in_.ok()) return;
      markers_.push_back({.time = time, .name = std::string(name)});
    }
  }

  void ReadAnimation() {
    const auto list = in_.OptionalMember(JsonDocument::kRoot, "animations");
    if (!list) return;
    const std::vector<JsonNode> animations = in_.Elements(*list);
    if (animations.empty()) return;
    if (animations.size() > 1) {
      in_.Refuse("it has more than one animation, so it is not of a recording");
      return;
    }
    scene_.ReadLists();
    scene_.VisitChannels(
        animations[0], nodes_.count(),
        [&](size_t node, std::string_view path, size_t sampler) {
          ReadChannel(node, path, sampler);
        });
  }

  void ReadChannel(size_t node, std::string_view path, size_t sampler) {
    const RecordingNode* const moved = nodes_.Find(node);
    if (moved == nullptr || !moved->first) {
      in_.Refuse(
          absl::StrFormat("a channel moves %s, which is no part of a recording",
                          moved == nullptr ? "a node" : moved->name));
      return;
    }
    const bool turns = path == "rotation";
    if (path != "translation" && !(turns && moved->turns)) {
      in_.Refuse(absl::StrFormat("%s does more than move and turn",
                                 moved->first->Path()));
      return;
    }
    AddMotion(CurveSlot(moved->first->index() + (turns ? 3 : 0)), turns,
              scene_.ReadSampler(sampler));
  }

  void AddMotion(CurveSlot first, bool turns, const Keyframes& motion) {
    if (!in_.ok()) return;
    if (motions_[first.index()].size() != 0) {
      in_.Refuse(absl::StrFormat("two channels move %s", first.Path()));
    }
    if (motion.components() != (turns ? 4U : 3U)) {
      in_.Refuse("an accessor of keyframes has another type");
    }
    if (first.is_boolean() && motion.interpolation() != Interpolation::kStep) {
      in_.Refuse(absl::StrFormat("%s does not go by steps", first.Path()));
    }
    motions_[first.index()] = motion;
  }

  // A viewer shows a node without keyframes where the node itself says.
  void CheckPlaces() {
    if (!in_.ok()) return;
    for (const CurveSlot first : nodes_.placed()) {
      if (motions_[first.index()].size() != 0) continue;
      in_.Refuse(
          absl::StrFormat("%s has a value, but no keyframes", first.Path()));
    }
  }

  // ---- The recording -------------------------------------------------------

  // Each curve has the keys of the first one of its channel, and those that
  // are made between them. Channels that share keyframes count one by one: each
  // is compared.
  bool Fits() {
    for (const Keyframes& motion : motions_) {
      if (!Spend(motion, motion.size())) return false;
    }
    for (const Keyframes& motion : motions_) {
      if (!Spend(motion, PlayedCurves::KeysOf(motion) - motion.size())) {
        return false;
      }
    }
    return true;
  }

  bool Spend(const Keyframes& motion, size_t keys) {
    return budget_.Spend(uint64_t{keys} * motion.components() *
                         mrtk::kFullKeySize);
  }

  absl::Status TooMuch() const {
    const Arguments<3> spent = budget_.ForFinding();
    const std::span<const std::string> texts = spent.texts();
    return absl::ResourceExhaustedError(absl::StrFormat(
        "its keyframes as a recording's would be %s bytes or more; the limit "
        "%s allows %s for a .glb of this size",
        texts[0], texts[2], texts[1]));
  }

  absl::StatusOr<std::vector<uint8_t>> Frame() {
    mrtk::InputAnimation frame;
    frame.has_camera = nodes_.Has("camera");
    frame.has_hands = nodes_.Has("hand.left");
    frame.has_gaze = nodes_.Has("gaze");
    frame.markers = std::move(markers_);
    constexpr mrtk::FileLayout kLayout = {{1, 1}, mrtk::KeyLayout::kFull, true};
    return mrtk::WriteInputAnimation(frame, kLayout);
  }

  GltfReader scene_;
  ModelJsonReader& in_;
  RecordingNodes nodes_;
  ResultBudget budget_;
  std::vector<mrtk::Marker> markers_;
  float duration_ = 0;  // seconds
  // By the first slot of a position, a rotation or a state.
  PlayedCurves::Motions motions_;
};

}  // namespace

absl::StatusOr<PlayedRecording> ReadRecording(std::span<const uint8_t> glb,
                                              const Limits& limits) {
  const auto read = ReadGlbJson(glb, limits);
  if (!read.ok()) return read.status();
  return RecordingReader(
             *read,
             ResultBudget({.bytes = glb, .format = {}, .limits = limits}))
      .Read();
}

}  // namespace clipguard::actions::gltf
