// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The flags of `clipguard convert`, and what they ask for.

#ifndef CLIPGUARD_CLI_COMMANDS_CONVERT_FLAGS_H_
#define CLIPGUARD_CLI_COMMANDS_CONVERT_FLAGS_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "actions/convert/conversion.h"
#include "actions/convert/targets/conversion_targets.h"
#include "cli/flags/command_line.h"
#include "cli/formats/texture_files.h"
#include "cli/reports/file_report.h"
#include "cli/run/changed_files.h"

namespace clipguard::cli {

// The conversion that valid flags ask for.
struct ConvertRequest {
  const actions::ConversionTarget* target = nullptr;
  actions::ConversionOptions options;
  // Null: the target has none.
  std::unique_ptr<TextureFiles> textures;
};

struct ConvertFlags {
  ChangeFlags change;
  std::string to;
  std::optional<double> tolerance;
  std::optional<double> degrees;
  std::optional<double> fps;
  std::string handedness;
  std::string joint_names;
  std::string jumps;
  std::optional<double> scale;
  std::optional<double> fov;
  std::string textures;
  std::string model;
  bool from_zero = false;
  bool cubic = false;
  bool linear = false;
  bool rig = false;
  bool fixed_bones = false;
  bool lossy = false;
  bool keep_original = false;

  void AddTo(CommandLine& line);

  // InvalidArgument if flags contradict each other, or a number is not in
  // order.
  absl::Status ToRequest(ConvertRequest* request) const;

  // Opens the files that the request needs, within the limits of `check`, which
  // gets the model. InvalidArgument if there is no such folder or model.
  // REQUIRES: ToRequest() was OK.
  absl::Status OpenFiles(CheckOptions* check, ConvertRequest* request) const;
};

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_COMMANDS_CONVERT_FLAGS_H_
