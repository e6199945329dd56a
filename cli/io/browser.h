// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#ifndef CLIPGUARD_CLI_IO_BROWSER_H_
#define CLIPGUARD_CLI_IO_BROWSER_H_

#include <string>

namespace clipguard::cli {

// Shows a page to the user: with $BROWSER, or what the system has for pages.
// False if none of them starts, or each fails within two seconds.
bool OpenInBrowser(const std::string& page);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_BROWSER_H_
