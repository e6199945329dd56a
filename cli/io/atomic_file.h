// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A file that is either the old one or the new one, whatever happens meanwhile.

#ifndef CLIPGUARD_CLI_IO_ATOMIC_FILE_H_
#define CLIPGUARD_CLI_IO_ATOMIC_FILE_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace clipguard::cli {

// Writes a file beside the one that is there, and then puts it in its place. A
// link stays a link to what is written. Unavailable, with a message for the
// user, if that fails: then nothing has changed.
absl::Status WriteAtomically(const std::string& path, std::string_view text);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_ATOMIC_FILE_H_
