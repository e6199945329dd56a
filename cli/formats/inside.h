// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Names of files that strangers' files have.

#ifndef CLIPGUARD_CLI_FORMATS_INSIDE_H_
#define CLIPGUARD_CLI_FORMATS_INSIDE_H_

#include <string_view>

namespace clipguard::cli {

// Whether every part of a path is the name of a file, not a way elsewhere.
bool StaysInside(std::string_view path);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_FORMATS_INSIDE_H_
