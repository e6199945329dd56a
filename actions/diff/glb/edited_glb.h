// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// .glb files of any family, and the same as somebody changed them, for tests.

#ifndef CLIPGUARD_ACTIONS_DIFF_GLB_EDITED_GLB_H_
#define CLIPGUARD_ACTIONS_DIFF_GLB_EDITED_GLB_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/glb_check.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/diff/comparison.h"
#include "actions/diff/glb/glb_edits.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"

namespace clipguard::actions {

inline std::vector<uint8_t> ConvertedGlb(
    std::span<const uint8_t> bytes, Format format, FindingList& losses,
    const ConversionOptions& options = {}) {
  const auto glb =
      ConvertToGlb({.bytes = bytes, .format = format}, options, losses);
  EXPECT_TRUE(glb.ok()) << glb.status();
  return glb.ok() ? gltf::BytesOf(**glb) : std::vector<uint8_t>();
}

// As ReplacedInJson(), which is expected to find something.
inline std::vector<uint8_t> WithJson(const std::vector<uint8_t>& glb,
                                     std::string_view from, std::string_view to,
                                     size_t nth = 0) {
  const auto edited = ReplacedInJson(glb, from, to, nth);
  EXPECT_TRUE(edited) << from;
  return edited.value_or(glb);
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

// Whatever of it is changed, it is not the same. Makes at least as many edits.
template <typename Pair>
void ExpectEachEditIsFoundOrRefused(const Pair& pair, size_t least) {
  size_t tried = 0;
  for (const GlbEdit& edit : kGlbEdits) {
    const auto edited = ReplacedInJson(pair.glb(), edit.from, edit.to);
    if (!edited) continue;
    ++tried;
    const std::string differences = pair.Differences(*edited);
    if (edit.is_seen) {
      EXPECT_NE(differences, "") << edit.from << edit.to;
    }
  }
  EXPECT_GE(tried, least);
}

// Any few bytes may be others: that does not crash.
template <typename Pair>
void CompareWithMutatedBytes(const Pair& pair) {
  std::mt19937 random(7);
  for (size_t i = 0; i < 3000; ++i) {
    std::vector<uint8_t> glb = pair.glb();
    for (size_t k = 0; k <= i % 3; ++k) {
      glb[random() % glb.size()] = static_cast<uint8_t>(random());
    }
    pair.Differences(glb);
  }
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

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_DIFF_GLB_EDITED_GLB_H_
