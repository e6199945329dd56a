// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/conversion/conversion_targets.h"

#include <array>
#include <span>
#include <string_view>

#include "parser/format_set.h"
#include "rescue/gltf/convert_to_glb.h"
#include "rescue/gltf/original.h"

namespace clipguard::rescue {
namespace {

constexpr std::array kTargets = {
    ConversionTarget{.name = "glb",
                     .extension = ".glb",
                     .formats = Format::kMrtk | Format::kM3d,
                     .has_curves = true,
                     .keeps_original = true,
                     .convert = ConvertToGlb,
                     .about = "glTF 2.0, binary: recordings, characters",
                     .lacks = "times before 0, curves that repeat, rotations "
                              "that pass through 0"},
    ConversionTarget{.name = "mrtk",
                     .extension = ".bin",
                     .formats = {},
                     .convert = ConvertBackToMrtk,
                     .about = "the recording that a .glb keeps",
                     .lacks = "nothing"},
    ConversionTarget{.name = "m3d",
                     .extension = ".m3d",
                     .formats = {},
                     .convert = ConvertBackToM3d,
                     .about = "the character that a .glb keeps",
                     .lacks = "nothing"},
};

}  // namespace

std::span<const ConversionTarget> AllConversionTargets() { return kTargets; }

const ConversionTarget* FindConversionTarget(std::string_view name) {
  for (const ConversionTarget& target : kTargets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace clipguard::rescue
