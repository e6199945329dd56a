// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/shared/mutator_trial.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "fuzz/shared/random.h"
#include "gtest/gtest.h"
#include "testing/guarded_memory.h"

namespace clipguard::fuzz {
namespace {

// Stands in for an engine: overwrites, inserts or removes a byte.
size_t ChangeBytes(Random& random, uint8_t* data, size_t size,
                   size_t max_size) {
  const size_t at = random.Below(size);
  if (random.OneIn(3) && size < max_size) {
    std::memmove(data + at + 1, data + at, size - at);
    data[at] = static_cast<uint8_t>(random.Next());
    return size + 1;
  }
  if (random.OneIn(2) && size > 1) {
    std::memmove(data + at, data + at + 1, size - at - 1);
    return size - 1;
  }
  if (size != 0) data[at] = static_cast<uint8_t>(random.Next());
  return std::max<size_t>(size, 1);
}

const Bytes& Pick(const std::vector<Bytes>& files, Random& random) {
  return files[random.Below(files.size())];
}

size_t Trials(size_t count) { return MutatorTrial::kFull ? count : count / 12; }

}  // namespace

void MutatorTrial::ExpectSameForSameSeed(size_t distinct) const {
  const auto same = [](uint8_t*, size_t size, size_t) { return size; };
  std::set<Bytes> results;
  for (const Bytes& file : tried_.files) {
    const size_t size = std::min(file.size(), tried_.max_size);
    for (uint32_t seed = 0; seed < 10; ++seed) {
      Bytes made[2] = {file, file};
      for (Bytes& bytes : made) {
        bytes.resize(tried_.max_size);
        bytes.resize(
            tried_.mutate(bytes.data(), size, tried_.max_size, seed, same));
      }
      EXPECT_TRUE(made[0] == made[1]);
      results.insert(made[0]);
    }
  }
  EXPECT_GT(results.size(), distinct);
}

void MutatorTrial::ExpectWithinRoom(size_t count) const {
  Random random(1);
  Random bytes(7);
  const auto change = [&](uint8_t* data, size_t size, size_t max_size) {
    return ChangeBytes(bytes, data, size, max_size);
  };
  for (uint32_t seed = 0; seed < Trials(count); ++seed) {
    const Bytes& file = Pick(tried_.files, random);
    const Bytes& other = Pick(tried_.files, random);
    const size_t room = std::max<size_t>(1, file.size() + random.Below(64));
    GuardedMemory memory(room);
    uint8_t* const data = memory.end() - room;
    std::ranges::copy(file, data);
    const size_t size = tried_.mutate(data, file.size(), room, seed, change);
    EXPECT_GE(size, 1u);
    EXPECT_LE(size, room);
    EXPECT_LE(tried_.cross_over(file, other, data, room, seed), room);
  }
}

void MutatorTrial::Generations(size_t count, Look look) const {
  std::vector<Bytes> files = tried_.files;
  Random random(2);
  for (uint32_t i = 0; i < Trials(count); ++i) {
    const size_t at = random.Below(files.size());
    Bytes file = Mutate(files[at], i);
    look(file);
    if (random.OneIn(4)) files[at] = std::move(file);
  }
}

void MutatorTrial::Changed(size_t count, Look look) const {
  Random random(3);
  for (size_t i = 0; i < Trials(count); ++i) {
    Bytes file = Pick(tried_.files, random);
    for (size_t steps = random.Few(); steps != 0; --steps) {
      file = Mutate(std::move(file), static_cast<uint32_t>(random.Next()));
    }
    look(file);
  }
}

void MutatorTrial::Mixtures(size_t count, Look look) const {
  Random random(4);
  Bytes out;
  for (uint32_t i = 0; i < Trials(count); ++i) {
    const Bytes& a = Pick(tried_.files, random);
    const Bytes& b = Pick(tried_.files, random);
    out.resize(tried_.max_size);
    out.resize(tried_.cross_over(a, b, out.data(), out.size(), i));
    look(out);
  }
}

Bytes MutatorTrial::Mutate(Bytes file, uint32_t seed) const {
  Random bytes(seed);
  const auto change = [&](uint8_t* data, size_t size, size_t max_size) {
    return ChangeBytes(bytes, data, size, max_size);
  };
  const size_t size = file.size();
  file.resize(std::max(size, tried_.max_size));
  file.resize(tried_.mutate(file.data(), size, file.size(), seed, change));
  return file;
}

}  // namespace clipguard::fuzz
