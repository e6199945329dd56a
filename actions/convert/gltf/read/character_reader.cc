// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/read/character_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/read/gltf_reader.h"
#include "actions/convert/gltf/read/played_mesh.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "actions/motion/pose_bounds.h"
#include "actions/motion/slerp_arc.h"
#include "parser/m3d/character.h"

namespace clipguard::actions::gltf {
namespace {

constexpr std::string_view kMeshNode = "character";
constexpr std::string_view kSkeletonNode = "skeleton";
constexpr std::string_view kBone = "Bone";
// Of a Clip: a time and ten numbers, for each keyframe of each channel.
constexpr uint64_t kBytesPerKey = 11 * sizeof(float);
// And its name, and what the heap takes for it.
constexpr uint64_t kBytesPerClip = sizeof(m3d::Clip) + sizeof(std::string) + 64;

// N of "BoneN", as clipguard writes it.
std::optional<uint32_t> BoneNumber(std::string_view name) {
  if (name.substr(0, kBone.size()) != kBone) return std::nullopt;
  name.remove_prefix(kBone.size());
  uint32_t number = 0;
  const auto read =
      std::from_chars(name.data(), name.data() + name.size(), number);
  if (read.ec != std::errc() || read.ptr != name.data() + name.size() ||
      absl::StrCat(number) != name) {
    return std::nullopt;
  }
  return number;
}

// Three numbers or four of a node, by a channel or as the node has them.
class Track {
 public:
  // REQUIRES: as many numbers as the channel's keyframes have.
  Track(const PlayedChannel* channel, std::span<const float> rest)
      : rest_(rest) {
    if (channel != nullptr) keys_ = channel->keyframes;
  }

  const Keyframes& keys() const { return keys_; }
  bool is_step() const { return keys_.interpolation() == Interpolation::kStep; }

  // Goes on to this time, which is not before the last one.
  void MoveTo(float time) {
    while (next_ < keys_.size() && keys_.time(next_) <= time) ++next_;
  }

  // Where it was moved to, or just before that.
  std::array<float, 4> At(float time, bool before) const {
    if (keys_.size() == 0) return Rest();
    const bool at_key = next_ != 0 && keys_.time(next_ - 1) == time;
    if (next_ == 0) return Key(0);
    if (is_step()) {
      return Key(before && at_key && next_ > 1 ? next_ - 2 : next_ - 1);
    }
    if (at_key || next_ == keys_.size()) return Key(next_ - 1);
    const double from = keys_.time(next_ - 1);
    const double u = (time - from) / (keys_.time(next_) - from);
    return Between(Key(next_ - 1), Key(next_), u);
  }

  std::array<float, 4> Key(size_t i) const {
    std::array<float, 4> value = {};
    for (size_t c = 0; c < rest_.size(); ++c) value[c] = keys_.value(i, c);
    return value;
  }

 private:
  std::array<float, 4> Rest() const {
    std::array<float, 4> value = {};
    std::ranges::copy(rest_, value.begin());
    return value;
  }

  std::array<float, 4> Between(const std::array<float, 4>& a,
                               const std::array<float, 4>& b, double u) const {
    std::array<float, 4> value = {};
    if (rest_.size() == 3) {
      for (size_t c = 0; c < 3; ++c) {
        value[c] = static_cast<float>(a[c] * (1 - u) + b[c] * u);
      }
      return value;
    }
    const Vector<4> q =
        SlerpArc({a[0], a[1], a[2], a[3]}, {b[0], b[1], b[2], b[3]}).At(u);
    const double length = Length(q);
    for (size_t c = 0; c < 4; ++c) {
      value[c] = static_cast<float>(length > 0 ? q[c] / length : q[c]);
    }
    return value;
  }

  std::span<const float> rest_;
  Keyframes keys_;
  size_t next_ = 0;  // the first one after the time
};

class CharacterReader {
 public:
  CharacterReader(const GlbJson& glb, ResultBudget budget)
      : scene_(glb, budget, kBytesPerKey) {}

