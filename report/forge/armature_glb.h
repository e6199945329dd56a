// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ArmatureGlbs: the .glb files of armatures, as `convert` writes them with the
// boxes of their models, for a page that plays them.
//
//   "armatures": [{
//     "glb": [..],        html/scene_glb.h
//     "joints": uint32s   of each of its joints, the number in a list of all
//   }, ..]
//
// report/page/stage/armature.js reads it.

#ifndef CLIPGUARD_REPORT_FORGE_ARMATURE_GLB_H_
#define CLIPGUARD_REPORT_FORGE_ARMATURE_GLB_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/boxes/block_model.h"
#include "eval/machine/joint_names.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "report/html/detail_writer.h"
#include "report/html/scene_glb.h"
#include "report/html/section.h"

namespace clipguard::report {

// The model that an armature moves, or why there is none. The clip need not be
// in the armature.
using FindModel =
    std::function<absl::StatusOr<actions::BlockModel>(const forge::ModelClip&)>;

class ArmatureGlbs {
 public:
  // All of them together take no more than that in a page.
  explicit ArmatureGlbs(uint64_t most_bytes) : left_(most_bytes) {}

  // Adds an armature's: clips and joints of clips that are broken are left out.
  // `model` is what it moves, or why that is not known; null: nobody looked for
  // it. Only the first kMostBoxes of all models together are there. False if it
  // is too large.
  [[nodiscard]] bool Add(const forge::Armature& armature,
                         const absl::StatusOr<actions::BlockModel>* model,
                         const eval::NameList& joints);

  // Says what the armatures move that is not in the page.
  void Note(Budget& budget) const;

  // Bytes that they take in the page, at most.
  uint64_t size() const;
  // Writes the member "armatures", key and value.
  void Write(DetailWriter& json) const;

 private:
  uint64_t left_;
  std::vector<std::pair<SceneGlb, std::vector<uint32_t>>> glbs_;
  size_t boxes_ = 0;
  size_t left_out_ = 0;  // elements
  size_t missing_ = 0;   // models
  std::string why_;      // of the first
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_ARMATURE_GLB_H_
