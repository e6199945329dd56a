// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The reader of a .glb's original, on any bytes: it gives a part of them, and
// only what their own hash says, or refuses. So that an engine need not guess
// lengths, the bytes are tried as they are, and with lengths that fit.

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "rescue/gltf/original.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

constexpr uint64_t kSpareBytes = uint64_t{1} << 20;
constexpr uint64_t kBytesPerByte = 64;
constexpr size_t kJsonLength = 12;
constexpr size_t kJson = 20;
constexpr size_t kChunkHeader = 8;

void Read(std::span<const uint8_t> bytes) {
  for (const std::string_view family : {"mrtk", "m3d", "forge"}) {
    const int64_t start = StartPeak();
    const auto original = rescue::gltf::OriginalIn(bytes, family);
    CLIPGUARD_CHECK(PeakBytesSince(start) <=
                    kSpareBytes + kBytesPerByte * bytes.size());
    if (!original.ok()) {
      CLIPGUARD_CHECK(!original.status().message().empty());
      continue;
    }
    CLIPGUARD_STAGE("original");
    CLIPGUARD_CHECK(original->data() >= bytes.data() &&
                    original->data() + original->size() <=
                        bytes.data() + bytes.size());
  }
}

void Store(uint32_t value, std::vector<uint8_t>& bytes, size_t at) {
  std::memcpy(bytes.data() + at, &value, sizeof(value));
}

void Run(std::span<const uint8_t> bytes) {
  Read(bytes);
  if (bytes.size() < kJson + kChunkHeader) return;
  std::vector<uint8_t> fitting(bytes.begin(), bytes.end());
  std::memcpy(fitting.data(), "glTF\x02\0\0\0", 8);
  Store(static_cast<uint32_t>(bytes.size()), fitting, 8);
  std::memcpy(fitting.data() + 16, "JSON", 4);
  // The JSON ends where the input says, within what there is.
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + kJsonLength, sizeof(length));
  const size_t most = bytes.size() - kJson - kChunkHeader;
  const auto json = static_cast<uint32_t>(length % (most + 1));
  Store(json, fitting, kJsonLength);
  Store(static_cast<uint32_t>(most - json), fitting, kJson + json);
  std::memcpy(fitting.data() + kJson + json + 4, "BIN\0", 4);
  Read(fitting);
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
