// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/m3d_sample.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/piece_writer.h"
#include "base/text.h"
#include "cli/io/name_text.h"
#include "cli/io/suggest.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"

namespace clipguard::cli {
namespace {

// JSON goes bone by bone, each through all times, but a pose has all bones. So
// the clip is played once for as many bones as fit into this many matrices.
constexpr size_t kMatricesHeld = 1 << 18;

void WriteJson(const m3d::Clip& clip, const eval::SkeletonClip& compiled,
               const SampleRequest& request, Output& out) {
  const std::span<const float> times = request.times;
  JsonWriter json;
  json.BeginObject();
  json.Field("file", FileNameText(request.file));
  json.Field("clip", clip.name);
  json.BeginArray("times");
  for (const float time : times) {
    json.Float(time);
    if (json.size() >= PieceWriter::kPieceBytes) out.Write(json.Take());
  }
  json.EndArray();
  json.BeginArray("bones");
  const size_t bones = compiled.bones();
  const size_t at_once = std::clamp<size_t>(
      kMatricesHeld / std::max<size_t>(times.size(), 1), 1, bones);
  // Above this number of times, no matrices are held.
  const bool hold = times.size() <= kMatricesHeld;
  std::vector<m3d::Matrix> pose(bones);
  std::vector<m3d::Matrix> held(hold ? at_once * times.size() : 0);
  for (size_t first = 0; first < bones; first += at_once) {
    const size_t count = std::min(at_once, bones - first);
    eval::SkeletonSampler sampler(compiled);
    if (!hold) {
      json.BeginArray();
      for (const float time : times) {
        sampler.SampleFirst(time, std::span(pose).first(first + 1));
        json.Floats(pose[first]);
        if (json.size() >= PieceWriter::kPieceBytes) out.Write(json.Take());
        if (out.error() != 0) return;
      }
      json.EndArray();
      continue;
    }
    for (size_t t = 0; t < times.size(); ++t) {
      sampler.Sample(times[t], pose);
      for (size_t b = 0; b < count; ++b) {
        held[b * times.size() + t] = pose[first + b];
      }
    }
    for (size_t b = 0; b < count; ++b) {
      json.BeginArray();
      for (size_t t = 0; t < times.size(); ++t) {
        json.Floats(held[b * times.size() + t]);
        if (json.size() >= PieceWriter::kPieceBytes) out.Write(json.Take());
        if (out.error() != 0) return;
      }
      json.EndArray();
    }
  }
  json.EndArray();
  json.EndObject();
  out.Write(json.Take());
  out.Write("\n");
}

// A character of the same bones whose final transforms are where its bones are,
// not where they take vertices.
m3d::Character BonesOnly(const m3d::Character& character) {
  m3d::Character bones;
  bones.parents = character.parents;
  bones.bone_offsets.assign(character.bones(), m3d::Matrix::Identity());
  return bones;
}

// To pose a bone: those before the last one that is asked for are posed, too.
constexpr uint64_t kStepsOfBone = 16;

// The bones that are asked for: the same in all clips.
class WantedBones {
 public:
  struct Bone {
    size_t index;
    std::string name;
  };

  WantedBones(const m3d::Character& character, const RowOptions& options)
      : shape_(options.shape),
        is_choice_(options.choice != nullptr && !options.choice->is_all()),
        character_(character),
        bones_only_(shape_ == TableShape::kLong
                        ? std::optional(BonesOnly(character))
                        : std::nullopt) {
    for (size_t b = 0; b < character.bones(); ++b) {
      std::string name = absl::StrCat(b);
      if (!options.Wants(absl::StrCat("bones.", name))) continue;
      MatrixRows::AddRow(shape_, "bones", name, totals_);
      bones_.push_back({b, std::move(name)});
      totals_.steps = kStepsOfBone * (b + 1);
    }
  }

