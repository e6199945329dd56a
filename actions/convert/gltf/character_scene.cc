// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/character_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/clips.h"
#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/shown_character.h"
#include "actions/convert/result_budget.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/utf8.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/field_names.h"
#include "parser/m3d/format.h"
#include "parser/m3d/handedness.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions::gltf {
namespace {

using m3d::Character;
using m3d::Float3;
using m3d::Float4;

constexpr size_t kShortIndices = 65535;
// The share of what is allowed that lines between keyframes take for each bone:
// bones hang below each other.
constexpr double kBoneShare = 1.0 / 16;
// A rotation's keyframe: its time and a quaternion.
constexpr uint64_t kBytesPerKeyframe = 5 * sizeof(float);
// A node without its own, as glTF has it.
constexpr std::array<float, 3> kNoTranslation = {0, 0, 0};
constexpr std::array<float, 4> kNoRotation = {0, 0, 0, 1};
constexpr std::array<float, 3> kNoScale = {1, 1, 1};

template <typename Rows>
bool AllFinite(const Rows& rows) {
  const auto* const floats = reinterpret_cast<const float*>(rows.data());
  const size_t count = rows.size() * sizeof(rows[0]) / sizeof(float);
  return std::all_of(floats, floats + count,
                     [](float value) { return std::isfinite(value); });
}

bool IsFinite(const Character& c) {
  const auto& v = c.vertices;
  bool finite = AllFinite(v.positions) && AllFinite(v.tangents) &&
                AllFinite(v.normals) && AllFinite(v.tex_coords) &&
                AllFinite(v.blend_weights) && AllFinite(c.bone_offsets);
  for (const m3d::Clip& clip : c.clips) {
    finite = finite && AllFinite(clip.times) && AllFinite(clip.translations) &&
             AllFinite(clip.scales) && AllFinite(clip.rotations);
  }
  return finite;
}

// These mirror z.
std::array<float, 3> Mirrored(const Float3& v) { return {v.x, v.y, -v.z}; }
std::array<float, 4> Mirrored(const Float4& q) {
  return {-q.x, -q.y, q.z, q.w};
}
// The bitangent is a cross product, which a mirror turns.
std::array<float, 4> MirroredTangent(const Float4& t) {
  return {t.x, t.y, -t.z, -t.w};
}

// The numbers that `make` returns for each row, one after the other.
template <typename Row, typename Make>
std::vector<float> FloatsOf(std::span<const Row> rows, Make make) {
  std::vector<float> floats;
  for (const Row& row : rows) {
    const auto made = make(row);
    floats.insert(floats.end(), made.begin(), made.end());
  }
  return floats;
}

Json ExtrasOf(const m3d::Material& material) {
  JsonWriter json(kGltfJson);
  json.BeginObject();
  json.Field("type", material.type);
  json.Field("diffuseMap", material.diffuse_map);
  json.Field("normalMap", material.normal_map);
  json.Floats("diffuse", material.diffuse);
  m3d::ForEachLookField(
      material, [&](std::string_view name, const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, float> ||
                      std::is_same_v<Value, std::string_view>) {
          json.Field(name, value);
        } else {
          json.Floats(name, value);
        }
      });
  json.EndObject();
  return json.Take();
}

// The material as viewers show it; the numbers as they were are in the extras.
Material MaterialOf(const m3d::Material& material, size_t index) {
  Material result{.name = material.name.empty()
                              ? absl::StrCat("material", index)
                              : std::string(material.name)};
  for (size_t c = 0; c < 3; ++c) {
    result.base_color[c] = std::clamp(material.diffuse[c], 0.0f, 1.0f);
  }
  if (const auto* look = std::get_if<m3d::D3D12Look>(&material.look)) {
    const float rough = std::clamp(look->roughness, 0.0f, 1.0f);
    result.roughness = look->says_shininess ? 1 - rough : rough;
  }
  result.alpha_mask = material.alpha_clip;
  result.extras = ExtrasOf(material);
  return result;
}

class CharacterBuilder {
 public:
  // The character is left-handed, and as ShowOnly() left it; `handedness` is
  // what its file is.
  CharacterBuilder(const Character& character, m3d::Handedness handedness,
                   const std::vector<bool>& too_long,
                   const ConversionOptions& options, ResultBudget budget)
      : c_(character),
        handedness_(handedness),
        too_long_(too_long),
        options_(options),
        budget_(budget) {}

