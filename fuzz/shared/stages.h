// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// How far do inputs get? A target names the stages that an input passes:
//
//   CLIPGUARD_STAGE("executed");
//
// With CLIPGUARD_FUZZ_STAGES=1 in the environment, the program prints how
// often each was passed when it ends: "stage: 1234 executed". A target whose
// inputs are all refused by the first check tests little.

#ifndef CLIPGUARD_FUZZ_SHARED_STAGES_H_
#define CLIPGUARD_FUZZ_SHARED_STAGES_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace clipguard::fuzz {

// One counter for each name; the same place on every call. Not thread-safe.
inline uint64_t* StageCounter(const char* name) {
  struct Stage {
    const char* name;
    uint64_t count;
  };
  static constexpr size_t kMaxStages = 64;
  static Stage stages[kMaxStages] = {};
  static const int registered = std::atexit([] {
    if (std::getenv("CLIPGUARD_FUZZ_STAGES") == nullptr) return;
    for (const Stage& stage : stages) {
      if (stage.name == nullptr) break;
      std::fprintf(stderr, "stage: %llu %s\n",
                   static_cast<unsigned long long>(stage.count), stage.name);
    }
  });
  static_cast<void>(registered);
  size_t i = 0;
  while (i + 1 < kMaxStages && stages[i].name != nullptr) ++i;
  stages[i].name = name;
  return &stages[i].count;
}

}  // namespace clipguard::fuzz

#define CLIPGUARD_STAGE(name)                  \
  do {                                         \
    static uint64_t* const stage_counter =     \
        ::clipguard::fuzz::StageCounter(name); \
    ++*stage_counter;                          \
  } while (false)

#endif  // CLIPGUARD_FUZZ_SHARED_STAGES_H_
