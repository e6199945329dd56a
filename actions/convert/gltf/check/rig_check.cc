// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/check/rig_check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/check/glb_check.h"
#include "actions/convert/gltf/check/glb_player.h"
#include "base/numbers.h"
#include "eval/curve/reference.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;

// What double's own rounding adds, as a share of the numbers; degrees.
constexpr double kNoise = 1e-9;
constexpr double kNoiseDegrees = 1e-6;

Four Times(const Four& a, const Four& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
          a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
          a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

// At times of keys, beside them, and at random_times.
std::vector<float> TimesIn(const InputAnimationView& view, CurveSlot first,
                           size_t random_times, std::mt19937& random) {
  std::vector<float> times;
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    const auto curve = view.curve(CurveSlot(first.index() + c));
    for (size_t i = 0; i < curve.size(); i += 1 + curve.size() / 100) {
      times.push_back(curve.time(i));
      times.push_back(std::nextafter(curve.time(i), 0.0f));
      times.push_back(std::nextafter(curve.time(i), 1e30f));
    }
  }
  // After its end, a curve goes on as its wrap mode says, and a .glb stops.
  std::erase_if(times, [&](float time) { return time > view.Duration(); });
  const double last = double{view.Duration()};
  for (size_t i = 0; i < random_times; ++i) {
    times.push_back(
        static_cast<float>(last * (static_cast<double>(random()) * 0x1p-32)));
  }
  return times;
}

// Where a joint was recorded, in glTF's axes.
World RecordedAt(const InputAnimationView& view, CurveSlot first, float time) {
  World world;
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    (c < 3 ? world.place[c] : world.turn[c - 3]) = eval::EvaluateCurve(
        view.curve(CurveSlot(first.index() + c)), double{time});
  }
  world.place[2] = -world.place[2];
  world.turn[0] = -world.turn[0];
  world.turn[1] = -world.turn[1];
  return world;
}

}  // namespace

double DegreesOfTurn(const Four& a, const Four& b) {
  double same = 0;
  double other = 0;
  for (size_t i = 0; i < 4; ++i) {
    same += (a[i] - b[i]) * (a[i] - b[i]);
    other += (a[i] + b[i]) * (a[i] + b[i]);
  }
  return 4 * std::asin(std::sqrt(std::min(same, other)) / 2) * 180 / kPi;
}

Four TurnedBy(const Four& q, const Four& v) {
  return Times(Times(q, {v[0], v[1], v[2], 0}), {-q[0], -q[1], -q[2], q[3]});
}

RigPlayer::RigPlayer(const CheckedGlb& glb) : glb_(glb) {
  for (const CheckedChannel& channel : glb.channels) {
    channels_[{channel.node_index, channel.path}] = &channel;
  }
}

World RigPlayer::At(size_t node, double time) const {
  CheckedNode here = glb_.nodes[node];
  for (const char* const path : {"translation", "rotation"}) {
    if (const auto* channel = Find(node, path)) Play(*channel, time, here);
  }
  World local{.turn = Unit(here.rotation)};
  std::ranges::copy(here.translation, local.place.begin());
  if (here.parent < 0) return local;
  const World parent = At(static_cast<size_t>(here.parent), time);
  World world{.turn = Times(parent.turn, local.turn)};
  const Four moved = TurnedBy(parent.turn, local.place);
  for (size_t c = 0; c < 3; ++c) world.place[c] = parent.place[c] + moved[c];
  return world;
}

const CheckedChannel* RigPlayer::Find(size_t node,
                                      const std::string& path) const {
  const auto found = channels_.find({node, path});
  return found == channels_.end() ? nullptr : found->second;
}

RigDistance DistanceOfRig(const InputAnimationView& view, const CheckedGlb& glb,
                          size_t random_times) {
  const RigPlayer player(glb);
  std::mt19937 random(99);
  RigDistance distance;
  for (const mrtk::Handedness hand : mrtk::kHands) {
    for (size_t joint = 1; joint < mrtk::kJointCount; ++joint) {
      const CurveSlot first = CurveSlot::Joint(hand, joint, mrtk::kPositionX);
      const std::string name =
          absl::StrCat("hand.", std::string(mrtk::HandName(hand)), ".",
                       std::string(mrtk::kJointNames[joint]));
      const auto node = std::ranges::find(glb.nodes, name, &CheckedNode::name);
      if (node == glb.nodes.end()) continue;
      for (const float time : TimesIn(view, first, random_times, random)) {
        const World recorded = RecordedAt(view, first, time);
        const World played = player.At(
            static_cast<size_t>(node - glb.nodes.begin()), double{time});
        Four apart = {};
        for (size_t c = 0; c < 3; ++c) {
          apart[c] = played.place[c] - recorded.place[c];
        }
        const double metres = LengthOf(apart);
        // 0 0 0 0 is no rotation.
        const double degrees =
            LengthOf(recorded.turn) > 0
                ? DegreesOfTurn(played.turn, Unit(recorded.turn))
                : 0;
        ++distance.compared;
        distance.metres = std::max(distance.metres, metres);
        distance.degrees = std::max(distance.degrees, degrees);
        const double size = LengthOf(recorded.place) + LengthOf(played.place);
        if (metres <= glb.largest_error + kNoise * (size + 1) &&
            degrees <= glb.largest_error_degrees + kNoiseDegrees) {
          continue;
        }
        distance.fault =
            absl::StrFormat("%s at %.9g s is off by %g m, %g degrees", name,
                            double{time}, metres, degrees);
      }
    }
  }
  return distance;
}

}  // namespace clipguard::actions::gltf
