// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/check/glb_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "rapidjson/document.h"
#include "rapidjson/pointer.h"

namespace clipguard::actions::gltf {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using rapidjson::Value;

uint32_t Load32(std::span<const uint8_t> bytes, size_t at) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + at, sizeof(value));
  return value;
}

class Checker {
 public:
  explicit Checker(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  CheckedGlb Check() {
    if (ReadChunks()) {
      CheckViews();
      CheckAccessors();
      CheckNodes();
      CheckMeshes();
      if (glb_.fault.empty()) ReadNodes();
      if (glb_.fault.empty()) CheckAnimations();
      ReadClaims();
    }
    return std::move(glb_);
  }

 private:
  bool Demand(bool holds, std::string_view what, size_t index = 0) {
    if (!holds && glb_.fault.empty()) {
      glb_.fault = absl::StrCat(std::string(what), " ", index);
    }
    return holds;
  }

  bool ReadChunks() {
    const size_t size = bytes_.size();
    if (!Demand(size >= 20 && size % 4 == 0, "size") ||
        !Demand(std::memcmp(bytes_.data(), "glTF\x02\0\0\0", 8) == 0, "head") ||
        !Demand(Load32(bytes_, 8) == size, "length") ||
        !Demand(std::memcmp(bytes_.data() + 16, "JSON", 4) == 0, "JSON")) {
      return false;
    }
    const size_t json = Load32(bytes_, 12);
    if (!Demand(json % 4 == 0 && json <= size - 20, "JSON length")) {
      return false;
    }
    document_.Parse<rapidjson::kParseFullPrecisionFlag |
                    rapidjson::kParseIterativeFlag>(
        reinterpret_cast<const char*>(bytes_.data()) + 20, json);
    if (!Demand(!document_.HasParseError() && document_.IsObject(), "JSON")) {
      return false;
    }
    std::span<const uint8_t> rest = bytes_.subspan(20 + json);
    if (!rest.empty()) {
      if (!Demand(rest.size() >= 8 && Load32(rest, 0) == rest.size() - 8 &&
                      std::memcmp(rest.data() + 4, "BIN\0", 4) == 0,
                  "BIN")) {
        return false;
      }
      binary_ = rest.subspan(8);
    }
    const Value& buffers = List("buffers");
    if (binary_.empty()) return Demand(buffers.Empty(), "no buffer");
    return Demand(buffers.Size() == 1 &&
                      Number(buffers[0], "byteLength") == binary_.size(),
                  "buffer");
  }

  // An empty list if there is none; there must not be one.
  const Value& List(const char* key) {
    static const Value* const kNone = new Value(rapidjson::kArrayType);
    if (!document_.HasMember(key)) return *kNone;
    Demand(document_[key].IsArray() && !document_[key].Empty(), key);
    return document_[key];
  }
  size_t Number(const Value& object, const char* key) {
    if (!Demand(object.HasMember(key) && object[key].IsUint(), key)) return 0;
    return object[key].GetUint();
  }

  void CheckViews() {
    size_t end = 0;
    const Value& views = List("bufferViews");
    for (unsigned i = 0; i < views.Size(); ++i) {
      const size_t offset = Number(views[i], "byteOffset");
      const size_t length = Number(views[i], "byteLength");
      Demand(length > 0 && offset >= end && offset % 4 == 0 &&
                 offset <= binary_.size() && length <= binary_.size() - offset,
             "view", i);
      if (!glb_.fault.empty()) return;
      end = offset + length;
      views_.push_back(binary_.subspan(offset, length));
    }
  }

  void CheckAccessors() {
    const Value& accessors = List("accessors");
    for (unsigned i = 0; i < accessors.Size() && glb_.fault.empty(); ++i) {
      CheckAccessor(accessors[i], i);
    }
  }

  void CheckAccessor(const Value& accessor, size_t index) {
    const size_t view = Number(accessor, "bufferView");
    const size_t count = Number(accessor, "count");
    const size_t type = Number(accessor, "componentType");
    const std::string shape = accessor["type"].GetString();
    const size_t components = shape == "SCALAR" ? 1
                              : shape == "MAT4"
                                  ? 16
                                  : static_cast<size_t>(shape.back() - '0');
    const size_t width = type == 5126 || type == 5125 ? 4
                         : type == 5123               ? 2
                                                      : 1;
    floats_.emplace_back();
    indices_.emplace_back();
    if (!Demand(view < views_.size() && count > 0 &&
                    views_[view].size() == count * components * width,
                "accessor", index) ||
        type != 5126) {
      if (glb_.fault.empty() && shape == "SCALAR") ReadIndices(view, width);
      return;
    }
    std::vector<float>& floats = floats_.back();
    floats.resize(count * components);
    std::memcpy(floats.data(), views_[view].data(), views_[view].size());
    for (const float value : floats) {
      Demand(std::isfinite(value), "a value of accessor", index);
    }
    if (!accessor.HasMember("min")) return;
    for (size_t c = 0; c < components; ++c) {
      double least = kInf;
      double most = -kInf;
      for (size_t k = c; k < floats.size(); k += components) {
        least = std::min<double>(least, floats[k]);
        most = std::max<double>(most, floats[k]);
      }
      const auto at = static_cast<rapidjson::SizeType>(c);
      Demand(accessor["min"][at].GetDouble() == least &&
                 accessor["max"][at].GetDouble() == most,
             "least and most of accessor", index);
    }
  }

  void ReadIndices(size_t view, size_t width) {
    const std::span<const uint8_t> bytes = views_[view];
    for (size_t at = 0; at < bytes.size(); at += width) {
      uint32_t index = 0;
      std::memcpy(&index, &bytes[at], width);
      indices_.back().push_back(index);
    }
  }

  template <size_t kCount>
  static void ReadNumbers(const Value& object, const char* key,
                          std::array<double, kCount>& numbers) {
    if (!object.HasMember(key)) return;
    for (unsigned i = 0; i < kCount; ++i) {
      numbers[i] = object[key][i].GetDouble();
    }
  }

  void ReadNodes() {
    const Value& nodes = List("nodes");
    glb_.nodes.resize(nodes.Size());
    for (unsigned i = 0; i < nodes.Size(); ++i) {
      glb_.nodes[i].name = nodes[i]["name"].GetString();
      ReadNumbers(nodes[i], "translation", glb_.nodes[i].translation);
      ReadNumbers(nodes[i], "rotation", glb_.nodes[i].rotation);
      ReadNumbers(nodes[i], "scale", glb_.nodes[i].scale);
      if (!nodes[i].HasMember("children")) continue;
      for (const Value& child : nodes[i]["children"].GetArray()) {
        glb_.nodes[child.GetUint()].parent = static_cast<int>(i);
      }
    }
    for (const Value& skin : List("skins").GetArray()) {
      for (const Value& joint : skin["joints"].GetArray()) {
        Demand(joint.GetUint() < nodes.Size(), "joint");
        glb_.joints.push_back(joint.GetUint());
      }
      const size_t accessor = Number(skin, "inverseBindMatrices");
      if (!Demand(accessor < floats_.size(), "inverse bind matrices")) return;
      glb_.inverse_bind_matrices.insert(glb_.inverse_bind_matrices.end(),
                                        floats_[accessor].begin(),
                                        floats_[accessor].end());
      Demand(floats_[accessor].size() == 16 * skin["joints"].Size(),
             "inverse bind matrices");
    }
  }

  void CheckNodes() {
    const Value& nodes = List("nodes");
    std::set<size_t> below;
    for (unsigned i = 0; i < nodes.Size(); ++i) {
      Demand(nodes[i]["name"].GetStringLength() != 0, "name of node", i);
      if (nodes[i].HasMember("mesh")) {
        Demand(Number(nodes[i], "mesh") < List("meshes").Size(), "mesh", i);
      }
      if (nodes[i].HasMember("skin")) {
        Demand(Number(nodes[i], "skin") < List("skins").Size(), "skin", i);
      }
      if (!nodes[i].HasMember("children")) continue;
      for (const Value& child : nodes[i]["children"].GetArray()) {
        // A child comes after its parent, so there are no circles.
        Demand(child.GetUint() > i && child.GetUint() < nodes.Size() &&
                   below.insert(child.GetUint()).second,
               "a child of node", i);
      }
    }
    for (const Value& root : document_["scenes"][0]["nodes"].GetArray()) {
      Demand(root.GetUint() < nodes.Size() && !below.contains(root.GetUint()),
             "root");
    }
  }

  // Of a primitive of triangles whose vertices have normals.
  void CountFaces(const Value& primitive) {
    const Value& attributes = primitive["attributes"];
    if (!attributes.HasMember("NORMAL")) return;
    const std::vector<float>& places = floats_[Number(attributes, "POSITION")];
    const std::vector<float>& normals = floats_[Number(attributes, "NORMAL")];
    const std::vector<uint32_t>& corners =
        indices_[Number(primitive, "indices")];
    for (size_t i = 0; i + 3 <= corners.size(); i += 3) {
      // Edges from the first corner, and the sum of the normals.
      std::array<std::array<double, 3>, 2> edges = {};
      std::array<double, 3> sum = {};
      for (size_t c = 0; c < 3; ++c) {
        for (size_t k = 0; k < 3; ++k) {
          const size_t at = size_t{3} * corners[i + k] + c;
          if (!Demand(at < places.size() && at < normals.size(), "an index")) {
            return;
          }
          sum[c] += normals[at];
          if (k == 0) continue;
          edges[k - 1][c] =
              double{places[at]} - places[size_t{3} * corners[i] + c];
        }
      }
      double way = 0;
      for (size_t c = 0; c < 3; ++c) {
        const size_t d = (c + 1) % 3;
        const size_t e = (c + 2) % 3;
        way += sum[c] * (edges[0][d] * edges[1][e] - edges[0][e] * edges[1][d]);
      }
      if (way > 0) ++glb_.faces_with_normals;
      if (way < 0) ++glb_.faces_against_normals;
    }
  }

  void CheckMeshes() {
    for (const Value& image : List("images").GetArray()) {
      const size_t view = Number(image, "bufferView");
      if (!Demand(view < views_.size(), "view of an image")) return;
      glb_.images.emplace_back(views_[view].begin(), views_[view].end());
    }
    for (const Value& mesh : List("meshes").GetArray()) {
      for (const Value& primitive : mesh["primitives"].GetArray()) {
        for (const auto& attribute : primitive["attributes"].GetObject()) {
          Demand(attribute.value.GetUint() < floats_.size(), "attribute");
        }
        if (primitive.HasMember("indices")) {
          Demand(Number(primitive, "indices") < floats_.size(), "indices");
          if (glb_.fault.empty()) CountFaces(primitive);
        }
        if (primitive.HasMember("material")) {
          Demand(Number(primitive, "material") < List("materials").Size(),
                 "material");
        }
      }
    }
  }

  void CheckAnimations() {
    const Value& nodes = List("nodes");
    for (const Value& animation : List("animations").GetArray()) {
      std::set<std::pair<size_t, std::string>> targets;
      for (const Value& channel : animation["channels"].GetArray()) {
        const Value& sampler =
            animation["samplers"][channel["sampler"].GetUint()];
        const Value& target = channel["target"];
        const size_t node = Number(target, "node");
        const size_t input = Number(sampler, "input");
        const size_t output = Number(sampler, "output");
        if (!Demand(node < nodes.Size() && input < floats_.size() &&
                        output < floats_.size(),
                    "channel", glb_.channels.size())) {
          return;
        }
        Demand(targets.emplace(node, target["path"].GetString()).second,
               "twice the channel of node", node);
        glb_.channels.push_back(
            {animation["name"].GetString(), node,
             nodes[static_cast<unsigned>(node)]["name"].GetString(),
             target["path"].GetString(), sampler["interpolation"].GetString(),
             floats_[input], floats_[output]});
        CheckChannel(glb_.channels.back(), glb_.channels.size() - 1);
      }
    }
  }

  void CheckChannel(const CheckedChannel& channel, size_t index) {
    const bool cubic = channel.interpolation == "CUBICSPLINE";
    const size_t width = channel.components() * (cubic ? 3 : 1);
    Demand(channel.values.size() == channel.times.size() * width, "values of",
           index);
    Demand(!cubic || channel.times.size() >= 2, "a single keyframe of", index);
    Demand(!channel.times.empty() && channel.times[0] >= 0, "times of", index);
    for (size_t i = 1; i < channel.times.size(); ++i) {
      Demand(channel.times[i - 1] < channel.times[i], "times of", index);
    }
    if (channel.path != "rotation" || !glb_.fault.empty()) return;
    for (size_t i = 0; i < channel.values.size(); i += width) {
      double sum = 0;
      for (size_t c = 0; c < 4; ++c) {
        const double value = channel.values[i + (cubic ? 4 : 0) + c];
        sum += value * value;
      }
      Demand(std::abs(sum - 1) < 1e-6, "a quaternion of", index);
    }
  }

  void ReadClaims() {
    const Value* const asset =
        rapidjson::Pointer("/asset/extras/clipguard").Get(document_);
    if (asset == nullptr) return;
    if (asset->HasMember("largestError")) {
      glb_.largest_error = (*asset)["largestError"].GetDouble();
    }
    if (asset->HasMember("largestErrorDegrees")) {
      glb_.largest_error_degrees = (*asset)["largestErrorDegrees"].GetDouble();
    }
  }

  const std::span<const uint8_t> bytes_;
  std::span<const uint8_t> binary_;
  rapidjson::Document document_;
  std::vector<std::span<const uint8_t>> views_;
  std::vector<std::vector<float>> floats_;  // of each accessor
  std::vector<std::vector<uint32_t>> indices_;
  CheckedGlb glb_;
};

// ---- Comparing --------------------------------------------------------------

// A curve's value; Loop and PingPong would have been lost.
double ValueOf(const CurveView& curve, float time) {
  if (curve.empty()) return 0;
  size_t first = 0;
  size_t end = curve.size();
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    if (curve.time(middle) <= time) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  if (first == 0) return curve.value(0);
  if (first == curve.size()) return curve.value(first - 1);
  return eval::EvaluateSegment(curve.key(first - 1), curve.key(first), time);
}

double DegreesBetween(std::vector<double> a, std::vector<double> b) {
  double difference = 0;
  double sum = 0;
  const auto normalise = [](std::vector<double>& v) {
    double length = 0;
    for (const double c : v) length += c * c;
    for (double& c : v) c /= std::sqrt(length);
  };
  normalise(a);
  normalise(b);
  for (size_t c = 0; c < 4; ++c) {
    difference += (a[c] - b[c]) * (a[c] - b[c]);
    sum += (a[c] + b[c]) * (a[c] + b[c]);
  }
  return 4 * std::atan2(std::sqrt(difference), std::sqrt(sum)) * 180 / kPi;
}

class Comparer {
 public:
  Comparer(const mrtk::InputAnimationView& view, const CheckedGlb& glb,
           size_t random_times)
      : view_(view), glb_(glb), random_times_(random_times) {}

