// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A capture without errors becomes JSON and is the same bytes again; it becomes
// a recording without errors, and one of the other version without errors.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/targets/conversion_targets.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "fuzz/xrhands/fuzz_format.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/xrhands/validate.h"

namespace clipguard {
namespace {

using Bytes = std::span<const uint8_t>;

std::vector<uint8_t> Become(Bytes bytes, std::optional<Format> format,
                            std::string_view target) {
  FindingList losses;
  const auto converted = actions::FindConversionTarget(target)->convert(
      {.bytes = bytes, .format = format}, {}, losses);
  CLIPGUARD_CHECK(converted.ok());
  std::vector<uint8_t> out;
  (*converted)->WriteTo([&](Bytes piece) {
    out.insert(out.end(), piece.begin(), piece.end());
  });
  CLIPGUARD_CHECK(out.size() == (*converted)->size());
  return out;
}

void Run(Bytes bytes) {
  FindingList findings;
  if (!xrhands::ReadAndValidate(bytes, {}, findings)) return;
  CLIPGUARD_STAGE("converted");
  const auto json = Become(bytes, Format::kXrHands, "json");
  const auto again = Become(json, std::nullopt, "handsbin");
  CLIPGUARD_CHECK(std::ranges::equal(bytes, again));
  FindingList of_recording;
  mrtk::ReadAndValidate(Become(bytes, Format::kXrHands, "mrtk"), {},
                        of_recording);
  CLIPGUARD_CHECK(of_recording.errors() == 0);
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
