// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// CurvePlan: which keys of a damaged curve are kept, and in which order.
//
// Keys without a time or value are left out, keys out of order sorted, and
// those of several at one time left out that no reader reaches. Thread-safe
// once made.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_CURVE_PLAN_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_CURVE_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/repair/change_log.h"
#include "actions/repair/mrtk/found_codes.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/key_fields.h"

namespace clipguard::actions {

// Names and places of a curve's keys.
struct CurvePlace {
  mrtk::CurveSlot slot;
  uint64_t offset = 0;  // of the curve's header
  size_t key_size = 0;

  // Places and paths of key i, and of a field of it.
  ByteRange KeyBytes(size_t i) const;
  std::string KeyPath(size_t i) const;
  ByteRange FieldBytes(size_t i, mrtk::KeyField field) const;
  std::string FieldPath(size_t i, mrtk::KeyField field) const;
};

class CurvePlan {
 public:
  // Plans a curve that is left as it is.
  explicit CurvePlan(mrtk::CurveView curve) : curve_(curve) {}

  // Plans the repair of a damaged curve. `siblings` are the curves whose keys
  // are at the same times, as positions' x, y and z; the curve itself may be
  // one of them. `found` is of the whole file.
  CurvePlan(mrtk::CurveView curve, const CurvePlace& place,
            std::span<const mrtk::CurveView> siblings, const FoundCodes& found,
            ChangeLog& log);

  // Whether keys are left out or change places.
  bool changed() const { return changed_; }
  // Whether times do not go back.
  bool IsInOrder() const;
  // Whether some change places.
  bool sorted() const { return sorted_; }

  // The planned curve: its keys, and the index of each in the original.
  size_t size() const { return changed_ ? order_.size() : curve_.size(); }
  size_t source(size_t k) const { return changed_ ? order_[k] : k; }
  float time(size_t k) const { return curve_.time(source(k)); }
  float value(size_t k) const { return curve_.value(source(k)); }
  mrtk::Keyframe key(size_t k) const { return curve_.key(source(k)); }

  // The original curve.
  const mrtk::CurveView& curve() const { return curve_; }

 private:
  // A key's index: the file's count has 31 bits.
  using Index = uint32_t;

  // Both return false if that is not to be done.
  bool LeaveOutWhatIsNotFinite(const CurvePlace& place, ChangeLog& log);
  bool Sort(const CurvePlace& place, std::span<const mrtk::CurveView> siblings,
            const FoundCodes& found, ChangeLog& log);
  void LeaveOutDuplicates(const CurvePlace& place, ChangeLog& log);
  bool IsReached(const CurvePlace& place, size_t first, size_t last,
                 size_t k) const;

  mrtk::CurveView curve_;
  bool changed_ = false;
  bool sorted_ = false;
  std::vector<Index> order_;  // if changed
};

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_CURVE_PLAN_H_
