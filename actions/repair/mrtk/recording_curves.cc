// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/repair/mrtk/curve_plan.h"
#include "actions/repair/mrtk/lost_w.h"
#include "actions/repair/mrtk/parts.h"
#include "actions/repair/mrtk/unit_length.h"
#include "base/float_text.h"
#include "base/text.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/wrong_number.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;
using mrtk::InputAnimationView;
using mrtk::Keyframe;
using mrtk::KeyLayout;

constexpr size_t kX = 0;
constexpr size_t kW = 3;

constexpr uint64_t kPreWrapOffset = 0;
constexpr uint64_t kPostWrapOffset = 4;
constexpr uint64_t kCountOffset = 8;

constexpr int32_t kRecordersWrapMode = 8;
constexpr std::array kWrapErrors = {FindingCode::kWrapModeUnknown,
                                    FindingCode::kKeyTimeNotFinite,
                                    FindingCode::kKeyValueNotFinite};

std::array<uint8_t, 4> IntBytes(int32_t value) {
  return std::bit_cast<std::array<uint8_t, 4>>(value);
}

// A key as it lies in the file.
class KeyBytes {
 public:
  KeyBytes(const Keyframe& key, size_t size) : size_(size) {
    std::memcpy(bytes_.data(), &key, size);
  }
  std::span<const uint8_t> span() const { return {bytes_.data(), size_}; }

 private:
  std::array<uint8_t, sizeof(Keyframe)> bytes_;
  size_t size_;
};

// A mode that all have; none if two differ, or there is none.
class Consensus {
 public:
  void Add(int32_t mode) {
    if (!mode_) mode_ = mode;
    agreed_ = agreed_ && *mode_ == mode;
  }
  std::optional<int32_t> mode() const { return agreed_ ? mode_ : std::nullopt; }

 private:
  std::optional<int32_t> mode_;
  bool agreed_ = true;
};

// The wrap mode of all curves whose modes exist.
std::optional<int32_t> CommonWrapMode(const InputAnimationView& view) {
  Consensus common;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    for (const int32_t mode :
         {view.curve(slot).pre_wrap(), view.curve(slot).post_wrap()}) {
      if (mrtk::IsWrapMode(mode)) common.Add(mode);
    }
  }
  return common.mode();
}

class CurveRepair {
 public:
  CurveRepair(const InputAnimationView& view, const FoundCodes& found,
              ChangeLog& log, Splicer& out)
      : view_(view),
        found_(found),
        log_(log),
        out_(out),
        wrap_mode_(found.Has(FindingCode::kWrapModeUnknown)
                       ? CommonWrapMode(view)
                       : std::nullopt) {}