  absl::StatusOr<Scene> Build() {
    scene_.name = "character";
    for (size_t i = 0; i < c_.materials.size(); ++i) {
      scene_.materials.push_back(MaterialOf(c_.materials[i], i));
    }
    Node node{.name = "character"};
    // Without clips nothing says where the bones are but their offsets: the
    // mesh is then as it was bound.
    const bool moves = c_.is_skinned() && !c_.clips.empty();
    if (!c_.triangles.empty()) {
      AddMesh();
      node.mesh = 0;
      if (moves) node.skin = 0;
    }
    scene_.roots.push_back(scene_.AddNode(std::move(node)));
    if (moves) AddSkeleton();
    scene_.about = About();
    if (is_too_large_) return ResultBudget::Refused();
    return std::move(scene_);
  }

  // Channels of bones at rest that are not there: see AddClips().
  size_t left_out() const { return left_out_; }

  std::vector<ConversionFact> Facts() const {
    if (keyframes_ == 0) return {};
    const float most = Above(distance_ * options_.scale);
    return {{"largestError", most,
             absl::StrFormat("proven: in its parent's space no bone is more "
                             "than %s units%s and %s degrees away from the "
                             "file's, in players of arcs and of normalised "
                             "lines",
                             FloatText(most),
                             options_.scale == 1 ? "" : " of the scene",
                             FloatText(Above(degrees_)))},
            {"largestErrorDegrees", Above(degrees_), ""},
            {"keyframes", static_cast<float>(keyframes_), ""}};
  }

 private:
  // ---- The mesh ------------------------------------------------------------

  template <typename Row, typename Make>
  void AddAttribute(std::string name, const m3d::Array<Row>& rows, Shape shape,
                    Make make) {
    AddAttribute(std::move(name),
                 FloatAccessor(FloatsOf(std::span<const Row>(rows), make),
                               shape, /*bounds=*/attributes_.empty()));
  }

  void AddAttribute(std::string name, Accessor accessor) {
    accessor.use = BufferUse::kVertices;
    attributes_.emplace_back(std::move(name),
                             scene_.AddAccessor(std::move(accessor)));
  }

  void AddMesh() {
    const m3d::Vertices& v = c_.vertices;
    const auto mirrored = [](const auto& row) { return Mirrored(row); };
    const auto plain = [](const auto& row) { return m3d::RealsOf(row); };
    // glTF demands the bounds of positions, which come first.
    AddAttribute("POSITION", v.positions, Shape::kVec3, mirrored);
    AddAttribute("NORMAL", v.normals, Shape::kVec3, mirrored);
    if (std::ranges::any_of(v.tangents,
                            [](const Float4& t) { return t != Float4(); })) {
      AddAttribute("TANGENT", v.tangents, Shape::kVec4, MirroredTangent);
    }
    if (!v.tex_coords.empty()) {
      AddAttribute("TEXCOORD_0", v.tex_coords, Shape::kVec2, plain);
    }
    if (!v.blend_weights.empty()) {
      Accessor joints{.type = ComponentType::kUint8,
                      .shape = Shape::kVec4,
                      .count = v.blend_indices.size()};
      for (const std::array<uint8_t, 4>& bones : v.blend_indices) {
        joints.bytes.insert(joints.bytes.end(), bones.begin(), bones.end());
      }
      AddAttribute("JOINTS_0", std::move(joints));
      AddAttribute("WEIGHTS_0", v.blend_weights, Shape::kVec4, plain);
    }
    Mesh mesh{.name = "character"};
    for (const m3d::Subset& subset : c_.subsets) {
      mesh.primitives.push_back(PrimitiveOf(subset));
    }
    scene_.meshes.push_back(std::move(mesh));
  }

