// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/forge_file.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/statusor.h"
#include "fuzz/forge/oracle/naive_json.h"
#include "fuzz/shared/check.h"
#include "parser/finding_catalog.h"
#include "parser/forge/json/root_keys.h"
#include "parser/forge/writer.h"
#include "parser/json/json_document.h"
#include "parser/target.h"

namespace clipguard::fuzz {
namespace {

// To look for a place takes time in proportion to the file.
constexpr size_t kMostLookedFor = 100;

bool IsAt(const Finding& finding, const NaiveJson& json) {
  const bool container = json.kind == '{' || json.kind == '[';
  return finding.bytes.offset == json.begin &&
         finding.bytes.length == (container ? 1 : json.end - json.begin);
}

bool LeadsTo(const NaiveJson& root, const Finding& finding) {
  for (const NaivePlace& place : PlacesOf(root, finding.path)) {
    if (IsAt(finding, *place.value)) return true;
    if (place.key != nullptr && IsAt(finding, *place.key)) return true;
  }
  if (finding.code != FindingCode::kForgeKeyMissing) return false;
  const std::string_view path = finding.path;
  for (const NaivePlace& place :
       PlacesOf(root, path.substr(0, path.rfind('/')))) {
    if (IsAt(finding, *place.value)) return true;
  }
  return false;
}

const forge::Armature& KnownArmature() {
  static const forge::Armature* armature = [] {
    FindingList findings;
    auto read = forge::ReadDamagedArmature(
        R"({"joints": {}, "clips": {
            "lid": {"joint_clips": {}, "events": {"0.5": "creak"}},
            "shake": {"joint_clips": {}, "events": {
                "0.25": "!transition:open", "0.5": "x",
                "1": "!transition:closed"}}}})",
        {}, findings);
    CLIPGUARD_CHECK(read.has_value());
    return new forge::Armature(*std::move(read));
  }();
  return *armature;
}

}  // namespace

ForgeFile ReadForge(std::string_view text, const Limits& limits) {
  ForgeFile file;
  FindingList ignored;
  const auto json = ReadJson(text, limits, ignored);
  if (json && forge::RootKeysOf(*json).kind() == forge::ForgeKind::kArmature) {
    file.armature =
        forge::ReadDamagedArmature(text, {.limits = limits}, file.findings);
  } else {
    forge::StateMachineOptions options;
    options.limits = limits;
    file.machine = forge::ReadDamagedStateMachine(text, options, file.findings);
  }
  return file;
}

std::optional<forge::StateMachine> ReadInKnownWorld(
    std::string_view text, const forge::StateMachineOptions& options,
    FindingSink& sink) {
  forge::StateMachineOptions known = options;
  known.inputs = {"input", "click_time"};
  known.find_alike = [](const forge::ModelClip& clip) { return clip.path; };
  known.find_armature = [](const forge::ModelClip&) {
    return &KnownArmature();
  };
  return forge::ReadDamagedStateMachine(text, known, sink);
}

std::optional<forge::Armature> ReadForOldGame(
    std::string_view text, const forge::ArmatureOptions& options,
    FindingSink& sink) {
  forge::ArmatureOptions old = options;
  old.target = Target::kForge18;
  old.model_elements = 2;
  return forge::ReadDamagedArmature(text, old, sink);
}

std::optional<std::string> EncodeForge(const ForgeFile& file) {
  absl::StatusOr<std::string> text;
  if (file.machine) text = WriteStateMachine(*file.machine);
  if (file.armature) text = WriteArmature(*file.armature);
  if (!text.ok()) return std::nullopt;
  return *std::move(text);
}

void CheckPointers(const FindingList& findings, std::string_view text) {
  const auto root = ReadJsonNaively(text);
  const auto& all = findings.findings();
  CLIPGUARD_CHECK(root || (all.size() == 1 && all[0].path.empty()));
  for (size_t i = 0; root && i < std::min(all.size(), kMostLookedFor); ++i) {
    CLIPGUARD_CHECK(LeadsTo(*root, all[i]));
  }
}

}  // namespace clipguard::fuzz
