// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// UnsetAllocator: for a vector that is resized first and written then. New
// elements have no value until they are written, and take no memory.
//
//   std::vector<Node, UnsetAllocator<Node>> nodes;
//   nodes.resize(most);     // writes nothing
//   nodes.resize(written);  // keeps the first ones

#ifndef CLIPGUARD_BASE_MEMORY_UNSET_ALLOCATOR_H_
#define CLIPGUARD_BASE_MEMORY_UNSET_ALLOCATOR_H_

#include <memory>
#include <type_traits>
#include <utility>

namespace clipguard {

// Has no state; thread-safe. The names are the standard library's.
template <typename T>
class UnsetAllocator : public std::allocator<T> {
 public:
  static_assert(std::is_trivially_default_constructible_v<T>);

  template <typename U>
  struct rebind {
    using other = UnsetAllocator<U>;
  };

  UnsetAllocator() = default;
  // From that of another type, as containers want it.
  template <typename U>
  UnsetAllocator(const UnsetAllocator<U>&) {}  // NOLINT(*-explicit-*)

  template <typename U>
  void construct(U* p) noexcept {
    ::new (static_cast<void*>(p)) U;
  }
  template <typename U, typename... Arguments>
  void construct(U* p, Arguments&&... arguments) {
    std::construct_at(p, std::forward<Arguments>(arguments)...);
  }
};

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_MEMORY_UNSET_ALLOCATOR_H_
