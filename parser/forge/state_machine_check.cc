// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "parser/forge/state_machine_check.h"

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "parser/float_text.h"
#include "parser/forge/armature.h"
#include "parser/forge/json_fields.h"
#include "parser/forge/name_table.h"
#include "parser/forge/transition_events.h"
#include "parser/nearest_name.h"
#include "parser/work_counter.h"

namespace clipguard::forge {
namespace {

using Named = StateMachine::Named;

// Comparisons made to find misspelt names: a million names times a million are
// too many.
constexpr size_t kMisspeltLookedUp = 50;
// Shorter names are one letter apart by chance.
constexpr size_t kShortestMisspelt = 4;
// Room for what is open, which seldom has to grow.
constexpr size_t kUsualDepth = 16;
// How many of a cycle's names a message has.
constexpr size_t kCycleShown = 8;

bool IsReference(ExpressionKind kind) {
  return kind == ExpressionKind::kParameter ||
         kind == ExpressionKind::kClipReference;
}

// Whether there is something to look up in an expression, or in its children.
bool HasNames(ExpressionKind kind) {
  return kind != ExpressionKind::kNumber && kind != ExpressionKind::kTime &&
         kind != ExpressionKind::kNoClip;
}

// Children that count: operands beyond the operators are never looked at.
uint32_t UsedChildren(const Expression& e) {
  if (e.kind == ExpressionKind::kOperators) {
    return std::min(e.children, e.text.size);
  }
  return e.children;
}

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
std::vector<uint32_t> SortedByName(size_t count, NameOf name_of) {
  struct Key {
    uint64_t head;
    uint32_t index;
  };
  std::vector<Key> keys(count);
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
  std::vector<uint32_t> order(count);
  for (size_t i = 0; i < count; ++i) order[i] = keys[i].index;
  return order;
}

// Whether the game takes a model's name as it is written, but for the default
// domain: nothing to lower, and no single letter as domain, which it drops.
bool IsUsualModel(std::string_view model) {
  if (model.size() > 1 && model[1] == ':' && model[0] != ':') return false;
  return std::none_of(model.begin(), model.end(),
                      [](char c) { return c >= 'A' && c <= 'Z'; });
}

class Checker {
 public:
  Checker(const StateMachineOptions& options, const MachinePlaces& places,
          JsonReporter& report, StateMachine& machine)
      : options_(options), places_(places), report_(report), m_(machine) {}

  void Run() {
    stack_.reserve(kUsualDepth);
    frames_.reserve(kUsualDepth);
    FindReferences();
    for (const Named& p : m_.parameters) LookUp(p.expression);
    for (const Named& c : m_.clips) LookUp(c.expression);
    found_ = {};
    if (!inputs_.empty()) NumberInputs();
    totals_.resize(m_.expressions.size());
    for (const Named& p : m_.parameters) Measure(p.expression);
    for (const Named& c : m_.clips) Measure(c.expression);
    CheckTriggers();
    totals_ = {};
    CheckStates();
    CheckTransitions();
    CheckStart();
    CheckReach();
    CheckTransitionEvents();
  }

 private:
  // What an expression's own and all that it refers to come to. While it is
  // open, `steps` is its place among the frames.
  struct Totals {
    enum State : uint32_t { kNew, kOpen, kDone };
    uint32_t state : 2 = kNew;
    uint32_t depth : 30 = 0;  // these two saturated
    uint32_t steps = 0;
  };
  static constexpr uint32_t kMostDepth = (uint32_t{1} << 30) - 1;

  std::string_view text(Text t) const { return m_.texts[t]; }

  std::string Suggestion(std::string_view name,
                         const std::vector<Named>& among) const {
    if (!report_.MaySuggest()) return {};
    std::vector<std::string_view> names;
    for (size_t i = 0; i < among.size() && i < kNamesCompared; ++i) {
      names.push_back(text(among[i].name));
    }
    return forge::Suggestion(name, names);
  }

  // ---- Names ----------------------------------------------------------------

