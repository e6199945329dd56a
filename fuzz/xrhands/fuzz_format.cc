// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/xrhands/fuzz_format.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "parser/finding.h"
#include "parser/xrhands/capture.h"

namespace clipguard::fuzz {
namespace {

using Bytes = std::span<const uint8_t>;

std::optional<xrhands::CaptureView> ViewOf(Bytes bytes) {
  FindingList none;
  return xrhands::ReadDamagedCapture(bytes, {}, none);
}

// `frames` in the place of a capture's own.
std::vector<uint8_t> WithFrames(Bytes bytes, const xrhands::CaptureView& view,
                                Bytes frames, size_t count) {
  const size_t at = view.header().frame_count.offset;
  std::vector<uint8_t> out(bytes.begin(),
                           bytes.begin() + static_cast<ptrdiff_t>(at));
  const auto number = static_cast<int32_t>(count);
  out.resize(at + sizeof(number));
  std::memcpy(out.data() + at, &number, sizeof(number));
  out.insert(out.end(), frames.begin(), frames.end());
  return out;
}

Bytes FrameOf(Bytes bytes, const xrhands::CaptureView& view, size_t i) {
  return bytes.subspan(view.frame_offset(i),
                       view.frame_offset(i + 1) - view.frame_offset(i));
}

std::string Grow(std::string_view file, size_t size, Random& random) {
  const Bytes bytes(reinterpret_cast<const uint8_t*>(file.data()), file.size());
  const auto view = ViewOf(bytes);
  if (!view || view->frames() == 0) {
    return std::string(file) + std::string(size, '\0');
  }
  std::vector<uint8_t> frames;
  size_t count = 0;
  for (; count < view->frames(); ++count) {
    const Bytes frame = FrameOf(bytes, *view, count);
    frames.insert(frames.end(), frame.begin(), frame.end());
  }
  const Bytes more = FrameOf(bytes, *view, random.Below(view->frames()));
  // At one time, or at times that ascend.
  const float step = random.OneIn(2) ? 0 : 0.015625f;
  const size_t time_at = view->version() == 1 ? 0 : sizeof(int32_t);
  float time = view->stamp(view->frames() - 1);
  for (size_t grown = 0; grown < size; grown += more.size(), ++count) {
    frames.insert(frames.end(), more.begin(), more.end());
    if (step == 0) continue;
    time += step;
    std::memcpy(frames.data() + frames.size() - more.size() + time_at, &time,
                sizeof(time));
  }
  const auto out = WithFrames(bytes, *view, frames, count);
  return {out.begin(), out.end()};
}

// Plain bytes; or frames that are dropped or repeated, with their number.
size_t Mutate(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
              ByteMutator mutate_bytes) {
  Random random(seed);
  const auto view = ViewOf({data, size});
  if (!view || view->frames() == 0 || random.Below(3) != 0) {
    return mutate_bytes(data, size, max_size);
  }
  std::vector<Bytes> list;
  for (size_t i = 0; i < view->frames(); ++i) {
    list.push_back(FrameOf({data, size}, *view, i));
  }
  if (random.Below(2) == 0) {
    DropSome(list, random);
  } else {
    RepeatOne(list, random);
  }
  std::vector<uint8_t> frames;
  for (const Bytes frame : list) {
    frames.insert(frames.end(), frame.begin(), frame.end());
  }
  const auto out = WithFrames({data, size}, *view, frames, list.size());
  if (out.size() > max_size) return mutate_bytes(data, size, max_size);
  std::ranges::copy(out, data);
  return out.size();
}

// One's header with the other's frames.
size_t CrossOver(Bytes a, Bytes b, uint8_t* out, size_t max_size, uint32_t) {
  const auto first = ViewOf(a);
  const auto second = ViewOf(b);
  std::vector<uint8_t> both(a.begin(), a.end());
  if (first && second) {
    const uint64_t begin = second->frame_offset(0);
    both = WithFrames(
        a, *first,
        b.subspan(begin, second->frame_offset(second->frames()) - begin),
        second->frames());
  }
  const size_t size = std::min(both.size(), max_size);
  std::copy_n(both.begin(), size, out);
  return size;
}

}  // namespace

const FuzzFormat kXrHandsFuzzing = {
    .formats = Format::kXrHands,
    .inputs = {.seeds = "corpus/xrhands fuzz/regressions",
               .dictionary = "fuzz/xrhands/xrhands.dict",
               .mutate = Mutate,
               .cross_over = CrossOver},
    .grow = Grow,
    .spare_operations = 4'000'000,
};

}  // namespace clipguard::fuzz
