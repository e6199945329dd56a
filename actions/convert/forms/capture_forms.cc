// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/capture/capture_sampler.h"
#include "actions/capture/recording_of.h"
#include "actions/convert/forms/capture_frames.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/forms/model_json.h"
#include "actions/motion/angle.h"
#include "base/append_value.h"
#include "base/float_text.h"
#include "base/name_length.h"
#include "base/numbers.h"
#include "base/text.h"
#include "base/utf8.h"
#include "eval/curve/clip.h"
#include "eval/curve/curve.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/validate.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::InputAnimationView;
using xrhands::CaptureView;
using xrhands::kJointCount;
using xrhands::Pose;
using Bytes = std::vector<uint8_t>;

constexpr size_t kBlock = 256;
// The shares of the way between two frames at which the difference is measured:
// about where an arc and its chord, normalised, are farthest apart, and half
// way.
constexpr std::array<double, 3> kProbes = {0.21, 0.5, 0.79};
// Less than this is due to rounded times.
constexpr float kLeastSeconds = 1e-3f;
constexpr double kLeastMetres = 1e-5;

std::string_view TargetName(int32_t version) {
  return version == 1 ? kHandsbin1 : kHandsbin;
}

class CaptureWriter {
 public:
  CaptureWriter(int32_t version, std::string_view name, float duration,
                size_t frames)
      : version_(version) {
    Put(version);
    if (version == 2) Put(std::array<int32_t, 2>{});  // flags, options
    AppendNameLength(name.size(), bytes_);
    bytes_.insert(bytes_.end(), name.begin(), name.end());
    Put(duration);
    if (version == 2) {
      Put(int32_t{kJointCount});
      Put(std::array<uint8_t, 4>{0xff, 0xff, 0xff, 0x03});
      Put(int32_t{0});
      Put(std::array<float, xrhands::kFingers * xrhands::kFingerShapeFloats>{});
    }
    Put(static_cast<int32_t>(frames));
  }

  void Add(const FrameParts& frame) {
    version_ == 1 ? Add1(frame) : Add2(frame);
  }

  Bytes Take() { return std::move(bytes_); }

 private:
  void Add1(const FrameParts& frame) {
    Put(frame.time);
    Put(frame.tracked);
    for (const auto& joints : frame.joints) Put(!joints.empty());
    for (const auto& joints : frame.joints) PutJoints(joints);
  }

  void Add2(const FrameParts& frame) {
    int32_t flags = 0;
    int32_t success = 0;
    for (int h = 0; h < 2; ++h) {
      const auto hand = static_cast<size_t>(h);
      const bool valid = !frame.joints[hand].empty();
      if (valid || frame.tracked[hand]) flags |= xrhands::kHasSnapshot << h;
      if (valid) success |= 3 << (2 * h);
    }
    Put(flags);
    Put(frame.time);
    const auto& [position, rotation] = frame.head;
    const int32_t state = (position ? xrhands::kHeadPosition : 0) |
                          (rotation ? xrhands::kHeadRotation : 0);
    Put(state);
    if (state != 0) {
      const Pose none;
      Put(position.value_or(none.position));
      Put(rotation.value_or(none.rotation));
    }
    Put(success);
    for (size_t h = 0; h < 2; ++h) {
      const std::span<const Pose> joints = frame.joints[h];
      if (joints.empty() && !frame.tracked[h]) continue;
      Put(xrhands::kDynamicStep);
      Put(int32_t{(joints.empty() ? 0 : xrhands::kJointsValid) |
                  (frame.tracked[h] ? xrhands::kHandTracked : 0)});
      Put(joints.empty() ? Pose() : joints[0]);
      if (joints.empty()) continue;
      Put(int32_t{kJointCount});
      PutJoints(joints);
    }
  }

  void PutJoints(std::span<const Pose> joints) {
    for (const Pose& joint : joints) Put(joint);
  }

  template <typename T>
  void Put(const T& value) {
    AppendValue(value, bytes_);
  }

  const int32_t version_;
  Bytes bytes_;
};

// ---- How far apart they are -------------------------------------------------

struct Apart {
  double metres = 0;
  double degrees = 0;
  double metres_at = 0;
  double degrees_at = 0;
  // For how long a hand is tracked in one of them only, both hands together.
  double seconds = 0;
  // The largest distance of hands, where the next frame does not have one:
  // there the capture's stays where it was.
  double edge_metres = 0;
  double edge_at = 0;
};

