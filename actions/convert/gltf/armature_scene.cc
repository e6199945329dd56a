// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/armature_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/boxes/bind_boxes.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/armature_places.h"
#include "actions/convert/gltf/clips.h"
#include "actions/convert/gltf/joint_tracks.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/rig_mesh.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/result_budget.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "eval/machine/pose.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/name_map.h"

namespace clipguard::actions::gltf {
namespace {

using forge::Armature;

constexpr std::string_view kRoot = "armature";
// Below it are boxes that stand still.
constexpr std::string_view kModel = "model";
// Length of a clip's unit of time in the scene.
constexpr double kSecondsPerUnit = 1;
// Bytes of a rotation's keyframe: its time and a quaternion.
constexpr uint64_t kBytesPerTurn = 5 * sizeof(float);
constexpr uint64_t kNotFinite = 0;
constexpr uint64_t kNotProven = 1;
constexpr uint64_t kShortWay = 2;
constexpr float kHalfTurn = 180;
// The share of the angle that is allowed which arcs may take before lines do,
// and what lines get at least.
constexpr double kArcShare = 0.5;
// Largest error of lines, for translations (blocks) and scales.
constexpr double kLineShare = 1e-6;
constexpr double kLeastLeft = 0.25;

// A joint that nothing moves: together the two are the identity.
constexpr std::array<float, 3> kMove = {0.5f, 0.5f, 0.5f};
constexpr std::array<float, 3> kBack = {-0.5f, -0.5f, -0.5f};
constexpr std::array<float, 4> kTurn = {0, 0, 0, 1};
constexpr std::array<float, 3> kSize = {1, 1, 1};

// JSON has no infinities and no NaN: those are strings.
void WriteNumber(std::string_view key, float value, JsonWriter& json) {
  if (std::isfinite(value)) {
    json.Field(key, value);
  } else {
    json.Field(key, FloatText(value));
  }
}

// Where a node stands that no clip moves.
std::array<float, 4> RestOfNode(size_t node, Path path) {
  if (path == Path::kRotation) return kTurn;
  const auto of = [](const std::array<float, 3>& v) {
    return std::array{v[0], v[1], v[2], 0.0f};
  };
  if (path == Path::kScale) return of(kSize);
  // The root stays; then each joint has its node and that of what it moves.
  if (node == 0) return {0, 0, 0, 0};
  return of(node % 2 == 1 ? kMove : kBack);
}

// Joints by number: those of `joints`, then those that only clips move. No two
// have one name.
class JointList {
 public:
  explicit JointList(const Armature& armature) : armature_(armature) {
    for (uint32_t i = 0; i < armature.joints.size(); ++i) Add(i);
    listed_ = places_.size();
    const auto first = static_cast<uint32_t>(armature.joints.size());
    for (uint32_t i = 0; i < armature.joint_clips.size(); ++i) Add(first + i);
  }

  size_t size() const { return places_.size(); }
  size_t listed() const { return listed_; }  // so many of them
  std::string_view name(size_t joint) const { return NameAt(places_[joint]); }
  // REQUIRES: the joint is listed.
  std::span<const Armature::Weight> weights(size_t joint) const {
    return armature_.Weights(armature_.joints[places_[joint]]);
  }
  // A name of something else: with so many underscores at its end that no joint
  // has it.
  std::string Free(std::string name) const {
    while (numbers_.contains(name)) name += '_';
    return name;
  }
  // REQUIRES: there is one of that name.
  size_t Find(std::string_view name) const {
    return forge::FindName(numbers_, name);
  }

 private:
  std::string_view NameAt(uint32_t place) const {
    const size_t listed = armature_.joints.size();
    return armature_
        .texts[place < listed ? armature_.joints[place].name
                              : armature_.joint_clips[place - listed].joint];
  }
  // Unless its name is there already.
  void Add(uint32_t place) {
    const auto joint = static_cast<uint32_t>(places_.size());
    if (numbers_.try_emplace(NameAt(place), joint).second) {
      places_.push_back(place);
    }
  }

  const Armature& armature_;
  forge::NameMap numbers_;
  std::vector<uint32_t> places_;  // in `joints`, and after those in joint_clips
  size_t listed_ = 0;
};

void WriteBox(const BoundBox& bound, const JointList& joints,
              JsonWriter& json) {
  const ModelBox& box = bound.box;
  json.BeginObject();
  json.Field("name", joints.Free(absl::StrCat("element", box.element)));
  json.Floats("translation", box.middle);
  json.Floats("rotation", box.turn);
  json.Floats("scale", box.size);
  json.Field("mesh", bound.joint ? kMovesMesh : kStandsMesh);
  json.EndObject();
}

// The root, and of each joint its node and then that of what it moves.
size_t NodeOf(size_t joint) { return 1 + 2 * joint; }

class ArmatureNodes : public NodeSource {
 public:
  ArmatureNodes(std::shared_ptr<const Armature> armature,
                std::unique_ptr<const JointList> joints,
                std::vector<BoundBox> boxes, double scale)
      : armature_(std::move(armature)),
        joints_(std::move(joints)),
        boxes_(std::move(boxes)),
        scale_(scale) {}

