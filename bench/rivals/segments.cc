// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/segments.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace clipguard::bench {
namespace {

using m3d::Float3;
using m3d::Float4;

constexpr uint8_t kFewestBits = 3;
// Three numbers, and seven bits before them, are in one word.
constexpr uint8_t kMostBits = 19;

constexpr uint64_t Mask(size_t bits) { return (uint64_t{1} << bits) - 1; }

float Root(float x, float y, float z) {
  return std::sqrt(std::max(0.0f, 1 - x * x - y * y - z * z));
}

}  // namespace

RivalSegments::RivalSegments(const m3d::Character& character,
                             const m3d::Clip& clip, double tolerance)
    : pose_(character, clip) {
  const size_t bones = character.bones();
  std::vector<size_t> moving;
  std::vector<double> reach(bones, kSkinDistance);
  std::vector<size_t> levels(bones, 1);
  size_t deepest = 1;
  for (size_t b = 0; b < bones; ++b) {
    const size_t first = clip.first_key[b];
    const size_t end = clip.first_key[b + 1];
    if (end - first > keys_) {
      keys_ = end - first;
      rate_ = static_cast<float>(keys_ - 1) / clip.times[end - 1];
    }
    const auto moves = [&](const auto& values) {
      return std::any_of(
          values.begin() + static_cast<ptrdiff_t>(first),
          values.begin() + static_cast<ptrdiff_t>(end),
          [&](const auto& value) { return !(value == values[first]); });
    };
    if (moves(clip.rotations)) bones_.push_back(b);
    if (moves(clip.translations)) moving.push_back(b);
    if (character.parents[b] >= 0) {
      levels[b] = levels[static_cast<size_t>(character.parents[b])] + 1;
      deepest = std::max(deepest, levels[b]);
    }
  }
  rotations_ = bones_.size();
  bones_.insert(bones_.end(), moving.begin(), moving.end());
  for (size_t b = bones; b-- > 0;) {
    if (character.parents[b] < 0) continue;
    const auto& [x, y, z] = clip.translations[clip.first_key[b]];
    double& parent = reach[static_cast<size_t>(character.parents[b])];
    parent = std::max(parent, reach[b] + std::hypot(x, y, z));
  }

  // How far off a track's numbers may be.
  std::vector<double> tolerances;
  std::vector<Columns> keys(keys_);
  for (size_t i = 0; i < tracks(); ++i) {
    const size_t b = bones_[i];
    const double share = tolerance / static_cast<double>(deepest);
    tolerances.push_back(i < rotations_ ? share / (2 * reach[b]) : share);
    for (size_t k = 0; k < keys_; ++k) {
      const size_t from =
          std::min<size_t>(clip.first_key[b] + k, clip.first_key[b + 1] - 1);
      Float3 value = clip.translations[from];
      if (i < rotations_) {
        const auto& [x, y, z, w] = clip.rotations[from];
        const float sign = w < 0 ? -1.0f : 1.0f;
        value = {sign * x, sign * y, sign * z};
      }
      keys[k][0].push_back(value.x);
      keys[k][1].push_back(value.y);
      keys[k][2].push_back(value.z);
    }
  }
  for (size_t axis = 0; axis < 3; ++axis) {
    lows_[axis] = keys[0][axis];
    std::vector<float> highs = keys[0][axis];
    for (const Columns& key : keys) {
      for (size_t i = 0; i < tracks(); ++i) {
        lows_[axis][i] = std::min(lows_[axis][i], key[axis][i]);
        highs[i] = std::max(highs[i], key[axis][i]);
      }
    }
    for (size_t i = 0; i < tracks(); ++i) {
      extents_[axis].push_back(highs[i] - lows_[axis][i]);
    }
    before_[axis].resize(tracks());
    after_[axis].resize(tracks());
  }
  w_.resize(rotations_);
  for (size_t first = 0; first < keys_; first += kKeys) {
    Encode(keys, first, tolerances);
  }
  data_.resize(data_.size() + sizeof(uint64_t));  // the last word
}

size_t RivalSegments::bytes() const {
  return data_.size() + segments_.size() * sizeof(Segment) +
         tracks() * 6 * sizeof(float);
}

// The number that is `share` of the track's range in a segment. A header has
// all tracks' bits, lows in x, y, z, and extents.
float RivalSegments::Decode(size_t track, size_t axis, const uint8_t* header,
                            float share) const {
  const size_t n = tracks();
  const float low = header[(1 + axis) * n + track];
  const float extent = header[(4 + axis) * n + track];
  return lows_[axis][track] +
         extents_[axis][track] * ((low + extent * share) * (1 / 255.0f));
}

