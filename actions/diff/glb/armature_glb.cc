// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/diff/glb/armature_glb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
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
#include "actions/convert/gltf/joint_tracks.h"
#include "actions/convert/gltf/read/gltf_reader.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "actions/diff/glb/joint_motion.h"
#include "actions/diff/glb/recording_glb.h"
#include "actions/diff/names.h"
#include "actions/motion/measures.h"
#include "base/json_text.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/json_document.h"

namespace clipguard::actions {
namespace {

using forge::Armature;
using gltf::Keyframes;
using gltf::PlayedAnimation;
using gltf::PlayedChannel;
using gltf::PlayedNode;

constexpr std::string_view kRoot = "armature";
constexpr std::string_view kContent = ".content";
// Of a keyframe, in memory: a time and four numbers.
constexpr uint64_t kBytesPerKey = 5 * sizeof(double);
constexpr uint64_t kBytesPerTurn = 5 * sizeof(float);
// What a clip lasts, in seconds, and how far off that rounding is.
constexpr double kSeconds = 1;
constexpr double kNoSeconds = 1e-6;
// Of rotations, if no tolerance says how close; a tolerance in units makes none
// closer than that.
constexpr double kDegrees = 5e-4;

// What the armature's arcs may be off without counting against the tolerance in
// units: what `convert` is asked for by default, and in proportion less if that
// tolerance is less than what is made for it.
double DegreesAllowed(const CompareOptions& options) {
  return ConversionOptions().degrees * std::min(1.0, options.units / kGlbUnits);
}

// How close the armature's arcs are to its motion. Never coarser than what
// `convert` makes, so that these are the same arcs or what is found is real.
double DegreesOfArcs(const CompareOptions& options) {
  if (!(options.degrees > 0)) return kDegrees;
  return std::min(options.degrees / 2,
                  std::max(DegreesAllowed(options), kDegrees));
}

// ---- Movements --------------------------------------------------------------

template <size_t N>
JointKeys<N> Still(const std::array<float, N>& value) {
  JointKeys<N> keys;
  keys.times.push_back(0);
  std::copy(value.begin(), value.end(), keys.values.emplace_back().begin());
  return keys;
}

template <size_t N>
JointKeys<N> KeysOf(const Keyframes& keyframes) {
  JointKeys<N> keys;
  keys.steps = keyframes.interpolation() == gltf::Interpolation::kStep;
  for (size_t i = 0; i < keyframes.size(); ++i) {
    keys.times.push_back(keyframes.time(i));
    Vector<N>& value = keys.values.emplace_back();
    for (size_t c = 0; c < N; ++c) value[c] = keyframes.value(i, c);
  }
  return keys;
}

// A joint that nothing moves.
JointMotion NoMotion() {
  return {.move = Still<3>({0.5F, 0.5F, 0.5F}),
          .turn = Still<4>({0, 0, 0, 1}),
          .size = Still<3>({1, 1, 1}),
          .back = Still<3>({-0.5F, -0.5F, -0.5F})};
}

// What a clip says of a joint.
class JointOfClip {
 public:
  JointOfClip(const Armature& armature, const Armature::Clip& clip,
              const Armature::JointClip& joint, double degrees)
      : armature_(armature), clip_(clip), joint_(joint), degrees_(degrees) {}

  // InvalidArgument and ResourceExhausted: as of TracksOfJoint().
  absl::StatusOr<JointMotion> Motion(uint64_t most_times) const {
    const auto tracks = gltf::TracksOfJoint(
        armature_, clip_, joint_,
        {.degrees = degrees_, .most_times = most_times, .most_kept = 0});
    if (!tracks.ok()) return tracks.status();
    return JointMotion{.move = KeysOf<3>(*tracks, &gltf::JointTracks::move),
                       .turn = KeysOf<4>(*tracks, &gltf::JointTracks::turn),
                       .size = KeysOf<3>(*tracks, &gltf::JointTracks::size),
                       .back = KeysOf<3>(*tracks, &gltf::JointTracks::back),
                       .degrees = tracks->degrees};
  }

