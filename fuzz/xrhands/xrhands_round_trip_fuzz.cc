// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A capture without errors becomes JSON and is the same bytes again; it becomes
// a recording without errors that is as long, and of which its frames come
// back, and one of the other version without errors.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "actions/capture/capture_sampler.h"
#include "actions/convert/conversion.h"
#include "actions/convert/targets/conversion_targets.h"
#include "actions/convert/test_converted.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "fuzz/xrhands/fuzz_format.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/capture.h"
#include "parser/xrhands/validate.h"

namespace clipguard {
namespace {

using Bytes = std::span<const uint8_t>;

std::vector<uint8_t> Become(Bytes bytes, std::optional<Format> format,
                            std::string_view target) {
  FindingList losses;
  const auto converted = actions::FindConversionTarget(target)->convert(
      actions::Parsed(bytes, format), {}, losses);
  CLIPGUARD_CHECK(converted.ok());
  std::vector<uint8_t> out;
  (*converted)->WriteTo([&](Bytes piece) {
    out.insert(out.end(), piece.begin(), piece.end());
  });
  CLIPGUARD_CHECK(out.size() == (*converted)->size());
  return out;
}

// Frames that are apart, at times that float32 has finely.
bool AreApart(const std::vector<float>& times) {
  constexpr float kLatest = 4096;
  for (size_t i = 0; i < times.size(); ++i) {
    if (!(times[i] >= 0 && times[i] <= kLatest)) return false;
    if (i > 0 && times[i] - times[i - 1] < 2e-3f) return false;
  }
  return !times.empty();
}

void CheckRecording(const xrhands::CaptureView& capture) {
  const actions::CaptureSampler was(capture, actions::FrameTimes::kTrue);
  if (!AreApart(was.times())) return;
  const auto recording = Become(capture.bytes(), Format::kXrHands, "mrtk");
  FindingList ignored;
  const auto view = mrtk::ReadInputAnimation(recording, {}, ignored);
  CLIPGUARD_CHECK(view.has_value());
  CLIPGUARD_CHECK(view->Duration() == was.last_time());
  CLIPGUARD_STAGE("frames");
  const auto bytes = Become(recording, Format::kMrtk, "handsbin");
  const auto back = xrhands::ReadCapture(bytes, {}, ignored);
  CLIPGUARD_CHECK(back.has_value());
  const actions::CaptureSampler is(*back, actions::FrameTimes::kTrue);
  CLIPGUARD_CHECK(is.times().size() == was.times().size());
  for (size_t i = 0; i < is.times().size(); ++i) {
    for (size_t h = 0; h < 2; ++h) {
      CLIPGUARD_CHECK(is.At(is.times()[i]).Shown(h) ==
                      was.At(was.times()[i]).Shown(h));
    }
  }
}

void Run(Bytes bytes) {
  FindingList findings;
  const auto capture = xrhands::ReadAndValidate(bytes, {}, findings);
  if (!capture) return;
  CLIPGUARD_STAGE("converted");
  const auto json = Become(bytes, Format::kXrHands, "json");
  const auto again = Become(json, std::nullopt, "handsbin");
  CLIPGUARD_CHECK(std::ranges::equal(bytes, again));
  FindingList of_recording;
  mrtk::ReadAndValidate(Become(bytes, Format::kXrHands, "mrtk"), {},
                        of_recording);
  CLIPGUARD_CHECK(of_recording.errors() == 0);
  CheckRecording(*capture);
  for (const std::string_view target : {"handsbin", "handsbin-1"}) {
    FindingList of_other;
    xrhands::ReadAndValidate(Become(bytes, Format::kXrHands, target), {},
                             of_other);
    CLIPGUARD_CHECK(of_other.errors() == 0);
  }
}

CLIPGUARD_FUZZ_PROPERTY(xrhands_round_trip, Run, fuzz::kXrHandsFuzzing.inputs);

}  // namespace
}  // namespace clipguard
