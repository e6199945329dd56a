// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/recording_scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
#include "actions/convert/gltf/clips.h"
#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/recording_losses.h"
#include "actions/convert/gltf/rig_mesh.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/gltf/tracks.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/rig/hand_rig.h"
#include "actions/convert/rig/rig_chain.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/numbers.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;

constexpr size_t kPositionCurves = 3;
constexpr size_t kRotationCurves = 4;
constexpr int kMostSamples = 1 << 18;
// Bytes of a keyframe while it is computed, and of one of a skeleton.
constexpr uint64_t kBytesPerTime = 256;
constexpr uint64_t kBytesPerRigTime = 64;
// The share of what is allowed that curves may take before lines do, and what
// lines get at least.
constexpr double kFitShare = 0.5;
constexpr double kLeastLeft = 0.25;
// A sum of bounds is rounded up.
constexpr double kLess = 1 - 1e-6;
// The same for each joint of a skeleton: six hang below each other, and what
// the first turns too far moves the last by five times their distance.
constexpr double kRigPlaceShare = 1.0 / 32;
constexpr double kRigTurnShare = 1.0 / 16;
constexpr double kRigReachShare = 1.0 / 64;

template <size_t kCount>
void CopyFrom(const FloatList& from, size_t first,
              std::array<float, kCount>& to) {
  for (size_t i = 0; i < kCount; ++i) to[i] = from[first + i];
}

std::string Text(double value) { return FloatText(static_cast<float>(value)); }

// ---- The scene --------------------------------------------------------------

class RecordingBuilder {
 public:
  RecordingBuilder(const mrtk::InputAnimationView& view,
                   const ConversionOptions& options, const ResultBudget& budget,
                   FindingSink& losses, const RecordingOrigin& origin)
      : view_(view),
        origin_(origin),
        options_{options.tolerance, options.degrees},
        lines_(!options.cubic && options.fps == 0),
        fps_(options.fps),
        asked_(options),
        budget_(budget),
        losses_(origin.places == nullptr ? view : *origin.places, losses),
        notes_(NotesOf(options, losses)),
        duration_(view.Duration()) {}

  absl::StatusOr<Scene> Build() {
    scene_.name = "recording";
    clip_.name = "recording";
    root_ = scene_.AddNode({.name = "recording"});
    scene_.roots = {root_};
    scene_.camera_fov = static_cast<float>(asked_.camera_degrees / kDegrees);
    if (!PlanSamples(fps_ > 0 ? fps_ : origin_.damaged_fps)) return problem_;
    if (view_.has_camera()) {
      AddPose(root_, {.name = "camera", .camera = true},
              CurveSlot::Camera(mrtk::kPositionX));
    }
    if (view_.has_hands()) {
      if (!asked_.rig) scene_.meshes.push_back(JointMesh(scene_));
      for (const mrtk::Handedness hand : mrtk::kHands) AddHand(hand);
    }
    if (view_.has_gaze()) AddGaze();
    if (!problem_.ok()) return problem_;
    std::vector<Clip> clips;
    clips.push_back(std::move(clip_));
    // One clip leaves nothing at rest.
    AddClips(
        std::move(clips),
        [](size_t, Path) { return std::array{0.f, 0.f, 0.f, 0.f}; }, scene_);
    scene_.nodes[root_].extras = RootExtras();
    scene_.about = About();
    return std::move(scene_);
  }

  std::vector<ConversionFact> Facts() const {
    if (fps_ > 0) {
      return {{"fps", static_cast<float>(fps_),
               absl::StrFormat("%s samples a second; nothing is proven of the "
                               "time between them",
                               Text(fps_))},
              {"keyframes", static_cast<float>(keyframes_), ""}};
    }
    const std::string places =
        IsProven(bound_)
            ? absl::StrFormat(
                  "proven: no coordinate is more than %s %s away "
                  "from the recording's curves%s,",
                  FloatText(LargestError()), asked_.scale == 1 ? "m" : "units",
                  asked_.scale == 1 ? "" : " times the scale")
            : "no bound of all positions can be proven; proven:";
    std::vector<ConversionFact> facts = {
        {"tolerance", static_cast<float>(options_.tolerance),
         absl::StrFormat("asked for: within %s m and %s degrees",
                         Text(options_.tolerance), Text(options_.degrees))},
        {"toleranceDegrees", static_cast<float>(options_.degrees), ""},
        {"largestErrorDegrees", Above(degrees_),
         absl::StrFormat(
             "%s no rotation more than %s degrees, in players of %s", places,
             FloatText(Above(degrees_)),
             lines_ ? "arcs and of normalised lines" : "CUBICSPLINE")},
        {"keyframes", static_cast<float>(keyframes_), ""}};
    if (IsProven(bound_)) facts.push_back({"largestError", LargestError(), ""});
    if (asked_.rig) AddRigFacts(asked_.rig->fixed_bones, facts);
    return facts;
  }

