// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/armature_scene.h"

#include <algorithm>
#include <array>
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
#include "parser/finding.h"
#include "parser/float_text.h"
#include "parser/forge/armature.h"
#include "parser/forge/name_table.h"
#include "parser/limits.h"
#include "rescue/conversion/conversion.h"
#include "rescue/conversion/result_budget.h"
#include "rescue/gltf/armature_places.h"
#include "rescue/gltf/float_list.h"
#include "rescue/gltf/joint_tracks.h"
#include "rescue/gltf/json_text.h"
#include "rescue/gltf/scene.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::Armature;

constexpr std::string_view kTarget = "glb";
constexpr std::string_view kRoot = "armature";
// What the clip's time is in the scene.
constexpr double kSecondsPerUnit = 1;
// Of a rotation's keyframe: its time and a quaternion.
constexpr uint64_t kBytesPerTurn = 5 * sizeof(float);
constexpr uint64_t kNotFinite = 0;
constexpr uint64_t kNotProven = 1;

// A joint that nothing moves: together the two are the identity.
constexpr std::array<float, 3> kMove = {0.5f, 0.5f, 0.5f};
constexpr std::array<float, 3> kBack = {-0.5f, -0.5f, -0.5f};
constexpr std::array<float, 4> kTurn = {0, 0, 0, 1};
constexpr std::array<float, 3> kSize = {1, 1, 1};

// As a float that is no smaller.
float Above(double value) {
  const auto near = static_cast<float>(value);
  return near < value
             ? std::nextafter(near, std::numeric_limits<float>::infinity())
             : near;
}

// JSON has no infinities and no NaN: those are strings.
void WriteNumber(std::string_view key, float value, JsonText& json) {
  if (std::isfinite(value)) {
    json.NumberField(key, double{value});
  } else {
    json.Field(key, FloatText(value));
  }
}

class Builder {
 public:
  Builder(const Armature& armature, const ConversionSource& source,
          const ConversionOptions& options, FindingSink& losses)
      : armature_(armature),
        options_(options),
        losses_(losses),
        budget_(source),
        places_({reinterpret_cast<const char*>(source.bytes.data()),
                 source.bytes.size()},
                source.limits),
        table_(armature.joints.size() + armature.joint_clips.size()) {}

  absl::StatusOr<Scene> Build() {
    scene_.name = kRoot;
    scene_.roots.push_back(scene_.AddNode({.name = std::string(kRoot)}));
    for (const Armature::Joint& joint : armature_.joints) {
      AddJoint(joint.name, armature_.Weights(joint), /*listed=*/true);
    }
    for (const Armature::JointClip& joint : armature_.joint_clips) {
      AddJoint(joint.joint, {}, /*listed=*/false);
    }
    last_clip_.resize(scene_.nodes.size());
    for (const Armature::Clip& clip : armature_.clips) {
      if (!AddClip(clip)) return ResultBudget::Refused();
    }
    scene_.about = About();
    return std::move(scene_);
  }

  std::vector<ConversionFact> Facts() const {
    const float asked = static_cast<float>(options_.degrees);
    return {{"toleranceDegrees", asked,
             absl::StrFormat("asked for: within %s degrees", FloatText(asked))},
            {"largestErrorDegrees", Above(degrees_),
             absl::StrFormat("proven: no rotation is more than %s degrees away "
                             "from the armature's; translations and scales "
                             "are lines as there",
                             FloatText(Above(degrees_)))},
            {"keyframes", static_cast<float>(keyframes_), ""}};
  }

 private:
  // ---- Joints --------------------------------------------------------------

  // Unless it is there already. What the joint moves has the next number.
  void AddJoint(forge::Text text, std::span<const Armature::Weight> weights,
                bool listed) {
    const std::string_view name = armature_.texts[text];
    names_.push_back(name);
    if (AddName() != forge::NameTable::kNone) {
      names_.pop_back();
      return;
    }
    // A name of a node is not empty.
    const std::string shown = name.empty()
                                  ? absl::StrCat("joint", names_.size() - 1)
                                  : std::string(name);
    const size_t node =
        scene_.AddChild(0, {.name = shown,
                            .translation = kMove,
                            .extras = JointExtras(name, weights, listed)});
    scene_.AddChild(node, {.name = shown + ".content", .translation = kBack});
  }

