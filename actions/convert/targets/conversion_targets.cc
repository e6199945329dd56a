// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/targets/conversion_targets.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/family_json.h"
#include "actions/convert/forms/forms.h"
#include "actions/convert/forms/model_json.h"
#include "actions/convert/gltf/convert_to_glb.h"
#include "actions/convert/gltf/original.h"
#include "actions/convert/rig/iwer_json.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/m3d/format.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"

namespace clipguard::actions {
namespace {

using mrtk::KeyLayout;

// Whether it is of no format of ours, but may hold a recording.
bool HoldsRecording(std::span<const uint8_t> bytes) {
  return gltf::IsGlb(bytes) || KindOfModelJson(bytes) == kRecordingKind;
}

bool IsCharacterJson(std::span<const uint8_t> bytes) {
  return KindOfModelJson(bytes) == kCharacterKind;
}

bool HoldsCharacter(std::span<const uint8_t> bytes) {
  return gltf::IsGlb(bytes) || IsCharacterJson(bytes);
}

// Extracts the original from a .glb; converts other files.
template <Format kFormat, Convert kConvert>
absl::StatusOr<std::unique_ptr<Converted>> BackOr(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  return gltf::IsGlb(file.bytes)
             ? gltf::ConvertBack(file, gltf::FamilyOf(kFormat))
             : kConvert(std::move(file), options, losses);
}

// A layout of recordings, and the target that writes it.
struct RecordingTarget {
  std::string_view name;
  mrtk::FileLayout layout;
};

constexpr RecordingTarget kMrtk = {"mrtk", mrtk::kRecorder11};
constexpr RecordingTarget kMrtkFull = {"mrtk-full",
                                       {{1, 1}, KeyLayout::kFull, true}};
constexpr RecordingTarget kMrtk10 = {"mrtk-1.0", mrtk::kRecorder10};
// Without a list of markers: the layouts that are documented.
constexpr RecordingTarget kMrtkUnmarked = {
    "mrtk-unmarked", {{1, 1}, KeyLayout::kCompact, false}};
constexpr RecordingTarget kMrtkFullUnmarked = {
    "mrtk-full-unmarked", {{1, 1}, KeyLayout::kFull, false}};
constexpr RecordingTarget kMrtk10Unmarked = {"mrtk-1.0-unmarked",
                                             {{1, 0}, KeyLayout::kFull, false}};

template <const RecordingTarget& kTarget>
absl::StatusOr<std::unique_ptr<Converted>> ToRecording(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  return ConvertRecording(std::move(file), kTarget.name, kTarget.layout,
                          options, losses);
}

template <m3d::Dialect kDialect>
absl::StatusOr<std::unique_ptr<Converted>> ToDialect(ParsedFile file,
                                                     const ConversionOptions&,
                                                     FindingSink& losses) {
  return ConvertToDialect(std::move(file), kDialect, losses);
}

bool IsCaptureJson(std::span<const uint8_t> bytes) {
  return KindOfModelJson(bytes) == kCaptureKind;
}

bool HoldsCapture(std::span<const uint8_t> bytes) {
  return gltf::IsGlb(bytes) || IsCaptureJson(bytes);
}

template <int32_t kVersion>
absl::StatusOr<std::unique_ptr<Converted>> ToCapture(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  return ConvertToCapture(std::move(file), kVersion, options, losses);
}

// Recordings in that layout, and captures in the one of the recorder.
absl::StatusOr<std::unique_ptr<Converted>> ToMrtk(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  return file.format == Format::kXrHands
             ? RecordingOfCapture(std::move(file), options, losses)
             : ToRecording<kMrtk>(std::move(file), options, losses);
}

constexpr FormatSet kForge =
    FormatSet(Format::kForgeAsm) | FormatSet(Format::kForgeArmature);

constexpr std::array kTargets = {
    ConversionTarget{
        .name = "glb",
        .extension = ".glb",
        .formats = kForge | FormatSet(Format::kMrtk) | FormatSet(Format::kM3d) |
                   FormatSet(Format::kXrHands),
        .tolerance = ConversionOptions{}.tolerance,
        .has_curves = true,
        .keeps_original = true,
        .convert = ConvertToGlb,
        .about = "glTF 2.0, binary: all files",
        .lacks = "recordings' weights outside [0, 1], rotations that pass "
                 "through 0, how state machines move"},
    ConversionTarget{.name = kMrtk.name,
                     .extension = ".bin",
                     .formats = Format::kMrtk | Format::kXrHands,
                     .takes = HoldsRecording,
                     .convert = BackOr<Format::kMrtk, ToMrtk>,
                     .about =
                         "version 1.1, compact keys: recordings, captures; "
                         "or the layout that their JSON names; or what a "
                         ".glb keeps",
                     .lacks = "tangents and weights of full keys; of captures "
                              "all but hands, head and pinches"},
    ConversionTarget{.name = kMrtkFull.name,
                     .extension = ".bin",
                     .formats = Format::kMrtk,
                     .convert = ToRecording<kMrtkFull>,
                     .about = "version 1.1, full keys: recordings",
                     .lacks = ""},
    ConversionTarget{.name = kMrtk10.name,
                     .extension = ".bin",
                     .formats = Format::kMrtk,
                     .convert = ToRecording<kMrtk10>,
                     .about = "version 1.0: recordings",
                     .lacks = "gaze, and that there is no camera or no hands"},
    ConversionTarget{.name = kMrtkUnmarked.name,
                     .extension = ".bin",
                     .formats = Format::kMrtk,
                     .convert = ToRecording<kMrtkUnmarked>,
                     .about = "as mrtk, without a list of markers",
                     .lacks = "markers, tangents and weights of full keys"},
    ConversionTarget{.name = kMrtkFullUnmarked.name,
                     .extension = ".bin",
                     .formats = Format::kMrtk,
                     .convert = ToRecording<kMrtkFullUnmarked>,
                     .about = "as mrtk-full, without a list of markers",
                     .lacks = "markers"},
    ConversionTarget{.name = kMrtk10Unmarked.name,
                     .extension = ".bin",
                     .formats = Format::kMrtk,
                     .convert = ToRecording<kMrtk10Unmarked>,
                     .about = "as mrtk-1.0, without a list of markers",
                     .lacks = "markers, and what mrtk-1.0 lacks"},
    ConversionTarget{.name = "handsbin",
                     .extension = ".handsbin",
                     .formats = Format::kXrHands | Format::kMrtk,
                     .has_frames = true,
                     .takes = HoldsCapture,
                     .convert = BackOr<Format::kXrHands, ToCapture<2>>,
                     .about = "XR Hands, version 2: captures, recordings; or "
                              "the version that their JSON names; or what a "
                              ".glb keeps",
                     .lacks = "gaze, pinches, markers but the first one's "
                              "name, and tangents"},
    ConversionTarget{.name = "handsbin-1",
                     .extension = ".handsbin",
                     .formats = Format::kXrHands | Format::kMrtk,
                     .has_frames = true,
                     .takes = IsCaptureJson,
                     .convert = ToCapture<1>,
                     .about = "XR Hands, version 1: captures, recordings",
                     .lacks = "what handsbin lacks, the head, and all that "
                              "only version 2 has"},
    ConversionTarget{.name = "iwer",
                     .extension = ".iwer.json",
                     .formats = Format::kXrHands | Format::kMrtk,
                     .has_frames = true,
                     .convert = ConvertToIwer,
                     .about = "JSON for the ActionPlayer of IWER, WebXR's "
                              "emulator: captures, recordings",
                     .lacks = "gaze, markers, names, gestures and aim"},
    ConversionTarget{.name = "m3d",
                     .extension = ".m3d",
                     .formats = Format::kM3d,
                     .takes = HoldsCharacter,
                     .convert = BackOr<Format::kM3d, ConvertToM3d>,
                     .about = "the D3D12 dialect, canonical: characters; or "
                              "the dialect that their JSON names; or what a "
                              ".glb keeps",
                     .lacks = "what only materials of D3D11 have"},
    ConversionTarget{.name = "m3d-d3d11",
                     .extension = ".m3d",
                     .formats = Format::kM3d,
                     .takes = IsCharacterJson,
                     .convert = ToDialect<m3d::Dialect::kD3D11>,
                     .about = "the D3D11 dialect, canonical: characters, or "
                              "their JSON",
                     .lacks = "materials' names, reflectance and roughness"},
    ConversionTarget{.name = "m3d-dashed",
                     .extension = ".m3d",
                     .formats = Format::kM3d,
                     .takes = IsCharacterJson,
                     .convert = ToDialect<m3d::Dialect::kDashed>,
                     .about = "the dashed dialect, canonical: characters, or "
                              "their JSON",
                     .lacks = "what m3d-d3d11 lacks"},
    ConversionTarget{.name = "m3d-d3d10",
                     .extension = ".m3d",
                     .formats = Format::kM3d,
                     .takes = IsCharacterJson,
                     .convert = ToDialect<m3d::Dialect::kD3D10>,
                     .about = "the D3D10 dialect, canonical: D3D10 files, or "
                              "their JSON",
                     .lacks = ""},
    ConversionTarget{.name = "forge",
                     .extension = ".json",
                     .formats = kForge,
                     .takes = gltf::IsGlb,
                     .convert = BackOr<Format::kForgeAsm, ConvertToForge>,
                     .about = "canonical text: Forge's files; or what a .glb "
                              "keeps",
                     .lacks = "keys that the game does not know"},
    ConversionTarget{.name = "json",
                     .extension = ".json",
                     .formats = kForge | FormatSet(Format::kMrtk) |
                                FormatSet(Format::kM3d) |
                                FormatSet(Format::kXrHands),
                     .convert = ConvertToJson,
                     .about = "the model, with every bit: all files",
                     .lacks = "in Forge's files, what forge lacks"},
    ConversionTarget{.name = "csv",
                     .extension = ".csv",
                     .formats = FormatSet(Format::kMrtk) |
                                FormatSet(Format::kM3d) |
                                FormatSet(Format::kForgeArmature) |
                                FormatSet(Format::kXrHands),
                     .convert = ConvertToCsv,
                     .about = "a row for each key, or joint of a frame: all "
                              "but state machines",
                     .lacks = "all that is no key"},
    ConversionTarget{.name = "bedrock",
                     .extension = ".animation.json",
                     .formats = Format::kForgeArmature,
                     .tolerance = kBedrockTolerance,
                     .convert = ConvertToBedrock,
                     .about = "animations of Bedrock and GeckoLib: armatures",
                     .lacks = "weights, events, what comes after a clip that "
                              "does not loop; between keys turns about other "
                              "axes than x, y, z, and origins"},
};

}  // namespace

std::span<const ConversionTarget> AllConversionTargets() { return kTargets; }

const ConversionTarget* FindConversionTarget(std::string_view name) {
  for (const ConversionTarget& target : kTargets) {
    if (target.name == name) return &target;
  }
  return nullptr;
}

}  // namespace clipguard::actions
