// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/gltf/glb_json.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "parser/forge/json_document.h"
#include "rescue/forms/model_json.h"
#include "rescue/gltf/original.h"

namespace clipguard::rescue::gltf {

using forge::JsonDocument;
using forge::JsonNode;

absl::StatusOr<GlbJson> ReadGlbJson(std::span<const uint8_t> glb,
                                    const Limits& limits) {
  const auto chunks = ReadGlbChunks(glb, limits);
  if (!chunks.ok()) return chunks.status();
  auto json = ReadModelJson(chunks->json, limits);
  if (!json.ok()) return json.status();
  return GlbJson{.chunks = *chunks, .json = *std::move(json)};
}

void DemandSource(std::string_view source, std::string_view what,
                  ModelJsonReader& in) {
  const JsonNode asset = in.Member(JsonDocument::kRoot, "asset");
  const auto extras = in.OptionalMember(asset, "extras");
  const auto about =
      extras ? in.OptionalMember(*extras, "clipguard") : std::nullopt;
  const auto made_of =
      about ? in.OptionalMember(*about, "source") : std::nullopt;
  if (!made_of || in.Name(*made_of) != source) {
    in.Refuse(absl::StrFormat("this .glb is not one that clipguard made of %s",
                              what));
  }
  if (in.OptionalMember(JsonDocument::kRoot, "extensionsRequired")) {
    in.Refuse("it demands extensions of glTF");
  }
}

}  // namespace clipguard::rescue::gltf
