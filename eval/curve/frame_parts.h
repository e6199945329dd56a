// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shares out the frames of a matrix among threads.

#ifndef CLIPGUARD_EVAL_CURVE_FRAME_PARTS_H_
#define CLIPGUARD_EVAL_CURVE_FRAME_PARTS_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace clipguard::eval {

// Calls bake(worker, begin, end) for parts that together are [0, frames), each
// in a thread of its own with a copy of `prototype`; in fewer than `threads` if
// there is little to do, or no more are to be had. Copying may throw, as
// std::bad_alloc does; `bake` must not.
template <typename Worker, typename Function>
void ForFrameParts(const Worker& prototype, size_t frames, size_t channels,
                   size_t threads, const Function& bake) {
  // A thread is not worth its while for less.
  constexpr size_t kLeastValues = 100'000;
  threads = std::clamp<size_t>(
      threads, 1, std::max<size_t>(1, frames * channels / kLeastValues));
  const auto begin_of = [&](size_t part) { return frames * part / threads; };
  // Allocates here everything that may run out of memory, not in a thread.
  std::vector<Worker> workers(threads, prototype);
  std::vector<std::thread> others;
  others.reserve(threads);
  for (size_t part = 1; part < threads; ++part) {
    try {
      others.emplace_back(bake, std::ref(workers[part]), begin_of(part),
                          begin_of(part + 1));
    } catch (const std::system_error&) {
      // No more threads are to be had.
      bake(workers[part], begin_of(part), begin_of(part + 1));
    }
  }
  bake(workers[0], 0, begin_of(1));
  for (std::thread& other : others) other.join();
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_CURVE_FRAME_PARTS_H_
