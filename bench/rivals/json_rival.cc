// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/rivals/json_rival.h"

#include <vector>

namespace clipguard::bench {

std::span<const JsonRival> JsonRivals() {
  static const std::vector<JsonRival>& rivals = *[] {
    auto* all = new std::vector<JsonRival>{kRapidJsonSax, kRapidJsonDom};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.2")) all->push_back(kRapidJsonSaxSse42);
#endif
    return all;
  }();
  return rivals;
}

}  // namespace clipguard::bench
