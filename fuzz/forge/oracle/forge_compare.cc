// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/oracle/forge_compare.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "fuzz/shared/check.h"
#include "parser/finding_catalog.h"

namespace clipguard::fuzz {
namespace {

using forge::Armature;
using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::StateMachine;

std::string WhatItIs(const StateMachine& m, const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kInvalid:
      return "";
    case ExpressionKind::kNumber:
      return "number";
    case ExpressionKind::kTime:
    case ExpressionKind::kNoClip:
      return "#identity";
    case ExpressionKind::kParameter:
    case ExpressionKind::kInput:
    case ExpressionKind::kClipReference:
      return "#";
    case ExpressionKind::kCompose:
      return "compose";
    case ExpressionKind::kOperators:
      return std::string(m.texts[e.text]);
    case ExpressionKind::kModelClip:
      return "@";
    case ExpressionKind::kApply:
      return "apply";
    case ExpressionKind::kSlerp:
      return "slerp";
    case ExpressionKind::kTrigger:
      return "trigger_positive";
  }
  return "?";
}

void CheckExpression(const StateMachine& m, ExpressionIndex index,
                     const NaiveExpression& naive) {
  const Expression& e = m.expressions[index];
  const std::string what = WhatItIs(m, e);
  CLIPGUARD_CHECK(what == naive.what);
  if (what == "number") CLIPGUARD_CHECK(SameBits(e.number, naive.number));
  if (what == "#" || what == "@" || what == "trigger_positive") {
    CLIPGUARD_CHECK(m.texts[e.text] == naive.text);
  }
  if (naive.parts.empty()) return;
  CLIPGUARD_CHECK(e.children == naive.parts.size());
  for (size_t i = 0; i < naive.parts.size(); ++i) {
    CheckExpression(m, static_cast<ExpressionIndex>(e.first + i),
                    naive.parts[i]);
  }
}

void CheckNamed(
    const StateMachine& m, const std::vector<StateMachine::Named>& named,
    const std::vector<std::pair<std::string, NaiveExpression>>& naive) {
  CLIPGUARD_CHECK(named.size() == naive.size());
  for (size_t i = 0; i < named.size(); ++i) {
    CLIPGUARD_CHECK(m.texts[named[i].name] == naive[i].first);
    CheckExpression(m, named[i].expression, naive[i].second);
  }
}

bool IsOneOf(const auto& list, const std::string& name) {
  return std::ranges::find(list, name) != list.end();
}

void CheckClip(const Armature& a, const Armature::Clip& clip,
               const NaiveArmatureClip& naive) {
  CLIPGUARD_CHECK(clip.loop == naive.loop);
  const auto joints = a.JointClips(clip);
  CLIPGUARD_CHECK(joints.size() == naive.joints.size());
  for (size_t i = 0; i < joints.size(); ++i) {
    CLIPGUARD_CHECK(a.texts[joints[i].joint] == naive.joints[i].first);
    const auto variables = a.Variables(joints[i]);
    const auto& expected = naive.joints[i].second;
    CLIPGUARD_CHECK(variables.size() == expected.size());
    for (size_t v = 0; v < variables.size(); ++v) {
      const auto number = static_cast<size_t>(variables[v].variable);
      CLIPGUARD_CHECK(forge::kVariableNames[number] == expected[v].name);
      CLIPGUARD_CHECK((variables[v].interpolation ==
                       forge::Interpolation::kNearest) == expected[v].nearest);
      CLIPGUARD_CHECK(std::ranges::equal(a.Samples(variables[v]),
                                         expected[v].samples, SameBits));
    }
  }
  const auto events = a.Events(clip);
  CLIPGUARD_CHECK(events.size() == naive.events.size());
  for (size_t i = 0; i < events.size(); ++i) {
    CLIPGUARD_CHECK(SameBits(events[i].time, naive.events[i].first));
    CLIPGUARD_CHECK(a.texts[events[i].name] == naive.events[i].second);
  }
}

}  // namespace

bool SameBits(float a, float b) {
  return std::bit_cast<uint32_t>(a) == std::bit_cast<uint32_t>(b) ||
         (std::isnan(a) && std::isnan(b));
}

void CheckSame(const StateMachine& m, const NaiveMachine& naive) {
  CheckNamed(m, m.parameters, naive.parameters);
  CheckNamed(m, m.clips, naive.clips);
  CLIPGUARD_CHECK(m.states.size() == naive.states.size());
  for (size_t i = 0; i < m.states.size(); ++i) {
    CLIPGUARD_CHECK(m.texts[m.states[i].name] == naive.states[i]);
  }
  CLIPGUARD_CHECK(m.texts[m.start_state] == naive.start.value_or(""));
  // Those between states, whether these have clips or not.
  const auto has_clip = [&](const std::string& name) {
    return std::ranges::any_of(
        naive.clips, [&](const auto& clip) { return clip.first == name; });
  };
  std::set<std::pair<std::string, std::string>> expected;
  for (const auto& [from, to] : naive.transitions) {
    if (IsOneOf(naive.states, from) && IsOneOf(naive.states, to)) {
      expected.emplace(from, to);
    }
  }
  std::set<std::pair<std::string, std::string>> actual;
  for (const StateMachine::Transition& t : m.transitions) {
    actual.emplace(m.texts[m.states[t.from].name],
                   m.texts[m.states[t.to].name]);
  }
  CLIPGUARD_CHECK(actual == expected);
  const bool starts = naive.start && IsOneOf(naive.states, *naive.start) &&
                      has_clip(*naive.start);
  CLIPGUARD_CHECK((m.start != forge::kNowhere) == starts);
}

void CheckSame(const Armature& a, const NaiveArmature& naive) {
  CLIPGUARD_CHECK(a.joints.size() == naive.joints.size());
  for (size_t i = 0; i < a.joints.size(); ++i) {
    CLIPGUARD_CHECK(a.texts[a.joints[i].name] == naive.joints[i].first);
    const auto weights = a.Weights(a.joints[i]);
    CLIPGUARD_CHECK(std::ranges::equal(
        weights, naive.joints[i].second, [](const auto& w, const auto& n) {
          return w.element == n.first && SameBits(w.weight, n.second);
        }));
  }
  CLIPGUARD_CHECK(a.clips.size() == naive.clips.size());
  for (size_t i = 0; i < a.clips.size(); ++i) {
    CLIPGUARD_CHECK(a.texts[a.clips[i].name] == naive.clips[i].first);
    CheckClip(a, a.clips[i], naive.clips[i].second);
  }
}

bool SaysMalformed(const FindingList& findings) {
  using enum FindingCode;
  constexpr FindingCode kAboutNames[] = {
      kLimitExceeded,
      kAsmClipUnknown,
      kAsmReferenceCycle,
      kAsmStateWithoutClip,
      kAsmStartStateUnknown,
      kAsmTransitionToUnknown,
      kAsmParameterUnknown,
      kAsmEventTransitionUnknown,
      kAsmEventTransitionRefused,
  };
  return std::ranges::any_of(findings.findings(), [&](const Finding& f) {
    return f.severity() == Severity::kError &&
           std::ranges::find(kAboutNames, f.code) == std::end(kAboutNames);
  });
}

}  // namespace clipguard::fuzz
