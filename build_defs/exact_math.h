// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Read before each of clipguard's own files (build_defs/cc.bzl): refuses
// compilers and flags whose arithmetic would give other bits. Defines nothing.
// CheckFloatEnvironment() (simd/float_environment.h) checks the rest at run
// time.

#ifndef CLIPGUARD_BUILD_DEFS_EXACT_MATH_H_
#define CLIPGUARD_BUILD_DEFS_EXACT_MATH_H_

#include "clipguard/platform.h"  // IWYU pragma: keep

#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || \
    defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error \
    "clipguard cannot be compiled with -ffast-math or a part of it: results \
would not be the same bits everywhere. Its targets turn it off; whatever turns \
it on again comes later on the command line (--per_file_copt, a toolchain)"
#endif

#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error \
    "clipguard cannot be compiled with -ffinite-math-only: files contain \
NaN and infinity, and it has to see them"
#endif

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error \
    "clipguard cannot be compiled for a processor, or with flags \
(-mfpmath=387), that compute float with more precision than float has"
#endif

static_assert(sizeof(0.1) == sizeof(double),
              "clipguard cannot be compiled with -fsingle-precision-constant");

// After a precompiled header, clang 19 reports deprecated names within the
// standard library (std::stable_sort() has one), unless the file has a pragma
// of its own. This one changes nothing: nobody turns that warning on.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpadded"
#endif

#endif  // CLIPGUARD_BUILD_DEFS_EXACT_MATH_H_