double DegreesBetween(const std::array<float, 4>& a,
                      const std::array<float, 4>& b) {
  // The chord between the two gives the angle, whichever sign is nearer.
  double minus = 0;
  double plus = 0;
  for (size_t i = 0; i < 4; ++i) {
    minus += (double{a[i]} - b[i]) * (double{a[i]} - b[i]);
    plus += (double{a[i]} + b[i]) * (double{a[i]} + b[i]);
  }
  const double chord = std::sqrt(std::min(minus, plus));
  return 4 * DegreesOfSine(chord / 2);
}

void MeasurePlace(const std::array<float, 3>& recorded,
                  const std::array<float, 3>& captured, float time,
                  Apart& apart) {
  double square = 0;
  for (size_t c = 0; c < 3; ++c) {
    const double by = double{captured[c]} - recorded[c];
    square += by * by;
  }
  if (std::sqrt(square) > apart.metres) {
    apart.metres = std::sqrt(square);
    apart.metres_at = time;
  }
}

void MeasureTurn(const std::array<float, 4>& recorded,
                 const std::array<float, 4>& captured, float time,
                 Apart& apart) {
  const auto& [x, y, z, w] = captured;
  const double degrees =
      DegreesBetween(recorded, eval::NormalizeRotation({x, y, z, w}));
  if (degrees > apart.degrees) {
    apart.degrees = degrees;
    apart.degrees_at = time;
  }
}

// Measures a hand that both show.
void MeasureHand(const eval::HandState& recorded,
                 const CapturedMoment& captured, size_t hand, float time,
                 Apart& apart) {
  if (!captured.Shown(hand) || !recorded.tracked) return;
  for (size_t joint = 0; joint < kJointCount; ++joint) {
    const eval::Pose& of_recording = recorded.joints[joint + 1];
    const Pose of_capture = captured.Joint(hand, joint);
    MeasurePlace(of_recording.position, of_capture.position, time, apart);
    MeasureTurn(of_recording.rotation, of_capture.rotation, time, apart);
  }
}

void MeasureTracked(const CaptureView& capture, const CaptureSampler& sampler,
                    const InputAnimationView& view, float from, Apart& apart) {
  std::vector<float> frames;
  for (const float time : sampler.times()) frames.push_back(time + from);
  if (frames.empty()) return;
  for (size_t h = 0; h < 2; ++h) {
    const mrtk::CurveView curve =
        view.curve(CurveSlot::Tracked(mrtk::kHands[h]));
    std::vector<float> keys;
    for (size_t k = 0; k < curve.size(); ++k) keys.push_back(curve.time(k));
    std::vector<float> ends;
    std::ranges::merge(keys, frames, std::back_inserter(ends));
    // Between two of these a state changes once at most, half way.
    size_t i = 0;
    bool tracked = capture.frame(sampler.frame(0)).hands[h].tracked;
    for (size_t k = 1; k < ends.size(); ++k) {
      const float begin = ends[k - 1];
      const double half = (double{ends[k]} - begin) / 2;
      // A step takes no time.
      if (ends[k] <= std::nextafter(begin, kInfinity)) continue;
      if (begin < frames.front() || begin >= frames.back()) continue;
      for (; frames[i + 1] <= begin; ++i) {
        tracked = capture.frame(sampler.frame(i + 1)).hands[h].tracked;
      }
      for (const double middle : {0.5, 1.5}) {
        const auto time = static_cast<float>(begin + half * middle);
        const bool state = eval::SampleBoolean(curve, time);
        if (state != tracked) apart.seconds += half;
      }
    }
  }
}

