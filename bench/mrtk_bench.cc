// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Reading MRTK recordings: the structural pass, and full validation by each
// kernel beside a plain read of the same bytes. Results are checked before
// anything is timed.

#include <benchmark/benchmark.h>

#include <map>
#include <string>

#include "actions/diff/recordings.h"
#include "actions/optimize/recording/recording.h"
#include "bench/benchmarks.h"
#include "bench/workloads/plain_read.h"
#include "bench/workloads/recording.h"
#include "parser/finding.h"
#include "parser/mrtk/checks/key_scan.h"
#include "parser/mrtk/checks/validate.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"
#include "simd/dispatch.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

using mrtk::InputAnimationView;
using mrtk::KeyLayout;

// The size of a real recording of eleven seconds.
constexpr size_t kRealSize = 1743988;
constexpr size_t kMegabyte = 1'000'000;
constexpr size_t kGigabyte = 1'000'000'000;

struct MrtkSubject {
  const char* name;
  KeyLayout layout;
  Parts parts;
  size_t size;
};

// Recordings are kept: interleaved repetitions ask for them again and again.
// The two large ones take a gigabyte each.
const Buffer& Recording(const MrtkSubject& subject) {
  static std::map<std::string, Buffer> kept;
  const auto found = kept.find(subject.name);
  if (found != kept.end()) return found->second;
  return kept
      .emplace(subject.name,
               MakeRecording(subject.layout, subject.parts, subject.size))
      .first->second;
}

InputAnimationView ParsedAndChecked(const Buffer& recording, Kernel kernel) {
  FindingList findings;
  auto view = mrtk::ReadInputAnimation(recording.bytes(), {}, findings);
  if (view) mrtk::Validate(*view, findings, kernel);
  if (!view || !findings.empty()) {
    Fail(std::string(KernelName(kernel)), "the recording is not found sound");
  }
  return *view;
}

void Parse(benchmark::State& state, const MrtkSubject& subject) {
  const Buffer& recording = Recording(subject);
  ParsedAndChecked(recording, ActiveKernel());
  for (auto _ : state) {
    FindingList findings;
    auto view = mrtk::ReadInputAnimation(recording.bytes(), {}, findings);
    benchmark::DoNotOptimize(view);
  }
  SetBytes(state, recording.bytes().size());
}

void Validate(benchmark::State& state, const MrtkSubject& subject,
              Kernel kernel) {
  const Buffer& recording = Recording(subject);
  const InputAnimationView view = ParsedAndChecked(recording, kernel);
  for (auto _ : state) {
    FindingList findings;
    mrtk::Validate(view, findings, kernel);
    benchmark::DoNotOptimize(findings.errors());
  }
  SetBytes(state, recording.bytes().size());
}

// The scan of one curve's keys alone.
void Scan(benchmark::State& state, const MrtkSubject& subject, Kernel kernel) {
  const Buffer& recording = Recording(subject);
  const mrtk::CurveView curve =
      ParsedAndChecked(recording, kernel)
          .curve(mrtk::CurveSlot::Camera(mrtk::kPositionX));
  const mrtk::KeyScan& scan = VersionFor<mrtk::KeyScan>(kernel);
  const mrtk::LayoutScan& look =
      subject.layout == KeyLayout::kFull ? scan.full : scan.compact;
  const mrtk::KeyRun keys = {curve.key_bytes().data(), curve.size()};
  for (auto _ : state) benchmark::DoNotOptimize(look.curve(keys));
  SetBytes(state, curve.key_bytes().size());
}

// Optimizes the recording, to 0.1 mm; reports keys a second, too.
void Optimize(benchmark::State& state, const MrtkSubject& subject) {
  const Buffer& recording = Recording(subject);
  const InputAnimationView view = ParsedAndChecked(recording, ActiveKernel());
  size_t keys = 0;
  for (size_t i = 0; i < mrtk::CurveSlot::kCount; ++i) {
    keys += view.curve(mrtk::CurveSlot(i)).size();
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(actions::OptimizeRecording(view, {}));
  }
  SetItems(state, keys);
  SetBytes(state, recording.bytes().size());
}

// Beside itself in the other layout, and beside one of which every value is
// another: bytes of both.
void Diff(benchmark::State& state, const MrtkSubject& subject, bool same) {
  const Buffer& recording = Recording(subject);
  const InputAnimationView view = ParsedAndChecked(recording, ActiveKernel());
  mrtk::InputAnimation other = mrtk::CopyOf(view);
  for (mrtk::Curve& curve : other.curves) {
    for (mrtk::Keyframe& key : curve.keys) {
      if (!same) key.value += 0.001F;
    }
  }
  mrtk::FileLayout layout = mrtk::LayoutOf(view);
  if (same) layout.keys = KeyLayout::kFull;
  const auto bytes = mrtk::WriteInputAnimation(other, layout);
  FindingList findings;
  const auto with = mrtk::ReadInputAnimation(*bytes, {}, findings);
  if (!with || actions::CompareRecordings(view, *with).differs() == same) {
    Fail(subject.name, "the comparison is wrong");
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(actions::CompareRecordings(view, *with));
  }
  SetBytes(state, recording.bytes().size() + bytes->size());
}

void ReadAlone(benchmark::State& state, const MrtkSubject& subject) {
  const Buffer& recording = Recording(subject);
  for (auto _ : state) {
    benchmark::DoNotOptimize(PlainRead(recording.bytes()));
  }
  SetBytes(state, recording.bytes().size());
}

}  // namespace

void RegisterMrtkBenchmarks() {
  using enum KeyLayout;
  const auto add = [](const std::string& name, const MrtkSubject& subject,
                      auto run, auto... arguments) {
    Register(name, [=](benchmark::State& state) {
      run(state, subject, arguments...);
    });
  };
  for (const MrtkSubject& subject :
       {MrtkSubject{"full/1.7MB", kFull, Parts::kAll, kRealSize},
        MrtkSubject{"compact/1.7MB", kCompact, Parts::kAll, kRealSize}}) {
    const std::string name = subject.name;
    add("MrtkParse/" + name, subject, Parse);
    add("MrtkDiff/changed/" + name, subject, Diff, false);
    add("MrtkDiff/same/" + name, subject, Diff, true);
    add("MrtkOptimize/" + name, subject, Optimize);
  }
  // A megabyte in 389 curves is 93 full keys a curve, where the work for each
  // curve shows; in the seven curves of a camera it is the scan that shows.
  for (const MrtkSubject& subject :
       {MrtkSubject{"full/1MB-camera", kFull, Parts::kCamera, kMegabyte},
        MrtkSubject{"compact/1MB-camera", kCompact, Parts::kCamera, kMegabyte},
        MrtkSubject{"full/1MB", kFull, Parts::kAll, kMegabyte},
        MrtkSubject{"compact/1MB", kCompact, Parts::kAll, kMegabyte},
        MrtkSubject{"full/1GB", kFull, Parts::kAll, kGigabyte},
        MrtkSubject{"compact/1GB", kCompact, Parts::kAll, kGigabyte}}) {
    const std::string name = subject.name;
    add("PlainRead/" + name, subject, ReadAlone);
    for (Kernel kernel : SupportedKernels()) {
      const std::string by = name + "/" + std::string(KernelName(kernel));
      add("MrtkValidate/" + by, subject, Validate, kernel);
      if (subject.parts == Parts::kAll) continue;
      add("MrtkScanKeys/" + by, subject, Scan, kernel);
    }
  }
}

}  // namespace clipguard::bench
