// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Texts of armatures, for tests.

#ifndef CLIPGUARD_PARSER_FORGE_TEST_ARMATURES_H_
#define CLIPGUARD_PARSER_FORGE_TEST_ARMATURES_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace clipguard::forge {

// A variable with these samples: "0, 90".
inline std::string VariableText(std::string_view name, std::string_view samples,
                                std::string_view interpolation = "linear") {
  return absl::StrFormat(
      R"({"variable": "%s", "type": "uniform", "interpolation": "%s", )"
      R"("samples": [%s]})",
      name, interpolation, samples);
}

struct ClipOptions {
  bool loop = true;
  std::string_view events = "";  // R"("0.5": "bang")"
  std::string_view joint = "j";
  std::string_view elements = "";  // of the joint: R"("0": [1])"
};

// An armature whose clip "c" moves a joint by these variables.
inline std::string ClipText(const std::vector<std::string>& variables,
                            const ClipOptions& options = {}) {
  return absl::StrFormat(
      R"({"joints": {"%s": {%s}}, "clips": {"c": {"loop": %s, )"
      R"("joint_clips": {"%s": [%s]}, "events": {%s}}}})",
      options.joint, options.elements, options.loop ? "true" : "false",
      options.joint, absl::StrJoin(variables, ","), options.events);
}

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_TEST_ARMATURES_H_
