// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Texts about codes and findings that mention the command line, which the
// parsers' own texts do not know.

#ifndef CLIPGUARD_CLI_REPORTS_CODES_CODE_TEXT_H_
#define CLIPGUARD_CLI_REPORTS_CODES_CODE_TEXT_H_

#include <cstdint>
#include <string>

#include "parser/finding_catalog.h"
#include "parser/format_set.h"

namespace clipguard::cli {

// "any" for all formats, else their names: "mrtk and m3d". Both kinds of Forge
// animation together are "forge".
std::string FormatNames(FormatSet formats);

// Returns the message with its placeholders in angle brackets: "key time is
// <time>". Optional parts, such as a suggestion, are left out.
std::string MessageWithoutArguments(const CodeInfo& info);

// The advice, with the flag that helps to follow it where there is one.
std::string AdviceWithFlags(const CodeInfo& info);

// Says what clipguard repair does about the code, and how sure that is: "safe:
// clipguard repair removes the key."; empty if nothing.
std::string RepairOf(const CodeInfo& info);

// "3 occurrences counted, but not kept", and the limit that did it.
std::string NotKeptText(uint64_t occurrences);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_CODES_CODE_TEXT_H_
