// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/rig/pieces.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "actions/motion/cubic_fit.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using mrtk::CurveView;
using mrtk::KeyLayout;

constexpr int32_t kClamp = static_cast<int32_t>(mrtk::WrapMode::kClampForever);

// Error of a line's value between two keys, as a share of the values: a few
// roundings in double.
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

}  // namespace

// ---- Lines ------------------------------------------------------------------

Pieces::LineWalker::LineWalker(const CurveView& curve) : curve_(curve) {
  Read();
  value_ = curve_.empty() ? 0 : next_value_;
}

void Pieces::LineWalker::Read() {
  if (next_ == curve_.size()) {
    next_time_ = kNever;
    return;
  }
  next_time_ = curve_.time(next_);
  next_value_ = curve_.value(next_);
}

double Pieces::LineWalker::GoTo(float time) {
  while (next_ < curve_.size() && next_time_ <= time) {
    time_ = next_time_;
    value_ = next_value_;
    ++next_;
    Read();
  }
  rounding_ = 0;
  if (next_ == 0 || next_ == curve_.size() || time == time_) return value_;
  rounding_ = kLineRounding * std::max(std::abs(value_), std::abs(next_value_));
  const double share = (double{time} - time_) / (double{next_time_} - time_);
  return value_ + share * (next_value_ - value_);
}

float Pieces::NextLineTime() const {
  float time = kNever;
  for (const LineWalker& walker : walkers_) {
    time = std::min(time, walker.next_time());
  }
  return time;
}

void Pieces::StartLines(std::span<const CurveView> curves) {
  lines_ = true;
  for (const CurveView& curve : curves) walkers_.emplace_back(curve);
  time_ = NextLineTime();
  if (time_ == kNever) {
    time_ = 0;
    return;
  }
  empty_ = false;
  for (size_t c = 0; c < curves.size(); ++c) {
    value_[c] = walkers_[c].GoTo(time_);
  }
  reached_ = time_;
  reached_value_ = value_;
}

void Pieces::AdvanceLine() {
  const float end = NextLineTime();
  if (end == kNever) {
    next_.reset();
    return;
  }
  Piece piece{.begin = reached_, .end = end, .left = reached_value_};
  for (size_t c = 0; c < walkers_.size(); ++c) {
    piece.right[c] = walkers_[c].GoTo(end);
    bounds_[c] = std::max(bounds_[c], walkers_[c].rounding());
    piece.left_slope[c] = (piece.right[c] - piece.left[c]) / piece.duration();
  }
  piece.right_slope = piece.left_slope;
  reached_ = end;
  reached_value_ = piece.right;
  next_ = piece;
}

// ---- Cubics -----------------------------------------------------------------

absl::Status Pieces::StartCubics(std::span<const CurveView> curves,
                                 double tolerance, size_t most_times) {
  size_t keys = 0;
  for (const CurveView& curve : curves) keys += curve.size();
  auto fit = FitCubics(
      curves, {.tolerance = tolerance,
               .most_times = std::min(kTimesAtLeast + kTimesPerKey * keys,
                                      std::max(most_times, 2 * keys))});
  if (!fit.ok()) return fit.status();
  fit_ = *std::move(fit);
  empty_ = std::ranges::all_of(curves, &CurveView::empty);
  std::copy(fit_.bounds.begin(), fit_.bounds.end(), bounds_.begin());
  time_ = fit_.times[0];
  for (size_t c = 0; c < curves.size(); ++c) value_[c] = fit_.keys[c].value;
  return absl::OkStatus();
}

void Pieces::AdvanceCubic() {
  const size_t i = made_ + 1;
  if (i >= fit_.times.size()) {
    next_.reset();
    return;
  }
  Piece piece{.begin = fit_.times[i - 1], .end = fit_.times[i]};
  const size_t count = fit_.bounds.size();
  for (size_t c = 0; c < count; ++c) {
    const CubicKey& left = fit_.keys[(i - 1) * count + c];
    const CubicKey& right = fit_.keys[i * count + c];
    piece.left[c] = left.value;
    piece.right[c] = right.value;
    piece.left_slope[c] = left.out_tangent;
    piece.right_slope[c] = right.in_tangent;
  }
  made_ = i;
  next_ = piece;
}

// Before its first key a curve has that key's value, even if others follow at
// the same time: then it jumps there.
void Pieces::AddFirstJump(std::span<const CurveView> curves) {
  Piece jump{
      .begin = std::nextafter(time_, -std::numeric_limits<float>::infinity()),
      .end = time_,
      .left = value_,
      .right = value_};
  for (size_t c = 0; c < curves.size(); ++c) {
    if (curves[c].empty()) continue;
    // FitCubics() uses the value that holds from this time on.
    if (curves[c].time(0) == time_) jump.left[c] = curves[c].value(0);
  }
  if (jump.left == jump.right) return;
  next_ = jump;
  time_ = jump.begin;
  value_ = jump.left;
}

// ---- Both -------------------------------------------------------------------

void Pieces::Advance() { lines_ ? AdvanceLine() : AdvanceCubic(); }

Piece Pieces::Next() {
  const Piece piece = next_.value_or(Piece());
  Advance();
  return piece;
}

// Takes away what lies before time 0.
void Pieces::CutBefore0() {
  if (time_ >= 0) return;
  while (next_ && next_->end <= 0) value_ = Next().right;
  time_ = 0;
  if (!next_ || next_->begin >= 0) return;
  next_ = next_->Part(0, next_->end);
  value_ = next_->left;
  for (size_t c = 0; c < Piece::kMost; ++c) {
    const double largest =
        std::max(std::abs(next_->left[c]), std::abs(next_->right[c]));
    bounds_[c] += largest * kLineRounding;
  }
}

absl::StatusOr<Pieces> Pieces::Of(std::span<const CurveView> curves,
                                  double tolerance, size_t most_times,
                                  std::span<const double> off) {
  std::vector<CurveView> held;
  held.reserve(curves.size());
  for (const CurveView& curve : curves) held.push_back(Held(curve));
  Pieces result;
  if (std::ranges::all_of(held, IsOfLines)) {
    result.StartLines(held);
  } else {
    absl::Status started = result.StartCubics(held, tolerance, most_times);
    if (!started.ok()) return started;
    if (!result.empty_) result.AddFirstJump(held);
  }
  // The jump at the curves' first time comes before the first piece.
  if (!result.next_) result.Advance();
  result.CutBefore0();
  for (size_t c = 0; c < curves.size() && !off.empty(); ++c) {
    result.bounds_[c] += off[c];
  }
  return result;
}

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

}  // namespace clipguard::actions