  std::string Compare() {
    for (const CheckedChannel& channel : glb_.channels) Compare(channel);
    return fault_;
  }

 private:
  // The first curve of a channel; false for states.
  static bool FirstOf(const CheckedChannel& channel, CurveSlot& slot) {
    std::string path = channel.node;
    if (path.starts_with("hand.")) path = "hands" + path.substr(4);
    path += channel.node == "gaze"             ? ".origin.x"
            : channel.node == "gaze.direction" ? ".x"
            : channel.path == "translation"    ? ".position.x"
                                               : ".rotation.x";
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      slot = CurveSlot(i);
      if (slot.Path() == path) return true;
    }
    return false;
  }

  void Compare(const CheckedChannel& channel) {
    if (channel.interpolation == "STEP") {
      CompareState(channel);
      return;
    }
    CurveSlot slot(0);
    if (!FirstOf(channel, slot)) {
      fault_ = "no curve is " + channel.node + "." + channel.path;
      return;
    }
    for (const float time : TimesOf(channel)) CompareAt(channel, slot, time);
  }

  std::vector<float> TimesOf(const CheckedChannel& channel) {
    std::vector<float> times;
    for (const float time : channel.times) {
      times.push_back(time);
      times.push_back(std::nextafter(time, -1.0f));
      times.push_back(std::nextafter(time, 2 * time + 1));
    }
    const double first = channel.times.front();
    const double length = double{channel.times.back()} - first;
    for (size_t i = 0; i < random_times_; ++i) {
      const double share = static_cast<double>(random_()) * 0x1p-32;
      times.push_back(static_cast<float>(first + length * 1.01 * share));
    }
    const float last = view_.Duration();
    std::erase_if(times,
                  [&](float time) { return !(time >= 0 && time <= last); });
    return times;
  }

