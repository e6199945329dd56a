// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/iwer_json.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "actions/capture/capture_sampler.h"
#include "actions/convert/begin_note.h"
#include "actions/convert/forms/capture_frames.h"
#include "actions/convert/rig/quaternion.h"
#include "base/json_writer.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"
#include "parser/xrhands/format.h"

namespace clipguard::actions {
namespace {

// WebXR has joints but for the palm, in this order.
constexpr size_t kPalm = 1;
// The radius of a joint, metres: neither format has one.
constexpr float kRadius = 0.008f;
// A frame with both hands, about.
constexpr double kFrameBytes = 2 * 8 * 27 * 12;
constexpr std::array<std::string_view, 3> kProfiles = {
    "generic-hand", "generic-hand-select", "generic-trigger"};

// In WebXR's axes, and a rotation of unit length.
Pose Mirrored(const xrhands::Pose& pose) {
  const auto& [px, py, pz] = pose.position;
  const auto& [x, y, z, w] = pose.rotation;
  return {.turn = UnitOr(Turn{-double{x}, -double{y}, z, w}, kNoTurn),
          .place = {px, py, -double{pz}}};
}

class IwerWriter {
 public:
  IwerWriter() : json_(kGltfJson) {
    json_.BeginObject();
    json_.BeginArray("schema");
    for (const int64_t h : {0, 1}) {
      json_.BeginArray();
      json_.Int(h);
      json_.BeginObject();
      json_.Field("handedness", xrhands::kHandNames[static_cast<size_t>(h)]);
      json_.Field("targetRayMode", std::string_view("tracked-pointer"));
      json_.Strings("profiles", kProfiles);
      json_.Field("hasGrip", true);
      json_.Field("hasHand", true);
      json_.BeginArray("jointSequence");
      for (size_t joint = 0; joint < xrhands::kJointCount; ++joint) {
        if (joint != kPalm) json_.String(mrtk::kWebXrJointNames[joint + 1]);
      }
      json_.EndArray();
      json_.Field("hasGamepad", true);
      // The player makes no select events of others.
      json_.Field("mapping", std::string_view("xr-standard"));
      json_.Field("numButtons", 1);
      json_.Field("numAxes", 0);
      json_.EndObject();
      json_.EndArray();
    }
    json_.EndArray();
    json_.BeginArray("frames");
  }

  // The player divides by the time between two frames.
  void Add(const FrameParts& frame) {
    if (!(frame.time > last_)) return;
    last_ = frame.time;
    json_.BeginArray();
    if (!first_) first_ = frame.time;
    json_.Double((double{frame.time} - *first_) * 1000);
    const xrhands::Pose none;
    Put(Mirrored({frame.head.position.value_or(none.position),
                  frame.head.rotation.value_or(none.rotation)}));
    for (size_t h = 0; h < 2; ++h) {
      if (frame.tracked[h] && !frame.joints[h].empty()) PutHand(frame, h);
    }
    json_.EndArray();
  }

  bool any() const { return last_ > -kInfinity; }
  std::string Take() {
    json_.EndArray();
    json_.EndObject();
    return json_.Take();
  }

 private:
  void PutHand(const FrameParts& frame, size_t h) {
    const Pose palm = Mirrored(frame.joints[h][kPalm]);
    json_.BeginArray();
    json_.Int(static_cast<int64_t>(h));
    Put(palm);  // the ray
    json_.BeginArray();
    Put(palm);  // the grip
    json_.EndArray();
    json_.BeginArray();
    for (size_t joint = 0; joint < xrhands::kJointCount; ++joint) {
      if (joint == kPalm) continue;
      // The player has joints below the ray.
      Put(SeenFrom(palm, Mirrored(frame.joints[h][joint])));
      json_.Float(kRadius);
    }
    json_.EndArray();
    const int64_t pinch = frame.pinch[h] ? 1 : 0;
    json_.BeginArray();
    json_.BeginArray();
    for (int part = 0; part < 3; ++part) json_.Int(pinch);
    json_.EndArray();
    json_.EndArray();
    json_.EndArray();
  }

  void Put(const Pose& pose) {
    for (const double x : pose.place) json_.Float(NearestPlainFloat(x));
    for (const double x : pose.turn) json_.Float(NearestPlainFloat(x));
  }

  JsonWriter json_;
  std::optional<float> first_;
  float last_ = -kInfinity;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Converted>> ConvertToIwer(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  IwerWriter out;
  std::vector<ConversionFact> facts;
  if (const auto* capture = file.Sound<xrhands::CaptureView>()) {
    FindingSink& notes = NotesOf(options, losses);
    NoteWhatFramesLose(*capture, kIwer, notes);
    NoteFramesAtOneTime(*capture, kIwer, notes);
    NoteLateEnd(*capture, kIwer, notes);
    const CaptureSampler sampler(*capture, FrameTimes::kTrue);
    if (!sampler.times().empty() && sampler.times()[0] != 0) {
      const float begin = sampler.times()[0];
      ReportLoss(kIwer, {capture->frame(0).time.offset, sizeof(float)},
                 "frames[0].time",
                 BeginNote("a capture", begin, MoveToZero(begin)), notes);
    }
    // One frame is written of those at the same time.
    for (size_t i = 0; i < sampler.times().size(); ++i) {
      VisitFrame(*capture, sampler.frame(i), [&](FrameParts frame) {
        frame.head = sampler.HeadAt(sampler.times()[i]);
        out.Add(frame);
      });
    }
  } else {
    const auto frames =
        RecordingFrames::Of(file, options, kIwer, kFrameBytes, losses);
    if (!frames.ok()) return frames.status();
    if (!frames->how().empty()) facts.push_back({"frames", 0, frames->how()});
    frames->Visit([&](const FrameParts& frame) { out.Add(frame); });
  }
  if (!out.any()) {
    return absl::InvalidArgumentError(
        "it has no frames, and IWER plays no recording without");
  }
  return std::make_unique<ConvertedBytes<std::string>>(out.Take(),
                                                       std::move(facts));
}

}  // namespace clipguard::actions