 private:
  float LargestError() const { return Above(bound_ * asked_.scale); }

  // ---- Tracks --------------------------------------------------------------

  // From 0 to the end, which is a sample, too.
  bool PlanSamples(double fps) {
    const double count = std::ceil(duration_ * fps);
    if (!(count < kMostSamples)) {
      problem_ = absl::ResourceExhaustedError(absl::StrFormat(
          "%s s at %s samples a second are more than %d samples",
          FloatText(duration_), Text(fps), kMostSamples));
      return false;
    }
    for (double i = 0; i < count; ++i) {
      const auto time = static_cast<float>(i / fps);
      if (time < duration_ &&
          (sample_times_.empty() || sample_times_.back() < time)) {
        sample_times_.push_back(time);
      }
    }
    sample_times_.push_back(duration_ + 0.0f);
    return true;
  }

  template <size_t kCount>
  std::array<CurveView, kCount> CurvesFrom(CurveSlot first) const {
    std::array<CurveView, kCount> curves;
    for (size_t i = 0; i < kCount; ++i) {
      curves[i] = view_.curve(CurveSlot(first.index() + i));
    }
    return curves;
  }

  // So many that what a track is made of stays a small multiple of what the
  // result may have. Lines between keyframes take half of what is allowed.
  TrackOptions Options(CurveSlot first) const {
    TrackOptions options = options_;
    options.off = origin_.OffFrom(first);
    options.most_times = static_cast<size_t>(budget_.left() / kBytesPerTime);
    if (lines_) {
      options.tolerance *= kFitShare;
      options.degrees *= kFitShare;
    }
    return options;
  }

  // A result that is too large is reported at the first track that is too much.
  void Refuse(CurveSlot first) {
    if (!problem_.ok()) return;
    if (budget_.Spend(0)) static_cast<void>(budget_.Spend(budget_.left() + 1));
    losses_.ReportTooLarge(first, budget_);
    problem_ = ResultBudget::Refused();
  }

  // Joins keyframes by lines that may be so far off besides: metres or degrees.
  // False, and it is reported, if there are too many.
  bool MakeLines(Path path, CurveSlot slot, double allowed, Keyframes& keys,
                 double& bound, std::optional<float>* unproven = nullptr) {
    if (!lines_ || keys.empty()) return true;
    LineKeys lines =
        LineKeysOf(std::move(keys), path, allowed, Options(slot).most_times);
    if (lines.keyframes.empty()) {
      Refuse(slot);
      return false;
    }
    keys = std::move(lines.keyframes);
    bound += lines.bound;
    if (unproven != nullptr) *unproven = lines.first_unproven;
    return true;
  }

  void Add(size_t node, Path path, CurveSlot slot, Keyframes keys) {
    if (keys.empty() || !problem_.ok()) return;
    if (!budget_.Spend((keys.times.size() + keys.values.size()) *
                       sizeof(float))) {
      return Refuse(slot);
    }
    keyframes_ += keys.times.size();
    const size_t components = path == Path::kRotation ? 4 : 3;
    const size_t first =
        keys.interpolation == Interpolation::kCubicSpline ? components : 0;
    // Viewers without animations show the first keyframe.
    Node& shown = scene_.nodes[node];
    if (path == Path::kRotation) {
      CopyFrom(keys.values, first, shown.rotation.emplace());
    } else {
      CopyFrom(keys.values, first, shown.translation.emplace());
    }
    clip_.tracks.push_back({node, path, std::move(keys)});
  }

  // Whether damage is allowed, and these curves have some.
  bool AreDamaged(std::span<const CurveView> curves) const {
    return origin_.damaged_fps > 0 && !std::ranges::all_of(curves, IsSound);
  }

  // Whether damage is allowed, and is why there is no track.
  bool IsDamage(const absl::Status& problem) const {
    return origin_.damaged_fps > 0 && absl::IsInvalidArgument(problem);
  }

  void AddSamples(size_t node, Path path, CurveSlot first,
                  std::span<const CurveView> curves) {
    Add(node, path, first,
        SampledTrack(curves, sample_times_,
                     origin_.damaged_fps > 0 ? kInfinity : kMaxFloat));
  }

