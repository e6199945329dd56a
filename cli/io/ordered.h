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

// The cost of keeping the order. Sleeping threads are woken one at a time, at
// most one for each piece of emitted results.
struct OrderedCounts {
  uint64_t sleeps = 0;   // a thread waited for results to be emitted
  uint64_t threads = 0;  // besides the caller's
};

// State that the threads of RunInOrder() share: which index comes next, and
// results that wait for those before them.
template <typename Result, typename Emit>
class OrderedResults {
 public:
  // The indices are those below `count`.
  OrderedResults(size_t count, Emit& emit)
      : count_(count),
        emit_(emit),
        waiting_(std::min(count, kResultsWaiting)) {}

  // Works on indices, and emits results, until none is left. Throws what `work`
  // or emit() throws.
  template <typename Work>
  void Run(Work& work) {
    std::vector<Result> piece;
    piece.reserve(kResultsEmitted);
    std::unique_lock lock(mutex_);
    while (WaitForRoom(lock)) {
      const size_t index = next_work_++;
      if (next_work_ == count_) room_.notify_all();
      lock.unlock();
      Result result = work(index);
      lock.lock();
      waiting_bytes_ += result.size();
      waiting_[index % waiting_.size()] = std::move(result);
      if (emitting_) continue;  // the thread that emits will find it
      emitting_ = true;
      while (!stopped_ && EmitPiece(piece, lock)) {
      }
      emitting_ = false;
    }
  }

  // Ends the work; the first exception is the one to be thrown.
  void Stop(std::exception_ptr thrown) {
    const std::lock_guard lock(mutex_);
    if (!thrown_) thrown_ = std::move(thrown);
    stopped_ = true;
    room_.notify_all();
  }

  // For when all threads have ended.
  std::exception_ptr thrown() const { return thrown_; }
  uint64_t sleeps() const { return sleeps_; }

 private:
  bool over() const { return stopped_ || next_work_ == count_; }

  // Returns whether work may start: it may be ahead of the emitted results by
  // 1/`part` of the limits at most. A thread that has an index works on it
  // without waiting, so that the next one to be emitted is always on its way.
  bool has_room(size_t part) const {
    return next_work_ == next_emit_ ||
           (next_work_ - next_emit_ < kResultsWaiting / part &&
            waiting_bytes_ < kResultBytesWaiting / part);
  }

  // False if there is no more work.
  bool WaitForRoom(std::unique_lock<std::mutex>& lock) {
    while (!over() && !has_room(1)) {
      ++sleeps_;
      ++sleeping_;
      room_.wait(lock);
      --sleeping_;
    }
    return !over();
  }

  // Moves the results that are next, if there are any, into `piece`, and emits
  // them without holding the lock. `piece` is empty before and after.
  bool EmitPiece(std::vector<Result>& piece,
                 std::unique_lock<std::mutex>& lock) {
    size_t bytes = 0;
    for (size_t i = next_emit_; piece.size() < kResultsEmitted; ++i) {
      std::optional<Result> next =
          std::exchange(waiting_[i % waiting_.size()], std::nullopt);
      if (!next) break;
      bytes += next->size();
      piece.push_back(*std::move(next));
    }
    if (piece.empty()) return false;
    lock.unlock();
    bool go_on = true;
    for (size_t i = 0; go_on && i < piece.size(); ++i) {
      go_on = emit_(next_emit_ + i, piece[i]);
    }
    const size_t emitted = piece.size();
    piece.clear();
    lock.lock();
    next_emit_ += emitted;
    waiting_bytes_ -= bytes;
    if (!go_on) {
      stopped_ = true;
      room_.notify_all();
    } else if (sleeping_ != 0 && has_room(2)) {
      room_.notify_one();
    }
    return true;
  }

  const size_t count_;
  Emit& emit_;
  std::mutex mutex_;
  std::condition_variable room_;
  // The result of index i is at i % kResultsWaiting.
  std::vector<std::optional<Result>> waiting_;
  size_t waiting_bytes_ = 0;
  size_t next_work_ = 0;
  size_t next_emit_ = 0;
  size_t sleeping_ = 0;
  uint64_t sleeps_ = 0;
  bool emitting_ = false;
  bool stopped_ = false;
  std::exception_ptr thrown_;
};

// As many threads as are asked for, or as the system allows.
template <typename Run>
std::vector<std::thread> StartThreads(size_t count, const Run& run) {
  std::vector<std::thread> threads;
  try {
    threads.reserve(count);
    while (threads.size() < count) threads.emplace_back(run);
  } catch (const std::system_error&) {
    return threads;  // no more of them
  } catch (const std::bad_alloc&) {
    return threads;  // no memory for more of them
  }
  return threads;
}

// make_worker() is called on each of `jobs` threads, of which the caller's is
// one, and gives a callable that is called with some of the indices below
// `count`. Its results are given to emit(index, result) in ascending order of
// the indices, never two at a time; emit() may take from a result what it can
// use. When emit() returns false, the rest is left out. A result has `size_t
// size() const`, in bytes.
//
// Where the system allows fewer threads, those that are there do the work. What
// any of the callables throws ends the work, and is thrown to the caller once
// all threads have ended. Before that stopped() is called, on the thread that
// threw: if a worker waits for what others emit, let it know there. stopped()
// does not throw.
template <typename Result, typename MakeWorker, typename Emit,
          typename Stopped = void (*)()>
OrderedCounts RunInOrder(
    size_t count, size_t jobs, MakeWorker make_worker, Emit emit,
    Stopped stopped = [] {}) {
  if (jobs <= 1 || count <= 1) {
    auto work = make_worker();
    for (size_t i = 0; i < count; ++i) {
      Result result = work(i);
      if (!emit(i, result)) break;
    }
    return {};
  }
  OrderedResults<Result, Emit> results(count, emit);
  const auto run = [&] {
    try {
      auto work = make_worker();
      results.Run(work);
    } catch (...) {
      results.Stop(std::current_exception());
      stopped();
    }
  };
  std::vector<std::thread> threads =
      StartThreads(std::min(jobs, count) - 1, run);
  run();
  for (std::thread& thread : threads) thread.join();
  if (results.thrown()) std::rethrow_exception(results.thrown());
  return {.sleeps = results.sleeps(), .threads = threads.size()};
}

}  // namespace clipguard::cli

#endif  // CLIPGUARD_CLI_IO_ORDERED_H_
