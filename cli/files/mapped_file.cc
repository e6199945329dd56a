// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/mapped_file.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>

namespace clipguard::cli {
namespace {

// What the handler may look at: plain memory, written before and after a
// mapping is in use. More mappings than slots at one time cannot be had.
//
// A fault must never be taken for another mapping's, whose owner would then be
// told that its bytes are gone, and the one at fault that its are there. So a
// slot has a range only while the mapping is there: it is filled in after
// mmap() and emptied before munmap(), when no other thread can have been given
// the address yet. Nobody reads the mapping in between: whoever could is in
// Map() or Unmap(). And since the handler reads a slot in several steps, which
// another thread may be changing, a slot that changes meanwhile is passed over:
// that of the mapping at fault does not change, as it is being read.
struct Slot {
  std::atomic<bool> taken = false;
  std::atomic<uint64_t> changes = 0;  // odd while it is being changed
  std::atomic<uintptr_t> begin = 0;
  std::atomic<uintptr_t> end = 0;
  std::atomic<bool> faulted = false;

  // Only the thread that took the slot calls it.
  void SetRange(uintptr_t from, uintptr_t to) {
    changes.fetch_add(1);
    begin.store(from);
    end.store(to);
    changes.fetch_add(1);
  }

  bool Contains(uintptr_t address) const {
    const uint64_t before = changes.load();
    const bool inside = address >= begin.load() && address < end.load();
    return inside && before % 2 == 0 && changes.load() == before;
  }
};
constinit std::array<Slot, 256> slots;
static_assert(std::atomic<uintptr_t>::is_always_lock_free &&
              std::atomic<uint64_t>::is_always_lock_free);

// Bytes of a file that is there as a whole before it is read.
constexpr size_t kMostFetched = size_t{64} << 20;

uintptr_t page_size = 4096;
struct sigaction previous_action;

// Puts a page of zeros where the file has none any more. Only system calls.
void OnBusError(int signal, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  const bool is_fault = info->si_code > 0;  // not sent by a process
  for (Slot& slot : slots) {
    if (!is_fault) break;
    if (!slot.Contains(address)) continue;
    void* page = reinterpret_cast<void*>(address & ~(page_size - 1));
    if (mmap(page, page_size, PROT_READ,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
      break;
    }
    slot.faulted.store(true);
    errno = saved_errno;
    return;
  }
  // Not ours: as if this handler did not exist.
  if ((previous_action.sa_flags & SA_SIGINFO) != 0) {
    previous_action.sa_sigaction(signal, info, context);
  } else if (previous_action.sa_handler != SIG_DFL &&
             previous_action.sa_handler != SIG_IGN) {
    previous_action.sa_handler(signal);
  } else {
    // The default effect comes on return: the signal is blocked until then.
    sigaction(SIGBUS, &previous_action, nullptr);
    raise(signal);
  }
  errno = saved_errno;
}

void InstallHandler() {
  static std::once_flag once;
  std::call_once(once, [] {
    page_size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action = {};
    action.sa_sigaction = OnBusError;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, &previous_action);
  });
}

// The index of a slot that is the caller's now, or slots.size().
size_t TakeSlot() {
  for (size_t i = 0; i < slots.size(); ++i) {
    bool expected = false;
    if (slots[i].taken.compare_exchange_strong(expected, true)) return i;
  }
  return slots.size();
}

}  // namespace

bool MappedFile::Map(int fd, size_t size) {
  Unmap();
  InstallHandler();
  const size_t index = TakeSlot();
  if (index == slots.size()) {
    errno = ENOMEM;
    return false;
  }
  Slot& slot = slots[index];
  void* data = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) {
    slot.taken.store(false);
    return false;
  }
  const auto begin = reinterpret_cast<uintptr_t>(data);
  slot.faulted.store(false);
  slot.SetRange(begin, (begin + size + page_size - 1) & ~(page_size - 1));
  data_ = static_cast<const uint8_t*>(data);
  size_ = size;
  slot_ = index;
  return true;
}

void MappedFile::Unmap() {
  if (data_ == nullptr) return;
  Slot& slot = slots[slot_];
  slot.SetRange(0, 0);
  munmap(const_cast<uint8_t*>(data_), size_);
  slot.taken.store(false);
  data_ = nullptr;
  size_ = 0;
}

void MappedFile::Fetch() {
  if (data_ == nullptr || size_ > kMostFetched) return;
#ifdef MADV_POPULATE_READ
  // Older kernels do not know it. No signal: a page that is gone ends it.
  const int before = errno;
  madvise(const_cast<uint8_t*>(data_), size_, MADV_POPULATE_READ);
  errno = before;
#endif
}

bool MappedFile::intact() const {
  return data_ == nullptr || !slots[slot_].faulted.load();
}

}  // namespace clipguard::cli
