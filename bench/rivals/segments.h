// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A compressed clip after the idea of ACL, the Animation Compression Library,
// written from its author's descriptions:
//
// - Keys are equally far apart in time. Three components of a rotation
//   are kept, the fourth is a root. Tracks that do not move are kept once.
// - A track's values lie within its range in the clip, and those of sixteen
//   keys, a segment, within a range in that, which takes six bytes.
// - There they are whole numbers of as few bits as the tolerance allows, for
//   each track and segment.
// - All of a key's numbers follow one another, bit by bit, and keys follow in
//   order of time: what a pose reads is two rows and a segment's ranges.
//
// ACL finds bits by searching whole chains of bones; here each bone gets its
// share of the tolerance. The caveats of bench/rivals/skeleton.h hold here,
// too; the clip's keys must have the same distance in time, and scales not
// change.

#ifndef CLIPGUARD_BENCH_RIVALS_SEGMENTS_H_
#define CLIPGUARD_BENCH_RIVALS_SEGMENTS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/rivals/skeleton.h"
#include "parser/m3d/character.h"

namespace clipguard::bench {

class RivalSegments {
 public:
  // A point this far from its bone is to stay within the tolerance.
  static constexpr double kSkinDistance = 3;

  RivalSegments(const m3d::Character& character, const m3d::Clip& clip,
                double tolerance);

  void Sample(float time, std::span<m3d::Matrix> transforms);

  // The compressed keys and their ranges have so many.
  size_t bytes() const;

 private:
  static constexpr size_t kKeys = 16;  // of a segment

  // A number for each track: x, y, z.
  using Columns = std::array<std::vector<float>, 3>;

  struct Segment {
    size_t offset;  // of its bits and ranges, which rows follow
    size_t row_bytes;
  };

  size_t tracks() const { return bones_.size(); }
  float Decode(size_t track, size_t axis, const uint8_t* header,
               float share) const;
  void Encode(const std::vector<Columns>& keys, size_t first,
              std::span<const double> tolerances);
  void Unpack(size_t key, Columns& columns) const;

  RivalBones pose_;
  // The bones of tracks: those of rotations, then those of translations.
  std::vector<size_t> bones_;
  size_t rotations_ = 0;
  size_t keys_ = 0;
  float rate_ = 0;
  Columns lows_;
  Columns extents_;
  std::vector<Segment> segments_;
  std::vector<uint8_t> data_;
  Columns before_;
  Columns after_;
  std::vector<float> w_;
};

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_SEGMENTS_H_
