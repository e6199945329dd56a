// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/recording/curve_group.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "actions/motion/stretch.h"
#include "actions/optimize/recording/least_length.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;

// Error of two values that are rounded to float32, as a share of them.
constexpr double kRounding = 0x1p-22;

}  // namespace

CurveGroup::CurveGroup(std::span<const CurveView> curves, double tolerance,
                       bool by_length)
    : curves_(curves),
      tolerance_(tolerance / std::sqrt(static_cast<double>(curves.size())) *
                 (1 - 4 * kEpsilon)),
      by_length_(by_length) {
  kinds_.reserve(size() - 1);
  if (by_length) lengths_.reserve(size() - 1);
  CountWork(size() * curves.size());
  for (size_t i = 0; i + 1 < size(); ++i) Look(i);
}

// At the stretch from key i to key i + 1.
void CurveGroup::Look(size_t i) {
  std::array<Chord, kMostCurves> chords;
  std::array<Stretch, kMostCurves> stretches;
  StretchKind kind =
      time(i) < time(i + 1) ? StretchKind::kLines : StretchKind::kKept;
  bool compact = true;
  for (size_t c = 0; c < curves(); ++c) {
    chords[c] = {value(c, i), value(c, i + 1)};
    if (curves_[c].layout() == mrtk::KeyLayout::kCompact) continue;
    compact = false;
    const auto stretch = Stretch::Of(key(c, i), key(c, i + 1));
    if (!stretch || stretch->is_step()) {
      kind = StretchKind::kKept;
      break;
    }
    stretches[c] = *stretch;
    if (!stretch->is_line() && kind == StretchKind::kLines) {
      kind = StretchKind::kCurves;
    }
  }
  kinds_.push_back(kind);
  if (!by_length_) return;
  double length = 0;
  if (kind != StretchKind::kKept) {
    length = compact ? LeastLength({chords.data(), curves()})
                     : LeastLength({stretches.data(), curves()}, time(i),
                                   time(i + 1));
  }
  constexpr double kMost = std::numeric_limits<float>::max();
  lengths_.push_back(
      static_cast<float>(std::min(length * (1 - 0x1p-22), kMost)));
}

double CurveGroup::KeyTolerance(size_t c, size_t i) const {
  const double allowed =
      by_length_ ? std::min(StretchTolerance(i - 1), StretchTolerance(i))
                 : tolerance_;
  return std::max(0.0,
                  allowed * (1 - 0x1p-20) - kRounding * std::abs(value(c, i)));
}

bool CurveGroup::IsKept(size_t i, bool lines_only) const {
  if (i == 0 || i + 1 == size()) return true;
  const auto kept = [&](StretchKind kind) {
    return kind == StretchKind::kKept ||
           (lines_only && kind == StretchKind::kCurves);
  };
  return kept(KindOf(i - 1)) || kept(KindOf(i));
}

}  // namespace clipguard::actions
