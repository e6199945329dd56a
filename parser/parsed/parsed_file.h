// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ParseFile(): a file of any format is read and validated once; whatever is
// done with it afterwards takes the ParsedFile.
//
//   FindingList findings;
//   ParsedFile file = ParseFile(bytes, {}, findings);
//   if (const auto* view = file.Sound<mrtk::InputAnimationView>()) ...

#ifndef CLIPGUARD_PARSER_PARSED_PARSED_FILE_H_
#define CLIPGUARD_PARSER_PARSED_PARSED_FILE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"
#include "parser/format_set.h"
#include "parser/limits.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/target.h"
#include "parser/xrhands/capture.h"

namespace clipguard {

// How to parse files, in the terms of each format's own reader.
struct ParseOptions {
  explicit(false)
      ParseOptions(const Limits& limits = {},
                   std::optional<mrtk::KeyLayout> layout = std::nullopt)
      : recording{.layout = layout, .limits = limits},
        character{.limits = limits},
        machine{.limits = limits},
        armature{.limits = limits},
        capture{.limits = limits} {}

  const Limits& limits() const { return recording.limits; }

  // The format of the file; nothing: DetectFormat() says it.
  std::optional<Format> format = std::nullopt;
  mrtk::ReadOptions recording;
  m3d::ReadOptions character;
  forge::StateMachineOptions machine;
  forge::ArmatureOptions armature;
  xrhands::ReadOptions capture;
  // The program that a recording or a character is meant for.
  std::optional<Target> target = std::nullopt;
  // See m3d::CheckTextures(); null: textures are not looked for.
  std::function<std::optional<std::string>(std::string_view name, bool suggest)>
      why_missing = nullptr;
};

// The view or model of one format; std::monostate if nothing could be read.
using Model =
    std::variant<std::monostate, mrtk::InputAnimationView, m3d::Character,
                 forge::StateMachine, forge::Armature, xrhands::CaptureView>;

// A file and its model. Can be moved, and not copied: whoever converts it may
// take the model out of it. Must not outlive the bytes.
struct ParsedFile {
  std::span<const uint8_t> bytes = {};
  // Nothing: it is of no format of ours.
  std::optional<Format> format = std::nullopt;
  // Those that it was read with.
  Limits limits = {};
  // Name of the file, for targets that name their contents; may be empty, and
  // any bytes. ParseFile() does not know it.
  std::string name = {};
  // The usable part of a recording, a capture, or one of Forge's files with
  // errors; a character has none.
  Model model = {};
  // Whether there is a model, and no error was reported.
  bool is_sound = false;
  // Where the parts of a character are.
  m3d::CharacterPlaces places = {};
  // The parts of one of Forge's files that the game passes over: its model does
  // not have them. The message of each finding is the name of the code that was
  // reported.
  FindingList passed_over = {};

  bool has_model() const {
    return !std::holds_alternative<std::monostate>(model);
  }
  // The model; null if it is of another type, or the file has errors.
  template <typename T>
  T* Sound() {
    return is_sound ? std::get_if<T>(&model) : nullptr;
  }
};

// Reads and validates a file, and reports every finding.
ParsedFile ParseFile(std::span<const uint8_t> bytes,
                     const ParseOptions& options, FindingSink& sink);

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_PARSED_PARSED_FILE_H_
