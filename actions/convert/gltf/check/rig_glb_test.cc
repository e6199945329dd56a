// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Hands as skeletons: their joints are where the recording has them, within the
// bound that the file states.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_glb.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/rig/hand_rig.h"
#include "actions/convert/rig/quaternion.h"
#include "actions/convert/rig/test_rig.h"
#include "actions/convert/test_converted.h"
#include "actions/motion/random_keys.h"
#include "actions/motion/rotation_trials.h"
#include "corpus/corpus_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/test_files.h"
#include "testing/sample_files.h"
#include "testing/sanitizers.h"
#include "tiny_gltf.h"

namespace clipguard::actions {
namespace {

using gltf::GlbChannel;
using gltf::LoadedGlb;
using mrtk::CurveSlot;
using mrtk::Handedness;
using mrtk::kCompact11;
using mrtk::Keyframe;
using mrtk::kFull11;
using mrtk::MustWrite;
using ::testing::HasSubstr;

struct Result {
  std::vector<uint8_t> bytes;
  LoadedGlb glb;
  FindingList losses;
  FindingList notes;
  std::vector<ConversionFact> facts;
  absl::Status status;
  double worst = 0;  // metres
  size_t compared = 0;

  std::string ParentOf(std::string_view name) const {
    return glb.ParentOf(glb.Node(name));
  }
  double Fact(std::string_view name) const {
    for (const ConversionFact& fact : facts) {
      if (fact.name == name) return double{fact.value};
    }
    return -1;
  }
};

// Where a node stands in the world while nothing is played.
Pose RestOf(const LoadedGlb& glb, size_t node) {
  const tinygltf::Node& of = glb.model.nodes[node];
  Pose local;
  std::ranges::copy(of.translation, local.place.begin());
  std::ranges::copy(of.rotation, local.turn.begin());
  const std::string parent = glb.ParentOf(node);
  return parent.empty() ? local : Below(RestOf(glb, glb.Node(parent)), local);
}

// A hand's skeleton, as it is in the .glb, with the bounds that this states.
HandRig RigIn(const LoadedGlb& glb, Handedness hand) {
  HandRig rig;
  std::map<std::string, size_t> places;
  for (size_t node = 0; node < glb.model.nodes.size(); ++node) {
    const std::string& name = glb.model.nodes[node].name;
    size_t joint = 1;
    while (joint < mrtk::kJointCount && JointName(hand, joint, {}) != name) {
      ++joint;
    }
    if (joint == mrtk::kJointCount) continue;
    RigJoint found{.joint = joint};
    if (const auto parent = places.find(glb.ParentOf(node));
        parent != places.end()) {
      found.parent = parent->second;
    }
    RigTrack& track = found.track;
    std::ranges::copy(glb.model.nodes[node].translation, track.place.begin());
    const std::array channels = {glb.Find(name, "translation"),
                                 glb.Find(name, "rotation")};
    // The keyframes of both.
    std::set<float> times;
    for (const GlbChannel* const channel : channels) {
      if (channel == nullptr) continue;
      EXPECT_EQ(channel->interpolation, "LINEAR");
      times.insert(channel->times.begin(), channel->times.end());
    }
    track.times.assign(times.begin(), times.end());
    for (const GlbChannel* const channel : channels) {
      if (channel == nullptr) continue;
      const size_t size = channel->components();
      std::vector<float>& values = size == 4 ? track.turns : track.places;
      for (const float time : track.times) {
        const Turn value = channel->At(time);
        for (size_t c = 0; c < size; ++c) {
          values.push_back(static_cast<float>(value[c]));
        }
      }
    }
    track.bound = glb.Claim("largestError");
    track.degrees = glb.Claim("largestErrorDegrees");
    places[name] = rig.joints.size();
    rig.joints.push_back(std::move(found));
  }
  return rig;
}

Result Converted(const std::vector<uint8_t>& bytes,
                 ConversionOptions options = {}, size_t others = 300,
                 const Limits& limits = {}) {
  Result result;
  if (!options.rig) options.rig.emplace();
  options.notes = &result.notes;
  const auto converted = ConvertToGlb(Parsed(bytes, Format::kMrtk, limits),
                                      options, result.losses);
  result.status = converted.status();
  if (!converted.ok()) return result;
  result.facts = (*converted)->facts();
  result.bytes = WrittenBytes(**converted);
  EXPECT_EQ(result.bytes.size(), (*converted)->size());
  result.glb = gltf::LoadGlb(result.bytes);
  EXPECT_EQ(result.glb.fault, "");
  if (!result.losses.empty() || options.webxr_names) return result;
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(bytes, {}, findings);
  for (const Handedness hand : mrtk::kHands) {
    const RigDistance distance =
        DistanceOf(RigIn(result.glb, hand), *view, hand, others);
    EXPECT_EQ(distance.fault, "");
    result.worst = std::max(result.worst, distance.metres);
    result.compared += distance.compared;
  }
  return result;
}

mrtk::InputAnimation Empty() {
  mrtk::InputAnimation animation;
  animation.has_hands = true;
  return animation;
}

std::vector<Keyframe>& Keys(mrtk::InputAnimation& animation, size_t joint,
                            size_t curve, Handedness hand = Handedness::kLeft) {
  return animation
      .curve(CurveSlot::Joint(hand, joint,
                              static_cast<mrtk::PoseComponent>(curve)))
      .keys;
}

// One pose for all times.
void Put(mrtk::InputAnimation& animation, size_t joint, double x, double y,
         double z, const Turn& turn = {0, 0, 0, 1}) {
  const std::array<double, 7> values = {x,       y,       z,      turn[0],
                                        turn[1], turn[2], turn[3]};
  for (size_t c = 0; c < values.size(); ++c) {
    Keys(animation, joint,
         c) = {{.time = 0, .value = static_cast<float>(values[c])}};
  }
}

struct Manner {
  double turn = 0.05;  // radians a key, about
  double step = 0.01;  // metres a key
  bool own_times = false;
  bool is_full = false;
};

// Hands that move as hands do, more or less: each joint has a place of its own,
// and wanders.
mrtk::InputAnimation RandomHands(RandomKeys& random, const Manner& manner) {
  mrtk::InputAnimation animation = Empty();
  for (const Handedness hand : mrtk::kHands) {
    for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
      if (random.Below(9) == 0) continue;
      Turn turn = UnitOr({random.Uniform(-1, 1), random.Uniform(-1, 1),
                          random.Uniform(-1, 1), random.Uniform(-1, 1)},
                         kNoTurn);
      std::array<double, 3> place = {random.Uniform(-0.1, 0.1),
                                     random.Uniform(1, 1.1),
                                     random.Uniform(0.3, 0.4)};
      double time = manner.own_times ? random.Uniform(0, 0.1) : 0;
      for (int key = 0; key < 20; ++key) {
        const double length = random.Uniform(0.98, 1.02);
        for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
          Keyframe made{.time = static_cast<float>(time)};
          if (manner.is_full) {
            made.in_tangent = static_cast<float>(random.Uniform(-0.1, 0.1));
            made.out_tangent = static_cast<float>(random.Uniform(-0.1, 0.1));
            made.in_weight = made.out_weight = 0.3f;
          }
          made.value =
              static_cast<float>(c < 3 ? place[c] : length * turn[c - 3]);
          Keys(animation, joint, c, hand).push_back(made);
        }
        time += manner.own_times ? random.Uniform(0.005, 0.05) : 1.0 / 60;
        for (double& x : place) x += random.Uniform(-manner.step, manner.step);
        for (double& x : turn) x += random.Uniform(-manner.turn, manner.turn);
        turn = UnitOr(turn, kNoTurn);
      }
    }
  }
  return animation;
}

