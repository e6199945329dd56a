// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Repairs of text that is not JSON yet: what people and other programs write,
// and the game's lenient reader takes for what was meant.

#ifndef CLIPGUARD_ACTIONS_REPAIR_FORGE_SYNTAX_H_
#define CLIPGUARD_ACTIONS_REPAIR_FORGE_SYNTAX_H_

#include "actions/repair/text_plan.h"
#include "parser/finding.h"
#include "parser/limits.h"

namespace clipguard::actions {

// Plans all of it at once, for a text with kJsonSyntax or kJsonTrailingContent
// (`code`) at `at`; or refuses, if something in it cannot be understood. Time
// is linear in the size of the text. Returns whether a value without quotes
// gets some: where a number is meant, that is no repair.
bool FixSyntax(FindingCode code, ByteRange at, const Limits& limits,
               TextPlan& plan);

// Repairs kJsonNotUtf8: takes bytes that are not UTF-8 for Windows-1252.
void FixEncoding(ByteRange at, TextPlan& plan);

}  // namespace clipguard::actions

#endif  // CLIPGUARD_ACTIONS_REPAIR_FORGE_SYNTAX_H_
