// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// `diff` notices a change of any field of a file, and so does its JSON. The
// fields are those of each format's table, so a new field is tested here, too.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "actions/convert/forms/character_json.h"
#include "actions/convert/forms/recording_json.h"
#include "actions/diff/characters.h"
#include "actions/diff/comparison.h"
#include "actions/diff/forge.h"
#include "actions/diff/recordings.h"
#include "base/named_fields.h"
#include "base/piece_writer.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "parser/m3d/character.h"
#include "parser/m3d/field_names.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/key_fields.h"
#include "parser/mrtk/test_files.h"

namespace clipguard::actions {
namespace {

bool SaysSame(const Comparison& comparison) {
  return comparison.count() == 0 && comparison.notes() == 0 &&
         comparison.gap_count() == 0;
}

template <typename Model, typename Write>
std::string TextBy(const Model& model, const Write& write) {
  std::string text;
  auto take = [&](std::span<const uint8_t> bytes) {
    text.append(bytes.begin(), bytes.end());
  };
  PieceWriter out(take);
  write(model, out);
  out.Flush();
  return text;
}

// ---- Recordings -------------------------------------------------------------

// A recording of which one field of one key is another one, as its file.
std::vector<uint8_t> RecordingWith(std::optional<size_t> field) {
  mrtk::InputAnimation animation = mrtk::MakeRecording({.keys = 4});
  auto& curve = animation.curve(mrtk::CurveSlot::Camera(mrtk::kPositionX));
  for (mrtk::Keyframe& key : curve.keys) {
    key.in_weight = key.out_weight = 0.25F;
  }
  size_t number = 0;
  ForEachNamed(mrtk::kKeyFields, curve.keys[2],
               [&](std::string_view, auto& value) {
                 if (number++ != field) return;
                 // Times go on ascending; of modes, 3 becomes 2.
                 if constexpr (std::is_same_v<decltype(value), float&>) {
                   value += 0x1p-10F;
                 } else {
                   value ^= 1;
                 }
               });
  return mrtk::MustWrite(animation, mrtk::kFull11);
}

TEST(FieldsTest, OfAKey) {
  const std::vector<uint8_t> before = RecordingWith(std::nullopt);
  FindingList findings;
  const auto a = mrtk::ReadInputAnimation(before, {}, findings);
  ASSERT_TRUE(a);
  ASSERT_TRUE(SaysSame(CompareRecordings(*a, *a)));
  for (size_t i = 0; i < mrtk::kKeyFieldNames.size(); ++i) {
    const std::vector<uint8_t> after = RecordingWith(i);
    const auto b = mrtk::ReadInputAnimation(after, {}, findings);
    ASSERT_TRUE(b);
    const std::string_view name = mrtk::kKeyFieldNames[i];
    EXPECT_FALSE(SaysSame(CompareRecordings(*a, *b))) << name;
    EXPECT_NE(TextBy(*a, WriteRecordingJson), TextBy(*b, WriteRecordingJson))
        << name;
  }
}

// ---- Characters -------------------------------------------------------------

// Makes a value another one by its last component, and a sound character
// another sound one.
void Change(bool& value) { value = !value; }
void Change(float& value) { value += 0.25F; }
void Change(std::string_view& value) { value = "another"; }
void Change(uint64_t& value) { --value; }
void Change(int32_t& value) { value = value == 0 ? 1 : 0; }
void Change(m3d::Float2& value) { Change(value.y); }
void Change(m3d::Float3& value) { Change(value.z); }
void Change(m3d::Float4& value) { Change(value.w); }
void Change(m3d::Matrix& value) { Change(value[15]); }
void Change(std::array<float, 3>& value) { Change(value[2]); }
void Change(std::array<uint8_t, 4>& value) { value[3] = value[3] == 0; }
void Change(std::array<uint32_t, 3>& value) { std::swap(value[1], value[2]); }
template <typename T, typename Allocator>
void Change(std::vector<T, Allocator>& values) {
  // Keys' times and first keys: changes the last but one, so that they ascend.
  Change(values[values.size() - (std::is_arithmetic_v<T> ? 2 : 1)]);
}

// Two bones with two keys each, and two triangles.
m3d::Character TwoBones(decltype(m3d::Material::look) look) {
  m3d::Character c;
  c.materials.emplace_back().look = look;
  c.subsets.push_back({.vertex_count = 4, .face_count = 2});
  c.vertices.positions.assign(4, {0, 1, 2});
  c.vertices.tangents.assign(4, {1, 0, 0, 1});
  c.vertices.normals.assign(4, {0, 1, 0});
  c.vertices.tex_coords.assign(4, {0.5F, 0.5F});
  c.vertices.blend_weights.assign(4, {0.5F, 0.25F, 0.125F, 0.125F});
  c.vertices.blend_indices.assign(4, {0, 1, 0, 0});
  c.triangles.assign(2, {0, 1, 2});
  c.bone_offsets.assign(3, m3d::Matrix::Identity());
  c.parents = {-1, 0, 0};
  m3d::Clip& clip = c.clips.emplace_back();
  clip.name = "walk";
  clip.first_key = {0, 2, 4, 6};
  clip.times = {0, 1, 0, 1, 0, 1};
  clip.translations.assign(6, {1, 2, 3});
  clip.scales.assign(6, {1, 1, 1});
  clip.rotations.assign(6, {0, 0.6F, 0, 0.8F});
  return c;
}

// Calls visit(name, value) for all that has a name.
template <typename AnyCharacter, typename Visit>
void ForEachField(AnyCharacter& c, const Visit& visit) {
  m3d::ForEachMaterialField(c.materials[0], visit);
  ForEachNamed(m3d::kVertexArrays, c.vertices, visit);
  ForEachNamed(m3d::kCharacterArrays, c, visit);
  ForEachNamed(m3d::kClipArrays, c.clips[0], visit);
}

TEST(FieldsTest, OfACharacter) {
  for (const auto& look :
       {decltype(m3d::Material::look)(m3d::D3D12Look()),
        decltype(m3d::Material::look)(m3d::D3D12Look{{}, 0, true}),
        decltype(m3d::Material::look)(m3d::D3D11Look()),
        decltype(m3d::Material::look)(m3d::D3D10Look())}) {
    const m3d::Character a = TwoBones(look);
    ASSERT_TRUE(SaysSame(CompareCharacters(a, a)));
    const std::string json = TextBy(a, WriteCharacterJson);
    size_t fields = 0;
    ForEachField(a, [&](std::string_view, const auto&) { ++fields; });
    for (size_t i = 0; i < fields; ++i) {
      m3d::Character b = a;
      size_t number = 0;
      std::string_view changed;
      ForEachField(b, [&](std::string_view name, auto& value) {
        if (number++ != i) return;
        changed = name;
        Change(value);
      });
      EXPECT_NE(json, TextBy(b, WriteCharacterJson)) << changed;
      // A key of the next bone: its time does not fit, and no file has that.
      if (changed == "firstKeys") continue;
      EXPECT_FALSE(SaysSame(CompareCharacters(a, b))) << changed;
    }
  }
}

// ---- Forge ------------------------------------------------------------------

// A text, and the same in which something stands for what was there once.
struct Edit {
  std::string_view was;
  std::string_view is;
};

std::string Edited(std::string_view text, const Edit& edit) {
  std::string out(text);
  const size_t at = out.find(edit.was);
  EXPECT_NE(at, std::string::npos) << edit.was;
  return at == std::string::npos ? out
                                 : out.replace(at, edit.was.size(), edit.is);
}

// That each edit makes another file, for `compare` and in what is written.
template <typename Read, typename Compare, typename Write>
void ExpectNoticed(std::string_view text, const Read& read,
                   const Compare& compare, const Write& write,
                   const std::vector<Edit>& edits) {
  const auto a = read(text);
  ASSERT_TRUE(a);
  ASSERT_TRUE(SaysSame(compare(*a, *a)));
  const auto before = write(*a);
  ASSERT_TRUE(before.ok());
  for (const Edit& edit : edits) {
    const std::string edited = Edited(text, edit);
    const auto b = read(edited);
    ASSERT_TRUE(b) << edit.is;
    EXPECT_FALSE(SaysSame(compare(*a, *b))) << edit.is;
    const auto after = write(*b);
    ASSERT_TRUE(after.ok()) << edit.is;
    EXPECT_NE(*before, *after) << edit.is;
  }
}

constexpr std::string_view kArmature = R"({
  "joints": {"lid": {"0": [1]}},
  "clips": {"shake": {"loop": true, "joint_clips": {"lid": [
      {"variable": "offset_x", "type": "uniform", "interpolation": "linear",
       "samples": [0, 1]}]},
    "events": {"0.5": "creak"}}}})";