  // Finds what all references refer to, those that are never looked at, too.
  void FindReferences() {
    found_.assign(m_.expressions.size(), kNowhere);
    FindAll(ExpressionKind::kParameter, m_.parameters, m_.parameter_names);
    FindAll(ExpressionKind::kClipReference, m_.clips, m_.clip_names);
  }

  void FindAll(ExpressionKind kind, const std::vector<Named>& named,
               const NameTable& table) {
    if (named.empty()) return;
    constexpr size_t kAtOnce = NameTable::kAtOnce;
    ExpressionIndex references[kAtOnce];
    std::string_view names[kAtOnce];
    uint32_t found[kAtOnce];
    size_t count = 0;
    const auto place_of = [&](uint32_t i) { return &named[i]; };
    const auto name_of = [&](uint32_t i) { return text(named[i].name); };
    const auto find = [&] {
      table.FindMany({names, count}, place_of, name_of, found);
      for (size_t i = 0; i < count; ++i) found_[references[i]] = found[i];
      count = 0;
    };
    for (ExpressionIndex i = 0; i < m_.expressions.size(); ++i) {
      if (m_.expressions[i].kind != kind) continue;
      references[count] = i;
      names[count++] = text(m_.expressions[i].text);
      if (count == kAtOnce) find();
    }
    find();
  }

  // Looks up the references in an expression, in the order of the file.
  void LookUp(ExpressionIndex root) {
    stack_.assign(1, root);
    while (!stack_.empty()) {
      const ExpressionIndex i = stack_.back();
      stack_.pop_back();
      LookUpOne(i);
      const Expression& e = m_.expressions[i];
      if (IsReference(e.kind) || e.kind == ExpressionKind::kInput) continue;
      for (uint32_t child = UsedChildren(e); child-- > 0;) {
        if (HasNames(m_.expressions[e.first + child].kind)) {
          stack_.push_back(e.first + child);
        }
      }
    }
  }

  void LookUpOne(ExpressionIndex i) {
    Expression& e = m_.expressions[i];
    const std::string_view name = text(e.text);
    switch (e.kind) {
      case ExpressionKind::kParameter: {
        const uint32_t found = found_[i];
        if (found != kNowhere) {
          e.first = m_.parameters[found].expression;
          return;
        }
        e.kind = ExpressionKind::kInput;
        inputs_.push_back(i);
        CheckInput(e);
        return;
      }
      case ExpressionKind::kClipReference: {
        const uint32_t found = found_[i];
        if (found != kNowhere) {
          e.first = m_.clips[found].expression;
          return;
        }
        report_.At(FindingCode::kAsmClipUnknown, e.place, [&] {
          return Arguments{Quoted(name), Suggestion(name, m_.clips)};
        });
        return;
      }
      case ExpressionKind::kModelClip:
        CheckModelClip(i);
        return;
      case ExpressionKind::kTrigger:
        has_triggers_ = true;
        if (name.starts_with('!') && !name.starts_with(kTransitionEvent)) {
          const JsonNode event = EventOf(e);
          report_.At(FindingCode::kForgeSpecialEventUnknown, event,
                     [&] { return Arguments{Quoted(name)}; });
        }
        return;
      default:
        return;
    }
  }

  // The fourth element of ["trigger_positive", clip, value, "event"].
  JsonNode EventOf(const Expression& trigger) const {
    const JsonDocument& json = report_.json();
    return json.After(json.After(json.After(trigger.place + 1)));
  }

