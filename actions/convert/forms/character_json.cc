// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/model_json.h"
#include "base/json_writer.h"
#include "base/named_fields.h"
#include "parser/json/json_document.h"
#include "parser/m3d/character_fields.h"
#include "parser/m3d/field_names.h"
#include "parser/m3d/format.h"

namespace clipguard::actions {
namespace {

using m3d::Character;
using m3d::Clip;
using m3d::D3D12Look;
using m3d::Material;

constexpr std::array<std::string_view, 2> kCharacterRootKeys = {"clipguard",
                                                                kCharacterKind};
constexpr auto kCharacterKeys =
    NamesWith({"dialect", "materials", "subsets", "clips"}, m3d::kVertexArrays,
              m3d::kCharacterArrays);
constexpr auto kClipKeys = NamesWith({"name"}, m3d::kClipArrays);
constexpr std::array kDialects = {m3d::Dialect::kD3D12, m3d::Dialect::kD3D11,
                                  m3d::Dialect::kDashed, m3d::Dialect::kD3D10};

template <typename T>
constexpr bool kIsReal = requires(T& value) { m3d::RealsOf(value); };

void Write(std::string_view name, JsonWriter& json) { json.String(name); }
void Write(bool flag, JsonWriter& json) { json.Bool(flag); }
void Write(float number, JsonWriter& json) { json.Float(number); }
void Write(std::span<const float> numbers, JsonWriter& json) {
  json.BeginArray();
  for (const float number : numbers) json.Float(number);
  json.EndArray();
}

// The numbers of all elements, one after the other.
template <typename List>
void WriteArray(std::string_view key, const List& list, JsonWriter& json) {
  json.BeginArray(key);
  for (const auto& element : list) {
    if constexpr (kIsReal<decltype(element)>) {
      for (const float number : m3d::RealsOf(element)) json.Float(number);
    } else if constexpr (requires { element.size(); }) {
      for (const auto index : element) json.Int(index);
    } else {
      json.Int(static_cast<int64_t>(element));
    }
  }
  json.EndArray();
}

template <typename Arrays, typename Object>
void WriteArrays(const Arrays& arrays, const Object& object, JsonWriter& json) {
  ForEachNamed(arrays, object, [&](std::string_view key, const auto& a) {
    WriteArray(key, a, json);
  });
}

void WriteSubsets(std::span<const m3d::Subset> subsets, JsonWriter& json) {
  json.BeginArray("subsets");
  for (const m3d::Subset& subset : subsets) {
    m3d::ForEachField<m3d::kSubsetRow>(m3d::kSubsetMembers,
                                       m3d::MembersOf(subset),
                                       [&](auto, uint32_t number) {
                                         json.Int(number);
                                         return true;
                                       });
  }
  json.EndArray();
}

// Range of the indices that an array may have.
struct Range {
  int64_t least;
  int64_t most;
};
template <typename Index>
constexpr Range kRangeOf = {};
template <>
constexpr Range kRangeOf<uint8_t> = {0, m3d::kMaxBlendIndex};
// For vertices and subsets.
template <>
constexpr Range kRangeOf<uint32_t> = {0, std::numeric_limits<uint32_t>::max()};
// First keys.
template <>
constexpr Range kRangeOf<uint64_t> = {0, std::numeric_limits<int64_t>::max()};
// Parents.
template <>
constexpr Range kRangeOf<int32_t> = {-1, std::numeric_limits<int32_t>::max()};

class Reader {
 public:
  Reader(const JsonDocument& json, ModelJsonReader& in, absl::Status& status)
      : json_(json), in_(in), status_(status) {}

  bool ok() const { return in_.ok() && status_.ok(); }

