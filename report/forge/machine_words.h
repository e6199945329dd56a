// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A state machine's clips and conditions in words, for labels.
//
//   ["apply", "example:block/door@open", ["-", "#click"]]
//       door@open at time - #click
//   a trigger on ["-+", "#click", -2]
//       time - #click reaches 2
//
// Words are made of the file's names, which may hold any bytes. The caller
// escapes them, with ToPrintable() or Shortened() of base/text.h.
//
// Long or nested text is cut, and ends in "...". All functions take time in
// proportion to the text that they return, however large the expression is.

#ifndef CLIPGUARD_REPORT_FORGE_MACHINE_WORDS_H_
#define CLIPGUARD_REPORT_FORGE_MACHINE_WORDS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "parser/forge/state_machine.h"

namespace clipguard::report {

// Describes the motion of a state: "plays door@open at #progress", "holds
// door@open at 0", "blends #closed and #open by #progress", "moves nothing". A
// reference to a clip is followed a few times. Returns about `most_bytes` at
// most.
std::string ClipWords(const forge::StateMachine& machine,
                      forge::ExpressionIndex clip, size_t most_bytes);

// A time value as arithmetic: "(time - #click) / 2". `time` is what it is
// computed at; names have the '#' that the file has. Functions:
//   min(a, b), max(a, b), a mod b      the operators m, M and f
//   down(a, b), up(a, b), to_next(a, b)  r, R and F: the multiple of b below or
//                                        above a, and how far the latter is
//   #name(x)                           a parameter, computed at x
std::string ValueWords(const forge::StateMachine& machine,
                       forge::ExpressionIndex value, size_t most_bytes);

// When a trigger on this time value fires: "time reaches #end",
// "#speed * 2 reaches 0".
std::string TriggerWords(const forge::StateMachine& machine,
                         forge::ExpressionIndex value, size_t most_bytes);

// A model's clip without the folders of its model: "door@open" of
// "example:block/door@open". Part of `text`; a text of more than `most_bytes`
// is not looked at, but cut.
std::string_view ModelClipWords(std::string_view text, size_t most_bytes);

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_FORGE_MACHINE_WORDS_H_
