// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The numbers of a .glb: where an animation's samplers have their keyframes,
// and where accessors lie. Channels may share a sampler, samplers an accessor,
// and accessors a buffer view: each is read once, however many share it.

#ifndef CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_SAMPLERS_H_
#define CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_SAMPLERS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "parser/forge/json/json_document.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/scene.h"

namespace clipguard::rescue::gltf {

// A sampler, whose numbers stay where they are.
struct Motion {
  std::span<const uint8_t> times;
  std::span<const uint8_t> values;
  size_t keys = 0;        // 0: none was read
  size_t components = 0;  // 3 or 4
  Interpolation interpolation = Interpolation::kLinear;
};

// Takes the memory of those that are asked for, and 4 bytes for each that the
// JSON has. Thread-compatible.
class RecordingSamplers {
 public:
  // Both must outlive it.
  RecordingSamplers(ModelJsonReader& in, std::span<const uint8_t> binary)
      : in_(in), binary_(binary) {}

  // What samplers and meshes may refer to. Once, before all else. Faults are
  // the reader's.
  void ReadLists();

  // Goes to the samplers of this animation.
  void ReadSamplers(forge::JsonNode animation);

  size_t count() const { return samplers_.size(); }

  // Faults are the reader's: numbers that are not floats side by side in the
  // .glb itself, or not as many as the others. REQUIRES: sampler < count().
  const Motion& Read(size_t sampler);

  // An accessor.
  struct Numbers {
    std::span<const uint8_t> bytes;
    size_t count = 0;  // elements
    Shape shape = Shape::kScalar;
    ComponentType type = ComponentType::kFloat;
    size_t components = 0;
  };

  // The one of this number. Faults are the reader's: numbers that do not lie
  // side by side in the .glb itself.
  const Numbers& ReadNumbers(forge::JsonNode reference);

 private:
  Motion ReadMotion(forge::JsonNode sampler);
  const Numbers& ReadFloats(forge::JsonNode reference);
  Numbers ReadAccessor(forge::JsonNode accessor);
  std::span<const uint8_t> ReadView(forge::JsonNode reference);
  std::span<const uint8_t> BytesOf(forge::JsonNode view);
  uint64_t Offset(forge::JsonNode object, std::string_view key);

  ModelJsonReader& in_;
  std::span<const uint8_t> binary_;
  std::vector<forge::JsonNode> samplers_;
  std::vector<forge::JsonNode> accessors_;
  std::vector<forge::JsonNode> views_;
  size_t buffers_ = 0;
  // What was read, by index.
  std::map<size_t, Motion> motions_;
  std::map<size_t, Numbers> numbers_;
  std::map<size_t, std::span<const uint8_t>> bytes_;
};

}  // namespace clipguard::rescue::gltf

#endif  // CLIPGUARD_ACTIONS_CONVERT_GLTF_RECORDING_SAMPLERS_H_
