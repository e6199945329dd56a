// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/pieces.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "rescue/cubic/cubic_fit.h"

namespace clipguard::rescue::gltf {
namespace {

using mrtk::CurveView;
using mrtk::KeyLayout;

constexpr int32_t kClamp = static_cast<int32_t>(mrtk::WrapMode::kClampForever);

// What a line's value at a time in between can be off by, as a share of the
// values: a few roundings in double.
constexpr double kLineRounding = 0x1p-50;

// Keyframes at most: a file's curves can ask for no more than this.
constexpr size_t kTimesAtLeast = 4096;
constexpr size_t kTimesPerKey = 256;

CurveView Held(const CurveView& curve) {
  return curve.layout() == KeyLayout::kFull
             ? CurveView(curve.full_keys(), kClamp, kClamp)
             : CurveView(curve.compact_keys(), kClamp, kClamp);
}

// Whether all neighbouring keys are joined by straight lines: weights of 0 do
// that, whatever the slopes are.
bool IsOfLines(const CurveView& curve) {
  for (size_t i = 0; i < curve.size(); ++i) {
    if (i != 0 && !(curve.time(i - 1) < curve.time(i))) return false;
    if (!std::isfinite(curve.time(i))) return false;
    if (curve.layout() == KeyLayout::kCompact) continue;
    const mrtk::Keyframe key = curve.key(i);
    const bool first = i == 0;
    const bool last = i + 1 == curve.size();
    const bool in = first || (key.in_weight_used() && key.in_weight == 0 &&
                              std::isfinite(key.in_tangent));
    const bool out = last || (key.out_weight_used() && key.out_weight == 0 &&
                              std::isfinite(key.out_tangent));
    if (!in || !out) return false;
  }
  return true;
}

// A curve of lines, as the times go by.
class LineWalker {
 public:
  explicit LineWalker(const CurveView& curve) : curve_(curve) {}

  // REQUIRES: times ascend from call to call.
  double ValueAt(float time) {
    if (curve_.empty()) return 0;
    while (next_ < curve_.size() && curve_.time(next_) <= time) ++next_;
    if (next_ == 0) return curve_.value(0);
    const double left = curve_.value(next_ - 1);
    const float begin = curve_.time(next_ - 1);
    if (next_ == curve_.size() || time == begin) return left;
    const double share =
        (double{time} - begin) / (double{curve_.time(next_)} - begin);
    return left + share * (double{curve_.value(next_)} - left);
  }

