// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The frames of both hands that a recording or a capture has, one by one, for
// whoever writes them: as a capture (forms.h), or for IWER
// (actions/convert/rig/iwer_json.h).

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_FRAMES_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_FRAMES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/capture.h"
#include "parser/xrhands/format.h"

namespace clipguard::actions {

// Targets that are made of frames.
inline constexpr std::string_view kHandsbin = "handsbin";
inline constexpr std::string_view kHandsbin1 = "handsbin-1";
inline constexpr std::string_view kIwer = "iwer";

struct FrameParts {
  float time = 0;
  std::array<bool, 2> tracked{};
  // None, or 26 poses.
  std::array<std::span<const xrhands::Pose>, 2> joints{};
  xrhands::HeadParts head = {};
  std::array<bool, 2> pinch{};
};

// Looks at a frame, which is gone afterwards.
using TakeFrame = absl::FunctionRef<void(const FrameParts& frame)>;

// A recording's. Thread-compatible.
class RecordingFrames {
 public:
  // With `fps` 0 at the key times of hands and, where the target has a head, of
  // the camera, if no two are closer than a millisecond; else 60 a second. A
  // step of a state, two keys one float32 time apart, is one of these: the
  // later one. Notes what the target lacks. A refusal if a result of so many
  // bytes a frame is larger than the limits allow.
  static absl::StatusOr<RecordingFrames> Of(ParsedFile& file,
                                            const ConversionOptions& options,
                                            std::string_view target,
                                            double frame_bytes,
                                            FindingSink& losses);

  const mrtk::InputAnimationView& view() const { return view_; }
  size_t size() const { return times_.size(); }
  // When the first frame is, of the recording's times; frames begin at 0.
  float first() const { return times_.empty() ? 0 : times_.front(); }
  float duration() const {
    return times_.empty() ? 0 : times_.back() - first();
  }
  // Why the frames are not at the key times; empty if they are, or were asked
  // for.
  const std::string& how() const { return how_; }

  void Visit(TakeFrame take) const;

 private:
  RecordingFrames(const mrtk::InputAnimationView& view, double fps,
                  bool has_head);

  bool CollectKeys();
  void MakeUnique();
  void MakeEven(double fps);

  mrtk::InputAnimationView view_;
  size_t first_curve_;  // of those whose keys count; the hands' are the last
  std::array<bool, 2> has_joints_{};
  bool has_position_ = false;  // of the camera
  bool has_rotation_ = false;
  std::vector<float> times_;
  size_t distinct_ = 0;
  double count_ = 0;  // of frames, also if they are too many
  std::string how_;
};

// Notes what the frames of that target have no place for.
void NoteWhatFramesLose(const xrhands::CaptureView& capture,
                        std::string_view target, FindingSink& notes);

// Notes curves without keys whose positions or rotations have others with some:
// they count as 0, as for the recorders' player.
void NotePartialPoses(const mrtk::InputAnimationView& view,
                      std::string_view target, FindingSink& notes);

// Notes that the last frame's true time, which is the duration, is far behind
// the others'.
void NoteLateEnd(const xrhands::CaptureView& capture, std::string_view target,
                 FindingSink& notes);

// Notes that of frames at one true time the last one counts: for targets that
// have one frame, or key, at a time.
void NoteFramesAtOneTime(const xrhands::CaptureView& capture,
                         std::string_view target, FindingSink& notes);

// A frame of it, at its true time.
void VisitFrame(const xrhands::CaptureView& capture, size_t i, TakeFrame take);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_CAPTURE_FRAMES_H_
