// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/mrtk_sample.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "eval/curve/clip.h"
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

// Which of the curves from `first` on have keys; `whole`: none of them counts
// unless all have some, as what is normalised is made of all.
template <size_t kWidth>
std::array<bool, kWidth> Recorded(const mrtk::InputAnimationView& view,
                                  CurveSlot first, bool whole) {
  std::array<bool, kWidth> there;
  for (size_t c = 0; c < kWidth; ++c) {
    there[c] = !view.curve(CurveSlot(first.index() + c)).empty();
  }
  if (whole && !std::ranges::all_of(there, std::identity())) there = {};
  return there;
}

// JSON goes part by part, each part through all times: nothing but the piece
// that is being written is held in memory.
class JsonSampler {
 public:
  JsonSampler(const mrtk::InputAnimationView& view, const ClipSampler& clip,
              const SampleRequest& request, Output& out)
      : view_(view),
        clip_(clip),
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

  // Numbers of the curves from `first` on, for each time; null where they were
  // not recorded. sample(times, rows) gives them.
  template <size_t kWidth, typename Sample>
  void WriteRows(std::string_view key, CurveSlot first, bool whole,
                 Sample sample) {
    json_.Key(key);
    const std::array<bool, kWidth> there =
        Recorded<kWidth>(view_, first, whole);
    if (std::ranges::none_of(there, std::identity())) return json_.Null();
    std::array<std::array<float, kWidth>, kBlock> rows;
    ForEachTime([&](std::span<const float> times) { sample(times, rows); },
                [&](size_t i) {
                  json_.BeginArray();
                  for (size_t c = 0; c < kWidth; ++c) {
                    there[c] ? json_.Float(rows[i][c]) : json_.Null();
                  }
                  json_.EndArray();
                });
  }

  void WriteVector(std::string_view key, CurveSlot first) {
    WriteRows<3>(key, first, /*whole=*/false,
                 [&](std::span<const float> times, auto& rows) {
                   clip_.SampleVectors(first, times, rows);
                 });
  }

  void WritePose(CurveSlot first) {
    json_.BeginObject();
    WriteVector("position", first);
    const CurveSlot x(first.index() + mrtk::kRotationX);
    WriteRows<4>("rotation", x, rotations_ == Rotations::kNormalized,
                 [&](std::span<const float> times, auto& rows) {
                   clip_.SampleRotations(x, times, rotations_, rows);
                 });
    json_.EndObject();
  }

  template <typename State>
  void WriteState(std::string_view key, CurveSlot slot, State state) {
    json_.Key(key);
    if (view_.curve(slot).empty()) return json_.Null();
    std::span<const float> at;
    ForEachTime([&](std::span<const float> times) { at = times; },
                [&](size_t i) { json_.Bool(state(at[i])); });
  }

  void WriteHand(Handedness hand) {
    json_.BeginObject();
    WriteState("tracked", CurveSlot::Tracked(hand),
               [&](float t) { return clip_.Tracked(hand, t); });
    WriteState("pinch", CurveSlot::Pinch(hand),
               [&](float t) { return clip_.Pinch(hand, t); });
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
    const CurveSlot x = CurveSlot::Gaze(mrtk::kDirectionX);
    WriteRows<3>("direction", x, rotations_ == Rotations::kNormalized,
                 [&](std::span<const float> times, auto& rows) {
                   clip_.SampleDirections(x, times, rotations_, rows);
                 });
    json_.EndObject();
  }

  const mrtk::InputAnimationView& view_;
  const ClipSampler& clip_;
  const SampleRequest& request_;
  const Rotations rotations_;
  Output& out_;
  JsonWriter json_;
};

// Values of neighbouring curves, in an order that is that of the file; of what
// was not recorded the cell is empty.
template <size_t kWidth>
void AppendRow(const std::array<float, kWidth>& values, size_t first,
               std::span<const bool> there, std::string& row) {
  for (size_t c = 0; c < kWidth; ++c) {
    row += ',';
    if (there[first + c]) row += FloatText(values[c]);
  }
}

void AppendPose(const eval::Pose& pose, size_t first,
                std::span<const bool> there, std::string& row) {
  AppendRow(pose.position, first, there, row);
  AppendRow(pose.rotation, first + mrtk::kRotationX, there, row);
}

// By slot, whether its cells have values.
std::array<bool, CurveSlot::kCount> CellsWithValues(
    const mrtk::InputAnimationView& view, bool raw_rotation) {
  std::array<bool, CurveSlot::kCount> there;
  for (size_t i = 0; i < there.size(); ++i) {
    there[i] = !view.curve(CurveSlot(i)).empty();
  }
  if (raw_rotation) return there;
  const auto normalised = [&](auto width, size_t first) {
    std::ranges::copy(Recorded<width>(view, CurveSlot(first), /*whole=*/true),
                      there.begin() + static_cast<ptrdiff_t>(first));
  };
  using Four = std::integral_constant<size_t, 4>;
  normalised(Four(), mrtk::kRotationX);
  for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze;
       i += mrtk::kPoseCurves) {
    normalised(Four(), i + mrtk::kRotationX);
  }
  normalised(std::integral_constant<size_t, 3>(),
             CurveSlot::Gaze(mrtk::kDirectionX).index());
  return there;
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
  const auto there = CellsWithValues(view, request.raw_rotation);
  const auto append_state = [&](CurveSlot slot, bool state) {
    row += ',';
    if (there[slot.index()]) row += state ? '1' : '0';
  };
  std::vector<eval::ClipPose> poses(kBlock);
  std::span<const float> times = request.times;
  while (!times.empty()) {
    const auto block = times.first(std::min(times.size(), kBlock));
    clip.Sample(block, RotationsOf(request), poses);
    for (size_t i = 0; i < block.size(); ++i) {
      if (out.error() != 0) return;
      const eval::ClipPose& pose = poses[i];
      row = FloatText(block[i]);
      if (pose.has_camera) {
        AppendPose(pose.camera, CurveSlot::kCamera, there, row);
      }
      if (pose.has_hands) {
        for (const Handedness hand : mrtk::kHands) {
          append_state(CurveSlot::Tracked(hand), pose.hand(hand).tracked);
        }
        for (const Handedness hand : mrtk::kHands) {
          append_state(CurveSlot::Pinch(hand), pose.hand(hand).pinch);
        }
        size_t slot = CurveSlot::kJoints;
        for (const auto& hand : pose.hands) {
          for (const eval::Pose& joint : hand.joints) {
            AppendPose(joint, slot, there, row);
            slot += mrtk::kPoseCurves;
          }
        }
      }
      if (pose.has_gaze) {
        AppendRow(pose.gaze.origin, CurveSlot::kGaze, there, row);
        AppendRow(pose.gaze.direction,
                  CurveSlot::Gaze(mrtk::kDirectionX).index(), there, row);
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
    JsonSampler(view, clip, request, out).Write();
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
