// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/scene_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "base/byte_cursor.h"
#include "parser/forge/json/json_document.h"
#include "actions/convert/gltf/glb_json.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::JsonDocument;
using forge::JsonNode;

// Of two quaternions that are half a turn apart, or nearly.
constexpr double kHalfTurn = 1e-5;

std::optional<Path> PathOf(std::string_view name) {
  if (name == "translation") return Path::kTranslation;
  if (name == "rotation") return Path::kRotation;
  if (name == "scale") return Path::kScale;
  return std::nullopt;
}

}  // namespace

Keyframes::Keyframes(const Motion& motion)
    : components_(motion.components), interpolation_(motion.interpolation) {
  const size_t parts = interpolation_ == Interpolation::kCubicSpline ? 3 : 1;
  ByteCursor times(motion.times);
  ByteCursor values(motion.values);
  if (!times.ReadPacked(motion.keys, &times_) ||
      !values.ReadPacked(motion.keys * components_ * parts, &values_)) {
    *this = Keyframes();
  }
}

bool Keyframes::SameTimes(const Keyframes& other) const {
  return times_.bytes().data() == other.times_.bytes().data()
             ? size() == other.size()
             : std::ranges::equal(times_.bytes(), other.times_.bytes());
}

bool SceneReader::Read(std::string_view source, std::string_view what) {
  DemandSource(source, what, in_);
  samplers_.ReadLists();
  ReadNodes();
  ReadShown();
  const std::vector<JsonNode> animations = ListAtRoot("animations", in_);
  if (!Spend(animations.size() * sizeof(PlayedAnimation))) return false;
  animations_.reserve(animations.size());
  for (const JsonNode animation : animations) {
    if (!in_.ok()) break;
    ReadAnimation(animation);
  }
  return in_.ok();
}

absl::Status SceneReader::status() const {
  if (!too_much_) return in_.status();
  return absl::ResourceExhaustedError(in_.status().message());
}

bool SceneReader::Spend(uint64_t bytes) {
  if (budget_.Spend(bytes)) return true;
  too_much_ = too_much_ || in_.ok();
  in_.Refuse(
      "its channels or primitives share so much, or its materials or "
      "animations "
      "are so many, that it would be more than the limit result-bytes allows "
      "for a .glb of this size");
  return false;
}

// ---- Nodes ------------------------------------------------------------------

void SceneReader::ReadNodes() {
  const std::vector<JsonNode> list = ListAtRoot("nodes", in_);
  nodes_.reserve(list.size());
  for (const JsonNode node : list) {
    if (!in_.ok()) return;
    nodes_.push_back(ReadNode(node));
  }
  for (size_t i = 0; i < list.size() && in_.ok(); ++i) {
    const auto children = in_.OptionalMember(list[i], "children");
    if (!children) continue;
    for (const JsonNode child : in_.Elements(*children)) {
      const size_t below = in_.Index(child, nodes_.size());
      if (!in_.ok()) return;
      if (nodes_[below].parent != PlayedNode::kNone) {
        in_.Refuse(absl::StrFormat("the node %s hangs in two places",
                                   nodes_[below].name));
        return;
      }
      nodes_[below].parent = i;
    }
  }
}

PlayedNode SceneReader::ReadNode(JsonNode node) {
  PlayedNode played;
  played.name = std::string(in_.Name(in_.Member(node, "name")));
  if (played.name.empty()) in_.Refuse("a node has no name");
  DemandNoExtensions(node, in_);
  ReadPlace(node, "translation", played, played.translation);
  ReadPlace(node, "rotation", played, played.rotation);
  ReadPlace(node, "scale", played, played.scale);
  double square = 0;
  for (const double x : played.rotation) square += x * x;
  if (std::abs(square - 1) > kUnitNoise) ++unclear_;
  if (in_.OptionalMember(node, "matrix")) {
    in_.Refuse(
        absl::StrFormat("the node %s is placed by a matrix", played.name));
  }
  played.mesh = ReadReference(node, "mesh");
  played.skin = ReadReference(node, "skin");
  return played;
}

template <size_t kCount>
void SceneReader::ReadPlace(JsonNode node, std::string_view key,
                            PlayedNode& played,
                            std::array<float, kCount>& place) {
  const auto member = in_.OptionalMember(node, key);
  if (!member) return;
  played.is_placed = true;
  const std::vector<float> numbers = in_.Floats(*member);
  const auto finite = [](float x) { return std::isfinite(x); };
  if (numbers.size() != kCount || !std::ranges::all_of(numbers, finite)) {
    in_.Refuse(absl::StrFormat("the node %s has no proper %s", played.name,
                               std::string(key)));
    return;
  }
  std::ranges::copy(numbers, place.begin());
}

