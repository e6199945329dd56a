// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs that are made before a file's parts are examined: a recording that
// ends inside its curves becomes one that is shorter; a wrong magic number, or
// one wrong number of the structure, is mended.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_CUT_FILE_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_CUT_FILE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "actions/repair/change_log.h"
#include "actions/repair/mrtk/survey.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// The bytes to repair instead of a file's own, which differ from these in
// `edits`.
struct Basis {
  std::vector<uint8_t> bytes;
  std::vector<Edit> edits;
  // The layout in which its keys are those of the file.
  std::optional<mrtk::KeyLayout> layout = std::nullopt;
};

// Ends the file after its last whole key: corrects the key count there, and
// adds empty curves and an empty marker list. Nothing, with a refusal, if it
// cannot be told whether the file was cut: if the keys before its end are no
// keys, a count is wrong instead. Nor of a file that ends before its first key.
std::optional<Basis> CompleteCutFile(std::span<const uint8_t> bytes,
                                     const mrtk::ReadOptions& read,
                                     ChangeLog& log);

// The file with the one number corrected by which its structure does not end at
// its last byte. Nothing, if there is no such number.
std::optional<Basis> CorrectNumber(std::span<const uint8_t> bytes,
                                   const mrtk::ReadOptions& read,
                                   const Survey& survey, ChangeLog& log);

// The file with the right first bytes, if at most two of them are wrong, and
// the rest is a recording to its last byte.
std::optional<Basis> CorrectMagic(std::span<const uint8_t> bytes,
                                  const mrtk::ReadOptions& read,
                                  ChangeLog& log);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_CUT_FILE_H_
