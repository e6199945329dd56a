// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Writes MRTK recordings, sound or damaged, and knows where each field lies.
//
// This is a second writer beside WriteInputAnimation()
// (parser/mrtk/input_animation.h), on purpose: it follows
// docs/formats/mrtk-input-animation.md on its own, so that the corpus does not
// repeat the parser's mistakes, and it can write what no writer should.
//
//   Recording r;
//   r.presence = {1, 0, 0};
//   r.curve(CurveSlot::Camera(kPositionX)).keys = {{.time = kNan}};
//   Written file = Write(r);
//   Place place = file.KeyField(CurveSlot::Camera(kPositionX), 0, "time");

#ifndef CLIPGUARD_CORPUS_MRTK_RECORDING_H_
#define CLIPGUARD_CORPUS_MRTK_RECORDING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "parser/mrtk/format.h"

namespace clipguard::corpus {

// A place in a file, and what it is called.
struct Place {
  uint64_t offset = 0;
  uint64_t length = 0;
  std::string path;
};

struct RawCurve {
  int32_t pre_wrap = 8;
  int32_t post_wrap = 8;
  std::vector<mrtk::Keyframe> keys;
  // Written instead of the number of keys.
  std::optional<int32_t> declared_count;
};

struct RawMarker {
  float time = 0;
  std::string name;
  // Written instead of the length of the name.
  std::optional<std::string> length_bytes;
};

struct Recording {
  int32_t major = 1;
  int32_t minor = 1;
  mrtk::KeyLayout keys = mrtk::KeyLayout::kCompact;
  // Camera, hands, gaze. A 1.0 file has no such bytes: it always has camera
  // and hands, never gaze.
  std::array<uint8_t, 3> presence = {1, 0, 0};
  std::array<RawCurve, mrtk::CurveSlot::kCount> curves;
  bool marker_list = true;
  std::vector<RawMarker> markers;
  std::optional<int32_t> declared_marker_count;
  // After everything else.
  std::string trailing;

  RawCurve& curve(mrtk::CurveSlot slot) { return curves[slot.index()]; }
  bool HasCurve(mrtk::CurveSlot slot) const;
};

// A file made by Write().
class Written {
 public:
  std::vector<uint8_t> bytes;

  // "magic", "majorVersion", "minorVersion".
  Place Header(std::string_view field) const;
  // 0 camera, 1 hands, 2 gaze.
  Place Presence(size_t part) const;
  // "preWrap", "postWrap", "keyCount".
  Place CurveField(mrtk::CurveSlot slot, std::string_view field) const;
  // "time", "value", "inTangent", "outTangent", "inWeight", "outWeight",
  // "weightedMode".
  Place KeyField(mrtk::CurveSlot slot, size_t key,
                 std::string_view field) const;
  Place MarkerCount() const;
  Place MarkerTime(size_t marker) const;
  // The bytes of the name's length.
  Place MarkerLength(size_t marker) const;
  // `length` bytes of the name from its byte `from`.
  Place MarkerName(size_t marker, size_t from, size_t length) const;
  // Where the recording ends and the trailing bytes begin.
  uint64_t end() const { return end_; }
  // Where the curves end.
  uint64_t curves_end() const { return curves_end_; }
  // Where the curve begins, or would if the file had it.
  uint64_t curve_begin(mrtk::CurveSlot slot) const {
    return curve_begin_[slot.index()];
  }

 private:
  friend Written Write(const Recording& recording);

  struct MarkerPlace {
    uint64_t time, length, name;
  };
  mrtk::KeyLayout keys_ = mrtk::KeyLayout::kCompact;
  std::array<uint64_t, mrtk::CurveSlot::kCount> curve_begin_{};
  uint64_t curves_end_ = 0;
  uint64_t end_ = 0;
  std::vector<MarkerPlace> markers_;
};

Written Write(const Recording& recording);

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_MRTK_RECORDING_H_
