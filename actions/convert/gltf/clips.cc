// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "actions/convert/gltf/clips.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "actions/convert/gltf/float_list.h"
#include "actions/convert/gltf/line_keys.h"
#include "actions/convert/gltf/scene.h"
#include "base/text.h"

namespace clipguard::actions::gltf {
namespace {

constexpr size_t kMostRests = 65536;

using Target = std::pair<size_t, Path>;

size_t ComponentsOf(Path path) { return path == Path::kRotation ? 4 : 3; }

// Accessors of what holds from 0 to a clip's end: of its times, and its values.
size_t TimesOf(float end, Scene& scene) {
  return scene.TimesAccessor(end > 0 ? FloatList{0, end} : FloatList{0});
}

size_t StillOf(std::span<const float> value, float end,
               std::map<std::vector<float>, size_t>& stills, Scene& scene) {
  std::vector<float> values(value.begin(), value.end());
  if (end > 0) values.insert(values.end(), value.begin(), value.end());
  const auto [it, is_new] = stills.try_emplace(values, 0);
  if (is_new) {
    it->second = scene.AddAccessor(FloatAccessor(
        values, value.size() == 4 ? Shape::kVec4 : Shape::kVec3, false));
  }
  return it->second;
}

// The same with keyframes at 0 and at the end.
Keyframes Whole(Keyframes keyframes, Path path, float end) {
  const size_t components = ComponentsOf(path);
  const bool is_cubic = keyframes.interpolation == Interpolation::kCubicSpline;
  const size_t row = is_cubic ? 3 * components : components;
  const size_t value = is_cubic ? components : 0;
  if (keyframes.times[0] > 0) {
    Keyframes later{.interpolation = keyframes.interpolation, .times = {0}};
    const auto put_value = [&] {
      later.values.Append(value, 0);
      for (size_t c = 0; c < components; ++c) {
        later.values.push_back(keyframes.values[value + c]);
      }
    };
    put_value();
    later.values.Append(value, 0);
    put_value();
    for (size_t i = 0; i < keyframes.times.size(); ++i) {
      later.times.push_back(keyframes.times[i]);
    }
    for (size_t i = value + components; i < keyframes.values.size(); ++i) {
      later.values.push_back(keyframes.values[i]);
    }
    keyframes = std::move(later);
  }
  if (keyframes.times.back() < end) {
    FloatList& values = keyframes.values;
    const size_t last = values.size() - row + value;
    for (size_t c = 0; is_cubic && c < components; ++c) {
      values[last + components + c] = 0;
    }
    keyframes.times.push_back(end);
    values.Append(value, 0);
    for (size_t c = 0; c < components; ++c) values.push_back(values[last + c]);
    values.Append(value, 0);
  }
  return keyframes;
}

float EndOf(const Clip& clip) {
  float end = 0;
  for (const NodeTrack& track : clip.tracks) {
    end = std::max(end, track.keyframes.times.back());
  }
  return end;
}

}  // namespace

size_t AddClips(std::vector<Clip> clips, RestOf rest, Scene& scene) {
  // In order, so that the result is one.
  std::map<Target, size_t> moved;  // by the last clip's number, from 1 on
  for (const Clip& clip : clips) {
    for (const NodeTrack& track : clip.tracks) {
      moved.try_emplace({track.node, track.path}, 0);
    }
  }
  std::set<std::string> names;
  std::map<std::vector<float>, size_t> stills;  // accessors of values at rest
  size_t rests = 0;
  size_t left_out = 0;
  size_t number = 0;
  for (Clip& clip : clips) {
    ++number;
    if (clip.tracks.empty()) continue;
    // As it will be written.
    const std::string wanted = ToUtf8(clip.name);
    std::string name = wanted;
    for (size_t i = 2; !names.insert(name).second; ++i) {
      name = absl::StrCat(wanted, "_", i);
    }
    Animation animation{.name = std::move(name),
                        .extras = std::move(clip.extras)};
    const float end = EndOf(clip);
    for (NodeTrack& track : clip.tracks) {
      moved[{track.node, track.path}] = number;
      Keyframes keys = Whole(std::move(track.keyframes), track.path, end);
      scene.AddChannel({.node = track.node,
                        .path = track.path,
                        .interpolation = keys.interpolation},
                       std::move(keys.times), std::move(keys.values),
                       animation);
    }
    for (const auto& [target, last] : moved) {
      if (last == number) continue;
      if (rests == kMostRests) {
        left_out += moved.size() - animation.channels.size();
        break;
      }
      ++rests;
      const auto value = rest(target.first, target.second);
      animation.channels.push_back(
          {.node = target.first,
           .path = target.second,
           .times = TimesOf(end, scene),
           .values =
               StillOf(std::span(value).first(ComponentsOf(target.second)), end,
                       stills, scene)});
    }
    scene.animations.push_back(std::move(animation));
  }
  return left_out;
}

std::string LeftAtRest(size_t channels) {
  return absl::StrFormat(
      "%s of what another clip moves: a program that plays one clip after the "
      "other may leave it there",
      Count(channels, "channel"));
}

std::string PlainName(std::string_view name) {
  std::string plain(name);
  for (char& c : plain) {
    if (std::string_view(".:/[]@\"%\\ \t\r\n").find(c) !=
        std::string_view::npos) {
      c = '_';
    }
  }
  return plain;
}

}  // namespace clipguard::actions::gltf
