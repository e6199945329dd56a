// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A glTF 2.0 scene, as far as clipguard writes one, and the .glb that it
// becomes.
//
//   Scene scene;
//   const size_t node = scene.AddNode({.name = "camera", .camera = true});
//   scene.roots.push_back(node);
//   auto glb = MakeGlb(std::move(scene));
//
// In glTF's terms: right-handed, y up, metres, seconds; quaternions x y z w;
// matrices of column vectors, column by column. Indices are those of the
// vectors here, and REQUIRED to be there. Thread-compatible.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_SCENE_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_SCENE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/float_list.h"
#include "base/json_writer.h"
#include "parser/format_set.h"

namespace clipguard::actions::gltf {

// A JSON value as text, for extras; empty: none.
using Json = std::string;

// The target's name (actions/convert/targets), and how a .glb begins.
inline constexpr std::string_view kGlb = "glb";
inline constexpr uint32_t kGlbMagic = 0x46546C67;
inline constexpr uint32_t kGlbVersion = 2;
// Types of chunks.
inline constexpr uint32_t kJsonChunk = 0x4E4F534A;
inline constexpr uint32_t kBinaryChunk = 0x004E4942;

// The key in asset.extras whose object describes the original: original.h.
inline constexpr std::string_view kOriginalKey = "clipguardOriginal";

// "forge" of both "forge-asm" and "forge-armature"; other names as they are.
std::string_view FamilyOf(Format format);

// The numbers are glTF's.
enum class ComponentType : uint16_t {
  kUint8 = 5121,
  kUint16 = 5123,
  kUint32 = 5125,
  kFloat = 5126,
};
enum class BufferUse : uint16_t {
  kOther = 0,
  kVertices = 34962,
  kIndices = 34963,
};
enum class Shape : uint8_t { kScalar, kVec2, kVec3, kVec4, kMat4 };

// One accessor and its numbers, which it has for itself: floats, or the bytes
// of others.
struct Accessor {
  FloatList floats = {};
  std::vector<uint8_t> bytes = {};
  ComponentType type = ComponentType::kFloat;
  Shape shape = Shape::kScalar;
  BufferUse use = BufferUse::kOther;
  size_t count = 0;  // elements
  // Smallest and largest of each component; of floats, where glTF demands it.
  std::vector<float> min = {};
  std::vector<float> max = {};

  size_t byte_length() const {
    return floats.size() * sizeof(float) + bytes.size();
  }
};

struct Node {
  std::string name;
  std::vector<size_t> children = {};
  std::optional<std::array<float, 3>> translation = {};
  std::optional<std::array<float, 4>> rotation = {};
  std::optional<std::array<float, 3>> scale = {};
  bool camera = false;  // the scene's perspective camera
  std::optional<size_t> mesh = {};
  std::optional<size_t> skin = {};
  Json extras = {};
};

// Nodes that are made whenever they are written, and are not in memory: the
// same ones each time.
class NodeSource {
 public:
  virtual ~NodeSource() = default;
  // The elements of glTF's array of nodes, at least one.
  virtual void WriteTo(JsonWriter& json) const = 0;
};

enum class Path : uint8_t { kTranslation, kRotation, kScale };
enum class Interpolation : uint8_t { kStep, kLinear, kCubicSpline };

struct Channel {
  size_t node = 0;
  Path path = Path::kTranslation;
  Interpolation interpolation = Interpolation::kLinear;
  size_t times = 0;  // accessors
  size_t values = 0;
};

struct Animation {
  std::string name;
  std::vector<Channel> channels = {};  // not empty
  Json extras = {};
};

struct Primitive {
  std::vector<std::pair<std::string, size_t>> attributes =
      {};  // name, accessor
  std::optional<size_t> indices = {};
  std::optional<size_t> material = {};
};

struct Mesh {
  std::string name;
  std::vector<Primitive> primitives = {};
};

struct Material {
  std::string name;
  std::array<float, 4> base_color = {1, 1, 1, 1};
  float metallic = 0;
  float roughness = 1;
  bool alpha_mask = false;
  bool double_sided = false;
  std::optional<size_t> base_color_texture = {};  // images
  std::optional<size_t> normal_texture = {};
  Json extras = {};
};

// A file of its own, which is a texture, too.
struct Image {
  std::string name;
  std::string_view mime_type;
  std::vector<uint8_t> bytes;  // at least one
};

struct Skin {
  std::string name;
  size_t inverse_bind_matrices = 0;  // accessor
  std::vector<size_t> joints = {};
  size_t skeleton = 0;  // node
};

struct Scene {
  std::string name;
  std::vector<size_t> roots;
  std::vector<Node> nodes;
  std::unique_ptr<const NodeSource> node_source =
      {};  // if there, in their place
  std::vector<Accessor> accessors;
  std::vector<Animation> animations;
  std::vector<Mesh> meshes;
  std::vector<Material> materials;
  std::vector<Image> images = {};
  std::vector<Skin> skins;
  float camera_fov = 0.7f;  // vertical, radians
  double scale = 1;         // asset.extras.clipguardScale
  Json about = {};          // asset.extras.clipguard
  Json extras = {};         // the scene's
  // The file that the scene was made from, to be embedded: see original.h. Must
  // outlive the results that are made from the scene. Empty: it is not
  // embedded.
  std::span<const uint8_t> original = {};
  std::string_view original_format = {};
  std::string original_hash = {};
  // The accessor that TimesAccessor() gave last.
  std::optional<size_t> last_times = {};

  size_t AddNode(Node node) {
    nodes.push_back(std::move(node));
    return nodes.size() - 1;
  }
  // A node below another one.
  size_t AddChild(size_t parent, Node node) {
    const size_t child = AddNode(std::move(node));
    nodes[parent].children.push_back(child);
    return child;
  }
  size_t AddAccessor(Accessor accessor) {
    accessors.push_back(std::move(accessor));
    return accessors.size() - 1;
  }
  // An accessor of keyframes' times. Channels one after the other often have
  // the same times: these are there once.
  size_t TimesAccessor(FloatList times);
  // A channel with these keyframes, whose accessors it gets.
  void AddChannel(Channel channel, FloatList times, FloatList values,
                  Animation& animation);
};

// `components` floats an element; with `bounds`, their smallest and largest.
// REQUIRES: finite numbers.
Accessor FloatAccessor(FloatList values, Shape shape, bool bounds);
inline Accessor FloatAccessor(std::span<const float> values, Shape shape,
                              bool bounds) {
  return FloatAccessor(FloatList(values), shape, bounds);
}

// As a float that is no smaller; of what is beyond all of them, the largest.
float Above(double value);

// The scale of a node that enlarges everything below it by this factor.
inline std::array<float, 3> ScaleOf(double scale) {
  const auto factor = static_cast<float>(scale);
  return {factor, factor, factor};
}

// The scene in a binary container. ResourceExhausted if it takes 4 GiB or more.
absl::StatusOr<std::unique_ptr<Converted>> MakeGlb(
    Scene scene, std::vector<ConversionFact> facts);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_SCENE_H_
