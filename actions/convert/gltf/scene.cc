// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
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
#include "base/json_writer.h"
#include "base/piece_writer.h"
#include "base/text_of.h"

namespace clipguard::actions::gltf {
namespace {

// "glTF", version 2, the file's length; then for each chunk length and type.
constexpr size_t kHeaderSize = 4 + 4 + 4;
constexpr size_t kChunkHeaderSize = 4 + 4;
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
                  JsonWriter& json) {
  if (indices.empty()) return;
  json.BeginArray(key);
  for (const size_t index : indices) json.Uint(index);
  json.EndArray();
}

void WriteNode(const Node& node, JsonWriter& json) {
  json.BeginObject();
  json.Field("name", node.name);
  WriteIndices("children", node.children, json);
  if (node.translation) json.Floats("translation", *node.translation);
  if (node.rotation) json.Floats("rotation", *node.rotation);
  if (node.scale) json.Floats("scale", *node.scale);
  if (node.camera) json.Field("camera", 0);
  if (node.mesh) json.Field("mesh", *node.mesh);
  if (node.skin) json.Field("skin", *node.skin);
  json.RawField("extras", node.extras);
  json.EndObject();
}

void WriteNodes(const Scene& scene, JsonWriter& json) {
  json.Field("scene", 0);
  json.BeginArray("scenes");
  json.BeginObject();
  json.Field("name", scene.name);
  WriteIndices("nodes", scene.roots, json);
  json.RawField("extras", scene.extras);
  json.EndObject();
  json.EndArray();
  if (scene.node_source == nullptr && scene.nodes.empty()) return;
  json.BeginArray("nodes");
  if (scene.node_source != nullptr) {
    scene.node_source->WriteTo(json);
  } else {
    for (const Node& node : scene.nodes) WriteNode(node, json);
  }
  json.EndArray();
  if (std::ranges::none_of(scene.nodes, &Node::camera)) return;
  json.BeginArray("cameras");
  json.BeginObject();
  json.Field("type", "perspective");
  json.BeginObject("perspective");
  json.Field("yfov", scene.camera_fov);
  json.Field("znear", 0.01);
  json.EndObject();
  json.EndObject();
  json.EndArray();
}

void WriteAnimation(const Animation& animation, JsonWriter& json) {
  json.BeginObject();
  json.Field("name", animation.name);
  json.BeginArray("channels");
  for (size_t i = 0; i < animation.channels.size(); ++i) {
    const Channel& channel = animation.channels[i];
    json.BeginObject();
    json.Field("sampler", i);
    json.BeginObject("target");
    json.Field("node", channel.node);
    json.Field("path", kPathNames[static_cast<size_t>(channel.path)]);
    json.EndObject();
    json.EndObject();
  }
  json.EndArray();
  json.BeginArray("samplers");
  for (const Channel& channel : animation.channels) {
    json.BeginObject();
    json.Field("input", channel.times);
    json.Field("interpolation",
               kInterpolationNames[static_cast<size_t>(channel.interpolation)]);
    json.Field("output", channel.values);
    json.EndObject();
  }
  json.EndArray();
  json.RawField("extras", animation.extras);
  json.EndObject();
}

void WriteMesh(const Mesh& mesh, JsonWriter& json) {
  json.BeginObject();
  json.Field("name", mesh.name);
  json.BeginArray("primitives");
  for (const Primitive& primitive : mesh.primitives) {
    json.BeginObject();
    json.BeginObject("attributes");
    for (const auto& [name, accessor] : primitive.attributes) {
      json.Field(name, accessor);
    }
    json.EndObject();
    if (primitive.indices) json.Field("indices", *primitive.indices);
    if (primitive.material) json.Field("material", *primitive.material);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
}

void WriteTextureOf(std::string_view key, std::optional<size_t> texture,
                    JsonWriter& json) {
  if (!texture) return;
  json.BeginObject(key);
  json.Field("index", *texture);
  json.EndObject();
}

void WriteMaterial(const Material& material, JsonWriter& json) {
  json.BeginObject();
  json.Field("name", material.name);
  json.BeginObject("pbrMetallicRoughness");
  json.Floats("baseColorFactor", material.base_color);
  WriteTextureOf("baseColorTexture", material.base_color_texture, json);
  json.Field("metallicFactor", material.metallic);
  json.Field("roughnessFactor", material.roughness);
  json.EndObject();
  WriteTextureOf("normalTexture", material.normal_texture, json);
  if (material.alpha_mask) json.Field("alphaMode", "MASK");
  if (material.double_sided) json.Field("doubleSided", true);
  json.RawField("extras", material.extras);
  json.EndObject();
}

// Their views come after those of the accessors.
void WriteImages(const Scene& scene, JsonWriter& json) {
  if (scene.images.empty()) return;
  json.BeginArray("images");
  for (size_t i = 0; i < scene.images.size(); ++i) {
    json.BeginObject();
    json.Field("name", scene.images[i].name);
    json.Field("bufferView", scene.accessors.size() + i);
    json.Field("mimeType", scene.images[i].mime_type);
    json.EndObject();
  }
  json.EndArray();
  json.BeginArray("textures");
  for (size_t i = 0; i < scene.images.size(); ++i) {
    json.BeginObject();
    json.Field("source", i);
    json.EndObject();
  }
  json.EndArray();
}

void WriteSkin(const Skin& skin, JsonWriter& json) {
  json.BeginObject();
  json.Field("name", skin.name);
  json.Field("inverseBindMatrices", skin.inverse_bind_matrices);
  WriteIndices("joints", skin.joints, json);
  json.Field("skeleton", skin.skeleton);
  json.EndObject();
}

template <typename Element>
void WriteList(std::string_view key, const std::vector<Element>& elements,
               void (*write)(const Element&, JsonWriter&), JsonWriter& json) {
  if (elements.empty()) return;
  json.BeginArray(key);
  for (const Element& element : elements) write(element, json);
  json.EndArray();
}

void WriteAccessor(size_t view, const Accessor& accessor, JsonWriter& json) {
  json.BeginObject();
  json.Field("bufferView", view);
  json.Field("componentType", static_cast<size_t>(accessor.type));
  json.Field("count", accessor.count);
  json.Field("type", kShapeNames[static_cast<size_t>(accessor.shape)]);
  if (!accessor.min.empty()) {
    json.Floats("min", accessor.min);
    json.Floats("max", accessor.max);
  }
  json.EndObject();
}

// Each accessor has a view of its own, one after the other, then each image,
// and then the original. Their length.
size_t WriteBuffers(const Scene& scene, JsonWriter& json) {
  const std::vector<Accessor>& accessors = scene.accessors;
  if (accessors.empty() && scene.images.empty() && scene.original.empty()) {
    return 0;
  }
  if (!accessors.empty()) json.BeginArray("accessors");
  for (size_t i = 0; i < accessors.size(); ++i) {
    WriteAccessor(i, accessors[i], json);
  }
  if (!accessors.empty()) json.EndArray();
  json.BeginArray("bufferViews");
  size_t offset = 0;
  const auto write_view = [&](size_t length, BufferUse use) {
    json.BeginObject();
    json.Field("buffer", 0);
    json.Field("byteOffset", offset);
    json.Field("byteLength", length);
    if (use != BufferUse::kOther) {
      json.Field("target", static_cast<size_t>(use));
    }
    json.EndObject();
    offset += length + Padding(length);
  };
  for (const Accessor& accessor : accessors) {
    write_view(accessor.byte_length(), accessor.use);
  }
  for (const Image& image : scene.images) {
    write_view(image.bytes.size(), BufferUse::kOther);
  }
  if (!scene.original.empty()) {
    write_view(scene.original.size(), BufferUse::kOther);
  }
  json.EndArray();
  json.BeginArray("buffers");
  json.BeginObject();
  json.Field("byteLength", offset);
  json.EndObject();
  json.EndArray();
  return offset;
}

void WriteAssetExtras(const Scene& scene, JsonWriter& json) {
  json.BeginObject("extras");
  json.RawField("clipguard", scene.about);
  if (scene.scale != 1) json.Field("clipguardScale", scene.scale);
  if (!scene.original.empty()) {
    json.BeginObject(kOriginalKey);
    json.Field("bufferView", scene.accessors.size() + scene.images.size());
    json.Field("bytes", scene.original.size());
    json.Field("format", scene.original_format);
    json.Field("blake2b", scene.original_hash);
    json.EndObject();
  }
  json.EndObject();
}

// The JSON chunk's text without padding; the length of what the other chunk
// holds.
size_t WriteText(const Scene& scene, WriteBytes write) {
  PieceWriter out(write);
  JsonWriter json(kGltfJson, out);
  json.BeginObject();
  json.BeginObject("asset");
  json.Field("version", "2.0");
  json.Field("generator", "clipguard");
  WriteAssetExtras(scene, json);
  json.EndObject();
  WriteNodes(scene, json);
  WriteList("animations", scene.animations, WriteAnimation, json);
  WriteList("meshes", scene.meshes, WriteMesh, json);
  WriteList("materials", scene.materials, WriteMaterial, json);
  WriteImages(scene, json);
  WriteList("skins", scene.skins, WriteSkin, json);
  const size_t binary = WriteBuffers(scene, json);
  json.EndObject();
  out.Flush();
  return binary;
}

// The scene, whose JSON may be many times what it takes in memory: it is made
// once to count, and again whenever it is written.
class Glb : public Converted {
 public:
  Glb(Scene scene, std::vector<ConversionFact> facts)
      : scene_(std::move(scene)) {
    facts_ = std::move(facts);
    binary_ = WriteText(
        scene_, [&](std::span<const uint8_t> bytes) { json_ += bytes.size(); });
    size_ = kHeaderSize + kChunkHeaderSize + json_ + Padding(json_);
    if (binary_ != 0) size_ += kChunkHeaderSize + binary_;
  }

  uint64_t size() const override { return size_; }

  void WriteTo(WriteBytes write) const override {
    const size_t padding = Padding(json_);
    std::string head;
    Append32(kGlbMagic, head);
    Append32(kGlbVersion, head);
    Append32(static_cast<uint32_t>(size_), head);
    Append32(static_cast<uint32_t>(json_ + padding), head);
    Append32(kJsonChunk, head);
    write(BytesOf(head));
    WriteText(scene_, write);
    std::string after(padding, ' ');
    if (binary_ != 0) {
      Append32(static_cast<uint32_t>(binary_), after);
      Append32(kBinaryChunk, after);
    }
    write(BytesOf(after));
    WriteBinary(write);
  }

 private:
  void WriteBinary(WriteBytes write) const {
    constexpr std::array<uint8_t, kAlignment> kZeros = {};
    for (const Accessor& accessor : scene_.accessors) {
      for (const std::vector<float>& block : accessor.floats.blocks()) {
        write({reinterpret_cast<const uint8_t*>(block.data()),
               block.size() * sizeof(float)});
      }
      write(accessor.bytes);
      write(std::span(kZeros).first(Padding(accessor.byte_length())));
    }
    const auto write_padded = [&](std::span<const uint8_t> bytes) {
      write(bytes);
      write(std::span(kZeros).first(Padding(bytes.size())));
    };
    for (const Image& image : scene_.images) write_padded(image.bytes);
    write_padded(scene_.original);
  }

  const Scene scene_;
  uint64_t json_ = 0;    // bytes of text
  uint64_t binary_ = 0;  // bytes of the other chunk's data
  uint64_t size_ = 0;
};

}  // namespace

std::string_view FamilyOf(Format format) {
  return kForgeFormats.Contains(format) ? "forge" : FormatName(format);
}

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

size_t Scene::TimesAccessor(FloatList times) {
  if (!last_times || times != accessors[*last_times].floats) {
    last_times =
        AddAccessor(FloatAccessor(std::move(times), Shape::kScalar, true));
  }
  return *last_times;
}

void Scene::AddChannel(Channel channel, FloatList times, FloatList values,
                       Animation& animation) {
  channel.times = TimesAccessor(std::move(times));
  channel.values = AddAccessor(FloatAccessor(
      std::move(values),
      channel.path == Path::kRotation ? Shape::kVec4 : Shape::kVec3, false));
  animation.channels.push_back(channel);
}

float Above(double value) {
  constexpr float kMost = std::numeric_limits<float>::max();
  if (!(value < kMost)) return kMost;
  const auto near = static_cast<float>(value);
  return near < value ? std::nextafter(near, kMost) : near;
}

absl::StatusOr<std::unique_ptr<Converted>> MakeGlb(
    Scene scene, std::vector<ConversionFact> facts) {
  auto glb = std::make_unique<Glb>(std::move(scene), std::move(facts));
  if (glb->size() > std::numeric_limits<uint32_t>::max()) {
    return absl::ResourceExhaustedError(
        "the result would be larger than the 4 GiB that a .glb can have");
  }
  return glb;
}

}  // namespace clipguard::actions::gltf