  // False, and it is noted, if there is no track.
  bool Check(const absl::Status& status, CurveSlot first) {
    if (status.ok()) return true;
    if (absl::IsInvalidArgument(status)) {
      losses_.ReportNoBound(first, status);
    } else if (absl::IsResourceExhausted(status)) {
      Refuse(first);
    } else if (problem_.ok()) {
      problem_ = absl::Status(
          status.code(),
          absl::StrCat(losses_.PathOf(first), ": ", status.message()));
    }
    return false;
  }

  void AddPosition(size_t node, CurveSlot first) {
    if (!problem_.ok()) return;
    const auto curves = CurvesFrom<kPositionCurves>(first);
    if (fps_ > 0 || AreDamaged(curves)) {
      return AddSamples(node, Path::kTranslation, first, curves);
    }
    auto track = PositionTrack(curves, Options(first));
    if (IsDamage(track.status())) {
      return AddSamples(node, Path::kTranslation, first, curves);
    }
    if (!Check(track.status(), first)) return;
    const double left = options_.tolerance - track->bound;
    if (!MakeLines(Path::kTranslation, first,
                   std::max(left, kLeastLeft * options_.tolerance) * kLess,
                   *track, track->bound)) {
      return;
    }
    losses_.ReportPosition(CurveSlot(first.index() + track->farthest),
                           track->bound, options_.tolerance);
    bound_ = std::max(bound_, track->bound);
    Add(node, Path::kTranslation, first, *std::move(track));
  }

  void AddRotation(size_t node, CurveSlot first) {
    if (!problem_.ok()) return;
    const auto curves = CurvesFrom<kRotationCurves>(first);
    if (fps_ > 0 || AreDamaged(curves)) {
      return AddSamples(node, Path::kRotation, first, curves);
    }
    const TrackOptions options = Options(first);
    auto track = RotationTrack(curves, options);
    if (IsDamage(track.status())) {
      return AddSamples(node, Path::kRotation, first, curves);
    }
    if (!Check(track.status(), first)) return;
    if (track->times.size() >= std::max<size_t>(options.most_times, 1) &&
        track->bound > options_.degrees) {
      return Refuse(first);
    }
    const double left = options_.degrees - track->bound;
    std::optional<float> unproven;
    if (!MakeLines(Path::kRotation, first,
                   std::max(left, kLeastLeft * options_.degrees) * kLess,
                   *track, track->bound, &unproven)) {
      return;
    }
    if (unproven && track->unproven++ == 0) track->first_unproven = *unproven;
    losses_.ReportRotation(first, track->unproven, track->first_unproven,
                           track->bound, options_.degrees);
    degrees_ = std::max(degrees_, track->bound);
    Add(node, Path::kRotation, first, *std::move(track));
  }

  // ---- Nodes ---------------------------------------------------------------

  // Whether one of `count` curves from `first` on has keys. A part without keys
  // was not recorded, and has no node: it would stand at the origin.
  bool IsRecorded(CurveSlot first, size_t count) const {
    for (size_t i = 0; i < count; ++i) {
      if (!view_.curve(CurveSlot(first.index() + i)).empty()) return true;
    }
    return false;
  }

  void AddPose(size_t parent, Node node, CurveSlot first) {
    if (!IsRecorded(first, mrtk::kPoseCurves)) return;
    const size_t added = scene_.AddChild(parent, std::move(node));
    AddPosition(added, first);
    AddRotation(added, CurveSlot(first.index() + kPositionCurves));
  }

  void AddState(size_t parent, std::string name, CurveSlot slot) {
    if (!IsRecorded(slot, 1)) return;
    const size_t node = scene_.AddChild(parent, {.name = std::move(name)});
    const CurveView curve = view_.curve(slot);
    if (AreDamaged({&curve, 1})) {
      return AddSamples(node, Path::kTranslation, slot, {&curve, 1});
    }
    Add(node, Path::kTranslation, slot, StateTrack(curve));
  }

  void HideWhereLost(size_t node, mrtk::Handedness hand) {
    Keyframes sizes = StateTrack(view_.curve(CurveSlot::Tracked(hand)), true);
    if (sizes.empty()) return;
    clip_.tracks.push_back({node, Path::kScale, std::move(sizes)});
  }

  std::string NameOf(mrtk::Handedness hand, size_t joint,
                     bool webxr_names) const {
    if (webxr_names || origin_.joints.empty()) {
      return JointName(hand, joint, webxr_names);
    }
    return absl::StrFormat("hand_%s_%s", HandName(hand), origin_.joints[joint]);
  }

