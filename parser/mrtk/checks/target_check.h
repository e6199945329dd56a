// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reports valid parts of a recording that a certain program cannot use.

#ifndef CLIPGUARD_PARSER_MRTK_CHECKS_TARGET_CHECK_H_
#define CLIPGUARD_PARSER_MRTK_CHECKS_TARGET_CHECK_H_

#include "parser/finding.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/target.h"

namespace clipguard::mrtk {

// Reports versions and keys that the target does not read. Takes a step for
// each curve. REQUIRES: a target of recordings.
void CheckTarget(const InputAnimationView& view, Target target,
                 FindingSink& sink);

}  // namespace clipguard::mrtk

#endif  // CLIPGUARD_PARSER_MRTK_CHECKS_TARGET_CHECK_H_