std::optional<size_t> SceneReader::ReadReference(JsonNode node,
                                                 std::string_view key) {
  const auto member = in_.OptionalMember(node, key);
  if (!member) return std::nullopt;
  return in_.Index(*member, std::numeric_limits<int32_t>::max());
}

void SceneReader::ReadShown() {
  for (const JsonNode root : ShownRoots(in_)) {
    const size_t node = in_.Index(root, nodes_.size());
    if (!in_.ok()) return;
    nodes_[node].is_shown = true;
  }
}

// ---- Animations -------------------------------------------------------------

void SceneReader::ReadAnimation(JsonNode animation) {
  PlayedAnimation played;
  const auto name = in_.OptionalMember(animation, "name");
  if (name) played.name = std::string(in_.Name(*name));
  DemandNoExtensions(animation, in_);
  samplers_.ReadSamplers(animation);
  for (const JsonNode channel :
       in_.Elements(in_.Member(animation, "channels"))) {
    if (!in_.ok()) return;
    ReadChannel(channel, played);
  }
  const auto before = [](const PlayedChannel& a, const PlayedChannel& b) {
    return a.node != b.node ? a.node < b.node : a.path < b.path;
  };
  std::ranges::sort(played.channels, before);
  const auto twice = std::ranges::adjacent_find(
      played.channels, [&](const PlayedChannel& a, const PlayedChannel& b) {
        return !before(a, b);
      });
  if (twice != played.channels.end()) {
    in_.Refuse(absl::StrFormat("two channels of one animation move %s alike",
                               nodes_[twice->node].name));
  }
  if (in_.ok()) animations_.push_back(std::move(played));
}

void SceneReader::ReadChannel(JsonNode channel, PlayedAnimation& animation) {
  const JsonNode target = in_.Member(channel, "target");
  DemandNoExtensions(channel, in_);
  DemandNoExtensions(target, in_);
  const size_t node = in_.Index(in_.Member(target, "node"), nodes_.size());
  const auto path = PathOf(in_.Name(in_.Member(target, "path")));
  const size_t sampler =
      in_.Index(in_.Member(channel, "sampler"), samplers_.count());
  if (!path) in_.Refuse("a channel moves no translation, rotation or scale");
  if (!in_.ok() || !path) return;
  const Motion& motion = samplers_.Read(sampler);
  if (!in_.ok()) return;
  if (motion.components != (*path == Path::kRotation ? 4U : 3U)) {
    in_.Refuse("an accessor of keyframes has another type");
    return;
  }
  if (!Spend(bytes_a_key_ * motion.keys)) return;
  const Keyframes keyframes(motion);
  CheckKeyframes(keyframes, nodes_[node].name);
  if (*path == Path::kRotation && in_.ok()) CountUnclear(keyframes);
  animation.channels.push_back(
      {.node = node, .path = *path, .keyframes = keyframes});
}

void SceneReader::CheckKeyframes(const Keyframes& keyframes,
                                 std::string_view node) {
  bool fits = keyframes.interpolation() != Interpolation::kCubicSpline;
  if (!fits) {
    in_.Refuse(absl::StrFormat(
        "%s moves along CUBICSPLINE, which clipguard writes of recordings only",
        std::string(node)));
  }
  for (size_t i = 0; fits && i < keyframes.size(); ++i) {
    fits = std::isfinite(keyframes.time(i)) && keyframes.time(i) >= 0 &&
           (i == 0 || keyframes.time(i - 1) < keyframes.time(i));
    for (size_t c = 0; c < keyframes.components(); ++c) {
      fits = fits && std::isfinite(keyframes.value(i, c));
    }
  }
  if (!fits) {
    in_.Refuse(absl::StrFormat(
        "the keyframes of %s are not finite, or their times do not ascend "
        "from 0 on",
        std::string(node)));
  }
}

namespace {

// Whether nothing is between a keyframe and the one before.
bool IsJump(const Keyframes& keyframes, size_t i) {
  if (i == 0 || keyframes.interpolation() == Interpolation::kStep) return true;
  constexpr float kAbove = std::numeric_limits<float>::infinity();
  return keyframes.time(i) <= std::nextafter(keyframes.time(i - 1), kAbove);
}

}  // namespace

void SceneReader::CountUnclear(const Keyframes& keyframes) {
  bool unclear = false;
  for (size_t i = 0; i < keyframes.size(); ++i) {
    double square = 0;
    double dot = 0;
    for (size_t c = 0; c < 4; ++c) {
      const double x = keyframes.value(i, c);
      square += x * x;
      if (i != 0) dot += x * keyframes.value(i - 1, c);
    }
    unclear = unclear || std::abs(square - 1) > kUnitNoise ||
              (std::abs(dot) < kHalfTurn && !IsJump(keyframes, i));
  }
  if (unclear) ++unclear_;
}

}  // namespace clipguard::rescue::gltf