 private:
  template <size_t N>
  JointKeys<N> KeysOf(const gltf::JointTracks& tracks,
                      gltf::JointTrack gltf::JointTracks::* which) const {
    const gltf::JointTrack& track = tracks.*which;
    JointKeys<N> keys;
    keys.steps = track.interpolation == gltf::Interpolation::kStep;
    keys.times.reserve(track.keyframes);
    keys.values.reserve(track.keyframes);
    gltf::MakeTrack(armature_, clip_, joint_, which, degrees_,
                    [&](float time, std::span<const float> numbers) {
                      keys.times.push_back(time);
                      std::copy_n(numbers.begin(), N,
                                  keys.values.emplace_back().begin());
                    });
    return keys;
  }

  const Armature& armature_;
  const Armature::Clip& clip_;
  const Armature::JointClip& joint_;
  const double degrees_;
};

// ---- The .glb ---------------------------------------------------------------

// A joint of the .glb: its node, and that of what it moves.
struct PlayedJoint {
  std::string name;
  size_t node = PlayedNode::kNone;
  size_t content = PlayedNode::kNone;
};

class PlayedArmature {
 public:
  // Must outlive it. Faults are the scene's.
  explicit PlayedArmature(gltf::GltfReader& scene) : scene_(scene) {
    FindJoints();
    RefuseContent();
    for (const PlayedAnimation& animation : scene.animations()) {
      if (scene.in().ok()) CheckAnimation(animation);
    }
  }

  const std::vector<PlayedJoint>& joints() const { return joints_; }

  // The number of the joint that a node belongs to, or PlayedNode::kNone.
  size_t JointOf(size_t node) const { return numbers_[node]; }

  // What moves a joint in an animation; else it is as its nodes have it. Nodes
  // that are not there stand still.
  JointMotion Motion(const PlayedAnimation& animation,
                     const PlayedJoint& joint) const {
    JointMotion motion = NoMotion();
    const PlayedNode& node = scene_.nodes()[joint.node];
    motion.move = Track<3>(animation, joint.node, gltf::Path::kTranslation,
                           node.translation);
    motion.turn =
        Track<4>(animation, joint.node, gltf::Path::kRotation, node.rotation);
    motion.size =
        Track<3>(animation, joint.node, gltf::Path::kScale, node.scale);
    motion.back = Still<3>({0, 0, 0});
    if (joint.content == PlayedNode::kNone) return motion;
    motion.back = Track<3>(animation, joint.content, gltf::Path::kTranslation,
                           scene_.nodes()[joint.content].translation);
    return motion;
  }

