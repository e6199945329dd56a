// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which joint of an armature moves a box of its model.

#ifndef CLIPGUARD_ACTIONS_CONVERT_BOXES_BIND_BOXES_H_
#define CLIPGUARD_ACTIONS_CONVERT_BOXES_BIND_BOXES_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "actions/convert/conversion.h"
#include "parser/forge/armature.h"

namespace clipguard::actions {

struct BoundBox {
  std::optional<size_t> joint;  // none: it stands still
  ModelBox box;
};

struct Binding {
  // In ascending order of joints, and at the end those that stand still.
  std::vector<BoundBox> boxes;
  // Boxes that several joints move. In the game such a box has the mean of
  // their matrices by weight; here it follows the joint of the largest weight.
  size_t shared = 0;
};

// Which joint moves each box. `number_of` gives the numbers of joints by name;
// of several of one name the first counts.
Binding BindBoxes(std::span<const ModelBox> boxes,
                  const forge::Armature& armature,
                  absl::FunctionRef<size_t(std::string_view name)> number_of);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_BOXES_BIND_BOXES_H_
