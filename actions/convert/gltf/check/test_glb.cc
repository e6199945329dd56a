// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/check/test_glb.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/test_tracks.h"
#include "actions/convert/rig/quaternion.h"
#include "gtest/gtest.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "tiny_gltf.h"

namespace clipguard::actions::gltf {
namespace {

using mrtk::CurveSlot;

class Checker {
 public:
  explicit Checker(LoadedGlb& glb) : glb_(glb), model_(glb.model) {}

  void Check() {
    CheckAccessors();
    CheckNodes();
    for (const tinygltf::Animation& animation : model_.animations) {
      CheckAnimation(animation);
    }
    for (const tinygltf::Skin& skin : model_.skins) {
      Demand(glb_.Floats(skin.inverseBindMatrices).size() ==
                 16 * skin.joints.size(),
             "inverse bind matrices");
      for (const int joint : skin.joints) {
        Demand(IsOf(joint, model_.nodes), "joint");
      }
    }
  }

 private:
  bool Demand(bool holds, std::string_view what, size_t index = 0) {
    if (!holds && glb_.fault.empty()) {
      glb_.fault = absl::StrFormat("%s %d", what, index);
    }
    return holds;
  }

  template <typename List>
  static bool IsOf(int index, const List& list) {
    return index >= 0 && static_cast<size_t>(index) < list.size();
  }

  // Each has a view for itself, which is aligned.
  void CheckAccessors() {
    for (size_t i = 0; i < model_.accessors.size(); ++i) {
      const tinygltf::Accessor& accessor = model_.accessors[i];
      const int components = tinygltf::GetNumComponentsInType(accessor.type);
      const int width =
          tinygltf::GetComponentSizeInBytes(accessor.componentType);
      if (!Demand(IsOf(accessor.bufferView, model_.bufferViews), "view", i)) {
        return;
      }
      const auto& view = model_.bufferViews[accessor.bufferView];
      const size_t size = accessor.count * components * width;
      if (!Demand(size > 0 && view.byteLength == size &&
                      view.byteOffset % 4 == 0 &&
                      view.byteOffset + size <= model_.buffers[0].data.size(),
                  "accessor", i) ||
          accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT) {
        continue;
      }
      const std::vector<float> floats = glb_.Floats(static_cast<int>(i));
      Demand(
          std::ranges::all_of(floats, [](float x) { return std::isfinite(x); }),
          "a value of accessor", i);
      for (size_t c = 0; c < accessor.minValues.size(); ++c) {
        double least = floats[c];
        double most = floats[c];
        for (size_t k = c; k < floats.size(); k += components) {
          least = std::min<double>(least, floats[k]);
          most = std::max<double>(most, floats[k]);
        }
        Demand(accessor.minValues[c] == least && accessor.maxValues[c] == most,
               "least and most of accessor", i);
      }
    }
  }

  // A child comes after its parent, so there are no circles.
  void CheckNodes() {
    std::set<int> below;
    for (size_t i = 0; i < model_.nodes.size(); ++i) {
      Demand(!model_.nodes[i].name.empty(), "name of node", i);
      for (const int child : model_.nodes[i].children) {
        Demand(child > static_cast<int>(i) && IsOf(child, model_.nodes) &&
                   below.insert(child).second,
               "a child of node", i);
      }
    }
    for (const int root : model_.scenes.at(0).nodes) {
      Demand(IsOf(root, model_.nodes) && !below.contains(root), "root");
    }
  }

