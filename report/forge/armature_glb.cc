// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/armature_glb.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "actions/convert/conversion.h"
#include "actions/convert/gltf/armature_scene.h"
#include "actions/convert/result_budget.h"
#include "base/text.h"
#include "parser/finding.h"
#include "parser/limits.h"

namespace clipguard::report {
namespace {

// The text of a joint's two nodes has more.
constexpr uint64_t kLeastOfJoint = 120;

}  // namespace

using forge::Armature;

bool ArmatureGlbs::Add(const Armature& armature,
                       const absl::StatusOr<actions::BlockModel>* model,
                       const eval::NameList& joints) {
  actions::ConversionOptions options;
  if (model != nullptr && model->ok()) {
    const std::span<const actions::ModelBox> all = (*model)->boxes;
    options.boxes =
        all.first(std::min(all.size(), actions::kMostBoxes - boxes_));
    boxes_ += options.boxes.size();
    left_out_ += (*model)->left_out + (all.size() - options.boxes.size());
  } else if (model != nullptr && ++missing_ == 1) {
    why_ = std::string(model->status().message());
  }
  const Armature* const only[] = {&armature};
  const eval::NameList own = eval::JointsOf(only);
  if (own.names().size() > left_ / kLeastOfJoint) return false;
  std::vector<uint32_t> numbers;
  for (const std::string_view name : own.names()) {
    numbers.push_back(joints.Find(name));
  }
  FindingList losses;
  std::vector<actions::ConversionFact> facts;
  // Not owned: the scene does not outlive this call.
  auto scene = actions::gltf::SceneOfArmature(
      std::shared_ptr<const Armature>(std::shared_ptr<void>(), &armature),
      {{}, {}}, options, losses, facts,
      {Limits{.result_bytes = left_}, /*source_bytes=*/0});
  if (!scene.ok()) return false;
  auto glb = SceneGlb::Of(*std::move(scene), left_);
  if (!glb.ok()) return false;
  left_ -= std::min(left_, glb->size());
  glbs_.emplace_back(*std::move(glb), std::move(numbers));
  return true;
}

void ArmatureGlbs::Note(Budget& budget) const {
  if (missing_ != 0) {
    budget.LeftOut(missing_ == 1
                       ? absl::StrCat("what the armature moves: ", why_)
                       : absl::StrCat("what ", Grouped(missing_),
                                      " armatures move; of the first: ", why_));
  }
  if (left_out_ != 0) budget.LeftOut(actions::ElementsLeftOut(left_out_));
}

uint64_t ArmatureGlbs::size() const {
  uint64_t size = ArraySize(0);
  for (const auto& [glb, joints] : glbs_) {
    size += glb.size() + ArraySize(joints.size() * sizeof(uint32_t));
  }
  return size;
}

void ArmatureGlbs::Write(DetailWriter& json) const {
  json.BeginArray("armatures");
  for (const auto& [glb, joints] : glbs_) {
    json.BeginObject();
    glb.Write("glb", json);
    json.Array("joints", joints);
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace clipguard::report
