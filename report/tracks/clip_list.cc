// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/tracks/clip_list.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/text.h"

namespace clipguard::report {
namespace {

// From one end of float32 to the other a clip is longer than float32 can be.
float Finite(float duration) {
  return std::min(duration, std::numeric_limits<float>::max());
}

}  // namespace

bool ClipList::Take(uint64_t bytes) {
  if (bytes > most_ || !budget_.Take(bytes)) return false;
  most_ -= bytes;
  return true;
}

void ClipList::Add(const ClipInfo& info, std::vector<Track> tracks) {
  uint64_t size = 0;
  for (const Track& track : tracks) {
    size += track.SizeWithKeys();
  }
  // A name may be of bytes that become six each.
  if (!Take(100 + 6 * info.name.size() + size)) {
    ++left_out_;
    return;
  }
  const uint64_t place = clips_.size();
  clips_.push_back(info);
  for (Track& track : tracks) track.clip = place;
  tracks_.insert(tracks_.end(), std::make_move_iterator(tracks.begin()),
                 std::make_move_iterator(tracks.end()));
}

void ClipList::AddMark(Mark mark) {
  // Marks of a clip that is left out are left out, too.
  if (left_out_ != 0 || clips_.empty()) return;
  mark.clip = static_cast<uint16_t>(clips_.size() - 1);
  if (clips_.size() > UINT16_MAX || !marks_.Add(mark, budget_)) {
    ++marks_left_out_;
  }
}

void ClipList::Write(DetailWriter& json) {
  if (left_out_ != 0) {
    budget_.LeftOut(absl::StrCat("the curves of ", Count(left_out_, "clip"),
                                 " of ", left_out_ + clips_.size(),
                                 ", which do not fit"));
  }
  if (marks_left_out_ != 0) {
    budget_.LeftOut(Count(marks_left_out_, "event"));
  }
  if (clips_.empty()) return;
  float longest = 0;
  for (const ClipInfo& clip : clips_) {
    longest = std::max(longest, Finite(clip.duration));
  }
  json.BeginObject("curves");
  json.Field("from", 0.0F);
  json.Field("to", longest);
  json.BeginArray("clips");
  for (const ClipInfo& clip : clips_) {
    json.BeginObject();
    json.Field("name", clip.name);
    json.Field("duration", Finite(clip.duration));
    json.Field("loop", clip.loop);
    json.EndObject();
  }
  json.EndArray();
  json.BeginArray("tracks");
  for (const Track& track : tracks_) WriteTrack(track, json);
  json.EndArray();
  marks_.Write(json);
  json.EndObject();
}

}  // namespace clipguard::report
