// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/formats/m3d_sample.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/float_text.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "cli/io/suggest.h"
#include "eval/skeleton/skeleton_clip.h"
#include "eval/skeleton/skeleton_sampler.h"

namespace clipguard::cli {
namespace {

constexpr size_t kPiece = 64 * 1024;

// JSON goes bone by bone, each through all times, but a pose has all bones. So
// the clip is played once for as many bones as fit into this many matrices.
constexpr size_t kMatricesHeld = 1 << 18;

void WriteJson(const m3d::Clip& clip, const eval::SkeletonClip& compiled,
               const SampleRequest& request, Output& out) {
  const std::span<const float> times = request.times;
  JsonWriter json;
  json.BeginObject();
  json.Field("file", request.file);
  json.Field("clip", clip.name);
  json.Key("times");
  json.BeginArray();
  for (const float time : times) {
    json.Float(time);
    if (json.size() >= kPiece) out.Write(json.Take());
  }
  json.EndArray();
  json.Key("bones");
  json.BeginArray();
  const size_t bones = compiled.bones();
  const size_t at_once = std::clamp<size_t>(
      kMatricesHeld / std::max<size_t>(times.size(), 1), 1, bones);
  // Of more times than that, none is held.
  const bool hold = times.size() <= kMatricesHeld;
  std::vector<m3d::Matrix> pose(bones);
  std::vector<m3d::Matrix> held(hold ? at_once * times.size() : 0);
  for (size_t first = 0; first < bones; first += at_once) {
    const size_t count = std::min(at_once, bones - first);
    eval::SkeletonSampler sampler(compiled);
    if (!hold) {
      json.BeginArray();
      for (const float time : times) {
        sampler.Sample(time, std::span(pose).first(first + 1));
        json.Floats(pose[first]);
        if (json.size() >= kPiece) out.Write(json.Take());
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
        if (json.size() >= kPiece) out.Write(json.Take());
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

// CSV has a row for each time and bone.
void WriteCsv(const eval::SkeletonClip& compiled, const SampleRequest& request,
              Output& out) {
  std::string row = "time,bone";
  for (size_t i = 0; i < m3d::Matrix().size(); ++i) {
    absl::StrAppendFormat(&row, ",m%d%d", i / 4, i % 4);
  }
  row += '\n';
  out.Write(row);
  std::vector<m3d::Matrix> pose(compiled.bones());
  eval::SkeletonSampler sampler(compiled);
  for (const float time : request.times) {
    sampler.Sample(time, pose);
    const std::string start = FloatText(time);
    for (size_t b = 0; b < pose.size(); ++b) {
      if (out.error() != 0) return;
      row = absl::StrCat(start, ",", b);
      for (const float value : pose[b]) {
        absl::StrAppend(&row, ",", FloatText(value));
      }
      row += '\n';
      out.Write(row);
    }
  }
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
  if (request.raw_rotation) {
    return absl::InvalidArgumentError(
        "--raw-rotation is for recordings; an .m3d clip's quaternions are "
        "always used as they are");
  }
  if (absl::Status s = RefuseValues(request); !s.ok()) return s;
  const auto clip = FindClip(character, request.clip);
  if (!clip.ok()) return clip.status();
  const eval::SkeletonClip compiled(character, **clip);
  if (request.csv) {
    WriteCsv(compiled, request, out);
  } else {
    WriteJson(**clip, compiled, request, out);
  }
  return absl::OkStatus();
}

}  // namespace clipguard::cli
