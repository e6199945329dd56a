// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Facts about the machine and the build that a reader of measurements needs.

#ifndef CLIPGUARD_BENCH_CONTEXT_H_
#define CLIPGUARD_BENCH_CONTEXT_H_

#include <string>
#include <utility>
#include <vector>

namespace clipguard::bench {

// Names and values: "kernel", "cpu", "compiler", "flags", "commit". The commit
// is that of $CLIPGUARD_COMMIT, or of the workspace that `bazel run` was called
// in, with "-dirty" if something in it is not committed; else "unknown".
std::vector<std::pair<std::string, std::string>> BenchmarkContext();

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_CONTEXT_H_
