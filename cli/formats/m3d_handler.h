// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CLIPGUARD_CLI_FORMATS_M3D_HANDLER_H_
#define CLIPGUARD_CLI_FORMATS_M3D_HANDLER_H_

#include "cli/formats/format_handler.h"

namespace clipguard::cli {

// .m3d skinned characters.
const FormatHandler& M3dHandler();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_M3D_HANDLER_H_