TEST(RigGlbTest, JointsAreWhereTheyWereRecorded) {
  RandomKeys random(7);
  size_t compared = 0;
  constexpr int kRecordings = CLIPGUARD_SANITIZED ? 6 : 12;
  for (int i = 0; i < kRecordings; ++i) {
    SCOPED_TRACE(i);
    const Manner manner = {.turn = i % 3 == 0 ? 0.3 : 0.03,
                           .step = i % 4 == 0 ? 0.1 : 0.005,
                           .own_times = i % 2 == 0,
                           .is_full = i % 6 == 5};
    const double tolerance = i % 5 == 0 ? 1e-3 : 1e-4;
    const double degrees = i % 5 == 0 ? 0.1 : 0.01;
    const Result result =
        Converted(MustWrite(RandomHands(random, manner),
                            manner.is_full ? kFull11 : kCompact11),
                  {.tolerance = tolerance, .degrees = degrees}, 60);
    ASSERT_TRUE(result.status.ok()) << result.status;
    EXPECT_TRUE(result.losses.empty())
        << result.losses.findings()[0].path << ": "
        << result.losses.findings()[0].message;
    EXPECT_LE(result.glb.Claim("largestError"), tolerance * 1.000001);
    EXPECT_LE(result.glb.Claim("largestErrorDegrees"), degrees * 1.000001);
    // No bound is worth much that is far above what there is.
    EXPECT_GE(result.worst, result.glb.Claim("largestError") / 20);
    compared += result.compared;
  }
  EXPECT_GE(compared, 4'000u * kRecordings);
}

TEST(RigGlbTest, JointsHangAsHandsDo) {
  mrtk::InputAnimation animation = Empty();
  for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
    Put(animation, joint, 0.01 * static_cast<double>(joint), 1, 0.3);
  }
  const auto bytes = MustWrite(animation, kCompact11);
  const Result result = Converted(bytes);
  EXPECT_EQ(result.ParentOf("hand_left_Wrist"), "hand_left");
  EXPECT_EQ(result.ParentOf("hand_left_Palm"), "hand_left_Wrist");
  EXPECT_EQ(result.ParentOf("hand_left_ThumbMetacarpalJoint"),
            "hand_left_Wrist");
  EXPECT_EQ(result.ParentOf("hand_left_ThumbTip"),
            "hand_left_ThumbDistalJoint");
  EXPECT_EQ(result.ParentOf("hand_left_PinkyKnuckle"),
            "hand_left_PinkyMetacarpal");
  EXPECT_EQ(result.glb.model.skins.at(0).joints.size(), 26u);
  ASSERT_EQ(result.notes.findings().size(), 1u);
  EXPECT_EQ(result.notes.findings()[0].path, "hands.left.None.position.x");
  EXPECT_EQ(result.Fact("rigJoints"), 26);
  const std::string text(result.bytes.begin(), result.bytes.end());
  EXPECT_THAT(text, Not(HasSubstr("hand_left_None")));
  EXPECT_THAT(text, HasSubstr(R"("rig":{"joints":26,"jointNames":"mrtk"})"));

  const Result webxr =
      Converted(bytes, {.rig = RigRequest{}, .webxr_names = true});
  EXPECT_EQ(webxr.ParentOf("wrist"), "hand_left");
  EXPECT_EQ(webxr.ParentOf("palm"), "wrist");
  EXPECT_EQ(webxr.ParentOf("index-finger-tip"), "index-finger-phalanx-distal");
  EXPECT_EQ(webxr.ParentOf("index-finger-phalanx-proximal"),
            "index-finger-metacarpal");
}

