// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reading MRTK recordings: the structural pass, and full validation by each
// kernel beside a plain read of the same bytes. Results are checked before
// anything is timed.

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "bench/plain_read.h"
#include "bench/recording.h"
#include "parser/finding.h"
#include "parser/kernel.h"
#include "parser/mrtk/input_animation_view.h"
#include "parser/mrtk/validate.h"

namespace clipguard::bench {
namespace {

using mrtk::InputAnimationView;
using mrtk::KeyLayout;

// The size of a real recording of eleven seconds.
constexpr size_t kRealSize = 1743988;
constexpr size_t kMegabyte = 1'000'000;
constexpr size_t kGigabyte = 1'000'000'000;

// One recording is kept at a time: the large ones take a gigabyte each.
const Buffer& Recording(KeyLayout layout, size_t size) {
  static std::optional<std::pair<std::pair<KeyLayout, size_t>, Buffer>> kept;
  if (!kept || kept->first != std::pair(layout, size)) {
    kept.reset();
    kept.emplace(std::pair(layout, size), MakeRecording(layout, size));
  }
  return kept->second;
}

// A benchmark of wrong results is worthless: stop.
InputAnimationView ParsedAndChecked(const Buffer& recording, Kernel kernel) {
  FindingList findings;
  auto view = InputAnimationView::Parse(recording.bytes(), {}, findings);
  if (view) mrtk::Validate(*view, findings, kernel);
  if (!view || !findings.empty()) {
    std::fprintf(stderr, "%s: the recording is not found sound\n",
                 std::string(KernelName(kernel)).c_str());
    std::exit(1);
  }
  return *view;
}

void SetBytes(benchmark::State& state, const Buffer& recording) {
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) *
                          static_cast<int64_t>(recording.bytes().size()));
}

void Parse(benchmark::State& state, KeyLayout layout, size_t size) {
  const Buffer& recording = Recording(layout, size);
  ParsedAndChecked(recording, ActiveKernel());
  for (auto _ : state) {
    FindingList findings;
    auto view = InputAnimationView::Parse(recording.bytes(), {}, findings);
    benchmark::DoNotOptimize(view);
  }
  SetBytes(state, recording);
}

void Validate(benchmark::State& state, KeyLayout layout, size_t size,
              Kernel kernel) {
  const Buffer& recording = Recording(layout, size);
  const InputAnimationView view = ParsedAndChecked(recording, kernel);
  for (auto _ : state) {
    FindingList findings;
    mrtk::Validate(view, findings, kernel);
    benchmark::DoNotOptimize(findings.errors());
  }
  SetBytes(state, recording);
}

void Read(benchmark::State& state, KeyLayout layout, size_t size) {
  const Buffer& recording = Recording(layout, size);
  for (auto _ : state) {
    benchmark::DoNotOptimize(PlainRead(recording.bytes()));
  }
  SetBytes(state, recording);
}

std::string SizeName(size_t size) {
  return size == kRealSize ? "1.7MB" : size == kMegabyte ? "1MB" : "1GB";
}

template <typename F>
void Register(const std::string& name, F run) {
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace

void RegisterMrtkBenchmarks() {
  for (KeyLayout layout : {KeyLayout::kFull, KeyLayout::kCompact}) {
    const std::string keys(mrtk::KeyLayoutName(layout));
    Register("MrtkParse/" + keys + "/1.7MB",
             [=](benchmark::State& state) { Parse(state, layout, kRealSize); });
  }
  for (size_t size : {kMegabyte, kGigabyte}) {
    for (KeyLayout layout : {KeyLayout::kFull, KeyLayout::kCompact}) {
      const std::string of =
          std::string(mrtk::KeyLayoutName(layout)) + "/" + SizeName(size);
      Register("PlainRead/" + of,
               [=](benchmark::State& state) { Read(state, layout, size); });
      for (Kernel kernel : SupportedKernels()) {
        // SSE2 has no scans of its own.
        if (kernel == Kernel::kSse2) continue;
        Register("MrtkValidate/" + of + "/" + std::string(KernelName(kernel)),
                 [=](benchmark::State& state) {
                   Validate(state, layout, size, kernel);
                 });
      }
    }
  }
}

}  // namespace clipguard::bench
