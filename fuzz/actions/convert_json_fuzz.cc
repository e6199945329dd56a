// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// JSON of models from strangers: refused with a reason, or read; what was read
// and can be written is the same again as JSON. Files that are no JSON become
// JSON and come back. Memory is a small multiple of the input.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/convert/forms/family_json.h"
#include "base/piece_writer.h"
#include "base/text_of.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/heap_promise.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/stages.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/format.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/write_character.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard {
namespace {

constexpr fuzz::HeapPromise kHeap = {uint64_t{2} << 20, 64};

std::vector<uint8_t> Written(const actions::RecordingOfJson& recording) {
  std::vector<uint8_t> bytes;
  recording.WriteTo([&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  CLIPGUARD_CHECK(bytes.size() == recording.size());
  return bytes;
}

// `write` is WriteRecordingJson() or WriteCharacterJson().
template <typename Model, typename Writer>
std::string JsonOf(const Model& model, Writer write) {
  std::string text;
  const auto append = [&](std::span<const uint8_t> piece) {
    text.append(piece.begin(), piece.end());
  };
  PieceWriter out(append);
  write(model, out);
  out.Flush();
  return text;
}

// Output in pieces equals the copy in memory.
void CheckPieces(const mrtk::InputAnimationView& view,
                 const std::vector<uint8_t>& expected) {
  std::vector<uint8_t> bytes;
  mrtk::WriteRecording(view, mrtk::LayoutOf(view),
                       [&](std::span<const uint8_t> piece) {
                         bytes.insert(bytes.end(), piece.begin(), piece.end());
                       });
  CLIPGUARD_CHECK(bytes == expected);
  CLIPGUARD_CHECK(mrtk::WrittenSize(view, mrtk::LayoutOf(view)) ==
                  bytes.size());
}

// A recording's bytes, as JSON and back.
void CheckRecording(std::span<const uint8_t> bytes, mrtk::KeyLayout layout) {
  FindingList findings;
  const auto view = mrtk::ReadDamagedInputAnimation(
      bytes, {.layout = layout, .limits = {}}, findings);
  if (!view) return;
  CLIPGUARD_STAGE("recording");
  const std::string json = JsonOf(*view, actions::WriteRecordingJson);
  const auto back = actions::ReadRecordingJson(BytesOf(json), {});
  CLIPGUARD_CHECK(back.ok());
  CLIPGUARD_CHECK(back->layout() == mrtk::LayoutOf(*view));
  const auto expected =
      mrtk::WriteInputAnimation(mrtk::CopyOf(*view), back->layout());
  CLIPGUARD_CHECK(expected.ok());
  // Byte for byte, whatever is unusual about it.
  FindingList errors;
  if (mrtk::ReadInputAnimation(bytes, {.layout = layout, .limits = {}},
                               errors)) {
    CLIPGUARD_CHECK(std::ranges::equal(Written(*back), bytes));
  }
  CheckPieces(*view, *expected);
}

// Whether nothing of materials is lost between two dialects: they are the same,
// or the two of D3D11.
bool HaveTheSameMaterials(m3d::Dialect a, m3d::Dialect b) {
  const auto is_d3d11 = [](m3d::Dialect dialect) {
    return dialect == m3d::Dialect::kD3D11 || dialect == m3d::Dialect::kDashed;
  };
  return a == b || (is_d3d11(a) && is_d3d11(b));
}

// A character that a dialect can represent reads back, and is written as the
// same text again.
void CheckDialects(const m3d::Character& character) {
  for (const m3d::Dialect dialect :
       {m3d::Dialect::kD3D12, m3d::Dialect::kD3D11, m3d::Dialect::kDashed,
        m3d::Dialect::kD3D10}) {
    const auto text = m3d::WriteCharacter(character, dialect);
    if (!text.ok()) continue;
    CLIPGUARD_STAGE("dialect");
    FindingList findings;
    const auto back = m3d::ReadCharacter(BytesOf(*text), {}, findings);
    CLIPGUARD_CHECK(back.has_value());
    CLIPGUARD_CHECK(back->materials.empty() || back->dialect == dialect);
    CLIPGUARD_CHECK(m3d::WriteCharacter(*back, dialect).value() == *text);
    if (HaveTheSameMaterials(dialect, character.dialect)) {
      CLIPGUARD_CHECK(back->materials == character.materials);
    }
  }
}

void CheckCharacter(std::span<const uint8_t> bytes) {
  FindingList findings;
  const auto character = m3d::ReadCharacter(bytes, {}, findings);
  if (!character) return;
  CLIPGUARD_STAGE("character");
  CheckDialects(*character);
  const std::string json = JsonOf(*character, actions::WriteCharacterJson);
  const auto back = actions::ReadCharacterJson(BytesOf(json), {});
  CLIPGUARD_CHECK(back.ok());
  CLIPGUARD_CHECK(JsonOf((*back)->character, actions::WriteCharacterJson) ==
                  json);
}

void CheckJson(std::span<const uint8_t> bytes) {
  const auto recording = actions::ReadRecordingJson(bytes, {});
  if (fuzz::IsThere(recording)) {
    CLIPGUARD_STAGE("JSON of a recording");
    CheckRecording(Written(*recording), recording->layout().keys);
  }
  if (const auto read = actions::ReadCharacterJson(bytes, {}); read.ok()) {
    CLIPGUARD_STAGE("JSON of a character");
    const m3d::Character& character = (*read)->character;
    const auto text = m3d::WriteCharacter(character, character.dialect);
    if (text.ok()) CheckCharacter(BytesOf(*text));
  }
}

void Run(std::span<const uint8_t> bytes) {
  CLIPGUARD_STAGE("executed");
  fuzz::WithinHeap(kHeap, bytes.size(), [&] { CheckJson(bytes); });
  CheckRecording(bytes, mrtk::KeyLayout::kCompact);
  CheckRecording(bytes, mrtk::KeyLayout::kFull);
  CheckCharacter(bytes);
}

constexpr fuzz::Inputs kInputs = {
    .seeds = "fuzz/corpus/json corpus/m3d corpus/mrtk",
    .dictionary = "fuzz/forge/forge.dict"};
CLIPGUARD_FUZZ_PROPERTY(convert_json, Run, kInputs);

}  // namespace
}  // namespace clipguard
