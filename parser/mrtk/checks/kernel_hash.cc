// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Prints the hashes of testing/kernel_hash.h for what the scans say of fixed
// keys: ordinary ones, and the same with one word that may not be.

#include "testing/kernel_hash.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/key_scan_limits.h"
#include "testing/bits_hash.h"

namespace clipguard::mrtk {
namespace {

constexpr size_t kMostKeys = 40;
constexpr int kChanges = 200;  // for each number of keys

// Words that limits and comparisons may get wrong.
uint32_t OddWord(std::mt19937& engine) {
  static constexpr uint32_t kOdd[] = {0,          1,
                                      3,          4,
                                      0x80000000, 0x3f800000,
                                      0x3f800001, 0xbf800000,
                                      0x7f800000, 0xff800000,
                                      0x7f7fffff, 0x7fc00000,
                                      187u << 23, (187u << 23) + 1,
                                      252u << 23, (252u << 23) + 1,
                                      0x40000000, 0x3f000000};
  const uint32_t word = kOdd[engine() % std::size(kOdd)];
  return engine() % 4 == 0 ? word ^ static_cast<uint32_t>(engine()) : word;
}

// Three curves of a position, cut short, and four of a rotation, of full keys
// or of compact ones.
void HashScans(size_t words, const LayoutScan& scan, eval::BitsHash& hash) {
  std::mt19937 engine(1);
  for (size_t count = 0; count < kMostKeys; ++count) {
    std::vector<float> curves[7];
    KeyRun runs[7];
    for (size_t c = 0; c < 7; ++c) {
      for (size_t i = 0; i < count; ++i) {
        const float key[] = {static_cast<float>(i) * 0.25f,
                             c < 5   ? 0.6f
                             : c < 6 ? 0.4f
                                     : 0.34641016f,
                             0.25f,
                             0.25f,
                             0.25f,
                             0.25f,
                             std::bit_cast<float>(3u)};
        curves[c].insert(curves[c].end(), key, key + words);
      }
      runs[c] = {reinterpret_cast<const uint8_t*>(curves[c].data()),
                 c < 3 ? count * (c + 1) / 3 : count};
    }
    const auto look = [&] {
      float seen = scan.pose(runs) ? 1 : 0;
      for (const KeyRun& run : runs)
        seen = 2 * seen + (scan.curve(run) ? 1 : 0);
      hash.Add({&seen, 1});
    };
    look();
    for (int i = 0; i < kChanges && count != 0; ++i) {
      float& word = curves[engine() % 7][engine() % (count * words)];
      const float before = word;
      word = std::bit_cast<float>(OddWord(engine));
      look();
      word = before;
    }
  }
}

eval::BitsHash HashOf(const KeyScan& scan) {
  eval::BitsHash hash;
  HashScans(FullKeys::kFields, scan.full, hash);
  HashScans(CompactKeys::kFields, scan.compact, hash);
  return hash;
}

}  // namespace
}  // namespace clipguard::mrtk

int main() {
  clipguard::eval::PrintHashes<clipguard::mrtk::KeyScan>(
      clipguard::mrtk::HashOf);
}
