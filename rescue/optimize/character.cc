// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "rescue/optimize/character.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/read_character.h"
#include "parser/m3d/token_text.h"
#include "parser/m3d/validate.h"
#include "rescue/diff/bone_motion.h"
#include "rescue/measure/bone_keys.h"
#include "rescue/optimize/clip_fit.h"
#include "rescue/optimize/clip_text.h"
#include "rescue/optimize/optimize.h"
#include "rescue/optimize/skeleton_proof.h"

namespace clipguard::rescue {
namespace {

using m3d::Character;
using m3d::Clip;

bool SameButForKeys(const Character& a, const Character& b) {
  if (a.dialect != b.dialect || a.materials != b.materials ||
      a.subsets != b.subsets || a.vertices != b.vertices ||
      a.triangles != b.triangles || a.bone_offsets != b.bone_offsets ||
      a.parents != b.parents || a.clips.size() != b.clips.size()) {
    return false;
  }
  for (size_t i = 0; i < a.clips.size(); ++i) {
    if (a.clips[i].name != b.clips[i].name) return false;
  }
  return true;
}

// Whether a clip has the keys of another that stay, and no others.
bool HasTheKeys(const Clip& before, const std::vector<uint8_t>& stays,
                const Clip& after) {
  const size_t bones = before.first_key.size();
  if (after.first_key.size() != bones) return false;
  size_t to = 0;
  for (size_t bone = 0; bone + 1 < bones; ++bone) {
    if (after.first_key[bone] != to) return false;
    for (size_t i = before.first_key[bone]; i < before.first_key[bone + 1];
         ++i) {
      if (stays[i] == 0) continue;
      if (to == after.keys() || before.times[i] != after.times[to] ||
          before.translations[i] != after.translations[to] ||
          before.scales[i] != after.scales[to] ||
          before.rotations[i] != after.rotations[to]) {
        return false;
      }
      ++to;
    }
  }
  return to == after.keys();
}

class Task {
 public:
  Task(std::span<const uint8_t> bytes, const m3d::ReadOptions& read,
       const OptimizeOptions& options, const Character& character,
       const m3d::CharacterPlaces& places)
      : bytes_(bytes),
        read_(read),
        options_(options),
        character_(character),
        places_(places),
        reach_(PointDistanceOf(character)) {}

  Optimized Run() {
    result_.unit = LengthUnit::kOwn;
    result_.reach = reach_;
    for (size_t i = 0; i < character_.clips.size(); ++i) Fit(i);
    // What is not proven stays as it is; the second time all of it is.
    for (int i = 0; i < 2 && Saves(); ++i) {
      if (Write()) break;
    }
    // How large the clips are is known of those that stay, too.
    if (!result_.changed()) Text();
    return std::move(result_);
  }

 private:
  void Fit(size_t i) {
    const Clip& clip = character_.clips[i];
    OptimizedPart& part = result_.parts.emplace_back();
    part.name = m3d::ClipPath(i, clip.name);
    part.keys_before = part.keys_after = clip.keys();
    for (size_t bone = 0; bone < character_.bones(); ++bone) {
      part.has_shell = part.has_shell || BoneKeys(clip, bone).size() > 0;
    }
    ClipFit fit = FitClip(character_, clip, reach_, options_, part.name);
    std::ranges::move(fit.kept, std::back_inserter(result_.kept));
    fits_.push_back(std::move(fit.stays));
  }

  bool Saves() const {
    return std::ranges::any_of(fits_, [](const std::vector<uint8_t>& stays) {
      return std::ranges::find(stays, uint8_t{0}) != stays.end();
    });
  }

  void Keep(size_t clip, const char* reason) {
    OptimizedPart& part = result_.parts[clip];
    result_.kept.push_back({part.name, reason});
    part.keys_after = part.keys_before;
    part.proven = {};
    std::ranges::fill(fits_[clip], uint8_t{1});
  }

