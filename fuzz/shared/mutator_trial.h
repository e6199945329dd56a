// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Tests of all formats' mutators: they follow an engine's rules, and their
// output for a corpus is worth running.
//
//   INSTANTIATE_TEST_SUITE_P(
//       M3d, MutatorTest,
//       testing::Values(TriedMutator{.mutate = kM3dFuzzing.inputs.mutate,
//                                    ...}));
//
// All is the same in each run.

#ifndef CLIPGUARD_FUZZ_SHARED_MUTATOR_TRIAL_H_
#define CLIPGUARD_FUZZ_SHARED_MUTATOR_TRIAL_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "corpus/corpus_file.h"
#include "fuzz/shared/mutator.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"

namespace clipguard::fuzz {

using Bytes = std::vector<uint8_t>;

// How many of many files reach each stage.
struct Shares {
  size_t files = 0;
  std::map<std::string_view, size_t> counts;  // of files: "read"
  std::set<FindingCode> codes;
};

// The least shares that are required, in percent.
using LeastShares = std::map<std::string_view, size_t>;

struct TriedMutator {
  size_t (*mutate)(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                   ByteMutator mutate_bytes);
  size_t (*cross_over)(std::span<const uint8_t> a, std::span<const uint8_t> b,
                       uint8_t* out, size_t max_size, uint32_t seed);
  size_t max_size;  // of files that it makes
  std::vector<corpus::CorpusFile> (*corpus)();
  // Counts what a file is, and adds its codes.
  void (*look)(const Bytes& file, Shares& shares);
  // Each file of the corpus becomes more than `distinct` in all, with ten
  // seeds.
  size_t distinct;
  size_t in_little_room;  // files to try
  // Files of which a quarter take the place of what they come from, as in an
  // engine that keeps what it likes; and what they are at least.
  size_t generations;
  LeastShares of_generations;
  // Files that are a few changes away from one of which this holds. They have
  // every code of the format, without `others`.
  size_t changed;
  bool (*is_unchanged)(const corpus::CorpusFile& file);
  bool (*is_of_format)(const CodeInfo& info);
  std::set<FindingCode> others;
  size_t mixtures;  // of two files
  LeastShares of_mixtures;
};

class MutatorTest : public testing::TestWithParam<TriedMutator> {};

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_MUTATOR_TRIAL_H_
