// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/files/temporary_file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <thread>

#include "absl/strings/str_format.h"

namespace clipguard::cli {
namespace {

// State that a signal handler reads. A name is written before its folder.
struct Slot {
  std::atomic<bool> taken = false;
  std::atomic<int> folder = -1;  // -1: there is no file
  std::array<char, 40> name = {};
};
// Beyond so many files at a time, a signal leaves them.
constinit std::array<Slot, 512> slots;
static_assert(std::atomic<int>::is_always_lock_free);

// Names that are tried for a file.
constexpr int kNames = 100;

// Changes of names that have begun and not ended, and whether the program ends.
constinit std::atomic<int> changes = 0;
constinit std::atomic<bool> ends = false;
static_assert(std::atomic<bool>::is_always_lock_free);

// A scope in which a file gets its name, and in which nothing may take memory
// or a lock: the thread that the handler interrupted may hold it. Signals wait
// for its end; when the program ends, none begins any more, so that no file
// appears behind the handler's one look.
class NameChange {
 public:
  NameChange() {
    // Or the handler would wait for the thread that it interrupted.
    sigset_t all;
    sigemptyset(&all);
    for (const int signal : kSignals) sigaddset(&all, signal);
    static_cast<void>(pthread_sigmask(SIG_BLOCK, &all, &before_));
    ++changes;
    if (!ends) return;
    --changes;
    while (true) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  ~NameChange() {
    --changes;
    const int error = errno;
    static_cast<void>(pthread_sigmask(SIG_SETMASK, &before_, nullptr));
    errno = error;
  }
  NameChange(const NameChange&) = delete;
  NameChange& operator=(const NameChange&) = delete;

  static constexpr std::array kSignals = {SIGHUP, SIGINT, SIGTERM};

 private:
  sigset_t before_ = {};
};

size_t TakeSlot() {
  size_t i = 0;
  while (i < slots.size() && slots[i].taken.exchange(true)) ++i;
  return i;
}

void OnSignal(int signal) {
  ends = true;
  while (changes != 0) std::this_thread::yield();
  for (const Slot& slot : slots) {
    const int folder = slot.folder;
    if (folder >= 0) unlinkat(folder, slot.name.data(), 0);
  }
  // The default effect comes on return: the signal is blocked until then.
  std::signal(signal, SIG_DFL);
  raise(signal);
}

}  // namespace

int TemporaryFile::Create(int folder, mode_t mode) {
  Remove();
  slot_ = TakeSlot();
  for (int i = 0; i < kNames; ++i) {
    uint64_t number = 0;
    if (getentropy(&number, sizeof(number)) != 0) break;
    name_ = absl::StrFormat("clipguard-%016x.tmp", number);
    const NameChange change;
    if (slot_ < slots.size()) {
      std::ranges::copy(name_, slots[slot_].name.begin());
      slots[slot_].folder = folder;
    }
    folder_ = folder;
    const int fd = openat(folder, name_.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0) return fd;
    if (errno != EEXIST) break;
    if (slot_ < slots.size()) slots[slot_].folder = -1;
  }
  const int error = errno;
  Forget();
  errno = error;
  return -1;
}

bool TemporaryFile::Rename(const std::string& name) {
  const NameChange change;
  if (renameat(folder_, name_.c_str(), folder_, name.c_str()) != 0) {
    return false;
  }
  Forget();
  return true;
}

void TemporaryFile::Remove() {
  if (!exists()) return;
  unlinkat(folder_, name_.c_str(), 0);
  Forget();
}

void TemporaryFile::Forget() {
  folder_ = -1;
  if (slot_ == slots.size()) return;
  slots[slot_].folder = -1;
  slots[slot_].taken = false;
  slot_ = slots.size();
}

void RemoveTemporaryFilesOnSignals() {
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  sigemptyset(&action.sa_mask);
  for (const int signal : NameChange::kSignals) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 &&
        before.sa_handler == SIG_DFL) {
      sigaction(signal, &action, nullptr);
    }
  }
}

}  // namespace clipguard::cli
