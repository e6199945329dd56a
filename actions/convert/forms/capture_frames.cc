// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/forms/capture_frames.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/capture/capture_sampler.h"
#include "actions/convert/begin_note.h"
#include "actions/convert/result_budget.h"
#include "base/float_text.h"
#include "base/numbers.h"
#include "eval/curve/clip.h"
#include "parser/mrtk/checks/survey.h"
#include "parser/mrtk/format.h"
#include "parser/xrhands/validate.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;
using xrhands::CaptureView;
using xrhands::kJointCount;
using xrhands::Pose;

constexpr double kFps = 60;
// No two times of one grid are closer; seconds.
constexpr double kGrid = 1e-3;
constexpr size_t kFramesAtOnce = 256;
constexpr double kMostFrames = 1 << 24;

// Whether two keys of a curve are as close as can be: the earlier one is no
// frame of its own.
bool IsStep(float time, float next) {
  return double{next} - time < kGrid && next <= std::nextafter(time, kInfinity);
}

// Whether any joint of the hand has keys, but for MRTK's joint that is none.
bool HasJoints(const InputAnimationView& view, mrtk::Handedness hand) {
  const size_t first = CurveSlot::Joint(hand, 1, mrtk::kPositionX).index();
  for (size_t i = 0; i < kJointCount * mrtk::kPoseCurves; ++i) {
    if (!view.curve(CurveSlot(first + i)).empty()) return true;
  }
  return false;
}

// Frames have all joints of a hand that is tracked, and no others: each with a
// place and a rotation.
void NoteJoints(
    const InputAnimationView& view, mrtk::Handedness hand,
    absl::FunctionRef<void(CurveSlot, std::string_view, std::string_view)>
        note) {
  if (!HasJoints(view, hand)) return;
  const auto first_curve = [&](size_t joint) {
    return CurveSlot::Joint(hand, joint, mrtk::kPositionX);
  };
  const std::string path = "hands." + std::string(HandName(hand));
  if (!IsEverTracked(view, hand)) {
    note(first_curve(1), path, "the joints of a hand that is never tracked");
    return;
  }
  struct Lacks {
    size_t joints = 0;
    size_t first = 0;
  };
  Lacks places;
  Lacks turns;
  for (size_t joint = 1; joint <= kJointCount; ++joint) {
    const auto empty = [&](size_t component) {
      return view.curve(CurveSlot(first_curve(joint).index() + component))
          .empty();
    };
    if (empty(0) && empty(1) && empty(2) && places.joints++ == 0) {
      places.first = joint;
    }
    if (empty(3) && empty(4) && empty(5) && empty(6) && turns.joints++ == 0) {
      turns.first = joint;
    }
  }
  if (HasOnlyZeroRotations(view, hand)) turns = {kJointCount, 1};
  const auto tell = [&](const Lacks& lacks, std::string_view one,
                        std::string_view many) {
    if (lacks.joints == 0) return;
    note(first_curve(lacks.first),
         path + "." + std::string(view.joint_names()[lacks.first]),
         lacks.joints == 1 ? std::string(one)
                           : absl::StrCat("that ", lacks.joints, " joints ") +
                                 std::string(many));
  };
  tell(places, "that a joint was not recorded: it stands at the origin",
       "were not recorded: they stand at the origin");
  tell(turns, "that a joint has no rotation: it is not turned",
       "have no rotations: they are not turned");
}

