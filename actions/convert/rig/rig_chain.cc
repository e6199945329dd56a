// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/rig_chain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "actions/convert/rig/quaternion.h"
#include "actions/motion/pose_distance.h"
#include "actions/motion/slerp_arc.h"
#include "actions/motion/vector.h"

namespace clipguard::actions {

double ChordBetween(const Turn& a, const Turn& b) {
  return Length(Minus(a, b, Dot(a, b) < 0 ? -1 : 1));
}

double ReachOf(const RigTrack& track) {
  double square = 0;
  for (size_t i = 0; i < track.places.size(); i += 3) {
    const double x = track.places[i];
    const double y = track.places[i + 1];
    const double z = track.places[i + 2];
    square = std::max(square, x * x + y * y + z * z);
  }
  if (track.places.empty()) {
    for (const float part : track.place) square += double{part} * part;
  }
  return std::sqrt(square);
}

Pose PlayedAt(const RigTrack& track, float time) {
  RigLink link(track);
  link.MoveTo(time);
  return link.At(time);
}

void RigLink::MoveTo(float time) {
  const size_t before = reached_;
  while (reached_ < track_->times.size() && track_->times[reached_] <= time) {
    ++reached_;
  }
  if (reached_ != before) Load();
}

Pose RigLink::At(float time) const {
  if (!is_inside_ || time == begin_) return from_;
  if (time == end_) return to_;
  const double u = (double{time} - begin_) / (double{end_} - begin_);
  return {.turn = UnitOr(arc_.At(u), from_.turn),
          .place = Sum(from_.place, Minus(to_.place, from_.place), u)};
}

Pose RigLink::KeyAt(size_t key) const {
  Pose pose{.place = {track_->place[0], track_->place[1], track_->place[2]}};
  for (size_t c = 0; c < 3 && !track_->places.empty(); ++c) {
    pose.place[c] = track_->places[3 * key + c];
  }
  for (size_t c = 0; c < 4 && !track_->turns.empty(); ++c) {
    pose.turn[c] = track_->turns[4 * key + c];
  }
  pose.turn = UnitOr(pose.turn, kNoTurn);
  return pose;
}

void RigLink::Load() {
  const size_t size = track_->times.size();
  is_inside_ = reached_ != 0 && reached_ < size;
  from_ = KeyAt(reached_ == 0 ? 0 : reached_ - 1);
  spin_ = 0;
  speed_ = 0;
  reach_ = Length(from_.place);
  if (!is_inside_) return;
  to_ = KeyAt(reached_);
  begin_ = track_->times[reached_ - 1];
  end_ = track_->times[reached_];
  arc_ = SlerpArc(from_.turn, to_.turn);
  const double h = double{end_} - begin_;
  spin_ = AngleOfChord(ChordBetween(from_.turn, to_.turn)) / h;
  speed_ = Length(Minus(to_.place, from_.place)) / h;
  reach_ = std::max(reach_, Length(to_.place));
}

float RigChain::first() const {
  float time = kNever;
  for (const RigLink& link : links_) time = std::min(time, link.first());
  return time;
}

void RigChain::MoveTo(float time) {
  for (RigLink& link : links_) link.MoveTo(time);
}

float RigChain::next() const {
  float time = kNever;
  for (const RigLink& link : links_) time = std::min(time, link.next());
  return time;
}

Pose RigChain::At(float time) const {
  Pose pose;
  for (const RigLink& link : links_) pose = Below(pose, link.At(time));
  return pose;
}

Spin RigChain::Now() const {
  Spin spin;
  for (const RigLink& link : links_) {
    spin.pull += 2 * spin.speed * link.speed() +
                 (spin.change + spin.speed * spin.speed) * link.reach();
    spin.change += link.spin() * spin.speed;
    spin.speed += link.spin();
    spin.reach += link.reach();
  }
  return spin;
}

}  // namespace clipguard::actions
