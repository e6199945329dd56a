// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// .glb files of any family, and the same as somebody changed them, for tests.

#ifndef CLIPGUARD_RESCUE_DIFF_EDITED_GLB_H_
#define CLIPGUARD_RESCUE_DIFF_EDITED_GLB_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "rescue/conversion/conversion.h"
#include "rescue/diff/comparison.h"
#include "rescue/gltf/convert_to_glb.h"

namespace clipguard::rescue {

inline std::vector<uint8_t> ConvertedGlb(std::span<const uint8_t> bytes,
                                         Format format, FindingList& losses,
                                         const ConversionOptions& options = {}) {
  const auto glb =
      ConvertToGlb({.bytes = bytes, .format = format}, options, losses);
  EXPECT_TRUE(glb.ok()) << glb.status();
  std::vector<uint8_t> written;
  if (!glb.ok()) return written;
  (*glb)->WriteTo([&](std::span<const uint8_t> piece) {
    written.insert(written.end(), piece.begin(), piece.end());
  });
  return written;
}

// With `to` in place of the `nth` occurrence of `from` in the JSON, whose
// length changes.
inline std::vector<uint8_t> WithJson(const std::vector<uint8_t>& glb,
                                     std::string_view from,
                                     std::string_view to, size_t nth = 0) {
  constexpr size_t kHeader = 20;
  uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, sizeof(length));
  std::string json(glb.begin() + kHeader, glb.begin() + kHeader + length);
  size_t at = json.find(from);
  for (; nth != 0 && at != std::string::npos; --nth) {
    at = json.find(from, at + 1);
  }
  EXPECT_NE(at, std::string::npos) << from << " in " << json;
  if (at == std::string::npos) return glb;
  json.replace(at, from.size(), to);
  json.append((4 - json.size() % 4) % 4, ' ');
  std::vector<uint8_t> edited(glb.begin(), glb.begin() + kHeader);
  edited.insert(edited.end(), json.begin(), json.end());
  edited.insert(edited.end(), glb.begin() + kHeader + length, glb.end());
  const auto store = [&](size_t value, size_t place) {
    const auto word = static_cast<uint32_t>(value);
    std::memcpy(edited.data() + place, &word, sizeof(word));
  };
  store(edited.size(), 8);
  store(json.size(), 12);
  return edited;
}

// With these floats in place of others, which are side by side in the .glb; -0
// counts as 0.
inline std::vector<uint8_t> WithFloats(std::vector<uint8_t> glb,
                                       const std::vector<float>& from,
                                       const std::vector<float>& to) {
  std::vector<float> all(glb.size() / sizeof(float));
  std::memcpy(all.data(), glb.data(), all.size() * sizeof(float));
  const auto at = std::search(all.begin(), all.end(), from.begin(), from.end());
  EXPECT_NE(at, all.end());
  if (at == all.end()) return glb;
  std::copy(to.begin(), to.end(), at);
  std::memcpy(glb.data(), all.data(), all.size() * sizeof(float));
  return glb;
}

// The differences in meaning, one a line.
inline std::string TextOf(const Comparison& comparison) {
  std::string text;
  for (const Difference& difference : comparison.differences()) {
    if (!difference.meaning) continue;
    text += std::string(ChangeKindName(difference.kind)) + " " +
            std::string(difference.subject) + " " + difference.path + "\n";
  }
  for (const Comparison::Gap& gap : comparison.gaps()) {
    text += "gap " + gap.path + ": " + gap.reason + "\n";
  }
  return text;
}

}  // namespace clipguard::rescue

#endif  // CLIPGUARD_RESCUE_DIFF_EDITED_GLB_H_
