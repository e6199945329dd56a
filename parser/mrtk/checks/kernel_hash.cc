// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Prints the hashes of testing/kernel_hash.h for what the scans say of fixed
// keys: ordinary ones, and the same with one word that may not be.

#include "testing/kernel_hash.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
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

// Four curves of a rotation, packed one after the other.
class Curves {
 public:
  Curves(size_t keys, size_t words) : keys_(keys), words_(words) {
    for (size_t c = 0; c < 4; ++c) {
      for (size_t i = 0; i < keys; ++i) {
        bytes_.push_back(static_cast<float>(i) * 0.25f);
        bytes_.push_back(c < 2 ? 0.6f : c < 3 ? 0.4f : 0.34641016f);
        for (size_t w = 2; w < words; ++w) {
          bytes_.push_back(w + 1 < words ? 0.25f : std::bit_cast<float>(3u));
        }
      }
    }
  }
  size_t words() const { return bytes_.size(); }
  float& word(size_t i) { return bytes_[i]; }
  const uint8_t* curve(size_t c) const {
    return reinterpret_cast<const uint8_t*>(bytes_.data() + c * keys_ * words_);
  }

 private:
  size_t keys_;
  size_t words_;
  std::vector<float> bytes_;
};

template <typename One, typename Four, typename Seven>
void HashScans(size_t words, One one, Four four, Seven seven,
               eval::BitsHash& hash) {
  std::mt19937 engine(1);
  for (size_t count = 0; count < kMostKeys; ++count) {
    Curves curves(count, words);
    const auto look = [&] {
      const uint8_t* const all[4] = {curves.curve(0), curves.curve(1),
                                     curves.curve(2), curves.curve(3)};
      float seen = four(all, count) ? 16 : 0;
      for (size_t c = 0; c < 4; ++c) {
        seen = 2 * seen + (one(all[c], count) ? 1 : 0);
      }
      hash.Add({&seen, 1});
      // Three of them as a position, cut short, and all as a rotation.
      KeyRun runs[7];
      for (size_t c = 0; c < 7; ++c) {
        runs[c] = {all[c < 3 ? c : c - 3], c < 3 ? count * (c + 1) / 3 : count};
      }
      seen = seven(runs) ? 1 : 0;
      hash.Add({&seen, 1});
    };
    look();
    for (int i = 0; i < kChanges && count != 0; ++i) {
      float& word = curves.word(engine() % curves.words());
      const float before = word;
      word = std::bit_cast<float>(OddWord(engine));
      look();
      word = before;
    }
  }
}

eval::BitsHash HashOf(const KeyScan& scan) {
  eval::BitsHash hash;
  HashScans(kWords, scan.full, scan.quaternions_full, scan.pose_full, hash);
  HashScans(2, scan.compact, scan.quaternions_compact, scan.pose_compact, hash);
  HashScans(2, scan.boolean, scan.quaternions_compact, scan.pose_compact, hash);
  return hash;
}

}  // namespace
}  // namespace clipguard::mrtk

int main() {
  clipguard::eval::PrintHashes<clipguard::mrtk::KeyScan>(
      clipguard::mrtk::HashOf);
}
