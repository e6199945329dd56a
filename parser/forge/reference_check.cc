// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Checking a state machine, first part: what names refer to.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/nearest_name.h"
#include "parser/forge/armature.h"
#include "parser/forge/json/name_map.h"
#include "parser/forge/state_machine.h"
#include "parser/forge/state_machine_check_context.h"
#include "parser/json/json_reporter.h"

namespace clipguard::forge {
namespace {

// Comparisons made to find misspelt names: a million names times a million are
// too many.
constexpr size_t kMisspeltLookedUp = 50;
// Shorter names are one letter apart by chance.
constexpr size_t kShortestMisspelt = 4;
bool HasDigit(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return c >= '0' && c <= '9'; });
}

// Whether two names differ in nothing but case and underscores:
// "world_to_cycle" beside "worldToCycle". Longer names are not compared.
bool HasSameWords(std::string_view a, std::string_view b) {
  if (a.size() > kNamesCompared || b.size() > kNamesCompared) return false;
  const auto next = [](std::string_view& name) {
    while (!name.empty() && name.front() == '_') name.remove_prefix(1);
    if (name.empty()) return '\0';
    const char c = absl::ascii_tolower(static_cast<unsigned char>(name[0]));
    name.remove_prefix(1);
    return c;
  };
  while (true) {
    const char x = next(a);
    if (x != next(b)) return false;
    if (x == '\0') return a.empty() && b.empty();
  }
}

// The order of names that differ. Most comparisons need their first eight
// bytes only.
template <typename NameOf>
ShortList<uint32_t> SortedByName(size_t count, NameOf name_of) {
  struct Key {
    uint64_t head;
    uint32_t index;
  };
  ShortList<Key> keys(count);
  for (uint32_t i = 0; i < count; ++i) {
    const std::string_view name = name_of(i);
    uint64_t head = 0;
    for (size_t c = 0; c < sizeof(head); ++c) {
      head = head << 8 | (c < name.size() ? static_cast<uint8_t>(name[c]) : 0);
    }
    keys[i] = {head, i};
  }
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.head != b.head ? a.head < b.head
                            : name_of(a.index) < name_of(b.index);
  });
  ShortList<uint32_t> order(count);
  for (size_t i = 0; i < count; ++i) order[i] = keys[i].index;
  return order;
}

// Whether the game takes a model's name as it is written, but for the default
// domain: nothing to lower, and no single letter as domain, which it drops.
bool IsUsualModel(std::string_view model) {
  if (model.size() > 1 && model[1] == ':' && model[0] != ':') return false;
  // All are looked at, so that it can be many at a time.
  bool has_upper = false;
  for (const char c : model) has_upper |= c >= 'A' && c <= 'Z';
  return !has_upper;
}

class ReferenceCheck {
 public:
  // `clips` is filled in.
  ReferenceCheck(const CheckContext& context, EventClips& clips)
      : context_(context),
        report_(context.report),
        m_(context.machine),
        clips_(clips) {}

  void Run() {
    const std::span<const ExpressionIndex> named = context_.places.named;
    for (size_t i = 0; i < named.size(); ++i) {
      if (i + kAhead < named.size()) Prefetch(named[i + kAhead]);
      LookUp(named[i]);
    }
    if (!inputs_.empty()) NumberInputs();
  }

 private:
  void Prefetch(ExpressionIndex i) {
    const Expression& e = m_.expressions[i];
    if (e.kind == ExpressionKind::kParameter) {
      context_.places.parameter_names.prefetch(text(e.text));
    } else if (e.kind == ExpressionKind::kClipReference) {
      context_.places.clip_names.prefetch(text(e.text));
    }
  }

