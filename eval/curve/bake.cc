// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/curve/bake.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <system_error>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "eval/curve/curve.h"
#include "parser/mrtk/format.h"

namespace clipguard::eval {
namespace {

using mrtk::CurveSlot;
using mrtk::CurveView;

// Frames and channels that are sampled before their rows are written: 64 kB of
// values. Fewer frames would fit into the first-level cache, but each curve
// would have to find its keys more often.
constexpr size_t kFrames = 1024;
constexpr size_t kBakedChannels = 16;
// A column's length: not a power of two, which would put the columns into the
// same places of the cache.
constexpr size_t kColumn = kFrames + 16;
// Bytes from what is written of a row to the last byte of what is next.
constexpr uintptr_t kNextByte = kBakedChannels * sizeof(float) - 1;

struct Channel {
  CurveView curve;
  bool boolean = false;
};

std::vector<Channel> ChannelsOf(const mrtk::InputAnimationView& view) {
  std::vector<Channel> channels;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    const CurveSlot slot(i);
    if (!view.has_curve(slot)) continue;
    channels.push_back({view.curve(slot), slot.is_boolean()});
  }
  return channels;
}

class Baker {
 public:
  Baker() : times_(kFrames), columns_(kBakedChannels * kColumn) {}

  // Writes the rows of frames `begin` to `end`.
  void Bake(std::span<const Channel> channels, const BakeGrid& grid,
            size_t begin, size_t end, Kernel kernel, float* values) {
    for (size_t f = begin; f < end; f += kFrames) {
      const size_t count = std::min(kFrames, end - f);
      for (size_t i = 0; i < count; ++i) times_[i] = grid.time(f + i);
      for (size_t c = 0; c < channels.size(); c += kBakedChannels) {
        const size_t some = std::min(kBakedChannels, channels.size() - c);
        for (size_t k = 0; k < some; ++k) {
          if (c + k + 1 < channels.size()) {
            AskForKeys(channels[c + k + 1].curve, f, f + count, grid.frames);
          }
          Sample(channels[c + k], count, kernel, &columns_[k * kColumn]);
        }
        WriteRows(count, some, channels.size(),
                  values + f * channels.size() + c);
      }
    }
  }

 private:
  // Prefetches the keys of some of all frames, as if both were spread evenly;
  // no more than kMost bytes.
  static void AskForKeys(const CurveView& curve, size_t begin, size_t end,
                         size_t frames) {
    constexpr size_t kLine = 64;
    constexpr size_t kMost = kFrames * sizeof(mrtk::Keyframe);
    const std::span<const uint8_t> bytes = curve.key_bytes();
    const auto at = [&](uint64_t frame) {
      return static_cast<size_t>(
          std::min<uint64_t>(bytes.size() * frame / frames, bytes.size()));
    };
    const size_t first = at(begin);
    const size_t last = at(end);
    for (size_t i = first; i < last && i < first + kMost; i += kLine) {
      __builtin_prefetch(bytes.data() + i);
    }
  }

  void Sample(const Channel& channel, size_t count, Kernel kernel,
              float* column) {
    const std::span<const float> times(times_.data(), count);
    if (!channel.boolean) {
      SampleCurve(channel.curve, times, {column, count}, kernel);
      return;
    }
    SampleBoolean(channel.curve, times, {column, count});
  }

  void WriteRows(size_t count, size_t some, size_t stride, float* rows) const {
    for (size_t i = 0; i < count; ++i) {
      float* const row = rows + i * stride;
      // Prefetches the next bytes to be written of this row, because hardware
      // prefetchers do not follow a stride of this length. After the last
      // channel the prefetch is useless, and its address may lie past the
      // matrix.
      __builtin_prefetch(reinterpret_cast<const void*>(
          reinterpret_cast<uintptr_t>(row + some) + kNextByte));
      const float* const column = columns_.data() + i;
      for (size_t k = 0; k < some; ++k) row[k] = column[k * kColumn];
    }
  }

  std::vector<float> times_;
  std::vector<float> columns_;
};

// Calls bake(baker, begin, end) for parts that together are [0, frames), each
// in a thread of its own; in fewer than `threads` if there is little to do, or
// no more are to be had.
template <typename Function>
void ForFrameParts(size_t frames, size_t channels, size_t threads,
                   const Function& bake) {
  // A thread is not worth its while for less.
  constexpr size_t kLeastValues = 100'000;
  threads = std::clamp<size_t>(
      threads, 1, std::max<size_t>(1, frames * channels / kLeastValues));
  const auto begin_of = [&](size_t part) { return frames * part / threads; };
  // Allocates here everything that may run out of memory, not in a thread.
  std::vector<Baker> bakers(threads);
  std::vector<std::thread> others;
  others.reserve(threads);
  for (size_t part = 1; part < threads; ++part) {
    try {
      others.emplace_back(bake, std::ref(bakers[part]), begin_of(part),
                          begin_of(part + 1));
    } catch (const std::system_error&) {
      // No more threads are to be had.
      bake(bakers[part], begin_of(part), begin_of(part + 1));
    }
  }
  bake(bakers[0], 0, begin_of(1));
  for (std::thread& other : others) other.join();
}

}  // namespace

float BakeGrid::time(size_t frame) const {
  return static_cast<float>(from + static_cast<double>(frame) / fps);
}

size_t CountChannels(const mrtk::InputAnimationView& view) {
  size_t count = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    count += view.has_curve(CurveSlot(i)) ? 1 : 0;
  }
  return count;
}

absl::StatusOr<BakeGrid> WholeClip(const mrtk::InputAnimationView& view,
                                   double fps, size_t most_values) {
  if (!std::isfinite(fps) || fps <= 0) {
    return absl::InvalidArgumentError(
        absl::StrCat(fps, " frames a second are none"));
  }
  const std::vector<Channel> channels = ChannelsOf(view);
  float end = 0;
  for (const auto& [curve, boolean] : channels) {
    if (!curve.empty()) end = std::max(end, curve.time(curve.size() - 1));
  }
  const double frames = std::floor(double{end} * fps) + 1;
  const size_t most = most_values / std::max<size_t>(channels.size(), 1);
  // Infinite where the double does not suffice.
  if (!(frames <= static_cast<double>(most))) {
    return absl::ResourceExhaustedError(absl::StrCat(
        end, " seconds at ", fps, " frames a second are more than ", most,
        " frames of ", channels.size(), " channels"));
  }
  return BakeGrid{.from = 0, .fps = fps, .frames = static_cast<size_t>(frames)};
}

bool Bake(const mrtk::InputAnimationView& view, const BakeGrid& grid,
          std::span<float> values, size_t threads, Kernel kernel) {
  const std::vector<Channel> channels = ChannelsOf(view);
  if (channels.empty()) return true;
  if (values.size() / channels.size() < grid.frames) return false;
  ForFrameParts(grid.frames, channels.size(), threads,
                [&](Baker& baker, size_t begin, size_t end) {
                  baker.Bake(channels, grid, begin, end, kernel, values.data());
                });
  return true;
}

}  // namespace clipguard::eval
