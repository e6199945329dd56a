// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/check/armature_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/convert/gltf/check/glb_check.h"
#include "actions/convert/gltf/check/glb_player.h"
#include "eval/machine/pose.h"
#include "parser/forge/armature.h"

namespace clipguard::actions::gltf {
namespace {

using forge::Armature;

// Steps are not compared this close: both sides round times.
constexpr double kNearStep = 4e-6;

// What moves a joint, and what it moves, in one clip.
class Joint {
 public:
  Joint(const CheckedGlb& glb, size_t node) : glb_(glb), node_(node) {
    while (content_ < glb.nodes.size() &&
           glb.nodes[content_].parent != static_cast<int>(node)) {
      ++content_;
    }
  }

  void Add(const CheckedChannel& channel) {
    if (channel.node_index == node_ || channel.node_index == content_) {
      channels_.push_back(&channel);
    }
  }

  bool IsNearStep(double time) const {
    return std::ranges::any_of(channels_, [&](const CheckedChannel* channel) {
      const std::vector<float>& times = channel->times;
      auto i = static_cast<size_t>(
          std::ranges::lower_bound(times, time - kNearStep) - times.begin());
      for (; i < times.size() && times[i] <= time + kNearStep; ++i) {
        if (channel->interpolation == "STEP") return true;
        if (i != 0 && times[i] - times[i - 1] < 1e-6f) return true;
      }
      return false;
    });
  }

  Matrix At(double time) const {
    CheckedNode joint = glb_.nodes[node_];
    CheckedNode content = glb_.nodes[content_];
    for (const CheckedChannel* channel : channels_) {
      Play(*channel, time, channel->node_index == node_ ? joint : content);
    }
    return Product(LocalOf(joint), LocalOf(content));
  }

  // The largest of translations and of scales times translations.
  double Size() const {
    double move = 1;
    double scale = 1;
    for (const CheckedChannel* channel : channels_) {
      if (channel->path == "rotation") continue;
      double& largest = channel->path == "scale" ? scale : move;
      for (const float value : channel->values) {
        largest = std::max(largest, std::abs(double{value}));
      }
    }
    return move * scale;
  }

  // The inverse of the shortest time between keyframes that are no step.
  double Stretches() const {
    double shortest = 1;
    for (const CheckedChannel* channel : channels_) {
      for (size_t i = 1; i < channel->times.size(); ++i) {
        const double length = double{channel->times[i]} - channel->times[i - 1];
        if (length > 1e-6) shortest = std::min(shortest, length);
      }
    }
    return 1 / shortest;
  }

 private:
  const CheckedGlb& glb_;
  const size_t node_;
  size_t content_ = 0;
  std::vector<const CheckedChannel*> channels_;
};

}  // namespace

PoseDifference ComparePoses(const Armature& armature, const CheckedGlb& glb,
                            size_t times, uint32_t seed) {
  PoseDifference difference;
  std::mt19937 random(seed);
  // Below the root; the rest's parents are these.
  std::map<std::string_view, size_t> nodes;
  for (size_t i = 1; i < glb.nodes.size(); ++i) {
    if (glb.nodes[i].parent == 0) nodes[glb.nodes[i].name] = i;
  }
  for (const Armature::Clip& clip : armature.clips) {
    const std::string_view clip_name = armature.texts[clip.name];
    for (const Armature::JointClip& moved : armature.JointClips(clip)) {
      const std::string_view name = armature.texts[moved.joint];
      if (clip_name.empty() || !nodes.contains(name)) continue;
      Joint joint(glb, nodes[name]);
      for (const CheckedChannel& channel : glb.channels) {
        if (channel.animation == clip_name) joint.Add(channel);
      }
      const double size = joint.Size();
      const double allowed =
          0.0175 * glb.largest_error_degrees + 4e-6 + 1e-6 * joint.Stretches();
      for (size_t n = 0; n < times; ++n) {
        const auto time =
            static_cast<float>(static_cast<double>(random()) * 0x1p-32);
        if (time >= 1 || joint.IsNearStep(double{time})) continue;
        const eval::Matrix wanted =
            eval::JointMatrix(armature, clip, moved, time);
        if (!std::ranges::all_of(wanted,
                                 [](float v) { return std::isfinite(v); })) {
          continue;
        }
        const Matrix got = joint.At(double{time});
        ++difference.compared;
        for (size_t i = 0; i < got.size(); ++i) {
          // The game's matrices are row by row.
          const double off =
              std::abs(got[i % 4 * 4 + i / 4] - double{wanted[i]}) / size;
          difference.largest = std::max(difference.largest, off);
          difference.excess = std::max(difference.excess, off - allowed);
        }
      }
    }
  }
  return difference;
}

}  // namespace clipguard::actions::gltf
