// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// From measurements to tables that a person can read.

#ifndef CLIPGUARD_BENCH_REPORT_H_
#define CLIPGUARD_BENCH_REPORT_H_

#include <map>
#include <string>
#include <vector>

namespace clipguard::bench {

// All repetitions of one benchmark.
struct Measurement {
  std::string name;         // "W1/avx512", "Bake/full/avx512"
  std::vector<double> ns;   // CPU time of an iteration
  double items = 0;         // of an iteration; 0 if it does not say
  double bytes = 0;         // of an iteration; 0 if it does not say
  double worst_error = -1;  // below 0 if it does not say

  double Median() const;   // of ns
  double PerItem() const;  // median ns of an item
  // The middle half of the repetitions, as a share of the median.
  double Spread() const;
};

double MedianOf(std::vector<double> numbers);

// One line about one benchmark.
std::string Line(const Measurement& measurement);

// The tables of what there are measurements of, each of ours beside the rivals.
// Empty if there is nothing of the kind.
std::string Tables(const std::vector<Measurement>& measurements);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_REPORT_H_
