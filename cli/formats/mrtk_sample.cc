// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/mrtk_sample.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/piece_writer.h"
#include "cli/io/name_text.h"
#include "eval/curve/clip.h"
#include "parser/mrtk/format.h"

namespace clipguard::cli {
namespace {

using eval::ClipSampler;
using eval::Rotations;
using mrtk::CurveSlot;
using mrtk::Handedness;

// Times are sampled so many at once: neighbours share the work of preparing
// the stretch of curve that they fall into.
constexpr size_t kBlock = 64;

Rotations RotationsOf(const SampleRequest& request) {
  return request.raw_rotation ? Rotations::kRaw : Rotations::kNormalized;
}

// Which of the curves from `first` on have keys; `whole`: none of them counts
// unless all have some, as what is normalised is made of all, and one is not 0:
// a rotation of 0 0 0 0 throughout is none.
template <size_t kWidth>
std::array<bool, kWidth> Recorded(const mrtk::InputAnimationView& view,
                                  CurveSlot first, bool whole) {
  std::array<bool, kWidth> there;
  bool is_zero = true;
  for (size_t c = 0; c < kWidth; ++c) {
    const mrtk::CurveView curve = view.curve(CurveSlot(first.index() + c));
    there[c] = !curve.empty();
    is_zero = is_zero && curve.IsZero();
  }
  if (whole && (is_zero || !std::ranges::all_of(there, std::identity()))) {
    there = {};
  }
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
    json_.Field("file", FileNameText(request_.file));
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
      if (json_.size() >= PieceWriter::kPieceBytes) out_.Write(json_.Take());
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
    json_.BeginObject("joints");
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

// Curves that are sampled together.
struct CurveGroup {
  enum class Kind : uint8_t { kVector, kRotation, kDirection, kState };
  Kind kind = Kind::kVector;
  CurveSlot first;
};

size_t WidthOf(const CurveGroup& group) {
  if (group.kind == CurveGroup::Kind::kState) return 1;
  return group.kind == CurveGroup::Kind::kRotation ? 4 : 3;
}

bool IsPlaceholder(CurveSlot slot) {
  return slot.is_hand() && !slot.is_boolean() &&
         (slot.index() - CurveSlot::kJoints) / mrtk::kPoseCurves %
                 mrtk::kJointCount ==
             0;
}
static_assert(mrtk::kJointNames[0] == kPlaceholder);

std::vector<CurveGroup> AllGroups() {
  using Kind = CurveGroup::Kind;
  std::vector<CurveGroup> groups;
  const auto add_pose = [&](size_t first) {
    groups.push_back({Kind::kVector, CurveSlot(first)});
    groups.push_back({Kind::kRotation, CurveSlot(first + mrtk::kRotationX)});
  };
  add_pose(CurveSlot::kCamera);
  for (size_t i = CurveSlot::kHandStates; i < CurveSlot::kJoints; ++i) {
    groups.push_back({Kind::kState, CurveSlot(i)});
  }
  for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze;
       i += mrtk::kPoseCurves) {
    add_pose(i);
  }
  groups.push_back({Kind::kVector, CurveSlot::Gaze(mrtk::kOriginX)});
  groups.push_back({Kind::kDirection, CurveSlot::Gaze(mrtk::kDirectionX)});
  return groups;
}

// What --only calls a group: "left.IndexTip.position".
std::string NameOf(const CurveGroup& group) {
  std::string name = group.first.Path();
  if (name.starts_with("hands.")) name.erase(0, 6);
  if (group.kind != CurveGroup::Kind::kState) name.erase(name.rfind('.'));
  return name;
}

// Rows of a recording. Wide: a row a time, its values by slot. Long: a row for
// each time and each part or joint of which anything was recorded.
class MrtkRows final : public RowSource {
 public:
  MrtkRows(const mrtk::InputAnimationView& view, const RowOptions& options)
      : clip_(view),
        rotations_(options.raw_rotation ? Rotations::kRaw
                                        : Rotations::kNormalized),
        shape_(options.shape),
        there_(CellsWithValues(view, options.raw_rotation)) {
    const auto wants = [&](CurveSlot slot) {
      if (!view.has_curve(slot)) return false;
      if (!IsPlaceholder(slot)) return options.Wants(slot.Path());
      return options.choice != nullptr &&
             options.choice->WantsPlaceholder(slot.Path());
    };
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      wanted_[i] = wants(CurveSlot(i));
    }
    // Whatever is wanted of a hand, whether it was tracked belongs to it.
    for (const Handedness hand : mrtk::kHands) {
      const auto begin =
          wanted_.begin() +
          static_cast<ptrdiff_t>(
              CurveSlot::Joint(hand, 0, mrtk::kPositionX).index());
      const auto end = begin + mrtk::kJointCount * mrtk::kPoseCurves;
      if (std::find(begin, end, true) == end &&
          !wanted_[CurveSlot::Pinch(hand).index()]) {
        continue;
      }
      const CurveSlot tracked = CurveSlot::Tracked(hand);
      wanted_[tracked.index()] = view.has_curve(tracked);
    }
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      there_[i] = there_[i] && wanted_[i];
    }
    for (const CurveGroup& group : AllGroups()) {
      const auto cells = Cells(group.first, WidthOf(group));
      if (std::ranges::find(cells, true) != cells.end()) {
        groups_.push_back(group);
      }
    }
    if (shape_ == TableShape::kLong) PlanLongRows();
  }