  // False if a clip has to stay after all.
  bool Write() {
    std::optional<std::vector<uint8_t>> text = Text();
    if (!text) return KeepAll("its text is not as expected");
    FindingList findings;
    const auto after = m3d::ReadAndValidate(*text, read_, findings);
    if (!after || !SameButForKeys(character_, *after)) {
      return KeepAll("the result would not be sound");
    }
    bool holds = true;
    for (size_t i = 0; i < fits_.size(); ++i) {
      if (!Prove(i, after->clips[i])) holds = false;
    }
    if (!holds) return false;
    for (size_t i = 0; i < fits_.size(); ++i) Measure(i, *after);
    result_.bytes = *std::move(text);
    return true;
  }

  bool KeepAll(const char* reason) {
    for (size_t i = 0; i < fits_.size(); ++i) Keep(i, reason);
    return false;
  }

  std::optional<std::vector<uint8_t>> Text() {
    ClipText text(bytes_);
    for (size_t i = 0; i < fits_.size(); ++i) {
      OptimizedPart& part = result_.parts[i];
      part.bytes_before = part.bytes_after = 0;
      for (size_t bone = 0; bone < character_.bones(); ++bone) {
        const BoneKeys keys(character_.clips[i], bone);
        const auto sizes = text.KeepKeys(
            places_.keyframes[i * character_.bones() + bone],
            std::span(fits_[i]).subspan(keys.range.begin, keys.size()));
        if (!sizes) return std::nullopt;
        part.bytes_before += sizes->before;
        part.bytes_after += sizes->after;
      }
    }
    return text.Finish();
  }

  bool Prove(size_t i, const Clip& after) {
    const Clip& before = character_.clips[i];
    if (!HasTheKeys(before, fits_[i], after)) {
      Keep(i, "the result would not be sound");
      return false;
    }
    OptimizedPart& part = result_.parts[i];
    part.keys_after = after.keys();
    if (after.keys() == before.keys()) return true;
    const auto errors = ProveClip(character_, before, after, reach_);
    if (errors && errors->distance <= options_.tolerance &&
        errors->shell <= options_.tolerance &&
        errors->angle <= options_.angle_tolerance * (1 + 1e-9)) {
      part.proven = *errors;
      return true;
    }
    Keep(i, "no bound could be proven");
    return false;
  }

  void Measure(size_t i, const Character& after) {
    const Clip& before = character_.clips[i];
    const Clip& clip = after.clips[i];
    OptimizedPart& part = result_.parts[i];
    if (part.keys_after == part.keys_before) return;
    PoseErrors& met = part.measured;
    for (size_t bone = 0; bone < character_.bones(); ++bone) {
      const BoneDifference own =
          CompareBones(BoneKeys(before, bone), BoneKeys(clip, bone));
      met.distance = std::max(met.distance, own.translation.found);
      met.angle = std::max(met.angle, own.rotation.found);
    }
    for (const Largest& seen :
         CompareSkeletons(character_, before, after, clip, reach_)) {
      met.shell = std::max(met.shell, seen.found);
    }
  }

  std::span<const uint8_t> bytes_;
  const m3d::ReadOptions& read_;
  const OptimizeOptions& options_;
  const Character& character_;
  const m3d::CharacterPlaces& places_;
  double reach_;
  std::vector<std::vector<uint8_t>> fits_;  // of each clip: which keys stay
  Optimized result_;
};

}  // namespace

std::optional<Optimized> OptimizeCharacter(std::span<const uint8_t> bytes,
                                           const m3d::ReadOptions& read,
                                           const OptimizeOptions& options) {
  FindingList findings;
  m3d::CharacterPlaces places;
  const auto character = m3d::ReadCharacter(bytes, read, findings, &places);
  if (!character || !m3d::Validate(bytes, *character, places, findings)) {
    return std::nullopt;
  }
  return Task(bytes, read, options, *character, places).Run();
}

}  // namespace clipguard::rescue