  void Run() {
    RepairPose(CurveSlot::Camera(mrtk::kPositionX));
    for (size_t i = CurveSlot::kHandStates; i < CurveSlot::kJoints; ++i) {
      RepairGroup(CurveSlot(i), 1);
    }
    for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze;
         i += mrtk::kPoseCurves) {
      RepairPose(CurveSlot(i));
    }
    RepairGroup(CurveSlot::Gaze(mrtk::kOriginX), 3);
    RepairGroup(CurveSlot::Gaze(mrtk::kDirectionX), 3);
  }

 private:
  void RepairPose(CurveSlot first) {
    if (!view_.has_curve(first)) return;
    RepairGroup(first, 3);
    RepairRotation(CurveSlot(first.index() + mrtk::kRotationX));
  }

  CurvePlace PlaceOf(CurveSlot slot) const {
    return {.slot = slot,
            .offset = view_.curve_offset(slot),
            .key_size = view_.curve(slot).key_size()};
  }

  // Plans curves whose keys are at the same times.
  std::vector<CurvePlan> Plans(CurveSlot first, size_t count) {
    std::array<CurveView, 4> curves;
    for (size_t c = 0; c < count; ++c) {
      curves[c] = view_.curve(CurveSlot(first.index() + c));
    }
    std::vector<CurvePlan> plans;
    for (size_t c = 0; c < count; ++c) {
      const CurveSlot slot(first.index() + c);
      log_.BeginPart();
      if (found_.HasKeyFaults(slot)) {
        plans.emplace_back(curves[c], PlaceOf(slot),
                           std::span(curves).first(count), found_, log_);
      } else {
        plans.emplace_back(curves[c]);
      }
    }
    return plans;
  }

  // Up to three curves that are no rotation.
  void RepairGroup(CurveSlot first, size_t count) {
    if (!view_.has_curve(first)) return;
    if (!HasFaults(first, count)) return;
    const std::vector<CurvePlan> plans = Plans(first, count);
    for (size_t c = 0; c < count; ++c) {
      const CurveSlot slot(first.index() + c);
      log_.BeginPart();
      WriteWrapModes(slot);
      WriteCurve(slot, plans[c], {}, c);
    }
  }

  bool HasFaults(CurveSlot first, size_t count) const {
    if (found_.Has(FindingCode::kWrapModeUnknown)) return true;
    for (size_t c = 0; c < count; ++c) {
      if (found_.HasKeyFaults(CurveSlot(first.index() + c))) return true;
    }
    return false;
  }

  void RepairRotation(CurveSlot x) {
    const bool faults = HasFaults(x, 4);
    if (!faults && !found_.Has(FindingCode::kRotationNotUnit) &&
        !found_.Has(FindingCode::kRotationWLost)) {
      return;
    }
    const std::vector<CurvePlan> plans = Plans(x, 4);
    log_.BeginPart();
    std::optional<LostW> lost;
    std::vector<WrongLength> wrong;
    if (IsWLost(plans)) {
      lost = FindLostW(x, plans);
    } else if (faults || found_.Has(FindingCode::kRotationNotUnit)) {
      wrong = NoteWrongLengths(x, plans);
    }
    for (size_t c = 0; c < 4; ++c) {
      const CurveSlot slot(x.index() + c);
      log_.BeginPart();
      WriteWrapModes(slot);
      if (c == kW && lost) {
        WriteLostW(slot, plans, *lost);
      } else {
        WriteCurve(slot, plans[c], wrong, c);
      }
    }
  }

  // ---- Rotations ----------------------------------------------------------

  // As validate.cc sees it.
  static bool IsWLost(const std::vector<CurvePlan>& plans) {
    const size_t n = plans[kX].size();
    const size_t left = plans[kW].size();
    return plans[1].size() == n && plans[2].size() == n && left != 0 &&
           left <= 2 && left < n;
  }

  std::optional<LostW> FindLostW(CurveSlot x,
                                 const std::vector<CurvePlan>& plans) {
    const CurveSlot slot(x.index() + kW);
    const CurvePlan& w = plans[kW];
    const uint64_t count = view_.curve_offset(slot) + kCountOffset;
    const ByteRange bytes = {count, 4 + w.curve().key_bytes().size()};
    std::string refusal;
    auto lost = LostW::Find({plans.data(), plans.data() + 1, plans.data() + 2},
                            w, refusal);
    if (!lost) {
      log_.Refuse(FindingCode::kRotationWLost, bytes, slot.Path() + ".keyCount",
                  refusal);
      return lost;
    }
    const bool made =
        log_.Add(FindingCode::kRotationWLost, lost->safe(), bytes, [&] {
          return ChangeText{.path = slot.Path() + ".keyCount",
                            .before = absl::StrCat(
                                w.size(), w.size() == 1 ? " key" : " keys"),
                            .after = Count(lost->size(), "key"),
                            .lost = w.size() == 1 ? "" : SecondKey(*lost, w),
                            .note = NoteOf(*lost)};
        });
    if (!made) lost.reset();
    return lost;
  }

  static std::string SecondKey(const LostW& lost, const CurvePlan& w) {
    return absl::StrCat("the second key of w, ", FloatText(w.value(1)),
                        lost.safe() ? ", which is the last one of z" : "");
  }

  static std::string NoteOf(const LostW& lost) {
    std::string note =
        absl::StrFormat("within %.2g degrees, if lengths were within %g of 1",
                        lost.bound(), kLengthDeviation);
    if (lost.open_count() == 0) {
      absl::StrAppendFormat(
          &note,
          "; no sign can be another unless keys are more than %.3g "
          "degrees apart",
          lost.most_turn());
      return note;
    }
    note += "; the sign could go either way between";
    for (size_t i = 0; i < lost.open().size(); ++i) {
      absl::StrAppend(&note, i == 0 ? " " : ", ",
                      FloatText(lost.open()[i].from), " and ",
                      FloatText(lost.open()[i].to), " s");
    }
    if (lost.open_count() > lost.open().size()) {
      absl::StrAppend(&note, " and ", lost.open_count() - lost.open().size(),
                      " more times");
    }
    return note;
  }

  void WriteLostW(CurveSlot slot, const std::vector<CurvePlan>& plans,
                  const LostW& lost) {
    const CurvePlace place = PlaceOf(slot);
    const CurveView& w = plans[kW].curve();
    const bool is_full = w.layout() == KeyLayout::kFull;
    out_.Replace(place.offset + kCountOffset, 4 + w.key_bytes().size(),
                 IntBytes(static_cast<int32_t>(lost.size())));
    for (size_t k = 0; k < lost.size(); ++k) {
      Keyframe key = {.time = plans[kX].time(k), .value = lost.value(k)};
      if (is_full) {
        const Keyframe x = plans[kX].key(k);
        key.in_weight = x.in_weight;
        key.out_weight = x.out_weight;
        key.weighted_mode = x.weighted_mode;
      }
      out_.Extend(KeyBytes(key, place.key_size).span());
    }
  }

  // Those that are to be normalised.
  std::vector<WrongLength> NoteWrongLengths(
      CurveSlot x, const std::vector<CurvePlan>& plans) {
    std::vector<WrongLength> wrong = FindWrongLengths(
        {plans.data(), plans.data() + 1, plans.data() + 2, plans.data() + 3});
    const CurvePlace first = PlaceOf(x);
    const CurvePlace last = PlaceOf(CurveSlot(x.index() + kW));
    std::erase_if(wrong, [&](const WrongLength& quaternion) {
      const size_t i = plans[kX].source(quaternion.keys[kX]);
      const ByteRange from = first.FieldBytes(i, mrtk::kValueField);
      const ByteRange to = last.FieldBytes(
          plans[kW].source(quaternion.keys[kW]), mrtk::kValueField);
      return !log_.Add(
          FindingCode::kRotationNotUnit, quaternion.safe,
          {from.offset, to.offset + to.length - from.offset}, [&] {
            return ChangeText{
                .path = first.FieldPath(i, mrtk::kValueField),
                .before = absl::StrCat("a quaternion of length ",
                                       FloatText(quaternion.length)),
                .after = "the same direction, length 1",
                .lost = "the length",
                .note = quaternion.safe
                            ? ""
                            : "others have another length, or w is always 0: "
                              "perhaps a number is wrong, or these are no "
                              "quaternions"};
          });
    });
    return wrong;
  }

  // ---- Writing ------------------------------------------------------------

  void WriteWrapModes(CurveSlot slot) {
    if (!found_.Has(FindingCode::kWrapModeUnknown)) return;
    const CurveView curve = view_.curve(slot);
    WriteWrapMode(slot, curve.pre_wrap(), kPreWrapOffset, ".preWrap");
    WriteWrapMode(slot, curve.post_wrap(), kPostWrapOffset, ".postWrap");
  }

  void WriteWrapMode(CurveSlot slot, int32_t mode, uint64_t field,
                     const char* name) {
    if (mrtk::IsWrapMode(mode)) return;
    const int32_t fixed = wrap_mode_.value_or(kRecordersWrapMode);
    const uint64_t offset = view_.curve_offset(slot) + field;
    // With other errors, a count may be wrong, and keys be read as a header.
    const bool safe =
        wrap_mode_.has_value() && !found_.HasErrorBeside(kWrapErrors);
    if (log_.Add(FindingCode::kWrapModeUnknown, safe, {offset, 4}, [&] {
          return ChangeText{
              .path = slot.Path() + name,
              .before = absl::StrCat(mode),
              .after = absl::StrCat(fixed),
              .note =
                  safe ? "as all others in the file"
                       : "others in the file differ, or it has other errors"};
        })) {
      out_.Replace(offset, 4, IntBytes(fixed));
    }
  }

  // The curve's keys as they will be, one after the other.
  class Keys {
   public:
    Keys(CurveRepair& repair, CurveSlot slot, const CurvePlan& plan,
         const std::vector<WrongLength>& wrong, size_t component)
        : repair_(repair),
          place_(repair.PlaceOf(slot)),
          plan_(plan),
          is_boolean_(slot.is_boolean()),
          scale_(wrong.begin()),
          scales_end_(wrong.end()),
          component_(component) {}

    // REQUIRES: k is above that of the last call.
    Keyframe Next(size_t k) {
      Keyframe key = plan_.key(k);
      if (is_boolean_ && key.value != 0 && key.value != 1) {
        FixState(plan_.source(k), key.value);
      }
      while (scale_ != scales_end_ && scale_->keys[component_] < k) ++scale_;
      if (scale_ != scales_end_ && scale_->keys[component_] == k) {
        for (float* field : {&key.value, &key.in_tangent, &key.out_tangent}) {
          *field = static_cast<float>(double{*field} / double{scale_->length});
        }
      }
      return key;
    }

    // The next key with a rotation's wrong length; size() if there is none.
    size_t NextScaled() {
      return scale_ == scales_end_ ? plan_.size() : scale_->keys[component_];
    }
    void SkipScaled() { ++scale_; }

   private:
    void FixState(size_t i, float& value) {
      const float state = value > 0.5f ? 1.0f : 0.0f;
      const bool safe = !mrtk::IsMisreadInteger(value);
      if (repair_.log_.Add(FindingCode::kBooleanValueUnusual, safe,
                           place_.FieldBytes(i, mrtk::kValueField), [&] {
                             return ChangeText{
                                 .path = place_.FieldPath(i, mrtk::kValueField),
                                 .before = FloatText(value),
                                 .after = FloatText(state),
                                 .note = safe ? ""
                                              : "perhaps it is no state, and "
                                                "the number of keys is wrong"};
                           })) {
        value = state;
      }
    }

    CurveRepair& repair_;
    CurvePlace place_;
    const CurvePlan& plan_;
    bool is_boolean_;
    std::vector<WrongLength>::const_iterator scale_;
    std::vector<WrongLength>::const_iterator scales_end_;
    size_t component_;
  };

  void WriteCurve(CurveSlot slot, const CurvePlan& plan,
                  const std::vector<WrongLength>& wrong, size_t component) {
    const CurvePlace place = PlaceOf(slot);
    Keys keys(*this, slot, plan, wrong, component);
    if (plan.size() != plan.curve().size()) {
      out_.Replace(place.offset + kCountOffset, 4,
                   IntBytes(static_cast<int32_t>(plan.size())));
    }
    if (plan.sorted()) {
      WriteSorted(place, plan, keys);
    } else if (plan.changed() || found_.HasKeyFaults(slot)) {
      WriteInPlace(place, plan, keys);
    } else {
      for (size_t k = keys.NextScaled(); k < plan.size();
           k = keys.NextScaled()) {
        Put(place, k, keys.Next(k));
        keys.SkipScaled();
      }
    }
  }

  // Key i of the original becomes this one.
  void Put(const CurvePlace& place, size_t i, const Keyframe& key) {
    out_.Replace(place.KeyBytes(i).offset, place.key_size,
                 KeyBytes(key, place.key_size).span());
  }

  // Keys are in their order, though some may be left out.
  void WriteInPlace(const CurvePlace& place, const CurvePlan& plan,
                    Keys& keys) {
    size_t k = 0;
    for (size_t i = 0; i < plan.curve().size(); ++i) {
      if (k < plan.size() && plan.source(k) == i) {
        Put(place, i, keys.Next(k));
        ++k;
      } else {
        out_.Replace(place.KeyBytes(i).offset, place.key_size, {});
      }
    }
  }

  // Writes anew what lies between the first and the last key that moves.
  void WriteSorted(const CurvePlace& place, const CurvePlan& plan, Keys& keys) {
    const size_t n = plan.curve().size();
    const size_t size = plan.size();
    size_t begin = 0;
    while (begin < size && plan.source(begin) == begin) ++begin;
    size_t after = 0;
    while (after < size - begin &&
           plan.source(size - 1 - after) == n - 1 - after) {
      ++after;
    }
    for (size_t k = 0; k < begin; ++k) Put(place, k, keys.Next(k));
    const uint64_t offset = place.KeyBytes(begin).offset;
    out_.Replace(offset, place.KeyBytes(n - after).offset - offset, {});
    for (size_t k = begin; k < size - after; ++k) {
      out_.Extend(KeyBytes(keys.Next(k), place.key_size).span());
    }
    for (size_t k = size - after; k < size; ++k) {
      Put(place, n - (size - k), keys.Next(k));
    }
  }

  const InputAnimationView& view_;
  const FoundCodes& found_;
  ChangeLog& log_;
  Splicer& out_;
  std::optional<int32_t> wrap_mode_;
};

}  // namespace

size_t GrowthOf(const InputAnimationView& view) {
  size_t growth = 0;
  const auto add = [&](CurveSlot x) {
    const size_t n = view.curve(x).size();
    const CurveView w = view.curve(CurveSlot(x.index() + kW));
    if (w.size() <= 2 && w.size() < n) growth += n * w.key_size();
  };
  add(CurveSlot::Camera(mrtk::kRotationX));
  for (size_t i = CurveSlot::kJoints; i < CurveSlot::kGaze;
       i += mrtk::kPoseCurves) {
    add(CurveSlot(i + mrtk::kRotationX));
  }
  return growth;
}

void RepairCurves(const InputAnimationView& view, const FoundCodes& found,
                  ChangeLog& log, Splicer& out) {
  CurveRepair(view, found, log, out).Run();
}

}  // namespace clipguard::actions
