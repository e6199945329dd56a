// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/m3d/checks/zeros.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "base/text.h"
#include "parser/finding.h"
#include "parser/m3d/character.h"
#include "parser/m3d/checks/character_reporter.h"
#include "parser/m3d/schema.h"
#include "parser/m3d/token_text.h"

namespace clipguard::m3d {
namespace {

bool IsZero(const Float3& v) { return v.x == 0 && v.y == 0 && v.z == 0; }

bool IsZero(const Float4& v) {
  return IsZero(Float3{v.x, v.y, v.z}) && v.w == 0;
}

bool HasOnlyZeros(const Clip& clip, size_t bone) {
  for (uint64_t i = clip.first_key[bone]; i < clip.first_key[bone + 1]; ++i) {
    if (!IsZero(clip.rotations[i]) || !IsZero(clip.scales[i])) return false;
  }
  return true;
}

bool HasKeys(const Clip& clip, size_t bone) {
  return clip.first_key[bone] != clip.first_key[bone + 1];
}

}  // namespace

Zeros ZerosOf(const Character& character) {
  Zeros zeros = {.bones = std::vector<bool>(character.bones())};
  bool any = false;
  for (size_t bone = 0; bone < zeros.bones.size(); ++bone) {
    bool has_keys = false;
    bool only_zeros = true;
    for (const Clip& clip : character.clips) {
      has_keys = has_keys || HasKeys(clip, bone);
      only_zeros = only_zeros && HasOnlyZeros(clip, bone);
    }
    zeros.bones[bone] = has_keys && only_zeros;
    any = any || zeros.bones[bone];
  }
  for (const Clip& clip : character.clips) CountWork(clip.keys());
  CountWork(zeros.bones.size() * character.clips.size());
  if (!any) return zeros;
  CountWork(character.vertices.tangents.size());
  const auto& tangents = character.vertices.tangents;
  zeros.tangents = std::all_of(
      tangents.begin(), tangents.end(),
      [](const Float4& t) { return IsZero(Float3{t.x, t.y, t.z}); });
  return zeros;
}

void CheckZeros(CharacterReporter& r, const Zeros& zeros) {
  const auto first = std::find(zeros.bones.begin(), zeros.bones.end(), true);
  if (first == zeros.bones.end()) return;
  const Character& c = r.character();
  const auto bone = static_cast<size_t>(first - zeros.bones.begin());
  size_t clip = 0;
  while (!HasKeys(c.clips[clip], bone)) ++clip;
  RowFinder finder = r.KeyFinderOf(clip * c.bones() + bone);
  r.Report(
      FindingCode::kOnlyZeros, finder.Find(0, WordsOf(kKeyRow, "rotation")),
      Scope{},
      [&] {
        return absl::StrCat(ClipPath(clip, c.clips[clip].name), ".bones[", bone,
                            "].keyframes[0].rotation");
      },
      [&] {
        const auto count =
            std::count(zeros.bones.begin(), zeros.bones.end(), true);
        return Arguments{absl::StrCat(count, " of ", Count(c.bones(), "bone")),
                         zeros.tangents ? "rotation, scale and tangent"
                                        : "rotation and scale"};
      });
}

}  // namespace clipguard::m3d
