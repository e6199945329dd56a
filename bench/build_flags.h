// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The build knows its own flags: build_flags.bzl writes the definition.

#ifndef CLIPGUARD_BENCH_BUILD_FLAGS_H_
#define CLIPGUARD_BENCH_BUILD_FLAGS_H_

namespace clipguard::bench {

// What C++ files of this build are compiled with, apart from warnings and what
// single libraries add.
extern const char* const kBuildFlags;

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_BUILD_FLAGS_H_
