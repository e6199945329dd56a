// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/convert_to_glb.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "actions/capture/recording_of.h"
#include "actions/convert/conversion.h"
#include "actions/convert/forms/capture_frames.h"
#include "actions/convert/gltf/armature_places.h"
#include "actions/convert/gltf/armature_scene.h"
#include "actions/convert/gltf/character_scene.h"
#include "actions/convert/gltf/recording_scene.h"
#include "actions/convert/gltf/scene.h"
#include "actions/convert/passed_over.h"
#include "actions/convert/result_budget.h"
#include "actions/convert/rig/from_zero.h"
#include "actions/convert/textures/character_textures.h"
#include "base/json_writer.h"
#include "base/text_of.h"
#include "base/utf8.h"
#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/writer.h"
#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"
#include "parser/limits.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/handedness.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/xrhands/capture.h"

namespace clipguard::actions {
namespace {

using forge::Expression;
using forge::ExpressionKind;

constexpr std::string_view kKey = "stateMachine";

void ReportModelClips(const forge::StateMachine& machine, std::string_view text,
                      const Limits& limits, FindingSink& notes) {
  const auto is_model_clip = [](const Expression& expression) {
    return expression.kind == ExpressionKind::kModelClip;
  };
  if (std::ranges::none_of(machine.expressions, is_model_clip)) return;
  FindingList findings;
  const std::optional<JsonDocument> json = ReadJson(text, limits, findings);
  if (!json) return;
  JsonReporter reporter(*json, notes);
  for (const Expression& expression : machine.expressions) {
    if (!is_model_clip(expression)) continue;
    reporter.At(
        FindingCode::kConversionLoses, expression.place,
        [&] {
          return Arguments{
              std::string(gltf::kGlb),
              absl::StrCat("how clips of models move: they are in armatures, "
                           "which are files of their own (here ",
                           Quoted(machine.texts[expression.text]), ")")};
        },
        Scope{.id = 0, .element = expression.place, .noun = "expression"});
  }
}

// A scene with the node "stateMachine", which nothing moves. Its extras have
// the machine's canonical text as `stateMachine`: parameters, clips, states,
// transitions, start_state. Clips of models are other files, and so they are
// losses.
//
// REQUIRES: it was read from `text`, within `limits`, without errors.
// InvalidArgument if a number is not finite, or a name is not UTF-8.
absl::StatusOr<gltf::Scene> MachineScene(const forge::StateMachine& machine,
                                         std::string_view text,
                                         const Limits& limits,
                                         FindingSink& notes) {
  for (const Expression& expression : machine.expressions) {
    if (expression.kind == ExpressionKind::kNumber &&
        !std::isfinite(expression.number)) {
      return absl::InvalidArgumentError(
          "a number is not finite, and glTF's JSON has only finite ones: "
          "clipguard validate says where it is");
    }
  }
  const absl::StatusOr<std::string> written = forge::WriteStateMachine(machine);
  if (!written.ok()) return written.status();
  if (FindUtf8Error(*written)) {
    return absl::InvalidArgumentError("a name is not UTF-8");
  }
  ReportModelClips(machine, text, limits, notes);
  gltf::Scene scene;
  scene.name = kKey;
  scene.roots.push_back(scene.AddNode({.name = std::string(kKey)}));
  JsonWriter extras(kGltfJson);
  extras.BeginObject();
  extras.RawField(kKey, *written);
  extras.EndObject();
  scene.extras = extras.Take();
  JsonWriter about(kGltfJson);
  about.BeginObject();
  about.Field("source", "forge-asm");
  about.EndObject();
  scene.about = about.Take();
  return scene;
}

// Places in a recording that was made of another file are the whole of that.
class WholeFile : public FindingSink {
 public:
  WholeFile(uint64_t size, FindingSink& sink) : size_(size), sink_(sink) {}

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    sink_.Report(
        {occurrence.code, {0, size_}, occurrence.scope, occurrence.describe});
  }

