// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Prints the hashes of testing/kernel_hash.h for one fixed set of bones and
// vertices.

#include "testing/kernel_hash.h"

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "eval/skeleton/skeleton_kernel.h"
#include "testing/bits_hash.h"

namespace clipguard::eval {
namespace {

constexpr size_t kBones = 1000;
constexpr size_t kTimes = 200;
constexpr size_t kVertices = 100'000;

class Random {
 public:
  uint32_t Bits() { return static_cast<uint32_t>(engine_()); }
  // From -most to most, with the same bits in every standard library. Now and
  // then 0, or so large that doubles overflow further up.
  float Next(float most) {
    const float value = static_cast<float>(Bits() >> 8) * 0x1p-23f - 1;
    const uint32_t odds = Bits() % 1024;
    return most * (odds < 16 ? 0 : odds == 16 ? value * 1e30f : value);
  }

 private:
  std::mt19937 engine_{1};
};

struct Work {
  Work() {
    for (size_t b = 0; b < kBones; ++b) {
      for (size_t key = 0; key < 2; ++key) {
        times.push_back(static_cast<float>(key) + random.Next(0.25f));
        keys[kTranslation].push_back(
            {random.Next(5), random.Next(5), random.Next(5), 0});
        keys[kScale].push_back({random.Next(1), random.Next(1), 1, 0});
        keys[kRotation].push_back({random.Next(0.7f), random.Next(0.7f),
                                   random.Next(0.7f), random.Next(0.7f)});
      }
      parents.push_back(b == 0 ? -1 : static_cast<int32_t>(b / 2));
      for (size_t i = 0; i < 16; ++i) offsets.push_back(random.Next(1));
    }
    for (size_t i = 0; i < 3 * kVertices; ++i) {
      positions.push_back(random.Next(70));
      normals.push_back(random.Next(1));
    }
    for (size_t i = 0; i < 4 * kVertices; ++i) {
      weights.push_back(random.Next(1));
      indices.push_back(static_cast<uint8_t>(random.Bits()));
    }
  }

  Random random;
  // Two of each bone.
  std::vector<float> times;
  std::vector<std::array<float, 4>> keys[kKeyChannels];
  std::vector<int32_t> parents;
  std::vector<float> offsets;
  std::vector<float> positions;
  std::vector<float> normals;
  std::vector<float> weights;
  std::vector<uint8_t> indices;
};

BitsHash HashOf(const SkeletonKernel& kernel, const Work& work) {
  BitsHash hash;
  std::vector<KeyBlock> blocks(kBones / kBonesPerBlock);
  for (size_t b = 0; b < blocks.size(); ++b) {
    KeyPlaces places;
    for (size_t i = 0; i < kBonesPerBlock; ++i) {
      const size_t first = 2 * (b * kBonesPerBlock + i);
      for (size_t c = 0; c < kKeyChannels; ++c) {
        places.key[c][0][i] = work.keys[c][first].data();
        places.key[c][1][i] = work.keys[c][first + 1].data();
      }
      places.start[i] = work.times[first];
      places.end[i] = work.times[first + 1];
    }
    kernel.load(places, 7, &blocks[b]);
  }
  std::vector<BoneMatrix> to_root(kBones + 1);
  to_root[0] = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  std::vector<float> transforms(16 * kBones);
  for (size_t i = 0; i < kTimes; ++i) {
    const double time = static_cast<double>(i) / kTimes;
    kernel.evaluate(blocks.data(), time,
                    {0, kBones, work.parents.data(), work.offsets.data(),
                     i % 2 == 0, to_root.data()},
                    transforms.data());
    hash.Add(transforms);
  }
  struct alignas(64) Palette {
    float matrices[16 * kPaletteSize];
  };
  static Palette palette;
  for (size_t i = 0; i < 16 * kPaletteSize; ++i) {
    palette.matrices[i] = transforms[i];
  }
  std::vector<float> positions(3 * kVertices);
  std::vector<float> normals(3 * kVertices);
  kernel.skin(palette.matrices, work.positions.data(), work.normals.data(),
              work.weights.data(), work.indices.data(), positions.data(),
              normals.data(), kVertices);
  hash.Add(positions);
  hash.Add(normals);
  return hash;
}

void PrintAll() {
  const Work work;
  PrintHashes<SkeletonKernel>(
      [&](const SkeletonKernel& kernel) { return HashOf(kernel, work); });
}

}  // namespace
}  // namespace clipguard::eval

int main() {
  clipguard::eval::PrintAll();
  return 0;
}
