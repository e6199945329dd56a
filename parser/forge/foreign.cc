// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/foreign.h"

namespace clipguard::forge {
namespace {

struct Marker {
  std::string_view key;
  std::string_view format;
};

// The first that is there decides. "format_version" alone could be any file of
// Bedrock's.
constexpr Marker kMarkers[] = {
    {"animation_controllers", "a Bedrock animation controller"},
    {"animations", "a Bedrock or GeckoLib animation"},
    {"geckolib_format_version", "a GeckoLib animation"},
    {"minecraft:geometry", "a Bedrock model"},
    {"minecraft:client_entity", "a Bedrock entity"},
    {"outliner", "a Blockbench project"},
    {"animator_keyframes", "a Blockbench animation"},
    {"forge_marker", "a Forge block state file"},
    {"variants", "a block state file"},
    {"multipart", "a block state file"},
    {"asset", "a glTF file"},
    {"elements", "a block model"},
    {"textures", "a block model"},
    {"parent", "a block model"},
    {"animation", "a texture's animation (.mcmeta)"},
    {"format_version", "a Bedrock file"},
};

}  // namespace

ForgeKind GuessKind(const JsonDocument& json) {
  if (json.kind(JsonDocument::kRoot) != JsonKind::kObject) {
    return ForgeKind::kNeither;
  }
  int machine = 0;
  int armature = 0;
  for (const auto member : json.Members(JsonDocument::kRoot)) {
    const std::string_view key = json.string(member.key);
    if (key == "parameters" || key == "states" || key == "transitions" ||
        key == "start_state") {
      machine += 2;
    }
    if (key == "joints") armature += 2;
    // The one key that they share.
    if (key == "clips" && json.kind(member.value) == JsonKind::kObject) {
      for (const auto clip : json.Members(member.value)) {
        const JsonKind kind = json.kind(clip.value);
        (kind == JsonKind::kObject ? armature : machine) += 1;
        break;
      }
    }
  }
  if (machine == 0 && armature == 0) return ForgeKind::kNeither;
  return machine >= armature ? ForgeKind::kStateMachine : ForgeKind::kArmature;
}

std::string_view ForeignFormat(const JsonDocument& json) {
  if (json.kind(JsonDocument::kRoot) != JsonKind::kObject) return {};
  for (const Marker& marker : kMarkers) {
    for (const auto member : json.Members(JsonDocument::kRoot)) {
      if (json.string(member.key) == marker.key) return marker.format;
    }
  }
  return {};
}

}  // namespace clipguard::forge