// A joint that was never recorded is left out, and those below it hang higher.
TEST(RigGlbTest, JointsThatAreNotThere) {
  mrtk::InputAnimation animation = Empty();
  Put(animation, 1, 0, 1, 0.3);
  Put(animation, 8, 0.02, 1, 0.3);
  Put(animation, 11, 0.05, 1, 0.3, {0, 1, 0, 1});
  const Result some = Converted(MustWrite(animation, kCompact11));
  EXPECT_EQ(some.ParentOf("hand_left_IndexKnuckle"), "hand_left_Wrist");
  EXPECT_EQ(some.ParentOf("hand_left_IndexTip"), "hand_left_IndexKnuckle");
  EXPECT_EQ(some.glb.model.skins.at(0).joints.size(), 3u);
  // Without a wrist there are several roots.
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    Keys(animation, 1, c).clear();
  }
  Put(animation, 26, 0.05, 1.1, 0.3);
  const Result none = Converted(MustWrite(animation, kCompact11));
  EXPECT_EQ(none.ParentOf("hand_left_IndexKnuckle"), "hand_left");
  EXPECT_EQ(none.ParentOf("hand_left_PinkyTip"), "hand_left");
  // Nothing at all: hands without skins.
  const Result empty = Converted(MustWrite(Empty(), kCompact11));
  EXPECT_TRUE(empty.glb.model.skins.empty());
  EXPECT_EQ(empty.Fact("rigJoints"), 0);
}

