// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost/operation_counter.h"

#include <atomic>
#include <cstddef>

#include "base/memory/work_counter.h"
#include "testing/sanitizers.h"

// The counting code must not be counted itself.
#define CLIPGUARD_NOT_COUNTED __attribute__((no_profile_instrument_function))

namespace {

constexpr size_t kBytesPerOperation = 16;

// One writer at a time is the rule; others may lose an addition.
std::atomic<uint64_t> byte_operations{0};

CLIPGUARD_NOT_COUNTED void CountBytes(size_t size) {
  byte_operations.store(byte_operations.load(std::memory_order_relaxed) + 1 +
                            size / kBytesPerOperation,
                        std::memory_order_relaxed);
}

}  // namespace

extern "C" {

// Where the linker puts clang's counters; null without them.
extern uint64_t counters_begin[] __asm__("__start___llvm_prf_cnts")
    __attribute__((weak));
extern uint64_t counters_end[] __asm__("__stop___llvm_prf_cnts")
    __attribute__((weak));

// The linker's --wrap=memcpy (see the BUILD file) makes these of all calls of
// memcpy() and so on, and those of their __real_ names.
void* __real_memcpy(void* to, const void* from, size_t size);
void* __real_memmove(void* to, const void* from, size_t size);
void* __real_memset(void* to, int byte, size_t size);
void* __real_memchr(const void* in, int byte, size_t size);
int __real_memcmp(const void* a, const void* b, size_t size);
int __real_bcmp(const void* a, const void* b, size_t size);
// Replacements of the first three under _FORTIFY_SOURCE.
void* __real___memcpy_chk(void* to, const void* from, size_t size, size_t room);
void* __real___memmove_chk(void* to, const void* from, size_t size,
                           size_t room);
void* __real___memset_chk(void* to, int byte, size_t size, size_t room);

CLIPGUARD_NOT_COUNTED void* __wrap_memcpy(void* to, const void* from,
                                          size_t size) {
  CountBytes(size);
  return __real_memcpy(to, from, size);
}

CLIPGUARD_NOT_COUNTED void* __wrap_memmove(void* to, const void* from,
                                           size_t size) {
  CountBytes(size);
  return __real_memmove(to, from, size);
}

CLIPGUARD_NOT_COUNTED void* __wrap_memset(void* to, int byte, size_t size) {
  CountBytes(size);
  return __real_memset(to, byte, size);
}

CLIPGUARD_NOT_COUNTED void* __wrap_memchr(const void* in, int byte,
                                          size_t size) {
  void* const found = __real_memchr(in, byte, size);
  CountBytes(found == nullptr
                 ? size
                 : static_cast<size_t>(static_cast<const char*>(found) -
                                       static_cast<const char*>(in)));
  return found;
}

CLIPGUARD_NOT_COUNTED int __wrap_memcmp(const void* a, const void* b,
                                        size_t size) {
  CountBytes(size);
  return __real_memcmp(a, b, size);
}

CLIPGUARD_NOT_COUNTED int __wrap_bcmp(const void* a, const void* b,
                                      size_t size) {
  CountBytes(size);
  return __real_bcmp(a, b, size);
}

CLIPGUARD_NOT_COUNTED void* __wrap___memcpy_chk(void* to, const void* from,
                                                size_t size, size_t room) {
  CountBytes(size);
  return __real___memcpy_chk(to, from, size, room);
}

CLIPGUARD_NOT_COUNTED void* __wrap___memmove_chk(void* to, const void* from,
                                                 size_t size, size_t room) {
  CountBytes(size);
  return __real___memmove_chk(to, from, size, room);
}

CLIPGUARD_NOT_COUNTED void* __wrap___memset_chk(void* to, int byte, size_t size,
                                                size_t room) {
  CountBytes(size);
  return __real___memset_chk(to, byte, size, room);
}

#if CLIPGUARD_ADDRESS_SANITIZER
// Replacements under the address sanitizer.
void* __real___asan_memcpy(void* to, const void* from, size_t size);
void* __real___asan_memmove(void* to, const void* from, size_t size);
void* __real___asan_memset(void* to, int byte, size_t size);

CLIPGUARD_NOT_COUNTED void* __wrap___asan_memcpy(void* to, const void* from,
                                                 size_t size) {
  CountBytes(size);
  return __real___asan_memcpy(to, from, size);
}

CLIPGUARD_NOT_COUNTED void* __wrap___asan_memmove(void* to, const void* from,
                                                  size_t size) {
  CountBytes(size);
  return __real___asan_memmove(to, from, size);
}

CLIPGUARD_NOT_COUNTED void* __wrap___asan_memset(void* to, int byte,
                                                 size_t size) {
  CountBytes(size);
  return __real___asan_memset(to, byte, size);
}
#endif

}  // extern "C"

namespace clipguard::fuzz {
namespace {

CLIPGUARD_NOT_COUNTED size_t RegionCount() {
  return (reinterpret_cast<uintptr_t>(counters_end) -
          reinterpret_cast<uintptr_t>(counters_begin)) /
         sizeof(uint64_t);
}

}  // namespace

CLIPGUARD_NOT_COUNTED bool CountsRegions() { return RegionCount() != 0; }

CLIPGUARD_NOT_COUNTED uint64_t Operations() {
  uint64_t sum = byte_operations.load(std::memory_order_relaxed) + WorkDone();
  const size_t count = RegionCount();
  for (size_t i = 0; i < count; ++i) sum += counters_begin[i];
  return sum;
}

}  // namespace clipguard::fuzz
