// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Names of the members of Forge's objects, in the order of
// docs/formats/forge-animation.md, in which they are written. Readers, writer,
// repairs and whatever looks into a file's text have them from here.

#ifndef CLIPGUARD_PARSER_FORGE_JSON_MEMBER_NAMES_H_
#define CLIPGUARD_PARSER_FORGE_JSON_MEMBER_NAMES_H_

#include <string_view>

namespace clipguard::forge::member {

// A state machine. Its clips are `kClips`, too.
inline constexpr std::string_view kParameters = "parameters";
inline constexpr std::string_view kStates = "states";
inline constexpr std::string_view kTransitions = "transitions";
inline constexpr std::string_view kStartState = "start_state";

// An armature.
inline constexpr std::string_view kJoints = "joints";
inline constexpr std::string_view kClips = "clips";
// A clip of it.
inline constexpr std::string_view kLoop = "loop";
inline constexpr std::string_view kJointClips = "joint_clips";
inline constexpr std::string_view kEvents = "events";
// A variable of a joint's clip.
inline constexpr std::string_view kVariable = "variable";
inline constexpr std::string_view kType = "type";
inline constexpr std::string_view kInterpolation = "interpolation";
inline constexpr std::string_view kSamples = "samples";

// The only `type`.
inline constexpr std::string_view kUniform = "uniform";

}  // namespace clipguard::forge::member

#endif  // CLIPGUARD_PARSER_FORGE_JSON_MEMBER_NAMES_H_
