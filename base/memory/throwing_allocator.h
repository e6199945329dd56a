// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ThrowingAllocator: memory for RapidJSON. RapidJSON's own allocators return
// null when there is none, and RapidJSON writes to it; this one throws
// std::bad_alloc, as everything else in the program does.
//
//   rapidjson::GenericStringBuffer<rapidjson::UTF8<>, ThrowingAllocator> text;

#ifndef CLIPGUARD_BASE_MEMORY_THROWING_ALLOCATOR_H_
#define CLIPGUARD_BASE_MEMORY_THROWING_ALLOCATOR_H_

#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace clipguard {

// Has no state; thread-safe. The names are RapidJSON's.
class ThrowingAllocator {
 public:
  static constexpr bool kNeedFree = true;

  // REQUIRES: size != 0.
  void* Malloc(size_t size) {
    assert(size != 0);
    return Checked(std::malloc(size));
  }

  // REQUIRES: new_size != 0. `block` may be null. RapidJSON's stacks and
  // pools, which are all that has memory of it here, ask for nothing else.
  void* Realloc(void* block, size_t /*old_size*/, size_t new_size) {
    assert(new_size != 0);
    return Checked(std::realloc(block, new_size));
  }

  static void Free(void* block) { std::free(block); }

 private:
  static void* Checked(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_MEMORY_THROWING_ALLOCATOR_H_
