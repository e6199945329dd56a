// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/commands/convert_flags.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/textures/dds_image.h"
#include "cli/flags/common_flags.h"
#include "cli/flags/handedness_flag.h"

namespace clipguard::cli {
namespace {

constexpr double kDefaultFps = 60;

// Sets the options for glb alone and for the look of a scene.
absl::Status ToSceneOptions(const ConvertFlags& flags,
                            ConvertRequest* request) {
  actions::ConversionOptions& options = request->options;
  if (request->target->name != "glb") {
    const std::pair<std::string_view, bool> given[] = {
        {"--handedness", HandednessOf(flags.handedness).has_value()},
        {"--rig", flags.rig},
        {"--cubic", flags.cubic},
        {"--joint-names", !flags.joint_names.empty()},
        {"--scale", flags.scale.has_value()},
        {"--fov", flags.fov.has_value()},
        {"--from-zero", flags.from_zero},
        {"--textures", !flags.textures.empty()},
        {"--model", !flags.model.empty()}};
    for (const auto& [name, is_given] : given) {
      if (!is_given) continue;
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s is for --to=glb, not for --to=%s", name, request->target->name));
    }
  }
  options.handedness = HandednessOf(flags.handedness);
  if (!flags.rig && flags.fixed_bones) {
    return absl::InvalidArgumentError("--fixed-bones needs --rig");
  }
  if (flags.rig && flags.linear) {
    return absl::InvalidArgumentError(
        "--rig is made of lines and arcs, within --tolerance and --degrees: "
        "--linear is not for it");
  }
  if (flags.cubic && (flags.rig || flags.linear)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--cubic keeps a recording's own curves: %s is not for it",
        flags.rig ? "--rig" : "--linear"));
  }
  options.from_zero = flags.from_zero;
  options.cubic = flags.cubic;
  options.webxr_names = flags.joint_names == "webxr";
  if (flags.rig) options.rig = {.fixed_bones = flags.fixed_bones};
  options.scale = flags.scale.value_or(options.scale);
  options.camera_degrees = flags.fov.value_or(options.camera_degrees);
  return {};
}

}  // namespace

void ConvertFlags::AddTo(CommandLine& line) {
  line.Value("--to", &to);
  line.Value("--out", &change.result.out);
  line.Number("--tolerance", &tolerance);
  line.Number("--degrees", &degrees);
  line.Number("--fps", &fps);
  line.Value("--handedness", &handedness);
  line.Flag("--cubic", &cubic);
  line.Flag("--linear", &linear);
  line.Flag("--rig", &rig);
  line.Value("--joint-names", &joint_names);
  line.Flag("--fixed-bones", &fixed_bones);
  line.Number("--scale", &scale);
  line.Number("--fov", &fov);
  line.Flag("--from-zero", &from_zero);
  line.Value("--textures", &textures);
  line.Value("--model", &model);
  line.Value("--jumps", &jumps);
  line.Flag("--lossy", &lossy);
  line.Flag("--keep-original", &keep_original);
  line.Flag("--dry-run", &change.result.dry_run);
  change.AddTo(line);
}

absl::Status ConvertFlags::ToRequest(ConvertRequest* request) const {
  if (to.empty()) {
    return absl::InvalidArgumentError(
        "say what the file is to become: --to=FORMAT");
  }
  request->target = actions::FindConversionTarget(to);
  if (request->target->tolerance == 0 && tolerance) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--tolerance is not for --to=%s, which is exact",
                        request->target->name));
  }
  if (!request->target->has_curves && (degrees || linear)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--degrees and --linear are not for --to=%s", request->target->name));
  }
  request->options.tolerance = request->target->tolerance;
  const bool sampled = request->target->has_frames && fps.has_value();
  if (!linear && fps && !sampled) {
    return absl::InvalidArgumentError("--fps needs --linear");
  }
  if (linear || sampled) {
    if (tolerance || degrees) {
      return absl::InvalidArgumentError(
          "--linear takes samples, whatever --tolerance and --degrees are");
    }
    request->options.fps = fps.value_or(kDefaultFps);
  }
  if (keep_original && !request->target->keeps_original) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--keep-original is not for --to=%s", request->target->name));
  }
  if (keep_original) request->options.keep_original = actions::gltf::HashOf;
  request->options.image_of = actions::textures::ImageOf;
  if (!jumps.empty() && request->target->name != "bedrock") {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--jumps is for --to=bedrock, not for --to=%s", request->target->name));
  }
  request->options.pre_post = jumps == "pre-post";
  if (absl::Status s = ToSceneOptions(*this, request); !s.ok()) return s;
  request->options.tolerance = tolerance.value_or(request->options.tolerance);
  request->options.degrees = degrees.value_or(request->options.degrees);
  return {};
}

// Textures of characters lie beside them, or in the folder of textures.
absl::Status ConvertFlags::OpenFiles(CheckOptions* check,
                                     ConvertRequest* request) const {
  if (request->target->name != "glb") return {};
  auto opened = TextureFiles::Open(
      {.folder = textures.empty() ? change.read.resources : textures,
       .follow_symlinks = change.read.follow_symlinks,
       .file_bytes = check->read.limits.file_bytes});
  if (!opened.ok()) return opened.status();
  request->textures = *std::move(opened);
  return OpenModel(model, check);
}

}  // namespace clipguard::cli
