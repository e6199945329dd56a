// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Turns that an angle makes between two samples, and the game does not.

#ifndef CLIPGUARD_PARSER_FORGE_FULL_TURNS_H_
#define CLIPGUARD_PARSER_FORGE_FULL_TURNS_H_

#include <span>

#include "parser/json/json_document.h"
#include "parser/json/json_reporter.h"

namespace clipguard::forge {

// Reports where an angle's sample is one or more whole turns from the one
// before, as one finding. `node` is the list that the samples are of.
void CheckFullTurns(std::span<const float> samples, JsonNode node,
                    JsonReporter& report);

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_FULL_TURNS_H_
