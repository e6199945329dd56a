// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "base/memory/huge_pages.h"

#include <sys/mman.h>

#include <memory>

namespace clipguard {

void AskForHugePages(void* data, size_t bytes) {
#ifdef MADV_HUGEPAGE
  // Only whole pages of the range: what is beside it belongs to others.
  if (std::align(kHugePage, kHugePage, data, bytes) == nullptr) return;
  // It is a wish: without large pages all goes on as ever.
  madvise(data, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#else
  static_cast<void>(data);
  static_cast<void>(bytes);
#endif
}

}  // namespace clipguard