  void CompareAt(const CheckedChannel& channel, CurveSlot first, float time) {
    std::vector<double> wanted;
    double scale = ScaleAt(channel, time);
    for (size_t c = 0; c < channel.components(); ++c) {
      const CurveView curve = view_.curve(CurveSlot(first.index() + c));
      wanted.push_back(ValueOf(curve, time));
      if (!curve.empty()) {
        scale = std::max(scale, eval::ValueScale(curve, time));
      }
    }
    std::vector<double> got = channel.At(time);
    // The mirror, again.
    if (channel.path == "translation") {
      got[2] = -got[2];
      for (size_t c = 0; c < 3; ++c) {
        const double off = std::abs(got[c] - wanted[c]);
        // And what double's own rounding adds.
        if (!(off <= glb_.largest_error + 1e-12 * (scale + 1))) {
          Say(channel, time, off);
        }
      }
      return;
    }
    // 0 0 0 0 is no rotation.
    if (std::ranges::all_of(wanted, [](double c) { return c == 0; })) return;
    got[0] = -got[0];
    got[1] = -got[1];
    const double off = DegreesBetween(got, wanted);
    if (!(off <= glb_.largest_error_degrees + 1e-6)) Say(channel, time, off);
  }

  // What rounding of the comparison itself is measured by.
  static double ScaleAt(const CheckedChannel& channel, double time) {
    const auto next = static_cast<size_t>(
        std::upper_bound(channel.times.begin(), channel.times.end(), time) -
        channel.times.begin());
    if (next == 0 || next == channel.times.size()) return 0;
    const size_t width = channel.values.size() / channel.times.size();
    const double h = double{channel.times[next]} - channel.times[next - 1];
    double scale = 0;
    for (size_t i = (next - 1) * width; i < (next + 1) * width; ++i) {
      scale = std::max(scale,
                       std::abs(double{channel.values[i]}) * std::max(h, 1.0));
    }
    return scale;
  }

