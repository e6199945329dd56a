// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/page_boxes.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/boxes/bind_boxes.h"
#include "actions/convert/conversion.h"
#include "base/memory/work_counter.h"
#include "base/text.h"

namespace clipguard::report {
namespace {

constexpr size_t kNumbers = 10;  // of a box
constexpr uint64_t kText = 100;

}  // namespace

void PageBoxes::Add(const absl::StatusOr<actions::BlockModel>& model,
                    const forge::Armature& armature,
                    const eval::NameList& joints) {
  if (!model.ok()) {
    if (++missing_ == 1) why_ = std::string(model.status().message());
    return;
  }
  const std::span<const actions::ModelBox> all = model->boxes;
  const auto shown =
      all.first(std::min(all.size(), actions::kMostBoxes - joints_.size()));
  left_out_ += model->left_out + (all.size() - shown.size());
  const actions::Binding binding = actions::BindBoxes(
      shown, armature,
      [&](std::string_view name) { return joints.Find(name); });
  CountWork(shown.size() + armature.joints.size());
  shared_ += binding.shared;
  for (const auto& [joint, box] : binding.boxes) {
    joints_.push_back(joint ? static_cast<uint32_t>(*joint) : forge::kNowhere);
    places_.insert(places_.end(), box.middle.begin(), box.middle.end());
    places_.insert(places_.end(), box.size.begin(), box.size.end());
    places_.insert(places_.end(), box.turn.begin(), box.turn.end());
  }
}

bool PageBoxes::Take(Budget& budget) const {
  if (missing_ != 0) {
    budget.LeftOut(missing_ == 1
                       ? absl::StrCat("what the armature moves: ", why_)
                       : absl::StrCat("what ", Grouped(missing_),
                                      " armatures move; of the first: ", why_));
  }
  if (left_out_ != 0) budget.LeftOut(actions::ElementsLeftOut(left_out_));
  if (joints_.empty()) return false;
  if (budget.Take(ArraySize(joints_.size() * sizeof(uint32_t)) +
                  kNumbers * ArraySize(joints_.size() * sizeof(float)) +
                  kText)) {
    return true;
  }
  budget.LeftOut(absl::StrFormat("%s of the model, for which there is no room",
                                 Count(joints_.size(), "element")));
  return false;
}

void PageBoxes::Write(DetailWriter& json) const {
  json.BeginObject("boxes");
  json.Array("joints", joints_);
  json.Array("places", places_, kNumbers);
  json.Field("shared", uint64_t{shared_});
  json.EndObject();
}

}  // namespace clipguard::report
