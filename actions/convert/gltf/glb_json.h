// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The JSON of a .glb that clipguard made, and of what.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_GLB_JSON_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_GLB_JSON_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "parser/forge/json/json_document.h"
#include "parser/limits.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/original.h"

namespace clipguard::rescue::gltf {

struct GlbJson {
  GlbChunks chunks;
  forge::JsonDocument json;  // looks into the .glb
};

// The bytes may be anybody's. InvalidArgument, with a reason for people, if
// they are no .glb with JSON, or with two of it; ResourceExhausted if that has
// more than `json_bytes`.
absl::StatusOr<GlbJson> ReadGlbJson(std::span<const uint8_t> glb,
                                    const Limits& limits);

// Only scenes that say of themselves that they were made of this, and that use
// no extensions; the reader has a fault otherwise. `what` is for people:
// "a recording".
void DemandSource(std::string_view source, std::string_view what,
                  ModelJsonReader& in);

// Only an object without extensions; the reader has a fault otherwise. For
// whatever is read: an extension may say in other words what is shown.
void DemandNoExtensions(forge::JsonNode object, ModelJsonReader& in);

// The elements of a list at the root; none where there is no such list.
std::vector<forge::JsonNode> ListAtRoot(std::string_view key,
                                        ModelJsonReader& in);

// The elements of "nodes" of the scene that is shown, which has no extensions;
// none after a fault, or where there is no such scene.
std::vector<forge::JsonNode> ShownRoots(ModelJsonReader& in);

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_GLB_JSON_H_
