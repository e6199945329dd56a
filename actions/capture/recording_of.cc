// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/capture/recording_of.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "actions/capture/capture_sampler.h"
#include "base/append_value.h"
#include "base/name_length.h"
#include "base/numbers.h"
#include "base/utf8.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {
namespace {

using mrtk::CompactKey;
using mrtk::CurveSlot;
using xrhands::CaptureView;
using xrhands::Frame;
using xrhands::Pose;

constexpr std::array<std::string_view, mrtk::kJointCount> kJoints = [] {
  std::array<std::string_view, mrtk::kJointCount> names = {
      mrtk::kJointNames[0]};
  std::ranges::copy(xrhands::kJointNames, names.begin() + 1);
  return names;
}();

// The line is off an arc of this angle by at most 0.004 angle^3 where that
// is small, and by less than that elsewhere.
constexpr double kOffOfArc = 0.004;
constexpr size_t kMostCuts = 64;

float JustBefore(float time) { return std::nextafter(time, -kInfinity); }

// Poses at times, of one joint or the head.
struct PoseKey {
  float time;
  Pose pose;
};

class Writer {
 public:
  template <typename T>
  void Put(const T& value) {
    AppendValue(value, bytes);
  }

  void PutHeader(size_t keys) {
    Put(mrtk::CurveHeader{8, 8, static_cast<int32_t>(keys)});
  }

  void PutStates(std::span<const CompactKey> keys) {
    PutHeader(keys.size());
    for (const CompactKey& key : keys) Put(key);
  }

  void PutPose(std::span<const PoseKey> places,
               std::span<const PoseKey> turns) {
    for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
      const bool is_turn = c >= mrtk::kRotationX;
      const auto keys = is_turn ? turns : places;
      PutHeader(keys.size());
      for (const PoseKey& key : keys) {
        Put(CompactKey{key.time, is_turn
                                     ? key.pose.rotation[c - mrtk::kRotationX]
                                     : key.pose.position[c]});
      }
    }
  }

  std::vector<uint8_t> bytes;
};

// Keys of what changes at frames.
class StateKeys {
 public:
  // If nothing changes, only where `keep` asks for a key.
  void Add(float time, bool state, bool keep) {
    const float value = state ? 1 : 0;
    if (!keys_.empty() && keys_.back().value != value) {
      const float before = JustBefore(time);
      if (before > keys_.back().time) {
        keys_.push_back({before, keys_.back().value});
      }
    } else if (!keys_.empty() && !keep) {
      return;
    }
    keys_.push_back({time, value});
  }

  std::span<const CompactKey> keys() const { return keys_; }

 private:
  std::vector<CompactKey> keys_;
};

double DotOf(const std::array<float, 4>& a, const std::array<float, 4>& b) {
  double dot = 0;
  for (size_t i = 0; i < 4; ++i) dot += double{a[i]} * b[i];
  return dot;
}

// Into how many pieces an arc is cut.
size_t Cuts(const Pose& a, const Pose& b) {
  // Without an arc cosine: the chord is shorter than the arc by an eighth.
  const double length =
      std::sqrt(DotOf(a.rotation, a.rotation) * DotOf(b.rotation, b.rotation));
  if (!(length > 0) || !std::isfinite(length)) return 1;
  const double cosine = std::min(DotOf(a.rotation, b.rotation) / length, 1.0);
  const double angle = 2 * std::sqrt(2 * (1 - cosine)) * 1.15;
  size_t pieces = 1;
  while (pieces < kMostCuts) {
    const double part = angle / static_cast<double>(pieces);
    if (kOffOfArc * part * part * part <= kArcTolerance) break;
    ++pieces;
  }
  return pieces;
}

// The keys of a joint, each rotation on the side of the one before.
class JointKeys {
 public:
  explicit JointKeys(bool shown) : shown_(shown) {}

  void AddPlace(float time, const Pose& pose) {
    places_.push_back({time, pose});
  }
  void AddTurn(float time, Pose pose) {
    if (!turns_.empty()) {
      const PoseKey& last = turns_.back();
      if (DotOf(last.pose.rotation, pose.rotation) < 0) {
        for (float& part : pose.rotation) part = -part;
      }
      if (shown_) Cut(last, time, pose);
    }
    turns_.push_back({time, pose});
  }
  // Keeps the last pose until then.
  void Hold(float time) {
    if (!shown_ || places_.empty() || !(time > places_.back().time)) return;
    for (std::vector<PoseKey>* keys : {&places_, &turns_}) {
      keys->push_back({time, keys->back().pose});
    }
  }

  std::span<const PoseKey> places() const { return places_; }
  std::span<const PoseKey> turns() const { return turns_; }

 private:
  void Cut(const PoseKey last, float time, const Pose& pose) {
    const size_t pieces = Cuts(last.pose, pose);
    for (size_t k = 1; k < pieces; ++k) {
      const double u = static_cast<double>(k) / static_cast<double>(pieces);
      const auto at =
          static_cast<float>(last.time + (double{time} - last.time) * u);
      if (!(at > turns_.back().time) || !(at < time)) continue;
      const double share =
          (double{at} - last.time) / (double{time} - last.time);
      turns_.push_back({at, Between(last.pose, pose, share)});
    }
  }

