// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a conversion of a character to .glb promises: whatever is valid becomes
// a sound .glb, or is refused with a reason; there and back gives the same
// bytes; and memory is a small multiple of the file.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/validate.h"
#include "rescue/conversion/conversion.h"
#include "rescue/gltf/convert_to_glb.h"
#include "rescue/gltf/glb_check.h"
#include "rescue/gltf/original.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

constexpr uint64_t kSpareBytes = uint64_t{4} << 20;
constexpr uint64_t kBytesPerByte = 64;

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto character = m3d::ReadAndValidate(bytes, {}, findings);
  if (!character) return;
  CLIPGUARD_STAGE("valid");
  const int64_t start = StartPeak();
  FindingList losses;
  const auto converted =
      rescue::ConvertToGlb({.bytes = bytes, .format = Format::kM3d},
                           {.keep_original = true}, losses);
  CLIPGUARD_CHECK(PeakBytesSince(start) <=
                  kSpareBytes + kBytesPerByte * bytes.size());
  if (!converted.ok()) return;
  const std::vector<uint8_t> written = rescue::gltf::BytesOf(**converted);
  CLIPGUARD_CHECK(written.size() == (*converted)->size());
  const rescue::gltf::CheckedGlb glb = rescue::gltf::CheckGlb(written);
  if (!glb.fault.empty()) std::fprintf(stderr, "%s\n", glb.fault.c_str());
  CLIPGUARD_CHECK(glb.fault.empty());
  if (!glb.channels.empty()) CLIPGUARD_STAGE("moves");
  const auto original = rescue::gltf::OriginalIn(written, "m3d");
  CLIPGUARD_CHECK(original.ok() && std::ranges::equal(*original, bytes));
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