  void WriteTo(JsonWriter& json) const override {
    json.BeginObject();
    json.Field("name", joints_->Free(std::string(kRoot)));
    if (scale_ != 1) json.Floats("scale", ScaleOf(scale_));
    if (joints_->size() != 0) json.BeginArray("children");
    for (size_t i = 0; i < joints_->size(); ++i) json.Uint(NodeOf(i));
    if (joints_->size() != 0) json.EndArray();
    json.EndObject();
    const std::string move = TextOf(kMove);
    const std::string back = TextOf(kBack);
    size_t box = 0;
    for (size_t i = 0; i < joints_->size(); ++i) {
      const std::string_view name = joints_->name(i);
      // A name of a node is not empty.
      std::string shown = PlainName(name);
      if (name.empty()) {
        shown = joints_->Free(absl::StrCat("joint", i));
      } else if (shown != name) {
        shown = joints_->Free(absl::StrCat(shown, "_", i));
      }
      json.BeginObject();
      json.Field("name", shown);
      json.BeginArray("children");
      json.Uint(NodeOf(i) + 1);
      json.EndArray();
      json.RawField("translation", move);
      WriteExtras(i, name, json);
      json.EndObject();
      json.BeginObject();
      json.Field("name", joints_->Free(shown + "_content"));
      json.RawField("translation", back);
      box = WriteChildren(box, i, json);
      json.EndObject();
    }
    if (boxes_.empty()) return;
    json.BeginObject();
    json.Field("name", joints_->Free(std::string(kModel)));
    if (scale_ != 1) json.Floats("scale", ScaleOf(scale_));
    WriteChildren(box, std::nullopt, json);
    json.EndObject();
    for (const BoundBox& bound : boxes_) {
      WriteBox(bound, *joints_, json);
    }
  }

  // The node of those boxes that stand still.
  size_t model() const { return NodeOf(joints_->size()); }

 private:
  static Json TextOf(std::span<const float> floats) {
    JsonWriter json(kGltfJson);
    json.Floats(floats);
    return json.Take();
  }

  // The boxes from `first` on that a joint moves. Returns the one after them.
  size_t WriteChildren(size_t first, std::optional<size_t> joint,
                       JsonWriter& json) const {
    size_t box = first;
    for (; box < boxes_.size() && boxes_[box].joint == joint; ++box) {
      if (box == first) json.BeginArray("children");
      json.Uint(model() + 1 + box);
    }
    if (box != first) json.EndArray();
    return box;
  }

  void WriteExtras(size_t joint, std::string_view name,
                   JsonWriter& json) const {
    const bool listed = joint < joints_->listed();
    json.BeginObject("extras");
    json.Field("joint", name);
    json.Field("listed", listed);
    json.BeginArray("elements");
    if (listed) {
      for (const Armature::Weight& weight : joints_->weights(joint)) {
        json.BeginObject();
        json.Field("element", weight.element);
        WriteNumber("weight", weight.weight, json);
        json.EndObject();
      }
    }
    json.EndArray();
    json.EndObject();
  }

  const std::shared_ptr<const Armature> armature_;  // which joints_ looks at
  const std::unique_ptr<const JointList> joints_;
  const std::vector<BoundBox> boxes_;
  const double scale_;
};

class ArmatureBuilder {
 public:
  ArmatureBuilder(std::shared_ptr<const Armature> armature,
                  ArmaturePlaces places, const ConversionOptions& options,
                  FindingSink& losses, ResultBudget budget)
      : shared_(std::move(armature)),
        armature_(*shared_),
        options_(options),
        losses_(losses),
        budget_(budget),
        places_(std::move(places)),
        joints_(std::make_unique<JointList>(armature_)) {}