  const bool shown_;
  std::vector<PoseKey> places_;
  std::vector<PoseKey> turns_;
};

mrtk::InputAnimationView ViewOf(std::span<const uint8_t> bytes) {
  FindingList none;
  mrtk::ReadOptions options;
  options.layout = mrtk::KeyLayout::kCompact;
  auto view = mrtk::ReadInputAnimation(bytes, options, none);
  // It was written here, and so it can be read.
  assert(view.has_value());
  view->set_joint_names(kJoints);
  return *view;
}

}  // namespace

std::vector<uint8_t> RecordingOf(const CaptureView& capture,
                                 const RecordingRequest& request) {
  const CaptureSampler frames(capture, FrameTimes::kTrue);
  const std::vector<float>& times = frames.times();
  std::array<StateKeys, 2> tracked;
  std::array<StateKeys, 2> pinch;
  JointKeys head(request.shown);
  // Where a hand's joints lie; 0 where they are held up to that time.
  struct Place {
    float time;
    uint64_t offset;
  };
  std::array<std::vector<Place>, 2> places;
  const auto add_head = [&](const Frame& frame, float time) {
    const auto& [position, rotation] = frame.tracked_head();
    if (position) head.AddPlace(time, {.position = *position});
    if (rotation) head.AddTurn(time, {.rotation = *rotation});
  };
  const auto hold = [&](size_t hand, float time) {
    std::vector<Place>& of_hand = places[hand];
    if (of_hand.empty() || of_hand.back().offset == 0) return;
    of_hand.push_back({time, 0});
  };
  for (size_t i = 0; i < times.size(); ++i) {
    const float before = JustBefore(times[i]);
    // The motion before goes to another frame of the same time: a step.
    if (frames.arrival(i) != frames.frame(i) && i > 0 &&
        before > times[i - 1]) {
      const Frame frame = capture.frame(frames.arrival(i));
      add_head(frame, before);
      for (size_t h = 0; h < 2; ++h) {
        const xrhands::CapturedHand& hand = frame.hands[h];
        if (hand.joints.empty()) {
          hold(h, before);
        } else {
          places[h].push_back({before, hand.joints_offset()});
        }
      }
    }
    const Frame frame = capture.frame(frames.frame(i));
    // A recording lasts until its last key, and its frames are where it has
    // keys.
    const bool no_hand =
        frame.hands[0].joints.empty() && frame.hands[1].joints.empty();
    const bool keep = i + 1 == times.size() || (!request.shown && no_hand);
    add_head(frame, times[i]);
    for (size_t h = 0; h < 2; ++h) {
      const xrhands::CapturedHand& hand = frame.hands[h];
      const bool valid = !hand.joints.empty();
      tracked[h].Add(times[i], hand.shown(), keep);
      if (const auto state = PinchOf(capture, hand)) {
        pinch[h].Add(times[i], *state, i + 1 == times.size());
      }
      if (valid) {
        places[h].push_back({times[i], hand.joints_offset()});
      } else {
        hold(h, before);
      }
    }
  }

  Writer out;
  out.Put(mrtk::kMagicBytes);
  out.Put(mrtk::Version{1, 1});
  const bool has_camera = !head.places().empty() || !head.turns().empty();
  out.Put(std::array<uint8_t, 3>{has_camera, 1, 0});
  if (has_camera) out.PutPose(head.places(), head.turns());
  for (const StateKeys& keys : tracked) out.PutStates(keys.keys());
  for (const StateKeys& keys : pinch) out.PutStates(keys.keys());
  for (const std::vector<Place>& of_hand : places) {
    out.PutPose({}, {});  // None
    for (size_t joint = 0; joint < xrhands::kJointCount; ++joint) {
      JointKeys keys(request.shown);
      for (const Place& place : of_hand) {
        if (place.offset == 0) {
          keys.Hold(place.time);
        } else {
          const Pose pose = capture.pose(place.offset + joint * sizeof(Pose));
          keys.AddPlace(place.time, pose);
          keys.AddTurn(place.time, pose);
        }
      }
      out.PutPose(keys.places(), keys.turns());
    }
  }
  const std::string_view name = capture.header().name;
  const bool marker = request.named && !name.empty() && !FindUtf8Error(name);
  out.Put(int32_t{marker ? 1 : 0});
  if (!marker) return std::move(out.bytes);
  out.Put(0.0f);
  AppendNameLength(name.size(), out.bytes);
  out.bytes.insert(out.bytes.end(), name.begin(), name.end());
  return std::move(out.bytes);
}

ShownCapture::ShownCapture(const CaptureView& capture,
                           const RecordingRequest& request)
    : bytes_(RecordingOf(capture, request)), view_(ViewOf(bytes_)) {}

}  // namespace clipguard::actions
