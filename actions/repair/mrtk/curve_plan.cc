// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/repair/mrtk/curve_plan.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "parser/mrtk/checks/survey.h"

namespace clipguard::actions {

using mrtk::CurveView;
using mrtk::Keyframe;

namespace {

std::string KeyText(const CurveView& curve, size_t i) {
  return absl::StrCat("a key at ", FloatText(curve.time(i)), " s with value ",
                      FloatText(curve.value(i)));
}

bool SameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b);
}

// Whether a stretch that ends at `a` is the same if it ends at `b`.
bool EndAlike(const Keyframe& a, const Keyframe& b) {
  return SameBits(a.value, b.value) && SameBits(a.in_tangent, b.in_tangent) &&
         SameBits(a.in_weight, b.in_weight) &&
         a.weighted_mode == b.weighted_mode;
}

// The times of keys that are not left out as not finite, in order.
std::vector<float> TimesOf(const CurveView& curve) {
  std::vector<float> times;
  times.reserve(curve.size());
  for (size_t i = 0; i < curve.size(); ++i) {
    const float time = curve.time(i);
    if (!std::isfinite(time) || !std::isfinite(curve.value(i))) continue;
    times.push_back(time);
  }
  if (!std::ranges::is_sorted(times)) std::ranges::sort(times);
  return times;
}

// Whether another curve has keys at the same times: then none of them is wrong.
bool SiblingsProveTimes(const CurveView& curve,
                        std::span<const CurveView> siblings) {
  const std::vector<float> times = TimesOf(curve);
  return std::ranges::any_of(siblings, [&](const CurveView& sibling) {
    return sibling.key_bytes().data() != curve.key_bytes().data() &&
           TimesOf(sibling) == times;
  });
}

}  // namespace

ByteRange CurvePlace::KeyBytes(size_t i) const {
  return {offset + mrtk::kCurveHeaderSize + uint64_t{i} * key_size, key_size};
}

std::string CurvePlace::KeyPath(size_t i) const {
  return absl::StrCat(slot.Path(), ".keys[", i, "]");
}

ByteRange CurvePlace::FieldBytes(size_t i, mrtk::KeyField field) const {
  return {KeyBytes(i).offset + mrtk::kFieldSize * field, mrtk::kFieldSize};
}

std::string CurvePlace::FieldPath(size_t i, mrtk::KeyField field) const {
  return absl::StrFormat("%s.%s", KeyPath(i), mrtk::kKeyFieldNames[field]);
}

CurvePlan::CurvePlan(CurveView curve, const CurvePlace& place,
                     std::span<const CurveView> siblings,
                     const FoundCodes& found, ChangeLog& log)
    : curve_(curve) {
  if (!LeaveOutWhatIsNotFinite(place, log)) return;
  if (IsInOrder() || Sort(place, siblings, found, log)) {
    LeaveOutDuplicates(place, log);
  }
}

bool CurvePlan::LeaveOutWhatIsNotFinite(const CurvePlace& place,
                                        ChangeLog& log) {
  const size_t n = curve_.size();
  bool all_finite = true;
  for (size_t i = 0; i < n; ++i) {
    const bool has_time = std::isfinite(curve_.time(i));
    if (has_time && std::isfinite(curve_.value(i))) {
      if (changed_) order_.push_back(static_cast<Index>(i));
      continue;
    }
    const auto code = has_time ? FindingCode::kKeyValueNotFinite
                               : FindingCode::kKeyTimeNotFinite;
    const bool allowed = log.Add(code, /*safe=*/true, place.KeyBytes(i), [&] {
      return ChangeText{.path = place.FieldPath(
                            i, has_time ? mrtk::kValueField : mrtk::kTimeField),
                        .before = KeyText(curve_, i),
                        .after = "no key",
                        .lost = has_time ? "that there was a key at this time"
                                         : "the key's value, which has no "
                                           "time"};
    });
    if (!allowed) {
      all_finite = false;
    } else if (!changed_) {
      changed_ = true;
      order_.resize(i);
      for (size_t k = 0; k < i; ++k) order_[k] = static_cast<Index>(k);
    }
  }
  return all_finite;
}

