// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The table of docs/optimize.md: `clipguard optimize` beside the usual way to
// fewer keys, on recordings that are made up and, if CLIPGUARD_DATA names the
// folder of sample files, on a real one.
//
//   ./bazelw run -c opt //bench:optimize_table

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/measure.h"
#include "actions/optimize/recording/proof.h"
#include "actions/optimize/recording/recording.h"
#include "actions/optimize/recording/test_recordings.h"
#include "bench/rivals/thinned_keys.h"
#include "parser/finding.h"
#include "parser/mrtk/format.h"
#include "parser/mrtk/input_animation.h"
#include "parser/mrtk/input_animation_view.h"

namespace clipguard::bench {
namespace {

using actions::kShellDistance;
using mrtk::CurveSlot;
using mrtk::InputAnimationView;

using Bytes = std::vector<uint8_t>;

// How long a run takes: the least of three.
template <typename Run>
double LeastSeconds(Run run) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    least = std::min(least, std::chrono::duration<double>(
                                std::chrono::steady_clock::now() - start)
                                .count());
  }
  return least;
}

size_t KeysOf(const InputAnimationView& view) {
  size_t keys = 0;
  for (size_t i = 0; i < CurveSlot::kCount; ++i) {
    keys += view.curve(CurveSlot(i)).size();
  }
  return keys;
}

std::optional<InputAnimationView> ViewOf(const Bytes& bytes) {
  FindingList findings;
  return mrtk::ReadInputAnimation(bytes, {}, findings);
}

// Millimetres 3 cm off the worst joint, and degrees.
std::pair<double, double> Worst(const InputAnimationView& before,
                                const InputAnimationView& after) {
  double shell = 0;
  double angle = 0;
  for (size_t joint = 0; joint < 2 * mrtk::kJointCount; ++joint) {
    const auto errors = actions::MeasurePose(
        before, after,
        CurveSlot(CurveSlot::kJoints + joint * mrtk::kPoseCurves));
    shell = std::max(shell, errors.shell * 1000);
    angle = std::max(angle, errors.angle);
  }
  return {shell, angle};
}

void Row(const char* what, const InputAnimationView& before, const Bytes& bytes,
         double seconds) {
  const auto after = ViewOf(bytes);
  if (!after) return;
  const auto [shell, angle] = Worst(before, *after);
  std::printf("| %s | %zu | %zu | %.1f %% | %.4f | %.4f | %.3f |\n", what,
              KeysOf(*after), bytes.size(),
              100 * static_cast<double>(bytes.size()) /
                  static_cast<double>(before.bytes().size()),
              shell, angle, seconds);
}

void Compare(const char* name, const Bytes& bytes) {
  const auto view = ViewOf(bytes);
  if (!view) return;
  Row(name, *view, bytes, 0);
  for (const double tolerance : {1e-4, 1e-3}) {
    const actions::OptimizeOptions options{.tolerance = tolerance};
    const double turn =
        std::min(actions::LengthOfAngle(options.angle_tolerance *
                                        std::numbers::pi / 360),
                 tolerance / (4 * kShellDistance));
    Thinning thinning{.distance = tolerance - 2 * kShellDistance * turn,
                      .quaternion = turn,
                      .direction = 2 * turn};
    Bytes thinned;
    const double rival =
        LeastSeconds([&] { thinned = ThinnedKeys(*view, thinning); });
    actions::Optimized optimized;
    const double own = LeastSeconds(
        [&] { optimized = actions::OptimizeRecording(*view, options); });
    const std::string mm = tolerance < 1e-3 ? "0.1 mm" : "1 mm";
    Row(("thinned, " + mm).c_str(), *view, thinned, rival);
    Row(("optimize, " + mm).c_str(), *view, optimized.bytes, own);
  }
}

Bytes Made(const mrtk::FileLayout& layout, double noise) {
  const auto bytes = mrtk::WriteInputAnimation(
      actions::MakeMotion({.seed = 1, .keys = 3600, .noise = noise},
                          layout.version.minor == 1),
      layout);
  return bytes.value_or(Bytes());
}

void CompareReal() {
  const char* const data = std::getenv("CLIPGUARD_DATA");
  if (data == nullptr) {
    std::printf("CLIPGUARD_DATA is not set: no real recording\n");
    return;
  }
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(data) / "mrtk" / "real")) {
    if (entry.path().extension() != ".bin") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    Compare("a real recording, full keys",
            Bytes(std::istreambuf_iterator<char>(in), {}));
  }
}

int Main() {
  std::printf(
      "| recording | keys | bytes | | 3 cm off a joint, mm | degrees | s |\n"
      "|---|---:|---:|---:|---:|---:|---:|\n");
  CompareReal();
  Compare("made up, compact keys", Made(mrtk::kRecorder11, 0));
  Compare("made up, compact keys, 0.2 mm of noise",
          Made(mrtk::kRecorder11, 2e-4));
  Compare("made up, full keys", Made(mrtk::kRecorder10, 0));
  Compare("made up, full keys, 0.2 mm of noise", Made(mrtk::kRecorder10, 2e-4));
  return 0;
}

}  // namespace
}  // namespace clipguard::bench

int main() { return clipguard::bench::Main(); }
