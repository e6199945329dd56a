// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the rivals in vectors: scalar rivals' methods
// (bench/rivals/track.h), as a good engineer would put them into vectors in a
// day. A rival is a class Solver,
//
//   struct Solver {
//     using Real = float;
//     static constexpr size_t kConstants = 3;
//     // Prepares a segment's x(u), and that of one without weights: u = s.
//     static void Prepare(Real w1, Real w2, Real* constants);
//     static void PrepareLine(Real* constants);
//     using Batch = xsimd::batch<Real>;
//     // u with x(u) = s, for a segment each.
//     static Batch Solve(const Batch* constants, Batch s);
//   };
//
// Ascending times that lie in one segment share its numbers. Other times gather
// theirs. A pose keeps the segments of all curves, number by number, so that it
// loads them.

#ifndef CLIPGUARD_BENCH_RIVALS_VECTOR_TRACK_H_
#define CLIPGUARD_BENCH_RIVALS_VECTOR_TRACK_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "bench/rivals/rival.h"
#include "bench/rivals/track.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "xsimd/xsimd.hpp"

namespace clipguard::bench {

template <typename Solver>
class VectorSegments {
 public:
  using Real = typename Solver::Real;
  using Batch = xsimd::batch<Real>;
  static constexpr size_t kLanes = Batch::size;
  // When it begins, 1 / its length, the value's polynomial, the solver's.
  static constexpr size_t kNumbers = 6 + Solver::kConstants;
  struct Numbers : std::array<Real, kNumbers> {
    // One value at all times.
    explicit Numbers(float value) : std::array<Real, kNumbers>{} {
      (*this)[2] = value;
      Solver::PrepareLine(&(*this)[6]);
    }

    Numbers(const mrtk::Keyframe& left, const mrtk::Keyframe& right)
        : Numbers(left.value) {
      const SegmentShape shape(left, right);
      if (shape.is_step) return;
      (*this)[0] = left.time;
      (*this)[1] = static_cast<Real>(shape.per_second);
      for (size_t i = 0; i < 4; ++i) {
        (*this)[2 + i] = static_cast<Real>(shape.value[i]);
      }
      if (shape.is_weighted) {
        Solver::Prepare(static_cast<Real>(shape.w1),
                        static_cast<Real>(shape.w2), &(*this)[6]);
      }
    }
  };
  using Batches = std::array<Batch, kNumbers>;

  static Batches Broadcast(const Numbers& numbers) {
    Batches batches;
    for (size_t i = 0; i < kNumbers; ++i) batches[i] = Batch(numbers[i]);
    return batches;
  }

  static Batch Evaluate(const Batches& segment, Batch time) {
    const Batch s = (time - segment[0]) * segment[1];
    const Batch u = Solver::Solve(&segment[6], s);
    return ((segment[5] * u + segment[4]) * u + segment[3]) * u + segment[2];
  }

  static Batch LoadTimes(const float* times) {
    std::array<Real, kLanes> lanes;
    std::copy_n(times, kLanes, lanes.begin());
    return Batch::load_unaligned(lanes.data());
  }

  static void Store(Batch batch, float* values, size_t count) {
    std::array<Real, kLanes> lanes;
    batch.store_unaligned(lanes.data());
    for (size_t i = 0; i < count; ++i) {
      values[i] = static_cast<float>(lanes[i]);
    }
  }
};

template <typename Solver>
class VectorCurveOf final : public RivalCurve {
 public:
  explicit VectorCurveOf(const mrtk::CurveView& curve) : track_(curve) {}

  void Search(std::span<const float> times,
              std::span<float> values) const override {
    Each(times, values, [this](float time) { return track_.Find(time); });
  }

  void SearchBranchless(std::span<const float> times,
                        std::span<float> values) const override {
    Each(times, values,
         [this](float time) { return track_.FindBranchless(time); });
  }

  void Forward(std::span<const float> times,
               std::span<float> values) const override {
    size_t at = 0;
    for (size_t i = 0; i < times.size();) {
      while (times[i] >= track_.end(at)) ++at;
      size_t last = i + 1;
      while (last < times.size() && times[last] < track_.end(at)) ++last;
      if (last - i < kLanes / 2) {
        // Few times in a segment: many segments at once.
        const size_t count = std::min(kLanes, times.size() - i);
        std::array<int32_t, kLanes> index;
        size_t k = at;
        for (size_t lane = 0; lane < count; ++lane) {
          while (times[i + lane] >= track_.end(k)) ++k;
          index[lane] = static_cast<int32_t>(k);
        }
        EvaluateGathered(index, &times[i], &values[i], count);
        i += count;
        continue;
      }
      const Batches segment = Segments::Broadcast(track_.segment(at));
      for (; i + kLanes <= last; i += kLanes) {
        Segments::Store(
            Segments::Evaluate(segment, Segments::LoadTimes(&times[i])),
            &values[i], kLanes);
      }
      if (i < last) {
        std::array<float, kLanes> rest;
        rest.fill(times[i]);
        std::copy(&times[i], &times[i] + (last - i), rest.begin());
        Segments::Store(
            Segments::Evaluate(segment, Segments::LoadTimes(rest.data())),
            &values[i], last - i);
        i = last;
      }
    }
  }

