// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Which clipguard this is. Follows semver.org: docs/library.md says what
// counts.

#ifndef CLIPGUARD_VERSION_H_
#define CLIPGUARD_VERSION_H_

#define CLIPGUARD_VERSION_MAJOR 0
#define CLIPGUARD_VERSION_MINOR 1
#define CLIPGUARD_VERSION_PATCH 0

// For comparisons: #if CLIPGUARD_VERSION >= 10200 is "1.2.0 or later".
#define CLIPGUARD_VERSION                                            \
  (CLIPGUARD_VERSION_MAJOR * 10000 + CLIPGUARD_VERSION_MINOR * 100 + \
   CLIPGUARD_VERSION_PATCH)

#define CLIPGUARD_INTERNAL_TEXT_OF(text) #text
#define CLIPGUARD_INTERNAL_TEXT(macro) CLIPGUARD_INTERNAL_TEXT_OF(macro)

// "0.1.0"
#define CLIPGUARD_VERSION_STRING                   \
  CLIPGUARD_INTERNAL_TEXT(CLIPGUARD_VERSION_MAJOR) \
  "." CLIPGUARD_INTERNAL_TEXT(                     \
      CLIPGUARD_VERSION_MINOR) "." CLIPGUARD_INTERNAL_TEXT(CLIPGUARD_VERSION_PATCH)

#endif  // CLIPGUARD_VERSION_H_
