// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/m3d/curves_section.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "actions/motion/angle.h"
#include "base/memory/work_counter.h"
#include "eval/skeleton/bone_key.h"
#include "parser/m3d/token_text.h"
#include "report/tracks/clip_list.h"
#include "report/tracks/track.h"

namespace clipguard::report {
namespace {

using m3d::Character;
using m3d::Clip;
using m3d::Float3;
using m3d::Float4;

using Quaternion = std::array<double, 4>;

// Scales to unit length; zeros stay zeros.
Quaternion UnitOf(const Float4& q) {
  const Quaternion wide = {q.x, q.y, q.z, q.w};
  double square = 0;
  for (const double part : wide) square += part * part;
  if (!(square > 0)) return {};
  const double scale = 1 / std::sqrt(square);
  return {wide[0] * scale, wide[1] * scale, wide[2] * scale, wide[3] * scale};
}

// Degrees of the rotation from one to another, 0 to 180.
float DegreesBetween(const Quaternion& a, const Quaternion& b) {
  double apart = 0;
  double together = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    apart += (a[i] - b[i]) * (a[i] - b[i]);
    together += (a[i] + b[i]) * (a[i] + b[i]);
  }
  // Antipodal quaternions are one rotation. Half the length between the two is
  // the sine of a quarter of the angle.
  const double sine = std::sqrt(std::min(apart, together)) / 2;
  return static_cast<float>(4 * actions::DegreesOfSine(sine));
}

// The tracks of one clip.
class ClipTracks {
 public:
  ClipTracks(const Character& character, size_t index)
      : clip_(character.clips[index]),
        index_(index),
        path_(m3d::ClipPath(index, clip_.name)),
        start_(eval::TimesOf(character, clip_).start) {
    CountWork(clip_.keys());
    for (size_t b = 0; b + 1 < clip_.first_key.size(); ++b) AddBone(b);
  }

  std::vector<Track> Take() { return std::move(tracks_); }

 private:
  void AddBone(size_t bone) {
    first_ = clip_.first_key[bone];
    count_ = clip_.first_key[bone + 1] - first_;
    if (count_ == 0) return;
    times_.clear();
    in_order_ = true;
    for (size_t i = first_; i < first_ + count_; ++i) {
      if (i != first_ && !(clip_.times[i] >= clip_.times[i - 1])) {
        in_order_ = false;
      }
      times_.push_back(clip_.times[i] - start_);
    }
    const Quaternion rest = UnitOf(clip_.rotations[first_]);
    Add(bone, "rotation", [&](size_t i) {
      return DegreesBetween(rest, UnitOf(clip_.rotations[i]));
    });
    tracks_.back().least_range = 0.01F;
    AddVector(bone, "translation", clip_.translations);
    const auto begin =
        clip_.scales.begin() + static_cast<std::ptrdiff_t>(first_);
    const bool scaled =
        std::any_of(begin, begin + static_cast<std::ptrdiff_t>(count_),
                    [](const Float3& s) { return s != Float3{1, 1, 1}; });
    if (scaled) AddVector(bone, "scale", clip_.scales);
  }

  void AddVector(size_t bone, const std::string& name,
                 const m3d::Array<Float3>& values) {
    Add(bone, absl::StrCat(name, ".x"), [&](size_t i) { return values[i].x; });
    Add(bone, absl::StrCat(name, ".y"), [&](size_t i) { return values[i].y; });
    Add(bone, absl::StrCat(name, ".z"), [&](size_t i) { return values[i].z; });
  }

  template <typename Value>
  void Add(size_t bone, const std::string& name, Value value) {
    Track track;
    track.path = absl::StrCat(path_, ".bones[", bone, "].", name);
    track.group = {absl::StrCat("bone ", bone)};
    track.label = name == "rotation" ? "rotation, degrees" : name;
    track.kind = TrackKind::kLines;
    track.clip = index_;
    track.in_order = in_order_;
    TrackColumns columns{.times = times_, .values = {}};
    for (size_t i = first_; i < first_ + count_; ++i) {
      columns.values.push_back(value(i));
    }
    track.SetColumns(std::move(columns));
    tracks_.push_back(std::move(track));
  }

  const Clip& clip_;
  const size_t index_;
  const std::string path_;
  const float start_;
  std::vector<Track> tracks_;
  // State of the bone that is being added.
  size_t first_ = 0;
  size_t count_ = 0;
  std::vector<float> times_;
  bool in_order_ = true;
};

}  // namespace

void WriteCurves(const Character& character, Budget& budget,
                 DetailWriter& json) {
  if (character.clips.empty() || !character.is_skinned()) return;
  ClipList clips(budget);
  for (size_t i = 0; i < character.clips.size(); ++i) {
    const Clip& clip = character.clips[i];
    const eval::TimeRange times = eval::TimesOf(character, clip);
    clips.Add(
        {.name = clip.name, .duration = times.end - times.start, .loop = true},
        ClipTracks(character, i).Take());
  }
  clips.Write(json);
}

}  // namespace clipguard::report