TEST(FieldsTest, OfAnArmature) {
  const auto read = [](std::string_view text) {
    FindingList findings;
    return forge::ReadArmature(text, {}, findings);
  };
  const auto compare = [](const auto& a, const auto& b) {
    return CompareArmatures(a, b);
  };
  const auto write = [](const auto& a) { return forge::WriteArmature(a); };
  ExpectNoticed(kArmature, read, compare, write,
                {
                    Edit{R"("0": [1])", R"("0": [0.5])"},
                    Edit{R"("0": [1])", R"("1": [1])"},
                    Edit{R"("shake")", R"("quake")"},
                    Edit{"true", "false"},
                    Edit{R"({"lid": [)", R"({"lip": [)"},
                    Edit{"offset_x", "offset_y"},
                    Edit{R"("linear")", R"("nearest")"},
                    Edit{"[0, 1]", "[0, 2]"},
                    Edit{"[0, 1]", "[0, 1, 1]"},
                    Edit{R"("0.5")", R"("0.25")"},
                    Edit{R"("creak")", R"("squeak")"},
                });
}

constexpr std::string_view kMachine = R"({
  "parameters": {"speed": ["+", 1]},
  "clips": {"still": "#identity", "moved": ["apply", "#lid", "#speed"],
            "lid": "mod:block/chest@lid"},
  "states": ["still", "moved"],
  "transitions": {"still": ["moved"]},
  "start_state": "still"})";

TEST(FieldsTest, OfAStateMachine) {
  const auto read = [](std::string_view text) {
    FindingList findings;
    return forge::ReadStateMachine(text, {}, findings);
  };
  const auto compare = [](const auto& a, const auto& b) {
    return CompareMachines(a, b);
  };
  const auto write = [](const auto& a) { return forge::WriteStateMachine(a); };
  ExpectNoticed(
      kMachine, read, compare, write,
      {
          Edit{R"({"speed")", R"({"pace": 0, "speed")"},
          Edit{R"("+", 1)", R"("+", 2)"},
          Edit{R"("+", 1)", R"("-", 1)"},
          Edit{"chest@lid", "chest@handle"},
          Edit{R"("#lid", "#speed")", R"("#lid", 1)"},
          Edit{R"(["still", "moved"])", R"(["moved", "still", "lid"])"},
          Edit{R"({"still": ["moved"]})", R"({"moved": "still"})"},
          Edit{R"("start_state": "still")", R"("start_state": "moved")"},
      });
}

}  // namespace
}  // namespace clipguard::actions