// `begin`: the time that becomes the first frame's, 0.
void NoteWhatIsLost(const InputAnimationView& view, float begin,
                    std::string_view target, FindingSink& notes) {
  const auto note = [&](CurveSlot slot, std::string_view path,
                        std::string_view what) {
    ReportLoss(target, {view.curve_offset(slot), 0}, path, what, notes);
  };
  if (view.has_gaze()) note(CurveSlot(CurveSlot::kGaze), "gaze", "gaze");
  if (view.has_camera() && target == kHandsbin1) {
    note(CurveSlot(CurveSlot::kCamera), "camera", "the camera");
  }
  for (const mrtk::Handedness hand : mrtk::kHands) {
    const CurveSlot pinch = CurveSlot::Pinch(hand);
    if (target != kIwer && !view.curve(pinch).empty()) {
      note(pinch, pinch.Path(), "whether a hand pinches");
    }
    NoteJoints(view, hand, note);
  }
  NotePartialPoses(view, target, notes);
  auto markers = view.markers();
  if (const auto first = markers.Next()) {
    const bool is_lost = target == kIwer || first->name.empty();
    // There a capture's name becomes a marker again.
    const bool is_name = !is_lost && first->time == begin;
    const auto lost = is_name ? markers.Next() : first;
    if (!lost) return;
    ReportLoss(target, {lost->offset, 0},
               absl::StrCat("markers[", is_name ? 1 : 0, "]"),
               is_lost ? "markers" : "markers, but for the first one's name",
               notes);
  }
}

}  // namespace

absl::StatusOr<RecordingFrames> RecordingFrames::Of(
    ParsedFile& file, const ConversionOptions& options, std::string_view target,
    double frame_bytes, FindingSink& losses) {
  const auto* view = file.Sound<InputAnimationView>();
  if (view == nullptr) return HasErrors();
  const bool has_head = view->has_camera() && target != kHandsbin1;
  RecordingFrames frames(*view, options.fps, has_head);
  ResultBudget budget(file);
  if (!budget.Spend(
          static_cast<uint64_t>(std::min(frames.count_ * frame_bytes, 1e18)))) {
    budget.Report({0, file.bytes.size()}, "hands", losses);
    return budget.RefusedWhole();
  }
  if (!std::isfinite(frames.duration())) {
    return absl::InvalidArgumentError(
        "its times are farther apart than a float32 can be");
  }
  FindingSink& notes = NotesOf(options, losses);
  if (frames.first() != 0) {
    MoveToZero move(frames.first());
    for (const float time : frames.times_) move(time);
    ReportBegin(*view, target, "motion", frames.first(), move, notes);
  }
  NoteWhatIsLost(*view, frames.first(), target, notes);
  return frames;
}

RecordingFrames::RecordingFrames(const InputAnimationView& view, double fps,
                                 bool has_head)
    : view_(view),
      first_curve_(has_head ? CurveSlot::kCamera : CurveSlot::kHandStates) {
  for (size_t h = 0; h < 2; ++h) {
    has_joints_[h] = HasJoints(view, mrtk::kHands[h]);
  }
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    const bool has = !view.curve(CurveSlot(CurveSlot::kCamera + c)).empty();
    if (c < mrtk::kRotationX) {
      has_position_ = has_position_ || has;
    } else {
      has_rotation_ = has_rotation_ || has;
    }
  }
  if (fps > 0) {
    MakeEven(fps);
  } else if (!CollectKeys()) {
    MakeEven(kFps);
    how_ = absl::StrFormat(
        "%g frames a second: the recording's key times are not those of "
        "frames",
        kFps);
  }
}

void RecordingFrames::Visit(TakeFrame take) const {
  const eval::ClipSampler clip(view_);
  std::vector<eval::ClipPose> poses(std::min(kFramesAtOnce, times_.size()));
  std::array<std::array<Pose, kJointCount>, 2> joints;
  for (size_t done = 0; done < times_.size(); done += kFramesAtOnce) {
    const auto at = std::span(times_).subspan(
        done, std::min(kFramesAtOnce, times_.size() - done));
    clip.Sample(at, eval::Rotations::kNormalized, poses);
    for (size_t i = 0; i < at.size(); ++i) {
      FrameParts frame{.time = at[i] - first()};
      const eval::ClipPose& pose = poses[i];
      if (has_position_) frame.head.position = pose.camera.position;
      if (has_rotation_) frame.head.rotation = pose.camera.rotation;
      for (size_t h = 0; h < 2; ++h) {
        frame.tracked[h] = pose.hands[h].tracked;
        frame.pinch[h] = pose.hands[h].pinch;
        if (!frame.tracked[h] || !has_joints_[h]) continue;
        for (size_t joint = 0; joint < kJointCount; ++joint) {
          const eval::Pose& from = pose.hands[h].joints[joint + 1];
          joints[h][joint] = {from.position, from.rotation};
        }
        frame.joints[h] = joints[h];
      }
      take(frame);
    }
  }
}