// At times between frames: the head, and hands. Times of the recording begin
// `from` later.
Apart ApartOf(const CaptureView& capture, const InputAnimationView& view,
              float from) {
  const CaptureSampler sampler(capture, FrameTimes::kTrue);
  const eval::ClipSampler clip(view);
  struct Look {
    float time;
    std::array<bool, 2> stays;  // each hand, from frame to frame
  };
  std::vector<Look> looks;
  std::vector<float> heads;
  Apart apart;
  Apart edges;
  const auto measure_hands = [&] {
    std::vector<float> times;
    for (const Look& look : looks) times.push_back(look.time + from);
    std::vector<eval::ClipPose> poses(looks.size());
    clip.Sample(times, eval::Rotations::kNormalized, poses);
    for (size_t i = 0; i < looks.size(); ++i) {
      const auto& [time, stays] = looks[i];
      const CapturedMoment captured = sampler.At(time);
      for (size_t h = 0; h < 2; ++h) {
        MeasureHand(poses[i].hands[h], captured, h, time,
                    stays[h] ? apart : edges);
      }
    }
    looks.clear();
  };
  const auto measure_heads = [&] {
    std::vector<float> times;
    for (const float time : heads) times.push_back(time + from);
    std::vector<std::array<float, 3>> positions(heads.size());
    std::vector<std::array<float, 4>> rotations(heads.size());
    clip.SampleVectors(CurveSlot::Camera(mrtk::kPositionX), times, positions);
    clip.SampleRotations(CurveSlot::Camera(mrtk::kRotationX), times,
                         eval::Rotations::kNormalized, rotations);
    for (size_t i = 0; i < heads.size(); ++i) {
      const auto [position, rotation] = sampler.At(heads[i]).Head();
      if (position) MeasurePlace(positions[i], *position, heads[i], apart);
      if (rotation) MeasureTurn(rotations[i], *rotation, heads[i], apart);
    }
    heads.clear();
  };
  const auto& times = sampler.times();
  CapturedMoment next;
  if (!times.empty()) next = sampler.At(times.front());
  for (size_t i = 0; i + 1 < times.size(); ++i) {
    const CapturedMoment here = std::exchange(next, sampler.At(times[i + 1]));
    const xrhands::Frame arrival = capture.frame(sampler.arrival(i + 1));
    const std::array stays = {here.Shown(0) == arrival.hands[0].shown(),
                              here.Shown(1) == arrival.hands[1].shown()};
    for (const double probe : kProbes) {
      const auto time = static_cast<float>(
          times[i] + (double{times[i + 1]} - times[i]) * probe);
      // A frame without joints has few bytes, and all hands take long.
      if (here.Shown(0) || here.Shown(1)) looks.push_back({time, stays});
      if (view.has_camera()) heads.push_back(time);
    }
    if (looks.size() >= kBlock) measure_hands();
    if (heads.size() >= kBlock) measure_heads();
  }
  measure_hands();
  measure_heads();
  apart.edge_metres = edges.metres;
  apart.edge_at = edges.metres_at;
  MeasureTracked(capture, sampler, view, from, apart);
  return apart;
}

std::vector<ConversionFact> FactsOf(const Apart& apart, std::string how) {
  const auto metres = static_cast<float>(apart.metres);
  const auto degrees = static_cast<float>(apart.degrees);
  const auto at = [](double time) {
    return FloatText(static_cast<float>(time));
  };
  std::vector<ConversionFact> facts;
  if (!how.empty()) facts.push_back({"frames", 0, std::move(how)});
  facts.push_back(
      {"largestError", metres,
       absl::StrFormat("measured between frames: positions are at most %s m "
                       "away from the source's, at %s s, rotations %s degrees, "
                       "at %s s",
                       FloatText(metres), at(apart.metres_at),
                       FloatText(degrees), at(apart.degrees_at))});
  facts.push_back({"largestErrorDegrees", degrees, ""});
  const auto edge = static_cast<float>(apart.edge_metres);
  facts.push_back(
      {"largestErrorBeforeLoss", edge,
       apart.edge_metres <= std::max(apart.metres, kLeastMetres)
           ? ""
           : absl::StrFormat("before a hand is lost %s m, at %s s: a "
                             "capture's last frame of it stays until the next",
                             FloatText(edge), at(apart.edge_at))});
  const auto seconds = static_cast<float>(apart.seconds);
  facts.push_back(
      {"trackedOtherwiseSeconds", seconds,
       seconds < kLeastSeconds
           ? ""
           : absl::StrFormat("hands are tracked otherwise than in the source "
                             "for %s s",
                             FloatText(seconds))});
  return facts;
}

// ---- Recordings as captures -------------------------------------------------

// The first marker's name, or the file's.
std::string NameOf(const InputAnimationView& view, std::string_view file) {
  if (const auto marker = view.markers().Next();
      marker && !marker->name.empty()) {
    return std::string(marker->name);
  }
  file = file.substr(file.find_last_of("/\\") + 1);
  file = file.substr(0, file.find_last_of('.'));
  return file.empty() || FindUtf8Error(file) ? "Recording" : std::string(file);
}

absl::StatusOr<std::unique_ptr<Converted>> OfRecording(
    ParsedFile& file, int32_t version, const ConversionOptions& options,
    FindingSink& losses) {
  constexpr double kFrameBytes = 2 * (768 + 32);
  const auto frames = RecordingFrames::Of(file, options, TargetName(version),
                                          kFrameBytes, losses);
  if (!frames.ok()) return frames.status();
  CaptureWriter out(version, NameOf(frames->view(), file.name),
                    frames->duration(), frames->size());
  frames->Visit([&](const FrameParts& frame) { out.Add(frame); });
  Bytes bytes = out.Take();
  FindingList ignored;
  const auto capture = xrhands::ReadCapture(bytes, {file.limits}, ignored);
  std::vector<ConversionFact> facts;
  if (capture) {
    facts = FactsOf(ApartOf(*capture, frames->view(), frames->first()),
                    frames->how());
  }
  return std::make_unique<ConvertedBytes<Bytes>>(std::move(bytes),
                                                 std::move(facts));
}

