// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reading .m3d characters: one made here, and a real one if CLIPGUARD_DATA is
// set; with and without what Validate() adds, beside rivals. Their results are
// compared with ours before they are timed.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/rivals/m3d/m3d_rival.h"
#include "bench/workloads/character_text.h"
#include "bench/workloads/plain_read.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard::bench {
namespace {

using m3d::Character;
using Bytes = std::span<const uint8_t>;

struct Subject {
  std::string name;
  // Empty if there is no such file.
  const std::string& (*text)();
};

Bytes BytesOf(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

const std::string& Synthetic() {
  static const std::string text = MakeCharacterText({});
  return text;
}

const std::string& Soldier() {
  static const std::string text = [] {
    const char* data = std::getenv("CLIPGUARD_DATA");
    if (data == nullptr) return std::string();
    std::ifstream in(std::string(data) + "/m3d/real/soldier.m3d",
                     std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in),
                       std::istreambuf_iterator<char>());
  }();
  return text;
}

// ---- Checks -----------------------------------------------------------------

// Whether two lists of plain numbers have the same bits.
template <typename A, typename B>
bool SameLists(const A& a, const B& b) {
  return std::ranges::equal(std::as_bytes(std::span(a)),
                            std::as_bytes(std::span(b)));
}

// The same of two things that hold nothing but numbers.
template <typename A, typename B>
bool SameBits(const A& a, const B& b) {
  return SameLists(std::span(&a, 1), std::span(&b, 1));
}

bool Same(const m3d::Material& a, const M3dRivalMaterial& b) {
  const auto* look = std::get_if<m3d::D3D12Look>(&a.look);
  return look != nullptr && a.name == b.name && a.diffuse == b.diffuse &&
         look->fresnel0 == b.fresnel0 && look->roughness == b.roughness &&
         a.alpha_clip == b.alpha_clip && a.type == b.type &&
         a.diffuse_map == b.diffuse_map && a.normal_map == b.normal_map;
}

bool SameVertex(const m3d::Vertices& a, size_t i, const M3dRivalVertex& b) {
  return SameBits(a.positions[i], b.position) &&
         SameBits(a.tangents[i], b.tangent) &&
         SameBits(a.normals[i], b.normal) &&
         SameBits(a.tex_coords[i], b.tex_coord) &&
         SameBits(a.blend_weights[i], b.weights) &&
         SameBits(a.blend_indices[i], b.bones);
}

bool SameClip(const m3d::Clip& a, const M3dRivalClip& b) {
  size_t i = 0;
  for (const auto& keys : b) {
    for (const M3dRivalKey& key : keys) {
      if (i == a.keys() || !SameBits(a.times[i], key.time) ||
          !SameBits(a.translations[i], key.translation) ||
          !SameBits(a.scales[i], key.scale) ||
          !SameBits(a.rotations[i], key.rotation)) {
        return false;
      }
      ++i;
    }
  }
  return i == a.keys();
}

bool Same(const Character& a, const M3dRivalCharacter& b) {
  for (size_t i = 0; i < b.vertices.size(); ++i) {
    if (i >= a.vertices.positions.size() ||
        !SameVertex(a.vertices, i, b.vertices[i])) {
      return false;
    }
  }
  const auto same = [](const auto& x, const auto& y) { return Same(x, y); };
  const auto same_bits = [](const auto& x, const auto& y) {
    return SameBits(x, y);
  };
  const auto same_clip = [](const m3d::Clip& x, const auto& y) {
    return x.name == y.first && SameClip(x, y.second);
  };
  return a.vertices.positions.size() == b.vertices.size() &&
         std::ranges::equal(a.materials, b.materials, same) &&
         std::ranges::equal(a.subsets, b.subsets, same_bits) &&
         SameLists(a.triangles, b.indices) &&
         SameLists(a.bone_offsets, b.bone_offsets) &&
         SameLists(a.parents, b.parents) &&
         std::ranges::equal(a.clips, b.clips, same_clip);
}

Character ReadAndChecked(const Subject& subject) {
  FindingList findings;
  auto character = m3d::ReadAndValidate(BytesOf(subject.text()), {}, findings);
  if (!character) Fail(subject.name, "the character is not found sound");
  return *std::move(character);
}

// ---- Benchmarks -------------------------------------------------------------

// Every iteration starts from nothing, as a program that loads a file does.
void Read(benchmark::State& state, const Subject& subject) {
  ReadAndChecked(subject);
  for (auto _ : state) {
    FindingList findings;
    benchmark::DoNotOptimize(
        m3d::ReadCharacter(BytesOf(subject.text()), {}, findings));
  }
  SetBytes(state, subject.text().size());
}

void ReadValidate(benchmark::State& state, const Subject& subject) {
  ReadAndChecked(subject);
  for (auto _ : state) {
    FindingList findings;
    benchmark::DoNotOptimize(
        m3d::ReadAndValidate(BytesOf(subject.text()), {}, findings));
  }
  SetBytes(state, subject.text().size());
}

void ReadByRival(benchmark::State& state, const Subject& subject,
                 const M3dRival& rival) {
  M3dRivalCharacter checked;
  if (!rival.read(BytesOf(subject.text()), checked) ||
      !Same(ReadAndChecked(subject), checked)) {
    Fail(rival.name, "the character is not the one that clipguard reads");
  }
  for (auto _ : state) {
    M3dRivalCharacter character;
    rival.read(BytesOf(subject.text()), character);
    benchmark::DoNotOptimize(character.indices.data());
  }
  SetBytes(state, subject.text().size());
}

void ReadPlainly(benchmark::State& state, const Subject& subject) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(PlainRead(BytesOf(subject.text())));
  }
  SetBytes(state, subject.text().size());
}

void RegisterSubject(const Subject& subject) {
  Register("M3dReadAndValidate/" + subject.name + "/clipguard",
           [=](benchmark::State& state) { ReadValidate(state, subject); });
  Register("M3dRead/" + subject.name + "/clipguard",
           [=](benchmark::State& state) { Read(state, subject); });
  for (const M3dRival& rival : M3dRivals()) {
    Register(
        "M3dRead/" + subject.name + "/" + rival.name,
        [=](benchmark::State& state) { ReadByRival(state, subject, rival); });
  }
  Register("PlainRead/m3d-" + subject.name,
           [=](benchmark::State& state) { ReadPlainly(state, subject); });
}

}  // namespace

void RegisterM3dBenchmarks() {
  RegisterSubject({"synthetic", &Synthetic});
  if (!Soldier().empty()) RegisterSubject({"soldier", &Soldier});
}

}  // namespace clipguard::bench
