// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/glb_json.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "base/byte_cursor.h"
#include "parser/forge/json/json_document.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/original.h"

namespace clipguard::rescue::gltf {

using forge::JsonDocument;
using forge::JsonNode;

namespace {

constexpr std::string_view kUsesExtensions = "it uses extensions of glTF";

// glTF passes over chunks of other types. Of two of one type, some readers
// take the last.
absl::Status CheckMore(std::span<const uint8_t> chunks) {
  ByteCursor in(chunks);
  while (in.remaining() != 0) {
    uint32_t length = 0;
    uint32_t type = 0;
    if (!in.Read(&length) || !in.Read(&type) || !in.Skip(length)) {
      return absl::InvalidArgumentError(
          "the lengths of its chunks do not fit its own");
    }
    if (type == kJsonChunk || type == kBinaryChunk) {
      return absl::InvalidArgumentError("it has two chunks of one type");
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<GlbJson> ReadGlbJson(std::span<const uint8_t> glb,
                                    const Limits& limits) {
  const auto chunks = ReadGlbChunks(glb, limits);
  if (!chunks.ok()) return chunks.status();
  if (auto status = CheckMore(chunks->after); !status.ok()) return status;
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
  if (in.OptionalMember(JsonDocument::kRoot, "extensionsUsed")) {
    in.Refuse(kUsesExtensions);
  }
  DemandNoExtensions(JsonDocument::kRoot, in);
}

void DemandNoExtensions(JsonNode object, ModelJsonReader& in) {
  if (in.OptionalMember(object, "extensions")) in.Refuse(kUsesExtensions);
}

std::vector<JsonNode> ListAtRoot(std::string_view key, ModelJsonReader& in) {
  const auto list = in.OptionalMember(JsonDocument::kRoot, key);
  return list ? in.Elements(*list) : std::vector<JsonNode>();
}

std::vector<JsonNode> ShownRoots(ModelJsonReader& in) {
  const std::vector<JsonNode> scenes = ListAtRoot("scenes", in);
  const auto shown = in.OptionalMember(JsonDocument::kRoot, "scene");
  const size_t scene = shown ? in.Index(*shown, scenes.size()) : 0;
  if (!in.ok() || scene >= scenes.size()) return {};
  DemandNoExtensions(scenes[scene], in);
  const auto roots = in.OptionalMember(scenes[scene], "nodes");
  return roots ? in.Elements(*roots) : std::vector<JsonNode>();
}

}  // namespace clipguard::rescue::gltf