  uint32_t AddName() {
    return table_.Add(static_cast<uint32_t>(names_.size() - 1),
                      [&](uint32_t i) { return names_[i]; });
  }

  // The node of a joint of that name, which there is; the next one is that of
  // what it moves.
  size_t NodeOf(std::string_view name) const {
    return 1 +
           size_t{2} * table_.Find(name, [&](uint32_t i) { return names_[i]; });
  }

  static Json JointExtras(std::string_view name,
                          std::span<const Armature::Weight> weights,
                          bool listed) {
    JsonText json;
    json.Begin();
    json.Field("joint", name);
    json.BoolField("listed", listed);
    json.BeginArray("elements");
    for (const Armature::Weight& weight : weights) {
      json.Begin();
      json.IntField("element", weight.element);
      WriteNumber("weight", weight.weight, json);
      json.End();
    }
    json.EndArray();
    json.End();
    return json.Take();
  }

  // ---- Clips ---------------------------------------------------------------

  // False, and it is reported, if the result is too large.
  bool AddClip(const Armature::Clip& clip) {
    const std::string_view name = armature_.texts[clip.name];
    Animation animation{.name = std::string(name),
                        .extras = ClipExtras(clip, name)};
    if (name.empty()) {
      animation.name = absl::StrCat("clip", scene_.animations.size());
    }
    AddLength(animation);
    const size_t number = scene_.animations.size() + 1;
    for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
      const size_t node = NodeOf(armature_.texts[joint.joint]);
      // Of several of one name, the game takes the first.
      if (last_clip_[node] == number) continue;
      last_clip_[node] = number;
      if (AddMotion(clip, joint, node, animation)) continue;
      const std::string_view joint_name = armature_.texts[joint.joint];
      budget_.Report(places_.Find(name, joint_name),
                     ArmaturePlaces::PathOf(name, joint_name), losses_);
      return false;
    }
    scene_.animations.push_back(std::move(animation));
    return true;
  }

  Json ClipExtras(const Armature::Clip& clip, std::string_view name) const {
    JsonText json;
    json.Begin();
    json.Field("clip", name);
    json.BoolField("loop", clip.loop);
    json.BeginArray("events");
    for (const Armature::Event& event : armature_.Events(clip)) {
      json.Begin();
      WriteNumber("time", event.time, json);
      json.Field("name", armature_.texts[event.name]);
      json.End();
    }
    json.EndArray();
    json.End();
    return json.Take();
  }

  // The armature itself stays for as long as the clip is.
  void AddLength(Animation& animation) {
    if (!still_) {
      still_ = scene_.AddAccessor(
          FloatAccessor(FloatList{0, 0, 0, 0, 0, 0}, Shape::kVec3, false));
    }
    animation.channels.push_back({.node = 0,
                                  .path = Path::kTranslation,
                                  .interpolation = Interpolation::kLinear,
                                  .times = TimesOf({0, 1}),
                                  .values = *still_});
  }

  // False if that is too large.
  bool AddMotion(const Armature::Clip& clip, const Armature::JointClip& joint,
                 size_t node, Animation& animation) {
    auto tracks = TracksOfJoint(armature_, clip, joint, options_.degrees,
                                budget_.left() / kBytesPerTurn);
    if (absl::IsResourceExhausted(tracks.status())) {
      return budget_.Spend(budget_.left() + 1);
    }
    if (!tracks.ok()) {
      Lose(kNotFinite, clip, joint,
           "numbers that are not finite or too large: this joint stands still");
      return true;
    }
    for (const JointTrack* track :
         {&tracks->move, &tracks->turn, &tracks->size, &tracks->back}) {
      if (!budget_.Spend((track->times.size() + track->values.size()) *
                         sizeof(float))) {
        return false;
      }
    }
    if (tracks->degrees > options_.degrees) {
      Lose(kNotProven, clip, joint,
           absl::StrFormat(
               "this rotation within %s degrees, only within %s: its axis "
               "comes close to 0 0 0 or turns too quickly, or its angle is so "
               "large that the game itself is not exact",
               FloatText(static_cast<float>(options_.degrees)),
               FloatText(Above(tracks->degrees))));
    }
    degrees_ = std::max(degrees_, tracks->degrees);
    Add(node, Path::kTranslation, std::move(tracks->move), kMove, animation);
    Add(node, Path::kRotation, std::move(tracks->turn), kTurn, animation);
    Add(node, Path::kScale, std::move(tracks->size), kSize, animation);
    Add(node + 1, Path::kTranslation, std::move(tracks->back), kBack,
        animation);
    return true;
  }

  void Lose(uint64_t kind, const Armature::Clip& clip,
            const Armature::JointClip& joint, std::string_view what) {
    const std::string_view clip_name = armature_.texts[clip.name];
    const std::string_view name = armature_.texts[joint.joint];
    const auto element =
        static_cast<uint64_t>(&joint - armature_.joint_clips.data());
    losses_.Report(FindingCode::kConversionLoses, places_.Find(clip_name, name),
                   Scope{.id = kind, .element = element, .noun = "joint clip"},
                   [&](Description& d) {
                     d.path = ArmaturePlaces::PathOf(clip_name, name);
                     return Arguments{std::string(kTarget), std::string(what)};
                   });
  }

  // Unless it says nothing that the node does not.
  template <size_t kCount>
  void Add(size_t node, Path path, JointTrack track,
           const std::array<float, kCount>& rest, Animation& animation) {
    bool still = true;
    for (size_t i = 0; still && i < track.values.size(); ++i) {
      still = track.values[i] == rest[i % kCount];
    }
    if (still) return;
    keyframes_ += track.times.size();
    const size_t times = TimesOf(std::move(track.times));
    animation.channels.push_back(
        {.node = node,
         .path = path,
         .interpolation = track.interpolation,
         .times = times,
         .values = scene_.AddAccessor(
             FloatAccessor(std::move(track.values),
                           kCount == 4 ? Shape::kVec4 : Shape::kVec3, false))});
  }

  // An accessor; that of the last track if its times are the same.
  size_t TimesOf(FloatList times) {
    if (!times_ || times != scene_.accessors[*times_].floats) {
      times_ = scene_.AddAccessor(
          FloatAccessor(std::move(times), Shape::kScalar, true));
    }
    return *times_;
  }

  Json About() const {
    JsonText json;
    json.Begin();
    json.Field("source", "forge-armature");
    json.NumberField("secondsPerUnit", kSecondsPerUnit);
    json.NumberField("toleranceDegrees", options_.degrees);
    json.NumberField("largestErrorDegrees", double{Above(degrees_)});
    json.End();
    return json.Take();
  }

  const Armature& armature_;
  const ConversionOptions& options_;
  FindingSink& losses_;
  ResultBudget budget_;
  ArmaturePlaces places_;
  Scene scene_;
  forge::NameTable table_;
  std::vector<std::string_view> names_;  // of joints, in the order of nodes
  // By node: the number, from 1 on, of the last clip that moves it.
  std::vector<size_t> last_clip_;
  std::optional<size_t> still_;  // accessor: 0 0 0 twice
  // Accessor of the last track's times.
  std::optional<size_t> times_;
  double degrees_ = 0;
  size_t keyframes_ = 0;
};

}  // namespace

absl::StatusOr<Scene> SceneOfArmature(const Armature& armature,
                                      const ConversionSource& source,
                                      const ConversionOptions& options,
                                      FindingSink& losses,
                                      std::vector<ConversionFact>& facts) {
  Builder builder(armature, source, options, losses);
  absl::StatusOr<Scene> scene = builder.Build();
  facts = builder.Facts();
  return scene;
}

}  // namespace clipguard::rescue::gltf
