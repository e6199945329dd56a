// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/mrtk_sample.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/reports/json.h"
#include "eval/curve/clip.h"
#include "parser/float_text.h"
#include "parser/mrtk/format.h"

namespace clipguard::cli {
namespace {

using eval::ClipSampler;
using eval::Rotations;
using mrtk::CurveSlot;
using mrtk::Handedness;

constexpr size_t kPiece = 64 * 1024;

// Times are sampled so many at once: neighbours share the work of preparing
// the stretch of curve that they fall into.
constexpr size_t kBlock = 64;

Rotations RotationsOf(const SampleRequest& request) {
  return request.raw_rotation ? Rotations::kRaw : Rotations::kNormalized;
}

// JSON goes part by part, each part through all times: nothing but the piece
// that is being written is held in memory.
class JsonSampler {
 public:
  JsonSampler(const ClipSampler& clip, const SampleRequest& request,
              Output& out)
      : clip_(clip),
        request_(request),
        rotations_(RotationsOf(request)),
        out_(out) {}

  void Write() {
    json_.BeginObject();
    json_.Field("file", request_.file);
    json_.Key("times");
    std::span<const float> at;
    ForEachTime([&](std::span<const float> times) { at = times; },
                [&](size_t i) { json_.Float(at[i]); });
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
  // An array of what write(i) writes for each time; before that, sample() gets
  // some times, and write() is called with their places among those.
  template <typename Sample, typename Write>
  void ForEachTime(Sample sample, Write write) {
    json_.BeginArray();
    std::span<const float> times = request_.times;
    while (!times.empty() && out_.error() == 0) {
      const size_t count = std::min(times.size(), kBlock);
      sample(times.first(count));
      for (size_t i = 0; i < count; ++i) write(i);
      if (json_.size() >= kPiece) out_.Write(json_.Take());
      times = times.subspan(count);
    }
    json_.EndArray();
  }

  void WriteVector(std::string_view key, CurveSlot first) {
    json_.Key(key);
    std::array<std::array<float, 3>, kBlock> rows;
    ForEachTime(
        [&](std::span<const float> times) {
          clip_.SampleVectors(first, times, rows);
        },
        [&](size_t i) { json_.Floats(rows[i]); });
  }

  void WritePose(CurveSlot first) {
    json_.BeginObject();
    WriteVector("position", first);
    json_.Key("rotation");
    std::array<std::array<float, 4>, kBlock> rows;
    ForEachTime(
        [&](std::span<const float> times) {
          clip_.SampleRotations(CurveSlot(first.index() + mrtk::kRotationX),
                                times, rotations_, rows);
        },
        [&](size_t i) { json_.Floats(rows[i]); });
    json_.EndObject();
  }

  template <typename State>
  void WriteState(std::string_view key, State state) {
    json_.Key(key);
    std::span<const float> at;
    ForEachTime([&](std::span<const float> times) { at = times; },
                [&](size_t i) { json_.Bool(state(at[i])); });
  }

  void WriteHand(Handedness hand) {
    json_.BeginObject();
    WriteState("tracked", [&](float t) { return clip_.Tracked(hand, t); });
    WriteState("pinch", [&](float t) { return clip_.Pinch(hand, t); });
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
    json_.BeginObject();
    WriteVector("origin", CurveSlot::Gaze(mrtk::kOriginX));
    json_.Key("direction");
    std::array<std::array<float, 3>, kBlock> rows;
    ForEachTime(
        [&](std::span<const float> times) {
          clip_.SampleDirections(CurveSlot::Gaze(mrtk::kDirectionX), times,
                                 rotations_, rows);
        },
        [&](size_t i) { json_.Floats(rows[i]); });
    json_.EndObject();
  }

  const ClipSampler& clip_;
  const SampleRequest& request_;
  const Rotations rotations_;
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
  std::vector<eval::ClipPose> poses(kBlock);
  std::span<const float> times = request.times;
  while (!times.empty()) {
    const auto block = times.first(std::min(times.size(), kBlock));
    clip.Sample(block, RotationsOf(request), poses);
    for (size_t i = 0; i < block.size(); ++i) {
      if (out.error() != 0) return;
      const eval::ClipPose& pose = poses[i];
      row = FloatText(block[i]);
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
    times = times.subspan(block.size());
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
  if (absl::Status s = RefuseValues(request); !s.ok()) return s;
  const ClipSampler clip(view);
  if (request.csv) {
    WriteCsv(view, clip, request, out);
  } else {
    JsonSampler(clip, request, out).Write();
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