 private:
  void FindJoints() {
    const std::vector<PlayedNode>& nodes = scene_.nodes();
    size_t root = PlayedNode::kNone;
    for (size_t i = 0; i < nodes.size() && root == PlayedNode::kNone; ++i) {
      if (nodes[i].name == kRoot && nodes[i].is_shown && !nodes[i].is_placed &&
          nodes[i].parent == PlayedNode::kNone) {
        root = i;
      }
    }
    if (root == PlayedNode::kNone) {
      scene_.in().Refuse(
          "its scene does not show a node \"armature\" that stands still");
      return;
    }
    root_ = root;
    numbers_.assign(nodes.size(), PlayedNode::kNone);
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].parent != root) continue;
      numbers_[i] = joints_.size();
      joints_.push_back({.name = nodes[i].name, .node = i});
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].parent == PlayedNode::kNone) continue;
      const size_t number = numbers_[nodes[i].parent];
      if (nodes[i].parent == root || number == PlayedNode::kNone) continue;
      PlayedJoint& joint = joints_[number];
      if (joint.node != nodes[i].parent || joint.content != PlayedNode::kNone ||
          !std::string_view(nodes[i].name).ends_with(kContent)) {
        continue;
      }
      if (nodes[i].rotation != PlayedNode().rotation ||
          nodes[i].scale != PlayedNode().scale) {
        Refuse(i);
      }
      joint.content = i;
    }
    for (size_t i = 0; i < joints_.size(); ++i) {
      if (joints_[i].content != PlayedNode::kNone) {
        numbers_[joints_[i].content] = i;
      }
    }
  }

  // An armature's joints show nothing but the boxes of a model, which are as
  // they are.
  void RefuseContent() {
    for (const forge::JsonNode node : scene_.ListAtRoot("nodes")) {
      for (const std::string_view key : {"mesh", "skin", "camera"}) {
        if (!scene_.in().OptionalMember(node, key)) continue;
        if (key == "mesh" && scene_.has_boxes()) continue;
        scene_.in().Refuse(absl::StrFormat(
            "the node %s has a %s, and an armature's .glb has none",
            Shortened(scene_.in().Name(scene_.in().Member(node, "name"))),
            key));
        return;
      }
    }
  }

  void Refuse(size_t node) {
    scene_.in().Refuse(
        absl::StrFormat("the node %s moves otherwise than clipguard moves it",
                        Shortened(scene_.nodes()[node].name)));
  }

  // What else moves would be seen, too.
  void CheckAnimation(const PlayedAnimation& animation) {
    for (const PlayedChannel& channel : animation.channels) {
      const size_t number = numbers_[channel.node];
      const bool fits = channel.node == root_ ? StandsStill(channel)
                        : number == PlayedNode::kNone
                            ? false
                            : channel.node == joints_[number].node ||
                                  channel.path == gltf::Path::kTranslation;
      if (!fits) Refuse(channel.node);
    }
  }

  static bool StandsStill(const PlayedChannel& channel) {
    if (channel.path != gltf::Path::kTranslation) return false;
    for (size_t i = 0; i < channel.keyframes.size(); ++i) {
      for (size_t c = 0; c < 3; ++c) {
        if (channel.keyframes.value(i, c) != 0) return false;
      }
    }
    return true;
  }

  template <size_t N>
  static JointKeys<N> Track(const PlayedAnimation& animation, size_t node,
                            gltf::Path path,
                            const std::array<float, N>& otherwise) {
    // By node, then by path.
    const auto found = std::lower_bound(
        animation.channels.begin(), animation.channels.end(),
        std::pair(node, path), [](const PlayedChannel& a, const auto& b) {
          return std::pair(a.node, a.path) < b;
        });
    if (found == animation.channels.end() || found->node != node ||
        found->path != path) {
      return Still<N>(otherwise);
    }
    return KeysOf<N>(found->keyframes);
  }

  gltf::GltfReader& scene_;
  size_t root_ = PlayedNode::kNone;
  std::vector<PlayedJoint> joints_;
  std::vector<size_t> numbers_;  // by node: of which joint, or kNone
};

// ---- Comparing --------------------------------------------------------------

class ArmatureComparer {
 public:
  ArmatureComparer(const Armature& armature, const gltf::GltfReader& scene,
                   const PlayedArmature& played, ResultBudget budget,
                   const CompareOptions& options)
      : a_(armature),
        scene_(scene),
        played_(played),
        budget_(budget),
        comparison_(options),
        degrees_(DegreesOfArcs(options)),
        degrees_allowed_(DegreesAllowed(options)),
        point_(options.point > 0 ? options.point : MeasureOptions().point) {}

  absl::StatusOr<Comparison> Run() {
    PairJoints();
    PairClips();
    if (too_much_) {
      return absl::ResourceExhaustedError(
          "its keyframes, and those of the armature as a .glb's, would be more "
          "than the limit result-bytes allows");
    }
    comparison_.Add({.subject = "layout",
                     .path = "file",
                     .before = "Forge armature",
                     .after = "glTF, what it plays",
                     .meaning = false});
    comparison_.AddUnclear("animations", scene_.unclear());
    comparison_.Finish();
    return std::move(comparison_);
  }

 private:
  // ---- Joints --------------------------------------------------------------

  // Each name once: those that are listed, and then those that clips move.
  void AddName(std::string_view name) {
    if (!joints_.emplace(name, names_.size()).second) return;
    names_.push_back(name.empty() ? absl::StrCat("joint", names_.size())
                                  : ValidText(name));
  }