  // Checks what has a name, in the order of the file.
  void LookUp(ExpressionIndex i) {
    Expression& e = m_.expressions[i];
    const std::string_view name = text(e.text);
    switch (e.kind) {
      case ExpressionKind::kParameter:
        if (const uint32_t p = FindName(context_.places.parameter_names, name);
            p != kNowhere) {
          e.first = m_.parameters[p].expression;
          return;
        }
        e.kind = ExpressionKind::kInput;
        inputs_.push_back(i);
        CheckInput(e);
        return;
      case ExpressionKind::kClipReference:
        if (const uint32_t c = FindName(context_.places.clip_names, name);
            c != kNowhere) {
          e.first = m_.clips[c].expression;
          return;
        }
        report_.At(FindingCode::kAsmClipUnknown, e.place, [&] {
          return Arguments{Quoted(name), context_.Suggestion(name, m_.clips)};
        });
        return;
      case ExpressionKind::kModelClip:
        CheckModelClip(i);
        return;
      case ExpressionKind::kTrigger:
        clips_.triggers.push_back(i);
        if (IsUnknownSpecialEvent(name, context_.options.special_events)) {
          const JsonNode event = context_.EventOf(e);
          report_.At(FindingCode::kForgeSpecialEventUnknown, event,
                     [&] { return Arguments{Quoted(name)}; });
        }
        return;
      default:
        return;
    }
  }

  void CheckInput(const Expression& e) {
    const std::string_view name = text(e.text);
    if (context_.options.inputs) {
      if (std::find(context_.options.inputs->begin(),
                    context_.options.inputs->end(),
                    name) == context_.options.inputs->end()) {
        report_.At(FindingCode::kAsmParameterUnknown, e.place, [&] {
          std::string meant = context_.Suggestion(name, m_.parameters);
          if (meant.empty()) {
            meant = report_.SuggestAmong(
                name, *context_.options.inputs,
                [](std::string_view input) { return input; });
          }
          return Arguments{Quoted(name), meant};
        });
      }
      return;
    }
    if (name.size() < kShortestMisspelt || HasDigit(name) ||
        misspelt_looked_up_ == kMisspeltLookedUp) {
      return;
    }
    ++misspelt_looked_up_;
    if (misspelt_looked_up_ == 1) {
      for (size_t i = 0; i < m_.parameters.size() && i < kNamesCompared; ++i) {
        const std::string_view known = text(m_.parameters[i].name);
        if (!HasDigit(known)) known_names_.push_back(known);
      }
    }
    for (const std::string_view known : known_names_) {
      if (HasSameWords(name, known)) {
        report_.At(FindingCode::kAsmParameterMisspelt, e.place,
                   [&] { return Arguments{Quoted(name), Quoted(known)}; });
        return;
      }
      if (known.size() + 1 < name.size() || known.size() > name.size() + 1) {
        continue;
      }
      // "steps" beside "step" is more likely meant, and so are "offset_x" and
      // "offset_y".
      if (known.starts_with(name) || name.starts_with(known)) continue;
      if (known.substr(0, known.size() - 1) ==
          name.substr(0, name.size() - 1)) {
        continue;
      }
      if (name.size() > kNamesCompared || NameDistance(name, known, 1) > 1) {
        continue;
      }
      report_.At(FindingCode::kAsmParameterMisspelt, e.place,
                 [&] { return Arguments{Quoted(name), Quoted(known)}; });
      return;
    }
  }

