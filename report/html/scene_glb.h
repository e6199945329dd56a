// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// SceneGlb: a .glb of `convert` in a page, whose 3D view plays it.
//
//   auto glb = SceneGlb::Of(std::move(scene));
//   if (glb.ok() && budget.Take(glb->size())) glb->Write("glb", json);
//
// It is written as an array: the bytes before the numbers, then the numbers of
// each accessor, with a column for each component. So a recording takes less
// than half of what its bytes take, compressed. report/page/scene/motion.js
// puts them together again.

#ifndef CLIPGUARD_REPORT_HTML_SCENE_GLB_H_
#define CLIPGUARD_REPORT_HTML_SCENE_GLB_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "actions/convert/gltf/scene.h"
#include "report/html/detail_writer.h"

namespace clipguard::report {

// Returns how many bytes the .glb of a file may have, if so many are left.
inline uint64_t MostBytesOfGlb(uint64_t left, uint64_t source_bytes) {
  return std::min(left, (uint64_t{4} << 20) + 16 * source_bytes);
}

class SceneGlb {
 public:
  // ResourceExhausted if the file has more than `most_bytes`.
  static absl::StatusOr<SceneGlb> Of(actions::gltf::Scene scene,
                                     uint64_t most_bytes = UINT64_MAX);

  // Bytes that it takes in a page before that is compressed, at most.
  uint64_t size() const {
    return bytes_.size() + ArraySize(0) * (2 + accessors_.size());
  }

  void Write(std::string_view key, DetailWriter& json) const;

 private:
  struct Numbers {
    actions::gltf::ComponentType type = {};
    size_t width = 1;  // components, of indices those of a triangle
    size_t bytes = 0;
  };

  std::vector<uint8_t> bytes_;  // of the file
  std::vector<Numbers> accessors_;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_SCENE_GLB_H_
