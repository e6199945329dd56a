// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings as JSON, and back, with every bit: what was read comes out again
// byte for byte, as far as the recorder would write it so.

#ifndef CLIPGUARD_RESCUE_FORMS_RECORDING_JSON_H_
#define CLIPGUARD_RESCUE_FORMS_RECORDING_JSON_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/limits.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/piece_writer.h"

namespace clipguard::rescue {

// As the key "clipguard" has it.
inline constexpr std::string_view kRecordingKind = "recording";

void WriteRecordingJson(const mrtk::InputAnimationView& view, PieceWriter& out);

struct RecordingOfJson {
  std::vector<uint8_t> bytes;  // the file
  mrtk::FileLayout layout;
};

// InvalidArgument, with path and byte, if the text is not of that form, or of a
// layout that cannot hold it. Values are not judged. Takes 16 bytes for each
// value of the JSON, 4 of which are the result's.
absl::StatusOr<RecordingOfJson> ReadRecordingJson(
    std::span<const uint8_t> bytes, const Limits& limits);

}  // namespace clipguard::rescue

#endif  // CLIPGUARD_RESCUE_FORMS_RECORDING_JSON_H_
