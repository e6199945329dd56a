// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CLIPGUARD_CLI_REPORTS_VERSION_H_
#define CLIPGUARD_CLI_REPORTS_VERSION_H_

#include <string_view>

#include "clipguard/version.h"

namespace clipguard::cli {

// Version of the program; reports carry it. Follows semver.org: finding codes,
// JSON fields and exit codes are the interface.
inline constexpr std::string_view kVersion = CLIPGUARD_VERSION_STRING;

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_VERSION_H_
