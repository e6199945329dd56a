// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Layout by Graphviz, which is a program of its own: dot.

#ifndef CLIPGUARD_CLI_GRAPHVIZ_H_
#define CLIPGUARD_CLI_GRAPHVIZ_H_

#include <chrono>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace clipguard::cli {

// Draws a graph in the DOT language as SVG. NotFound if Graphviz is not
// installed; DeadlineExceeded if it takes longer; Internal if it fails, after
// it has said why on standard error.
absl::StatusOr<std::string> DrawSvg(
    std::string_view dot,
    std::chrono::milliseconds longest = std::chrono::seconds(60));

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_GRAPHVIZ_H_
