// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Whether a page of clipguard report is as it has to be: the shell, and data
// blocks that nothing leaves.

#ifndef CLIPGUARD_FUZZ_CLI_PAGE_CHECK_H_
#define CLIPGUARD_FUZZ_CLI_PAGE_CHECK_H_

#include <string_view>

#include "rapidjson/document.h"

namespace clipguard::fuzz {

// The index of a page. Stops the program if it is not as it has to be: each
// block is JSON, in UTF-8, without a character that means something to a
// browser; the index comes last, and the page is no larger than it may be
// unless somebody asks for more.
rapidjson::Document IndexOf(std::string_view page);

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_CLI_PAGE_CHECK_H_
