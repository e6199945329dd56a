// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Keyframes of a .glb of a recording as a recording's curves, a pose at a time.
//
// z is mirrored back. LINEAR positions become keys that are joined by lines,
// CUBICSPLINE becomes keys with slopes and without weights, STEP keys with
// steps: the same curves.
//
// LINEAR rotations go along arcs (slerp), at a constant speed. Between
// quaternions of unit length that are W apart, a line takes the same way, but
// at another speed: its direction is off by f(u), which is 0 at u = 0, 1/2 and
// 1, and |f''| is at most 2 sin W (1 - cos W) / cos^4(W/2). So |f| is at most a
// 32nd of that, which is no more than W^3 / (32 cos^4(W/2)), and the rotation
// is off by twice that. Longer arcs get keys in between, so that W is small, as
// far as MostArcKeys() allows; ArcDegrees() is the bound.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_PLAYED_CURVES_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_PLAYED_CURVES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "actions/convert/gltf/read/gltf_reader.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions::gltf {

// Takes the memory of one pose: 8 bytes for each key of a curve, or 28 if it
// has slopes or steps. Thread-compatible.
class PlayedCurves {
 public:
  // By the first slot of a position, a rotation or a state.
  using Motions = std::array<Keyframes, mrtk::CurveSlot::kCount>;

  PlayedCurves() = default;
  explicit PlayedCurves(const Motions& motions) : motions_(motions) {}
  PlayedCurves(const PlayedCurves&) = delete;
  PlayedCurves& operator=(const PlayedCurves&) = delete;
  PlayedCurves(PlayedCurves&&) = default;
  PlayedCurves& operator=(PlayedCurves&&) = default;

  // Keyframes in the .glb.
  size_t KeyCount(mrtk::CurveSlot slot) const;

  // Valid until a curve of another pose, ray or state is asked for. Values are
  // not judged.
  mrtk::CurveView Curve(mrtk::CurveSlot slot);

  // How far the curves of a pose's rotation are at most from the arcs that they
  // stand for. `first` is any of its curves.
  double ArcDegrees(mrtk::CurveSlot first);

  // Where a curve is one of a rotation that goes along arcs: its keyframes.
  // None otherwise, and where it stands still.
  Keyframes Arcs(mrtk::CurveSlot slot);

  // How many keys so many keyframes of a LINEAR rotation become at most: three
  // for each, and 1,024. Where arcs of 11 degrees (of the rotation) would be
  // more, they are longer.
  static size_t MostArcKeys(size_t keyframes);
  // How many keys a curve of a motion has. Time is linear.
  static size_t KeysOf(const Keyframes& motion);

  // Of the poses that were asked for: stretches between keyframes of which
  // glTF does not say which way they go (half a turn), or how (quaternions that
  // are not of unit length).
  size_t unclear() const { return unclear_; }

 private:
  // Of a curve.
  struct Keys {
    std::vector<uint8_t> bytes;
    size_t count = 0;
    mrtk::KeyLayout layout = mrtk::KeyLayout::kCompact;
  };

  void Decode(size_t first, size_t count);
  void AddCurves(size_t channel, size_t end);
  // False if it goes along none, or if nobody knows.
  bool AddArcs(size_t channel, size_t end);
  Keys& AddKeys(size_t slot, size_t count, mrtk::KeyLayout layout);

  Motions motions_;
  // The slots of what is decoded.
  size_t first_ = 0;
  size_t count_ = 0;
  std::array<Keys, mrtk::kPoseCurves> keys_;
  double arc_degrees_ = 0;
  size_t unclear_ = 0;
};

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_READ_PLAYED_CURVES_H_
