// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// ClipWalker: walks the tree of a clip at a moment, in the game's order of
// things, without recursion. A visitor uses the results: joint_poses.cc has one
// for many joints and one for a single joint, event_lists.cc one for events.
//
//   absl::Status s = ClipWalker(tables, visitor).Walk(clip, {time});
//
// A moment is where a clip is looked at: a time, or those of two frames. A
// visitor keeps a stack of results, one for each clip that was walked; what
// adds one pushes it:
//
//   using Moment = ...;
//   bool Look();                              // before each clip; if false,
//   absl::Status WhyNot();                    // the walk ends with this
//   absl::Status Value(time_value, at, Moment& value);
//   absl::Status Progress(time_value, at, Moment& value);   // of a blend
//   absl::Status Fires(time_value, at, bool& fires);        // a trigger
//
//   void AddNothing();                        // a clip that shows nothing
//   absl::Status AddModelClip(clip, at);      // a number of ModelClips
//   absl::Status Find(clip, at, Recall&);     // adds what is known from before
//   void Remember(clip, at);                  // the last result
//   absl::Status AddTrigger(trigger);         // to the last result
//   void Blend(progress);                     // makes one of the last two

#ifndef CLIPGUARD_EVAL_MACHINE_CLIP_WALKER_H_
#define CLIPGUARD_EVAL_MACHINE_CLIP_WALKER_H_

#include <cstdint>

#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "base/memory/work_counter.h"
#include "eval/machine/model_clips.h"
#include "eval/machine/time/time_values.h"
#include "parser/forge/state_machine.h"
#include "parser/limits.h"

namespace clipguard::eval {

// The clips of a machine, looked up and compiled. Const functions that take it
// may run concurrently.
struct ClipTables {
  const forge::StateMachine* machine;
  Limits limits;
  TimeValues values;
  ModelClips clips;
};

// DataLoss: a clip has an error.
absl::Status BrokenClip();

// The time values of one walk, and what it may take, in steps of
// Limits::request_steps.
class ClipBudget {
 public:
  ClipBudget(const ClipTables& tables, const TimeInputs& inputs, uint64_t most)
      : tables_(tables), inputs_(inputs), memo_(most) {}

  // To look at a clip. False if it is TooMuchWork().
  bool Look() {
    CountWork();
    return memo_.Spend(kClipSteps);
  }
  // For anything else, each step of which is counted as work.
  absl::Status Spend(uint64_t steps) {
    CountWork(steps);
    return memo_.Spend(steps) ? absl::OkStatus() : TooMuchWork();
  }

  // A time value. Unavailable if it has an error, or lacks an input.
  absl::Status Value(forge::ExpressionIndex expression, float time,
                     float& value);

  absl::Status TooMuchWork() const;

 private:
  static constexpr uint64_t kClipSteps = 16;

  const ClipTables& tables_;
  const TimeInputs& inputs_;
  TimeMemo memo_;
};

// Whether the result of a reference is known already, and if not, whether it is
// worth caching.
enum class Recall : uint8_t { kKnown, kRemember, kForget };

template <typename Visitor>
class ClipWalker {
 public:
  using Moment = typename Visitor::Moment;

  ClipWalker(const ClipTables& tables, Visitor& visitor)
      : machine_(*tables.machine), clips_(tables.clips), visitor_(visitor) {}

  absl::Status Walk(forge::ExpressionIndex clip, const Moment& at) {
    tasks_.push_back({Task::kClip, clip, at});
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      switch (task.kind) {
        case Task::kClip:
          if (absl::Status s = Look(task); !s.ok()) return s;
          break;
        case Task::kBlend:
          visitor_.Blend(task.at);
          break;
        case Task::kTrigger:
          if (absl::Status s = visitor_.AddTrigger(task.clip); !s.ok()) {
            return s;
          }
          break;
        case Task::kRemember:
          visitor_.Remember(task.clip, task.at);
          break;
      }
    }
    return absl::OkStatus();
  }

 private:
  // A clip to look at; or what to do with the results of those above it.
  struct Task {
    enum Kind : uint8_t { kClip, kBlend, kTrigger, kRemember };
    Kind kind;
    forge::ExpressionIndex clip;
    Moment at;
  };

  void Push(typename Task::Kind kind, forge::ExpressionIndex clip,
            const Moment& at) {
    tasks_.push_back({kind, clip, at});
  }

  // Tasks are pushed last things first.
  absl::Status Look(const Task& task) {
    if (!visitor_.Look()) return visitor_.WhyNot();
    const forge::Expression& e = machine_.expressions[task.clip];
    switch (e.kind) {
      case forge::ExpressionKind::kNoClip:
        visitor_.AddNothing();
        return absl::OkStatus();
      case forge::ExpressionKind::kClipReference:
        return Follow(e.first, task.at);
      case forge::ExpressionKind::kModelClip: {
        const uint32_t clip = clips_.Find(task.clip);
        if (clip == forge::kNowhere) {
          visitor_.AddNothing();
          return absl::OkStatus();
        }
        if (clips_[clip].clip->broken) return BrokenClip();
        return visitor_.AddModelClip(clip, task.at);
      }
      case forge::ExpressionKind::kApply: {
        Moment inner{};
        absl::Status s = visitor_.Value(e.first + 1, task.at, inner);
        Push(Task::kClip, e.first, inner);
        return s;
      }
      case forge::ExpressionKind::kTrigger: {
        bool fires = false;
        absl::Status s = visitor_.Fires(e.first + 1, task.at, fires);
        if (fires) Push(Task::kTrigger, task.clip, {});
        Push(Task::kClip, e.first, task.at);
        return s;
      }
      case forge::ExpressionKind::kSlerp: {
        Moment input{};
        Moment progress{};
        absl::Status s = visitor_.Value(e.first + 2, task.at, input);
        if (s.ok()) s = visitor_.Progress(e.first + 3, task.at, progress);
        Push(Task::kBlend, forge::kNowhere, progress);
        Push(Task::kClip, e.first + 1, input);
        Push(Task::kClip, e.first, input);
        return s;
      }
      default:
        return BrokenClip();
    }
  }

  absl::Status Follow(forge::ExpressionIndex clip, const Moment& at) {
    if (clip == forge::kNowhere) return BrokenClip();
    Recall recall = Recall::kForget;
    absl::Status s = visitor_.Find(clip, at, recall);
    if (recall == Recall::kKnown) return s;
    if (recall == Recall::kRemember) Push(Task::kRemember, clip, at);
    Push(Task::kClip, clip, at);
    return s;
  }

  const forge::StateMachine& machine_;
  const ModelClips& clips_;
  Visitor& visitor_;
  absl::InlinedVector<Task, 8> tasks_;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_CLIP_WALKER_H_
