// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Shared by mutators of every format: the engine's own mutation, random choice,
// and edits of lists.

#ifndef CLIPGUARD_FUZZ_SHARED_MUTATOR_H_
#define CLIPGUARD_FUZZ_SHARED_MUTATOR_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {

// The engine's own mutation of plain bytes, LLVMFuzzerMutate(): changes `size`
// bytes at `data`, where there is room for `max_size`, and returns the new
// size.
using ByteMutator =
    absl::FunctionRef<size_t(uint8_t* data, size_t size, size_t max_size)>;

template <typename Step>
struct Choice {
  size_t weight;
  Step step;
};

// One of them, as often as its weight says.
template <typename Step, size_t N>
Step PickStep(const Choice<Step> (&choices)[N], Random& random) {
  size_t sum = 0;
  for (const Choice<Step>& choice : choices) sum += choice.weight;
  size_t at = random.Below(sum);
  size_t i = 0;
  while (at >= choices[i].weight) at -= choices[i++].weight;
  return choices[i].step;
}

// A few that are next to each other.
template <typename T>
void DropSome(std::vector<T>& list, Random& random) {
  if (list.empty()) return;
  const size_t count = std::min(list.size(), random.Few());
  const auto first = list.begin() + static_cast<ptrdiff_t>(
                                        random.Below(list.size() - count + 1));
  list.erase(first, first + static_cast<ptrdiff_t>(count));
}

template <typename T>
void RepeatOne(std::vector<T>& list, Random& random) {
  if (list.empty()) return;
  const size_t at = random.Below(list.size());
  const T copy = list[at];
  list.insert(list.begin() + static_cast<ptrdiff_t>(at), random.Few(), copy);
}

template <typename T>
void SwapTwo(std::vector<T>& list, Random& random) {
  if (list.empty()) return;
  T& a = list[random.Below(list.size())];
  std::swap(a, list[random.Below(list.size())]);
}

// The beginning of one list and the end of the other.
template <typename T>
std::vector<T> Splice(const std::vector<T>& a, const std::vector<T>& b,
                      Random& random) {
  const auto head = static_cast<ptrdiff_t>(random.Below(a.size() + 1));
  const auto tail = static_cast<ptrdiff_t>(random.Below(b.size() + 1));
  std::vector<T> mix(a.begin(), a.begin() + head);
  mix.insert(mix.end(), b.end() - tail, b.end());
  return mix;
}

// A file's mutation, of what its bytes mean: decode(bytes) gives that, change()
// changes it, and write(changed, out, max_size) makes a file of it and returns
// its size, or 0 if that cannot be. One file in eight, and what cannot be
// written, is given to `mutate_bytes` whole.
template <typename Decode, typename Change, typename Write>
size_t MutateDecoded(uint8_t* data, size_t size, size_t max_size, uint32_t seed,
                     ByteMutator mutate_bytes, Decode decode, Change change,
                     Write write) {
  Random random(seed);
  if (random.OneIn(8)) return mutate_bytes(data, size, max_size);
  auto decoded = decode(std::span<const uint8_t>(data, size));
  change(decoded, random);
  const size_t written = write(decoded, data, max_size);
  return written != 0 ? written : mutate_bytes(data, size, max_size);
}

// Writes a mixture; or, if it cannot be written, the first of the two files, as
// far as there is room for it.
template <typename Mixture, typename Write>
size_t WriteMixture(Mixture& mixture, std::span<const uint8_t> first,
                    uint8_t* out, size_t max_size, Write write) {
  const size_t written = write(mixture, out, max_size);
  if (written != 0) return written;
  const size_t size = std::min(first.size(), max_size);
  std::copy_n(first.begin(), size, out);
  return size;
}

}  // namespace clipguard::fuzz

#endif  // CLIPGUARD_FUZZ_SHARED_MUTATOR_H_
