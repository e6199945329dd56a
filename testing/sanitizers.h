// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which sanitizers a build has: macros that are 0 or 1, for all compilers.

#ifndef CLIPGUARD_TESTING_SANITIZERS_H_
#define CLIPGUARD_TESTING_SANITIZERS_H_

#if defined(__has_feature)
#define CLIPGUARD_HAS_FEATURE(name) __has_feature(name)
#else
#define CLIPGUARD_HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || CLIPGUARD_HAS_FEATURE(address_sanitizer)
#define CLIPGUARD_ADDRESS_SANITIZER 1
#else
#define CLIPGUARD_ADDRESS_SANITIZER 0
#endif

#if defined(__SANITIZE_THREAD__) || CLIPGUARD_HAS_FEATURE(thread_sanitizer)
#define CLIPGUARD_THREAD_SANITIZER 1
#else
#define CLIPGUARD_THREAD_SANITIZER 0
#endif

// Either of them: it owns malloc, and the program runs many times as long.
// Tests that check thousands of cases check only some of them there; the
// optimised build checks all, and for fuzz/ g++'s in tools/nightly.sh.
#define CLIPGUARD_SANITIZED \
  (CLIPGUARD_ADDRESS_SANITIZER || CLIPGUARD_THREAD_SANITIZER)

#endif  // CLIPGUARD_TESTING_SANITIZERS_H_
