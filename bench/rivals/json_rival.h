// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Measures reading JSON alone, without interpreting it: RapidJSON's iterative
// reader, with comments, on which clipguard's own JSON is built.

#ifndef CLIPGUARD_BENCH_RIVALS_JSON_RIVAL_H_
#define CLIPGUARD_BENCH_RIVALS_JSON_RIVAL_H_

#include <cstddef>
#include <span>
#include <string>

namespace clipguard::bench {

struct JsonRival {
  // "rapidjson-sax"
  const char* name;
  // The number of keys and values; 0 if the text is not JSON.
  size_t (*read)(const std::string& text);
};

// One counts tokens, and does nothing else; the other makes a tree of all
// values, of which those of the root are counted.
std::span<const JsonRival> JsonRivals();

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_JSON_RIVAL_H_
