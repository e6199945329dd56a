// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// For tests: memory between two unreadable pages. Code that reads one byte
// before or after its input crashes, with any compiler and any kernel, whether
// or not a sanitizer looks on.
//
//   GuardedMemory memory(bytes.size());
//   Parse(memory.CopyToEnd(bytes));    // one byte after the input is the end
//   Parse(memory.CopyToBegin(bytes));  // one byte before it is

#ifndef CLIPGUARD_TESTING_GUARDED_MEMORY_H_
#define CLIPGUARD_TESTING_GUARDED_MEMORY_H_

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

namespace clipguard {

class GuardedMemory {
 public:
  explicit GuardedMemory(size_t capacity) {
    page_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    size_ = (capacity + page_ - 1) / page_ * page_;
    if (size_ == 0) size_ = page_;
    void* all = mmap(nullptr, size_ + 2 * page_, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) std::abort();
    begin_ = static_cast<uint8_t*>(all) + page_;
    if (mprotect(begin_, size_, PROT_READ | PROT_WRITE) != 0) std::abort();
  }
  ~GuardedMemory() { munmap(begin_ - page_, size_ + 2 * page_); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  // Whole pages; at least the capacity.
  size_t size() const { return size_; }
  uint8_t* begin() { return begin_; }
  uint8_t* end() { return begin_ + size_; }

  // REQUIRES: bytes.size() <= size(). The same memory each time.
  std::span<uint8_t> CopyToEnd(std::span<const uint8_t> bytes) {
    return Copy(bytes, end() - bytes.size());
  }
  std::span<uint8_t> CopyToBegin(std::span<const uint8_t> bytes) {
    return Copy(bytes, begin());
  }

 private:
  static std::span<uint8_t> Copy(std::span<const uint8_t> bytes, uint8_t* to) {
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
    return {to, bytes.size()};
  }

  size_t page_;
  size_t size_;
  uint8_t* begin_;
};

}  // namespace clipguard

#endif  // CLIPGUARD_TESTING_GUARDED_MEMORY_H_
