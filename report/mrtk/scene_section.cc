// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/mrtk/scene_section.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "actions/repair/mrtk/recording.h"
#include "actions/repair/repair.h"
#include "base/text.h"
#include "parser/finding.h"
#include "parser/finding_catalog.h"
#include "parser/mrtk/format.h"
#include "report/html/data_block.h"
#include "report/html/detail_writer.h"
#include "report/mrtk/pose_tracks.h"

namespace clipguard::report {
namespace {

using mrtk::InputAnimationView;

constexpr size_t kMostRepairedBytes = size_t{32} << 20;
// Poses of 48 minutes at 60 frames a second would be 70 million numbers. The
// page holds all of them in memory, so there is a limit beside the budget.
constexpr size_t kMostNumbers = size_t{1} << 23;
constexpr size_t kChangesNamed = 20;

// Bytes of text that a track takes besides its numbers.
constexpr size_t kTextOfTrack = 150;

// The tracks after all safe repairs, each paired with the one that it replaces.
struct Ghost {
  std::vector<std::array<uint32_t, 2>> pairs;
  actions::Repaired repaired;
};

Ghost RepairedPoses(const InputAnimationView& view,
                    const SectionRequest& request, size_t most_numbers,
                    PoseTracks& tracks) {
  Ghost ghost;
  if (request.findings.empty()) return ghost;
  const mrtk::ReadOptions read{.layout = view.layout(),
                               .limits = request.limits};
  ghost.repaired = actions::RepairRecording(view.bytes(), read, {});
  if (!ghost.repaired.changed()) return ghost;
  FindingList ignored;
  const auto repaired =
      mrtk::ReadInputAnimation(ghost.repaired.bytes, read, ignored);
  if (!repaired) return ghost;
  ghost.pairs = AddDifferentPoses(view, *repaired, most_numbers, tracks);
  return ghost;
}

void WriteTracks(const PoseTracks& tracks, DetailWriter& json) {
  const std::span<const float> times(tracks.times);
  const std::span<const float> values(tracks.values);
  json.BeginArray("tracks");
  for (const PoseTrack& track : tracks.list) {
    json.BeginObject();
    json.Array("times", times.subspan(track.first_time, track.samples));
    json.Array(
        "values",
        values.subspan(track.first_value, size_t{track.samples} * track.width),
        track.width);
    json.EndObject();
  }
  json.EndArray();
}

void WritePair(const TrackPair& pair, DetailWriter& json) {
  json.BeginArray();
  json.Int(pair.position);
  json.Int(pair.rotation);
  json.EndArray();
}

void WriteHand(mrtk::Handedness hand, const HandTracks& tracks,
               DetailWriter& json) {
  json.BeginObject();
  json.Field("name", mrtk::HandName(hand));
  json.Field("tracked", int64_t{tracks.tracked});
  json.Field("pinch", int64_t{tracks.pinch});
  json.BeginArray("joints");
  for (const TrackPair& joint : tracks.joints) WritePair(joint, json);
  json.EndArray();
  json.EndObject();
}

void WriteGhost(const Ghost& ghost, DetailWriter& json) {
  json.Key("ghost");
  if (ghost.pairs.empty()) return json.Null();
  json.BeginObject();
  json.BeginArray("replaced");
  for (const auto& [track, instead] : ghost.pairs) {
    json.Uint(track);
    json.Uint(instead);
  }
  json.EndArray();
  const std::vector<actions::Change>& changes = ghost.repaired.changes;
  json.Field("changes", uint64_t{changes.size()});
  json.BeginArray("named");
  for (size_t i = 0; i < std::min(changes.size(), kChangesNamed); ++i) {
    json.BeginObject();
    json.Field("code", GetCodeInfo(changes[i].code).name);
    json.Field("path", changes[i].path);
    json.Field("before", changes[i].before);
    json.Field("after", changes[i].after);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
}

// Bytes of text, at most.
uint64_t GhostText(const Ghost& ghost) {
  uint64_t size = 40 * ghost.pairs.size();
  if (ghost.pairs.empty()) return size;
  const std::vector<actions::Change>& changes = ghost.repaired.changes;
  for (size_t i = 0; i < std::min(changes.size(), kChangesNamed); ++i) {
    size += 100 + TextSize(changes[i].path) + TextSize(changes[i].before) +
            TextSize(changes[i].after);
  }
  return size;
}

void SayWhatIsCoarse(const PoseTracks& tracks, Budget& budget) {
  if (tracks.fps > 0) {
    budget.LeftOut(absl::StrFormat(
        "the replay has %.3g poses a second: there is no room for all keys",
        tracks.fps));
  } else if (tracks.coarse > 0) {
    budget.LeftOut(absl::StrFormat(
        "the bends of %s in the replay: it draws them as straight lines",
        Count(tracks.coarse, "curve")));
  }
}

}  // namespace

void WriteScene(const InputAnimationView& view, const SectionRequest& request,
                Budget& budget, DetailWriter& json) {
  const size_t most =
      std::min<size_t>(budget.left() / 2 / sizeof(float), kMostNumbers);
  if (most < 1000) return budget.LeftOut("the replay in 3D");
  PoseTracks tracks = BakePoses(view, most);
  if (tracks.list.empty()) return;
  Ghost ghost;
  if (view.bytes().size() <= kMostRepairedBytes) {
    ghost = RepairedPoses(view, request, most / 2, tracks);
  } else if (!request.findings.empty()) {
    budget.LeftOut("the repaired motion, because the file is large");
  }
  SayWhatIsCoarse(tracks, budget);

  // Tracks that share times have them once, but so much is always enough.
  uint64_t text = 4096 + GhostText(ghost);
  for (const PoseTrack& track : tracks.list) {
    text += kTextOfTrack + uint64_t{4} * track.samples * (track.width + 1);
  }
  if (!budget.Take(text)) return budget.LeftOut("the replay in 3D");
  json.BeginObject("scene");
  json.Field("kind", "recording");
  json.Field("duration", tracks.duration);
  json.Field("tolerance", kPoseTolerance);
  json.Field("fps", tracks.fps);
  WriteTracks(tracks, json);
  json.Key("camera");
  WritePair(tracks.camera, json);
  json.Key("gaze");
  WritePair(tracks.gaze, json);
  json.Strings("jointNames", view.joint_names());
  json.BeginArray("hands");
  for (const mrtk::Handedness hand : mrtk::kHands) {
    WriteHand(hand, tracks.hands[static_cast<size_t>(hand)], json);
  }
  json.EndArray();
  WriteGhost(ghost, json);
  json.EndObject();
}

}  // namespace clipguard::report