  // A flat list of numbers, so many for an element.
  template <typename List>
  void Array(JsonNode object, std::string_view key, List& list) {
    using Element = typename List::value_type;
    if constexpr (kIsReal<Element>) {
      constexpr size_t kWidth = m3d::ValueTraits<Element>::kWords;
      Fill<kWidth>(object, key, list, [&](JsonNode node, size_t i, size_t k) {
        m3d::RealsOf(list[i])[k] = in_.Float(node);
      });
    } else if constexpr (requires { Element().size(); }) {
      using Index = typename Element::value_type;
      Fill<Element().size()>(object, key, list,
                             [&](JsonNode node, size_t i, size_t k) {
                               list[i][k] = IndexIn<Index>(node);
                             });
    } else {
      Fill<1>(object, key, list, [&](JsonNode node, size_t i, size_t) {
        list[i] = IndexIn<Element>(node);
      });
    }
  }

  template <typename Arrays, typename Object>
  void ReadArrays(const Arrays& arrays, JsonNode node, Object& object) {
    ForEachNamed(arrays, object, [&](std::string_view key, auto& array) {
      Array(node, key, array);
    });
  }

  Material ReadMaterial(JsonNode node, m3d::Dialect dialect) {
    Material material;
    if (dialect == m3d::Dialect::kD3D12) {
      material.look = D3D12Look{
          .says_shininess = in_.OptionalMember(node, "shininess").has_value()};
    } else if (dialect == m3d::Dialect::kD3D10) {
      material.look = m3d::D3D10Look();
    } else {
      material.look = m3d::D3D11Look();
    }
    std::vector<std::string_view> keys;
    m3d::ForEachMaterialField(material, [&](std::string_view key, auto& value) {
      keys.push_back(key);
      Read(in_.Member(node, key), key, value);
      // The name, which comes first.
      if (dialect != m3d::Dialect::kD3D12 && !material.name.empty()) {
        Fail(absl::StrFormat("name: materials of the %s dialect have none",
                             m3d::DialectName(dialect)));
      }
    });
    in_.OnlyMembers(node, keys);
    return material;
  }

  void ReadSubsets(JsonNode root, std::vector<m3d::Subset>& subsets) {
    constexpr std::array kMembers =
        std::apply([](auto... member) { return std::array{member...}; },
                   m3d::kSubsetMembers);
    Fill<kMembers.size()>(root, "subsets", subsets,
                          [&](JsonNode node, size_t i, size_t k) {
                            subsets[i].*kMembers[k] = IndexIn<uint32_t>(node);
                          });
  }

  Clip ReadClip(JsonNode node) {
    Clip clip;
    in_.OnlyMembers(node, kClipKeys);
    clip.name = in_.Name(in_.Member(node, "name"));
    ReadArrays(m3d::kClipArrays, node, clip);
    return clip;
  }

 private:
  void Read(JsonNode node, std::string_view, std::string_view& name) {
    name = in_.Name(node);
  }
  void Read(JsonNode node, std::string_view, bool& flag) {
    flag = in_.Bool(node);
  }
  void Read(JsonNode node, std::string_view, float& number) {
    number = in_.Float(node);
  }
  void Read(JsonNode node, std::string_view key, std::array<float, 3>& color) {
    const std::vector<float> numbers = in_.Floats(node);
    if (in_.ok() && numbers.size() != color.size()) {
      Fail(absl::StrFormat("%s: three numbers are expected", key));
    }
    if (ok()) std::ranges::copy(numbers, color.begin());
  }

  template <typename Index>
  Index IndexIn(JsonNode node) {
    static_assert(kRangeOf<Index>.most != 0);
    return static_cast<Index>(
        in_.Int(node, kRangeOf<Index>.least, kRangeOf<Index>.most));
  }

  // Makes room in the list, and calls set(node, element, number of it) for each
  // number of an array; the last element may be incomplete, which is a fault.
  template <size_t kWidth, typename List, typename Set>
  void Fill(JsonNode object, std::string_view key, List& list, Set set) {
    const JsonNode array = in_.Member(object, key);
    list.resize((in_.Count(array) + kWidth - 1) / kWidth);
    size_t count = 0;
    Each(array, [&](JsonNode node) {
      set(node, count / kWidth, count % kWidth);
      ++count;
    });
    if (in_.ok() && count % kWidth != 0) {
      Fail(absl::StrFormat("%s: groups of %d numbers are expected", key,
                           kWidth));
    }
  }