void RivalSegments::Encode(const std::vector<Columns>& keys, size_t first,
                           std::span<const double> tolerances) {
  const size_t n = tracks();
  const size_t end = std::min(first + kKeys, keys_);
  std::vector<uint8_t> header(7 * n);
  const auto whole = [&](size_t track, size_t axis, size_t key, size_t bits) {
    const float low = Decode(track, axis, header.data(), 0);
    const float extent = Decode(track, axis, header.data(), 1) - low;
    const float share =
        extent > 0 ? (keys[key][axis][track] - low) / extent : 0;
    return static_cast<uint64_t>(std::lround(std::clamp(share, 0.0f, 1.0f) *
                                             static_cast<float>(Mask(bits))));
  };
  size_t row_bits = 0;
  for (size_t i = 0; i < n; ++i) {
    for (size_t axis = 0; axis < 3; ++axis) {
      float low = 255;
      float high = 0;
      for (size_t k = first; k < end && extents_[axis][i] > 0; ++k) {
        const float part =
            255 * (keys[k][axis][i] - lows_[axis][i]) / extents_[axis][i];
        low = std::min(low, std::floor(part));
        high = std::max(high, std::min(255.0f, std::ceil(part)));
      }
      header[(1 + axis) * n + i] = static_cast<uint8_t>(low);
      header[(4 + axis) * n + i] =
          static_cast<uint8_t>(std::max(0.0f, high - low));
    }
    const auto is_near = [&](size_t key, uint8_t bits) {
      float want[3];
      float got[3];
      double square = 0;
      for (size_t axis = 0; axis < 3; ++axis) {
        want[axis] = keys[key][axis][i];
        got[axis] = Decode(i, axis, header.data(),
                           static_cast<float>(whole(i, axis, key, bits)) /
                               static_cast<float>(Mask(bits)));
        square += std::pow(double{got[axis]} - want[axis], 2);
      }
      if (i < rotations_) {
        square += std::pow(
            Root(got[0], got[1], got[2]) - Root(want[0], want[1], want[2]), 2);
      }
      return square <= tolerances[i] * tolerances[i];
    };
    uint8_t bits = kFewestBits;
    for (size_t k = first; k < end; ++k) {
      while (bits < kMostBits && !is_near(k, bits)) ++bits;
    }
    header[i] = bits;
    row_bits += 3 * size_t{bits};
  }

  const size_t row_bytes = (row_bits + 7) / 8;
  segments_.push_back({data_.size(), row_bytes});
  data_.insert(data_.end(), header.begin(), header.end());
  for (size_t k = first; k < end; ++k) {
    const size_t row = data_.size();
    data_.resize(row + row_bytes + sizeof(uint64_t));
    size_t bit = 0;
    for (size_t i = 0; i < n; ++i) {
      for (size_t axis = 0; axis < 3; ++axis, bit += header[i]) {
        uint64_t word;
        std::memcpy(&word, &data_[row + bit / 8], sizeof(word));
        word |= whole(i, axis, k, header[i]) << (bit % 8);
        std::memcpy(&data_[row + bit / 8], &word, sizeof(word));
      }
    }
    data_.resize(row + row_bytes);
  }
}

void RivalSegments::Unpack(size_t key, Columns& columns) const {
  static constexpr auto kSteps = [] {
    std::array<float, kMostBits + 1> steps = {};
    for (size_t bits = kFewestBits; bits <= kMostBits; ++bits) {
      steps[bits] = 1 / static_cast<float>(Mask(bits));
    }
    return steps;
  }();
  const size_t n = tracks();
  const Segment& segment = segments_[key / kKeys];
  const uint8_t* const header = &data_[segment.offset];
  const uint8_t* const row = header + 7 * n + key % kKeys * segment.row_bytes;
  size_t bit = 0;
  for (size_t i = 0; i < n; ++i) {
    const size_t bits = header[i];
    uint64_t word;
    std::memcpy(&word, row + bit / 8, sizeof(word));
    word >>= bit % 8;
    for (size_t axis = 0; axis < 3; ++axis) {
      columns[axis][i] =
          static_cast<float>(static_cast<int32_t>(word & Mask(bits))) *
          kSteps[bits];
      word >>= bits;
    }
    bit += 3 * bits;
  }
  for (size_t axis = 0; axis < 3; ++axis) {
    float* const column = columns[axis].data();
    for (size_t i = 0; i < n; ++i) {
      column[i] = Decode(i, axis, header, column[i]);
    }
  }
}

void RivalSegments::Sample(float time, std::span<m3d::Matrix> transforms) {
  const float place =
      std::clamp(time * rate_, 0.0f, static_cast<float>(keys_ - 1));
  const auto key = static_cast<size_t>(place);
  const float u = place - static_cast<float>(key);
  Unpack(key, before_);
  Unpack(std::min(key + 1, keys_ - 1), after_);
  // In vectors; the result's x, y, z are where those of the key before were.
  float* __restrict const ax = before_[0].data();
  float* __restrict const ay = before_[1].data();
  float* __restrict const az = before_[2].data();
  float* __restrict const w = w_.data();
  const float* __restrict const bx = after_[0].data();
  const float* __restrict const by = after_[1].data();
  const float* __restrict const bz = after_[2].data();
  for (size_t i = 0; i < rotations_; ++i) {
    const Float4 q =
        NormalizedLine({ax[i], ay[i], az[i], Root(ax[i], ay[i], az[i])},
                       {bx[i], by[i], bz[i], Root(bx[i], by[i], bz[i])}, u);
    ax[i] = q.x;
    ay[i] = q.y;
    az[i] = q.z;
    w[i] = q.w;
  }
  for (size_t i = 0; i < rotations_; ++i) {
    pose_.rotations[bones_[i]] = {ax[i], ay[i], az[i], w[i]};
  }
  for (size_t i = rotations_; i < tracks(); ++i) {
    pose_.translations[bones_[i]] = {ax[i] + u * (bx[i] - ax[i]),
                                     ay[i] + u * (by[i] - ay[i]),
                                     az[i] + u * (bz[i] - az[i])};
  }
  pose_.ToTransforms(transforms);
}

}  // namespace clipguard::bench
