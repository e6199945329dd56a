// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The builder of records for every machine.

#include <string.h>

#include "eval/curve/kernel/record_kernel.h"
#include "parser/mrtk/format.h"

namespace clipguard::eval {
namespace {

template <bool kLines>
mrtk::Keyframe Key(const KeyColumns& keys, size_t i) {
  if (kLines) return {.time = keys.time[i], .value = keys.value[i]};
  return keys.Key(i);
}

void Load(const uint8_t* keys, size_t count, KeyColumns& columns) {
  for (size_t i = 0; i < count; ++i) {
    mrtk::Keyframe key;
    memcpy(&key, keys + i * sizeof(key), sizeof(key));
    columns.Put(i, key);
  }
}

template <bool kLines>
BuiltRecords Build(const KeyColumns& keys, size_t count, CurveRecord* records,
                   float* starts) {
  BuiltRecords built;
  for (size_t i = 0; i < count; ++i) {
    TimedRecord parts[kMaxRecords];
    const size_t n =
        BuildRecords(Key<kLines>(keys, i), Key<kLines>(keys, i + 1), parts);
    for (size_t k = 0; k < n; ++k) {
      records[built.count] = parts[k].record;
      starts[built.count] = parts[k].start;
      ++built.count;
      built.cubic_in_time &= parts[k].record.w1 < 0;
      built.has_exact |= IsExact(parts[k].record);
    }
  }
  return built;
}

BuiltRecords Pick(const KeyColumns& keys, size_t /*count*/, const float* times,
                  size_t count, RecordColumns& picked) {
  BuiltRecords built = {.count = count};
  TimedRecord parts[kMaxRecords];
  size_t n = 0;
  size_t key = 0;
  for (size_t i = 0; i < count; ++i) {
    const bool moves = times[i] >= keys.time[key + 1];
    while (times[i] >= keys.time[key + 1]) ++key;
    if (i == 0 || moves) {
      n = BuildRecords(Key<false>(keys, key), Key<false>(keys, key + 1), parts);
    }
    const TimedRecord& part =
        parts[n == 2 && times[i] >= parts[1].start ? 1 : 0];
    picked.time[i] = times[i];
    picked.place[i] = static_cast<uint32_t>(i);
    picked.Put(i, part);
    built.cubic_in_time &= part.record.w1 < 0;
    built.has_exact |= IsExact(part.record);
  }
  return built;
}

}  // namespace

const RecordKernel RecordKernel::kScalar = {
    .name = "scalar",
    .load = Load,
    .build = Build<false>,
    .build_lines = Build<true>,
    .pick = Pick,
};

}  // namespace clipguard::eval