  void CompareState(const CheckedChannel& channel) {
    const bool left = channel.node.find(".left.") != std::string::npos;
    const auto hand = left ? mrtk::Handedness::kLeft : mrtk::Handedness::kRight;
    const CurveView curve =
        view_.curve(channel.node.ends_with("pinch") ? CurveSlot::Pinch(hand)
                                                    : CurveSlot::Tracked(hand));
    for (const float time : TimesOf(channel)) {
      if (channel.At(time)[0] != (eval::EvaluateBoolean(curve, time) ? 1 : 0)) {
        Say(channel, time, 1);
      }
    }
  }

  void Say(const CheckedChannel& channel, float time, double off) {
    if (!fault_.empty()) return;
    fault_ = absl::StrFormat("%s.%s at %.9g is off by %g", channel.node,
                             channel.path, time, off);
  }

  const mrtk::InputAnimationView& view_;
  const CheckedGlb& glb_;
  const size_t random_times_;
  std::mt19937 random_{1};
  std::string fault_;
};

}  // namespace

std::vector<double> CheckedChannel::At(double time) const {
  const bool cubic = interpolation == "CUBICSPLINE";
  const size_t n = components();
  const size_t width = n * (cubic ? 3 : 1);
  const size_t part = cubic ? n : 0;  // where a keyframe's value begins
  const auto next = static_cast<size_t>(
      std::upper_bound(times.begin(), times.end(), time) - times.begin());
  std::vector<double> result(n);
  for (size_t c = 0; c < n; ++c) {
    if (next == 0 || next == times.size() || interpolation == "STEP") {
      const size_t key = next == 0 ? 0 : next - 1;
      result[c] = values[key * width + part + c];
      continue;
    }
    const size_t a = (next - 1) * width + c;
    const size_t b = next * width + c;
    const double h = double{times[next]} - times[next - 1];
    const double u = (time - times[next - 1]) / h;
    if (!cubic) {
      result[c] = (1 - u) * values[a] + u * values[b];
      continue;
    }
    const double u2 = u * u;
    const double u3 = u2 * u;
    result[c] = (2 * u3 - 3 * u2 + 1) * values[a + n] +
                h * (u3 - 2 * u2 + u) * values[a + 2 * n] +
                (-2 * u3 + 3 * u2) * values[b + n] + h * (u3 - u2) * values[b];
  }
  return result;
}

std::vector<uint8_t> BytesOf(const Converted& converted) {
  std::vector<uint8_t> bytes;
  converted.WriteTo([&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  return bytes;
}

CheckedGlb CheckGlb(std::span<const uint8_t> bytes) {
  return Checker(bytes).Check();
}

std::string WhatDiffers(const mrtk::InputAnimationView& view,
                        const CheckedGlb& glb, size_t random_times) {
  return Comparer(view, glb, random_times).Compare();
}

}  // namespace clipguard::actions::gltf
