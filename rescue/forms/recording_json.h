// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings as JSON, and back, with every bit: what was read comes out again
// byte for byte, as far as the recorder would write it so.

#ifndef CLIPGUARD_RESCUE_FORMS_RECORDING_JSON_H_
#define CLIPGUARD_RESCUE_FORMS_RECORDING_JSON_H_

#include <cstdint>
#include <span>
#include <string_view>

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
  mrtk::InputAnimation animation;
  mrtk::FileLayout layout;
};

// InvalidArgument, with path and byte, if the text is not of that form. Values
// are not judged. Takes some 60 bytes a key and 8 a value of the JSON.
absl::StatusOr<RecordingOfJson> ReadRecordingJson(
    std::span<const uint8_t> bytes, const Limits& limits);

}  // namespace clipguard::rescue

#endif  // CLIPGUARD_RESCUE_FORMS_RECORDING_JSON_H_
