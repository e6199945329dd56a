// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "eval/machine/pose.h"
#include "parser/forge/armature.h"
#include "parser/json/json_reporter.h"
#include "report/forge/curves_section.h"
#include "report/tracks/clip_list.h"
#include "report/tracks/track.h"

namespace clipguard::report {
namespace {

using forge::Armature;
using forge::Interpolation;
using forge::Variable;

// Keys whose lines, or steps, are what eval::SampleVariable() gives.
TrackColumns KeysOf(const Armature::VariableClip& variable,
                    std::span<const float> samples, bool loop) {
  CountWork(samples.size());
  TrackColumns columns;
  const auto add = [&](double time, float value) {
    columns.times.push_back(static_cast<float>(time));
    columns.values.push_back(value);
  };
  if (samples.size() == 1) {
    add(0, samples[0]);
    return columns;
  }
  const size_t stretches = loop ? samples.size() : samples.size() - 1;
  for (size_t i = 0; i < stretches; ++i) {
    const float from = samples[i];
    const float to = samples[i + 1 < samples.size() ? i + 1 : 0];
    const auto at = [&](double stretch) {
      return stretch / static_cast<double>(stretches);
    };
    const auto place = static_cast<double>(i);
    if (variable.interpolation == Interpolation::kNearest) {
      if (i == 0) add(0, from);
      add(at(place + 0.5), to);
      continue;
    }
    add(at(place), from);
    float end = to;
    if (variable.variable == Variable::kAngle) {
      end = from + eval::ShortWay(from, to);
    }
    // The short way ends at another number than the next one begins with; the
    // last one has no next one.
    if (end != to || i + 1 == stretches) add(at(place + 1), end);
  }
  return columns;
}

Track TrackOf(const Armature::VariableClip& variable,
              std::span<const float> samples, bool loop) {
  Track track;
  track.kind = variable.interpolation == Interpolation::kNearest
                   ? TrackKind::kSteps
                   : TrackKind::kLines;
  track.label = forge::kVariableNames[static_cast<size_t>(variable.variable)];
  track.SetColumns(KeysOf(variable, samples, loop));
  return track;
}

std::vector<Track> TracksOf(const Armature& armature,
                            const Armature::Clip& clip) {
  std::vector<Track> tracks;
  if (clip.broken) return tracks;
  std::string base = "/clips";
  AppendPointerToken(armature.texts[clip.name], base);
  base += "/joint_clips";
  for (const Armature::JointClip& joint : armature.JointClips(clip)) {
    if (joint.broken) continue;
    const auto name = armature.texts[joint.joint];
    std::string path = base;
    AppendPointerToken(name, path);
    size_t place = 0;
    for (const Armature::VariableClip& variable : armature.Variables(joint)) {
      const size_t i = place++;
      const std::span<const float> samples = armature.Samples(variable);
      if (samples.empty()) continue;
      Track track = TrackOf(variable, samples, clip.loop);
      track.path = absl::StrCat(path, "/", i);
      track.group = {std::string(name)};
      tracks.push_back(std::move(track));
    }
  }
  return tracks;
}

}  // namespace

void WriteCurves(const Armature& armature, Budget& budget, DetailWriter& json) {
  ClipList clips(budget);
  for (const Armature::Clip& clip : armature.clips) {
    clips.Add(
        {.name = armature.texts[clip.name], .duration = 1, .loop = clip.loop},
        TracksOf(armature, clip));
    for (const Armature::Event& event : armature.Events(clip)) {
      clips.AddMark({.time = event.time, .name = armature.texts[event.name]});
    }
  }
  clips.Write(json);
}

}  // namespace clipguard::report