  void PairJoints() {
    for (const Armature::Joint& joint : a_.joints) {
      AddName(a_.texts[joint.name]);
    }
    for (const Armature::JointClip& joint : a_.joint_clips) {
      AddName(a_.texts[joint.joint]);
    }
    of_glb_.assign(names_.size(), PlayedNode::kNone);
    const std::vector<PlayedJoint>& played = played_.joints();
    of_armature_.assign(played.size(), PlayedNode::kNone);
    last_clip_.assign(played.size(), 0);
    std::vector<std::string_view> in_a(names_.begin(), names_.end());
    std::vector<std::string_view> in_b;
    for (const PlayedJoint& joint : played) in_b.push_back(joint.name);
    for (const NamePair& pair : PairNames(in_a, in_b)) {
      const bool has_a = pair.a != NamePair::kNone;
      const std::string path = JointPath(
          has_a ? names_[pair.a] : std::string_view(played[pair.b].name));
      if (!has_a || pair.b == NamePair::kNone) {
        comparison_.AddAlone("joint", path, {}, has_a);
        continue;
      }
      of_glb_[pair.a] = pair.b;
      of_armature_[pair.b] = pair.a;
      // Without an animation, and where one does not move it.
      Compare(NoMotion(), {}, pair.b, path);
      if (played[pair.b].content != PlayedNode::kNone) continue;
      comparison_.Add(
          {.kind = ChangeKind::kRemoved,
           .subject = "joint",
           .path = absl::StrCat(path, " and its ", std::string(kContent))});
    }
  }

  static std::string JointPath(std::string_view name) {
    return absl::StrFormat("/joints/%s (.glb: node \"%s\")", Shortened(name),
                           Shortened(name));
  }

  // ---- Clips ---------------------------------------------------------------

  void PairClips() {
    std::vector<std::string> clips;
    for (const Armature::Clip& clip : a_.clips) {
      const std::string_view name = a_.texts[clip.name];
      clips.push_back(name.empty() ? absl::StrCat("clip", clips.size())
                                   : ValidText(name));
    }
    std::vector<std::string_view> in_a(clips.begin(), clips.end());
    std::vector<std::string_view> in_b;
    for (const PlayedAnimation& animation : scene_.animations()) {
      in_b.push_back(animation.name);
    }
    for (const NamePair& pair : PairNames(in_a, in_b)) {
      const bool has_a = pair.a != NamePair::kNone;
      const std::string name = Shortened(has_a ? in_a[pair.a] : in_b[pair.b]);
      if (has_a && pair.b != NamePair::kNone) {
        CompareClip(a_.clips[pair.a], scene_.animations()[pair.b], name);
      } else {
        comparison_.AddAlone(
            "clip",
            absl::StrFormat("/clips/%s (.glb: animation \"%s\")", name, name),
            {}, has_a);
      }
    }
  }

  void CompareClip(const Armature::Clip& clip, const PlayedAnimation& animation,
                   const std::string& name) {
    CompareDuration(animation, name);
    ++clip_;
    for (const Armature::JointClip& moved : a_.JointClips(clip)) {
      const size_t number =
          of_glb_[joints_.find(a_.texts[moved.joint])->second];
      // Of several of one name, the game takes the first.
      if (number == PlayedNode::kNone || last_clip_[number] == clip_) continue;
      last_clip_[number] = clip_;
      const auto motion = JointOfClip(a_, clip, moved, degrees_)
                              .Motion(budget_.left() / kBytesPerTurn);
      if (absl::IsResourceExhausted(motion.status())) too_much_ = true;
      if (too_much_) return;
      const std::string path = PathOf(name, number);
      if (!motion.ok()) {
        comparison_.Add({.kind = ChangeKind::kRemoved,
                         .subject = "jointClip",
                         .path = path,
                         .before = "numbers that are not finite"});
        continue;
      }
      Compare(*motion, animation, number, path);
    }
    // Joints that the clip does not move.
    for (const PlayedChannel& channel : animation.channels) {
      const size_t number = played_.JointOf(channel.node);
      if (number == PlayedNode::kNone || last_clip_[number] == clip_) continue;
      last_clip_[number] = clip_;
      if (of_armature_[number] == PlayedNode::kNone) continue;
      Compare(NoMotion(), animation, number, PathOf(name, number));
    }
  }

