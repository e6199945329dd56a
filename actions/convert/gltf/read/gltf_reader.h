// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The one reader of .glb files: chunks, JSON, nodes, animations, accessors. It
// reads what clipguard writes, as a viewer has it: what is in extras is not
// looked at.
//
//   const auto glb = ReadGlbJson(bytes, limits);
//   if (!glb.ok()) return glb.status();
//   GltfReader scene(*glb, budget, kBytesPerKey);
//   if (!scene.Read("m3d", "a character")) return scene.status();
//   for (const PlayedAnimation& animation : scene.animations()) ...
//
// The bytes may be anybody's. What Read() has read holds for all who use it:
// each node is the child of one other at most; keyframes are finite floats in
// the .glb itself, with times that ascend; no two channels of an animation move
// the same. All else is refused, with a reason for people.
//
// Channels may share a sampler, samplers an accessor, and accessors a buffer
// view: each is read once, however many share it.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_GLTF_READER_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_GLTF_READER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "base/byte_cursor.h"
#include "parser/forge/json/json_document.h"
#include "parser/limits.h"

namespace clipguard::actions::gltf {

struct GlbJson {
  GlbChunks chunks;
  forge::JsonDocument json;  // looks into the .glb
};

// InvalidArgument, with a reason for people, if the bytes are no .glb with
// JSON, or with two of it; ResourceExhausted if that has more than
// `json_bytes`.
absl::StatusOr<GlbJson> ReadGlbJson(std::span<const uint8_t> glb,
                                    const Limits& limits);

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

// The keyframes of a sampler, which stay where they are in the .glb. A value.
class Keyframes {
 public:
  Keyframes() = default;
  // None if the bytes are not as many floats as that takes.
  Keyframes(std::span<const uint8_t> times, std::span<const uint8_t> values,
            size_t keys, size_t components, Interpolation interpolation);

  size_t size() const { return times_.size(); }
  float time(size_t i) const { return times_[i]; }
  // Of CUBICSPLINE, a keyframe has three values, one after the other. REQUIRES:
  // c < components().
  float value(size_t i, size_t c) const { return values_[i * components_ + c]; }
  size_t components() const { return components_; }  // 3 or 4
  Interpolation interpolation() const { return interpolation_; }

  std::span<const uint8_t> time_bytes() const { return times_.bytes(); }
  std::span<const uint8_t> value_bytes() const { return values_.bytes(); }

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

// An accessor, whose numbers lie side by side.
struct Numbers {
  std::span<const uint8_t> bytes;
  size_t count = 0;  // elements
  Shape shape = Shape::kScalar;
  ComponentType type = ComponentType::kFloat;
  size_t components = 0;
};

// Takes some 200 bytes for each node and channel that Read() reads, and the
// memory of the accessors and samplers that are asked for. Thread-compatible.
class GltfReader {
 public:
  // Both must outlive it. What is spent of the budget are `bytes_a_key` for
  // each keyframe of each channel: however many share them, each is compared.
  // And what an animation takes.
  GltfReader(const GlbJson& glb, ResultBudget budget, uint64_t bytes_a_key)
      : json_(glb.json),
        binary_(glb.chunks.binary),
        in_(glb.json),
        budget_(budget),
        bytes_a_key_(bytes_a_key) {}

  // All nodes and animations of a scene that says of itself that it was made of
  // this, and that uses no extensions. `what` is for people: "a recording".
  // Whether there was no fault: status() says which.
  bool Read(std::string_view source, std::string_view what);

  // InvalidArgument, or ResourceExhausted.
  absl::Status status() const;

  const std::vector<PlayedNode>& nodes() const { return nodes_; }
  // Whether it says that it shows boxes of a model.
  bool has_boxes() const { return has_boxes_; }
  const std::vector<PlayedAnimation>& animations() const { return animations_; }
  // So many rotations are not of unit length, or have a keyframe that is not,
  // or the next one half a turn away: glTF does not say how such a node turns.
  uint64_t unclear() const { return unclear_; }

  // False, and a fault, if that is more than there may be.
  bool Spend(uint64_t bytes);

  // ---- Piece by piece, for what Read() does not read --------------------
  // Faults are those of in().

  ModelJsonReader& in() { return in_; }
  const forge::JsonDocument& json() const { return json_; }

  void DemandSource(std::string_view source, std::string_view what);
  // For whatever is read: an extension may say in other words what is shown.
  void DemandNoExtensions(forge::JsonNode object);

  // The elements of a list at the root; none where there is no such list.
  std::vector<forge::JsonNode> ListAtRoot(std::string_view key);
  // Each child of these nodes, by number, with its parent.
  void VisitChildren(const std::vector<forge::JsonNode>& nodes,
                     absl::FunctionRef<void(size_t parent, size_t child)> take);
  // The nodes, of so many, that the scene that is shown begins with.
  void VisitShown(size_t nodes, absl::FunctionRef<void(size_t node)> take);

  // What samplers and meshes may refer to. Once, before what follows.
  void ReadLists();
  // The channels of an animation; each moves one of so many nodes.
  void VisitChannels(forge::JsonNode animation, size_t nodes,
                     absl::FunctionRef<void(size_t node, std::string_view path,
                                            size_t sampler)>
                         take);
  // A sampler of the animation that is visited: floats side by side in the .glb
  // itself, as many values as times.
  const Keyframes& ReadSampler(size_t sampler);
  // The accessor of this number, which lies side by side in the .glb itself.
  const Numbers& ReadNumbers(forge::JsonNode reference);

 private:
  void ReadNodes();
  PlayedNode ReadNode(forge::JsonNode node);
  template <size_t kCount>
  void ReadPlace(forge::JsonNode node, std::string_view key, PlayedNode& played,
                 std::array<float, kCount>& place);
  std::optional<size_t> ReadReference(forge::JsonNode node,
                                      std::string_view key);
  void ReadAnimation(forge::JsonNode animation);
  void AddChannel(size_t node, std::string_view path, size_t sampler,
                  PlayedAnimation& animation);
  void CheckKeyframes(const Keyframes& keyframes, std::string_view node);
  void CountUnclear(const Keyframes& keyframes);

  Keyframes KeyframesOf(forge::JsonNode sampler);
  const Numbers& ReadFloats(forge::JsonNode reference);
  Numbers ReadAccessor(forge::JsonNode accessor);
  std::span<const uint8_t> ReadView(forge::JsonNode reference);
  std::span<const uint8_t> BytesOf(forge::JsonNode view);
  uint64_t Offset(forge::JsonNode object, std::string_view key);

  const forge::JsonDocument& json_;
  const std::span<const uint8_t> binary_;
  ModelJsonReader in_;
  ResultBudget budget_;
  const uint64_t bytes_a_key_;
  bool too_much_ = false;
  bool has_boxes_ = false;
  std::vector<PlayedNode> nodes_;
  std::vector<PlayedAnimation> animations_;
  uint64_t unclear_ = 0;

  std::vector<forge::JsonNode> samplers_;
  std::vector<forge::JsonNode> accessors_;
  std::vector<forge::JsonNode> views_;
  size_t buffers_ = 0;
  // What was read, by index.
  std::map<size_t, Keyframes> keyframes_;
  std::map<size_t, Numbers> numbers_;
  std::map<size_t, std::span<const uint8_t>> bytes_;
};

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_GLTF_READER_H_
