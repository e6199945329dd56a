// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/html/unpack.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "zlib.h"

namespace clipguard::report {
namespace {

// Bytes of JSON, numbers of 32 bits, of 16 bits, and bytes.
using Sizes = std::array<uint32_t, 4>;

Sizes SizesOf(const std::string& all) {
  Sizes sizes = {};
  std::memcpy(sizes.data(), all.data(), sizeof(sizes));
  return sizes;
}

}  // namespace

std::optional<std::string> Unpacked(std::string_view block) {
  const std::string text(block);
  const size_t space = text.find(' ');
  uint32_t size = 0;
  std::string packed;
  if (space == std::string::npos ||
      !absl::SimpleAtoi(text.substr(0, space), &size) ||
      !absl::Base64Unescape(text.substr(space + 1), &packed)) {
    return std::nullopt;
  }
  std::string out(size, '\0');
  uLongf written = size;
  const int result =
      uncompress(reinterpret_cast<Bytef*>(out.data()), &written,
                 reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (result != Z_OK || written != size) return std::nullopt;
  return out;
}

std::optional<std::string> UnpackedJson(std::string_view block) {
  const std::optional<std::string> all = Unpacked(block);
  if (!all || all->size() < sizeof(Sizes)) return std::nullopt;
  const Sizes sizes = SizesOf(*all);
  const uint64_t numbers =
      uint64_t{4} * sizes[1] + uint64_t{2} * sizes[2] + sizes[3];
  if (sizeof(sizes) + sizes[0] + numbers != all->size()) return std::nullopt;
  return all->substr(sizeof(sizes), sizes[0]);
}

std::vector<float> UnpackedFloats(std::string_view block) {
  const std::optional<std::string> all = Unpacked(block);
  if (!all || !UnpackedJson(block)) return {};
  const Sizes sizes = SizesOf(*all);
  const std::string_view planes =
      std::string_view(*all).substr(sizeof(sizes) + sizes[0]);
  std::vector<float> floats;
  uint32_t last = 0;
  for (size_t i = 0; i < sizes[1]; ++i) {
    for (size_t byte = 0; byte < 4; ++byte) {
      last += uint32_t{static_cast<uint8_t>(planes[byte * sizes[1] + i])}
              << (8 * byte);
    }
    floats.push_back(std::bit_cast<float>(last));
  }
  return floats;
}

}  // namespace clipguard::report
