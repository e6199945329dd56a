// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A repair of a capture promises the same as one of a recording does; and a
// byte that is damaged costs at most the frame that has it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>

#include "actions/repair/xrhands/capture.h"
#include "actions/repair/xrhands/damaged_byte.h"
#include "fuzz/actions/repair_promises.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"
#include "fuzz/shared/random.h"
#include "fuzz/shared/stages.h"
#include "fuzz/xrhands/fuzz_format.h"
#include "parser/finding.h"
#include "parser/xrhands/validate.h"

namespace clipguard {
namespace {

// The heap holds the results of two passes, what each looks at, and an offset
// for each frame, of which the shortest have eight bytes.
constexpr uint64_t kBytesPerByte = 12;

// Damages bytes of a capture without findings: any, or one near the beginning
// of a frame, where its flags are.
void Damage(std::span<const uint8_t> bytes) {
  constexpr int kTimes = 8;
  constexpr size_t kFlags = 80;
  FindingList findings;
  const auto sound = xrhands::ReadAndValidate(bytes, {}, findings);
  if (!sound || !findings.empty() || !actions::HasPromise(*sound)) return;
  CLIPGUARD_STAGE("damaged");
  fuzz::Random random(bytes.size() * 31 + bytes.back());
  for (int time = 0; time < kTimes; ++time) {
    const uint64_t frame = sound->frame_offset(random.Below(sound->frames()));
    const uint64_t near =
        std::min<uint64_t>(frame + random.Below(kFlags), bytes.size() - 1);
    const uint64_t at = random.OneIn(4) ? random.Below(bytes.size()) : near;
    const uint8_t value =
        random.OneIn(2)
            ? static_cast<uint8_t>(random.Next())
            : static_cast<uint8_t>(bytes[at] ^ (1u << random.Below(8)));
    const char* fault = actions::CostOfDamagedByte(*sound, at, value);
    if (fault != nullptr) {
      std::fprintf(stderr, "%s: byte %zu is %d\n", fault,
                   static_cast<size_t>(at), value);
    }
    CLIPGUARD_CHECK(fault == nullptr);
  }
}

void Run(std::span<const uint8_t> bytes) {
  Damage(bytes);
  fuzz::CheckRepair(bytes, kBytesPerByte, actions::RepairCapture,
                    xrhands::ReadDamagedAndValidate);
}

CLIPGUARD_FUZZ_PROPERTY(repair_xrhands, Run, fuzz::kXrHandsFuzzing.inputs);

}  // namespace
}  // namespace clipguard
