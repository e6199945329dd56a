// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/machine_scene.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "parser/finding.h"
#include "parser/forge/json/json_document.h"
#include "parser/forge/json/json_reporter.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "parser/limits.h"
#include "base/utf8.h"
#include "base/json_text.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {
namespace {

using forge::Expression;
using forge::ExpressionKind;

constexpr std::string_view kTarget = "glb";
constexpr std::string_view kKey = "stateMachine";

void ReportModelClips(const forge::StateMachine& machine, std::string_view text,
                      const Limits& limits, FindingSink& notes) {
  const auto is_model_clip = [](const Expression& expression) {
    return expression.kind == ExpressionKind::kModelClip;
  };
  if (std::ranges::none_of(machine.expressions, is_model_clip)) return;
  FindingList findings;
  const std::optional<forge::JsonDocument> json =
      forge::ReadJson(text, limits, findings);
  if (!json) return;
  forge::JsonReporter reporter(*json, notes);
  for (const Expression& expression : machine.expressions) {
    if (!is_model_clip(expression)) continue;
    reporter.At(
        FindingCode::kConversionLoses, expression.place,
        [&] {
          return Arguments{
              std::string(kTarget),
              absl::StrCat("how clips of models move: they are in armatures, "
                           "which are files of their own (here ",
                           forge::Quoted(machine.texts[expression.text]), ")")};
        },
        Scope{.id = 0, .element = expression.place, .noun = "expression"});
  }
}

}  // namespace

absl::StatusOr<Scene> SceneOfMachine(const forge::StateMachine& machine,
                                     std::string_view text,
                                     const Limits& limits, FindingSink& notes) {
  for (const Expression& expression : machine.expressions) {
    if (expression.kind == ExpressionKind::kNumber &&
        !std::isfinite(expression.number)) {
      return absl::InvalidArgumentError(
          "a number is not finite, and glTF's JSON has only finite ones");
    }
  }
  const absl::StatusOr<std::string> written = forge::WriteStateMachine(machine);
  if (!written.ok()) return written.status();
  if (FindUtf8Error(*written)) {
    return absl::InvalidArgumentError("a name is not UTF-8");
  }
  ReportModelClips(machine, text, limits, notes);
  Scene scene;
  scene.name = kKey;
  scene.roots.push_back(scene.AddNode({.name = std::string(kKey)}));
  JsonText extras;
  extras.Begin();
  extras.RawField(kKey, *written);
  extras.End();
  scene.extras = extras.Take();
  JsonText about;
  about.Begin();
  about.Field("source", "forge-asm");
  about.End();
  scene.about = about.Take();
  return scene;
}

}  // namespace clipguard::rescue::gltf
