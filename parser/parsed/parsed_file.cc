// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/parsed/parsed_file.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text_of.h"
#include "parser/detect/format.h"
#include "parser/finding_catalog.h"
#include "parser/m3d/checks/target_check.h"
#include "parser/m3d/checks/texture_check.h"
#include "parser/m3d/checks/validate.h"
#include "parser/mrtk/checks/target_check.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/xrhands/validate.h"

namespace clipguard {
namespace {

// The game ignores the parts that these findings are about.
constexpr std::array kPassedOver = {FindingCode::kJsonKeyDuplicate,
                                    FindingCode::kForgeKeyUnknown,
                                    FindingCode::kAsmOperandsExtra,
                                    FindingCode::kAsmTransitionFromUnknown,
                                    FindingCode::kArmatureTypeUnknown,
                                    FindingCode::kArmatureWeightsExtra,
                                    FindingCode::kArmatureEventTimeDuplicate};

// Passes occurrences on, and those of kPassedOver to a list, too.
class PassedOverWatch : public FindingSink {
 public:
  PassedOverWatch(FindingSink& sink, FindingList& passed_over)
      : sink_(sink), passed_over_(passed_over) {}

  using FindingSink::Report;
  void Report(const Occurrence& occurrence) override {
    if (std::ranges::find(kPassedOver, occurrence.code) == kPassedOver.end()) {
      sink_.Report(occurrence);
      return;
    }
    std::optional<Description> described;
    sink_.Report({occurrence.code, occurrence.bytes, occurrence.scope,
                  [&](Description& d) {
                    occurrence.describe(d);
                    described = d;
                  }});
    passed_over_.Report({FindingCode::kConversionLoses, occurrence.bytes,
                         occurrence.scope, [&](Description& d) {
                           if (described) {
                             d = *std::move(described);
                           } else {
                             occurrence.describe(d);
                           }
                           d.message = GetCodeInfo(occurrence.code).name;
                         }});
  }

 private:
  FindingSink& sink_;
  FindingList& passed_over_;
};

template <typename T>
void Put(std::optional<T> read, Model& model) {
  if (read) model = *std::move(read);
}

void ParseRecording(const ParseOptions& options, FindingSink& sink,
                    ParsedFile& file) {
  const auto view =
      mrtk::ReadDamagedAndValidate(file.bytes, options.recording, sink);
  if (!view) return;
  if (options.target) mrtk::CheckTarget(*view, *options.target, sink);
  file.model = *view;
}

void ParseCharacter(const ParseOptions& options, FindingSink& sink,
                    ParsedFile& file) {
  m3d::ReadPart part;
  auto character = m3d::ReadCharacter(file.bytes, options.character, sink,
                                      &file.places, &part);
  if (!character) {
    m3d::Validate(file.bytes, part, sink);
    return;
  }
  const bool is_sound =
      m3d::Validate(file.bytes, *character, file.places, sink);
  if (options.target) {
    m3d::CheckTarget(file.bytes, *character, file.places, *options.target,
                     sink);
  }
  if (options.why_missing != nullptr) {
    m3d::CheckTextures(file.bytes, *character, file.places, options.why_missing,
                       sink);
  }
  if (is_sound) file.model = *std::move(character);
}

}  // namespace

ParsedFile ParseFile(std::span<const uint8_t> bytes,
                     const ParseOptions& options, FindingSink& sink) {
  ParsedFile file{
      .bytes = bytes,
      .format = options.format ? options.format : DetectFormat(bytes),
      .limits = options.limits(),
      .passed_over = FindingList(options.limits())};
  if (!file.format) return file;
  ErrorWatch watch(sink);
  PassedOverWatch forge_watch(watch, file.passed_over);
  switch (*file.format) {
    case Format::kMrtk:
      ParseRecording(options, watch, file);
      break;
    case Format::kM3d:
      ParseCharacter(options, watch, file);
      break;
    case Format::kForgeAsm:
      Put(forge::ReadDamagedStateMachine(TextOf(bytes), options.machine,
                                         forge_watch),
          file.model);
      break;
    case Format::kForgeArmature:
      Put(forge::ReadDamagedArmature(TextOf(bytes), options.armature,
                                     forge_watch),
          file.model);
      break;
    case Format::kXrHands:
      Put(xrhands::ReadDamagedAndValidate(bytes, options.capture, watch),
          file.model);
      break;
  }
  file.is_sound = watch.ok() && file.has_model();
  return file;
}

}  // namespace clipguard
