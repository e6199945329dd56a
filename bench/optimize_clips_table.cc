// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The table of characters in docs/optimize.md: `clipguard optimize` beside the
// usual way to fewer keys, on characters that are made up and, if
// CLIPGUARD_DATA names the folder of sample files, on a real one.
//
//   ./bazelw run -c opt //bench:optimize_clips_table

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "actions/diff/bone_motion.h"
#include "actions/motion/bone_keys.h"
#include "actions/motion/measures.h"
#include "actions/optimize/character/character.h"
#include "actions/optimize/character/clip_text.h"
#include "actions/optimize/character/test_characters.h"
#include "actions/optimize/optimize.h"
#include "actions/optimize/recording/proof.h"
#include "bench/least_seconds.h"
#include "bench/rivals/thinned_clips.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/reader/read_character.h"

namespace clipguard::bench {
namespace {

using m3d::Character;
using Bytes = std::vector<uint8_t>;

struct Worst {
  double shell = 0;
  double angle = 0;
};

Worst WorstOf(const Character& before, const Character& after) {
  Worst worst;
  const double reach = actions::PointDistanceOf(before);
  for (size_t c = 0; c < before.clips.size(); ++c) {
    const m3d::Clip& a = before.clips[c];
    const m3d::Clip& b = after.clips[c];
    for (const actions::Largest& largest :
         actions::CompareSkeletons(before, a, after, b, reach)) {
      worst.shell = std::max(worst.shell, largest.found);
    }
    for (size_t bone = 0; bone < before.bones(); ++bone) {
      worst.angle = std::max(worst.angle,
                             actions::CompareBones(actions::BoneKeys(a, bone),
                                                   actions::BoneKeys(b, bone))
                                 .rotation.found);
    }
  }
  return worst;
}

size_t KeysOf(const Character& character) {
  size_t keys = 0;
  for (const m3d::Clip& clip : character.clips) keys += clip.keys();
  return keys;
}

class Table {
 public:
  explicit Table(const Bytes& bytes) : bytes_(bytes) {
    FindingList findings;
    auto read = m3d::ReadCharacter(bytes, {}, findings, &places_);
    if (read) character_ = *std::move(read);
  }

  void Print(const char* name) const {
    if (character_.clips.empty()) return;
    std::printf("| **%s** | %zu | %zu | | | | |\n", name, KeysOf(character_),
                bytes_.size());
    for (const double tolerance : {0.004, 0.04}) {
      const Bytes each = Thinned(tolerance, 1);
      Row("thinned, each bone", tolerance, each,
          LeastSeconds([&] { Thinned(tolerance, 1); }));
      const double factor = LargestFactor(tolerance);
      Row("thinned, tried until met", tolerance, Thinned(tolerance, factor),
          LeastSeconds([&] { LargestFactor(tolerance); }));
      std::optional<actions::Optimized> optimized;
      const double own = LeastSeconds([&] {
        optimized = actions::OptimizeCharacter(bytes_, {}, Options(tolerance));
      });
      if (optimized) Row("optimize", tolerance, optimized->bytes, own);
    }
  }

 private:
  static actions::OptimizeOptions Options(double tolerance) {
    return {.tolerance = tolerance, .angle_tolerance = 1};
  }

  // Bones may use `factor` of the tolerance, each.
  Bytes Thinned(double tolerance, double factor) const {
    actions::ClipText text(bytes_);
    const double degree = std::numbers::pi / 180;
    const ClipThinning thinning = {
        .distance = tolerance * factor,
        .reach = actions::PointDistanceOf(character_),
        .sine = actions::LengthOfAngle(degree / 2)};
    const size_t bones = character_.bones();
    for (size_t c = 0; c < character_.clips.size(); ++c) {
      const m3d::Clip& clip = character_.clips[c];
      const std::vector<uint8_t> stays = ThinnedClip(clip, thinning);
      for (size_t bone = 0; bone < bones; ++bone) {
        const actions::BoneKeys keys(clip, bone);
        text.KeepKeys(places_.keyframes[c * bones + bone],
                      std::span(stays).subspan(keys.range.begin, keys.size()));
      }
    }
    return text.Finish();
  }

  // Of the tolerance, so that what is met is within it.
  double LargestFactor(double tolerance) const {
    double within = 0;
    double beyond = 1;
    for (int i = 0; i < 8; ++i) {
      const double factor = (within + beyond) / 2;
      const Bytes bytes = Thinned(tolerance, factor);
      FindingList findings;
      const auto after = m3d::ReadCharacter(bytes, {}, findings);
      const bool fits = after && WorstOf(character_, *after).shell <= tolerance;
      (fits ? within : beyond) = factor;
    }
    return within;
  }

  void Row(const char* what, double tolerance, const Bytes& bytes,
           double seconds) const {
    FindingList findings;
    const auto after = m3d::ReadCharacter(bytes, {}, findings);
    if (!after) return;
    const Worst worst = WorstOf(character_, *after);
    std::printf("| %s, %g | %zu | %zu | %.1f %% | %.4f | %.4f | %.3f |\n", what,
                tolerance, KeysOf(*after), bytes.size(),
                100 * static_cast<double>(KeysOf(*after)) /
                    static_cast<double>(KeysOf(character_)),
                worst.shell, worst.angle, seconds);
  }

  const Bytes& bytes_;
  Character character_;
  m3d::CharacterPlaces places_;
};

void Made(const char* name, const actions::DanceOptions& options) {
  const std::string text = actions::MakeDancer(options);
  const Bytes bytes(text.begin(), text.end());
  Table(bytes).Print(name);
}

void Real() {
  const char* const data = std::getenv("CLIPGUARD_DATA");
  if (data == nullptr) {
    std::printf("CLIPGUARD_DATA is not set: no real character\n");
    return;
  }
  std::ifstream in(std::filesystem::path(data) / "m3d" / "real" / "soldier.m3d",
                   std::ios::binary);
  const Bytes bytes(std::istreambuf_iterator<char>(in), {});
  Table(bytes).Print("a real character, 60 keys a second");
}

int Main() {
  std::printf(
      "| character, tolerance | keys | bytes | of the keys | off a joint | "
      "degrees | s |\n|---|---:|---:|---:|---:|---:|---:|\n");
  Real();
  Made("made up, 40 bones, 10 s", {.seed = 1, .bones = 40, .keys = 600});
  Made("made up, with noise of 0.001",
       {.seed = 1, .bones = 40, .keys = 600, .noise = 1e-3});
  return 0;
}

}  // namespace
}  // namespace clipguard::bench

int main() { return clipguard::bench::Main(); }
