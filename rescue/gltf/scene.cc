// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/scene.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "parser/piece_writer.h"
#include "rescue/gltf/json_text.h"
#include "rescue/gltf/original.h"

namespace clipguard::rescue::gltf {
namespace {

// "glTF", version 2, the file's length; then for each chunk length and type.
constexpr size_t kHeaderSize = 4 + 4 + 4;
constexpr size_t kChunkHeaderSize = 4 + 4;
constexpr uint32_t kMagic = 0x46546C67;
constexpr uint32_t kVersion = 2;
constexpr size_t kAlignment = 4;

constexpr std::array<std::string_view, 5> kShapeNames = {
    "SCALAR", "VEC2", "VEC3", "VEC4", "MAT4"};
constexpr std::array<size_t, 5> kComponents = {1, 2, 3, 4, 16};
constexpr std::array<std::string_view, 3> kPathNames = {"translation",
                                                        "rotation", "scale"};
constexpr std::array<std::string_view, 3> kInterpolationNames = {
    "STEP", "LINEAR", "CUBICSPLINE"};

size_t Padding(size_t size) {
  return (kAlignment - size % kAlignment) % kAlignment;
}

void Append32(uint32_t value, std::string& out) {
  for (int shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>((value >> shift) & 0xFF);
  }
}

void WriteIndices(std::string_view key, std::span<const size_t> indices,
                  JsonText& json) {
  if (indices.empty()) return;
  json.BeginArray(key);
  for (const size_t index : indices) json.Size(index);
  json.EndArray();
}

void WriteNode(const Node& node, JsonText& json) {
  json.Begin();
  json.Field("name", node.name);
  WriteIndices("children", node.children, json);
  if (node.translation) json.FloatsField("translation", *node.translation);
  if (node.rotation) json.FloatsField("rotation", *node.rotation);
  if (node.scale) json.FloatsField("scale", *node.scale);
  if (node.camera) json.SizeField("camera", 0);
  if (node.mesh) json.SizeField("mesh", *node.mesh);
  if (node.skin) json.SizeField("skin", *node.skin);
  json.RawField("extras", node.extras);
  json.End();
}

void WriteNodes(const Scene& scene, JsonText& json) {
  json.SizeField("scene", 0);
  json.BeginArray("scenes");
  json.Begin();
  json.Field("name", scene.name);
  WriteIndices("nodes", scene.roots, json);
  json.RawField("extras", scene.extras);
  json.End();
  json.EndArray();
  if (scene.nodes.empty()) return;
  json.BeginArray("nodes");
  for (const Node& node : scene.nodes) WriteNode(node, json);
  json.EndArray();
  if (std::ranges::none_of(scene.nodes, &Node::camera)) return;
  json.BeginArray("cameras");
  json.Begin();
  json.Field("type", "perspective");
  json.Begin("perspective");
  json.NumberField("yfov", double{scene.camera_fov});
  json.NumberField("znear", 0.01);
  json.End();
  json.End();
  json.EndArray();
}

void WriteAnimation(const Animation& animation, JsonText& json) {
  json.Begin();
  json.Field("name", animation.name);
  json.BeginArray("channels");
  for (size_t i = 0; i < animation.channels.size(); ++i) {
    const Channel& channel = animation.channels[i];
    json.Begin();
    json.SizeField("sampler", i);
    json.Begin("target");
    json.SizeField("node", channel.node);
    json.Field("path", kPathNames[static_cast<size_t>(channel.path)]);
    json.End();
    json.End();
  }
  json.EndArray();
  json.BeginArray("samplers");
  for (const Channel& channel : animation.channels) {
    json.Begin();
    json.SizeField("input", channel.times);
    json.Field("interpolation",
               kInterpolationNames[static_cast<size_t>(channel.interpolation)]);
    json.SizeField("output", channel.values);
    json.End();
  }
  json.EndArray();
  json.RawField("extras", animation.extras);
  json.End();
}

void WriteMesh(const Mesh& mesh, JsonText& json) {
  json.Begin();
  json.Field("name", mesh.name);
  json.BeginArray("primitives");
  for (const Primitive& primitive : mesh.primitives) {
    json.Begin();
    json.Begin("attributes");
    for (const auto& [name, accessor] : primitive.attributes) {
      json.SizeField(name, accessor);
    }
    json.End();
    if (primitive.indices) json.SizeField("indices", *primitive.indices);
    if (primitive.material) json.SizeField("material", *primitive.material);
    json.End();
  }
  json.EndArray();
  json.End();
}

void WriteMaterial(const Material& material, JsonText& json) {
  json.Begin();
  json.Field("name", material.name);
  json.Begin("pbrMetallicRoughness");
  json.FloatsField("baseColorFactor", material.base_color);
  json.NumberField("metallicFactor", double{material.metallic});
  json.NumberField("roughnessFactor", double{material.roughness});
  json.End();
  if (material.alpha_mask) json.Field("alphaMode", "MASK");
  if (material.double_sided) json.BoolField("doubleSided", true);
  json.RawField("extras", material.extras);
  json.End();
}

void WriteSkin(const Skin& skin, JsonText& json) {
  json.Begin();
  json.Field("name", skin.name);
  json.SizeField("inverseBindMatrices", skin.inverse_bind_matrices);
  WriteIndices("joints", skin.joints, json);
  json.SizeField("skeleton", skin.skeleton);
  json.End();
}

template <typename Element>
void WriteList(std::string_view key, const std::vector<Element>& elements,
               void (*write)(const Element&, JsonText&), JsonText& json) {
  if (elements.empty()) return;
  json.BeginArray(key);
  for (const Element& element : elements) write(element, json);
  json.EndArray();
}

void WriteAccessor(size_t view, const Accessor& accessor, JsonText& json) {
  json.Begin();
  json.SizeField("bufferView", view);
  json.SizeField("componentType", static_cast<size_t>(accessor.type));
  json.SizeField("count", accessor.count);
  json.Field("type", kShapeNames[static_cast<size_t>(accessor.shape)]);
  if (!accessor.min.empty()) {
    json.FloatsField("min", accessor.min);
    json.FloatsField("max", accessor.max);
  }
  json.End();
}

// Each accessor has a view of its own, one after the other, and then the
// original. Their length.
size_t WriteBuffers(const Scene& scene, JsonText& json) {
  const std::vector<Accessor>& accessors = scene.accessors;
  if (accessors.empty() && scene.original.empty()) return 0;
  if (!accessors.empty()) json.BeginArray("accessors");
  for (size_t i = 0; i < accessors.size(); ++i) {
    WriteAccessor(i, accessors[i], json);
  }
  if (!accessors.empty()) json.EndArray();
  json.BeginArray("bufferViews");
  size_t offset = 0;
  for (const Accessor& accessor : accessors) {
    json.Begin();
    json.SizeField("buffer", 0);
    json.SizeField("byteOffset", offset);
    json.SizeField("byteLength", accessor.byte_length());
    if (accessor.use != BufferUse::kOther) {
      json.SizeField("target", static_cast<size_t>(accessor.use));
    }
    json.End();
    offset += accessor.byte_length() + Padding(accessor.byte_length());
  }
  if (!scene.original.empty()) {
    json.Begin();
    json.SizeField("buffer", 0);
    json.SizeField("byteOffset", offset);
    json.SizeField("byteLength", scene.original.size());
    json.End();
    offset += scene.original.size() + Padding(scene.original.size());
  }
  json.EndArray();
  json.BeginArray("buffers");
  json.Begin();
  json.SizeField("byteLength", offset);
  json.End();
  json.EndArray();
  return offset;
}

void WriteAssetExtras(const Scene& scene, JsonText& json) {
  json.Begin("extras");
  json.RawField("clipguard", scene.about);
  if (!scene.original.empty()) {
    json.Begin(kOriginalKey);
    json.SizeField("bufferView", scene.accessors.size());
    json.SizeField("bytes", scene.original.size());
    json.Field("format", scene.original_format);
    json.Field("blake2b", HashOf(scene.original));
    json.End();
  }
  json.End();
}

// The JSON chunk's text and the length of what the other chunk holds.
std::pair<std::string, size_t> SceneText(const Scene& scene) {
  JsonText json;
  json.Begin();
  json.Begin("asset");
  json.Field("version", "2.0");
  json.Field("generator", "clipguard");
  WriteAssetExtras(scene, json);
  json.End();
  WriteNodes(scene, json);
  WriteList("animations", scene.animations, WriteAnimation, json);
  WriteList("meshes", scene.meshes, WriteMesh, json);
  WriteList("materials", scene.materials, WriteMaterial, json);
  WriteList("skins", scene.skins, WriteSkin, json);
  const size_t binary = WriteBuffers(scene, json);
  json.End();
  std::string text = json.Take();
  text.append(Padding(text.size()), ' ');
  return {std::move(text), binary};
}

class Glb : public Converted {
 public:
  Glb(std::string head, Scene scene, uint64_t size,
      std::vector<ConversionFact> facts)
      : head_(std::move(head)),
        accessors_(std::move(scene.accessors)),
        original_(scene.original),
        size_(size) {
    facts_ = std::move(facts);
  }

