// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a conversion of an armature or a state machine to .glb promises:
// whatever is valid becomes a sound .glb, or is refused with a reason; where
// nothing is lost, joints move as in the game, within the .glb's own bound;
// there and back gives the same bytes; and memory is a multiple of the file.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/format.h"
#include "rescue/conversion/conversion.h"
#include "rescue/gltf/armature_check.h"
#include "rescue/gltf/convert_to_glb.h"
#include "rescue/gltf/glb_check.h"
#include "rescue/gltf/original.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

constexpr uint64_t kSpareBytes = uint64_t{4} << 20;
// A sample of two bytes may become 256 keyframes, of 20 bytes each.
constexpr uint64_t kBytesPerByte = 8192;
constexpr size_t kTimes = 20;
// More than these take long, and say no more.
constexpr size_t kMostCompared = 64;

void Run(std::span<const uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                              bytes.size());
  const auto format = DetectFormat(bytes);
  if (!format || rescue::gltf::FamilyOf(*format) != "forge") return;
  FindingList findings;
  const auto armature = forge::ReadArmature(text, {}, findings);
  const bool valid =
      *format == Format::kForgeArmature
          ? armature.has_value()
          : forge::ReadStateMachine(text, {}, findings).has_value();
  if (!valid) return;
  CLIPGUARD_STAGE("valid");
  const int64_t start = StartPeak();
  FindingList losses;
  const auto converted = rescue::ConvertToGlb(
      {.bytes = bytes, .format = format}, {.keep_original = true}, losses);
  CLIPGUARD_CHECK(PeakBytesSince(start) <=
                  kSpareBytes + kBytesPerByte * bytes.size());
  if (!converted.ok()) {
    CLIPGUARD_CHECK(!converted.status().message().empty());
    return;
  }
  const std::vector<uint8_t> written = rescue::gltf::BytesOf(**converted);
  CLIPGUARD_CHECK(written.size() == (*converted)->size());
  const rescue::gltf::CheckedGlb glb = rescue::gltf::CheckGlb(written);
  if (!glb.fault.empty()) std::fprintf(stderr, "%s\n", glb.fault.c_str());
  CLIPGUARD_CHECK(glb.fault.empty());
  const auto original = rescue::gltf::OriginalIn(written, "forge");
  CLIPGUARD_CHECK(original.ok() && std::ranges::equal(*original, bytes));
  if (*format != Format::kForgeArmature || !losses.empty() ||
      armature->joint_clips.size() > kMostCompared) {
    return;
  }
  const auto poses = rescue::gltf::ComparePoses(*armature, glb, kTimes, 1);
  if (poses.compared != 0) CLIPGUARD_STAGE("compared");
  if (poses.excess > 0) std::fprintf(stderr, "off by %g\n", poses.largest);
  CLIPGUARD_CHECK(!(poses.excess > 0));
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