  TableShape shape() const { return shape_; }
  bool is_choice() const { return is_choice_; }  // of some bones
  std::span<const Bone> bones() const { return bones_; }
  const RowTotals& totals() const { return totals_; }
  const m3d::Character& character() const {
    return bones_only_ ? *bones_only_ : character_;
  }

 private:
  const TableShape shape_;
  const bool is_choice_;
  const m3d::Character& character_;
  const std::optional<m3d::Character> bones_only_;
  std::vector<Bone> bones_;
  RowTotals totals_;
};

// A row for each time and bone: wide, the final transform; long, where the bone
// is.
class M3dRows final : public RowSource {
 public:
  M3dRows(const WantedBones& wanted, const m3d::Clip& clip)
      : wanted_(wanted), clip_(clip) {}

  std::string_view joint_title() const override { return "bone"; }

  void AddColumns(ColumnSet& columns) const override {
    if (wanted_.bones().empty() && wanted_.is_choice()) return;
    MatrixRows::AddColumns(columns);
  }

  RowTotals RowsOfATime() const override { return wanted_.totals(); }

  void ForEachRow(
      std::span<const float> times,
      absl::FunctionRef<bool(const SampleRow&)> visit) const override {
    if (times.empty() || wanted_.bones().empty()) return;
    const eval::SkeletonClip compiled(wanted_.character(), clip_);
    std::vector<m3d::Matrix> pose(wanted_.bones().back().index + 1);
    eval::SkeletonSampler sampler(compiled);
    MatrixRows rows(wanted_.shape(), "bones");
    for (const float time : times) {
      sampler.Sample(time, pose);
      for (const WantedBones::Bone& bone : wanted_.bones()) {
        if (!visit(rows.Row(time, bone.name, pose[bone.index]))) return;
      }
    }
  }

 private:
  const WantedBones& wanted_;
  const m3d::Clip& clip_;
};

absl::Status RefuseRawQuat(bool raw_rotation) {
  if (!raw_rotation) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "--raw-rotation is for recordings; an .m3d clip's quaternions are always "
      "used as they are");
}

}  // namespace

absl::StatusOr<const m3d::Clip*> FindClip(const m3d::Character& character,
                                          std::string_view name) {
  if (character.clips.empty()) {
    return absl::InvalidArgumentError(
        character.is_skinned() ? "the character has no animation clips"
                               : "the file is static: nothing in it moves");
  }
  if (name.empty()) return &character.clips[0];
  std::vector<std::string_view> names;
  for (const m3d::Clip& clip : character.clips) {
    if (clip.name == name) return &clip;
    names.push_back(clip.name);
  }
  return absl::InvalidArgumentError(
      ToPrintable(UnknownName("clip", name, names)));
}

absl::Status SampleM3d(const m3d::Character& character,
                       const SampleRequest& request, Output& out) {
  if (absl::Status s = RefuseRawQuat(request.raw_rotation); !s.ok()) return s;
  if (absl::Status s = RefuseValues(request); !s.ok()) return s;
  const auto clip = FindClip(character, request.clip);
  if (!clip.ok()) return clip.status();
  const eval::SkeletonClip compiled(character, **clip);
  WriteJson(**clip, compiled, request, out);
  return absl::OkStatus();
}

absl::Status VisitClips(const m3d::Character& character,
                        const RowOptions& options, VisitClip visit) {
  if (absl::Status s = RefuseRawQuat(options.raw_rotation); !s.ok()) return s;
  const auto chosen = FindClip(character, options.clip);
  if (!chosen.ok()) return chosen.status();
  const WantedBones wanted(character, options);
  const auto visit_one = [&](const m3d::Clip& clip) {
    const eval::TimeRange times = eval::TimesOf(character, clip);
    const M3dRows rows(wanted, clip);
    return visit({.name = clip.name,
                  .span = {.from = times.start, .to = times.end},
                  .rows = rows});
  };
  if (!options.clip.empty() || !options.all_clips) return visit_one(**chosen);
  for (const m3d::Clip& clip : character.clips) {
    if (absl::Status s = visit_one(clip); !s.ok()) return s;
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
