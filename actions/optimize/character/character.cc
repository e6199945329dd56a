// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/optimize/character/character.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "actions/diff/bone_motion.h"
#include "actions/motion/bone_keys.h"
#include "actions/optimize/character/character_digest.h"
#include "actions/optimize/character/clip_fit.h"
#include "actions/optimize/character/clip_text.h"
#include "actions/optimize/character/skeleton_proof.h"
#include "actions/optimize/optimize.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/character_places.h"
#include "parser/m3d/checks/validate.h"
#include "parser/m3d/reader/read_character.h"
#include "parser/m3d/token_text.h"

namespace clipguard::actions {
namespace {

using m3d::Character;
using m3d::Clip;

// All but what digests are of.
bool SameFrame(const Character& a, const Character& b) {
  return a.dialect == b.dialect && a.materials == b.materials &&
         a.subsets == b.subsets && a.parents == b.parents &&
         std::ranges::equal(a.clips, b.clips, {}, &Clip::name, &Clip::name);
}

// The clip with the keys that stay.
Clip WithKeys(const Clip& before, const std::vector<uint8_t>& stays) {
  Clip after;
  after.name = before.name;
  after.first_key.reserve(before.first_key.size());
  const auto keys = static_cast<size_t>(std::ranges::count(stays, uint8_t{1}));
  after.times.reserve(keys);
  after.translations.reserve(keys);
  after.scales.reserve(keys);
  after.rotations.reserve(keys);
  size_t i = 0;
  for (const uint64_t end : before.first_key) {
    for (; i < end; ++i) {
      if (stays[i] == 0) continue;
      after.times.push_back(before.times[i]);
      after.translations.push_back(before.translations[i]);
      after.scales.push_back(before.scales[i]);
      after.rotations.push_back(before.rotations[i]);
    }
    after.first_key.push_back(after.keys());
  }
  return after;
}

// The character is taken apart on the way: there is never more of it than what
// follows needs.
class Task {
 public:
  Task(std::span<const uint8_t> bytes, const m3d::ReadOptions& read,
       const OptimizeOptions& options, Character& character,
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
    if (Saves()) {
      shape_ = DigestOfShape(character_);
      character_.vertices = {};
      character_.triangles = {};
      for (size_t i = 0; i < character_.clips.size(); ++i) Prove(i);
    }
    if (Saves()) Write();
    // How large the clips are is known of those that stay, too.
    if (!result_.changed()) {
      ClipText text(bytes_);
      CutOut(text);
    }
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

  static bool LosesKeys(const std::vector<uint8_t>& stays) {
    return std::ranges::find(stays, uint8_t{0}) != stays.end();
  }
  bool Saves() const { return std::ranges::any_of(fits_, LosesKeys); }

  void Keep(size_t clip, const char* reason) {
    OptimizedPart& part = result_.parts[clip];
    result_.kept.push_back({part.name, reason});
    part.keys_after = part.keys_before;
    part.proven = part.measured = {};
    std::ranges::fill(fits_[clip], uint8_t{1});
  }

  void KeepAll(const char* reason) {
    for (size_t i = 0; i < fits_.size(); ++i) Keep(i, reason);
  }

  // Takes note of what the clip is to be, and lets go of its keys. One of which
  // no bound is proven stays as it is.
  void Prove(size_t i) {
    Clip& clip = character_.clips[i];
    if (LosesKeys(fits_[i])) {
      Clip after = WithKeys(clip, fits_[i]);
      if (IsProven(clip, after, result_.parts[i])) {
        Measure(clip, after, result_.parts[i]);
        keys_.push_back(DigestOfKeys(after));
      } else {
        Keep(i, "no bound could be proven");
      }
    }
    if (keys_.size() == i) keys_.push_back(DigestOfKeys(clip));
    clip.times = {};
    clip.translations = {};
    clip.scales = {};
    clip.rotations = {};
  }

  bool IsProven(const Clip& before, const Clip& after, OptimizedPart& part) {
    const auto errors = ProveClip(character_, before, after, reach_);
    if (!errors || !(errors->distance <= options_.tolerance) ||
        !(errors->shell <= options_.tolerance) ||
        !(errors->angle <= options_.angle_tolerance * (1 + 1e-9))) {
      return false;
    }
    part.keys_after = after.keys();
    part.proven = *errors;
    return true;
  }

  void Measure(const Clip& before, const Clip& after, OptimizedPart& part) {
    PoseErrors& met = part.measured;
    for (size_t bone = 0; bone < character_.bones(); ++bone) {
      const BoneDifference own =
          CompareBones(BoneKeys(before, bone), BoneKeys(after, bone));
      met.distance = std::max(met.distance, own.translation.found);
      met.angle = std::max(met.angle, own.rotation.found);
    }
    for (const Largest& seen :
         CompareSkeletons(character_, before, character_, after, reach_)) {
      met.shell = std::max(met.shell, seen.found);
    }
  }

  // The result is read again, and has to be what was proven.
  void Write() {
    character_.bone_offsets = {};
    ClipText text(bytes_);
    if (!CutOut(text)) return KeepAll("its text is not as expected");
    std::vector<uint8_t> bytes = text.Finish();
    FindingList findings;
    const auto after = m3d::ReadAndValidate(bytes, read_, findings);
    if (!after || !IsExpected(*after)) {
      return KeepAll("the result would not be sound");
    }
    result_.bytes = std::move(bytes);
  }

  bool IsExpected(const Character& after) const {
    return SameFrame(character_, after) && DigestOfShape(after) == shape_ &&
           std::ranges::equal(after.clips, keys_, {}, DigestOfKeys);
  }

  // Takes out of the text what does not stay, and notes how large the clips
  // are. False if the text is not as expected.
  bool CutOut(ClipText& text) {
    for (size_t i = 0; i < fits_.size(); ++i) {
      OptimizedPart& part = result_.parts[i];
      part.bytes_before = part.bytes_after = 0;
      const std::vector<uint64_t>& first = character_.clips[i].first_key;
      for (size_t bone = 0; bone < character_.bones(); ++bone) {
        const auto sizes = text.KeepKeys(
            places_.keyframes[i * character_.bones() + bone],
            std::span(fits_[i]).subspan(
                static_cast<size_t>(first[bone]),
                static_cast<size_t>(first[bone + 1] - first[bone])));
        if (!sizes) return false;
        part.bytes_before += sizes->before;
        part.bytes_after += sizes->after;
      }
    }
    return true;
  }

  std::span<const uint8_t> bytes_;
  const m3d::ReadOptions& read_;
  const OptimizeOptions& options_;
  Character& character_;
  const m3d::CharacterPlaces& places_;
  double reach_;
  std::vector<std::vector<uint8_t>> fits_;  // of each clip: which keys stay
  // What the result is to be.
  CharacterDigest shape_ = {};
  std::vector<CharacterDigest> keys_;  // of each clip
  Optimized result_;
};

}  // namespace

std::optional<Optimized> OptimizeCharacter(std::span<const uint8_t> bytes,
                                           const m3d::ReadOptions& read,
                                           const OptimizeOptions& options) {
  FindingList findings;
  m3d::CharacterPlaces places;
  auto character = m3d::ReadCharacter(bytes, read, findings, &places);
  if (!character || !m3d::Validate(bytes, *character, places, findings)) {
    return std::nullopt;
  }
  places.rows = {};
  return Task(bytes, read, options, *character, places).Run();
}

}  // namespace clipguard::actions
