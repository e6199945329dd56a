// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ReserveLarge(): memory for very many elements, in large pages.
//
// The system hands out memory when it is first written, usually 4 KiB at a
// time. Reading a text of many megabytes spends a quarter of its time on that.
// Where the system can, it hands out 2 MiB at a time instead.

#ifndef CLIPGUARD_BASE_MEMORY_HUGE_PAGES_H_
#define CLIPGUARD_BASE_MEMORY_HUGE_PAGES_H_

#include <cstddef>

namespace clipguard {

// Less is left as it is.
inline constexpr size_t kLargeBytes = size_t{4} << 20;

inline constexpr size_t kHugePage = size_t{2} << 20;

// Asks for large pages. The contents of the memory do not change, and nothing
// is written to it. Does nothing where the system cannot do it.
void AskForHugePages(void* data, size_t bytes);

// container.reserve(count), of a vector or string. Pages that are never written
// take no memory: at most 2 MiB more than without large pages.
template <typename Container>
void ReserveLarge(Container& container, size_t count) {
  container.reserve(count);
  const size_t bytes = count * sizeof(*container.data());
  if (bytes >= kLargeBytes) AskForHugePages(container.data(), bytes);
}

}  // namespace clipguard

#endif  // CLIPGUARD_BASE_MEMORY_HUGE_PAGES_H_