  void AddHand(mrtk::Handedness hand) {
    const std::string name = "hand_" + std::string(mrtk::HandName(hand));
    const size_t node = scene_.AddChild(root_, {.name = name});
    AddState(node, name + "_tracked", CurveSlot::Tracked(hand));
    if (origin_.hides_lost_hands) HideWhereLost(node, hand);
    AddState(node, name + "_pinch", CurveSlot::Pinch(hand));
    if (asked_.rig) {
      AddRig(hand, *asked_.rig, name, node);
      return;
    }
    for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
      const CurveSlot first = CurveSlot::Joint(hand, joint, mrtk::kPositionX);
      Node added{.name = NameOf(hand, joint, asked_.webxr_names)};
      if (IsRecorded(first, kPositionCurves)) added.mesh = 0;
      AddPose(node, std::move(added), first);
    }
  }

  // A skeleton below the hand's node.
  void AddRig(mrtk::Handedness hand, const RigRequest& request,
              const std::string& name, size_t below) {
    if (!problem_.ok()) return;
    const auto most = static_cast<size_t>(budget_.left() / kBytesPerRigTime);
    CurveSlot at(0);
    ConversionOptions options = asked_;
    if (lines_) {
      options.tolerance *= kFitShare;
      options.degrees *= kFitShare;
    }
    auto rig = FitHand(view_, hand, options, request, most, at, origin_.off);
    if (!Check(rig.status(), at)) return;
    const CurveSlot none = CurveSlot::Joint(hand, 0, mrtk::kPositionX);
    if (IsRecorded(none, mrtk::kPoseCurves)) {
      ReportLoss(kGlb, losses_.BytesOf(none), none.Path(),
                 "what no joint of a skeleton is", notes_);
    }
    for (const auto& [first, reason] : rig->left) {
      losses_.ReportNoBound(first, reason);
    }
    std::vector<RigBone> bones;
    std::vector<RigBound> bounds;
    double reach = 0;
    for (const RigJoint& joint : rig->joints) {
      if (joint.parent) reach = std::max(reach, ReachOf(joint.track));
    }
    const double turn_allowed =
        std::min(options_.degrees * kRigTurnShare,
                 options_.tolerance * kRigReachShare / reach * kDegrees);
    for (RigJoint& joint : rig->joints) {
      const CurveSlot first =
          CurveSlot::Joint(hand, joint.joint, mrtk::kPositionX);
      const size_t node = scene_.AddChild(
          joint.parent ? bones[*joint.parent].node : below,
          {.name = NameOf(hand, joint.joint, asked_.webxr_names),
           .extras = absl::StrFormat(R"({"joint":"%s"})",
                                     mrtk::kJointNames[joint.joint])});
      RigTrack& track = joint.track;
      Keyframes places{.times = FloatList(track.times),
                       .values = FloatList(track.places)};
      Keyframes turns{.times = FloatList(track.times),
                      .values = FloatList(track.turns)};
      RigBound added;
      if (joint.parent) added = bounds[*joint.parent].Below(track);
      const CurveSlot turn(first.index() + kPositionCurves);
      if ((!track.places.empty() &&
           !MakeLines(Path::kTranslation, first,
                      options_.tolerance * kRigPlaceShare, places,
                      added.distance)) ||
          (!track.turns.empty() &&
           !MakeLines(Path::kRotation, turn, turn_allowed, turns,
                      added.degrees))) {
        return;
      }
      bones.push_back({node, joint.parent, joint.rest});
      bounds.push_back(added);
      track.bound += added.distance;
      track.degrees += added.degrees;
      ReportOff(first, track, request.fixed_bones && joint.parent);
      bound_ = std::max(bound_, track.bound);
      degrees_ = std::max(degrees_, track.degrees);
      if (request.fixed_bones && joint.parent && track.bound > fixed_cost_) {
        fixed_cost_ = track.bound;
        fixed_worst_ = NameOf(hand, joint.joint, /*webxr_names=*/false);
      }
      if (!track.places.empty()) {
        Add(node, Path::kTranslation, first, std::move(places));
      }
      if (!track.turns.empty()) {
        Add(node, Path::kRotation, turn, std::move(turns));
      }
      track = {};
      // Not as the first keyframe has it: as the skin is bound.
      scene_.nodes[node].translation = joint.place;
      scene_.nodes[node].rotation = joint.turn;
    }
    if (bones.empty()) return;
    AddRigMesh(name + "_mesh", bones, below, scene_);
    ++rig_hands_;
    rig_joints_ += bones.size();
  }

  // For bones of fixed length, only unproven positions are reported.
  void ReportOff(CurveSlot first, const RigTrack& track, bool is_fixed) {
    if (!is_fixed || !IsProven(track.bound)) {
      losses_.ReportPosition(first, track.bound, options_.tolerance);
    }
    losses_.ReportRotation(CurveSlot(first.index() + kPositionCurves),
                           track.unproven, track.first_unproven, track.degrees,
                           options_.degrees);
  }

  void AddRigFacts(bool fixed_bones, std::vector<ConversionFact>& facts) const {
    facts.push_back(
        {"rigJoints", static_cast<float>(rig_joints_),
         rig_hands_ == 0
             ? "no joint of a hand was recorded: no skeletons"
             : absl::StrFormat("skeletons with a skin: %d joints of %s",
                               rig_joints_,
                               rig_hands_ == 1 ? "one hand" : "two hands")});
    if (!fixed_bones || !IsProven(fixed_cost_)) return;
    const float cost = Above(fixed_cost_ * 1000);
    facts.push_back(
        {"fixedBonesMillimetres", cost,
         absl::StrFormat("bones of fixed length: no joint is more than %s mm "
                         "from where it was recorded%s%s",
                         FloatText(cost),
                         fixed_worst_.empty() ? "" : "; the farthest is ",
                         fixed_worst_)});
  }

  void AddGaze() {
    const CurveSlot direction_x = CurveSlot::Gaze(mrtk::kDirectionX);
    if (!IsRecorded(CurveSlot::Gaze(mrtk::kOriginX), mrtk::kRayCurves)) return;
    const size_t gaze = scene_.AddChild(root_, {.name = "gaze"});
    AddPosition(gaze, CurveSlot::Gaze(mrtk::kOriginX));
    if (!IsRecorded(direction_x, kPositionCurves)) return;
    const size_t direction = scene_.AddChild(gaze, {.name = "gaze_direction"});
    AddPosition(direction, direction_x);
  }

  // ---- Extras --------------------------------------------------------------

  Json RootExtras() const {
    JsonWriter json(kGltfJson);
    json.BeginObject();
    json.Field("duration", duration_);
    json.BeginArray("markers");
    auto markers = view_.markers();
    while (const auto marker = markers.Next()) {
      json.BeginObject();
      json.Field("time", marker->time);
      json.Field("name", marker->name);
      json.EndObject();
    }
    json.EndArray();
    json.EndObject();
    return json.Take();
  }

  Json About() const {
    JsonWriter json(kGltfJson);
    json.BeginObject();
    json.Field("source", origin_.source);
    if (origin_.version.empty()) {
      json.Field("version", absl::StrFormat("%d.%d", view_.version().major,
                                            view_.version().minor));
      json.Field("layout", KeyLayoutName(view_.layout()));
    } else {
      json.Field("version", origin_.version);
    }
    if (fps_ > 0) {
      json.Field("fps", fps_);
    } else {
      json.Field("tolerance", options_.tolerance);
      json.Field("toleranceDegrees", options_.degrees);
      if (IsProven(bound_)) json.Field("largestError", LargestError());
      json.Field("largestErrorDegrees", Above(degrees_));
    }
    json.Field("mirrored", "z");
    if (asked_.rig) {
      json.BeginObject("rig");
      json.Field("joints", rig_joints_);
      json.Field("jointNames", asked_.webxr_names ? "webxr" : origin_.source);
      if (asked_.rig->fixed_bones && IsProven(fixed_cost_)) {
        json.Field("fixedBonesMillimetres", Above(fixed_cost_ * 1000));
      }
      json.EndObject();
    }
    json.EndObject();
    return json.Take();
  }

  const mrtk::InputAnimationView& view_;
  const RecordingOrigin& origin_;
  const TrackOptions options_;
  const bool lines_;  // keyframes are joined by lines that all players draw
  const double fps_;  // 0: no samples
  const ConversionOptions& asked_;
  ResultBudget budget_;
  std::vector<float> sample_times_;
  RecordingLosses losses_;
  FindingSink& notes_;
  const float duration_;
  Scene scene_;
  Clip clip_;
  size_t root_ = 0;
  double bound_ = 0;
  double degrees_ = 0;
  size_t keyframes_ = 0;
  size_t rig_hands_ = 0;
  size_t rig_joints_ = 0;
  double fixed_cost_ = 0;  // metres
  std::string fixed_worst_;
  absl::Status problem_;
};

}  // namespace

absl::StatusOr<Scene> SceneOfRecording(const mrtk::InputAnimationView& view,
                                       const ConversionOptions& options,
                                       FindingSink& losses,
                                       std::vector<ConversionFact>& facts,
                                       ResultBudget budget,
                                       const RecordingOrigin& origin) {
  RecordingBuilder builder(view, options, budget, losses, origin);
  auto scene = builder.Build();
  if (scene.ok()) facts = builder.Facts();
  return scene;
}

}  // namespace clipguard::actions::gltf
