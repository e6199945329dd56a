// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The handler of the rivals that read JSON: counts keys and values.

#ifndef CLIPGUARD_BENCH_RIVALS_JSON_COUNTER_H_
#define CLIPGUARD_BENCH_RIVALS_JSON_COUNTER_H_

#include <cstddef>
#include <cstdint>

namespace clipguard::bench {

struct JsonCounter {
  bool Null() { return Count(); }
  bool Bool(bool) { return Count(); }
  bool Int(int) { return Count(); }
  bool Uint(unsigned) { return Count(); }
  bool Int64(int64_t) { return Count(); }
  bool Uint64(uint64_t) { return Count(); }
  bool Double(double) { return Count(); }
  bool RawNumber(const char*, unsigned, bool) { return Count(); }
  bool String(const char*, unsigned, bool) { return Count(); }
  bool StartObject() { return Count(); }
  bool Key(const char*, unsigned, bool) { return Count(); }
  bool EndObject(unsigned) { return true; }
  bool StartArray() { return Count(); }
  bool EndArray(unsigned) { return true; }

  bool Count() {
    ++count;
    return true;
  }

  size_t count = 0;
};

}  // namespace clipguard::bench

#endif  // CLIPGUARD_BENCH_RIVALS_JSON_COUNTER_H_