  absl::StatusOr<PlayedCharacter> Read() {
    if (scene_.Read("m3d", "a character")) ReadTree();
    ModelJsonReader& in = scene_.in();
    if (in.ok()) ReadMesh(*shown_, bones_, scene_, played_);
    played_.character.clips.reserve(in.ok() ? scene_.animations().size() : 0);
    for (const PlayedAnimation& animation : scene_.animations()) {
      if (!in.ok()) break;
      AddClip(animation);
    }
    if (!in.ok()) return scene_.status();
    played_.unclear = scene_.unclear();
    return std::move(played_);
  }

 private:
  struct Bone {
    uint32_t number;
    size_t node;
  };

  void Refuse(std::string_view why) { scene_.in().Refuse(why); }

  // ---- Nodes ---------------------------------------------------------------

  void ReadTree() {
    const std::vector<PlayedNode>& nodes = scene_.nodes();
    std::optional<size_t> skeleton;
    std::vector<Bone> found;
    for (size_t i = 0; i < nodes.size(); ++i) {
      const PlayedNode& node = nodes[i];
      const bool is_root =
          node.is_shown && node.parent == PlayedNode::kNone && !node.is_placed;
      if (node.name == kMeshNode && is_root && shown_ == nullptr) {
        shown_ = &node;
        continue;
      }
      if (node.mesh) {
        return Refuse(absl::StrFormat("the node %s shows a mesh", node.name));
      }
      if (node.name == kSkeletonNode && is_root && !skeleton) {
        skeleton = i;
      } else if (const auto number = BoneNumber(node.name)) {
        found.push_back({*number, i});
      } else if (node.name == kMeshNode || node.name == kSkeletonNode) {
        return Refuse(absl::StrFormat(
            "the node %s does not stand where clipguard puts it", node.name));
      }
    }
    if (shown_ == nullptr) {
      return Refuse("its scene does not show a node \"character\"");
    }
    AddBones(found, skeleton);
  }

  void AddBones(std::vector<Bone>& found, std::optional<size_t> skeleton) {
    std::ranges::sort(found, {}, &Bone::number);
    bones_.assign(scene_.nodes().size(), PlayedNode::kNone);
    for (const Bone& bone : found) {
      const PlayedNode& node = scene_.nodes()[bone.node];
      if (!played_.bone_numbers.empty() &&
          played_.bone_numbers.back() == bone.number) {
        return Refuse(absl::StrFormat("two nodes are %s", node.name));
      }
      int32_t parent = -1;
      if (!skeleton || node.parent != *skeleton) {
        // Those of lower numbers are known.
        const size_t above = node.parent == PlayedNode::kNone
                                 ? PlayedNode::kNone
                                 : bones_[node.parent];
        if (above == PlayedNode::kNone) {
          return Refuse(
              absl::StrFormat("%s hangs neither below the skeleton nor below a "
                              "bone of a lower number",
                              node.name));
        }
        parent = static_cast<int32_t>(above);
      }
      bones_[bone.node] = played_.bone_numbers.size();
      nodes_.push_back(bone.node);
      played_.bone_numbers.push_back(bone.number);
      played_.character.parents.push_back(parent);
      played_.rest.first_key.push_back(played_.rest.keys());
      AddBone({}, node, played_.rest);
    }
    played_.rest.first_key.push_back(played_.rest.keys());
  }

  // ---- Clips ---------------------------------------------------------------