// ---- Captures as captures ---------------------------------------------------

// Frames of version 1 at the time of the first one: in version 2, two that
// begin at one time would say that all times lag by a frame.
size_t FramesAtFirst(const CaptureView& capture) {
  size_t count = 0;
  if (capture.frames() == 0 ||
      !std::isfinite(std::nextafter(capture.stamp(0), kInfinity))) {
    return count;
  }
  while (count + 1 < capture.frames() &&
         capture.stamp(count + 1) == capture.stamp(0)) {
    ++count;
  }
  return count;
}

// `moved`: FramesAtFirst(), which become the next float later.
Bytes OtherVersion(const CaptureView& capture, int32_t version, size_t moved) {
  const xrhands::CaptureHeader& header = capture.header();
  float duration = header.duration.value;
  const float later =
      moved == 0 ? 0 : std::nextafter(capture.stamp(0), kInfinity);
  if (moved + 1 == capture.frames()) duration = std::max(duration, later);
  CaptureWriter out(version, header.name, duration, capture.frames());
  for (size_t i = 0; i < capture.frames(); ++i) {
    VisitFrame(capture, i, [&](FrameParts frame) {
      if (i > 0 && i <= moved) frame.time = later;
      out.Add(frame);
    });
  }
  return out.Take();
}

absl::StatusOr<std::unique_ptr<Converted>> OfJson(const ParsedFile& file) {
  auto bytes = ReadCaptureJson(file.bytes, file.limits);
  if (!bytes.ok()) return bytes.status();
  FindingList findings(file.limits);
  if (!xrhands::ReadAndValidate(*bytes, {file.limits}, findings)) {
    return RefusedModel(kCaptureKind, findings);
  }
  return std::make_unique<ConvertedBytes<Bytes>>(*std::move(bytes));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToCapture(
    ParsedFile file, int32_t version, const ConversionOptions& options,
    FindingSink& losses) {
  if (!file.format) return OfJson(file);
  const auto* capture = file.Sound<CaptureView>();
  if (capture == nullptr) return OfRecording(file, version, options, losses);
  if (capture->version() == version) {
    return std::make_unique<ConvertedBytes<Bytes>>(
        Bytes(file.bytes.begin(), file.bytes.end()));
  }
  FindingSink& notes = NotesOf(options, losses);
  std::vector<ConversionFact> facts;
  if (version == 1) {
    NoteWhatFramesLose(*capture, kHandsbin1, notes);
    NoteLateEnd(*capture, kHandsbin1, notes);
    if (capture->lags()) {
      facts.push_back({"trueTimes", 1,
                       "frames have their true times: version 2 stamps them "
                       "with the time of the one before"});
    }
  } else {
    facts.push_back(
        {"fingerShapes", 0, "finger shapes are 0: version 1 has none"});
  }
  const size_t moved = version == 1 ? 0 : FramesAtFirst(*capture);
  if (moved != 0) {
    facts.push_back(
        {"framesMoved", static_cast<float>(moved),
         absl::StrFormat("later by the least that a float32 can be: %s at the "
                         "time of the first one. In version 2 two at one time "
                         "there say that all times lag",
                         Count(moved, "frame"))});
  }
  return std::make_unique<ConvertedBytes<Bytes>>(
      OtherVersion(*capture, version, moved), std::move(facts));
}

absl::StatusOr<std::unique_ptr<Converted>> RecordingOfCapture(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  const auto* capture = file.Sound<CaptureView>();
  if (capture == nullptr) return HasErrors();
  FindingSink& notes = NotesOf(options, losses);
  NoteWhatFramesLose(*capture, "mrtk", notes);
  NoteFramesAtOneTime(*capture, "mrtk", notes);
  NoteLateEnd(*capture, "mrtk", notes);
  const RecordingRequest request{.shown = false, .named = true};
  const ShownCapture recording(*capture, request);
  auto facts = FactsOf(ApartOf(*capture, recording.view(), 0), "");
  const auto bytes = recording.view().bytes();
  return std::make_unique<ConvertedBytes<Bytes>>(
      Bytes(bytes.begin(), bytes.end()), std::move(facts));
}

}  // namespace clipguard::actions
