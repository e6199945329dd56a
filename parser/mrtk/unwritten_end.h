// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recognises a recording whose end was never written: zeros, which read as
// curves without keys, no markers, and bytes after the end.

#ifndef CLIPGUARD_PARSER_MRTK_UNWRITTEN_END_H_
#define CLIPGUARD_PARSER_MRTK_UNWRITTEN_END_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "parser/mrtk/input_animation_view.h"

namespace clipguard::mrtk {

struct UnwrittenEnd {
  uint64_t offset = 0;  // the file is zeros from there on
  size_t curves = 0;    // whose headers are among these
};

// Nullopt if the zeros at the end of the file begin behind its curves, or these
// may be meant: all curves before them have wrap modes of 0, too, and no curve
// among them belongs to a pose, of which others have keys.
std::optional<UnwrittenEnd> FindUnwrittenEnd(const InputAnimationView& view);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_UNWRITTEN_END_H_
