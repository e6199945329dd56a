// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ThrowingAllocator: memory for RapidJSON. RapidJSON's own allocators return
// null when there is none, and RapidJSON writes to it; this one throws
// std::bad_alloc, as everything else in the program does.
//
//   rapidjson::GenericStringBuffer<rapidjson::UTF8<>, ThrowingAllocator> text;

#ifndef CLIPGUARD_PARSER_THROWING_ALLOCATOR_H_
#define CLIPGUARD_PARSER_THROWING_ALLOCATOR_H_

#include <cstddef>
#include <cstdlib>
#include <new>

namespace clipguard {

// Has no state; thread-safe. The names are RapidJSON's.
class ThrowingAllocator {
 public:
  static constexpr bool kNeedFree = true;

  // Null only for a size of 0.
  void* Malloc(size_t size) {
    return size == 0 ? nullptr : Checked(std::malloc(size));
  }

  void* Realloc(void* block, size_t /*old_size*/, size_t new_size) {
    if (new_size != 0) return Checked(std::realloc(block, new_size));
    Free(block);
    return nullptr;
  }

  static void Free(void* block) { std::free(block); }

  friend bool operator==(const ThrowingAllocator&, const ThrowingAllocator&) {
    return true;
  }

 private:
  static void* Checked(void* block) {
    if (block == nullptr) throw std::bad_alloc();
    return block;
  }
};

}  // namespace clipguard

#endif  // CLIPGUARD_PARSER_THROWING_ALLOCATOR_H_