  void CheckInput(const Expression& e) {
    const std::string_view name = text(e.text);
    if (options_.inputs) {
      if (std::find(options_.inputs->begin(), options_.inputs->end(), name) ==
          options_.inputs->end()) {
        report_.At(FindingCode::kAsmParameterUnknown, e.place, [&] {
          return Arguments{Quoted(name), Suggestion(name, m_.parameters)};
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
    if (usual && !options_.find_armature && !model.empty() &&
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
    // What the game makes of it, with or without the default domain.
    const std::string found = absl::StrCat(clip->domain, ":", clip->path);
    if (!usual) {
      report_.At(FindingCode::kAsmModelNameUnusual, e.place,
                 [&] { return Arguments{Quoted(model), Quoted(found)}; });
    }
    // A B3D model brings its clips itself.
    const bool own_clips = clip->path.ends_with(".b3d");
    if (!clip->path.empty() && (own_clips || !options_.find_armature)) return;
    const Armature* armature =
        clip->path.empty() ? nullptr : options_.find_armature(*clip);
    const Armature::Clip* known =
        armature == nullptr ? nullptr : armature->FindClip(clip->clip);
    if (known == nullptr) {
      report_.At(FindingCode::kAsmModelClipMissing, e.place, [&] {
        return Arguments{Quoted(clip->clip), Quoted(found),
                         WhyNoClip(*clip, armature)};
      });
    } else if (!armature->Events(*known).empty()) {
      model_clips_.push_back({i, armature, known});
    }
  }

  // Where the armature was looked for, or a suggestion.
  std::string WhyNoClip(const ModelClip& clip, const Armature* armature) {
    if (clip.path.empty()) return {};
    if (armature == nullptr) {
      std::string why = absl::StrCat(
          ": the resources have no usable file ",
          Quoted(absl::StrCat(clip.domain, "/armatures/", clip.path, ".json")));
      if (options_.find_alike && report_.MaySuggest()) {
        const std::string alike = options_.find_alike(clip);
        if (!alike.empty()) {
          absl::StrAppend(&why, "; did you mean ", Quoted(alike), "?");
        }
      }
      return why;
    }
    if (!report_.MaySuggest()) return {};
    std::vector<std::string_view> names;
    for (size_t i = 0; i < armature->clips.size() && i < kNamesCompared; ++i) {
      names.push_back(armature->texts[armature->clips[i].name]);
    }
    return forge::Suggestion(clip.clip, names);
  }

  void NumberInputs() {
    std::vector<ExpressionIndex> distinct;
    const auto name_of = [&](uint32_t i) {
      return text(m_.expressions[distinct[i]].text);
    };
    NameTable names(inputs_.size());
    for (const ExpressionIndex i : inputs_) {
      const auto own = static_cast<uint32_t>(distinct.size());
      distinct.push_back(i);
      const uint32_t found = names.Add(own, name_of);
      if (found != NameTable::kNone) distinct.pop_back();
      m_.expressions[i].first = found != NameTable::kNone ? found : own;
    }
    names = {};
    const std::vector<uint32_t> order = SortedByName(distinct.size(), name_of);
    std::vector<uint32_t> rank(order.size());
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

  // ---- Cycles, depth, steps -------------------------------------------------

  // How many expressions, from `first` on, an expression is computed from.
  static uint32_t PartsOf(const Expression& e) {
    if (IsReference(e.kind)) return e.first != kNowhere ? 1 : 0;
    return UsedChildren(e);
  }

  // Visits all that `root` is computed from. Reports each cycle where it is
  // closed, and cuts it there; the same for what is too deep or too long.
  void Measure(ExpressionIndex root) {
    if (totals_[root].state == Totals::kDone) return;
    if (PartsOf(m_.expressions[root]) == 0) {
      Sum(root);
      return;
    }
    frames_.clear();
    Open(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      Expression& e = m_.expressions[frame.expression];
      if (frame.next >= PartsOf(e)) {
        Sum(frame.expression);
        frames_.pop_back();
        continue;
      }
      const ExpressionIndex part = e.first + frame.next++;
      if (totals_[part].state == Totals::kNew) {
        if (PartsOf(m_.expressions[part]) == 0) {
          Sum(part);
        } else {
          Open(part);
        }
      } else if (totals_[part].state == Totals::kOpen) {
        ReportCycle(e, part);
        e.first = kNowhere;
      }
    }
  }

  void Open(ExpressionIndex i) {
    totals_[i].state = Totals::kOpen;
    totals_[i].steps = static_cast<uint32_t>(frames_.size());
    const uint32_t before = frames_.empty() ? 0 : frames_.back().references;
    frames_.push_back(
        {i, 0, before + (IsReference(m_.expressions[i].kind) ? 1 : 0)});
  }

  void Sum(ExpressionIndex i) {
    Expression& e = m_.expressions[i];
    Totals& total = totals_[i];
    uint64_t steps = 1;
    uint32_t depth = 0;
    bool all = true;  // parts that vary
    const uint32_t parts = PartsOf(e);
    for (ExpressionIndex part = e.first; part != e.first + parts; ++part) {
      depth = std::max<uint32_t>(depth, totals_[part].depth);
      steps += totals_[part].steps;
      all &= m_.expressions[part].varies;
    }
    total.depth = std::min(depth + 1, kMostDepth) & kMostDepth;
    total.steps = static_cast<uint32_t>(
        std::min<uint64_t>(steps, std::numeric_limits<uint32_t>::max()));
    switch (e.kind) {
      case ExpressionKind::kNumber:
      case ExpressionKind::kInput:
        break;
      case ExpressionKind::kParameter:
      case ExpressionKind::kCompose:
        e.varies = all;
        break;
      default:
        e.varies = true;
    }
    total.state = Totals::kDone;
    const uint64_t most_depth = options_.limits.expression_depth;
    const uint64_t most_steps = options_.limits.evaluation_steps;
    if (total.depth > most_depth) {
      report_.At(FindingCode::kLimitExceeded, e.place, [&] {
        return Arguments{absl::StrCat("a depth of ", uint32_t{total.depth}),
                         absl::StrCat(most_depth),
                         LimitName(&Limits::expression_depth)};
      });
    } else if (total.steps > most_steps) {
      report_.At(FindingCode::kLimitExceeded, e.place, [&] {
        return Arguments{absl::StrCat(total.steps, " steps"),
                         absl::StrCat(most_steps),
                         LimitName(&Limits::evaluation_steps)};
      });
    } else {
      return;
    }
    e.kind = ExpressionKind::kInvalid;
    total.depth = 0;
    total.steps = 0;
  }

  // The names from `target` down to the reference that closes the cycle: the
  // first and the last few are enough to find it.
  void ReportCycle(const Expression& closing, ExpressionIndex target) {
    report_.At(FindingCode::kAsmReferenceCycle, closing.place, [&] {
      const size_t begin = totals_[target].steps;
      const uint32_t before = begin == 0 ? 0 : frames_[begin - 1].references;
      // One more name than references, for the first one comes twice.
      const size_t names = 1 + frames_.back().references - before;
      std::string cycle = Quoted(text(closing.text));
      size_t shown = 1;
      for (size_t f = begin; f < frames_.size() && shown < names; ++f) {
        if (shown == kCycleShown - 1 && shown + 1 < names) {
          absl::StrAppend(&cycle, " -> (", names - 1 - shown, " more)");
          f = frames_.size() - 1;
        }
        const Expression& e = m_.expressions[frames_[f].expression];
        if (!IsReference(e.kind)) continue;
        absl::StrAppend(&cycle, " -> ", Quoted(text(e.text)));
        ++shown;
      }
      return Arguments{std::move(cycle)};
    });
  }

  // A trigger compares its value at two times.
  void CheckTriggers() {
    for (const Expression& e : m_.expressions) {
      if (e.kind != ExpressionKind::kTrigger) continue;
      if (totals_[e.first + 1].state != Totals::kDone) continue;
      if (m_.expressions[e.first + 1].varies) continue;
      report_.At(FindingCode::kAsmTriggerNeverFires,
                 m_.expressions[e.first + 1].place,
                 [&] { return Arguments{Quoted(text(e.text))}; });
    }
  }

  // ---- States ---------------------------------------------------------------

  void CheckStates() {
    first_of_name_.resize(m_.states.size());
    m_.state_names = NameTable(m_.states.size());
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      const uint32_t before = m_.state_names.Add(
          i, [&](uint32_t s) { return text(m_.states[s].name); });
      first_of_name_[i] = before == NameTable::kNone;
    }
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      StateMachine::State& state = m_.states[i];
      const std::string_view name = text(state.name);
      state.clip = m_.FindClip(name);
      if (!first_of_name_[i]) {
        report_.At(FindingCode::kAsmStateDuplicate, state.place,
                   [&] { return Arguments{Quoted(name)}; });
      } else if (state.clip == kNowhere && places_.has_clips) {
        report_.At(FindingCode::kAsmStateWithoutClip, state.place, [&] {
          return Arguments{Quoted(name), Suggestion(name, m_.clips)};
        });
      }
    }
  }

  // ": it is a clip, but not in states", or a suggestion.
  std::string WhyNoState(std::string_view name) const {
    if (m_.FindClip(name) != kNowhere) {
      return ": it is a clip, but not in \"states\"";
    }
    if (!report_.MaySuggest()) return {};
    std::vector<std::string_view> names;
    for (size_t i = 0; i < m_.states.size() && i < kNamesCompared; ++i) {
      names.push_back(text(m_.states[i].name));
    }
    return forge::Suggestion(name, names);
  }

  void CheckTransitions() {
    if (!places_.has_states) return;
    LookUpTransitions();
    SortTransitions();
  }

  // Puts those whose states exist into edges_, and reports the others.
  void LookUpTransitions() {
    leads_nowhere_.resize(m_.states.size());
    edges_.reserve(m_.named_transitions.size());
    JsonNode last_from = 0;
    JsonNode key = 0;  // of the state `from`
    uint32_t from = kNowhere;
    for (size_t i = 0; i < m_.named_transitions.size(); ++i) {
      const auto& named = m_.named_transitions[i];
      const std::string_view to_name = text(named.to);
      if (places_.transition_from[i] != key) {
        key = places_.transition_from[i];
        from = m_.FindState(text(named.from));
      }
      const uint32_t to = m_.FindState(to_name);
      if (from == kNowhere) {
        if (places_.transition_from[i] != last_from) {
          report_.At(FindingCode::kAsmTransitionFromUnknown,
                     places_.transition_from[i], [&] {
                       return Arguments{Quoted(text(named.from)),
                                        WhyNoState(text(named.from))};
                     });
        }
        last_from = places_.transition_from[i];
        continue;
      }
      if (to == kNowhere) {
        leads_nowhere_[from] = true;
        report_.At(
            FindingCode::kAsmTransitionToUnknown, places_.transition_to[i],
            [&] { return Arguments{Quoted(to_name), WhyNoState(to_name)}; });
        continue;
      }
      // A state without a clip has its error already.
      if (m_.states[to].clip == kNowhere) {
        leads_nowhere_[from] = true;
        continue;
      }
      edges_.push_back({{from, to}, static_cast<uint32_t>(i)});
    }
  }

  // Makes the machine's list of edges_, and reports those that come again.
  void SortTransitions() {
    const auto before = [](const Edge& a, const Edge& b) {
      if (a.transition.from != b.transition.from) {
        return a.transition.from < b.transition.from;
      }
      if (a.transition.to != b.transition.to) {
        return a.transition.to < b.transition.to;
      }
      return a.named < b.named;
    };
    std::sort(edges_.begin(), edges_.end(), before);
    m_.transitions.reserve(edges_.size());
    std::vector<uint32_t> again;
    for (const Edge& edge : edges_) {
      if (!m_.transitions.empty() &&
          m_.transitions.back().from == edge.transition.from &&
          m_.transitions.back().to == edge.transition.to) {
        again.push_back(edge.named);
      } else {
        m_.transitions.push_back(edge.transition);
      }
    }
    std::sort(again.begin(), again.end());
    for (const uint32_t i : again) {
      report_.At(
          FindingCode::kAsmTransitionDuplicate, places_.transition_to[i],
          [&] { return Arguments{Quoted(text(m_.named_transitions[i].to))}; });
    }
  }

  void CheckStart() {
    if (places_.start_state == 0) return;
    const std::string_view name = text(m_.start_state);
    m_.start = m_.FindStateToEnter(name);
    if (m_.start != kNowhere || !places_.has_states || !places_.has_clips) {
      return;
    }
    report_.At(FindingCode::kAsmStartStateUnknown, places_.start_state, [&] {
      return Arguments{Quoted(name),
                       m_.FindState(name) != kNowhere
                           ? std::string(": it is in \"states\", but no clip")
                           : WhyNoState(name)};
    });
  }

  void CheckReach() {
    if (m_.start == kNowhere || !places_.has_transitions) return;
    reached_ = m_.Reachable();
    size_t distinct = 0;
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      distinct += first_of_name_[i];
    }
    for (uint32_t i = 0; i < m_.states.size(); ++i) {
      const StateMachine::State& state = m_.states[i];
      // The former have been reported as errors, the latter as warnings.
      if (state.clip == kNowhere || !first_of_name_[i]) continue;
      const auto arguments = [&] {
        return Arguments{Quoted(text(state.name))};
      };
      if (!reached_[i]) {
        report_.At(FindingCode::kAsmStateUnreachable, state.place, arguments);
        continue;
      }
      const auto ways = m_.TransitionsFrom(i);
      const bool leaves =
          ways.size() > 1 || (ways.size() == 1 && ways[0].to != i);
      // Of a transition that is written but leads to no state there is an
      // error.
      if (!leaves && distinct > 1 && !leads_nowhere_[i]) {
        report_.At(FindingCode::kAsmStateFinal, state.place, arguments);
      }
    }
  }

  // ---- !transition: events --------------------------------------------------

  // The events of each state's clip that lead to another one. States that
  // nothing leads to are left out: no event fires in them.
  void CheckTransitionEvents() {
    if (!has_triggers_ && model_clips_.empty()) return;
    if (!places_.has_states || !places_.has_transitions) return;
    TransitionEvents events(m_);
    for (const ModelClipAt& clip : model_clips_) {
      events.AddModelClip(clip.expression, *clip.armature, *clip.clip);
    }
    steps_left_ = options_.limits.evaluation_steps;
    uint32_t done = 0;
    if (CheckEventsLeadSomewhere(events, done) &&
        CheckEventsAreListed(events, done)) {
      return;
    }
    report_.At(FindingCode::kLimitExceeded, m_.states[done].place, [&] {
      const uint64_t most = options_.limits.evaluation_steps;
      return Arguments{
          absl::StrCat("what is to be looked at for the events of all "
                       "states, ",
                       most + 1, " clips and events,"),
          absl::StrCat(most), LimitName(&Limits::evaluation_steps)};
    });
  }

  bool IsEntered(uint32_t s) const {
    return m_.states[s].clip != kNowhere && first_of_name_[s] &&
           (reached_.empty() || reached_[s]);
  }

  ExpressionIndex ClipOf(uint32_t s) const {
    return m_.clips[m_.states[s].clip].expression;
  }

  // Each event once, whatever state it belongs to. False if there were too few
  // steps, in the state `s`.
  bool CheckEventsLeadSomewhere(TransitionEvents& events, uint32_t& s) {
    std::vector<ExpressionIndex> sources;
    // Of an event that many clips have: by where its name is.
    std::map<const char*, std::string> why;
    events.StartRound();
    for (s = 0; s < m_.states.size(); ++s) {
      if (!IsEntered(s)) continue;
      if (!events.Visit(ClipOf(s), steps_left_, [&](ExpressionIndex source) {
            sources.push_back(source);
          })) {
        return false;
      }
    }
    std::sort(sources.begin(), sources.end(),
              [&](ExpressionIndex a, ExpressionIndex b) {
                return PlaceOf(a) < PlaceOf(b);
              });
    for (const ExpressionIndex source : sources) {
      for (const TransitionEvent& event : events.Of(source)) {
        // A state without a clip has its error already.
        if (event.state != kNowhere) continue;
        report_.At(
            FindingCode::kAsmEventTransitionUnknown, PlaceOf(source), [&] {
              const auto [known, is_new] = why.try_emplace(event.name.data());
              if (is_new) known->second = WhyNoState(event.name);
              return Arguments{Quoted(event.name),
                               known->second + WhichOf(source, event)};
            });
      }
    }
    return true;
  }

  // Where an event leads, if that can be entered.
  uint32_t ToEnter(const TransitionEvent& event) const {
    return event.state != kNowhere && m_.states[event.state].clip != kNowhere
               ? event.state
               : kNowhere;
  }

  // A transition that is not listed under the state is refused when the event
  // fires, unless other events of the same clip lead to where it is listed.
  // False if there were too few steps, in the state `s`.
  bool CheckEventsAreListed(TransitionEvents& events, uint32_t& s) {
    std::vector<ExpressionIndex> sources;
    // By state: in which one it was asked for last, and led to.
    std::vector<uint32_t> asked(m_.states.size(), kNowhere);
    std::vector<uint32_t> led_to(m_.states.size(), kNowhere);
    std::vector<uint32_t> ways;
    for (s = 0; s < m_.states.size(); ++s) {
      if (!IsEntered(s)) continue;
      sources.clear();
      events.StartRound();
      if (!events.Visit(ClipOf(s), steps_left_, [&](ExpressionIndex source) {
            sources.push_back(source);
            for (const TransitionEvent& event : events.Of(source)) {
              const uint32_t to = ToEnter(event);
              if (to != kNowhere) asked[to] = s;
            }
          })) {
        return false;
      }
      ways.clear();
      if (!sources.empty()) ways.push_back(s);
      while (!ways.empty()) {
        const auto transitions = m_.TransitionsFrom(ways.back());
        ways.pop_back();
        for (const auto& [from, to] : transitions) {
          if (steps_left_ == 0) return false;
          --steps_left_;
          CountWork();
          if (asked[to] != s || led_to[to] == s) continue;
          led_to[to] = s;
          ways.push_back(to);
        }
      }
      for (const ExpressionIndex source : sources) {
        for (const TransitionEvent& event : events.Of(source)) {
          const uint32_t to = ToEnter(event);
          if (to == kNowhere || led_to[to] == s) continue;
          report_.At(
              FindingCode::kAsmEventTransitionRefused, PlaceOf(source), [&] {
                return Arguments{Quoted(text(m_.states[s].name)),
                                 Quoted(event.name), WhichOf(source, event)};
              });
        }
      }
    }
    return true;
  }

  JsonNode PlaceOf(ExpressionIndex source) const {
    const Expression& e = m_.expressions[source];
    return e.kind == ExpressionKind::kTrigger ? EventOf(e) : e.place;
  }

  // Which of an armature's events it is.
  std::string WhichOf(ExpressionIndex source,
                      const TransitionEvent& event) const {
    if (m_.expressions[source].kind == ExpressionKind::kTrigger) return {};
    return absl::StrCat(" (the event at ", FloatText(event.time),
                        " of the model's clip)");
  }

  struct Frame {
    ExpressionIndex expression;
    uint32_t next;
    uint32_t references;  // up to and with this one
  };
  // A model's clip that is known, and has events.
  struct ModelClipAt {
    ExpressionIndex expression;
    const Armature* armature;
    const Armature::Clip* clip;
  };
  struct Edge {
    StateMachine::Transition transition;
    uint32_t named;
  };

  const StateMachineOptions& options_;
  const MachinePlaces& places_;
  JsonReporter& report_;
  StateMachine& m_;
  std::vector<uint32_t> found_;  // by expression that is a reference
  std::vector<Totals> totals_;
  std::vector<Frame> frames_;
  std::vector<ExpressionIndex> stack_;
  std::vector<ExpressionIndex> inputs_;
  std::vector<Edge> edges_;
  std::vector<bool> first_of_name_;  // by state
  std::vector<bool> leads_nowhere_;  // by state: a transition from it does
  size_t misspelt_looked_up_ = 0;
  std::vector<std::string_view> known_names_;  // to compare a misspelt one with
  bool has_triggers_ = false;
  std::vector<ModelClipAt> model_clips_;
  std::vector<bool> reached_;  // by state; empty: it is not known which
  uint64_t steps_left_ = 0;    // for CheckTransitionEvents()
};

}  // namespace

void CheckStateMachine(const StateMachineOptions& options,
                       const MachinePlaces& places, JsonReporter& report,
                       StateMachine& machine) {
  Checker(options, places, report, machine).Run();
}

}  // namespace clipguard::forge