  uint64_t size() const override { return size_; }

  void WriteTo(WriteBytes write) const override {
    constexpr std::array<uint8_t, kAlignment> kZeros = {};
    write({reinterpret_cast<const uint8_t*>(head_.data()), head_.size()});
    for (const Accessor& accessor : accessors_) {
      for (const std::vector<float>& block : accessor.floats.blocks()) {
        write({reinterpret_cast<const uint8_t*>(block.data()),
               block.size() * sizeof(float)});
      }
      if (accessor.source != nullptr) {
        accessor.source->WriteTo([&](std::span<const float> floats) {
          write({reinterpret_cast<const uint8_t*>(floats.data()),
                 floats.size() * sizeof(float)});
        });
      }
      write(accessor.bytes);
      write(std::span(kZeros).first(Padding(accessor.byte_length())));
    }
    write(original_);
    write(std::span(kZeros).first(Padding(original_.size())));
  }

 private:
  const std::string head_;  // all before the binary chunk's data
  const std::vector<Accessor> accessors_;
  const std::span<const uint8_t> original_;
  const uint64_t size_;
};

}  // namespace

Accessor FloatAccessor(FloatList values, Shape shape, bool bounds) {
  const size_t components = kComponents[static_cast<size_t>(shape)];
  Accessor accessor{.floats = std::move(values), .shape = shape};
  FloatList& floats = accessor.floats;
  floats.Trim();
  accessor.count = floats.size() / components;
  if (!bounds || accessor.count == 0) return accessor;
  for (size_t c = 0; c < components; ++c) accessor.min.push_back(floats[c]);
  accessor.max = accessor.min;
  for (size_t i = components; i < floats.size(); ++i) {
    const size_t c = i % components;
    accessor.min[c] = std::min(accessor.min[c], floats[i]);
    accessor.max[c] = std::max(accessor.max[c], floats[i]);
  }
  return accessor;
}

absl::StatusOr<std::unique_ptr<Converted>> MakeGlb(
    Scene scene, std::vector<ConversionFact> facts) {
  auto [json, binary] = SceneText(scene);
  uint64_t size = kHeaderSize + kChunkHeaderSize + json.size();
  if (binary != 0) size += kChunkHeaderSize + uint64_t{binary};
  if (size > std::numeric_limits<uint32_t>::max()) {
    return absl::ResourceExhaustedError(
        "the result would be larger than the 4 GiB that a .glb can have");
  }
  std::string head;
  Append32(kMagic, head);
  Append32(kVersion, head);
  Append32(static_cast<uint32_t>(size), head);
  Append32(static_cast<uint32_t>(json.size()), head);
  Append32(kJsonChunk, head);
  head += json;
  if (binary != 0) {
    Append32(static_cast<uint32_t>(binary), head);
    Append32(kBinaryChunk, head);
  }
  return std::make_unique<Glb>(std::move(head), std::move(scene), size,
                               std::move(facts));
}

}  // namespace clipguard::rescue::gltf
