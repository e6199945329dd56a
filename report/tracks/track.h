// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tracks: what the timeline of a report draws, a curve each, the same for all
// formats. report/page/timeline/tracks.js reads them.
//
//   { "from": 0, "to": 12.5, "duration": 12.5, "bins": 512,
//     "clips": [{"name", "duration", "loop"}], "tracks": [TRACK, ...],
//     "marks": {"t": FLOATS, "names": ["begin"], "clip": UINT16S} }
//
//   TRACK: { "path": "camera.position.x", "group": ["camera"], "kind":
//   "bezier",
//     "clip": 0, "keys": 160, "min": -1, "max": 1, "fine": 0.01,
//     "wrap": [8, 8],
//     "broken": 2, "unordered": true,
//     "t": FLOATS, "v": FLOATS, "it", "ot", "iw", "ow": FLOATS, "m": UINT16S,
//     "levels": UINT16S }
//
// FLOATS and UINT16S are arrays (report/html/detail_writer.h). A column in
// which all numbers are the same has one; a column of zeros is missing, and so
// is a member that says nothing. Either the keys are there, or levels
// (levels.h), or neither.

#ifndef CLIPGUARD_REPORT_TRACKS_TRACK_H_
#define CLIPGUARD_REPORT_TRACKS_TRACK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/html/detail_writer.h"
#include "report/html/section.h"
#include "report/tracks/levels.h"

namespace clipguard::report {

// The interpolation of a track between two keys.
enum class TrackKind : uint8_t {
  kBezier,  // by tangents and weights
  kLines,   // on the straight line from one to the other
  kSteps,   // the earlier key's
};

// Numbers of keys, in their order.
struct TrackColumns {
  std::vector<float> times;  // seconds
  std::vector<float> values;
  // For Béziers; empty: zeros.
  std::vector<float> in_tangents = {};
  std::vector<float> out_tangents = {};
  std::vector<float> in_weights = {};
  std::vector<float> out_weights = {};
  std::vector<uint16_t> weighted_modes = {};

  // Bytes of text that they become, at most.
  uint64_t TextSize() const;
};

struct Track {
  std::string path;  // in the format's words, as findings have it
  // From the outermost: "hands", "left", "Wrist". Paths of groups need not be
  // paths of the format.
  std::vector<std::string> group = {};
  std::string label = {};
  TrackKind kind = TrackKind::kLines;
  std::optional<uint64_t> clip = std::nullopt;
  uint64_t keys = 0;
  ValueRange values = {};
  // Values that are closer together look the same: a picture that fits them
  // would show noise.
  float least_range = 0;
  // As in mrtk/format.h, before the first and after the last key.
  int32_t pre_wrap = 8;
  int32_t post_wrap = 8;
  uint64_t broken_keys = 0;
  bool in_order = true;
  std::optional<TrackColumns> columns = std::nullopt;
  std::optional<std::vector<uint16_t>> levels = std::nullopt;

  // Takes the keys, and what there is to say of their values.
  void SetColumns(TrackColumns numbers);

  // Bytes of text for all but columns and levels, at most.
  uint64_t HeadSize() const;
  // The same with columns, if there are some.
  uint64_t SizeWithKeys() const {
    return HeadSize() + (columns ? columns->TextSize() : 0);
  }
};

// Bytes of text that the levels of so many stretches take.
uint64_t LevelsSize(size_t bins);

// Writes a track as an element of an array that is begun.
void WriteTrack(const Track& track, DetailWriter& json);

// A moment with a name: a marker of a recording, an event of a clip.
struct Mark {
  float time = 0;  // seconds
  std::string_view name;
  uint16_t clip = 0;
};

// As many of a file as a page can show.
inline constexpr size_t kMostMarks = 5000;

class MarkList {
 public:
  // False if there is no room for more.
  bool Add(const Mark& mark, Budget& budget);
  // The member "marks", or nothing if there are none.
  void Write(DetailWriter& json) const;
  size_t size() const { return times_.size(); }

 private:
  std::vector<float> times_;
  std::vector<std::string> names_;
  std::vector<uint16_t> clips_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_TRACKS_TRACK_H_
