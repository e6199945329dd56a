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
#include "actions/convert/gltf/original.h"
#include "base/json_text.h"
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

void WriteTextureOf(std::string_view key, std::optional<size_t> texture,
                    JsonText& json) {
  if (!texture) return;
  json.Begin(key);
  json.SizeField("index", *texture);
  json.End();
}

void WriteMaterial(const Material& material, JsonText& json) {
  json.Begin();
  json.Field("name", material.name);
  json.Begin("pbrMetallicRoughness");
  json.FloatsField("baseColorFactor", material.base_color);
  WriteTextureOf("baseColorTexture", material.base_color_texture, json);
  json.NumberField("metallicFactor", double{material.metallic});
  json.NumberField("roughnessFactor", double{material.roughness});
  json.End();
  WriteTextureOf("normalTexture", material.normal_texture, json);
  if (material.alpha_mask) json.Field("alphaMode", "MASK");
  if (material.double_sided) json.BoolField("doubleSided", true);
  json.RawField("extras", material.extras);
  json.End();
}

// Their views come after those of the accessors.
void WriteImages(const Scene& scene, JsonText& json) {
  if (scene.images.empty()) return;
  json.BeginArray("images");
  for (size_t i = 0; i < scene.images.size(); ++i) {
    json.Begin();
    json.Field("name", scene.images[i].name);
    json.SizeField("bufferView", scene.accessors.size() + i);
    json.Field("mimeType", scene.images[i].mime_type);
    json.End();
  }
  json.EndArray();
  json.BeginArray("textures");
  for (size_t i = 0; i < scene.images.size(); ++i) {
    json.Begin();
    json.SizeField("source", i);
    json.End();
  }
  json.EndArray();
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

// Each accessor has a view of its own, one after the other, then each image,
// and then the original. Their length.
size_t WriteBuffers(const Scene& scene, JsonText& json) {
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
    json.Begin();
    json.SizeField("buffer", 0);
    json.SizeField("byteOffset", offset);
    json.SizeField("byteLength", length);
    if (use != BufferUse::kOther) {
      json.SizeField("target", static_cast<size_t>(use));
    }
    json.End();
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
  json.Begin();
  json.SizeField("byteLength", offset);
  json.End();
  json.EndArray();
  return offset;
}

void WriteAssetExtras(const Scene& scene, std::string_view hash,
                      JsonText& json) {
  json.Begin("extras");
  json.RawField("clipguard", scene.about);
  if (scene.scale != 1) json.NumberField("clipguardScale", scene.scale);
  if (!scene.original.empty()) {
    json.Begin(kOriginalKey);
    json.SizeField("bufferView", scene.accessors.size() + scene.images.size());
    json.SizeField("bytes", scene.original.size());
    json.Field("format", scene.original_format);
    json.Field("blake2b", hash);
    json.End();
  }
  json.End();
}

// The JSON chunk's text without padding; the length of what the other chunk
// holds. `hash` is that of the original.
size_t WriteText(const Scene& scene, std::string_view hash, WriteBytes write) {
  JsonText json(write);
  json.Begin();
  json.Begin("asset");
  json.Field("version", "2.0");
  json.Field("generator", "clipguard");
  WriteAssetExtras(scene, hash, json);
  json.End();
  WriteNodes(scene, json);
  WriteList("animations", scene.animations, WriteAnimation, json);
  WriteList("meshes", scene.meshes, WriteMesh, json);
  WriteList("materials", scene.materials, WriteMaterial, json);
  WriteImages(scene, json);
  WriteList("skins", scene.skins, WriteSkin, json);
  const size_t binary = WriteBuffers(scene, json);
  json.End();
  json.Flush();
  return binary;
}

// The scene, whose JSON may be many times what it takes in memory: it is made
// once to count, and again whenever it is written.
class Glb : public Converted {
 public:
  Glb(Scene scene, std::vector<ConversionFact> facts)
      : scene_(std::move(scene)) {
    facts_ = std::move(facts);
    if (!scene_.original.empty()) hash_ = HashOf(scene_.original);
    binary_ = WriteText(scene_, hash_, [&](std::span<const uint8_t> bytes) {
      json_ += bytes.size();
    });
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
    WriteText(scene_, hash_, write);
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
  std::string hash_;     // of the original
  uint64_t json_ = 0;    // bytes of text
  uint64_t binary_ = 0;  // bytes of the other chunk's data
  uint64_t size_ = 0;
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
