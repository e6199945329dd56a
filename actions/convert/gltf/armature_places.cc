// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/armature_places.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "parser/finding.h"
#include "parser/forge/json/member_names.h"
#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"

namespace clipguard::actions::gltf {
namespace {

// The object that an object has under a key, the last one if there are several;
// nothing if it is not one.
std::optional<JsonNode> ObjectIn(const JsonDocument& json, JsonNode object,
                                 std::string_view key) {
  std::optional<JsonNode> found;
  if (json.kind(object) != JsonKind::kObject) return found;
  for (const auto [name, value] : json.Members(object)) {
    if (json.string(name) == key) found = value;
  }
  if (found && json.kind(*found) != JsonKind::kObject) found.reset();
  return found;
}

}  // namespace

std::string_view ArmaturePlaces::Kept(std::string_view name) {
  const std::less<const char*> before;
  const bool is_in_text = !before(name.data(), text_.data()) &&
                          before(name.data(), text_.data() + text_.size());
  return is_in_text ? name : names_.emplace_back(name);
}

void ArmaturePlaces::Read() {
  read_ = true;
  FindingList findings;
  // Not kept: it may be larger than the text.
  const auto json = ReadJson(text_, limits_, findings);
  if (!json) return;
  const auto clips =
      ObjectIn(*json, JsonDocument::kRoot, forge::member::kClips);
  if (!clips) return;
  for (const auto [clip, value] : json->Members(*clips)) {
    const auto joints = ObjectIn(*json, value, forge::member::kJointClips);
    if (!joints) continue;
    const std::string_view clip_name = Kept(json->string(clip));
    for (const auto [joint, variables] : json->Members(*joints)) {
      places_[std::pair(clip_name, Kept(json->string(joint)))] =
          json->range(joint);
    }
  }
}

ByteRange ArmaturePlaces::Find(std::string_view clip, std::string_view joint) {
  if (!read_) Read();
  const auto found = places_.find(std::pair(clip, joint));
  return found != places_.end() ? found->second : ByteRange{};
}

std::string ArmaturePlaces::PathOf(std::string_view clip,
                                   std::string_view joint) {
  std::string path;
  for (const std::string_view token :
       {forge::member::kClips, clip, forge::member::kJointClips, joint}) {
    AppendPointerToken(token, path);
  }
  return path;
}

}  // namespace clipguard::actions::gltf
