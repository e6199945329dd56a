// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/target.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace clipguard {
namespace {

using enum Target;

constexpr std::array kTargets = {
#define CLIPGUARD_TARGET(enumerator, ...) TargetInfo{enumerator, __VA_ARGS__},
#define CLIPGUARD_EFFECT(...)
#include "parser/target_list.inc"
#undef CLIPGUARD_EFFECT
#undef CLIPGUARD_TARGET
};

constexpr std::array kEffects = {
#define CLIPGUARD_TARGET(...)
#define CLIPGUARD_EFFECT(first, last, code, level, why) \
  TargetEffect{first, last, FindingCode::code, FindingLevel::level, why},
#include "parser/target_list.inc"
#undef CLIPGUARD_EFFECT
#undef CLIPGUARD_TARGET
};

constexpr const TargetInfo& InfoOf(Target target) {
  return kTargets[static_cast<size_t>(target)];
}

static_assert(std::ranges::all_of(kEffects,
                                  [](const TargetEffect& effect) {
                                    return effect.first <= effect.last &&
                                           InfoOf(effect.first).formats ==
                                               InfoOf(effect.last).formats;
                                  }),
              "an effect is of targets of one family");

}  // namespace

const TargetInfo& GetTargetInfo(Target target) { return InfoOf(target); }

std::span<const TargetInfo> AllTargets() { return kTargets; }

std::optional<Target> FindTarget(std::string_view name) {
  const decltype(kTargets)::const_iterator found =
      std::ranges::find(kTargets, name, &TargetInfo::name);
  if (found == kTargets.end()) return std::nullopt;
  return found->target;
}

std::span<const TargetEffect> AllTargetEffects() { return kEffects; }

void ApplyTarget(Target target, FindingLevels& levels) {
  for (const TargetEffect& effect : kEffects) {
    if (effect.first <= target && target <= effect.last) {
      levels.Set(effect.code, effect.level);
    }
  }
}

}  // namespace clipguard
