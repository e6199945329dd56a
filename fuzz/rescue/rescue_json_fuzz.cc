// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JSON of models from strangers: refused with a reason, or read; what was read
// and can be written is the same again as JSON. Files that are no JSON become
// JSON and come back. Memory is a small multiple of the input.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fuzz/shared/check.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/write_character.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "rescue/forms/character_json.h"
#include "rescue/forms/recording_json.h"
#include "testing/allocation_counter.h"

namespace clipguard {
namespace {

constexpr uint64_t kSpareBytes = uint64_t{2} << 20;
constexpr uint64_t kBytesPerByte = 64;

std::span<const uint8_t> BytesOf(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

// A recording's bytes, as JSON and back.
void CheckRecording(std::span<const uint8_t> bytes, mrtk::KeyLayout layout) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedInputAnimation(
      bytes, {.layout = layout, .limits = {}}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("recording");
  const std::string json = rescue::WriteRecordingJson(*view);
  const auto back = rescue::ReadRecordingJson(BytesOf(json), {});
  CLIPGUARD_CHECK(back.ok());
  CLIPGUARD_CHECK(back->layout == mrtk::LayoutOf(*view));
  const auto expected =
      mrtk::WriteInputAnimation(mrtk::CopyOf(*view), back->layout);
  const auto written = mrtk::WriteInputAnimation(back->animation, back->layout);
  CLIPGUARD_CHECK(expected.ok() && written.ok() && *expected == *written);
}

void CheckCharacter(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto character = m3d::ReadCharacter(bytes, {}, findings);
  if (!character) return;
  CLIPGUARD_STAGE("character");
  const std::string json = rescue::WriteCharacterJson(*character);
  const auto back = rescue::ReadCharacterJson(BytesOf(json), {});
  CLIPGUARD_CHECK(back.ok());
  CLIPGUARD_CHECK(rescue::WriteCharacterJson((*back)->character) == json);
}

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  const int64_t start = StartPeak();
  if (const auto read = rescue::ReadRecordingJson(bytes, {}); read.ok()) {
    CLIPGUARD_STAGE("JSON of a recording");
    const auto written =
        mrtk::WriteInputAnimation(read->animation, read->layout);
    if (written.ok()) CheckRecording(*written, read->layout.keys);
  } else {
    CLIPGUARD_CHECK(!read.status().message().empty());
  }
  if (const auto read = rescue::ReadCharacterJson(bytes, {}); read.ok()) {
    CLIPGUARD_STAGE("JSON of a character");
    const auto text = m3d::WriteCharacter((*read)->character);
    if (text.ok()) CheckCharacter(BytesOf(*text));
  }
  CLIPGUARD_CHECK(PeakBytesSince(start) <=
                  kSpareBytes + kBytesPerByte * bytes.size());
  CheckRecording(bytes, mrtk::KeyLayout::kCompact);
  CheckRecording(bytes, mrtk::KeyLayout::kFull);
  CheckCharacter(bytes);
}

}  // namespace
}  // namespace clipguard

CLIPGUARD_FUZZ_TARGET(clipguard::Run);
