// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/recording_reader.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "parser/finding.h"
#include "parser/forge/json/json_document.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "actions/convert/conversion.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/glb_json.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/gltf/played_curves.h"
#include "actions/convert/gltf/recording_nodes.h"
#include "actions/convert/gltf/recording_samplers.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;
using mrtk::CurveSlot;

// ---- The scene --------------------------------------------------------------

class Reader {
 public:
  Reader(const JsonDocument& json, const GlbChunks& chunks, ResultBudget budget)
      : in_(json),
        nodes_(in_),
        samplers_(in_, chunks.binary),
        budget_(budget) {}

  absl::StatusOr<PlayedRecording> Read() {
    DemandSource("mrtk", "a recording", in_);
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
    DemandNoExtensions(animations[0], in_);
    samplers_.ReadLists();
    samplers_.ReadSamplers(animations[0]);
    for (const JsonNode channel :
         in_.Elements(in_.Member(animations[0], "channels"))) {
      if (!in_.ok()) return;
      ReadChannel(channel);
    }
  }

  void ReadChannel(JsonNode channel) {
    const JsonNode target = in_.Member(channel, "target");
    DemandNoExtensions(channel, in_);
    DemandNoExtensions(target, in_);
    const size_t node = in_.Index(in_.Member(target, "node"), nodes_.count());
    const std::string_view path = in_.Name(in_.Member(target, "path"));
    const size_t sampler =
        in_.Index(in_.Member(channel, "sampler"), samplers_.count());
    if (!in_.ok()) return;
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
              samplers_.Read(sampler));
  }

  void AddMotion(CurveSlot first, bool turns, const Motion& motion) {
    if (!in_.ok()) return;
    if (motions_[first.index()].keys != 0) {
      in_.Refuse(absl::StrFormat("two channels move %s", first.Path()));
    }
    if (motion.components != (turns ? 4 : 3)) {
      in_.Refuse("an accessor of keyframes has another type");
    }
    if (first.is_boolean() && motion.interpolation != Interpolation::kStep) {
      in_.Refuse(absl::StrFormat("%s does not go by steps", first.Path()));
    }
    motions_[first.index()] = motion;
  }

  // A viewer shows a node without keyframes where the node itself says.
  void CheckPlaces() {
    if (!in_.ok()) return;
    for (const CurveSlot first : nodes_.placed()) {
      if (motions_[first.index()].keys != 0) continue;
      in_.Refuse(
          absl::StrFormat("%s has a value, but no keyframes", first.Path()));
    }
  }

  // ---- The recording -------------------------------------------------------

  // Each curve has the keys of the first one of its channel, and those that
  // are made between them. Channels that share keyframes count one by one: each
  // is compared.
  bool Fits() {
    for (const Motion& motion : motions_) {
      if (!Spend(motion, motion.keys)) return false;
    }
    for (const Motion& motion : motions_) {
      if (!Spend(motion, PlayedCurves::KeysOf(motion) - motion.keys)) {
        return false;
      }
    }
    return true;
  }

  bool Spend(const Motion& motion, size_t keys) {
    return budget_.Spend(uint64_t{keys} * motion.components *
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

  ModelJsonReader in_;
  RecordingNodes nodes_;
  RecordingSamplers samplers_;
  ResultBudget budget_;
  std::vector<mrtk::Marker> markers_;
  float duration_ = 0;  // seconds
  // By the first slot of a position, a rotation or a state.
  std::array<Motion, CurveSlot::kCount> motions_;
};

}  // namespace

absl::StatusOr<PlayedRecording> ReadRecording(std::span<const uint8_t> glb,
                                              const Limits& limits) {
  const auto read = ReadGlbJson(glb, limits);
  if (!read.ok()) return read.status();
  return Reader(read->json, read->chunks,
                ResultBudget({.bytes = glb, .format = {}, .limits = limits}))
      .Read();
}

}  // namespace clipguard::rescue::gltf