  absl::StatusOr<Scene> Build() {
    scene_.name = kRoot;
    scene_.roots.push_back(0);
    last_clip_.resize(joints_->size());
    for (const Armature::Clip& clip : armature_.clips) {
      if (!clip.broken && !AddClip(clip)) return ResultBudget::Refused();
    }
    const size_t left_out = AddClips(std::move(clips_), RestOfNode, scene_);
    if (left_out != 0) {
      ReportLoss("glb", {}, "/clips", LeftAtRest(left_out),
                 NotesOf(options_, losses_));
    }
    Binding bound =
        BindBoxes(options_.boxes, armature_,
                  [&](std::string_view name) { return joints_->Find(name); });
    scene_.about = About(bound.shared);
    if (!bound.boxes.empty()) AddBoxMeshes(scene_);
    if (bound.shared != 0) {
      ReportLoss("glb", {}, "/joints",
                 absl::StrFormat("%s that several joints move: in the game "
                                 "that is the mean by weight, here the joint "
                                 "of the largest weight",
                                 Count(bound.shared, "element")),
                 NotesOf(options_, losses_));
    }
    auto nodes = std::make_unique<ArmatureNodes>(
        shared_, std::move(joints_), std::move(bound.boxes), options_.scale);
    if (!options_.boxes.empty()) scene_.roots.push_back(nodes->model());
    scene_.node_source = std::move(nodes);
    return std::move(scene_);
  }

  std::vector<ConversionFact> Facts() const {
    const float asked = static_cast<float>(options_.degrees);
    return {{"toleranceDegrees", asked,
             absl::StrFormat("asked for: within %s degrees", FloatText(asked))},
            {"largestErrorDegrees", Above(degrees_),
             absl::StrFormat("proven: no rotation is more than %s degrees away "
                             "from the armature's, in players of arcs and of "
                             "normalised lines; translations and scales are "
                             "lines as there",
                             FloatText(Above(degrees_)))},
            {"keyframes", static_cast<float>(keyframes_), ""}};
  }

 private:
  // ---- Clips ---------------------------------------------------------------

  // False, and it is reported, if the result is too large.
  bool AddClip(const Armature::Clip& clip) {
    const std::string_view name = armature_.texts[clip.name];
    Clip added{.name = std::string(name), .extras = ClipExtras(clip, name)};
    if (name.empty()) added.name = absl::StrCat("clip", clips_.size());
    // The armature itself stays for as long as the clip is.
    added.tracks.push_back(
        {.node = 0,
         .path = Path::kTranslation,
         .keyframes = {.times = {0, 1}, .values = {0, 0, 0, 0, 0, 0}}});
    const size_t number = clips_.size() + 1;
    for (const Armature::JointClip& joint : armature_.JointClips(clip)) {
      if (joint.broken) continue;
      const size_t moved = joints_->Find(armature_.texts[joint.joint]);
      // The game takes the first of several of one name.
      if (last_clip_[moved] == number) continue;
      last_clip_[moved] = number;
      if (AddMotion(clip, joint, NodeOf(moved), added)) continue;
      static_cast<void>(budget_.Spend(budget_.left() + 1));
      const std::string_view joint_name = armature_.texts[joint.joint];
      budget_.Report(places_.Find(name, joint_name),
                     ArmaturePlaces::PathOf(name, joint_name), losses_);
      return false;
    }
    clips_.push_back(std::move(added));
    return true;
  }

  Json ClipExtras(const Armature::Clip& clip, std::string_view name) const {
    JsonWriter json(kGltfJson);
    json.BeginObject();
    json.Field("clip", name);
    json.Field("loop", clip.loop);
    json.BeginArray("events");
    for (const Armature::Event& event : armature_.Events(clip)) {
      json.BeginObject();
      WriteNumber("time", event.time, json);
      json.Field("name", armature_.texts[event.name]);
      json.EndObject();
    }
    json.EndArray();
    json.EndObject();
    return json.Take();
  }

