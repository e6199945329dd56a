// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/mrtk_sample.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "cli/json.h"
#include "eval/clip.h"
#include "parser/float_text.h"
#include "parser/mrtk/format.h"

namespace clipguard::cli {
namespace {

using eval::ClipSampler;
using eval::Rotations;
using mrtk::CurveSlot;
using mrtk::Handedness;

constexpr size_t kPiece = 64 * 1024;

// JSON goes part by part, each part through all times: nothing but the piece
// that is being written is held in memory.
class JsonSampler {
 public:
  JsonSampler(const ClipSampler& clip, const SampleRequest& request,
              Output& out)
      : clip_(clip), request_(request), out_(out) {}

  void Write() {
    json_.BeginObject();
    json_.Field("file", request_.file);
    json_.Key("times");
    ForEachTime([&](float time) { json_.Float(time); });
    json_.Key("camera");
    if (clip_.has_camera()) {
      WritePose(CurveSlot::Camera(mrtk::kPositionX));
    } else {
      json_.Null();
    }
    json_.Key("hands");
    if (clip_.has_hands()) {
      json_.BeginObject();
      for (const Handedness hand : mrtk::kHands) {
        json_.Key(HandName(hand));
        WriteHand(hand);
      }
      json_.EndObject();
    } else {
      json_.Null();
    }
    json_.Key("gaze");
    if (clip_.has_gaze()) {
      WriteGaze();
    } else {
      json_.Null();
    }
    json_.EndObject();
    out_.Write(json_.Take());
    out_.Write("\n");
  }

 private:
  // An array of what visit(time) writes.
  template <typename Visit>
  void ForEachTime(Visit visit) {
    json_.BeginArray();
    for (const float time : request_.times) {
      if (out_.error() != 0) break;
      visit(time);
      if (json_.size() >= kPiece) out_.Write(json_.Take());
    }
    json_.EndArray();
  }

  // Samples N curves from `first` on. Without a normalisation to follow, the
  // values are rounded once; with one, after it.
  template <size_t N, typename Number>
  std::array<Number, N> Values(CurveSlot first, float time) const {
    std::array<Number, N> values;
    for (size_t i = 0; i < N; ++i) {
      const auto& curve = clip_.curve(CurveSlot(first.index() + i));
      if constexpr (sizeof(Number) == sizeof(float)) {
        values[i] = curve.Sample(time);
      } else {
        values[i] = curve.SampleUnrounded(time);
      }
    }
    return values;
  }

  void WriteVector(std::string_view key, CurveSlot first) {
    json_.Key(key);
    ForEachTime(
        [&](float time) { json_.Floats(Values<3, float>(first, time)); });
  }

  void WritePose(CurveSlot first) {
    const CurveSlot rotation(first.index() + mrtk::kRotationX);
    json_.BeginObject();
    WriteVector("position", first);
    json_.Key("rotation");
    ForEachTime([&](float time) {
      json_.Floats(
          request_.raw_rotation
              ? Values<4, float>(rotation, time)
              : eval::NormalizeRotation(Values<4, double>(rotation, time)));
    });
    json_.EndObject();
  }

  void WriteState(std::string_view key, CurveSlot slot) {
    json_.Key(key);
    ForEachTime(
        [&](float time) { json_.Bool(clip_.curve(slot).SampleBoolean(time)); });
  }

  void WriteHand(Handedness hand) {
    json_.BeginObject();
    WriteState("tracked", CurveSlot::Tracked(hand));
    WriteState("pinch", CurveSlot::Pinch(hand));
    json_.Key("joints");
    json_.BeginObject();
    for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
      json_.Key(mrtk::kJointNames[joint]);
      WritePose(CurveSlot::Joint(hand, joint, mrtk::kPositionX));
    }
    json_.EndObject();
    json_.EndObject();
  }

  void WriteGaze() {
    const CurveSlot direction = CurveSlot::Gaze(mrtk::kDirectionX);
    json_.BeginObject();
    WriteVector("origin", CurveSlot::Gaze(mrtk::kOriginX));
    json_.Key("direction");
    ForEachTime([&](float time) {
      json_.Floats(
          request_.raw_rotation
              ? Values<3, float>(direction, time)
              : eval::NormalizeDirection(Values<3, double>(direction, time)));
    });
    json_.EndObject();
  }

  const ClipSampler& clip_;
  const SampleRequest& request_;
  Output& out_;
  JsonWriter json_;
};

void AppendRow(std::span<const float> values, std::string& row) {
  for (const float value : values) absl::StrAppend(&row, ",", FloatText(value));
}

void AppendPose(const eval::Pose& pose, std::string& row) {
  AppendRow(pose.position, row);
  AppendRow(pose.rotation, row);
}

// CSV has a row for each time, with a column for each curve of the file.
void WriteCsv(const mrtk::InputAnimationView& view, const ClipSampler& clip,
              const SampleRequest& request, Output& out) {
  std::string row = "time";
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (view.has_curve(slot)) absl::StrAppend(&row, ",", slot.Path());
  }
  row += '\n';
  out.Write(row);
  const Rotations rotations =
      request.raw_rotation ? Rotations::kRaw : Rotations::kNormalized;
  eval::ClipPose pose;
  for (const float time : request.times) {
    if (out.error() != 0) return;
    clip.Sample(time, rotations, &pose);
    row = FloatText(time);
    if (pose.has_camera) AppendPose(pose.camera, row);
    if (pose.has_hands) {
      for (const auto& hand : pose.hands) row += hand.tracked ? ",1" : ",0";
      for (const auto& hand : pose.hands) row += hand.pinch ? ",1" : ",0";
      for (const auto& hand : pose.hands) {
        for (const eval::Pose& joint : hand.joints) AppendPose(joint, row);
      }
    }
    if (pose.has_gaze) {
      AppendRow(pose.gaze.origin, row);
      AppendRow(pose.gaze.direction, row);
    }
    row += '\n';
    out.Write(row);
  }
}

}  // namespace

absl::Status SampleMrtk(const mrtk::InputAnimationView& view,
                        const SampleRequest& request, Output& out) {
  if (!request.clip.empty()) {
    return absl::InvalidArgumentError(
        "--clip is for formats with several clips in a file; an MRTK "
        "recording is one");
  }
  const ClipSampler clip(view);
  if (request.csv) {
    WriteCsv(view, clip, request, out);
  } else {
    JsonSampler(clip, request, out).Write();
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
