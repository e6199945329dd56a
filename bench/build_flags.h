// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The build knows its own flags: build_flags.bzl writes the definition.

#ifndef CLIPGUARD_BENCH_BUILD_FLAGS_H_
#define CLIPGUARD_BENCH_BUILD_FLAGS_H_

namespace clipguard::bench {

// Compiler flags of C++ files in this build, except warnings and additions of
// single libraries.
extern const char* const kBuildFlags;

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_BUILD_FLAGS_H_