  // Elements of an array, up to the first fault.
  template <typename Look>
  void Each(JsonNode array, Look look) {
    if (in_.Count(array) == 0) return;
    for (const JsonNode node : json_.Elements(array)) {
      look(node);
      if (!in_.ok()) return;
    }
  }

  void Fail(const std::string& message) {
    if (ok()) status_ = absl::InvalidArgumentError(message);
  }

  const JsonDocument& json_;
  ModelJsonReader& in_;
  absl::Status& status_;
};

class Holder : public CharacterOfJson {
 public:
  explicit Holder(JsonDocument json) : json_(std::move(json)), in_(json_) {}

  absl::Status Read() {
    absl::Status status;
    Reader reader(json_, in_, status);
    in_.OnlyMembers(JsonDocument::kRoot, kCharacterRootKeys);
    const JsonNode root = in_.Member(JsonDocument::kRoot, "character");
    in_.OnlyMembers(root, kCharacterKeys);
    const std::string_view dialect = in_.Name(in_.Member(root, "dialect"));
    const auto found = std::ranges::find(kDialects, dialect, &m3d::DialectName);
    if (!in_.ok()) return in_.status();
    if (found == kDialects.end()) {
      return absl::InvalidArgumentError(
          "/character/dialect: D3D12, D3D11, dashed or D3D10 is expected");
    }
    character.dialect = *found;
    for (const JsonNode node : in_.Elements(in_.Member(root, "materials"))) {
      if (!reader.ok()) break;
      character.materials.push_back(
          reader.ReadMaterial(node, character.dialect));
    }
    reader.ReadSubsets(root, character.subsets);
    reader.ReadArrays(m3d::kVertexArrays, root, character.vertices);
    reader.ReadArrays(m3d::kCharacterArrays, root, character);
    for (const JsonNode node : in_.Elements(in_.Member(root, "clips"))) {
      if (!reader.ok()) break;
      character.clips.push_back(reader.ReadClip(node));
    }
    return in_.ok() ? status : in_.status();
  }

 private:
  JsonDocument json_;
  ModelJsonReader in_;
};

}  // namespace

void WriteCharacterJson(const Character& c, PieceWriter& out) {
  JsonWriter json(kModelJson, out);
  json.BeginObject();
  json.Field("clipguard", kCharacterKind);
  json.BeginObject("character");
  json.Field("dialect", m3d::DialectName(c.dialect));
  json.BeginArray("materials");
  for (const Material& material : c.materials) {
    json.BeginObject();
    m3d::ForEachMaterialField(material,
                              [&](std::string_view key, const auto& value) {
                                json.Key(key);
                                Write(value, json);
                              });
    json.EndObject();
  }
  json.EndArray();
  WriteSubsets(c.subsets, json);
  WriteArrays(m3d::kVertexArrays, c.vertices, json);
  WriteArrays(m3d::kCharacterArrays, c, json);
  json.BeginArray("clips");
  for (const Clip& clip : c.clips) {
    json.BeginObject();
    json.Field("name", clip.name);
    WriteArrays(m3d::kClipArrays, clip, json);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  json.EndObject();
  out.text() += '\n';
}

absl::StatusOr<std::unique_ptr<CharacterOfJson>> ReadCharacterJson(
    std::span<const uint8_t> bytes, const Limits& limits) {
  if (KindOfModelJson(bytes) != kCharacterKind) {
    return absl::InvalidArgumentError(
        "this is no character, nor the JSON of one");
  }
  absl::StatusOr<JsonDocument> json = ReadModelJson(bytes, limits);
  if (!json.ok()) return json.status();
  auto holder = std::make_unique<Holder>(*std::move(json));
  if (absl::Status s = holder->Read(); !s.ok()) return s;
  return holder;
}

}  // namespace clipguard::actions