// A rotation that was never recorded is the parent's; one without a position
// has no place to be.
TEST(RigGlbTest, HalvesOfPoses) {
  mrtk::InputAnimation animation = Empty();
  Put(animation, 1, 0, 1, 0.3, {0, 0.6, 0, 0.8});
  Put(animation, 7, 0.02, 1, 0.3, {0, 0, 0, 0});
  const auto bytes = MustWrite(animation, kCompact11);
  const Result result = Converted(bytes);
  EXPECT_TRUE(result.losses.empty());
  constexpr std::string_view kJoint = "hand_left_IndexMetacarpal";
  EXPECT_EQ(result.glb.Find(kJoint, "rotation"), nullptr);
  EXPECT_LT(DegreesBetween(RestOf(result.glb, result.glb.Node(kJoint)).turn,
                           {0, -0.6, 0, 0.8}),
            1e-4);
  for (size_t c = 0; c < 3; ++c) Keys(animation, 1, c).clear();
  const Result lost = Converted(MustWrite(animation, kCompact11));
  ASSERT_EQ(lost.losses.findings().size(), 1u);
  EXPECT_EQ(lost.losses.findings()[0].path, "hands.left.Wrist.rotation.x");
  EXPECT_THAT(lost.losses.findings()[0].message,
              HasSubstr("a rotation without a position"));
}

TEST(RigGlbTest, SkinsAreBoundWhereTheJointsAre) {
  RandomKeys random(3);
  const Result result = Converted(
      MustWrite(RandomHands(random, {.own_times = true}), kCompact11));
  size_t joints = 0;
  for (const tinygltf::Skin& skin : result.glb.model.skins) {
    const std::vector<float> inverse =
        result.glb.Floats(skin.inverseBindMatrices);
    for (size_t i = 0; i < skin.joints.size(); ++i) {
      // At rest, a joint's matrix and the inverse one are nothing together.
      const Pose world = RestOf(result.glb, skin.joints[i]);
      const float* const m = &inverse[16 * i];
      const Place back = Rotated(world.turn, {m[12], m[13], m[14]});
      EXPECT_LT(Length(Sum(back, world.place)), 1e-6);
      ++joints;
    }
  }
  EXPECT_GT(joints, 30u);
  const gltf::Faces faces = gltf::FacesOf(result.glb);
  EXPECT_EQ(faces.against_normals, 0u);
  EXPECT_GT(faces.with_normals, 1000u);
}

TEST(RigGlbTest, FixedBonesSayWhatTheyCost) {
  mrtk::InputAnimation animation = Empty();
  Put(animation, 1, 0, 1, 0.3);
  Put(animation, 7, 0.05, 1, 0.3);
  Put(animation, 8, 0.1, 1, 0.3);
  // A bone that is 50 mm long, and 53 for a while.
  Keys(animation, 7, 0) = {{.time = 0, .value = 0.05f},
                           {.time = 1, .value = 0.05f},
                           {.time = 2, .value = 0.053f},
                           {.time = 3, .value = 0.05f}};
  const auto bytes = MustWrite(animation, kCompact11);
  const Result result =
      Converted(bytes, {.rig = RigRequest{.fixed_bones = true}});
  EXPECT_TRUE(result.losses.empty());
  EXPECT_NEAR(result.Fact("fixedBonesMillimetres"), 3, 0.01);
  EXPECT_NEAR(result.worst, 0.003, 1e-5);
  for (const GlbChannel& channel : result.glb.channels) {
    if (channel.path != "translation") continue;
    EXPECT_EQ(channel.node, "hand_left_Wrist");
  }
  EXPECT_EQ(Converted(bytes).Fact("fixedBonesMillimetres"), -1);
  EXPECT_LT(Converted(bytes).glb.Claim("largestError"), 1e-6);
  RandomKeys random(5);
  for (int i = 0; i < 6; ++i) {
    SCOPED_TRACE(i);
    const Result other = Converted(
        MustWrite(RandomHands(random, {.own_times = i % 2 == 0}), kCompact11),
        {.rig = RigRequest{.fixed_bones = true}}, 60);
    EXPECT_TRUE(other.losses.empty());
    EXPECT_GT(other.worst, other.glb.Claim("largestError") / 3);
  }
}