  void CheckAnimation(const tinygltf::Animation& animation) {
    std::set<std::pair<int, std::string>> targets;
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
      const size_t index = glb_.channels.size();
      if (!Demand(IsOf(channel.sampler, animation.samplers) &&
                      IsOf(channel.target_node, model_.nodes) &&
                      targets.emplace(channel.target_node, channel.target_path)
                          .second,
                  "channel", index)) {
        return;
      }
      const auto& sampler = animation.samplers[channel.sampler];
      const GlbChannel& read = glb_.channels.emplace_back(
          GlbChannel{animation.name, static_cast<size_t>(channel.target_node),
                     model_.nodes[channel.target_node].name,
                     channel.target_path, sampler.interpolation,
                     glb_.Floats(sampler.input), glb_.Floats(sampler.output)});
      const bool is_cubic = read.interpolation == "CUBICSPLINE";
      const size_t width = read.components() * (is_cubic ? 3 : 1);
      Demand(!read.times.empty() && read.times[0] >= 0 &&
                 (read.times.size() > 1 || !is_cubic) &&
                 std::ranges::adjacent_find(read.times, std::greater_equal()) ==
                     read.times.end() &&
                 read.values.size() == read.times.size() * width,
             "keyframes of channel", index);
      for (size_t i = is_cubic ? 4 : 0;
           read.path == "rotation" && i + 4 <= read.values.size(); i += width) {
        Turn q;
        std::copy_n(read.values.begin() + static_cast<std::ptrdiff_t>(i), 4,
                    q.begin());
        Demand(std::abs(Dot(q, q) - 1) < 1e-6, "a quaternion of channel",
               index);
      }
    }
  }

  LoadedGlb& glb_;
  const tinygltf::Model& model_;
};

// The curves of a channel: a state's, or the three or four of a pose or ray.
std::optional<std::vector<mrtk::CurveView>> CurvesOf(
    const mrtk::InputAnimationView& view, const GlbChannel& channel) {
  // hand_left_IndexTip is hands.left.IndexTip.
  std::string path = channel.node;
  if (path.starts_with("hand_")) {
    path = "hands" + path.substr(4);
    std::ranges::replace(path, '_', '.');
  }
  if (path == "gaze_direction") path = "gaze.direction";
  if (channel.interpolation != "STEP") {
    path += channel.node == "gaze"             ? ".origin.x"
            : channel.node == "gaze_direction" ? ".x"
            : channel.path == "translation"    ? ".position.x"
                                               : ".rotation.x";
  }
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    if (CurveSlot(i).Path() != path) continue;
    const size_t count =
        channel.interpolation == "STEP" ? 1 : channel.components();
    std::vector<mrtk::CurveView> curves;
    for (size_t c = 0; c < count; ++c) {
      curves.push_back(view.curve(CurveSlot(i + c)));
    }
    return curves;
  }
  return std::nullopt;
}

}  // namespace

std::vector<float> GlbChannel::Places() const {
  std::vector<float> places = {times[0]};
  for (size_t i = 1; i < times.size(); ++i) {
    const double from = times[i - 1];
    for (int place = 1; place <= kPlaces; ++place) {
      places.push_back(
          static_cast<float>(from + (times[i] - from) * place / kPlaces));
    }
  }
  return places;
}

Turn GlbChannel::At(float time, Player player) const {
  const size_t size = components();
  const auto next = static_cast<size_t>(std::ranges::upper_bound(times, time) -
                                        times.begin());
  const auto key = [&](size_t i) {
    Turn value = {};
    for (size_t c = 0; c < size; ++c) value[c] = values[size * i + c];
    return value;
  };
  if (next == 0) return key(0);
  if (next == times.size()) return key(next - 1);
  const double from = times[next - 1];
  const double u = (double{time} - from) / (double{times[next]} - from);
  const Turn value = Joined(key(next - 1), key(next), size, u, player);
  return size == 4 ? UnitOr(value, kNoTurn) : value;
}

double LoadedGlb::Claim(const std::string& name) const {
  const tinygltf::Value& claims = model.asset.extras.Get("clipguard");
  return claims.Has(name) ? claims.Get(name).GetNumberAsDouble() : 0;
}

std::vector<float> LoadedGlb::Floats(int accessor) const {
  const tinygltf::Accessor& of = model.accessors.at(accessor);
  const tinygltf::BufferView& view = model.bufferViews.at(of.bufferView);
  const std::vector<unsigned char>& data = model.buffers.at(view.buffer).data;
  std::vector<float> floats(of.count *
                            tinygltf::GetNumComponentsInType(of.type));
  const size_t size = floats.size() * sizeof(float);
  if (of.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT || size == 0 ||
      view.byteOffset + size > data.size()) {
    return {};
  }
  std::memcpy(floats.data(), &data[view.byteOffset], size);
  return floats;
}