bool CurvePlan::IsInOrder() const {
  for (size_t k = 1; k < size(); ++k) {
    if (time(k) < time(k - 1)) return false;
  }
  return true;
}

bool CurvePlan::Sort(const CurvePlace& place,
                     std::span<const CurveView> siblings,
                     const FoundCodes& found, ChangeLog& log) {
  const size_t n = size();
  const bool restarts = found.Has(FindingCode::kRecordingRestarts);
  // If one time is wrong, and not the order, sorting would make a jump.
  const bool safe =
      !restarts && mrtk::RestartOf(n, [&](size_t k) { return time(k); }) == 0 &&
      SiblingsProveTimes(curve_, siblings);
  bool allowed = false;
  for (size_t k = 1; k < n; ++k) {
    if (time(k) >= time(k - 1)) continue;
    const size_t i = source(k);
    allowed =
        log.Add(FindingCode::kKeyTimeDecreasing, safe,
                place.FieldBytes(i, mrtk::kTimeField), [&] {
                  return ChangeText{
                      .path = place.FieldPath(i, mrtk::kTimeField),
                      .before = absl::StrCat(FloatText(time(k)), " s after ",
                                             FloatText(time(k - 1)), " s"),
                      .after = "keys in the order of their times",
                      .lost = restarts ? "which keys are of one take" : "",
                      .note = safe       ? ""
                              : restarts ? "the times begin again, as in a "
                                           "second take: sorted, its keys lie "
                                           "between those of the first"
                                         : "perhaps not the order is wrong, "
                                           "but one of the times"};
                });
  }
  if (!allowed) return false;
  if (!changed_) {
    order_.resize(n);
    for (size_t k = 0; k < n; ++k) order_[k] = static_cast<Index>(k);
  }
  changed_ = sorted_ = true;
  std::sort(order_.begin(), order_.end(), [&](Index a, Index b) {
    const float ta = curve_.time(a);
    const float tb = curve_.time(b);
    return ta != tb ? ta < tb : a < b;
  });
  return true;
}

// Whether a reader ever uses key k, of those from `first` to `last`, which are
// all at one time. Such a reader takes the last of them at that very time, and
// for what follows; the first ends what is before.
bool CurvePlan::IsReached(const CurvePlace& place, size_t first, size_t last,
                          size_t k) const {
  if (k == last) return true;
  if (k != first) return false;
  // The stretch before has its value or ends with it, but a step that is no
  // first key shows it at no time.
  return (first == 0 || !place.slot.is_boolean()) &&
         !EndAlike(key(first), key(last));
}

void CurvePlan::LeaveOutDuplicates(const CurvePlace& place, ChangeLog& log) {
  const size_t n = size();
  std::vector<Index> kept;
  bool any = false;
  for (size_t first = 0; first < n;) {
    size_t last = first;
    while (last + 1 < n && time(last + 1) == time(first)) ++last;
    for (size_t k = first; k <= last; ++k) {
      bool leave_out = false;
      if (k != last) {
        const bool safe = !IsReached(place, first, last, k);
        const size_t i = source(k);
        leave_out = log.Add(
            FindingCode::kKeyTimeDuplicate, safe, place.KeyBytes(i), [&] {
              return ChangeText{
                  .path = place.KeyPath(i),
                  .before = KeyText(curve_, i),
                  .after = "no key",
                  .lost = safe         ? "a key that no reader reaches"
                          : first == 0 ? "the value before this time"
                                       : "a jump at this time",
                  .note = safe ? "there is another at the same time" : ""};
            });
      }
      if (leave_out && !any) {
        any = true;
        kept.reserve(n);
        for (size_t j = 0; j < k; ++j) {
          kept.push_back(static_cast<Index>(source(j)));
        }
      } else if (!leave_out && any) {
        kept.push_back(static_cast<Index>(source(k)));
      }
    }
    first = last + 1;
  }
  if (!any) return;
  changed_ = true;
  order_ = std::move(kept);
}

}  // namespace clipguard::actions
