// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/workloads/character_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

#include "bench/workloads/workloads.h"

namespace clipguard::bench {
namespace {

constexpr uint64_t kSeed = 3000;
constexpr int kDigits = 7;
constexpr double kSecondsPerKey = 1.0 / 60;

class TextWriter {
 public:
  explicit TextWriter(const CharacterShape& shape) : shape_(shape) {}

  std::string Write() {
    Banner("m3d-File-Header");
    Count("#Materials", shape_.materials);
    Count("#Vertices", shape_.vertices);
    Count("#Triangles", shape_.triangles);
    Count("#Bones", shape_.bones);
    Count("#AnimationClips", 1);
    Banner("Materials");
    for (size_t i = 0; i < shape_.materials; ++i) Material(i);
    Banner("SubsetTable");
    for (size_t i = 0; i < shape_.materials; ++i) Subset(i);
    Banner("Vertices");
    for (size_t i = 0; i < shape_.vertices; ++i) Vertex();
    Banner("Triangles");
    for (size_t i = 0; i < shape_.materials; ++i) Triangles(i);
    Banner("BoneOffsets");
    for (size_t i = 0; i < shape_.bones; ++i) BoneOffset(i);
    Banner("BoneHierarchy");
    for (size_t i = 0; i < shape_.bones; ++i) {
      Put("ParentIndexOfBone" + std::to_string(i) + ": ");
      Put(i == 0 ? "-1" : std::to_string(i - 1 - random_.Bits() % i));
      Put("\n");
    }
    Banner("AnimationClips");
    Put("AnimationClip Take1\n{\n");
    for (size_t i = 0; i < shape_.bones; ++i) Bone(i);
    Put("}\n");
    return text_;
  }

 private:
  void Put(std::string_view text) { text_ += text; }

  void Banner(std::string_view name) {
    if (!text_.empty()) Put("\n");
    const std::string stars(15, '*');
    text_ += stars + std::string(name) + stars + "\n";
  }

  void Count(std::string_view label, size_t count) {
    Put(label);
    Put(" " + std::to_string(count) + "\n");
  }

  // A label, and numbers as "%.7G" prints them.
  void Numbers(std::string_view label, std::span<const double> numbers) {
    Put(label);
    for (double number : numbers) {
      char digits[32];
      const auto [end, error] =
          std::to_chars(std::begin(digits), std::end(digits), number,
                        std::chars_format::general, kDigits);
      std::replace(digits, end, 'e', 'E');
      Put(" ");
      Put({digits, end});
    }
  }

  void Line(std::string_view label, std::span<const double> numbers) {
    Numbers(label, numbers);
    Put("\n");
  }

  // In [-size, size).
  double Any(double size) { return (2 * random_.Unit() - 1) * size; }

  // Mostly of an ordinary size, sometimes next to nothing.
  double Component() {
    return random_.Bits() % 16 == 0 ? Any(1e-7) : random_.Normal();
  }

  template <size_t kSize>
  std::array<double, kSize> Unit() {
    std::array<double, kSize> unit;
    double squared = 0;
    for (double& x : unit) {
      x = Component();
      squared += x * x;
    }
    if (squared < 1e-3) {
      unit = {1};
      squared = 1;
    }
    for (double& x : unit) x /= std::sqrt(squared);
    return unit;
  }

  // The first of material `i`'s share of so many.
  size_t Share(size_t total, size_t i) const {
    return total * i / shape_.materials;
  }

  void Material(size_t i) {
    const std::string name = "soldier_part" + std::to_string(i);
    Put("Name: " + name + "\n");
    Line("Diffuse:", std::array{1.0, 1.0, 0.8});
    Line("Fresnel0:", std::array{0.05, 0.05, 0.05});
    Line("Roughness:", std::array{0.5});
    Put("AlphaClip: 0\nMaterialTypeName: Skinned\n");
    Put("DiffuseMap: " + name + "_diff.dds\n");
    Put("NormalMap: " + name + "_norm.dds\n\n");
  }

  void Subset(size_t i) {
    const auto share = [&](std::string_view start, std::string_view count,
                           size_t total) {
      const size_t first = Share(total, i);
      Put(start);
      Put(std::to_string(first));
      Put(count);
      Put(std::to_string(Share(total, i + 1) - first));
    };
    Put("SubsetID: " + std::to_string(i));
    share(" VertexStart: ", " VertexCount: ", shape_.vertices);
    share(" FaceStart: ", " FaceCount: ", shape_.triangles);
    Put("\n");
  }

  void Vertex() {
    Line("Position:", std::array{Any(40), Any(80), Any(15)});
    const auto tangent = Unit<3>();
    Line("Tangent:", std::array{tangent[0], tangent[1], tangent[2],
                                random_.Bits() % 2 == 0 ? 1.0 : -1.0});
    Line("Normal:", Unit<3>());
    Line("Tex-Coords:", std::array{random_.Unit(), random_.Unit()});
    // A vertex has one, two or three bones.
    const uint64_t bones = random_.Bits() % 3;
    const double second = bones == 0 ? 0 : random_.Unit() / 2;
    const double third = bones < 2 ? 0 : random_.Unit() / 4;
    Line("BlendWeights:", std::array{1 - second - third, second, third, 0.0});
    Put("BlendIndices:");
    for (uint64_t i = 0; i < 4; ++i) {
      const uint64_t bone = i > bones ? 0 : random_.Bits() % shape_.bones;
      Put(" " + std::to_string(bone));
    }
    Put("\n\n");
  }

  // Those of a material, of its vertices.
  void Triangles(size_t material) {
    const size_t first = Share(shape_.vertices, material);
    const size_t count = Share(shape_.vertices, material + 1) - first;
    const size_t end = Share(shape_.triangles, material + 1);
    for (size_t i = Share(shape_.triangles, material); i < end; ++i) {
      const size_t corner = random_.Bits() % count;
      for (size_t step : {0, 1, 2}) {
        Put(std::to_string(first + (corner + step) % count));
        Put(step == 2 ? "\n" : " ");
      }
    }
  }

  void BoneOffset(size_t i) {
    // A rotation by a unit quaternion, and a translation.
    const auto [x, y, z, w] = Unit<4>();
    Line("BoneOffset" + std::to_string(i),
         std::array{
             1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w),
             0.0, 2 * (x * y - z * w), 1 - 2 * (x * x + z * z),
             2 * (y * z + x * w), 0.0, 2 * (x * z + y * w), 2 * (y * z - x * w),
             1 - 2 * (x * x + y * y), 0.0, Any(50), Any(50), Any(50), 1.0});
  }

  void Bone(size_t i) {
    const size_t first = shape_.keys * i / shape_.bones;
    const size_t count = shape_.keys * (i + 1) / shape_.bones - first;
    Put("\tBone" + std::to_string(i));
    Count(" #Keyframes:", count);
    Put("\t{\n");
    for (size_t key = 0; key < count; ++key) {
      Numbers("\t\tTime:",
              std::array{static_cast<double>(key) * kSecondsPerKey});
      Numbers(" Pos:", std::array{Any(40), Any(5), Any(1e-5)});
      Numbers(" Scale:", std::array{1.0, 1.0, 1.0});
      Line(" Quat:", Unit<4>());
    }
    Put("\t}\n\n");
  }

  const CharacterShape& shape_;
  Random random_{kSeed};
  std::string text_;
};

}  // namespace

std::string MakeCharacterText(const CharacterShape& shape) {
  return TextWriter(shape).Write();
}

}  // namespace clipguard::bench
