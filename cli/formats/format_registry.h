// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The families that this program knows.

#ifndef CLIPGUARD_CLI_FORMATS_FORMAT_REGISTRY_H_
#define CLIPGUARD_CLI_FORMATS_FORMAT_REGISTRY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/formats/format_handler.h"

namespace clipguard::cli {

const FormatHandler& HandlerOf(Format format);

// The names that --layout takes.
std::span<const std::string_view> LayoutNames();

// Returns the format that a path suggests for content that none fits: of
// Forge, assets/DOMAIN/armatures/PATH.json and assets/DOMAIN/asms/PATH.json, by
// the path's spelling from the root; of XR Hands PATH.handsbin; of an empty
// file also PATH.m3d, as others' files of that name are not empty.
std::optional<Format> FormatOfPath(std::string_view path, bool is_empty);

// Whether it is PATH.animation.json, and Bedrock's: what `convert --to=bedrock`
// writes beside an armature.
bool IsBedrockAnimation(std::string_view path, std::span<const uint8_t> bytes);

// Whether it is a baseline or a ledger, which lie beside files that are
// checked.
bool IsOwnFile(std::span<const uint8_t> bytes);

// Whether content that no family fits was once ours: a text that looks like an
// .m3d character, by a banner or counts; a recording that was taken for text.
bool IsLikeOurs(std::span<const uint8_t> bytes);

// Whether it begins as other programs' files do: a compressed file, a page.
bool HasOtherSignature(std::span<const uint8_t> bytes);

// Describes content that no family fits, as far as its first bytes, or a JSON
// text's keys, tell: a string literal, "a JPEG image", "an empty file",
// "something else".
std::string_view KindOfUnknown(std::span<const uint8_t> bytes);

// The same with the first bytes: "a JPEG image (ff d8 ff e0)".
std::string DescribeUnknown(std::span<const uint8_t> bytes);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_FORMAT_REGISTRY_H_