std::vector<uint32_t> LoadedGlb::Integers(int accessor) const {
  const tinygltf::Accessor& of = model.accessors.at(accessor);
  const size_t width = tinygltf::GetComponentSizeInBytes(of.componentType);
  const unsigned char* next = &model.buffers.at(0).data.at(
      model.bufferViews.at(of.bufferView).byteOffset);
  std::vector<uint32_t> integers(of.count *
                                 tinygltf::GetNumComponentsInType(of.type));
  for (uint32_t& integer : integers) {
    std::memcpy(&integer, next, width);
    next += width;
  }
  return integers;
}

std::string LoadedGlb::ParentOf(size_t node) const {
  for (const tinygltf::Node& parent : model.nodes) {
    if (std::ranges::count(parent.children, static_cast<int>(node)) != 0) {
      return parent.name;
    }
  }
  return "";
}

size_t LoadedGlb::Node(std::string_view name) const {
  for (size_t i = 0; i < model.nodes.size(); ++i) {
    if (model.nodes[i].name == name) return i;
  }
  ADD_FAILURE() << "no node " << name;
  return 0;
}

const GlbChannel* LoadedGlb::Find(std::string_view node,
                                  std::string_view path) const {
  const auto found = std::ranges::find_if(channels, [&](const GlbChannel& c) {
    return c.node == node && c.path == path;
  });
  return found == channels.end() ? nullptr : &*found;
}

LoadedGlb LoadGlb(std::span<const uint8_t> bytes) {
  LoadedGlb glb;
  std::string warning;
  const bool is_read = tinygltf::TinyGLTF().LoadBinaryFromMemory(
      &glb.model, &glb.fault, &warning, bytes.data(),
      static_cast<unsigned>(bytes.size()));
  glb.fault += warning;
  if (!is_read && glb.fault.empty()) glb.fault = "tinygltf does not read it";
  if (glb.fault.empty()) Checker(glb).Check();
  return glb;
}

Faces FacesOf(const LoadedGlb& glb) {
  Faces faces;
  for (const tinygltf::Mesh& mesh : glb.model.meshes) {
    for (const tinygltf::Primitive& primitive : mesh.primitives) {
      const auto normal = primitive.attributes.find("NORMAL");
      if (normal == primitive.attributes.end()) continue;
      const std::vector<float> normals = glb.Floats(normal->second);
      const std::vector<float> places =
          glb.Floats(primitive.attributes.at("POSITION"));
      const std::vector<uint32_t> indices = glb.Integers(primitive.indices);
      const auto row = [](const std::vector<float>& rows, size_t i) {
        return Place{rows.at(3 * i), rows.at(3 * i + 1), rows.at(3 * i + 2)};
      };
      for (size_t i = 0; i + 3 <= indices.size(); i += 3) {
        const auto corners = std::span(indices).subspan(i, 3);
        const Place first = row(places, corners[0]);
        const Place front = Cross(Minus(row(places, corners[1]), first),
                                  Minus(row(places, corners[2]), first));
        double way = 0;
        for (const uint32_t c : corners) way += Dot(front, row(normals, c));
        if (way > 0) ++faces.with_normals;
        if (way < 0) ++faces.against_normals;
      }
    }
  }
  return faces;
}

Track TrackOf(const GlbChannel& channel, const LoadedGlb& glb) {
  Track track;
  track.interpolation = channel.interpolation == "STEP" ? Interpolation::kStep
                        : channel.interpolation == "LINEAR"
                            ? Interpolation::kLinear
                            : Interpolation::kCubicSpline;
  track.times = FloatList(channel.times);
  track.values = FloatList(channel.values);
  track.bound = glb.Claim(channel.path == "rotation" ? "largestErrorDegrees"
                                                     : "largestError");
  return track;
}

std::string WhatDiffers(const mrtk::InputAnimationView& view,
                        const LoadedGlb& glb, int places) {
  for (const GlbChannel& channel : glb.channels) {
    const auto curves = CurvesOf(view, channel);
    const double excess = curves ? ExcessOf(TrackOf(channel, glb), *curves,
                                            view.Duration(), places)
                                 : 0;
    if (!curves || !(excess <= 0)) {
      return absl::StrCat(channel.node, ".", channel.path, " by ", excess);
    }
  }
  return "";
}

}  // namespace clipguard::actions::gltf

// tinygltf's own vectors are not annotated, and share functions with those of a
// test: reports of container-overflow would be false.
extern "C" const char* __asan_default_options() {
  return "detect_container_overflow=0";
}
