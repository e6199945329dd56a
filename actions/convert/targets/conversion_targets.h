// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The table of conversion targets: a row for each.

#ifndef CLIPGUARD_ACTIONS_CONVERT_TARGETS_CONVERSION_TARGETS_H_
#define CLIPGUARD_ACTIONS_CONVERT_TARGETS_CONVERSION_TARGETS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "actions/convert/conversion.h"
#include "parser/format_set.h"

namespace clipguard::actions {

struct ConversionTarget {
  std::string_view name;       // of --to: "glb"
  std::string_view extension;  // of its files: ".glb"
  // Formats that it converts, besides the files that `takes` accepts.
  FormatSet formats;
  // ConversionOptions::tolerance, if nobody names one; 0: it is exact.
  double tolerance = 0;
  // Whether ConversionOptions' degrees and fps mean something, and whether it
  // can keep the original.
  bool has_curves = false;
  bool keeps_original = false;
  // Whether fps alone says how often a recording is sampled.
  bool has_frames = false;
  // Whether a file of no format of ours is one that it takes; null: none is.
  bool (*takes)(std::span<const uint8_t> bytes) = nullptr;
  Convert convert = nullptr;
  std::string_view about;  // a line: what it is
  std::string_view lacks;  // a line: what it cannot hold
};

// All targets, in the order in which help lists them.
std::span<const ConversionTarget> AllConversionTargets();

// Null if there is none of that name.
const ConversionTarget* FindConversionTarget(std::string_view name);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_CONVERT_TARGETS_CONVERSION_TARGETS_H_
