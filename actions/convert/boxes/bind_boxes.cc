// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/boxes/bind_boxes.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_format.h"
#include "actions/convert/conversion.h"
#include "base/text.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {
namespace {

using forge::Armature;

// As the game: less moves nothing.
constexpr double kLeastWeight = 1e-5;

// Of what moves a box.
struct Movers {
  double sum = 0;
  size_t count = 0;
  size_t joint = 0;  // of the largest weight
  float weight = 0;
};

}  // namespace

std::vector<BoundBox> BindBoxes(
    std::span<const ModelBox> boxes, size_t joints,
    absl::FunctionRef<std::span<const Armature::Weight>(size_t)> weights_of,
    FindingSink& notes) {
  std::map<int64_t, Movers> movers;
  for (const ModelBox& box : boxes) movers[box.element] = {};
  for (size_t joint = 0; joint < joints; ++joint) {
    for (const Armature::Weight& weight : weights_of(joint)) {
      const auto found = movers.find(weight.element);
      if (found == movers.end()) continue;
      Movers& of_box = found->second;
      of_box.sum += double{weight.weight};
      if (of_box.count == 0 || weight.weight > of_box.weight) {
        of_box.joint = joint;
        of_box.weight = weight.weight;
      }
      ++of_box.count;
    }
  }
  std::map<std::pair<size_t, size_t>, BoundBox> sorted;
  size_t shared = 0;
  for (size_t i = 0; i < boxes.size(); ++i) {
    const Movers& of_box = movers[boxes[i].element];
    const bool moves = of_box.sum > kLeastWeight;
    if (moves && of_box.count > 1) ++shared;
    sorted[{moves ? of_box.joint : joints, i}] = {
        moves ? std::optional(of_box.joint) : std::nullopt, boxes[i]};
  }
  if (shared != 0) {
    ReportLoss("glb", {}, "/joints",
               absl::StrFormat("%s that several joints move: in the game "
                               "that is the mean by weight, here the joint "
                               "of the largest weight",
                               Count(shared, "element")),
               notes);
  }
  std::vector<BoundBox> bound;
  bound.reserve(boxes.size());
  for (auto& [place, box] : sorted) bound.push_back(box);
  return bound;
}

}  // namespace clipguard::actions
