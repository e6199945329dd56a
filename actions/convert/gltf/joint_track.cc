// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/joint_track.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace clipguard::actions::gltf {

TimesHasher::TimesHasher() {
  // Chooses the fastest code; what it computes is the same without it.
  static const int chosen = sodium_init();
  static_cast<void>(chosen);
  crypto_generichash_init(&state_, nullptr, 0, sizeof(TimesDigest));
}

void TimesHasher::Flush() {
  crypto_generichash_update(&state_,
                            reinterpret_cast<const uint8_t*>(times_.data()),
                            count_ * sizeof(float));
  count_ = 0;
}

TimesDigest TimesHasher::Finish() {
  Flush();
  TimesDigest digest;
  crypto_generichash_final(&state_, digest.data(), digest.size());
  return digest;
}

TimesDigest DigestOf(std::span<const float> times) {
  TimesHasher hasher;
  for (const float time : times) hasher.Add(time);
  return hasher.Finish();
}

void TrackNotes::Take(float time, std::span<const float> value) {
  std::array<float, 4> all = {};
  std::ranges::copy(value, all.begin());
  if (track_.keyframes == 0) {
    track_.first_time = time;
    track_.only_value = all;
  } else if (track_.only_value && *track_.only_value != all) {
    track_.only_value.reset();
  }
  ++track_.keyframes;
  track_.last_time = time;
  hasher_.Add(time);
  floats_ += 1 + value.size();
  if (floats_ > most_kept_) track_.kept.reset();
  if (!track_.kept) return;
  track_.kept->times.push_back(time);
  for (const float part : value) track_.kept->values.push_back(part);
}

void TrackNotes::Finish() {
  track_.times_digest = hasher_.Finish();
  if (track_.kept) most_kept_ -= floats_;
}

}  // namespace clipguard::actions::gltf
