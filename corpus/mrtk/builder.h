// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the parts of the generator, generator_*.cc: the list that they add
// files to, the recordings that they start from, and a few constants.
//
//   void AddSomething(FileSet& files) {
//     Recording r = NoParts();
//     r.markers = {{kNan, "m", {}}};
//     const Written file = Write(r);
//     files.Damaged("MARKER_TIME_NOT_FINITE", "", "A marker at NaN", file,
//                   file.MarkerTime(0));
//   }

#ifndef CLIPGUARD_CORPUS_MRTK_BUILDER_H_
#define CLIPGUARD_CORPUS_MRTK_BUILDER_H_

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.h"
#include "corpus/corpus_file.h"
#include "corpus/mrtk/recording.h"
#include "parser/mrtk/format.h"

namespace clipguard::corpus {

// ---- Adding files -----------------------------------------------------------

// The finding of that code at that place.
ExpectedFinding At(std::string_view code, const Place& place,
                   uint64_t count = 1);

class FileSet {
 public:
  // A file without findings: valid/NAME.bin.
  void Valid(std::string_view name, std::string_view title,
             const Recording& recording);

  // A file with one finding. Its name is the code's and, unless it is empty,
  // the variant: key-time-not-finite.infinity.bin. The file returned may be
  // changed until the next one is added.
  CorpusFile& Damaged(std::string_view code, std::string_view variant,
                      std::string_view title, const Written& file,
                      const Place& place, uint64_t count = 1);

  // A file with any findings, in the order of the report. It goes to
  // warnings/ if all of them are warnings, and else to invalid/.
  CorpusFile& Add(std::string_view name, std::string_view title,
                  const Written& file, std::vector<ExpectedFinding> findings);

  // All files, sorted by name. Leaves none.
  std::vector<CorpusFile> Take();

 private:
  std::vector<CorpusFile> files_;
};

// Each adds the files of one topic.
void AddValid(FileSet& files);      // generator_valid.cc
void AddStructure(FileSet& files);  // generator_structure.cc
void AddMarkers(FileSet& files);    // generator_markers.cc
void AddKeys(FileSet& files);       // generator_keys.cc
void AddMeaning(FileSet& files);    // generator_meaning.cc
void AddSeveral(FileSet& files);    // generator_several.cc
void AddTargets(FileSet& files);    // generator_targets.cc

// ---- Recordings to start from -----------------------------------------------

using Keys = std::vector<mrtk::Keyframe>;

// No parts, no markers: 23 bytes.
Recording NoParts();

// Camera only, no keys: 107 bytes.
Recording Camera();

// Camera only; position.x has these keys, the other curves none.
Recording CameraKeys(Keys keys, mrtk::KeyLayout layout);

// The same with compact keys at these times, which rise by 0.5 each.
Recording AtTimes(const std::vector<float>& times);

// Camera and hands in version 1.0, no keys.
Recording Version10();

// Hands only, no keys.
Recording Hands();

// Hands only, with the least that is no warning: each wrist moves.
Recording MovingHands();

// ---- Parts ------------------------------------------------------------------

// A wrist with two keys a curve, `step` metres apart.
void AddWrist(mrtk::Handedness hand, float step, Recording& r);

// Gaze with two keys a curve, the origins `step` metres apart.
void AddGaze(float step, Recording& r);

// Three markers, one of them not in ASCII.
void AddUsualMarkers(Recording& r);

// ---- Constants --------------------------------------------------------------

inline constexpr int32_t kIntMax = std::numeric_limits<int32_t>::max();
inline constexpr int32_t kIntMin = std::numeric_limits<int32_t>::min();
// The quiet NaN that C# and most hardware produce has its sign set.
inline constexpr float kNegativeNan =
    std::bit_cast<float>(uint32_t{0xffc00000});

// A unit quaternion of short floats: 0.6^2 + 0.8^2 = 1.
inline constexpr std::array<float, 4> kTilted = {0.0f, 0.6f, 0.0f, 0.8f};

inline constexpr mrtk::CurveSlot kCameraX =
    mrtk::CurveSlot::Camera(mrtk::kPositionX);
inline constexpr mrtk::CurveSlot kCameraY =
    mrtk::CurveSlot::Camera(mrtk::kPositionY);
inline constexpr mrtk::CurveSlot kCameraRotationX =
    mrtk::CurveSlot::Camera(mrtk::kRotationX);
inline constexpr mrtk::CurveSlot kCameraRotationW =
    mrtk::CurveSlot::Camera(mrtk::kRotationW);
inline constexpr mrtk::CurveSlot kLeftTracked =
    mrtk::CurveSlot::Tracked(mrtk::Handedness::kLeft);
inline constexpr mrtk::CurveSlot kRightPinch =
    mrtk::CurveSlot::Pinch(mrtk::Handedness::kRight);

// A string literal's bytes, NULs included.
template <size_t N>
std::string Bytes(const char (&text)[N]) {
  return std::string(text, N - 1);
}

}  // namespace clipguard::corpus

#endif  // CLIPGUARD_CORPUS_MRTK_BUILDER_H_
