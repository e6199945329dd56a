// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of the parts of a recording, for actions/repair/mrtk/recording.cc.

#ifndef CLIPGUARD_ACTIONS_REPAIR_MRTK_PARTS_H_
#define CLIPGUARD_ACTIONS_REPAIR_MRTK_PARTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "actions/repair/change_log.h"
#include "actions/repair/mrtk/found_codes.h"
#include "actions/repair/splicer.h"
#include "parser/limits.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::actions {

// Repairs that are made before a file's parts are examined: a recording that
// ends inside its curves becomes one that is shorter; a wrong magic number, or
// one wrong number of the structure, is mended.

// The bytes to repair instead of a file's own, which differ from these in
// `edits`.
struct Basis {
  std::vector<uint8_t> bytes;
  std::vector<Edit> edits;
  // The layout in which its keys are those of the file.
  std::optional<mrtk::KeyLayout> layout = std::nullopt;
};

// Ends the file after its last whole key: corrects the key count there, and
// adds empty curves and an empty marker list; a guess if what is left may be a
// marker list of its own. Nothing, with a refusal, if it cannot be told whether
// the file was cut: if the keys before its end are no keys, a count is wrong
// instead. Nor of a file that ends before its first key.
std::optional<Basis> CompleteCutFile(std::span<const uint8_t> bytes,
                                     const mrtk::ReadOptions& read,
                                     ChangeLog& log);

// Does the same for a file whose end is zeros because it was never written:
// nothing of these is kept. Nothing if it has no such end, no key before, or
// makes sense with compact and with full keys.
std::optional<Basis> CompleteUnwritten(const mrtk::InputAnimationView& view,
                                       const mrtk::ReadOptions& read,
                                       ChangeLog& log);

// The file with the one number corrected by which its structure does not end at
// its last byte. Nothing, if there is no such number.
std::optional<Basis> CorrectNumber(std::span<const uint8_t> bytes,
                                   const mrtk::ReadOptions& read,
                                   const FoundCodes& found, ChangeLog& log);

// The file with the right first bytes, if at most two of them are wrong, and
// the rest is a recording to its last byte.
std::optional<Basis> CorrectMagic(std::span<const uint8_t> bytes,
                                  const mrtk::ReadOptions& read,
                                  ChangeLog& log);

// Repairs the curves of a recording.

// Bytes that the w curves which are lost will take.
size_t GrowthOf(const mrtk::InputAnimationView& view);

void RepairCurves(const mrtk::InputAnimationView& view, const FoundCodes& found,
                  ChangeLog& log, Splicer& out);

// Repairs the marker list of a recording, and its end.

// From the end of the last curve to the end of the file. `sound`: whether the
// curves before have no error but keys that are not finite, so that it is
// certain where they end.
void RepairMarkers(const mrtk::InputAnimationView& view, bool sound,
                   const Limits& limits, ChangeLog& log, Splicer& out);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_MRTK_PARTS_H_