// A wrist that spins: keyframes are added until the fingers, which do not move
// with it, stand still.
TEST(RigGlbTest, WhatTurnsFastIsCutFiner) {
  mrtk::InputAnimation animation = Empty();
  Put(animation, 1, 0, 1, 0.3);
  Put(animation, 7, 0.05, 1, 0.3);
  Keys(animation, 1, 3) = {{.time = 0, .value = 0}, {.time = 1, .value = 1}};
  Keys(animation, 1, 6) = {{.time = 0, .value = 1}, {.time = 1, .value = 0}};
  const Result result = Converted(MustWrite(animation, kCompact11));
  EXPECT_TRUE(result.losses.empty());
  EXPECT_LE(result.glb.Claim("largestError"), 1e-4);
  EXPECT_GT(
      result.glb.Find("hand_left_IndexMetacarpal", "rotation")->times.size(),
      20u);
  // Through 0 0 0 0, nothing can be proven.
  Keys(animation, 1, 3).clear();
  Keys(animation, 1, 6) = {{.time = 0, .value = 1}, {.time = 1, .value = -1}};
  const Result lost = Converted(MustWrite(animation, kCompact11));
  ASSERT_FALSE(lost.losses.empty());
  EXPECT_THAT(lost.losses.findings()[0].message,
              HasSubstr("a rotation of 0 0 0 0"));
  // Nor close to it, of something that hangs far from that.
  Keys(animation, 1, 3) = {{.time = 0, .value = 1e-4f}};
  Put(animation, 7, 100, 1, 0.3);
  const Result close = Converted(MustWrite(animation, kCompact11));
  EXPECT_THAT(close.losses.findings(),
              testing::Contains(testing::Field(
                  &Finding::message,
                  HasSubstr("this curve within 1e-04 m: no bound can be "
                            "proven"))));
  EXPECT_EQ(close.Fact("largestError"), -1);
  EXPECT_FALSE(
      close.glb.model.asset.extras.Get("clipguard").Has("largestError"));
}

// Repeated times are rounded to float32: the bounds count that.
TEST(RigGlbTest, BoundsHoldWhereCurvesRepeat) {
  mrtk::InputAnimation animation = Empty();
  Put(animation, 1, 0, 1, 0.3);
  Put(animation, 7, 0.05, 1, 0.3);
  for (const auto& [joint, of] :
       {std::pair(1, mrtk::kRotationX), std::pair(7, mrtk::kPositionX)}) {
    animation.curve(CurveSlot::Joint(Handedness::kLeft, joint, of)) = {
        .post_wrap = static_cast<int32_t>(mrtk::WrapMode::kPingPong),
        .keys = {{.time = 0, .value = 0}, {.time = 0.0137f, .value = 0.1f}}};
  }
  Keys(animation, 7, 1).push_back({.time = 50, .value = 1});
  const Result result = Converted(MustWrite(animation, kCompact11),
                                  {.tolerance = 0.01, .degrees = 1});
  EXPECT_TRUE(result.losses.empty());
  EXPECT_GT(result.worst, 0);
  EXPECT_GT(result.Fact("largestError"), 1e-5);
}

TEST(RigGlbTest, TooMuchIsRefused) {
  RandomKeys random(4);
  const auto bytes = MustWrite(RandomHands(random, {.turn = 3}), kCompact11);
  FindingList losses;
  Limits limits;
  limits.result_bytes = 0;
  const auto converted =
      ConvertToGlb(Parsed(bytes, Format::kMrtk, limits),
                   {.tolerance = 1e-7, .rig = RigRequest{}}, losses);
  EXPECT_TRUE(absl::IsResourceExhausted(converted.status()))
      << converted.status();
  ASSERT_FALSE(losses.empty());
  EXPECT_EQ(losses.findings().back().code, FindingCode::kLimitExceeded);
}

TEST(RigGlbTest, TheOriginalComesBack) {
  RandomKeys random(6);
  const auto bytes = MustWrite(RandomHands(random, {}), kCompact11);
  const Result rig = Converted(bytes, {.keep_original = gltf::HashOf}, 1);
  const auto back = gltf::OriginalIn(rig.bytes, "mrtk", {});
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_TRUE(std::ranges::equal(*back, bytes));
  const Result larger = Converted(bytes, {.scale = 2, .camera_degrees = 90}, 0);
  EXPECT_THAT(std::string(larger.bytes.begin(), larger.bytes.end()),
              HasSubstr(R"("clipguardScale":2)"));
}

// The nodes of a .glb, as a player shows them.
class PlayedNodes {
 public:
  explicit PlayedNodes(const LoadedGlb& glb) {
    for (const tinygltf::Node& of : glb.model.nodes) {
      Node& node = nodes_.emplace_back();
      node.moves = glb.Find(of.name, "translation");
      node.turns = glb.Find(of.name, "rotation");
      std::ranges::copy(of.translation, node.rest.place.begin());
      std::ranges::copy(of.rotation, node.rest.turn.begin());
    }
    for (size_t i = 0; i < nodes_.size(); ++i) {
      for (const int child : glb.model.nodes[i].children) {
        nodes_[static_cast<size_t>(child)].parent = i;
      }
    }
  }

