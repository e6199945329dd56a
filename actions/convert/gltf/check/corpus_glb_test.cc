// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The corpus' recordings as .glb: which become one, and what the others lose.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/check/test_glb.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/test_converted.h"
#include "corpus/corpus_file.h"
#include "corpus/formats.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "parser/detect/format.h"
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
    const auto glb = ConvertToGlb(Parsed(file.bytes, Format::kMrtk),
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
                       ElementsAre("camera.rotation.x @55 x1")),
                  Pair("mrtk/warnings/rotation-sign-flips.bin",
                       ElementsAre("camera.rotation.x @55 x1")),
                  Pair("mrtk/warnings/rotation-sign-flips.one-key.bin",
                       ElementsAre("camera.rotation.x @55 x1"))));
}

// From bytes alone: what validation says comes first, and what is converted
// are the same bytes.
TEST(CorpusGlbTest, ValidatesAndConvertsWhatIsSound) {
  std::map<Format, size_t> converted;
  for (const corpus::CorpusFormat* format : corpus::AllFormats()) {
    for (const corpus::CorpusFile& file : format->generate()) {
      const std::optional<Format> detected = DetectFormat(file.bytes);
      FindingList findings;
      FindingList notes;
      const ConversionOptions options = {.notes = &notes};
      SCOPED_TRACE(file.name);
      const auto glb =
          ConvertToGlb(ParseFile(file.bytes, {}, findings), options, findings);
      if (!detected || (!glb.ok() && findings.errors() != 0)) {
        EXPECT_FALSE(glb.ok());
        continue;
      }
      FindingList losses;
      FindingList same_notes;
      const auto same = ConvertToGlb(Parsed(file.bytes, detected),
                                     {.notes = &same_notes}, losses);
      EXPECT_EQ(glb.status(), same.status());
      if (!glb.ok()) continue;
      ++converted[*detected];
      EXPECT_EQ(WrittenBytes(**glb), WrittenBytes(**same));
      EXPECT_EQ(findings.errors(), losses.errors());
      EXPECT_EQ(notes.findings().size(), same_notes.findings().size());
    }
  }
  EXPECT_EQ(converted.size(), kFormatCount);
  EXPECT_GE(converted[Format::kMrtk], 40u);
}

}  // namespace
}  // namespace clipguard::actions