// The union of the curves' times; false if they are no grid.
bool RecordingFrames::CollectKeys() {
  for (size_t i = first_curve_; i < CurveSlot::kGaze; ++i) {
    const CurveSlot slot(i);
    const mrtk::CurveView curve = view_.curve(slot);
    for (size_t k = 0; k < curve.size(); ++k) {
      // A pose begins at its first key, however close the next one is.
      if ((slot.is_boolean() || k != 0) && k + 1 < curve.size() &&
          IsStep(curve.time(k), curve.time(k + 1))) {
        continue;
      }
      times_.push_back(curve.time(k));
    }
    // Few times, many keys: so that memory stays small.
    if (times_.size() > 2 * distinct_ + (size_t{1} << 16)) MakeUnique();
  }
  MakeUnique();
  for (size_t i = 1; i < times_.size(); ++i) {
    if (double{times_[i]} - times_[i - 1] < kGrid) return false;
  }
  count_ = static_cast<double>(times_.size());
  return true;
}

void RecordingFrames::MakeUnique() {
  std::ranges::sort(times_);
  times_.erase(std::unique(times_.begin(), times_.end()), times_.end());
  distinct_ = times_.size();
}

void RecordingFrames::MakeEven(double fps) {
  float begin = kInfinity;
  float end = -kInfinity;
  for (size_t i = first_curve_; i < CurveSlot::kGaze; ++i) {
    const mrtk::CurveView curve = view_.curve(CurveSlot(i));
    if (curve.empty()) continue;
    begin = std::min(begin, curve.time(0));
    end = std::max(end, curve.time(curve.size() - 1));
  }
  times_.clear();
  count_ = 0;
  if (!(begin <= end)) return;
  count_ = std::floor((double{end} - begin) * fps) + 2;
  if (count_ > kMostFrames) return;
  for (double i = 0; begin + i / fps < end; ++i) {
    const auto time = static_cast<float>(begin + i / fps);
    if (times_.empty() || time > times_.back()) times_.push_back(time);
  }
  if (times_.empty() || end > times_.back()) times_.push_back(end);
}

// The parts that no frame of the other form has a place for.
void NoteWhatFramesLose(const CaptureView& capture, std::string_view target,
                        FindingSink& notes) {
  struct Lost {
    std::string_view what;
    bool found = false;
  };
  std::array<Lost, 4> lost = {Lost{"the head's pose"}, Lost{"common gestures"},
                              Lost{"aim"}, Lost{"the step before render"}};
  std::array<bool, 2> has_hand = {};
  const auto note = [&](Lost& of, uint64_t offset, size_t frame,
                        std::string_view what) {
    if (std::exchange(of.found, true)) return;
    ReportLoss(target, {offset, 0}, absl::StrCat("frames[", frame, "]"), what,
               notes);
  };
  for (size_t i = 0; i < capture.frames(); ++i) {
    const xrhands::Frame frame = capture.frame(i);
    if (frame.head && target == kHandsbin1) {
      note(lost[0], frame.head->offset, i, lost[0].what);
    }
    for (size_t h = 0; h < 2; ++h) {
      // Others keep the 0 0 0 0.
      if (target != kIwer || frame.hands[h].joints.empty() ||
          std::exchange(has_hand[h], true) ||
          !capture.HasOnlyZeroRotations(h)) {
        continue;
      }
      ReportLoss(target, {frame.hands[h].joints_offset(), 0},
                 absl::StrCat("frames[", i, "].",
                              std::string(xrhands::kHandNames[h]), ".joints"),
                 "that 26 joints have no rotations: they are not turned",
                 notes);
    }
    for (const xrhands::CapturedHand& hand : frame.hands) {
      if (hand.gestures.present) {
        note(lost[1], hand.gestures.handedness.offset, i, lost[1].what);
      }
      if (hand.aim.present) {
        note(lost[2], hand.aim.handedness.offset, i, lost[2].what);
      }
      if (hand.steps[1].present) {
        note(lost[3], hand.steps[1].flags.offset, i, lost[3].what);
      }
    }
  }
  if (capture.version() == 2) {
    ReportLoss(target, {capture.header().joint_count.offset, 0}, "jointCount",
               "joint and mesh layout, finger shapes, flags, and roots", notes);
  }
}