  // Where one is in the world.
  Pose At(size_t node, float time, gltf::Player player) const {
    const Node& of = nodes_[node];
    Pose local = of.rest;
    if (of.moves != nullptr) {
      const Turn value = of.moves->At(time, player);
      local.place = {value[0], value[1], value[2]};
    }
    if (of.turns != nullptr) local.turn = of.turns->At(time, player);
    return of.parent ? Below(At(*of.parent, time, player), local) : local;
  }

  // Times at which it is tried.
  std::vector<float> Places(size_t node) const {
    std::vector<float> places;
    for (const auto* channel : {nodes_[node].moves, nodes_[node].turns}) {
      if (channel == nullptr) continue;
      const std::vector<float> more = channel->Places();
      places.insert(places.end(), more.begin(), more.end());
    }
    return places;
  }

 private:
  struct Node {
    std::optional<size_t> parent = {};
    const GlbChannel* moves = nullptr;
    const GlbChannel* turns = nullptr;
    Pose rest = {};
  };
  std::vector<Node> nodes_;
};

// Players of arcs and of normalised lines show joints within the bound of where
// they were recorded, also between keyframes.
TEST(RigGlbTest, PlayersShowTheCorpusAlike) {
  size_t compared = 0;
  std::set<std::vector<float>> seen;
  for (const corpus::CorpusFile& file : corpus::kMrtkCorpus.generate()) {
    if (corpus::HasErrors(file) || file.layout) continue;
    SCOPED_TRACE(file.name);
    const Result result = Converted(file.bytes, {}, 0);
    if (!result.status.ok() || !result.losses.empty()) continue;
    std::vector<float> all;
    for (const GlbChannel& channel : result.glb.channels) {
      all.insert(all.end(), channel.values.begin(), channel.values.end());
    }
    if (!seen.insert(std::move(all)).second) continue;
    FindingList findings;
    const auto view = mrtk::ReadInputAnimation(file.bytes, {}, findings);
    const PlayedNodes nodes(result.glb);
    double metres = 0;
    double degrees = 0;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const auto hand = i % 2 == 0 ? Handedness::kLeft : Handedness::kRight;
      const size_t joint = 1 + i / 2;
      if (joint >= mrtk::kJointCount) break;
      // Each file tries a fourth of its joints, the next file others.
      if (joint % 4 != seen.size() % 4) continue;
      const std::string name = JointName(hand, joint, {});
      const auto found = std::ranges::find(result.glb.model.nodes, name,
                                           &tinygltf::Node::name);
      if (found == result.glb.model.nodes.end()) continue;
      const auto node =
          static_cast<size_t>(found - result.glb.model.nodes.begin());
      for (const float time : nodes.Places(node)) {
        const Pose recorded = RecordedAt(
            *view, CurveSlot::Joint(hand, joint, mrtk::kPositionX), time);
        for (const gltf::Player player : gltf::kPlayers) {
          const Pose played = nodes.At(node, time, player);
          metres =
              std::max(metres, Length(Minus(played.place, recorded.place)) /
                                   std::max(1.0, Length(recorded.place)));
          // 0 0 0 0 is no rotation.
          if (Length(recorded.turn) > 0) {
            degrees =
                std::max(degrees, DegreesBetween(played.turn, recorded.turn));
          }
          ++compared;
        }
      }
    }
    EXPECT_LE(metres, result.glb.Claim("largestError") + 1e-6);
    EXPECT_LE(degrees, result.glb.Claim("largestErrorDegrees") + 1e-5);
  }
  EXPECT_GE(compared, 100'000u);
}

// Recordings of the format's own software, where they are.
using RigOfRealRecordingsTest = RealRecordingsTest;

TEST_F(RigOfRealRecordingsTest, KeepsItsBound) {
  size_t lossless = 0;
  for (const auto& path : Recordings()) {
    SCOPED_TRACE(path);
    const Result result = Converted(ReadBytes(path));
    // One was made to turn as no hand does.
    EXPECT_TRUE(result.status.ok() ||
                path.filename() == "i_v10_hand_authored.bin")
        << result.status;
    if (result.status.ok() && result.losses.empty()) ++lossless;
  }
  EXPECT_GE(lossless, CLIPGUARD_SANITIZED ? 3u : 9u);
}

}  // namespace
}  // namespace clipguard::actions
