// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The corpus' recordings as .glb: which become one, and what the others lose.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_glb.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/test_converted.h"
#include "corpus/corpus_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(CorpusGlbTest, SaysWhatIsLost) {
  std::map<std::string, std::vector<std::string>> lost;
  size_t converted = 0;
  for (const corpus::CorpusFile& file : corpus::kMrtkCorpus.generate()) {
    if (corpus::HasErrors(file) || file.layout) continue;
    SCOPED_TRACE(file.name);
    FindingList losses;
    FindingList notes;
    const auto glb =
        ConvertToGlb({.bytes = file.bytes, .format = Format::kMrtk},
                     {.notes = &notes}, losses);
    ASSERT_TRUE(glb.ok()) << glb.status();
    ++converted;
    const std::vector<uint8_t> bytes = WrittenBytes(**glb);
    EXPECT_EQ(bytes.size(), (*glb)->size());
    const gltf::LoadedGlb checked = gltf::LoadGlb(bytes);
    EXPECT_EQ(checked.fault, "");
    if (losses.empty() && notes.empty()) {
      FindingList findings;
      const auto view = mrtk::ReadInputAnimation(file.bytes, {}, findings);
      EXPECT_EQ(gltf::WhatDiffers(*view, checked, gltf::kPlaces), "");
    }
    for (const Finding& finding : losses.findings()) {
      EXPECT_EQ(finding.code, FindingCode::kConversionLoses);
      lost[file.name].push_back(finding.path + " @" +
                                std::to_string(finding.bytes.offset) + " x" +
                                std::to_string(finding.count));
    }
  }
  EXPECT_GE(converted, 40u);
  EXPECT_THAT(
      lost,
      ElementsAre(Pair("mrtk/warnings/curve-overflows.bin",
                       ElementsAre("camera.position.x @19 x1")),
                  Pair("mrtk/warnings/key-weight-out-of-range.bin",
                       ElementsAre("camera.position.x @19 x1")),
                  Pair("mrtk/warnings/key-weight-out-of-range.infinite.bin",
                       ElementsAre("camera.position.x @19 x1")),
                  Pair("mrtk/warnings/key-weight-out-of-range.just-above.bin",
                       ElementsAre("camera.position.x @19 x1")),
                  Pair("mrtk/warnings/rotation-not-unit.zero.bin",
                       ElementsAre("camera.rotation.x @55 x1"))));
}

}  // namespace
}  // namespace clipguard::actions
