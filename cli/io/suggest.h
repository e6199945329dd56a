// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// "Did you mean ...?"

#ifndef CLIPGUARD_CLI_IO_SUGGEST_H_
#define CLIPGUARD_CLI_IO_SUGGEST_H_

#include <span>
#include <string>
#include <string_view>

namespace clipguard::cli {

// The name nearest to what was typed, by letters that are wrong, missing, too
// many or swapped; empty if none is near. Case and '-' or '_' do not count.
std::string_view Nearest(std::string_view typed,
                         std::span<const std::string_view> names);

// "unknown command 'vaildate'; did you mean 'validate'?", or, if nothing is
// near, "unknown command 'x' (known: validate, info)".
std::string UnknownName(std::string_view what, std::string_view typed,
                        std::span<const std::string_view> names);

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_SUGGEST_H_
