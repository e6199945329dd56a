// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A recording's poses as lines: samples with a time each, between which the
// page of a report interpolates.
//
//   PoseTracks tracks = BakePoses(view, /*most_numbers=*/2'000'000);
//   const auto& wrist = tracks.hands[0].joints[1];
//   // tracks.list[wrist.rotation] says where its samples are.
//
// Between two samples the four numbers of a rotation are interpolated one by
// one and then normalised, as a recording has it: so curves that are lines, as
// recorders write them, stay what they are. Other curves are cut where lines
// would be further from them than kPoseTolerance. A jump is two samples at
// neighbouring float32 times.
//
// Works for damaged views, too: keys whose times are not finite are passed
// over; a value that is NaN is a sample that is NaN.

#ifndef CLIPGUARD_REPORT_MRTK_POSE_TRACKS_H_
#define CLIPGUARD_REPORT_MRTK_POSE_TRACKS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::report {

// By how much lines may be away from the recording: metres, and shares of a
// quaternion's or direction's length. To this comes a millionth of a
// coordinate's size.
inline constexpr double kPoseTolerance = 5e-5;

inline constexpr int32_t kNoTrack = -1;

// Numbers that change together.
struct PoseTrack {
  uint32_t width = 0;        // numbers in a sample
  uint32_t samples = 0;      // at least one
  uint32_t first_time = 0;   // in PoseTracks::times
  uint32_t first_value = 0;  // in PoseTracks::values
};

// Tracks of a pose or ray, or kNoTrack where none of its curves has keys.
struct TrackPair {
  int32_t position = kNoTrack;  // or origin
  int32_t rotation = kNoTrack;  // or direction
};

struct HandTracks {
  int32_t tracked = kNoTrack;
  int32_t pinch = kNoTrack;
  std::array<TrackPair, mrtk::kJointCount> joints;  // the first has none
};

struct PoseTracks {
  float duration = 0;  // seconds
  TrackPair camera;
  TrackPair gaze;
  std::array<HandTracks, 2> hands;  // left, right

  std::vector<PoseTrack> list;
  std::vector<float> times;  // tracks with the same times share them
  std::vector<float> values;

  // Samples a second, the same for all tracks, if there was no room for all
  // keys; otherwise 0.
  double fps = 0;
  // Tracks that lines with this many samples do not follow within the
  // tolerance.
  size_t coarse = 0;
};

// Samples all parts from 0 to the last key. At most `most_numbers` times and
// values; at least one sample a track. Time and memory are linear in
// `most_numbers`, whatever the recording is.
PoseTracks BakePoses(const mrtk::InputAnimationView& view, size_t most_numbers);

// Adds what is different in another recording, and returns pairs of tracks: one
// of `tracks`, and the one that takes its place in the other recording. A track
// is different if the bytes of its keys are.
std::vector<std::array<uint32_t, 2>> AddDifferentPoses(
    const mrtk::InputAnimationView& view, const mrtk::InputAnimationView& other,
    size_t most_numbers, PoseTracks& tracks);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_MRTK_POSE_TRACKS_H_
