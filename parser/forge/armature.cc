// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/armature.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "parser/forge/json/name_map.h"

namespace clipguard::forge {

const Armature::Clip* Armature::FindClip(std::string_view name) const {
  const uint32_t found = FindName(clip_names, name);
  return found == kNowhere ? nullptr : &clips[found];
}

void Armature::IndexClips() {
  clip_names.clear();
  clip_names.reserve(clips.size());
  for (uint32_t i = 0; i < clips.size(); ++i) {
    clip_names.try_emplace(texts[clips[i].name], i);
  }
}

bool IsUnknownSpecialEvent(std::string_view event,
                           std::span<const std::string> known) {
  if (!event.starts_with('!') || event.starts_with(kTransitionEvent)) {
    return false;
  }
  event.remove_prefix(1);
  const std::string_view name = event.substr(0, event.find(':'));
  return std::find(known.begin(), known.end(), name) == known.end();
}

}  // namespace clipguard::forge