 private:
  const uint64_t size_;
  FindingSink& sink_;
};

absl::StatusOr<gltf::Scene> CaptureScene(const xrhands::CaptureView& capture,
                                         const Limits& limits,
                                         const ConversionOptions& options,
                                         FindingSink& losses,
                                         std::vector<ConversionFact>& facts) {
  const uint64_t size = capture.bytes().size();
  std::array<std::string_view, mrtk::kJointCount> joints = {"None"};
  std::ranges::copy(xrhands::kJointNames, joints.begin() + 1);
  const gltf::RecordingOrigin origin = {
      .source = FormatName(Format::kXrHands),
      .version = absl::StrCat(capture.version()),
      .joints = joints,
      .hides_lost_hands = true};
  WholeFile whole(size, losses);
  WholeFile notes(size, NotesOf(options, losses));
  ConversionOptions asked = options;
  asked.notes = &notes;
  NoteFramesAtOneTime(capture, "glb", notes);
  NoteLateEnd(capture, "glb", notes);
  const ShownCapture shown(capture);
  return gltf::SceneFromZero(shown.view(), asked, whole, facts,
                             ResultBudget(limits, size), limits, origin);
}

// REQUIRES: they are of the same character.
void AddTextures(textures::CharacterTextures textures, gltf::Scene& scene) {
  for (auto& [name, image] : textures.images) {
    scene.images.push_back(
        {std::move(name), image.mime_type, std::move(image.bytes)});
  }
  for (size_t i = 0; i < textures.materials.size(); ++i) {
    scene.materials[i].base_color_texture = textures.materials[i].diffuse;
    scene.materials[i].normal_texture = textures.materials[i].normal;
  }
}

absl::StatusOr<gltf::Scene> CharacterScene(m3d::Character character,
                                           const ParsedFile& file,
                                           const ConversionOptions& options,
                                           FindingSink& losses,
                                           std::vector<ConversionFact>& facts) {
  const m3d::Handedness handedness =
      options.handedness.value_or(m3d::HandednessOf(character));
  textures::CharacterTextures textures =
      options.textures == nullptr
          ? textures::CharacterTextures()
          : textures::ReadTextures(character, file, options,
                                   NotesOf(options, losses));
  auto scene = gltf::SceneOfCharacter(std::move(character), handedness,
                                      file.bytes, file.places, options,
                                      ResultBudget(file), losses, facts);
  if (scene.ok()) AddTextures(std::move(textures), *scene);
  return scene;
}

absl::StatusOr<gltf::Scene> SceneOf(ParsedFile& file,
                                    const ConversionOptions& options,
                                    FindingSink& losses,
                                    std::vector<ConversionFact>& facts) {
  if (const auto* view = file.Sound<mrtk::InputAnimationView>()) {
    // Nobody else asks: a page, for one, shows what there is.
    if (options.notes) NotePartialPoses(*view, "glb", *options.notes);
    return gltf::SceneFromZero(*view, options, losses, facts,
                               ResultBudget(file), file.limits);
  }
  if (const auto* capture = file.Sound<xrhands::CaptureView>()) {
    return CaptureScene(*capture, file.limits, options, losses, facts);
  }
  if (auto* character = file.Sound<m3d::Character>()) {
    return CharacterScene(std::move(*character), file, options, losses, facts);
  }
  FindingSink& notes = NotesOf(options, losses);
  NotePassedOver(file, gltf::kGlb, notes);
  if (const auto* machine = file.Sound<forge::StateMachine>()) {
    return MachineScene(*machine, TextOf(file.bytes), file.limits, notes);
  }
  auto* armature = file.Sound<forge::Armature>();
  if (armature == nullptr) return HasErrors();
  return gltf::SceneOfArmature(
      std::make_shared<forge::Armature>(std::move(*armature)),
      {TextOf(file.bytes), file.limits}, options, losses, facts,
      ResultBudget(file));
}

// By the scene's first nodes: keyframes stay as they are. A mesh with a skin is
// where its joints are.
void Enlarge(double scale, gltf::Scene& scene) {
  scene.scale = scale;
  if (scene.node_source != nullptr) return;  // has it already
  for (const size_t root : scene.roots) {
    gltf::Node& node = scene.nodes[root];
    if (!node.skin) node.scale = gltf::ScaleOf(scale);
  }
}

}  // namespace

namespace gltf {

absl::StatusOr<Scene> SceneFromZero(const mrtk::InputAnimationView& view,
                                    const ConversionOptions& options,
                                    FindingSink& losses,
                                    std::vector<ConversionFact>& facts,
                                    ResultBudget budget, const Limits& limits,
                                    RecordingOrigin origin) {
  std::vector<double> off;
  const auto bytes = FromZero(view, options, budget, losses, off);
  if (!bytes.ok()) return bytes.status();
  if (bytes->empty()) {
    return SceneOfRecording(view, options, losses, facts, budget, origin);
  }
  FindingList none;
  const auto moved = mrtk::ReadInputAnimation(
      *bytes, {.layout = view.layout(), .limits = limits}, none);
  if (!moved) {
    return absl::ResourceExhaustedError(
        "keys where curves repeat are more than the limits allow");
  }
  origin.places = &view;
  origin.off = off;
  return SceneOfRecording(*moved, options, losses, facts, budget, origin);
}

}  // namespace gltf

absl::StatusOr<std::unique_ptr<Converted>> ConvertToGlb(
    ParsedFile file, const ConversionOptions& options, FindingSink& losses) {
  if (!file.format) {
    return absl::InvalidArgumentError("it is not known what file this is");
  }
  std::vector<ConversionFact> facts;
  absl::StatusOr<gltf::Scene> scene = SceneOf(file, options, losses, facts);
  if (!scene.ok()) return scene.status();
  if (options.scale != 1) {
    Enlarge(options.scale, *scene);
    facts.push_back({"scale", static_cast<float>(options.scale), ""});
  }
  if (options.keep_original != nullptr) {
    scene->original = file.bytes;
    scene->original_hash = options.keep_original(file.bytes);
    scene->original_format = gltf::FamilyOf(*file.format);
  }
  auto glb = gltf::MakeGlb(*std::move(scene), std::move(facts));
  if (!glb.ok()) return glb.status();
  // Nodes and names too, which nobody has counted yet.
  ResultBudget budget(file);
  if (!budget.Spend((*glb)->size())) {
    budget.Report({}, "", losses);
    return budget.RefusedWhole();
  }
  return glb;
}

}  // namespace clipguard::actions