  std::string PathOf(const std::string& clip, size_t number) const {
    const std::string joint = Shortened(played_.joints()[number].name);
    return absl::StrFormat(
        "/clips/%s/joint_clips/%s (.glb: animation \"%s\", node \"%s\")", clip,
        joint, clip, joint);
  }

  void CompareDuration(const PlayedAnimation& animation,
                       const std::string& name) {
    double last = 0;
    for (const PlayedChannel& channel : animation.channels) {
      const size_t size = channel.keyframes.size();
      if (size != 0) {
        last = std::max(last, double{channel.keyframes.time(size - 1)});
      }
    }
    const double by = std::abs(last - kSeconds);
    if (by <= kNoSeconds) return;
    Difference difference{
        .subject = "clip",
        .path =
            absl::StrFormat("/clips/%s (.glb: animation \"%s\")", name, name)};
    difference.measures = {{"duration", "seconds", by, by}};
    comparison_.Add(std::move(difference));
  }

  void Compare(const JointMotion& wanted, const PlayedAnimation& animation,
               size_t number, const std::string& path) {
    if (!budget_.Spend(wanted.turn.times.size() * kBytesPerTurn)) {
      too_much_ = true;
      return;
    }
    const JointDifference apart = CompareMotions(
        wanted, played_.Motion(animation, played_.joints()[number]), point_);
    Difference difference{.subject = "pose", .path = path};
    bool found = false;
    const auto add = [&](std::string_view what, std::string_view unit,
                         const Largest& largest, double room = 0) {
      const Measure measure = {what,          unit,         largest.found,
                               largest.bound, largest.time, room};
      found = found || largest.found != 0 || comparison_.Exceeds(measure);
      difference.measures.push_back(measure);
    };
    // What the arcs are off counts as a rotation.
    add("joint", "units", apart.joint,
        apart.units_a_degree * std::min(wanted.degrees, degrees_allowed_));
    add("translation", "units", apart.move);
    add("rotation", "degrees", apart.turn);
    add("scale", "", apart.size);
    add("origin", "units", apart.back);
    if (!found) return;
    const size_t measures = difference.measures.size();
    comparison_.AddMeasured(std::move(difference), measures);
  }

  const Armature& a_;
  const gltf::GltfReader& scene_;
  const PlayedArmature& played_;
  ResultBudget budget_;
  Comparison comparison_;
  const double degrees_;
  const double degrees_allowed_;
  const double point_;
  bool too_much_ = false;
  std::map<std::string_view, size_t> joints_;  // by the armature's own names
  std::vector<std::string> names_;             // as a .glb has them
  std::vector<size_t> of_glb_;                 // by joint: that of the .glb
  std::vector<size_t> of_armature_;            // and the other way round
  size_t clip_ = 0;                            // how many were begun
  std::vector<size_t> last_clip_;  // by joint of the .glb: that moved it
};

}  // namespace

absl::StatusOr<Comparison> CompareArmatureWithGlb(
    const Armature& armature, std::span<const uint8_t> glb,
    const Limits& limits, const CompareOptions& options) {
  const auto read = gltf::ReadGlbJson(glb, limits);
  if (!read.ok()) return read.status();
  const ResultBudget budget({.bytes = glb, .format = {}, .limits = limits});
  gltf::GltfReader scene(*read, budget, kBytesPerKey);
  if (!scene.Read("forge-armature", "an armature")) return scene.status();
  const PlayedArmature played(scene);
  if (!scene.in().ok()) return scene.status();
  return ArmatureComparer(armature, scene, played, budget, options).Run();
}

}  // namespace clipguard::actions
