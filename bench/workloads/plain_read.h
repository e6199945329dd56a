// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The baseline for validation: reads all bytes and does next to nothing with
// them.

#ifndef CLIPGUARD_BENCH_WORKLOADS_PLAIN_READ_H_
#define CLIPGUARD_BENCH_WORKLOADS_PLAIN_READ_H_

#include <cstdint>
#include <span>

namespace clipguard::bench {

// The exclusive or of all bytes' words, by the widest registers of the CPU.
uint64_t PlainRead(std::span<const uint8_t> bytes);

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_WORKLOADS_PLAIN_READ_H_
