// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/shared/mutator_trial.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <utility>

#include "fuzz/shared/random.h"
#include "gtest/gtest.h"
#include "testing/guarded_memory.h"
#include "testing/sanitizers.h"

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

// With sanitizers a twelfth is tried: enough to see faults, too little to
// expect of it whatever is rare.
constexpr bool kFull = !CLIPGUARD_SANITIZED;

size_t Trials(size_t count) { return kFull ? count : count / 12; }

std::vector<Bytes> Files(const TriedMutator& tried,
                         bool (*is_one)(const corpus::CorpusFile&) = nullptr) {
  std::vector<Bytes> files;
  for (const corpus::CorpusFile& file : tried.corpus()) {
    if (is_one == nullptr || is_one(file)) files.push_back(file.bytes);
  }
  return files;
}

Bytes Mutate(const TriedMutator& tried, Bytes file, uint32_t seed) {
  Random bytes(seed);
  const auto change = [&](uint8_t* data, size_t size, size_t max_size) {
    return ChangeBytes(bytes, data, size, max_size);
  };
  const size_t size = file.size();
  file.resize(std::max(size, tried.max_size));
  file.resize(tried.mutate(file.data(), size, file.size(), seed, change));
  return file;
}

void Look(const TriedMutator& tried, const Bytes& file, Shares& shares) {
  ++shares.files;
  tried.look(file, shares);
}

void ExpectAtLeast(const LeastShares& least, Shares& shares) {
  std::printf("%zu files", shares.files);
  for (const auto& [name, percent] : least) {
    const size_t share = 100 * shares.counts[name] / shares.files;
    std::printf(", %zu %% %s", share, std::string(name).c_str());
    EXPECT_GE(share, percent) << name;
  }
  std::printf("\n");
}

}  // namespace

TEST_P(MutatorTest, DependsOnTheSeedAlone) {
  const TriedMutator& tried = GetParam();
  const auto same = [](uint8_t*, size_t size, size_t) { return size; };
  std::set<Bytes> results;
  for (const Bytes& file : Files(tried)) {
    const size_t size = std::min(file.size(), tried.max_size);
    for (uint32_t seed = 0; seed < 10; ++seed) {
      Bytes made[2] = {file, file};
      for (Bytes& bytes : made) {
        bytes.resize(tried.max_size);
        bytes.resize(
            tried.mutate(bytes.data(), size, tried.max_size, seed, same));
      }
      EXPECT_TRUE(made[0] == made[1]);
      results.insert(made[0]);
    }
  }
  EXPECT_GT(results.size(), tried.distinct);
}

// At the edge of an unreadable page, with little room or none to grow.
TEST_P(MutatorTest, StaysWithinTheRoomItIsGiven) {
  const TriedMutator& tried = GetParam();
  const std::vector<Bytes> files = Files(tried);
  Random random(1);
  Random bytes(7);
  const auto change = [&](uint8_t* data, size_t size, size_t max_size) {
    return ChangeBytes(bytes, data, size, max_size);
  };
  for (uint32_t seed = 0; seed < Trials(tried.in_little_room); ++seed) {
    const Bytes& file = Pick(files, random);
    const Bytes& other = Pick(files, random);
    const size_t room = std::max<size_t>(1, file.size() + random.Below(64));
    GuardedMemory memory(room);
    uint8_t* const data = memory.end() - room;
    std::ranges::copy(file, data);
    const size_t size = tried.mutate(data, file.size(), room, seed, change);
    EXPECT_GE(size, 1u);
    EXPECT_LE(size, room);
    EXPECT_LE(tried.cross_over(file, other, data, room, seed), room);
  }
}

TEST_P(MutatorTest, MuchOfItIsRead) {
  const TriedMutator& tried = GetParam();
  std::vector<Bytes> files = Files(tried);
  Shares shares;
  Random random(2);
  for (uint32_t i = 0; i < Trials(tried.generations); ++i) {
    const size_t at = random.Below(files.size());
    Bytes file = Mutate(tried, files[at], i);
    Look(tried, file, shares);
    if (random.OneIn(4)) files[at] = std::move(file);
  }
  if (kFull) ExpectAtLeast(tried.of_generations, shares);
}

TEST_P(MutatorTest, MakesEveryFinding) {
  const TriedMutator& tried = GetParam();
  const std::vector<Bytes> files = Files(tried, tried.is_unchanged);
  Shares shares;
  Random random(3);
  for (size_t i = 0; i < Trials(tried.changed); ++i) {
    Bytes file = Pick(files, random);
    for (size_t steps = random.Few(); steps != 0; --steps) {
      file =
          Mutate(tried, std::move(file), static_cast<uint32_t>(random.Next()));
    }
    Look(tried, file, shares);
  }
  if (!kFull) return;
  for (const CodeInfo& info : AllCodes()) {
    if (!tried.is_of_format(info) || tried.others.contains(info.code)) continue;
    EXPECT_TRUE(shares.codes.contains(info.code)) << info.name;
  }
}

TEST_P(MutatorTest, CrossOverMixesBothFiles) {
  const TriedMutator& tried = GetParam();
  const std::vector<Bytes> files = Files(tried);
  Shares shares;
  Random random(4);
  Bytes out;
  for (uint32_t i = 0; i < Trials(tried.mixtures); ++i) {
    const Bytes& a = Pick(files, random);
    const Bytes& b = Pick(files, random);
    out.resize(tried.max_size);
    out.resize(tried.cross_over(a, b, out.data(), out.size(), i));
    Look(tried, out, shares);
  }
  ExpectAtLeast(tried.of_mixtures, shares);
}

}  // namespace clipguard::fuzz
