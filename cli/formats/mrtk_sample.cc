// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/mrtk_sample.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
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
#include "parser/xrhands/format.h"

namespace clipguard::cli {
namespace {

using eval::Rotations;
using mrtk::CurveSlot;
using mrtk::Handedness;

// Times are sampled so many at once: neighbours share the work of preparing
// the stretch of curve that they fall into.
constexpr size_t kBlock = 64;

CurveSlot WristOf(Handedness hand) {
  return CurveSlot::Joint(hand, 1, mrtk::kPositionX);
}

std::string_view JointName(const RecordedMotion& motion, size_t joint) {
  return motion.is_capture() && joint > 0 ? xrhands::kJointNames[joint - 1]
                                          : mrtk::kJointNames[joint];
}

Rotations RotationsOf(const SampleRequest& request) {
  return request.raw_rotation ? Rotations::kRaw : Rotations::kNormalized;
}

// Which of the curves from `first` on have keys; `whole`: none of them counts
// unless all have some, as what is normalised is made of all, and one is not 0:
// a rotation of 0 0 0 0 throughout is none.
template <size_t kWidth>
std::array<bool, kWidth> Recorded(const RecordedMotion& motion, CurveSlot first,
                                  bool whole) {
  std::array<bool, kWidth> there;
  bool is_zero = true;
  for (size_t c = 0; c < kWidth; ++c) {
    const CurveSlot slot(first.index() + c);
    there[c] = motion.Has(slot);
    is_zero = is_zero && motion.IsZero(slot);
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
  JsonSampler(const RecordedMotion& motion, const SampleRequest& request,
              Output& out)
      : motion_(motion),
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
    if (motion_.has_camera()) {
      WritePose(CurveSlot::Camera(mrtk::kPositionX));
    } else {
      json_.Null();
    }
    json_.Key("hands");
    if (motion_.has_hands()) {
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
    if (motion_.has_gaze()) {
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
        Recorded<kWidth>(motion_, first, whole);
    if (std::ranges::none_of(there, std::identity())) return json_.Null();
    std::array<std::array<float, kWidth>, kBlock> rows;
    std::span<const float> at;
    ForEachTime(
        [&](std::span<const float> times) {
          at = times;
          sample(times, rows);
        },
        [&](size_t i) {
          if (!motion_.IsThere(first, at[i])) return json_.Null();
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
                   motion_.SampleVectors(first, times, rows);
                 });
  }

  void WritePose(CurveSlot first) {
    json_.BeginObject();
    WriteVector("position", first);
    const CurveSlot x(first.index() + mrtk::kRotationX);
    WriteRows<4>("rotation", x, rotations_ == Rotations::kNormalized,
                 [&](std::span<const float> times, auto& rows) {
                   motion_.SampleRotations(x, times, rotations_, rows);
                 });
    json_.EndObject();
  }

  template <typename State>
  void WriteStates(std::string_view key, bool has, State state) {
    json_.Key(key);
    if (!has) return json_.Null();
    std::span<const float> at;
    ForEachTime([&](std::span<const float> times) { at = times; },
                [&](size_t i) { json_.Bool(state(at[i])); });
  }

  void WriteState(std::string_view key, CurveSlot slot) {
    WriteStates(key, motion_.Has(slot),
                [&](float t) { return motion_.StateAt(slot, t); });
  }

  void WriteHand(Handedness hand) {
    json_.BeginObject();
    WriteState("tracked", CurveSlot::Tracked(hand));
    if (motion_.is_capture()) {
      WriteStates("valid", /*has=*/true,
                  [&](float t) { return motion_.IsThere(WristOf(hand), t); });
    }
    WriteState("pinch", CurveSlot::Pinch(hand));
    json_.BeginObject("joints");
    for (size_t joint = motion_.is_capture() ? 1 : 0; joint < mrtk::kJointCount;
         ++joint) {
      json_.Key(JointName(motion_, joint));
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
                   motion_.SampleDirections(x, times, rotations_, rows);
                 });
    json_.EndObject();
  }

  const RecordedMotion& motion_;
  const SampleRequest& request_;
  const Rotations rotations_;
  Output& out_;
  JsonWriter json_;
};

// By slot, whether its cells have values.
std::array<bool, CurveSlot::kCount> CellsWithValues(
    const RecordedMotion& motion, bool raw_rotation) {
  std::array<bool, CurveSlot::kCount> there;
  for (size_t i = 0; i < there.size(); ++i) there[i] = motion.Has(CurveSlot(i));
  if (raw_rotation) return there;
  const auto normalised = [&](auto width, size_t first) {
    std::ranges::copy(Recorded<width>(motion, CurveSlot(first), /*whole=*/true),
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

// The column of a wide table that has a curve's values.
size_t ColumnOf(const RecordedMotion& motion, CurveSlot slot) {
  constexpr size_t kOfHand = mrtk::kJointCount * mrtk::kPoseCurves;
  if (!motion.is_capture() || slot.index() < CurveSlot::kJoints ||
      slot.is_gaze() || IsPlaceholder(slot)) {
    return slot.index();
  }
  const size_t i = slot.index() - CurveSlot::kJoints;
  return kFirstOfCapture + 2 + i - (i / kOfHand + 1) * mrtk::kPoseCurves;
}

size_t ValidColumn(Handedness hand) {
  return kFirstOfCapture + static_cast<size_t>(hand);
}

const std::string& PathOf(const RecordedMotion& motion, CurveSlot slot) {
  return ValueColumns(TableShape::kWide)[ColumnOf(motion, slot)].name;
}

// Returns the name that --only uses for a group: "left.IndexTip.position".
std::string NameOf(std::string name, bool is_state) {
  if (name.starts_with("hands.")) name.erase(0, 6);
  if (!is_state) name.erase(name.rfind('.'));
  return name;
}

// Rows of a recording. Wide: a row a time, its values by column. Long: a row
// for each time and each part or joint of which anything was recorded.
class RecordedRows final : public RowSource {
 public:
  RecordedRows(const RecordedMotion& motion, const RowOptions& options)
      : motion_(motion),
        rotations_(options.raw_rotation ? Rotations::kRaw
                                        : Rotations::kNormalized),
        shape_(options.shape),
        columns_(motion.is_capture() ? ValueColumns(TableShape::kWide).size()
                                     : CurveSlot::kCount),
        there_(columns_),
        wanted_(columns_) {
    const auto wants = [&](CurveSlot slot) {
      const bool is_none = IsPlaceholder(slot);
      if (motion.is_capture() && (slot.is_gaze() || is_none)) return false;
      // A name that other files of the kind have is one here, too.
      const bool fits = is_none ? options.WantsPlaceholder(slot.Path())
                                : options.Wants(PathOf(motion, slot));
      return fits && motion.has_curve(slot);
    };
    const auto has = CellsWithValues(motion, options.raw_rotation);
    std::array<bool, CurveSlot::kCount> wanted;
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      wanted[i] = wants(CurveSlot(i));
    }
    // Whatever is wanted of a hand, whether it was tracked belongs to it.
    for (const Handedness hand : mrtk::kHands) {
      const auto begin =
          wanted.begin() +
          static_cast<ptrdiff_t>(
              CurveSlot::Joint(hand, 0, mrtk::kPositionX).index());
      const auto end = begin + mrtk::kJointCount * mrtk::kPoseCurves;
      const size_t valid = ValidColumn(hand);
      bool of_hand = std::find(begin, end, true) != end ||
                     wanted[CurveSlot::Pinch(hand).index()];
      if (motion.is_capture()) {
        of_hand |= options.Wants(ValueColumns(TableShape::kWide)[valid].name);
        wanted_[valid] = there_[valid] = of_hand;
      }
      if (!of_hand) continue;
      const CurveSlot tracked = CurveSlot::Tracked(hand);
      wanted[tracked.index()] = motion.has_curve(tracked);
    }
    for (size_t i = 0; i < CurveSlot::kCount; ++i) {
      const size_t column = ColumnOf(motion, CurveSlot(i));
      wanted_[column] = wanted[i];
      there_[column] = has[i] && wanted[i];
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
    for (size_t i = 0; i < columns_; ++i) {
      if (wanted_[i]) columns.values[i] = true;
    }
    columns.valid = columns.valid || motion_.is_capture();
  }

  RowTotals RowsOfATime() const override {
    RowTotals totals;
    const auto count = [](std::span<const uint8_t> there) {
      return static_cast<size_t>(std::ranges::count(there, 1));
    };
    if (shape_ == TableShape::kWide) totals.Add({}, {}, count(there_));
    for (const LongRow& row : long_rows_) {
      totals.Add(row.part, row.joint,
                 static_cast<size_t>(std::ranges::count(row.there, true)));
    }
    return totals;
  }

  void ForEachRow(
      std::span<const float> times,
      absl::FunctionRef<bool(const SampleRow&)> visit) const override {
    std::vector<float> values(kBlock * columns_);
    // Not of vectors: they have no bools.
    const auto there = std::make_unique<bool[]>(columns_);
    while (!times.empty()) {
      const auto now = times.first(std::min(times.size(), kBlock));
      Sample(now, values);
      for (size_t i = 0; i < now.size(); ++i) {
        const auto row = std::span(values).subspan(i * columns_, columns_);
        std::ranges::copy(there_, there.get());
        if (motion_.is_capture()) TakeOut(now[i], row, there.get());
        const std::span<const bool> cells(there.get(), columns_);
        const bool go_on = shape_ == TableShape::kWide
                               ? visit({.time = now[i],
                                        .part = {},
                                        .joint = {},
                                        .first = 0,
                                        .values = row,
                                        .there = cells})
                               : VisitLong(now[i], row, cells, visit);
        if (!go_on) return;
      }
      times = times.subspan(now.size());
    }
  }

 private:
  static constexpr size_t kLongValues = kValid + 1;
  static constexpr size_t kNone = SIZE_MAX;

  struct LongRow {
    std::string_view part;
    std::string_view joint;
    size_t first;  // column
    size_t width;  // 3: a vector; 7: a pose
    // The columns of whether it was tracked, and valid; kNone: such a part has
    // none.
    size_t tracked;
    size_t valid;
    std::array<bool, kLongValues> there;
  };

  std::span<const uint8_t> Cells(CurveSlot first, size_t width) const {
    return std::span(there_).subspan(ColumnOf(motion_, first), width);
  }

  void PlanLongRows() {
    const auto add = [&](std::string_view part, std::string_view joint,
                         CurveSlot first, size_t width, size_t tracked,
                         size_t valid) {
      LongRow row{part,  joint, ColumnOf(motion_, first), width, tracked,
                  valid, {}};
      const auto cells = Cells(first, width);
      if (std::ranges::find(cells, true) == cells.end()) return;
      std::ranges::copy(cells, row.there.begin());
      row.there[kTracked] = tracked != kNone && there_[tracked] != 0;
      row.there[kValid] = valid != kNone;
      long_rows_.push_back(row);
    };
    add("camera", {}, CurveSlot::Camera(mrtk::kPositionX), mrtk::kPoseCurves,
        kNone, kNone);
    for (const Handedness hand : mrtk::kHands) {
      for (size_t joint = 0; joint < mrtk::kJointCount; ++joint) {
        add(HandName(hand), JointName(motion_, joint),
            CurveSlot::Joint(hand, joint, mrtk::kPositionX), mrtk::kPoseCurves,
            CurveSlot::Tracked(hand).index(),
            motion_.is_capture() ? ValidColumn(hand) : kNone);
      }
    }
    add("gaze", "origin", CurveSlot::Gaze(mrtk::kOriginX), 3, kNone, kNone);
    add("gaze", "direction", CurveSlot::Gaze(mrtk::kDirectionX), 3, kNone,
        kNone);
  }

  // Only what has a value: the rest is not looked at.
  void Sample(std::span<const float> times, std::span<float> values) const {
    const auto scatter = [&](CurveSlot first, const auto& rows) {
      const size_t column = ColumnOf(motion_, first);
      for (size_t i = 0; i < times.size(); ++i) {
        std::ranges::copy(rows[i], values.begin() + static_cast<ptrdiff_t>(
                                                        i * columns_ + column));
      }
    };
    std::array<std::array<float, 3>, kBlock> vectors;
    std::array<std::array<float, 4>, kBlock> quaternions;
    for (const CurveGroup& group : groups_) {
      switch (group.kind) {
        case CurveGroup::Kind::kVector:
          motion_.SampleVectors(group.first, times, vectors);
          scatter(group.first, vectors);
          break;
        case CurveGroup::Kind::kRotation:
          motion_.SampleRotations(group.first, times, rotations_, quaternions);
          scatter(group.first, quaternions);
          break;
        case CurveGroup::Kind::kDirection:
          motion_.SampleDirections(group.first, times, rotations_, vectors);
          scatter(group.first, vectors);
          break;
        case CurveGroup::Kind::kState:
          for (size_t i = 0; i < times.size(); ++i) {
            values[i * columns_ + group.first.index()] =
                motion_.StateAt(group.first, times[i]) ? 1.0f : 0.0f;
          }
      }
    }
  }

  // A channel that was not recorded at this time has no value.
  void TakeOut(float time, std::span<float> values, bool* there) const {
    const auto check = [&](CurveSlot first, size_t curves) -> float {
      if (motion_.IsThere(first, time)) return 1;
      std::fill_n(there + ColumnOf(motion_, first), curves, false);
      return 0;
    };
    check(CurveSlot::Camera(mrtk::kPositionX), 3);
    check(CurveSlot::Camera(mrtk::kRotationX), 4);
    for (const Handedness hand : mrtk::kHands) {
      values[ValidColumn(hand)] =
          check(WristOf(hand), (mrtk::kJointCount - 1) * mrtk::kPoseCurves);
    }
  }

  bool VisitLong(float time, std::span<const float> values,
                 std::span<const bool> there,
                 absl::FunctionRef<bool(const SampleRow&)> visit) const {
    for (const LongRow& row : long_rows_) {
      std::array<float, kLongValues> cells = {};
      std::array<bool, kLongValues> has = row.there;
      for (size_t c = 0; c < row.width; ++c) {
        cells[c] = values[row.first + c];
        has[c] = there[row.first + c];
      }
      if (has[kTracked]) cells[kTracked] = values[row.tracked];
      if (has[kValid]) cells[kValid] = values[row.valid];
      if (!visit({.time = time,
                  .part = row.part,
                  .joint = row.joint,
                  .first = 0,
                  .values = cells,
                  .there = has})) {
        return false;
      }
    }
    return true;
  }

  const RecordedMotion& motion_;
  const Rotations rotations_;
  const TableShape shape_;
  // A row has all that recordings have, and captures those of their own.
  const size_t columns_;
  std::vector<uint8_t> there_;
  std::vector<uint8_t> wanted_;
  std::vector<CurveGroup> groups_;
  std::vector<LongRow> long_rows_;
};

absl::Status RefuseClip(std::string_view clip) {
  if (clip.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--clip is for formats with several clips in a file; a recording is one");
}

}  // namespace

bool CurveMotion::StateAt(CurveSlot slot, float time) const {
  for (const Handedness hand : mrtk::kHands) {
    if (slot == CurveSlot::Tracked(hand)) return clip_.Tracked(hand, time);
    if (slot == CurveSlot::Pinch(hand)) return clip_.Pinch(hand, time);
  }
  return false;
}

absl::Status SampleRecording(const RecordedMotion& motion,
                             const SampleRequest& request, Output& out) {
  if (absl::Status s = RefuseClip(request.clip); !s.ok()) return s;
  if (absl::Status s = RefuseValues(request); !s.ok()) return s;
  JsonSampler(motion, request, out).Write();
  return absl::OkStatus();
}

absl::Status VisitRecording(const RecordedMotion& motion,
                            const RowOptions& options, VisitClip visit) {
  if (absl::Status s = RefuseClip(options.clip); !s.ok()) return s;
  const RecordedRows rows(motion, options);
  return visit({.name = {}, .span = motion.span(), .rows = rows});
}

void ForEachName(const RecordedMotion& motion,
                 absl::FunctionRef<void(std::string_view)> visit) {
  const auto there = CellsWithValues(motion, /*raw_rotation=*/false);
  for (const CurveGroup& group : AllGroups()) {
    if (IsPlaceholder(group.first)) continue;
    const auto cells =
        std::span(there).subspan(group.first.index(), WidthOf(group));
    if (std::ranges::find(cells, true) != cells.end()) {
      visit(NameOf(PathOf(motion, group.first),
                   group.kind == CurveGroup::Kind::kState));
    }
  }
}

}  // namespace clipguard::cli