 private:
  using Segments = VectorSegments<Solver>;
  using Real = typename Segments::Real;
  using Batch = typename Segments::Batch;
  using Batches = typename Segments::Batches;
  static constexpr size_t kLanes = Segments::kLanes;
  using Index = xsimd::batch<xsimd::as_integer_t<Real>>;

  template <typename Find>
  void Each(std::span<const float> times, std::span<float> values,
            const Find& find) const {
    for (size_t i = 0; i < times.size(); i += kLanes) {
      const size_t count = std::min(kLanes, times.size() - i);
      std::array<int32_t, kLanes> index;
      for (size_t lane = 0; lane < count; ++lane) {
        index[lane] = static_cast<int32_t>(find(times[i + lane]));
      }
      EvaluateGathered(index, &times[i], &values[i], count);
    }
  }

  // Lanes from `count` on do what the first does.
  void EvaluateGathered(std::array<int32_t, kLanes>& index, const float* times,
                        float* values, size_t count) const {
    std::array<float, kLanes> at;
    at.fill(times[0]);
    std::copy_n(times, count, at.begin());
    std::fill(index.begin() + static_cast<ptrdiff_t>(count), index.end(),
              index[0]);
    std::array<xsimd::as_integer_t<Real>, kLanes> offsets;
    for (size_t lane = 0; lane < kLanes; ++lane) {
      offsets[lane] = index[lane] * static_cast<int32_t>(Segments::kNumbers);
    }
    const Index base = Index::load_unaligned(offsets.data());
    Batches segment;
    for (size_t i = 0; i < Segments::kNumbers; ++i) {
      segment[i] = Batch::gather(track_.segment(0).data() + i, base);
    }
    Segments::Store(Segments::Evaluate(segment, Segments::LoadTimes(at.data())),
                    values, count);
  }

  Track<typename Segments::Numbers> track_;
  template <typename>
  friend class VectorPoseOf;
};

template <typename Solver>
class VectorPoseOf final : public RivalPose {
 public:
  explicit VectorPoseOf(std::span<const mrtk::CurveView> curves) {
    for (const mrtk::CurveView& curve : curves) curves_.emplace_back(curve);
    const size_t padded = (curves.size() + kLanes - 1) / kLanes * kLanes;
    begins_.assign(padded, std::numeric_limits<float>::infinity());
    ends_.assign(padded, std::numeric_limits<float>::infinity());
    at_.assign(padded, 0);
    for (auto& column : columns_) column.assign(padded, 0);
  }

  void Search(float time, std::span<float> values) const override {
    for (size_t i = 0; i < curves_.size(); ++i) {
      curves_[i].Search({&time, 1}, values.subspan(i, 1));
    }
  }

  void Forward(float time, std::span<float> values) override {
    const Batch at(static_cast<Real>(time));
    for (size_t i = 0; i < curves_.size(); i += kLanes) {
      const size_t count = std::min(kLanes, curves_.size() - i);
      for (size_t k = i; k < i + count; ++k) {
        if (time >= ends_[k] || time < begins_[k]) Move(k, time);
      }
      typename Segments::Batches segment;
      for (size_t n = 0; n < Segments::kNumbers; ++n) {
        segment[n] = Batch::load_unaligned(&columns_[n][i]);
      }
      Segments::Store(Segments::Evaluate(segment, at), &values[i], count);
    }
  }

 private:
  using Segments = VectorSegments<Solver>;
  using Real = typename Segments::Real;
  using Batch = typename Segments::Batch;
  static constexpr size_t kLanes = Segments::kLanes;

  void Move(size_t k, float time) {
    const Track<typename Segments::Numbers>& track = curves_[k].track_;
    size_t at = at_[k];
    if (time < begins_[k]) at = track.Find(time);
    while (time >= track.end(at)) ++at;
    at_[k] = at;
    begins_[k] =
        at == 0 ? -std::numeric_limits<float>::infinity() : track.end(at - 1);
    ends_[k] = track.end(at);
    for (size_t n = 0; n < Segments::kNumbers; ++n) {
      columns_[n][k] = track.segment(at)[n];
    }
  }

  std::vector<VectorCurveOf<Solver>> curves_;
  // Data of the segment that each curve is in.
  std::vector<float> begins_;
  std::vector<float> ends_;
  std::vector<size_t> at_;
  std::array<std::vector<Real>, Segments::kNumbers> columns_;
};

template <typename Solver>
std::unique_ptr<RivalCurve> MakeVectorCurveOf(const mrtk::CurveView& curve) {
  return std::make_unique<VectorCurveOf<Solver>>(curve);
}

template <typename Solver>
std::unique_ptr<RivalPose> MakeVectorPoseOf(
    std::span<const mrtk::CurveView> curves) {
  return std::make_unique<VectorPoseOf<Solver>>(curves);
}

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_VECTOR_TRACK_H_
