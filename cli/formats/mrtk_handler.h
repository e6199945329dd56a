// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// MRTK input recordings on the command line.

#ifndef CLIPGUARD_CLI_FORMATS_MRTK_HANDLER_H_
#define CLIPGUARD_CLI_FORMATS_MRTK_HANDLER_H_

#include "cli/formats/format_handler.h"

namespace clipguard::cli {

const FormatHandler& MrtkHandler();

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_MRTK_HANDLER_H_
