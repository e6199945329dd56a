// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/allocation_counter.h"

#include <atomic>
#include <cerrno>
#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CLIPGUARD_SANITIZER_ALLOCATES 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define CLIPGUARD_SANITIZER_ALLOCATES 1
#endif

namespace {
std::atomic<uint64_t> allocations{0};
std::atomic<uint64_t> allocated_bytes{0};

void Count(size_t size) {
  ++allocations;
  allocated_bytes += size;
}
}  // namespace

#ifdef CLIPGUARD_SANITIZER_ALLOCATES

// The sanitizer owns malloc, and tells.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*malloc_hook)(const volatile void*, size_t),
    void (*free_hook)(const volatile void*));

namespace clipguard {

uint64_t AllocationCount() {
  static const int installed = __sanitizer_install_malloc_and_free_hooks(
      [](const volatile void*, size_t size) { Count(size); },
      [](const volatile void*) {});
  static_cast<void>(installed);
  return allocations;
}

uint64_t AllocatedBytes() {
  AllocationCount();  // installs the hooks
  return allocated_bytes;
}

}  // namespace clipguard

#else

// glibc's functions under their other names.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  Count(size);
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  Count(count * size);
  return __libc_calloc(count, size);
}
void* realloc(void* block, size_t size) {
  Count(size);
  return __libc_realloc(block, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  Count(size);
  return __libc_memalign(alignment, size);
}
// What newer C++ libraries make aligned objects with.
int posix_memalign(void** block, size_t alignment, size_t size) {
  Count(size);
  *block = __libc_memalign(alignment, size);
  return *block != nullptr ? 0 : ENOMEM;
}
}  // extern "C"

namespace clipguard {

uint64_t AllocationCount() { return allocations; }

uint64_t AllocatedBytes() { return allocated_bytes; }

}  // namespace clipguard

#endif
