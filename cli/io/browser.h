// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The user's browser.

#ifndef CLIPGUARD_CLI_IO_BROWSER_H_
#define CLIPGUARD_CLI_IO_BROWSER_H_

#include <string>

#include "absl/status/status.h"

namespace clipguard::cli {

// Opens a file with the program that the system has for such files: that of the
// variable BROWSER, else xdg-open, else open. NotFound if there is none, or
// none can open it. The program outlives this one.
absl::Status OpenInBrowser(const std::string& path);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_BROWSER_H_
