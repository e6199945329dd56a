// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Recordings and characters become .glb and other forms, and are repaired:
// bytes of the source a second.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "actions/convert/conversion.h"
#include "actions/convert/targets/conversion_targets.h"
#include "actions/repair/m3d/character.h"
#include "actions/repair/mrtk/recording.h"
#include "bench/benchmarks.h"
#include "bench/workloads/character_text.h"
#include "bench/workloads/recording.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {
namespace {

// As a real recording of eleven seconds, and one of minutes.
constexpr size_t kRealSize = 1743988;
constexpr size_t kLongSize = 54'000'000;

// A file is read and validated, and becomes another form, piece by piece.
void Convert(benchmark::State& state, std::string_view target,
             std::span<const uint8_t> bytes) {
  const actions::ConversionTarget* to = actions::FindConversionTarget(target);
  uint64_t written = 0;
  for (auto _ : state) {
    FindingList losses;
    const auto converted =
        to->convert(ParseFile(bytes, {}, losses), {}, losses);
    if (!converted.ok()) Fail("convert", converted.status().ToString());
    written = 0;
    (*converted)->WriteTo([&](std::span<const uint8_t> piece) {
      written += piece.size();
    });
    benchmark::DoNotOptimize(written);
  }
  SetBytes(state, bytes.size());
  state.counters["written_per_byte"] =
      static_cast<double>(written) / static_cast<double>(bytes.size());
}

void ConvertRecording(benchmark::State& state, std::string_view target,
                      mrtk::KeyLayout layout, size_t size) {
  const Buffer recording = MakeRecording(layout, Parts::kAll, size);
  Convert(state, target, recording.bytes());
}

void ConvertCharacter(benchmark::State& state) {
  const std::string text = MakeCharacterText({});
  Convert(state, "glb",
          {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

// ---- Repairs ----------------------------------------------------------------

// A recording with every tenth key in the wrong place, or a sound one.
void RepairRecording(benchmark::State& state, mrtk::KeyLayout layout,
                     bool damaged) {
  const Buffer recording = MakeRecording(layout, Parts::kAll, kRealSize);
  FindingList findings;
  const auto view = mrtk::ReadInputAnimation(recording.bytes(), {}, findings);
  if (!view) Fail("repair", "the recording cannot be read");
  mrtk::InputAnimation animation = mrtk::CopyOf(*view);
  for (mrtk::Curve& curve : animation.curves) {
    for (size_t i = 10; damaged && i < curve.keys.size(); i += 10) {
      std::swap(curve.keys[i - 1], curve.keys[i]);
    }
  }
  const auto bytes =
      mrtk::WriteInputAnimation(animation, mrtk::LayoutOf(*view));
  if (actions::RepairRecording(*bytes, {}, {}).changed() != damaged) {
    Fail("repair", "the result is wrong");
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(actions::RepairRecording(*bytes, {}, {}));
  }
  SetBytes(state, bytes->size());
}

// A character with a decimal comma in every number, or a sound one.
void RepairCharacter(benchmark::State& state, bool damaged) {
  std::string text = MakeCharacterText({});
  const auto is_digit = [&](size_t i) {
    return text[i] >= '0' && text[i] <= '9';
  };
  for (size_t i = 1; damaged && i + 1 < text.size(); ++i) {
    if (text[i] == '.' && is_digit(i - 1) && is_digit(i + 1)) text[i] = ',';
  }
  const std::span<const uint8_t> bytes(
      reinterpret_cast<const uint8_t*>(text.data()), text.size());
  if (actions::RepairCharacter(bytes, {}, {}).changed() != damaged) {
    Fail("repair", "the result is wrong");
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(actions::RepairCharacter(bytes, {}, {}));
  }
  SetBytes(state, bytes.size());
}

void RegisterRepairBenchmarks() {
  for (const bool damaged : {true, false}) {
    const std::string what = damaged ? "damaged/" : "sound/";
    for (const mrtk::KeyLayout layout :
         {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
      const std::string name =
          "repair/" + what + std::string(KeyLayoutName(layout));
      benchmark::RegisterBenchmark(name.c_str(), RepairRecording, layout,
                                   damaged);
    }
    const std::string name = "repair/" + what + "character";
    benchmark::RegisterBenchmark(name.c_str(), RepairCharacter, damaged);
  }
}

}  // namespace

void RegisterConvertBenchmarks() {
  RegisterRepairBenchmarks();
  for (const char* target : {"mrtk-full", "json", "csv"}) {
    const std::string name = std::string("convert/") + target + "/compact";
    benchmark::RegisterBenchmark(name.c_str(), ConvertRecording, target,
                                 mrtk::KeyLayout::kCompact, kRealSize);
  }
  for (const mrtk::KeyLayout layout :
       {mrtk::KeyLayout::kCompact, mrtk::KeyLayout::kFull}) {
    for (const size_t size : {kRealSize, kLongSize}) {
      const std::string name = std::string("convert/glb/") +
                               std::string(KeyLayoutName(layout)) +
                               (size == kRealSize ? "/real" : "/long");
      benchmark::RegisterBenchmark(name.c_str(), ConvertRecording, "glb",
                                   layout, size);
    }
  }
  benchmark::RegisterBenchmark("convert/glb/character", ConvertCharacter);
}

}  // namespace clipguard::bench
