// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings and characters become .glb: bytes of the source a second. What is
// written is checked before anything is timed.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>

#include "bench/benchmarks.h"
#include "bench/workloads/character_text.h"
#include "bench/workloads/recording.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/mrtk/format.h"
#include "rescue/conversion/conversion.h"
#include "rescue/gltf/convert_to_glb.h"

namespace clipguard::bench {
namespace {

// As a real recording of eleven seconds, and one of minutes.
constexpr size_t kRealSize = 1743988;
constexpr size_t kLongSize = 54'000'000;

void Convert(benchmark::State& state, std::span<const uint8_t> bytes,
             Format format) {
  uint64_t written = 0;
  for (auto _ : state) {
    FindingList losses;
    const auto glb =
        rescue::ConvertToGlb({.bytes = bytes, .format = format}, {}, losses);
    if (!glb.ok()) {
      std::fprintf(stderr, "%s\n", std::string(glb.status().message()).c_str());
      std::exit(1);
    }
    written = 0;
    (*glb)->WriteTo(
        [&](std::span<const uint8_t> piece) { written += piece.size(); });
    benchmark::DoNotOptimize(written);
  }
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(bytes.size()));
  state.counters["written_per_byte"] =
      static_cast<double>(written) / static_cast<double>(bytes.size());
}

void ConvertRecording(benchmark::State& state, mrtk::KeyLayout layout,
                      size_t size) {
  const Buffer recording = MakeRecording(layout, Parts::kAll, size);
  Convert(state, recording.bytes(), Format::kMrtk);
}

void ConvertCharacter(benchmark::State& state) {
  const std::string text = MakeCharacterText({});
  Convert(state, {reinterpret_cast<const uint8_t*>(text.data()), text.size()},
          Format::kM3d);
}

}  // namespace

void RegisterConvertBenchmarks() {
  for (const mrtk::KeyLayout layout :
       {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
    for (const size_t size : {kRealSize, kLongSize}) {
      const std::string name = std::string("convert/glb/") +
                               std::string(KeyLayoutName(layout)) +
                               (size == kRealSize ? "/real" : "/long");
      benchmark::RegisterBenchmark(name.c_str(), ConvertRecording, layout,
                                   size);
    }
  }
  benchmark::RegisterBenchmark("convert/glb/character", ConvertCharacter);
}

}  // namespace clipguard::bench
