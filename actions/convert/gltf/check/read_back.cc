// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reads .glb files with tinygltf, a library of others, and compares their
// samplers at 1,000 random times a curve with the recordings that they are of:
//
//   read_back RECORDING GLB [RECORDING GLB]...
//
// Of a .glb of something else, whose RECORDING is "-", only that it can be read
// is checked. tools/check_gltf.sh calls it.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "actions/convert/gltf/check/glb_check.h"
#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "tiny_gltf.h"

namespace clipguard::actions::gltf {
namespace {

constexpr size_t kTimes = 1000;

std::vector<uint8_t> Read(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return std::vector<uint8_t>(std::istreambuf_iterator<char>(in), {});
}

std::vector<float> Floats(const tinygltf::Model& model, int accessor) {
  const auto& of = model.accessors.at(static_cast<size_t>(accessor));
  const auto& view = model.bufferViews.at(static_cast<size_t>(of.bufferView));
  const auto& buffer = model.buffers.at(static_cast<size_t>(view.buffer));
  std::vector<float> floats(
      of.count * static_cast<size_t>(tinygltf::GetNumComponentsInType(
                     static_cast<uint32_t>(of.type))));
  if (view.byteOffset + of.byteOffset + floats.size() * sizeof(float) >
      buffer.data.size()) {
    return {};
  }
  std::memcpy(floats.data(),
              buffer.data.data() + view.byteOffset + of.byteOffset,
              floats.size() * sizeof(float));
  return floats;
}

CheckedGlb Channels(const tinygltf::Model& model) {
  CheckedGlb glb;
  for (const auto& animation : model.animations) {
    for (const auto& channel : animation.channels) {
      const auto& sampler =
          animation.samplers.at(static_cast<size_t>(channel.sampler));
      const auto& node =
          model.nodes.at(static_cast<size_t>(channel.target_node));
      glb.channels.push_back(
          {animation.name, static_cast<size_t>(channel.target_node), node.name,
           channel.target_path, sampler.interpolation,
           Floats(model, sampler.input), Floats(model, sampler.output)});
    }
  }
  const auto& extras = model.asset.extras;
  if (extras.Has("clipguard") && extras.Get("clipguard").Has("largestError")) {
    const auto& claims = extras.Get("clipguard");
    glb.largest_error = claims.Get("largestError").GetNumberAsDouble();
    glb.largest_error_degrees =
        claims.Get("largestErrorDegrees").GetNumberAsDouble();
  }
  return glb;
}

// What is wrong; empty: nothing.
std::string Check(const char* recording, const char* path, size_t& channels) {
  tinygltf::TinyGLTF reader;
  tinygltf::Model model;
  std::string error;
  std::string warning;
  if (!reader.LoadBinaryFromFile(&model, &error, &warning, path)) {
    return "tinygltf: " + error;
  }
  if (!warning.empty()) return "tinygltf warns: " + warning;
  const CheckedGlb glb = Channels(model);
  channels += glb.channels.size();
  if (std::strcmp(recording, "-") == 0) return {};
  const std::vector<uint8_t> bytes = Read(recording);
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
  if (!view) return "the recording cannot be read";
  return WhatDiffers(*view, glb, kTimes);
}

}  // namespace
}  // namespace clipguard::actions::gltf

int main(int argc, char** argv) {
  size_t channels = 0;
  int bad = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string fault =
        clipguard::actions::gltf::Check(argv[i], argv[i + 1], channels);
    if (fault.empty()) continue;
    std::printf("%s: %s\n", argv[i + 1], fault.c_str());
    ++bad;
  }
  std::printf("%d files read back, %zu channels, %d bad\n", (argc - 1) / 2,
              channels, bad);
  return bad == 0 && argc > 2 ? 0 : 1;
}
