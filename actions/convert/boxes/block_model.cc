// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/boxes/block_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "actions/convert/rig/quaternion.h"
#include "base/text.h"
#include "eval/machine/pose.h"
#include "parser/finding.h"
#include "parser/json/json_document.h"

namespace clipguard::actions {
namespace {

constexpr double kUnits = 16;  // of a block
constexpr double kMostUnits = 10'000 * kUnits;
// Flat boxes have no normals of their own: in blocks.
constexpr double kThinnest = 0.001;
// A larger angle is none that the game takes, and may have no scale.
constexpr double kMostRescaled = 45;

class Reader {
 public:
  explicit Reader(const JsonDocument& json) : json_(json) {}

  BlockModel Read() const {
    BlockModel model;
    if (const auto parent = Find(JsonDocument::kRoot, "parent");
        parent && json_.kind(*parent) == JsonKind::kString) {
      model.parent = json_.string(*parent);
    }
    const auto elements = Find(JsonDocument::kRoot, "elements");
    if (!elements || json_.kind(*elements) != JsonKind::kArray) return model;
    model.has_elements = true;
    size_t number = 0;
    for (const JsonNode element : json_.Elements(*elements)) {
      const auto box = number < kMostBoxes ? BoxOf(element) : std::nullopt;
      if (box) {
        model.boxes.push_back(*box);
        model.boxes.back().element = static_cast<uint32_t>(number);
      } else {
        ++model.left_out;
      }
      ++number;
    }
    return model;
  }

 private:
  // The last of several members of one name counts.
  std::optional<JsonNode> Find(JsonNode object, std::string_view name) const {
    std::optional<JsonNode> found;
    if (json_.kind(object) != JsonKind::kObject) return found;
    for (const auto [key, value] : json_.Members(object)) {
      if (json_.string(key) == name) found = value;
    }
    return found;
  }

  std::optional<double> NumberAt(JsonNode object, std::string_view name) const {
    const auto node = Find(object, name);
    if (!node || json_.kind(*node) != JsonKind::kNumber) return std::nullopt;
    return json_.number(*node);
  }

  std::optional<Place> PlaceAt(JsonNode object, std::string_view name) const {
    const auto node = Find(object, name);
    if (!node || json_.kind(*node) != JsonKind::kArray) return std::nullopt;
    Place place;
    size_t count = 0;
    for (const JsonNode element : json_.Elements(*node)) {
      if (count == place.size() || json_.kind(element) != JsonKind::kNumber) {
        return std::nullopt;
      }
      place[count] = json_.number(element);
      if (!(std::abs(place[count]) <= kMostUnits)) return std::nullopt;
      ++count;
    }
    if (count != place.size()) return std::nullopt;
    return place;
  }

  std::optional<ModelBox> BoxOf(JsonNode element) const {
    const auto from = PlaceAt(element, "from");
    const auto to = PlaceAt(element, "to");
    if (!from || !to) return std::nullopt;
    Place middle;
    Place size;
    for (size_t c = 0; c < 3; ++c) {
      middle[c] = ((*from)[c] + (*to)[c]) / 2;
      size[c] = std::max(std::abs((*to)[c] - (*from)[c]) / kUnits, kThinnest);
    }
    Turn turn = kNoTurn;
    if (const auto rotation = Find(element, "rotation")) {
      Rotate(*rotation, turn, middle, size);
    }
    ModelBox box;
    for (size_t c = 0; c < 3; ++c) {
      box.middle[c] = static_cast<float>(middle[c] / kUnits);
      box.size[c] = static_cast<float>(size[c]);
    }
    for (size_t c = 0; c < 4; ++c) box.turn[c] = static_cast<float>(turn[c]);
    return box;
  }

  // The game turns a box about a place, and then may make it larger across the
  // axis, from that place.
  void Rotate(JsonNode rotation, Turn& turn, Place& middle, Place& size) const {
    const auto origin = PlaceAt(rotation, "origin");
    const auto angle = NumberAt(rotation, "angle");
    const auto axis = Find(rotation, "axis");
    if (!origin || !angle || !(std::abs(*angle) <= 360) || !axis ||
        json_.kind(*axis) != JsonKind::kString) {
      return;
    }
    const std::string_view name = json_.string(*axis);
    if (name.size() != 1 || name[0] < 'x' || name[0] > 'z') return;
    const auto about = static_cast<size_t>(name[0] - 'x');
    const auto [sine, cosine] = eval::SineCosineOfDegrees(*angle / 2);
    turn = {0, 0, 0, cosine};
    turn[about] = sine;
    const auto rescale = Find(rotation, "rescale");
    Place scale = {1, 1, 1};
    if (rescale && json_.kind(*rescale) == JsonKind::kBoolean &&
        json_.boolean(*rescale) && std::abs(*angle) <= kMostRescaled) {
      const double larger = 1 / eval::SineCosineOfDegrees(*angle).cosine;
      scale = {larger, larger, larger};
      scale[about] = 1;
    }
    Place arm;
    for (size_t c = 0; c < 3; ++c) {
      arm[c] = scale[c] * (middle[c] - (*origin)[c]);
      size[c] *= scale[c];
    }
    middle = Sum(*origin, Rotated(turn, arm));
  }

  const JsonDocument& json_;
};

}  // namespace

std::string ElementsLeftOut(size_t count) {
  return absl::StrFormat(
      "%s of the model: not finite, without numbers, or more than %s",
      Count(count, "element"), Grouped(kMostBoxes));
}

absl::StatusOr<BlockModel> ReadBlockModel(std::string_view text,
                                          const Limits& limits) {
  FindingList findings(limits);
  const auto json = ReadJson(text, limits, findings);
  if (!json) return absl::InvalidArgumentError("is no JSON");
  if (json->kind(JsonDocument::kRoot) != JsonKind::kObject) {
    return absl::InvalidArgumentError("is no JSON object");
  }
  return Reader(*json).Read();
}

}  // namespace clipguard::actions
