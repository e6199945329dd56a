// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files of each family as JSON, and back, with every bit of their numbers.

#ifndef CLIPGUARD_ACTIONS_CONVERT_FORMS_FAMILY_JSON_H_
#define CLIPGUARD_ACTIONS_CONVERT_FORMS_FAMILY_JSON_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/piece_writer.h"
#include "parser/json/json_document.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Recordings as JSON, and back, with every bit: what was read comes out again
// byte for byte.

void WriteRecordingJson(const mrtk::InputAnimationView& view, PieceWriter& out);

// A recording's file that is made of JSON whenever it is written. Thread-safe.
class RecordingOfJson {
 public:
  const mrtk::FileLayout& layout() const { return layout_; }

  // How many bytes are written.
  uint64_t size() const;
  void WriteTo(WriteBytes write) const;

 private:
  friend class RecordingReader;

  // Where its lists of numbers are.
  struct Curve {
    int32_t pre_wrap = 0;
    int32_t post_wrap = 0;
    bool full = false;
    uint32_t keys = 0;
    std::array<JsonNode, 7> columns = {};
  };

  explicit RecordingOfJson(JsonDocument json) : json_(std::move(json)) {}

  JsonDocument json_;
  mrtk::FileLayout layout_;
  std::vector<uint8_t> before_;  // the curves
  std::vector<Curve> curves_;
  std::vector<uint8_t> after_;
};

// InvalidArgument, with path and byte, if the text is not of that form, or of a
// layout that cannot hold it. Values are not judged. The bytes must outlive the
// result. Takes eight bytes for each value of the JSON, and three for those of
// long lists.
absl::StatusOr<RecordingOfJson> ReadRecordingJson(
    std::span<const uint8_t> bytes, const Limits& limits);

// Characters as JSON, and back, with every bit of their numbers.

void WriteCharacterJson(const m3d::Character& character, PieceWriter& out);

// A character and what its names look into.
class CharacterOfJson {
 public:
  virtual ~CharacterOfJson() = default;
  m3d::Character character;
};

// InvalidArgument, with path and byte, if the text is not of that form. Whether
// arrays fit each other, and indices are in range, is for
// m3d::WriteCharacter() to judge. The bytes must outlive the result.
absl::StatusOr<std::unique_ptr<CharacterOfJson>> ReadCharacterJson(
    std::span<const uint8_t> bytes, const Limits& limits);

// Captures of XR Hands as JSON, and back to the byte.

// REQUIRES: a capture without errors.
void WriteCaptureJson(std::span<const uint8_t> capture, PieceWriter& out);

// InvalidArgument, with path and byte, if the text is not of that form. Values
// are not judged. Takes eight bytes for each value of the JSON, and the result.
absl::StatusOr<std::vector<uint8_t>> ReadCaptureJson(
    std::span<const uint8_t> bytes, const Limits& limits);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_FORMS_FAMILY_JSON_H_