  void AddColumns(ColumnSet& columns) const override {
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      if (wanted_[i]) columns.values[i] = true;
    }
  }

  RowTotals RowsOfATime() const override {
    RowTotals totals;
    const auto count = [](std::span<const bool> there) {
      return static_cast<size_t>(std::ranges::count(there, true));
    };
    if (shape_ == TableShape::kWide) totals.Add({}, {}, count(there_));
    for (const LongRow& row : long_rows_) {
      totals.Add(row.part, row.joint, count(row.there));
    }
    return totals;
  }

  void ForEachRow(
      std::span<const float> times,
      absl::FunctionRef<bool(const SampleRow&)> visit) const override {
    std::vector<Values> block(kBlock);
    while (!times.empty()) {
      const auto now = times.first(std::min(times.size(), kBlock));
      Sample(now, block);
      for (size_t i = 0; i < now.size(); ++i) {
        const bool go_on = shape_ == TableShape::kWide
                               ? visit({.time = now[i],
                                        .part = {},
                                        .joint = {},
                                        .first = 0,
                                        .values = block[i],
                                        .there = there_})
                               : VisitLong(now[i], block[i], visit);
        if (!go_on) return;
      }
      times = times.subspan(now.size());
    }
  }

 private:
  using Values = std::array<float, CurveSlot::kCount>;
  static constexpr size_t kLongValues = kTracked + 1;

  struct LongRow {
    std::string_view part;
    std::string_view joint;
    size_t first;  // slot
    size_t width;  // 3: a vector; 7: a pose
    // The slot of whether it was tracked; kCount: such a part has none.
    size_t tracked;
    std::array<bool, kLongValues> there;
  };

  std::span<const bool> Cells(CurveSlot first, size_t width) const {
    return std::span(there_).subspan(first.index(), width);
  }

  void PlanLongRows() {
    const auto add = [&](std::string_view part, std::string_view joint,
                         CurveSlot first, size_t width, size_t tracked) {
      LongRow row{part, joint, first.index(), width, tracked, {}};
      const auto cells = Cells(first, width);
      if (std::ranges::find(cells, true) == cells.end()) return;
      std::ranges::copy(cells, row.there.begin());
      row.there[kTracked] = tracked < CurveSlot::kCount && there_[tracked];
      long_rows_.push_back(row);
    };
    constexpr size_t kNone = CurveSlot::kCount;
    add("camera", {}, CurveSlot::Camera(mrtk::kPositionX), mrtk::kPoseCurves,
        kNone);
    for (const Handedness hand : mrtk::kHands) {
      for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
        add(HandName(hand), mrtk::kJointNames[joint],
            CurveSlot::Joint(hand, joint, mrtk::kPositionX), mrtk::kPoseCurves,
            CurveSlot::Tracked(hand).index());
      }
    }
    add("gaze", "origin", CurveSlot::Gaze(mrtk::kOriginX), 3, kNone);
    add("gaze", "direction", CurveSlot::Gaze(mrtk::kDirectionX), 3, kNone);
  }

  // Only what has a value: the rest is not looked at.
  void Sample(std::span<const float> times, std::span<Values> block) const {
    const auto scatter = [&](CurveSlot first, const auto& rows) {
      for (size_t i = 0; i < times.size(); ++i) {
        std::ranges::copy(
            rows[i], block[i].begin() + static_cast<ptrdiff_t>(first.index()));
      }
    };
    std::array<std::array<float, 3>, kBlock> vectors;
    std::array<std::array<float, 4>, kBlock> quaternions;
    for (const CurveGroup& group : groups_) {
      switch (group.kind) {
        case CurveGroup::Kind::kVector:
          clip_.SampleVectors(group.first, times, vectors);
          scatter(group.first, vectors);
          break;
        case CurveGroup::Kind::kRotation:
          clip_.SampleRotations(group.first, times, rotations_, quaternions);
          scatter(group.first, quaternions);
          break;
        case CurveGroup::Kind::kDirection:
          clip_.SampleDirections(group.first, times, rotations_, vectors);
          scatter(group.first, vectors);
          break;
        case CurveGroup::Kind::kState:
          for (size_t i = 0; i < times.size(); ++i) {
            block[i][group.first.index()] = StateAt(group.first, times[i]);
          }
      }
    }
  }

  float StateAt(CurveSlot slot, float time) const {
    for (const Handedness hand : mrtk::kHands) {
      if (slot == CurveSlot::Tracked(hand)) return clip_.Tracked(hand, time);
      if (slot == CurveSlot::Pinch(hand)) return clip_.Pinch(hand, time);
    }
    return 0;
  }

  bool VisitLong(float time, const Values& values,
                 absl::FunctionRef<bool(const SampleRow&)> visit) const {
    for (const LongRow& row : long_rows_) {
      std::array<float, kLongValues> cells = {};
      std::copy_n(values.begin() + static_cast<ptrdiff_t>(row.first), row.width,
                  cells.begin());
      if (row.there[kTracked]) cells[kTracked] = values[row.tracked];
      if (!visit({.time = time,
                  .part = row.part,
                  .joint = row.joint,
                  .first = 0,
                  .values = cells,
                  .there = row.there})) {
        return false;
      }
    }
    return true;
  }

  const ClipSampler clip_;
  const Rotations rotations_;
  const TableShape shape_;
  std::array<bool, CurveSlot::kCount> there_;
  std::array<bool, CurveSlot::kCount> wanted_ = {};
  std::vector<CurveGroup> groups_;
  std::vector<LongRow> long_rows_;
};