void NotePartialPoses(const InputAnimationView& view, std::string_view target,
                      FindingSink& notes) {
  size_t count = 0;
  CurveSlot first(0);
  const auto look = [&](size_t begin, size_t curves) {
    const auto is_empty = [&](size_t i) {
      return view.curve(CurveSlot(begin + i)).empty();
    };
    size_t empty = 0;
    for (size_t i = 0; i < curves; ++i) empty += is_empty(i) ? 1 : 0;
    if (empty == curves) return;
    for (size_t i = 0; i < curves; ++i) {
      if (is_empty(i) && count++ == 0) first = CurveSlot(begin + i);
    }
  };
  for (size_t i = 0; i < CurveSlot::kGaze; i += mrtk::kPoseCurves) {
    if (i == CurveSlot::kHandStates) i = CurveSlot::kJoints;
    if (i < CurveSlot::kHandStates && target == kHandsbin1) continue;
    look(i, mrtk::kRotationX);
    look(i + mrtk::kRotationX, mrtk::kPoseCurves - mrtk::kRotationX);
  }
  if (count == 0) return;
  ReportLoss(target, {view.curve_offset(first), 0},
             first.Path(view.joint_names()),
             count == 1 ? "that a curve of a pose has no keys: it is 0"
                        : absl::StrCat("that ", count, " curves of poses have ",
                                       "no keys: they are 0"),
             notes);
}

void NoteLateEnd(const CaptureView& capture, std::string_view target,
                 FindingSink& notes) {
  if (!capture.lags() || capture.frames() < 2) return;
  const size_t last = capture.frames() - 1;
  if (!xrhands::IsDurationTooLong(capture)) return;
  ReportLoss(
      target, {capture.header().duration.offset, sizeof(float)}, "duration",
      absl::StrCat("when the last frame was: it is at the duration, ",
                   FloatText(capture.true_time(last)),
                   " s, though it is stamped ", FloatText(capture.stamp(last))),
      notes);
}

void NoteFramesAtOneTime(const CaptureView& capture, std::string_view target,
                         FindingSink& notes) {
  const CaptureSampler sampler(capture, FrameTimes::kTrue);
  const size_t lost = capture.frames() - sampler.times().size();
  if (lost == 0) return;
  size_t first = 0;
  while (first < sampler.times().size() && sampler.frame(first) == first) {
    ++first;
  }
  ReportLoss(target, {capture.frame(first).time.offset, sizeof(float)},
             absl::StrCat("frames[", first, "].time"),
             lost == 1 ? "a frame at the time of another"
                       : absl::StrCat(lost, " frames at the times of others"),
             notes);
}

void VisitFrame(const CaptureView& capture, size_t i, TakeFrame take) {
  const xrhands::Frame frame = capture.frame(i);
  std::array<std::array<Pose, kJointCount>, 2> joints;
  FrameParts parts{.time = capture.true_time(i), .head = frame.tracked_head()};
  for (size_t h = 0; h < 2; ++h) {
    const xrhands::CapturedHand& hand = frame.hands[h];
    parts.tracked[h] = hand.tracked;
    parts.pinch[h] = PinchOf(capture, hand).value_or(false);
    if (hand.joints.empty()) continue;
    for (size_t k = 0; k < kJointCount; ++k) joints[h][k] = hand.joints[k];
    parts.joints[h] = joints[h];
  }
  take(parts);
}

}  // namespace clipguard::actions
