// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "corpus/mrtk/builder.h"

#include <algorithm>
#include <utility>

namespace clipguard::corpus {

using mrtk::CurveSlot;
using mrtk::Handedness;

// ---- Adding files -----------------------------------------------------------

ExpectedFinding At(std::string_view code, const Place& place, uint64_t count) {
  return {std::string(code), place.offset, place.length, place.path, count};
}

void FileSet::Valid(std::string_view name, std::string_view title,
                    const Recording& recording) {
  Add(name, title, Write(recording), {});
}

CorpusFile& FileSet::Damaged(std::string_view code, std::string_view variant,
                             std::string_view title, const Written& file,
                             const Place& place, uint64_t count) {
  return Add(NameAfter(code, variant), title, file, {At(code, place, count)});
}

CorpusFile& FileSet::Add(std::string_view name, std::string_view title,
                         const Written& file,
                         std::vector<ExpectedFinding> findings) {
  CorpusFile& added = files_.emplace_back();
  added.name = PathOf("mrtk", std::string(name) + ".bin", findings);
  added.title = title;
  added.bytes = file.bytes;
  added.findings = std::move(findings);
  return added;
}

std::vector<CorpusFile> FileSet::Take() {
  std::ranges::sort(files_, {}, &CorpusFile::name);
  return std::exchange(files_, {});
}

// ---- Recordings to start from -----------------------------------------------

Recording NoParts() {
  Recording r;
  r.presence = {0, 0, 0};
  return r;
}

Recording Camera() { return Recording(); }

Recording CameraKeys(Keys keys, mrtk::KeyLayout layout) {
  Recording r;
  r.keys = layout;
  r.curve(kCameraX).keys = std::move(keys);
  return r;
}

Recording AtTimes(const std::vector<float>& times) {
  Keys keys;
  float value = 0;
  for (float t : times) {
    keys.push_back({.time = t, .value = value});
    value += 0.5f;
  }
  return CameraKeys(std::move(keys), mrtk::KeyLayout::kCompact);
}

Recording Version10() {
  Recording r;
  r.minor = 0;
  r.keys = mrtk::KeyLayout::kFull;
  return r;
}

Recording Hands() {
  Recording r;
  r.presence = {0, 1, 0};
  return r;
}

Recording MovingHands() {
  Recording r = Hands();
  for (Handedness hand : mrtk::kHands) AddWrist(hand, 0.25f, r);
  return r;
}

// ---- Parts ------------------------------------------------------------------

void AddWrist(Handedness hand, float step, Recording& r) {
  r.curve(CurveSlot::Tracked(hand)).keys = {{.time = 0, .value = 1}};
  for (size_t c = 0; c < mrtk::kPoseCurves; ++c) {
    const auto component = static_cast<mrtk::PoseComponent>(c);
    const float value = c < 3 ? 0.5f : kTilted[c - 3];
    const float move = c < 3 ? step : 0.0f;
    r.curve(CurveSlot::Joint(hand, 1, component)).keys = {
        {.time = 0, .value = value}, {.time = 1, .value = value + move}};
  }
}

void AddGaze(float step, Recording& r) {
  for (size_t c = 0; c < mrtk::kRayCurves; ++c) {
    const float value = c == 5 ? 1.0f : c == 1 ? 1.6f : 0.0f;
    const float move = c < 3 ? step : 0.0f;
    r.curves[CurveSlot::kGaze + c].keys = {{.time = 0, .value = value},
                                           {.time = 1, .value = value + move}};
  }
}

void AddUsualMarkers(Recording& r) {
  r.markers = {{0.25f, "begin", {}},
               {0.5f,
                "gr\xc3\xb6\xc3\x9f"
                "er \xe2\x9c\x8b",
                {}},
               {1.75f, "end", {}}};
}

}  // namespace clipguard::corpus
