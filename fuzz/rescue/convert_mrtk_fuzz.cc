// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// What a conversion of a recording to .glb promises: whatever is valid becomes
// a sound .glb, or is refused with a reason; where nothing is lost, no time is
// farther off than the .glb says; there and back gives the same bytes; and
// memory is a small multiple of the file.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/mrtk/validate.h"
#include "rescue/conversion/conversion.h"
#include "rescue/gltf/convert_to_glb.h"
#include "rescue/gltf/glb_check.h"
#include "rescue/gltf/original.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

constexpr size_t kRandomTimes = 20;
constexpr uint64_t kSpareBytes = uint64_t{4} << 20;
// A file that is made to: 256 keyframes for each key.
constexpr uint64_t kBytesPerByte = 4096;

void Must(const std::string& fault) {
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  CLIPGUARD_CHECK(fault.empty());
}

void Run(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto view = mrtk::ReadAndValidate(bytes, {}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("valid");
  const int64_t start = StartPeak();
  FindingList losses;
  const auto converted =
      rescue::ConvertToGlb({.bytes = bytes, .format = Format::kMrtk},
                           {.keep_original = true}, losses);
  CLIPGUARD_CHECK(PeakBytesSince(start) <=
                  kSpareBytes + kBytesPerByte * bytes.size());
  if (!converted.ok()) return;
  const std::vector<uint8_t> written = rescue::gltf::BytesOf(**converted);
  CLIPGUARD_CHECK(written.size() == (*converted)->size());
  const rescue::gltf::CheckedGlb glb = rescue::gltf::CheckGlb(written);
  Must(glb.fault);
  const auto original = rescue::gltf::OriginalIn(written, "mrtk");
  CLIPGUARD_CHECK(original.ok() && std::ranges::equal(*original, bytes));
  if (!losses.empty()) return;
  CLIPGUARD_STAGE("lossless");
  Must(rescue::gltf::WhatDiffers(*view, glb, kRandomTimes));
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
