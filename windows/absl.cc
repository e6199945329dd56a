// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Stand-ins that absl's own parts need of those that are left out. Its Mutex is
// the system's own lock, which is no larger, and as empty at first; and no Cord
// is sampled for a profile.

#include <windows.h>

#include <cstdint>
#include <thread>

#include "absl/base/internal/sysinfo.h"
#include "absl/debugging/stacktrace.h"
#include "absl/profiling/internal/exponential_biased.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

static_assert(sizeof(absl::Mutex) >= sizeof(SRWLOCK));

namespace absl {
ABSL_NAMESPACE_BEGIN

void Mutex::Lock() {
  AcquireSRWLockExclusive(reinterpret_cast<PSRWLOCK>(this));
}
void Mutex::Unlock() {
  ReleaseSRWLockExclusive(reinterpret_cast<PSRWLOCK>(this));
}
Mutex::~Mutex() {}

namespace base_internal {
int NumCPUs() { return static_cast<int>(std::thread::hardware_concurrency()); }
}  // namespace base_internal

namespace profiling_internal {
int64_t ExponentialBiased::GetStride(int64_t) { return INT64_MAX; }
}  // namespace profiling_internal

int GetStackTrace(void**, int, int) { return 0; }
Time Now() { return UniversalEpoch(); }

ABSL_NAMESPACE_END
}  // namespace absl
