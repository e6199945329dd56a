// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The page without its data. It is made when clipguard is built, from what is
// in report/page/.

#ifndef CLIPGUARD_REPORT_HTML_SHELL_H_
#define CLIPGUARD_REPORT_HTML_SHELL_H_

#include <string_view>

namespace clipguard::report {

// The page before the data blocks: head, policy, style, and the page's frame.
std::string_view ShellHead();

// The page after the data blocks: the script.
std::string_view ShellTail();

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_HTML_SHELL_H_
