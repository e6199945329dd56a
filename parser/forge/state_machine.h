// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// StateMachine: a Forge animation state machine (ASM) as it is in the file,
// with all names looked up. docs/formats/forge-animation.md says what it means.
//
//   FindingList findings;
//   auto machine = forge::ReadStateMachine(text, {}, findings);
//   if (machine) ...                           // eval/machine/ can run it
//
// Time values and clips are expressions: nodes in one vector, an expression's
// children side by side, so that nothing is allocated for each. Depth is
// bounded by Limits::expression_depth, references included.

#ifndef CLIPGUARD_PARSER_FORGE_STATE_MACHINE_H_
#define CLIPGUARD_PARSER_FORGE_STATE_MACHINE_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/name_map.h"
#include "parser/forge/json/text_pool.h"
#include "parser/json/json_document.h"
#include "parser/limits.h"

namespace clipguard::forge {

// An expression's place in StateMachine::expressions.
using ExpressionIndex = uint32_t;

enum class ExpressionKind : uint8_t {
  kInvalid,  // an error was reported
  // Time values.
  kNumber,
  kTime,       // "#identity"
  kParameter,  // "#name": another expression
  kInput,      // "#name" that no parameter has: the game's code supplies it
  kCompose,    // children: g, f
  kOperators,  // text: the operators; children: operands, perhaps too many
  // Clips.
  kNoClip,         // "#identity"
  kClipReference,  // "#name"
  kModelClip,      // text: as written
  kApply,          // children: clip, time value
  kSlerp,          // children: from, to, input, progress
  kTrigger,        // text: the event; children: clip, time value
};

struct Expression {
  ExpressionKind kind = ExpressionKind::kInvalid;
  // False for a time value that is the same at all times: a clip at such a time
  // stands still, and has no events. Not filled in where there is an error.
  bool varies = false;
  float number = 0;
  // A reference's name without '#', operators, a model clip, an event.
  Text text;
  // kParameter and kClipReference: the expression referred to; kInput: the
  // index in StateMachine::inputs. kNowhere where an error was reported.
  // Otherwise the first child; the others follow it.
  uint32_t first = kNowhere;
  uint32_t children = 0;
  // In the document it was read from.
  JsonNode place = 0;
};

// Where a model clip's armature is looked for.
struct ModelClip {
  std::string domain;   // "minecraft" unless given, in lower case
  std::string path;     // "block/chest", in lower case
  std::string variant;  // after '#'; has_variant even if empty
  std::string clip;
  bool has_variant = false;
};

// Splits "domain:path#variant@clip" as the game does; nothing without an '@'.
std::optional<ModelClip> ReadModelClip(std::string_view text);

// The armature of a model, or null. The clip need not be in it.
using FindArmature = std::function<const Armature*(const ModelClip&)>;

// Can be moved, and not copied: its map looks into its texts.
struct StateMachine {
  struct Named {
    Text name;
    ExpressionIndex expression;
  };
  struct State {
    Text name;
    // The clip's index, or kNowhere where that was reported: then the machine
    // never comes to this state, unless there are errors.
    uint32_t clip;
    JsonNode place;
  };
  struct Transition {
    uint32_t from;  // indices in `states`
    uint32_t to;
  };
  // As in the file, with names that may not exist.
  struct NamedTransition {
    Text from;
    Text to;
  };

  TextPool texts;
  std::vector<Expression> expressions;
  // In the order of the file. If several have one name, only the last is here.
  std::vector<Named> parameters;
  std::vector<Named> clips;
  std::vector<State> states;
  std::vector<NamedTransition> named_transitions;
  // Sorted, without duplicates. Between states, whether these have clips or
  // not.
  std::vector<Transition> transitions;
  Text start_state;
  uint32_t start = kNowhere;  // in `states`
  // Names that the game's code has to supply values for, sorted.
  std::vector<Text> inputs;

  // Index of the one with that name, or kNowhere. Parameters and clips take a
  // step for each that there is.
  uint32_t FindParameter(std::string_view name) const;
  uint32_t FindClip(std::string_view name) const;
  uint32_t FindState(std::string_view name) const;
  uint32_t FindInput(std::string_view name) const;
  // The state of that name if it can be entered: it has a clip.
  uint32_t FindStateToEnter(std::string_view name) const;

  std::span<const Transition> TransitionsFrom(uint32_t state) const;
  bool IsListed(uint32_t from, uint32_t to) const;
  // By state: the start, and what transitions lead to from there. Nothing leads
  // to a state without a clip.
  std::vector<bool> Reachable() const { return ReachableFrom(start, false); }
  // The same of any state, or of kNowhere; `all`: as the file says it, whether
  // states have clips or not.
  std::vector<bool> ReachableFrom(uint32_t state, bool all) const;

  // For FindState(), filled in by the reader. If several states have one name,
  // the first is found.
  NameMap state_names;
};

struct StateMachineOptions {
  Limits limits = {};
  // The names that the game's code supplies, if they are known: then any other
  // is an error.
  std::optional<std::vector<std::string>> inputs = std::nullopt;
  // Where models' armatures are, if that can be known. Then a clip that is
  // missing there is a warning, and events of the others are checked as well.
  // Armatures must live until the machine has been read.
  FindArmature find_armature = nullptr;
  // For a model without an armature: the name of one with a similar name, or
  // nothing. Asked a few times at most.
  std::function<std::string(const ModelClip&)> find_alike = nullptr;
  // For a model with an armature: the model's file, if that is known to be
  // missing. Nothing if it exists or that is not known.
  std::function<std::string(const ModelClip&)> missing_model = nullptr;
  // The special events, without ! and :, that a machine of the mod's own knows.
  std::vector<std::string> special_events = {};
};

// Reads and validates. A machine if and only if there was no error.
std::optional<StateMachine> ReadStateMachine(std::string_view text,
                                             const StateMachineOptions& options,
                                             FindingSink& sink);

// The same for callers that use what they can of a file with errors: kInvalid
// and kNowhere stand where they are. Nothing if the text is not JSON or not an
// object, or if it or one of its names exceeds a limit.
std::optional<StateMachine> ReadDamagedStateMachine(
    std::string_view text, const StateMachineOptions& options,
    FindingSink& sink);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_STATE_MACHINE_H_
