// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The whole program making a table: `clipguard sample` of a folder of
// recordings, as CSV, on one and two processors; beside it, what the formatting
// of as many numbers takes alone.

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/float_text.h"
#include "bench/benchmarks.h"
#include "bench/workloads/recording.h"
#include "cli/clipguard.h"
#include "cli/io/environment.h"
#include "eval/curve/clip.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {
namespace {

constexpr size_t kFiles = 16;
constexpr size_t kFileBytes = size_t{1} << 20;
constexpr float kSeconds = 10;
constexpr float kFps = 60;

class CountingOutput final : public cli::Output {
 public:
  void Write(std::string_view text) override { bytes_ += text.size(); }
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t bytes_ = 0;
};

// Recordings in a folder, until the program ends.
class Recordings {
 public:
  Recordings() {
    std::string path =
        (std::filesystem::temp_directory_path() / "clipguard-bench-XXXXXX")
            .string();
    if (mkdtemp(path.data()) == nullptr) {
      std::perror("a folder for recordings");
      std::exit(1);
    }
    path_ = path;
    bytes_ = std::make_unique<Buffer>(
        MakeRecording(mrtk::KeyLayout::kCompact, Parts::kAll, kFileBytes));
    for (size_t i = 0; i < kFiles; ++i) {
      std::ofstream(path_ / std::to_string(i), std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes_->bytes().data()),
                 static_cast<std::streamsize>(bytes_->bytes().size()));
    }
  }
  ~Recordings() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string path() const { return path_.string(); }
  std::span<const uint8_t> bytes() const { return bytes_->bytes(); }

 private:
  std::filesystem::path path_;
  std::unique_ptr<Buffer> bytes_;
};

const Recordings& SharedRecordings() {
  static const Recordings recordings;
  return recordings;
}

void SampleFolder(benchmark::State& state, const std::string& shape,
                  const std::string& jobs) {
  uint64_t bytes = 0;
  for (auto _ : state) {
    CountingOutput out;
    CountingOutput err;
    cli::Environment env{.out = out, .err = err};
    const int exit_code = cli::RunClipguard(
        {"sample", "-q", "--format=csv", "--fps=" + std::to_string(kFps),
         "--from=0", "--to=" + std::to_string(kSeconds), "--shape=" + shape,
         "--jobs=" + jobs, SharedRecordings().path()},
        env);
    if (exit_code != 0) state.SkipWithError("sample failed");
    bytes += out.bytes();
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}

// The numbers of one of these recordings, which are those of all.
std::vector<float> Numbers() {
  FindingList findings;
  const auto view =
      mrtk::ReadInputAnimation(SharedRecordings().bytes(), {}, findings);
  std::vector<float> numbers;
  if (!view) return numbers;
  const eval::ClipSampler clip(*view);
  for (int i = 0; i < static_cast<int>(kSeconds * kFps); ++i) {
    const eval::ClipPose pose = clip.Sample(static_cast<float>(i) / kFps);
    for (const eval::HandState& hand : pose.hands) {
      for (const eval::Pose& joint : hand.joints) {
        numbers.insert(numbers.end(), joint.position.begin(),
                       joint.position.end());
        numbers.insert(numbers.end(), joint.rotation.begin(),
                       joint.rotation.end());
      }
    }
  }
  return numbers;
}

void FormatFloats(benchmark::State& state) {
  static const std::vector<float> numbers = Numbers();
  uint64_t bytes = 0;
  std::string text;
  for (auto _ : state) {
    text.clear();
    for (const float number : numbers) {
      AppendColumnFloat(number, text);
      text += ',';
    }
    benchmark::DoNotOptimize(text.data());
    bytes += text.size();
  }
  state.SetBytesProcessed(static_cast<int64_t>(bytes));
}

}  // namespace

void RegisterSampleBenchmarks() {
  for (const char* shape : {"wide", "long"}) {
    for (const char* jobs : {"1", "2"}) {
      const std::string name =
          std::string("Sample/csv_") + shape + "/jobs_" + jobs;
      benchmark::RegisterBenchmark(name.c_str(), SampleFolder, shape, jobs)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::RegisterBenchmark("Sample/floats_alone", FormatFloats)
      ->Unit(benchmark::kMillisecond);
}

}  // namespace clipguard::bench
