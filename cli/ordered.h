// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// RunInOrder: many independent pieces of work on several threads, and their
// results one after the other, in order, as if there were one thread.

#ifndef CLIPGUARD_CLI_ORDERED_H_
#define CLIPGUARD_CLI_ORDERED_H_

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace clipguard::cli {

// Results that wait for an earlier one: not more than this many, nor (but for
// one a thread) more bytes.
inline constexpr size_t kResultsWaiting = 1024;
inline constexpr size_t kResultBytesWaiting = 1 << 20;

// make_worker() is called on each of `jobs` threads and gives a callable that
// is called with some of the indices below `count`. Its results are given to
// emit(index, result) in ascending order of the indices, never two at a time.
// When emit() returns false, the rest is left out. A result has
// `size_t size() const`, in bytes.
template <typename Result, typename MakeWorker, typename Emit>
void RunInOrder(size_t count, size_t jobs, MakeWorker make_worker, Emit emit) {
  if (jobs <= 1 || count <= 1) {
    auto work = make_worker();
    for (size_t i = 0; i < count; ++i) {
      if (!emit(i, work(i))) return;
    }
    return;
  }
  std::mutex mutex;
  std::condition_variable emitted;
  std::map<size_t, Result> waiting;
  size_t waiting_bytes = 0;
  size_t next_work = 0;
  size_t next_emit = 0;
  bool emitting = false;
  bool stopped = false;

  const auto run = [&] {
    auto work = make_worker();
    std::unique_lock lock(mutex);
    while (!stopped && next_work < count) {
      const size_t index = next_work++;
      emitted.wait(lock, [&] {
        // Whoever has the next index to be emitted never waits.
        return stopped || index == next_emit ||
               (waiting.size() < kResultsWaiting &&
                waiting_bytes < kResultBytesWaiting);
      });
      if (stopped) return;
      lock.unlock();
      Result result = work(index);
      lock.lock();
      waiting_bytes += result.size();
      waiting.emplace(index, std::move(result));
      if (emitting) continue;  // the thread that emits will find it
      emitting = true;
      while (!stopped && !waiting.empty() &&
             waiting.begin()->first == next_emit) {
        const auto node = waiting.extract(waiting.begin());
        waiting_bytes -= node.mapped().size();
        lock.unlock();
        const bool go_on = emit(node.key(), node.mapped());
        lock.lock();
        ++next_emit;
        if (!go_on) stopped = true;
        emitted.notify_all();
      }
      emitting = false;
    }
  };
  std::vector<std::thread> threads;
  size_t missing = std::min(jobs, count) - 1;
  while (missing != 0) {
    try {
      threads.emplace_back(run);
      --missing;
    } catch (const std::system_error&) {
      // The system allows no more threads: those that are there do the work.
      missing = 0;
    }
  }
  run();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_ORDERED_H_
