// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "testing/allocation_counter.h"

#include <malloc.h>

#include <atomic>
#include <cerrno>
#include <cstddef>

#include "testing/sanitizers.h"

namespace {
std::atomic<uint64_t> allocations{0};
// Negative where blocks are freed that were not seen.
std::atomic<int64_t> live_bytes{0};
std::atomic<int64_t> peak_bytes{0};

void AddLive(size_t size) {
  const auto added = static_cast<int64_t>(size);
  const int64_t live = live_bytes.fetch_add(added) + added;
  int64_t peak = peak_bytes;
  while (live > peak && !peak_bytes.compare_exchange_weak(peak, live)) {
  }
}

void DropLive(size_t size) { live_bytes -= static_cast<int64_t>(size); }
}  // namespace

#if CLIPGUARD_SANITIZED

// The sanitizer owns malloc, and tells.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void*, size_t),
    void (*free_hook)(const volatile void*));
extern "C" size_t __sanitizer_get_allocated_size(const volatile void* block);

namespace clipguard {

uint64_t AllocationCount() {
  static const int installed = __sanitizer_install_malloc_and_free_hooks(
      [](const volatile void*, size_t size) {
        ++allocations;
        AddLive(size);
      },
      [](const volatile void* block) {
        if (block != nullptr) DropLive(__sanitizer_get_allocated_size(block));
      });
  static_cast<void>(installed);
  return allocations;
}

}  // namespace clipguard

#else

// glibc's functions under their other names.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
void __libc_free(void* block);
}

namespace {
void* Made(void* block) {
  ++allocations;
  AddLive(malloc_usable_size(block));
  return block;
}
}  // namespace

extern "C" {
void* malloc(size_t size) { return Made(__libc_malloc(size)); }
void* calloc(size_t count, size_t size) {
  return Made(__libc_calloc(count, size));
}
void* realloc(void* block, size_t size) {
  const size_t before = malloc_usable_size(block);
  void* const moved = __libc_realloc(block, size);
  // Where there is no memory, the block stays; of size 0 it is freed.
  if (moved != nullptr || size == 0) DropLive(before);
  return Made(moved);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return Made(__libc_memalign(alignment, size));
}
// Newer C++ libraries allocate aligned objects with this.
int posix_memalign(void** block, size_t alignment, size_t size) {
  *block = Made(__libc_memalign(alignment, size));
  return *block != nullptr ? 0 : ENOMEM;
}
void free(void* block) {
  DropLive(malloc_usable_size(block));
  __libc_free(block);
}
}  // extern "C"

namespace clipguard {

uint64_t AllocationCount() { return allocations; }

}  // namespace clipguard

#endif

namespace clipguard {

uint64_t PeakBytesSince(int64_t start) {
  const int64_t peak = peak_bytes;
  return peak > start ? static_cast<uint64_t>(peak - start) : 0;
}

int64_t StartPeak() {
  AllocationCount();  // installs the hooks
  const int64_t live = live_bytes;
  peak_bytes = live;
  return live;
}

}  // namespace clipguard
