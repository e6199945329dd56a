// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Forge animation on the command line: state machines and armatures.

#ifndef CLIPGUARD_CLI_FORMATS_FORGE_HANDLER_H_
#define CLIPGUARD_CLI_FORMATS_FORGE_HANDLER_H_

#include "cli/formats/format_handler.h"

namespace clipguard::cli {

const FormatHandler& ForgeAsmHandler();
const FormatHandler& ForgeArmatureHandler();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_FORGE_HANDLER_H_
