// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TransitionEvents: which events of a state machine's clips ask for a
// transition, and where they lead.
//
//   TransitionEvents events(machine);
//   events.AddModelClip(expression, *armature, *clip);  // those that are known
//   events.StartRound();
//   uint64_t steps_left = 1'000'000;
//   events.Visit(clip, steps_left, [&](ExpressionIndex source) {
//     for (const TransitionEvent& event : events.Of(source)) ...
//   });
//
// Each event's state is looked up once, when the event is added: its name may
// be as long as the file, and any number of states may show the clip that has
// it.

#ifndef CLIPGUARD_PARSER_FORGE_TRANSITION_EVENTS_H_
#define CLIPGUARD_PARSER_FORGE_TRANSITION_EVENTS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>

#include "absl/container/inlined_vector.h"
#include "absl/functional/function_ref.h"
#include "parser/forge/armature.h"
#include "parser/forge/state_machine.h"

namespace clipguard::forge {

// An event "!transition:STATE".
struct TransitionEvent {
  std::string_view name;  // of the state
  uint32_t state;         // the first of that name, or kNowhere
  float time;             // in a model's clip; 0 for a trigger
};

// Thread-compatible. The machine and the armatures must outlive it.
class TransitionEvents {
 public:
  // Knows the events of all triggers whose value varies. REQUIRES: the
  // machine's references and states have been looked up.
  explicit TransitionEvents(const StateMachine& machine);

  // `expression`, a kModelClip, is that clip. Its events count but for those
  // that never fire: without looping the end is not reached.
  void AddModelClip(ExpressionIndex expression, const Armature& armature,
                    const Armature::Clip& clip);

  // Those of a trigger, or of a model's clip in the order of their times.
  std::span<const TransitionEvent> Of(ExpressionIndex source) const;

  // From now on all expressions may be visited again.
  void StartRound();

  // Visits what the clip shows and has events, in the order of the file: each
  // once a round, but not what is in a clip that stands still. Takes a step for
  // each expression and each event; false if `steps_left` are too few.
  bool Visit(ExpressionIndex clip, uint64_t& steps_left,
             absl::FunctionRef<void(ExpressionIndex source)> visit);

 private:
  // Most machines have fewer events, and allocate nothing.
  static constexpr size_t kUsual = 32;
  using Numbers = absl::InlinedVector<uint32_t, 2 * kUsual>;

  struct Range {
    uint32_t first;
    uint32_t count;
  };

  bool Varies(ExpressionIndex i) const { return m_.expressions[i].varies; }
  void Add(std::string_view event, float time);
  // From the event `first` on, as a new entry of sources_.
  uint32_t AddSource(size_t first);

  const StateMachine& m_;
  absl::InlinedVector<TransitionEvent, kUsual> events_;
  absl::InlinedVector<Range, kUsual> sources_;
  // By expression: its entry in sources_, or kNowhere; and in which round it
  // was visited last.
  Numbers source_of_;
  Numbers seen_;
  uint32_t round_ = 0;
  // Entries of models' clips; kNowhere for those without such events.
  std::unordered_map<const Armature::Clip*, uint32_t> model_clips_;
  Numbers open_;
};

}  // namespace clipguard::forge

#endif  // CLIPGUARD_PARSER_FORGE_TRANSITION_EVENTS_H_