 private:
  const CurveView& curve_;
  size_t next_ = 0;
};

std::vector<float> TimesOf(std::span<const CurveView> curves) {
  std::vector<float> times;
  for (const CurveView& curve : curves) {
    std::vector<float> more;
    more.reserve(curve.size());
    for (size_t i = 0; i < curve.size(); ++i) more.push_back(curve.time(i));
    if (more == times) continue;
    std::vector<float> all;
    all.reserve(times.size() + more.size());
    std::set_union(times.begin(), times.end(), more.begin(), more.end(),
                   std::back_inserter(all));
    times = std::move(all);
  }
  return times;
}

Pieces OfLines(std::span<const CurveView> curves) {
  Pieces result;
  result.lines = true;
  const std::vector<float> times = TimesOf(curves);
  if (times.empty()) return result;
  result.empty = false;
  std::vector<LineWalker> walkers;
  for (const CurveView& curve : curves) walkers.emplace_back(curve);
  Piece::Components left = {};
  for (size_t c = 0; c < curves.size(); ++c) {
    left[c] = walkers[c].ValueAt(times[0]);
  }
  result.time = times[0];
  result.value = left;
  result.pieces.reserve(times.size() - 1);
  double largest = 0;
  for (size_t i = 1; i < times.size(); ++i) {
    Piece piece{.begin = times[i - 1], .end = times[i], .left = left};
    for (size_t c = 0; c < curves.size(); ++c) {
      piece.right[c] = walkers[c].ValueAt(piece.end);
      largest = std::max(largest, std::abs(piece.right[c]));
      largest = std::max(largest, std::abs(left[c]));
      piece.left_slope[c] = (piece.right[c] - left[c]) / piece.duration();
    }
    piece.right_slope = piece.left_slope;
    left = piece.right;
    result.pieces.push_back(piece);
  }
  result.bounds.fill(largest * kLineRounding);
  return result;
}

absl::StatusOr<Pieces> OfCubics(std::span<const CurveView> curves,
                                double tolerance, size_t most_times) {
  size_t keys = 0;
  for (const CurveView& curve : curves) keys += curve.size();
  const auto fit = FitCubics(
      curves, {.tolerance = tolerance,
               .most_times = std::min(kTimesAtLeast + kTimesPerKey * keys,
                                      std::max(most_times, 2 * keys))});
  if (!fit.ok()) return fit.status();
  Pieces result;
  result.empty = std::ranges::all_of(curves, &CurveView::empty);
  const size_t count = curves.size();
  std::copy(fit->bounds.begin(), fit->bounds.end(), result.bounds.begin());
  result.time = fit->times[0];
  for (size_t c = 0; c < count; ++c) result.value[c] = fit->keys[c].value;
  result.pieces.reserve(fit->times.size() - 1);
  for (size_t i = 1; i < fit->times.size(); ++i) {
    Piece piece{.begin = fit->times[i - 1], .end = fit->times[i]};
    for (size_t c = 0; c < count; ++c) {
      const CubicKey& left = fit->keys[(i - 1) * count + c];
      const CubicKey& right = fit->keys[i * count + c];
      piece.left[c] = left.value;
      piece.right[c] = right.value;
      piece.left_slope[c] = left.out_tangent;
      piece.right_slope[c] = right.in_tangent;
    }
    result.pieces.push_back(piece);
  }
  return result;
}

// Before its first key a curve has that key's value, even if others follow at
// the same time: then it jumps there.
void AddFirstJump(std::span<const CurveView> curves, Pieces& result) {
  Piece jump{.begin = std::nextafter(result.time,
                                     -std::numeric_limits<float>::infinity()),
             .end = result.time,
             .left = result.value,
             .right = result.value};
  for (size_t c = 0; c < curves.size(); ++c) {
    if (curves[c].empty()) continue;
    // What FitCubics() takes for the curve's value there is what holds later.
    if (curves[c].time(0) == result.time) jump.left[c] = curves[c].value(0);
  }
  if (jump.left == jump.right) return;
  result.pieces.insert(result.pieces.begin(), jump);
  result.time = jump.begin;
  result.value = jump.left;
}

// Takes away what lies before time 0.
void CutBefore0(Pieces& result) {
  if (result.time >= 0) return;
  auto& pieces = result.pieces;
  size_t gone = 0;
  while (gone < pieces.size() && pieces[gone].end <= 0) ++gone;
  if (gone != 0) result.value = pieces[gone - 1].right;
  pieces.erase(pieces.begin(), pieces.begin() + static_cast<int64_t>(gone));
  result.time = 0;
  if (pieces.empty() || pieces[0].begin >= 0) return;
  pieces[0] = pieces[0].Part(0, pieces[0].end);
  result.value = pieces[0].left;
  for (size_t c = 0; c < Piece::kMost; ++c) {
    const double largest =
        std::max(std::abs(pieces[0].left[c]), std::abs(pieces[0].right[c]));
    result.bounds[c] += largest * kLineRounding;
  }
}

}  // namespace

void Piece::At(float time, Components& value, Components& slope) const {
  const double h = duration();
  const double u = (double{time} - begin) / h;
  const double v = 1 - u;
  for (size_t c = 0; c < kMost; ++c) {
    const double rise = right[c] - left[c];
    value[c] = left[c] + u * u * (3 - 2 * u) * rise +
               h * u * v * (v * left_slope[c] - u * right_slope[c]);
    slope[c] = 6 * u * v * rise / h + v * (1 - 3 * u) * left_slope[c] +
               u * (3 * u - 2) * right_slope[c];
  }
}

Piece Piece::Part(float from, float to) const {
  Piece part = *this;
  if (from != begin) At(from, part.left, part.left_slope);
  if (to != end) At(to, part.right, part.right_slope);
  part.begin = from;
  part.end = to;
  return part;
}

absl::StatusOr<Pieces> MakePieces(std::span<const CurveView> curves,
                                  double tolerance, size_t most_times) {
  std::vector<CurveView> held;
  held.reserve(curves.size());
  for (const CurveView& curve : curves) held.push_back(Held(curve));
  Pieces result;
  if (std::ranges::all_of(held, IsOfLines)) {
    result = OfLines(held);
  } else {
    auto cubics = OfCubics(held, tolerance, most_times);
    if (!cubics.ok()) return cubics.status();
    result = *std::move(cubics);
    if (!result.empty) AddFirstJump(held, result);
  }
  CutBefore0(result);
  return result;
}

}  // namespace clipguard::rescue::gltf
