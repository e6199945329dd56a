// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// PageBoxes: the boxes of block models, each with the joint that moves it, as
// actions/convert/boxes/bind_boxes.h binds them.
//
//   "boxes": {
//     "joints": uint32s,  which moves each, or 0xFFFFFFFF: it stands still
//     "places": floats,   10 of each: its middle, size, and turn x y z w
//     "shared": how many of them several joints move }
//
// report/page/stage/box_pose.js reads it.

#ifndef CLIPGUARD_REPORT_FORGE_PAGE_BOXES_H_
#define CLIPGUARD_REPORT_FORGE_PAGE_BOXES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/boxes/block_model.h"
#include "eval/machine/joint_names.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "report/html/detail_writer.h"
#include "report/html/section.h"

namespace clipguard::report {

// The model that an armature moves, or why there is none. The clip need not be
// in the armature.
using FindModel =
    std::function<absl::StatusOr<actions::BlockModel>(const forge::ModelClip&)>;

class PageBoxes {
 public:
  // Adds the model that an armature moves; joints have their numbers in
  // `joints`. Only the first kMostBoxes of all models together are shown.
  void Add(const absl::StatusOr<actions::BlockModel>& model,
           const forge::Armature& armature, const eval::NameList& joints);

  // Takes what Write() needs, and says what is not in the page. False: there is
  // nothing to write.
  [[nodiscard]] bool Take(Budget& budget) const;

  // Writes the member "boxes", key and value.
  void Write(DetailWriter& json) const;

 private:
  std::vector<uint32_t> joints_;
  std::vector<float> places_;
  size_t shared_ = 0;
  size_t left_out_ = 0;  // elements
  size_t missing_ = 0;   // models
  std::string why_;      // of the first
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_PAGE_BOXES_H_