  // Triangles are turned.
  Primitive PrimitiveOf(const m3d::Subset& subset) {
    std::vector<uint32_t> indices;
    for (size_t i = 0; i < subset.face_count; ++i) {
      const auto& t = c_.triangles[subset.face_start + i];
      indices.insert(indices.end(), {t[0], t[2], t[1]});
    }
    Accessor accessor{.use = BufferUse::kIndices, .count = indices.size()};
    if (c_.vertices.positions.size() <= kShortIndices) {
      accessor.type = ComponentType::kUint16;
      for (const uint32_t index : indices) {
        accessor.bytes.push_back(static_cast<uint8_t>(index & 0xFF));
        accessor.bytes.push_back(static_cast<uint8_t>(index >> 8));
      }
    } else {
      accessor.type = ComponentType::kUint32;
      accessor.bytes.resize(indices.size() * sizeof(uint32_t));
      std::memcpy(accessor.bytes.data(), indices.data(), accessor.bytes.size());
    }
    Primitive primitive{.attributes = attributes_,
                        .indices = scene_.AddAccessor(std::move(accessor))};
    if (subset.id != kNoMaterial) primitive.material = subset.id;
    return primitive;
  }

  // ---- Bones ---------------------------------------------------------------

  void AddSkeleton() {
    const size_t skeleton = scene_.AddNode({.name = "skeleton"});
    scene_.roots.push_back(skeleton);
    const size_t first = scene_.nodes.size();
    for (size_t b = 0; b < c_.bones(); ++b) {
      const int32_t parent = c_.parents[b];
      const size_t above =
          parent < 0 ? skeleton : first + static_cast<size_t>(parent);
      scene_.AddChild(above, RestOf(b));
    }
    std::vector<Clip> clips;
    for (size_t i = 0; i < c_.clips.size(); ++i) {
      if (!too_long_[i]) clips.push_back(ClipOf(i, first));
    }
    left_out_ = AddClips(
        std::move(clips),
        [&](size_t node, Path path) { return RestOf(node, path); }, scene_);
    if (scene_.meshes.empty()) return;
    Skin skin{.name = "skin", .skeleton = skeleton};
    for (size_t b = 0; b < c_.bones(); ++b) skin.joints.push_back(first + b);
    skin.inverse_bind_matrices = AddOffsets();
    scene_.skins.push_back(std::move(skin));
  }

  // A bone as the first clip has it first: where viewers show it without an
  // animation.
  Node RestOf(size_t bone) const {
    const m3d::Clip& clip = c_.clips[0];
    const uint64_t key = clip.first_key[bone];
    const Float3& scale = clip.scales[key];
    return {.name = absl::StrCat("Bone", bone),
            .translation = Mirrored(clip.translations[key]),
            .rotation = Mirrored(clip.rotations[key]),
            .scale = std::array{scale.x, scale.y, scale.z}};
  }

  size_t AddOffsets() {
    std::vector<float> numbers;
    for (const m3d::Matrix& offset : c_.bone_offsets) {
      std::array<float, 16> m;
      std::copy_n(offset.begin(), m.size(), m.begin());
      // Mirrors z on both sides.
      for (const size_t i : {2, 6, 8, 9, 11, 14}) m[i] = 0 - m[i];
      numbers.insert(numbers.end(), m.begin(), m.end());
    }
    return scene_.AddAccessor(FloatAccessor(numbers, Shape::kMat4, false));
  }

  // ---- Clips ---------------------------------------------------------------

  Clip ClipOf(size_t index, size_t first_node) {
    const m3d::Clip& clip = c_.clips[index];
    Clip made{.name = clip.name.empty() ? absl::StrCat("clip", index)
                                        : std::string(clip.name)};
    for (size_t bone = 0; bone < c_.bones(); ++bone) {
      AddBone(clip, bone, first_node + bone, made);
    }
    return made;
  }

  void AddBone(const m3d::Clip& clip, size_t bone, size_t node, Clip& made) {
    const size_t first = clip.first_key[bone];
    const size_t count = clip.first_key[bone + 1] - first;
    const std::span times = std::span(clip.times).subspan(first, count);
    const auto mirrored = [](const auto& row) { return Mirrored(row); };
    const auto add = [&](Path path, const auto& rows, auto make) {
      Add({node,
           path,
           {.times = FloatList(times),
            .values = FloatList(
                FloatsOf(std::span(rows).subspan(first, count), make))}},
          made);
    };
    add(Path::kTranslation, clip.translations, mirrored);
    add(Path::kRotation, clip.rotations, mirrored);
    add(Path::kScale, clip.scales,
        [](const Float3& v) { return m3d::RealsOf(v); });
  }