  void CheckModelClip(ExpressionIndex i) {
    const Expression& e = m_.expressions[i];
    const std::string_view name = text(e.text);
    const std::string_view model = name.substr(0, name.rfind('@'));
    const bool usual = IsUsualModel(model);
    // Nearly all names are like this: they are not copied.
    if (usual && !context_.options.find_armature && !model.empty() &&
        model.back() != ':' && model.find('#') == std::string_view::npos) {
      return;
    }
    const auto clip = ReadModelClip(name);
    if (!clip) return;
    if (clip->has_variant) {
      report_.At(FindingCode::kAsmModelVariant, e.place,
                 [&] { return Arguments{Quoted(clip->variant)}; });
      return;
    }
    // The name that the game reads from it, with or without the default domain.
    const std::string found = absl::StrCat(clip->domain, ":", clip->path);
    if (!usual) {
      report_.At(FindingCode::kAsmModelNameUnusual, e.place,
                 [&] { return Arguments{Quoted(model), Quoted(found)}; });
    }
    // A B3D model brings its clips itself.
    const bool own_clips = clip->path.ends_with(".b3d");
    if (!clip->path.empty() && (own_clips || !context_.options.find_armature)) {
      return;
    }
    const Armature* armature =
        clip->path.empty() ? nullptr : context_.options.find_armature(*clip);
    const Armature::Clip* known =
        armature == nullptr ? nullptr : armature->FindClip(clip->clip);
    if (known == nullptr) {
      report_.At(FindingCode::kAsmModelClipMissing, e.place, [&] {
        return Arguments{Quoted(clip->clip), Quoted(found),
                         WhyNoClip(*clip, armature)};
      });
    } else if (!armature->Events(*known).empty()) {
      clips_.model_clips.push_back({i, armature, known});
    }
    if (known == nullptr || !context_.options.missing_model) return;
    const std::string missing = context_.options.missing_model(*clip);
    if (missing.empty()) return;
    report_.At(FindingCode::kModelMissing, e.place,
               [&] { return Arguments{Quoted(missing)}; });
  }

  // Where the armature was looked for, or a suggestion.
  std::string WhyNoClip(const ModelClip& clip, const Armature* armature) {
    if (clip.path.empty()) return {};
    if (armature == nullptr) {
      const std::string file =
          absl::StrCat(clip.domain, "/armatures/", clip.path, ".json");
      std::string why =
          absl::StrCat(": the resources have no usable file ", Quoted(file));
      if (!context_.options.find_alike) return why;
      return why + report_.SuggestOnce(file, &context_.options, [&] {
        const std::string alike = context_.options.find_alike(clip);
        return alike.empty()
                   ? std::string()
                   : absl::StrCat("; did you mean ", Quoted(alike), "?");
      });
    }
    return report_.SuggestAmong(clip.clip, armature->clips,
                                [&](const Armature::Clip& known) {
                                  return armature->texts[known.name];
                                });
  }

  void NumberInputs() {
    ShortList<ExpressionIndex> distinct;
    const auto name_of = [&](uint32_t i) {
      return text(m_.expressions[distinct[i]].text);
    };
    {
      NameMap numbers;
      for (const ExpressionIndex i : inputs_) {
        Expression& e = m_.expressions[i];
        const auto [number, is_new] = numbers.try_emplace(
            text(e.text), static_cast<uint32_t>(distinct.size()));
        if (is_new) distinct.push_back(i);
        e.first = number->second;
      }
    }
    const ShortList<uint32_t> order = SortedByName(distinct.size(), name_of);
    ShortList<uint32_t> rank(order.size());
    m_.inputs.reserve(order.size());
    for (const uint32_t i : order) {
      rank[i] = static_cast<uint32_t>(m_.inputs.size());
      m_.inputs.push_back(m_.expressions[distinct[i]].text);
    }
    for (const ExpressionIndex i : inputs_) {
      m_.expressions[i].first = rank[m_.expressions[i].first];
    }
    inputs_ = {};
  }

  std::string_view text(Text t) const { return context_.text(t); }

  const CheckContext& context_;
  JsonReporter& report_;
  StateMachine& m_;
  EventClips& clips_;
  ShortList<ExpressionIndex> inputs_;
  size_t misspelt_looked_up_ = 0;
  std::vector<std::string_view> known_names_;  // to compare a misspelt one with
};

}  // namespace

EventClips CheckReferences(const CheckContext& context) {
  EventClips clips;
  ReferenceCheck(context, clips).Run();
  return clips;
}

}  // namespace clipguard::forge
