// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A promise of the safe repair of captures, for tests and fuzz targets: one
// damaged byte costs at most the frame that has it.

#ifndef CLIPGUARD_ACTIONS_REPAIR_XRHANDS_DAMAGED_BYTE_H_
#define CLIPGUARD_ACTIONS_REPAIR_XRHANDS_DAMAGED_BYTE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "actions/repair/xrhands/capture.h"
#include "parser/xrhands/capture.h"

namespace clipguard::actions {

// Whether the promise says anything of the capture. A last frame of zeros
// cannot be told from zeros that were appended.
inline bool HasPromise(const xrhands::CaptureView& sound) {
  if (sound.frames() == 0) return false;
  const auto last =
      sound.bytes().subspan(sound.frame_offset(sound.frames() - 1));
  return std::ranges::any_of(last, [](uint8_t byte) { return byte != 0; });
}

// Damages a byte of a capture without findings, of which HasPromise(), and
// repairs that safely. All other frames have to stay byte for byte;
// only a damaged last frame may be cut off. Returns what does not hold, or
// null.
inline const char* CostOfDamagedByte(const xrhands::CaptureView& sound,
                                     size_t at, uint8_t value) {
  const std::span<const uint8_t> was = sound.bytes();
  std::vector<uint8_t> damaged(was.begin(), was.end());
  damaged[at] = value;
  const Repaired repaired = RepairCapture(damaged, {}, {});
  if (!repaired.changed()) return nullptr;
  const std::span<const uint8_t> now = repaired.bytes;
  const size_t frames = sound.frame_offset(0);
  if (at < frames) {
    const auto all = was.subspan(frames);
    return now.size() >= all.size() &&
                   std::ranges::equal(now.last(all.size()), all)
               ? nullptr
               : "a damaged header costs frames";
  }
  size_t i = 0;
  while (sound.frame_offset(i + 1) <= at) ++i;
  const size_t begin = sound.frame_offset(i);
  const auto before = was.subspan(frames, begin - frames);
  if (now.size() < begin ||
      !std::ranges::equal(now.subspan(frames, before.size()), before)) {
    return "a damaged frame costs those before it";
  }
  if (now.size() != was.size()) {
    return i + 1 == sound.frames() ? nullptr
                                   : "a damaged frame costs those behind it";
  }
  for (size_t k = begin; k < now.size(); ++k) {
    if (now[k] != was[k] && k != at) return "a sound byte is overwritten";
  }
  return nullptr;
}

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_XRHANDS_DAMAGED_BYTE_H_
