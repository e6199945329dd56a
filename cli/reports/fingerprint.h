// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Fingerprints: by them a code host knows a finding again in the next version
// of a file.

#ifndef CLIPGUARD_CLI_REPORTS_FINGERPRINT_H_
#define CLIPGUARD_CLI_REPORTS_FINGERPRINT_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parser/finding.h"

namespace clipguard::cli {

// For each finding of a file one that no other finding of it has, such as
// "0f6c2a91b4d3e857:1": a hash of `salt`, the code, and the path without the
// indices in it, and which of the findings with that hash it is. So it stays
// the same when bytes, lines or elements are added before it, and with every
// release of this program.
std::vector<std::string> Fingerprints(std::string_view salt,
                                      std::span<const Finding> findings);

// The same for what is said of a file as a whole.
std::string FingerprintOfFile(std::string_view salt, std::string_view code);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_REPORTS_FINGERPRINT_H_
