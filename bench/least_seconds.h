// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// LeastSeconds(): how long something takes, for tables of whole runs.

#ifndef CLIPGUARD_BENCH_LEAST_SECONDS_H_
#define CLIPGUARD_BENCH_LEAST_SECONDS_H_

#include <algorithm>
#include <chrono>

namespace clipguard::bench {

// The least of three runs.
template <typename Run>
double LeastSeconds(Run run) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    least = std::min(least, std::chrono::duration<double>(
                                std::chrono::steady_clock::now() - start)
                                .count());
  }
  return least;
}

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_LEAST_SECONDS_H_
