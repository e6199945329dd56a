// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How much of the heap a call may have in use, beyond what was in use before,
// and what a call that gives nothing must say.

#ifndef CLIPGUARD_FUZZ_SHARED_HEAP_PROMISE_H_
#define CLIPGUARD_FUZZ_SHARED_HEAP_PROMISE_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "absl/status/statusor.h"
#include "fuzz/shared/check.h"
#include "testing/allocation_counter.h"

namespace clipguard::fuzz {

struct HeapPromise {
  uint64_t spare_bytes;
  uint64_t bytes_per_byte;  // of the input
};

// Calls it, and checks the promise for an input of `size` bytes. One such call
// at a time.
template <typename Call>
auto WithinHeap(const HeapPromise& promise, size_t size, const Call& call) {
  const int64_t start = StartPeak();
  const auto check = [&] {
    CLIPGUARD_CHECK(PeakBytesSince(start) <=
                    promise.spare_bytes + promise.bytes_per_byte * size);
  };
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    check();
  } else {
    auto result = call();
    check();
    return result;
  }
}

// Whether it is there; else it says why not.
template <typename T>
bool IsThere(const absl::StatusOr<T>& result) {
  CLIPGUARD_CHECK(result.ok() || !result.status().message().empty());
  return result.ok();
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_HEAP_PROMISE_H_
