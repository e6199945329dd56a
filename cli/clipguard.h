// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The clipguard program, as a function.

#ifndef CLIPGUARD_CLI_CLIPGUARD_H_
#define CLIPGUARD_CLI_CLIPGUARD_H_

#include <string>
#include <vector>

#include "cli/io/environment.h"

namespace clipguard::cli {

// Runs a command line (without the program's name) and returns its exit code:
// see ExitCode. Any arguments at all are allowed. Prints to `env` only, and
// may be called again, and from several threads at a time with an Environment
// each. Reports that cannot be written are a failure too, and so is a lack of
// memory: std::bad_alloc ends here (unless `env` throws it; and see
// EndWithoutMemory() for libraries that cannot let it pass).
int RunClipguard(const std::vector<std::string>& args, Environment& env);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_CLIPGUARD_H_