  // False if that is too large.
  bool AddMotion(const Armature::Clip& clip, const Armature::JointClip& joint,
                 size_t node, Clip& added) {
    auto tracks =
        TracksOfJoint(armature_, clip, joint, options_.degrees * kArcShare,
                      budget_.left() / kBytesPerTurn);
    if (absl::IsResourceExhausted(tracks.status())) return false;
    if (!tracks.ok()) {
      Lose(kNotFinite, clip, joint,
           "numbers that are not finite or too large: this joint stands still");
      return true;
    }
    if (!Add(node, Path::kTranslation, kMove, kLineShare, tracks->move,
             added) ||
        !Add(node, Path::kRotation, kTurn,
             std::max(options_.degrees - tracks->degrees,
                      kLeastLeft * options_.degrees),
             tracks->turn, added, &tracks->degrees) ||
        !Add(node, Path::kScale, kSize, kLineShare, tracks->size, added) ||
        !Add(node + 1, Path::kTranslation, kBack, kLineShare, tracks->back,
             added)) {
      return false;
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
    NoteShortWay(clip, joint);
    return true;
  }

  // The first angle that goes half a turn or more, which the game does not. In
  // 0, 120, 240, 0 and in 0, 330 the short way is the one that is meant.
  void NoteShortWay(const Armature::Clip& clip,
                    const Armature::JointClip& joint) {
    for (const Armature::VariableClip& variable : armature_.Variables(joint)) {
      if (variable.variable != forge::Variable::kAngle ||
          variable.interpolation == forge::Interpolation::kNearest) {
        continue;
      }
      const std::span<const float> samples = armature_.Samples(variable);
      float before = 0;
      for (size_t i = 1; i < samples.size(); ++i) {
        const float way = eval::ShortWay(samples[i - 1], samples[i]);
        if (std::abs(samples[i] - samples[i - 1]) >= kHalfTurn &&
            std::abs(way) >= kHalfTurn / 2 && !(way * before > 0)) {
          Report(kShortWay, clip, joint,
                 absl::StrFormat("that an angle goes from %s to %s degrees: "
                                 "the game takes the short way, of %s degrees",
                                 FloatText(samples[i - 1]),
                                 FloatText(samples[i]), FloatText(way)),
                 NotesOf(options_, losses_));
          return;
        }
        before = way;
      }
    }
  }

  void Lose(uint64_t kind, const Armature::Clip& clip,
            const Armature::JointClip& joint, std::string_view what) {
    Report(kind, clip, joint, what, losses_);
  }

  void Report(uint64_t kind, const Armature::Clip& clip,
              const Armature::JointClip& joint, std::string_view what,
              FindingSink& sink) {
    const std::string_view clip_name = armature_.texts[clip.name];
    const std::string_view name = armature_.texts[joint.joint];
    const auto element =
        static_cast<uint64_t>(&joint - armature_.joint_clips.data());
    sink.Report(FindingCode::kConversionLoses, places_.Find(clip_name, name),
                Scope{.id = kind, .element = element, .noun = "joint clip"},
                [&](Description& d) {
                  d.path = ArmaturePlaces::PathOf(clip_name, name);
                  return Arguments{std::string(kGlb), std::string(what)};
                });
  }

  // Unless the track says nothing that the node does not. Lines may be
  // `allowed` off, which is added to the bound. False if it is too large.
  template <size_t kCount>
  bool Add(size_t node, Path path, const std::array<float, kCount>& rest,
           double allowed, Keyframes& keys, Clip& clip,
           double* bound = nullptr) {
    bool rests = true;
    for (size_t i = 0; rests && i < keys.values.size(); ++i) {
      rests = keys.values[i] == rest[i % kCount];
    }
    if (rests) return true;
    if (keys.interpolation != Interpolation::kStep) {
      LineKeys lines = LineKeysOf(std::move(keys), path, allowed,
                                  budget_.left() / kBytesPerTurn);
      if (lines.keyframes.empty()) return false;
      keys = std::move(lines.keyframes);
      if (bound != nullptr) *bound += lines.bound;
    }
    if (!budget_.Spend((keys.times.size() + keys.values.size()) *
                       sizeof(float))) {
      return false;
    }
    keyframes_ += keys.times.size();
    clip.tracks.push_back({node, path, std::move(keys)});
    return true;
  }

  Json About(size_t shared) const {
    JsonWriter json(kGltfJson);
    json.BeginObject();
    json.Field("source", "forge-armature");
    json.Field("secondsPerUnit", kSecondsPerUnit);
    json.Field("toleranceDegrees", options_.degrees);
    json.Field("largestErrorDegrees", Above(degrees_));
    if (!options_.boxes.empty()) {
      json.Field("boxes", options_.boxes.size());
      if (shared != 0) json.Field("sharedBoxes", shared);
    }
    json.EndObject();
    return json.Take();
  }

  const std::shared_ptr<const Armature> shared_;
  const Armature& armature_;
  const ConversionOptions& options_;
  FindingSink& losses_;
  ResultBudget budget_;
  ArmaturePlaces places_;
  Scene scene_;
  std::unique_ptr<const JointList> joints_;
  // By joint: the number, from 1 on, of the last clip that moves it.
  std::vector<size_t> last_clip_;
  std::vector<Clip> clips_;
  double degrees_ = 0;
  size_t keyframes_ = 0;
};

}  // namespace

absl::StatusOr<Scene> SceneOfArmature(std::shared_ptr<const Armature> armature,
                                      ArmaturePlaces places,
                                      const ConversionOptions& options,
                                      FindingSink& losses,
                                      std::vector<ConversionFact>& facts,
                                      ResultBudget budget) {
  ArmatureBuilder builder(std::move(armature), std::move(places), options,
                          losses, budget);
  absl::StatusOr<Scene> scene = builder.Build();
  facts = builder.Facts();
  return scene;
}

}  // namespace clipguard::actions::gltf
