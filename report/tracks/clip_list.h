// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The member "curves" of files that have several clips: as many of them as
// there is room for.
//
//   ClipList clips(budget);
//   for (...) clips.Add({.name = name, .duration = 1}, tracks);
//   clips.Write(json);

#ifndef CLIPGUARD_REPORT_TRACKS_CLIP_LIST_H_
#define CLIPGUARD_REPORT_TRACKS_CLIP_LIST_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "report/html/detail_writer.h"
#include "report/html/section.h"
#include "report/tracks/track.h"

namespace clipguard::report {

// Looks at the caller's name.
struct ClipInfo {
  std::string_view name;
  float duration = 0;  // seconds
  bool loop = false;
};

class ClipList {
 public:
  // Takes at most half of what is left of the budget, which it looks at.
  explicit ClipList(Budget& budget)
      : budget_(budget), most_(budget.left() / 2) {}

  // The next clip. Its tracks are left out, and noted, if there is no room.
  void Add(const ClipInfo& info, std::vector<Track> tracks);

  // Something that happens in the clip that was added last.
  void AddMark(Mark mark);

  // Writes key and value; nothing if there are no clips.
  void Write(DetailWriter& json);

 private:
  bool Take(uint64_t bytes);

  Budget& budget_;
  uint64_t most_;
  std::vector<ClipInfo> clips_;
  std::vector<Track> tracks_;
  MarkList marks_;
  size_t left_out_ = 0;
  size_t marks_left_out_ = 0;
};

}  // namespace clipguard::report

#endif  // CLIPGUARD_REPORT_TRACKS_CLIP_LIST_H_
