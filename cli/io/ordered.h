// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// RunInOrder: many independent pieces of work on several threads, and their
// results one after the other, in order, as if there were one thread.

#ifndef CLIPGUARD_CLI_IO_ORDERED_H_
#define CLIPGUARD_CLI_IO_ORDERED_H_

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace clipguard::cli {

// How far the work may be ahead of the results that were emitted: not more than
// this many indices, nor (but for one result a thread) more bytes.
inline constexpr size_t kResultsWaiting = 1024;
inline constexpr size_t kResultBytesWaiting = 1 << 20;

// Results that are emitted before the threads are looked after again.
inline constexpr size_t kResultsEmitted = 64;

// What keeping the order cost. Threads that sleep are woken one at a time, one
// for each piece of emitted results at most.
struct OrderedCounts {
  uint64_t sleeps = 0;   // a thread waited for results to be emitted
  uint64_t threads = 0;  // besides the caller's
};

// make_worker() is called on each of `jobs` threads, of which the caller's is
// one, and gives a callable that is called with some of the indices below
// `count`. Its results are given to emit(index, result) in ascending order of
// the indices, never two at a time. When emit() returns false, the rest is left
// out. A result has `size_t size() const`, in bytes.
//
// Where the system allows fewer threads, those that are there do the work. What
// any of the callables throws ends the work, and is thrown to the caller once
// all threads have ended.
template <typename Result, typename MakeWorker, typename Emit>
OrderedCounts RunInOrder(size_t count, size_t jobs, MakeWorker make_worker,
                         Emit emit) {
  OrderedCounts counts;
  if (jobs <= 1 || count <= 1) {
    auto work = make_worker();
    for (size_t i = 0; i < count; ++i) {
      if (!emit(i, work(i))) break;
    }
    return counts;
  }
  std::mutex mutex;
  std::condition_variable room;
  // The result of index i is at i % kResultsWaiting.
  std::vector<std::optional<Result>> waiting(std::min(count, kResultsWaiting));
  size_t waiting_bytes = 0;
  size_t next_work = 0;
  size_t next_emit = 0;
  size_t sleeping = 0;
  bool emitting = false;
  bool stopped = false;
  std::exception_ptr thrown;

  const auto over = [&] { return stopped || next_work == count; };
  // Whether the work may be `part` of the way ahead that it may be at most.
  // Whoever has an index works on it without waiting, so that the next one to
  // be emitted is always on its way.
  const auto has_room = [&](size_t part) {
    return next_work == next_emit ||
           (next_work - next_emit < kResultsWaiting / part &&
            waiting_bytes < kResultBytesWaiting / part);
  };
  const auto run = [&] {
    auto work = make_worker();
    std::vector<Result> piece;
    piece.reserve(kResultsEmitted);
    std::unique_lock lock(mutex);
    for (;;) {
      while (!over() && !has_room(1)) {
        ++counts.sleeps;
        ++sleeping;
        room.wait(lock);
        --sleeping;
      }
      if (over()) return;
      const size_t index = next_work++;
      if (next_work == count) room.notify_all();
      lock.unlock();
      Result result = work(index);
      lock.lock();
      waiting_bytes += result.size();
      waiting[index % waiting.size()] = std::move(result);
      if (emitting) continue;  // the thread that emits will find it
      emitting = true;
      while (!stopped) {
        size_t bytes = 0;
        for (size_t i = next_emit; piece.size() < kResultsEmitted; ++i) {
          std::optional<Result>& next = waiting[i % waiting.size()];
          if (!next) break;
          bytes += next->size();
          piece.push_back(*std::move(next));
          next.reset();
        }
        if (piece.empty()) break;
        lock.unlock();
        bool go_on = true;
        for (size_t i = 0; go_on && i < piece.size(); ++i) {
          go_on = emit(next_emit + i, piece[i]);
        }
        const size_t emitted = piece.size();
        piece.clear();
        lock.lock();
        next_emit += emitted;
        waiting_bytes -= bytes;
        if (!go_on) {
          stopped = true;
          room.notify_all();
        } else if (sleeping != 0 && has_room(2)) {
          room.notify_one();
        }
      }
      emitting = false;
    }
  };
  const auto run_safely = [&] {
    try {
      run();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
      stopped = true;
      room.notify_all();
    }
  };
  std::vector<std::thread> threads;
  try {
    threads.reserve(std::min(jobs, count) - 1);
    while (threads.size() < threads.capacity())
      threads.emplace_back(run_safely);
  } catch (const std::system_error&) {
    // The system allows no more threads.
  } catch (const std::bad_alloc&) {
    // Nor has it memory for more.
  }
  run_safely();
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
  counts.threads = threads.size();
  return counts;
}

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_ORDERED_H_
