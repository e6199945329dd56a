// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Captures of XR Hands of a minute at 90 Hz, both hands and the head: read,
// validated, and sampled half way between all frames, beside a plain read of
// the same bytes. Results are checked before anything is timed.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "actions/capture/capture_sampler.h"
#include "actions/convert/conversion.h"
#include "actions/convert/targets/conversion_targets.h"
#include "bench/benchmarks.h"
#include "bench/workloads/plain_read.h"
#include "bench/workloads/recording.h"
#include "parser/finding.h"
#include "parser/format_set.h"
#include "parser/mrtk/format.h"
#include "parser/xrhands/capture.h"
#include "parser/xrhands/validate.h"

namespace clipguard::bench {
namespace {

using actions::CapturedMoment;
using actions::CaptureSampler;
using xrhands::kJointCount;

constexpr double kCaptureFps = 90;
constexpr size_t kCaptureFrames = 60 * 90;
// A recording has 391 curves of keys of 8 bytes.
constexpr size_t kCaptureSource = kCaptureFrames * 8 * 391;

std::vector<uint8_t> MakeCapture(std::string_view target) {
  const Buffer recording =
      MakeRecording(mrtk::KeyLayout::kCompact, Parts::kAll, kCaptureSource);
  FindingList losses;
  const auto capture = actions::FindConversionTarget(target)->convert(
      ParseFile(recording.bytes(), {}, losses), {.fps = kCaptureFps}, losses);
  if (!capture.ok()) Fail("capture", capture.status().ToString());
  std::vector<uint8_t> bytes;
  (*capture)->WriteTo([&](std::span<const uint8_t> piece) {
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  return bytes;
}

struct CaptureSubject {
  const char* name;
  const char* target;
};

// Kept, as repetitions ask for them again.
std::span<const uint8_t> BytesOfCapture(const CaptureSubject& subject) {
  static const std::vector<uint8_t> one = MakeCapture("handsbin-1");
  static const std::vector<uint8_t> two = MakeCapture("handsbin");
  return std::string_view(subject.target) == "handsbin" ? two : one;
}

xrhands::CaptureView CheckedCapture(std::span<const uint8_t> bytes) {
  FindingList findings;
  auto view = xrhands::ReadAndValidate(bytes, {}, findings);
  if (!view || !findings.empty()) Fail("capture", "is not found sound");
  // A frame more or less is the recording's.
  if (view->frames() + 2 < kCaptureFrames ||
      view->frames() > kCaptureFrames + 2) {
    Fail("capture", "has not the frames of a minute");
  }
  return *std::move(view);
}

// By ReadCapture() or ReadAndValidate().
void ReadFrames(benchmark::State& state, const CaptureSubject& subject,
                decltype(xrhands::ReadCapture) read) {
  const auto bytes = BytesOfCapture(subject);
  CheckedCapture(bytes);
  for (auto _ : state) {
    FindingList findings;
    auto view = read(bytes, {}, findings);
    benchmark::DoNotOptimize(view);
  }
  SetBytes(state, bytes.size());
}

// All joints of both hands.
void SampleFrames(benchmark::State& state, const CaptureSubject& subject) {
  const auto bytes = BytesOfCapture(subject);
  const xrhands::CaptureView view = CheckedCapture(bytes);
  const CaptureSampler sampler(view, actions::FrameTimes::kTrue);
  std::vector<float> times;
  for (size_t i = 0; i + 1 < sampler.times().size(); ++i) {
    times.push_back((sampler.times()[i] + sampler.times()[i + 1]) / 2);
    // Hands come and go in the first frames.
    const CapturedMoment moment = sampler.At(times.back());
    const auto to = view.frame(i + 1).hands[0].joints;
    if (!moment.Valid(0) || to.empty()) continue;
    const float from = view.frame(i).hands[0].joints[9].position[0];
    const float x = moment.Joint(0, 9).position[0];
    if (!(std::abs(x - (from + to[9].position[0]) / 2) <= 1e-5f)) {
      Fail("capture", "a sample is wrong");
    }
  }
  for (auto _ : state) {
    for (const float time : times) {
      const CapturedMoment moment = sampler.At(time);
      for (size_t hand = 0; hand < 2; ++hand) {
        for (size_t joint = 0; moment.Valid(hand) && joint < kJointCount;
             ++joint) {
          auto pose = moment.Joint(hand, joint);
          benchmark::DoNotOptimize(pose);
        }
      }
    }
  }
  SetItems(state, times.size());
  SetBytes(state, bytes.size());
}

void ReadPlainly(benchmark::State& state, const CaptureSubject& subject) {
  const auto bytes = BytesOfCapture(subject);
  for (auto _ : state) benchmark::DoNotOptimize(PlainRead(bytes));
  SetBytes(state, bytes.size());
}

}  // namespace

void RegisterCaptureBenchmarks() {
  for (const CaptureSubject& subject : {CaptureSubject{"v1/60s", "handsbin-1"},
                                        CaptureSubject{"v2/60s", "handsbin"}}) {
    const auto add = [&](const char* name, auto run, auto... arguments) {
      Register(std::string(name) + subject.name, [=](benchmark::State& state) {
        run(state, subject, arguments...);
      });
    };
    add("PlainRead/capture/", ReadPlainly);
    add("CaptureRead/", ReadFrames, xrhands::ReadCapture);
    add("CaptureValidate/", ReadFrames, xrhands::ReadAndValidate);
    add("CaptureSample/", SampleFrames);
  }
}

}  // namespace clipguard::bench
