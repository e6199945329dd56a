// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/armature_glb.h"

#include <memory>
#include <utility>
#include <vector>

#include "actions/convert/conversion.h"
#include "actions/convert/gltf/armature_scene.h"
#include "actions/convert/result_budget.h"
#include "parser/finding.h"
#include "parser/limits.h"

namespace clipguard::report {

using forge::Armature;

absl::StatusOr<SceneGlb> GlbOf(const Armature& armature, uint64_t most_bytes) {
  FindingList losses;
  std::vector<actions::ConversionFact> facts;
  // Not owned: the scene does not outlive this call.
  auto scene = actions::gltf::SceneOfArmature(
      std::shared_ptr<const Armature>(std::shared_ptr<void>(), &armature),
      {{}, {}}, {}, losses, facts,
      {Limits{.result_bytes = most_bytes}, /*source_bytes=*/0});
  if (!scene.ok()) return scene.status();
  return SceneGlb::Of(*std::move(scene), most_bytes);
}

}  // namespace clipguard::report
