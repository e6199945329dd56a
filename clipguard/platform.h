// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Refuses compilers and systems that clipguard does not support, with a
// sentence instead of errors in headers. docs/library.md has the list. Every
// public header includes this one first.

#ifndef CLIPGUARD_PLATFORM_H_
#define CLIPGUARD_PLATFORM_H_

#if defined(_MSC_VER) && !defined(__clang__)
#error \
    "clipguard does not support MSVC: use g++ 12 or clang 19, or later, on Linux"
#elif defined(_WIN32) || defined(__APPLE__) || !defined(__linux__)
#error "clipguard supports Linux only"
#elif !defined(__x86_64__) && !defined(__aarch64__)
#error "clipguard supports the processors x86-64 and 64-bit ARM only"
#elif defined(__clang__) && __clang_major__ < 16
#error "clipguard needs clang 16 or later"
#elif defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 12
#error "clipguard needs g++ 12 or later"
#elif !defined(__GNUC__)
#error "clipguard supports g++ and clang only"
#elif __cplusplus < 202002L
#error "clipguard needs C++20: add -std=c++20 to the flags of this file"
#endif

#endif  // CLIPGUARD_PLATFORM_H_