  // Unless it says nothing that the node does not. A translation is always
  // there, because it says how long the clip is.
  void Add(NodeTrack track, Clip& clip) {
    if (is_too_large_) return;
    const auto rest = RestOf(track.node, track.path);
    const size_t components = track.path == Path::kRotation ? 4 : 3;
    const FloatList& values = track.keyframes.values;
    bool rests = track.path != Path::kTranslation;
    for (size_t i = 0; rests && i < values.size(); ++i) {
      rests = values[i] == rest[i % components];
    }
    if (rests) return;
    const bool turns = track.path == Path::kRotation;
    LineKeys lines =
        LineKeysOf(std::move(track.keyframes), track.path,
                   kBoneShare * (turns ? options_.degrees : options_.tolerance),
                   budget_.left() / kBytesPerKeyframe);
    const FloatList& kept = lines.keyframes.values;
    if (!budget_.Spend((lines.keyframes.times.size() + kept.size()) *
                       sizeof(float)) ||
        kept.empty()) {
      is_too_large_ = true;
      return;
    }
    double& bound = turns ? degrees_ : distance_;
    bound = std::max(bound, lines.bound);
    keyframes_ += lines.keyframes.times.size();
    track.keyframes = std::move(lines.keyframes);
    clip.tracks.push_back(std::move(track));
  }

  std::array<float, 4> RestOf(size_t node, Path path) const {
    const Node& rest = scene_.nodes[node];
    if (path == Path::kRotation) return rest.rotation.value_or(kNoRotation);
    const std::array<float, 3> v =
        path == Path::kScale ? rest.scale.value_or(kNoScale)
                             : rest.translation.value_or(kNoTranslation);
    return {v[0], v[1], v[2], 0};
  }

  Json About() const {
    JsonWriter json(kGltfJson);
    json.BeginObject();
    json.Field("source", "m3d");
    json.Field("dialect", DialectName(c_.dialect));
    json.Field("handedness", HandednessName(handedness_));
    if (handedness_ == m3d::Handedness::kLeft) json.Field("mirrored", "z");
    json.EndObject();
    return json.Take();
  }

  const Character& c_;
  const m3d::Handedness handedness_;
  const std::vector<bool>& too_long_;
  const ConversionOptions& options_;
  ResultBudget budget_;
  bool is_too_large_ = false;
  size_t left_out_ = 0;
  double distance_ = 0;
  double degrees_ = 0;
  size_t keyframes_ = 0;
  Scene scene_;
  std::vector<std::pair<std::string, size_t>> attributes_;
};

}  // namespace

absl::StatusOr<Scene> SceneOfCharacter(Character character,
                                       m3d::Handedness handedness,
                                       std::span<const uint8_t> bytes,
                                       const m3d::CharacterPlaces& places,
                                       const ConversionOptions& options,
                                       ResultBudget budget, FindingSink& losses,
                                       std::vector<ConversionFact>& facts) {
  if (!IsFinite(character)) {
    return absl::InvalidArgumentError("a number is not finite");
  }
  // The builder mirrors it back.
  if (handedness == m3d::Handedness::kRight) m3d::MirrorZ(character);
  FindingSink& notes = NotesOf(options, losses);
  const LossReport report{
      bytes, places, losses, notes, options.tolerance, options.from_zero};
  const std::vector<bool> too_long = ShowOnly(character, report);
  CharacterBuilder builder(character, handedness, too_long, options, budget);
  auto scene = builder.Build();
  if (absl::IsResourceExhausted(scene.status())) {
    static_cast<void>(budget.Spend(budget.left() + 1));
    budget.Report({}, "", losses);
  }
  facts = builder.Facts();
  for (size_t i = 0; i < character.clips.size(); ++i) {
    if (!FindUtf8Error(character.clips[i].name)) continue;
    ReportLoss(
        kGlb, i < places.clip_names.size() ? places.clip_names[i] : ByteRange{},
        m3d::ClipPath(i, character.clips[i].name),
        "a name that is not UTF-8: U+FFFD stands for what is none", notes);
  }
  if (builder.left_out() != 0) {
    ReportLoss(kGlb, {}, "", LeftAtRest(builder.left_out()), notes);
  }
  return scene;
}

}  // namespace clipguard::actions::gltf
