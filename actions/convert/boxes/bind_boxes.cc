// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/boxes/bind_boxes.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/convert/conversion.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {
namespace {

using forge::Armature;

// As the game: less moves nothing.
constexpr double kLeastWeight = 1e-5;

// The weights of all joints that move a box, added up.
struct Movers {
  double sum = 0;
  size_t count = 0;
  size_t joint = 0;  // of the largest weight
  float weight = 0;
};

}  // namespace

Binding BindBoxes(std::span<const ModelBox> boxes, const Armature& armature,
                  absl::FunctionRef<size_t(std::string_view name)> number_of) {
  constexpr size_t kLast = std::numeric_limits<size_t>::max();
  if (boxes.empty()) return {};
  std::map<int64_t, Movers> movers;
  for (const ModelBox& box : boxes) movers[box.element] = {};
  std::set<size_t> seen;
  for (const Armature::Joint& of_armature : armature.joints) {
    const size_t joint = number_of(armature.texts[of_armature.name]);
    if (!seen.insert(joint).second) continue;
    for (const Armature::Weight& weight : armature.Weights(of_armature)) {
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
  Binding binding;
  for (size_t i = 0; i < boxes.size(); ++i) {
    const Movers& of_box = movers[boxes[i].element];
    const bool moves = of_box.sum > kLeastWeight;
    if (moves && of_box.count > 1) ++binding.shared;
    sorted[{moves ? of_box.joint : kLast, i}] = {
        moves ? std::optional(of_box.joint) : std::nullopt, boxes[i]};
  }
  binding.boxes.reserve(boxes.size());
  for (auto& [place, box] : sorted) binding.boxes.push_back(box);
  return binding;
}

}  // namespace clipguard::actions
