// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The canonical text of a state machine or an armature.
//
//   absl::StatusOr<std::string> text = forge::WriteStateMachine(*machine);
//
// Reading the text gives what was written, and writing that gives the same
// text. Two files that mean the same to the game in the same order have the
// same text. It is plain JSON: UTF-8, two spaces a level, one line for whatever
// is not an object of the format's, numbers in the shortest form that reads
// back, a line feed at the end.
//
// Not kept: comments, keys that the game does not know, all but the last of
// keys that repeat, operands beyond their operators, transitions from states
// that do not exist, weights beyond the first, and how a number was spelt.

#ifndef CLIPGUARD_PARSER_FORGE_WRITER_H_
#define CLIPGUARD_PARSER_FORGE_WRITER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/piece_writer.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::forge {

// FailedPrecondition if an expression has an error that the text cannot show:
// write only what was read without errors.
absl::StatusOr<std::string> WriteStateMachine(const StateMachine& machine);

// One expression as the text has it: ["+", "#speed", 1]; or its first
// `most_bytes`. Takes time for what it returns, however long the rest is.
std::string ExpressionText(const StateMachine& machine,
                           ExpressionIndex expression,
                           size_t most_bytes = std::string::npos);

// FailedPrecondition if a clip is broken.
absl::StatusOr<std::string> WriteArmature(const Armature& armature);

// The same in two steps, and piece by piece: an armature that passes is
// written.
absl::Status CheckWritable(const Armature& armature);
// REQUIRES: CheckWritable().
void WriteArmature(const Armature& armature, PieceWriter& out);

// Appends a string in double quotes. Only what must be escaped is.
void AppendJsonString(std::string_view text, std::string& out);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_WRITER_H_