  void AddClip(const PlayedAnimation& animation) {
    // An animation moves few of many bones, again and again.
    if (!scene_.Spend(kBytesPerClip + kBytesPerKey * nodes_.size())) return;
    m3d::Clip clip;
    clip.name = played_.names.emplace_back(animation.name);
    // By bone: the first of its channels, which lie side by side.
    std::vector<std::span<const PlayedChannel>> of_bones(nodes_.size());
    const std::span<const PlayedChannel> all = animation.channels;
    for (size_t i = 0; i < all.size();) {
      size_t end = i + 1;
      while (end < all.size() && all[end].node == all[i].node) ++end;
      const size_t bone = bones_[all[i].node];
      if (bone == PlayedNode::kNone) {
        return Refuse(absl::StrFormat("an animation moves %s, which is no bone",
                                      scene_.nodes()[all[i].node].name));
      }
      of_bones[bone] = all.subspan(i, end - i);
      i = end;
    }
    for (size_t bone = 0; bone < nodes_.size(); ++bone) {
      clip.first_key.push_back(clip.keys());
      AddBone(of_bones[bone], scene_.nodes()[nodes_[bone]], clip);
    }
    clip.first_key.push_back(clip.keys());
    played_.character.clips.push_back(std::move(clip));
  }

  static const PlayedChannel* Find(std::span<const PlayedChannel> channels,
                                   Path path) {
    const auto found = std::ranges::find(channels, path, &PlayedChannel::path);
    return found == channels.end() ? nullptr : &*found;
  }

  static void AddBone(std::span<const PlayedChannel> channels,
                      const PlayedNode& node, m3d::Clip& clip) {
    std::array<Track, 3> tracks = {
        Track(Find(channels, Path::kTranslation), node.translation),
        Track(Find(channels, Path::kRotation), node.rotation),
        Track(Find(channels, Path::kScale), node.scale)};
    const size_t first = clip.keys();
    const std::vector<float> times = TimesOf(tracks);
    for (const float time : times) {
      for (Track& track : tracks) track.MoveTo(time);
      const bool jumps = std::ranges::any_of(tracks, [&](const Track& track) {
        return track.is_step() && track.At(time, true) != track.At(time, false);
      });
      if (jumps) AddKey(tracks, time, true, clip);
      AddKey(tracks, time, false, clip);
    }
    JoinJumps(std::span(clip.times).subspan(first));
  }

  // Each time once, ascending. Never none: a bone that stands still is where
  // its node is.
  static std::vector<float> TimesOf(const std::array<Track, 3>& tracks) {
    std::vector<float> times;
    for (const Track& track : tracks) {
      const bool is_first = times.empty();
      for (size_t i = 0; i < track.keys().size(); ++i) {
        times.push_back(track.keys().time(i) + 0.0F);
      }
      if (is_first) continue;
      std::ranges::sort(times);
      times.erase(std::unique(times.begin(), times.end()), times.end());
    }
    if (times.empty()) times.push_back(0);
    return times;
  }

  static void AddKey(const std::array<Track, 3>& tracks, float time,
                     bool before, m3d::Clip& clip) {
    std::array<std::array<float, 4>, 3> v;
    for (size_t i = 0; i < v.size(); ++i) {
      v[i] = tracks[i].At(time, before);
      for (float& x : v[i]) x += 0.0F;
    }
    clip.times.push_back(time);
    clip.translations.push_back({v[0][0], v[0][1], 0 - v[0][2]});
    clip.rotations.push_back({0 - v[1][0], 0 - v[1][1], v[1][2], v[1][3]});
    clip.scales.push_back({v[2][0], v[2][1], v[2][2]});
  }

  GltfReader scene_;
  PlayedCharacter played_;
  const PlayedNode* shown_ = nullptr;
  std::vector<size_t> bones_;  // by node: which bone, or kNone
  std::vector<size_t> nodes_;  // by bone
};

}  // namespace

absl::StatusOr<PlayedCharacter> ReadCharacterGlb(std::span<const uint8_t> glb,
                                                 const Limits& limits) {
  const auto read = ReadGlbJson(glb, limits);
  if (!read.ok()) return read.status();
  return CharacterReader(
             *read,
             ResultBudget({.bytes = glb, .format = {}, .limits = limits}))
      .Read();
}

void JoinJumps(std::span<float> times) {
  constexpr float kAbove = std::numeric_limits<float>::infinity();
  for (size_t i = 1; i < times.size(); ++i) {
    if (times[i] == std::nextafter(times[i - 1], kAbove)) {
      times[i] = times[i - 1];
    }
  }
}

}  // namespace clipguard::actions::gltf
