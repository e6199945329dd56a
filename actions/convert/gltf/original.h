// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The file that a .glb was made of, kept in it byte for byte: a buffer view
// that nothing in the scene uses, and what asset.extras.clipguardOriginal says
// of it.
//
//   { "bufferView": 7, "bytes": 1743988, "format": "mrtk", "blake2b": "9f.." }

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_ORIGINAL_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_ORIGINAL_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/scene.h"  // IWYU pragma: export
#include "parser/limits.h"

namespace clipguard::actions::gltf {

// Whether it begins as a .glb does. Whether it is one, OriginalIn() says.
bool IsGlb(std::span<const uint8_t> bytes);

// BLAKE2b, 256 bits, in hexadecimal. Nobody can make two contents of one hash.
std::string HashOf(std::span<const uint8_t> bytes);

// The original in a .glb, a part of its bytes. They may be anybody's: nothing
// outside them is read, and memory is a small multiple of the JSON chunk. With
// a reason for people: InvalidArgument if it is no .glb, its lengths do not fit
// each other, or the original, or what is said of it, is not what was put in;
// ResourceExhausted if the JSON is longer than `limits.json_bytes`; NotFound if
// it says of no original of that family, or of none, if `family` is empty.
absl::StatusOr<std::span<const uint8_t>> OriginalIn(
    std::span<const uint8_t> glb, std::string_view family,
    const Limits& limits = {});

// The conversion of a .glb to the file of that family that it was made of. As
// OriginalIn().
absl::StatusOr<std::unique_ptr<Converted>> ConvertBack(const ParsedFile& file,
                                                       std::string_view family);

}  // namespace clipguard::actions::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_ORIGINAL_H_