absl::Status RefuseClip(std::string_view clip) {
  if (clip.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--clip is for formats with several clips in a file; an MRTK recording "
      "is one");
}

}  // namespace

absl::Status SampleMrtk(const mrtk::InputAnimationView& view,
                        const SampleRequest& request, Output& out) {
  if (absl::Status s = RefuseClip(request.clip); !s.ok()) return s;
  if (absl::Status s = RefuseValues(request); !s.ok()) return s;
  const ClipSampler clip(view);
  JsonSampler(view, clip, request, out).Write();
  return absl::OkStatus();
}

absl::Status VisitRecording(const mrtk::InputAnimationView& view,
                            const RowOptions& options, VisitClip visit) {
  if (absl::Status s = RefuseClip(options.clip); !s.ok()) return s;
  const MrtkRows rows(view, options);
  return visit(
      {.name = {}, .span = {.from = 0, .to = view.Duration()}, .rows = rows});
}

void ForEachName(const mrtk::InputAnimationView& view,
                 absl::FunctionRef<void(std::string_view)> visit) {
  const auto there = CellsWithValues(view, /*raw_rotation=*/false);
  for (const CurveGroup& group : AllGroups()) {
    if (IsPlaceholder(group.first)) continue;
    const auto cells =
        std::span(there).subspan(group.first.index(), WidthOf(group));
    if (std::ranges::find(cells, true) != cells.end()) visit(NameOf(group));
  }
}

}  // namespace clipguard::cli
