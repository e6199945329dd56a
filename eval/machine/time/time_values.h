// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TimeValues: the time values of a state machine, compiled.
//
//   FindingList findings;
//   auto machine = forge::ReadStateMachine(text, {}, findings);
//   TimeValues values(*machine);
//   TimeInputs inputs(*machine);
//   inputs.Set("click_time", 1.5f);
//   const auto p = values.Find(machine->parameters[0].expression);
//   float y;
//   if (values.Evaluate(*p, 2.0f, inputs, &y)) ...       // one
//   values.Evaluate(*p, xs, inputs, ys);                  // many
//   const TimeProgram all = values.Compile(entries, inputs, most);
//   all.Evaluate(xs, table, xs.size());                   // many of many
//
// Each parameter, and each time value of a clip, becomes a piece of one flat
// program for a machine with an accumulator, a stack of values and one of
// inputs; references become calls. Neither compiling nor evaluating recurses.
//
// A value that is referred to more than once is computed once for each x: in a
// chain of parameters that each refer twice to the one before, each costs one
// sum. The remaining work is bounded by Limits::evaluation_steps (functions of
// functions can have that many different x), and by the budget of whoever asks.
//
// Many values are computed 256 at a time, each instruction for all of them. The
// bits are the same as one by one, on every machine: those of the game's own
// float32 arithmetic, and one kind of NaN.
//
// Const methods may run concurrently. Looks at nothing of the machine after the
// constructor.

#ifndef CLIPGUARD_EVAL_MACHINE_TIME_TIME_VALUES_H_
#define CLIPGUARD_EVAL_MACHINE_TIME_TIME_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/machine/time/memo.h"
#include "eval/machine/time/time_operator.h"
#include "parser/forge/state_machine.h"

namespace clipguard::eval {

// The values that a game's code supplies. Those that were not set make whatever
// needs them fail.
class TimeInputs {
 public:
  explicit TimeInputs(const forge::StateMachine& machine)
      : machine_(&machine),
        values_(machine.inputs.size()),
        known_(machine.inputs.size()) {}

  // False if the machine does not use the name.
  bool Set(std::string_view name, float value) {
    const uint32_t i = machine_->FindInput(name);
    if (i == forge::kNowhere) return false;
    values_[i] = value;
    known_[i] = 1;
    return true;
  }

  bool known(uint32_t i) const { return known_[i] != 0; }
  float value(uint32_t i) const { return values_[i]; }

 private:
  const forge::StateMachine* machine_;
  std::vector<float> values_;
  std::vector<uint8_t> known_;
};

// Results that evaluating values one by one has found so far, and the number of
// steps that it may take. A memo is for one set of inputs: take a new one when
// they change. Thread-compatible.
class TimeMemo {
 public:
  explicit TimeMemo(uint64_t most_steps = std::numeric_limits<uint64_t>::max())
      : most_(most_steps) {}

  // Counts steps of the request, including those of its other work. False if
  // they are more than allowed.
  bool Spend(uint64_t steps) {
    steps_ += steps;
    return steps_ <= most_;
  }
  uint64_t steps() const { return steps_; }
  bool exhausted() const { return steps_ > most_; }

 private:
  friend class RememberingRegisters;

  uint64_t most_;
  uint64_t steps_ = 0;
  // By entry and x.
  Memo<float> values_;
};

class TimeProgram;

class TimeValues {
 public:
  // Where a value's code begins.
  using Entry = uint32_t;

  explicit TimeValues(const forge::StateMachine& machine);

  // The code of a parameter's expression or of a clip's time value. Nothing for
  // other expressions.
  std::optional<Entry> Find(forge::ExpressionIndex expression) const;

  // The value at x. False if it needs an input that is not known, or has an
  // error; then *y is NaN.
  bool Evaluate(Entry entry, float x, const TimeInputs& inputs, float* y) const;

  // The same with what is known from before; what is found is kept for the next
  // time. False, too, if the memo is exhausted.
  bool Evaluate(Entry entry, float x, const TimeInputs& inputs, TimeMemo& memo,
                float* y) const;

  // y[i] = the value at x[i]. x and y may be the same. False as above, for all;
  // and, with nothing written, if y.size() < x.size().
  bool Evaluate(Entry entry, std::span<const float> x, const TimeInputs& inputs,
                std::span<float> y) const;

  // A program that gives the first of the values, as many as take no more than
  // `most` instructions together; but one in any case, if it is no more than
  // that with all that it refers to. TimeProgram::values() says how many: none
  // if the first takes more, or fails with these inputs, which become part of
  // the program.
  TimeProgram Compile(std::span<const Entry> entries, const TimeInputs& inputs,
                      size_t most) const;

  // Whether Evaluate() succeeds. `checked` begins empty, and is for one set of
  // inputs: all calls together look at each instruction once.
  bool CanEvaluate(Entry entry, const TimeInputs& inputs,
                   std::vector<uint8_t>& checked) const;

  // Instructions, for tests.
  size_t size() const { return code_.size(); }

 private:
  friend class BlockRegisters;
  friend class ProgramBuilder;
  friend class TimeProgram;

  enum class Code : uint8_t {
    kConstant,  // A = argument
    kTime,      // A = X
    kInput,     // A = input
    kCall,      // to `argument`, and back
    kReturn,
    kEnter,  // X is saved, and becomes A
    kLeave,  // X is what it was
    kSave,   // A onto the stack
    // A = A op argument, input, X; and: A = (off the stack) op A.
    kWithConstant,
    kWithInput,
    kWithTime,
    kWithSaved,
    kFail,
    // Only in a TimeProgram: values that are kept apart, by their number.
    kKeep,      // kept = A
    kTake,      // A = kept
    kWithKept,  // A = A op kept
    kOutput,    // the value asked for as number `argument` = A
  };
  struct Instruction {
    Code code;
    TimeOperator op = TimeOperator::kAdd;
    // An index, or the bits of a float.
    uint32_t argument = 0;
  };

  class Compiler;

  // Registers says what a register holds.
  template <typename Registers>
  static bool Run(std::span<const Instruction> code, Entry entry,
                  const TimeInputs* inputs, Registers& registers);
  template <typename Registers>
  static void RunKeeping(const Instruction& i, Registers& registers);

  std::vector<Instruction> code_;
  // By expression.
  std::vector<std::pair<forge::ExpressionIndex, Entry>> entries_;
};

// Several values at the same times, what they share computed once.
// Straight-line code: what it takes is known before it runs.
//
// Evaluate() may run concurrently.
class TimeProgram {
 public:
  // An instruction for up to this many times is a step; building a program
  // takes as long as kBuildingSteps of each of its instructions.
  static constexpr size_t kTimesInStep = 16;
  static constexpr uint64_t kBuildingSteps = 16;

  // How many of those that were asked for.
  size_t values() const { return ends_.size(); }
  size_t size() const { return code_.size(); }
  // How many of the values, from the first, took no more than so many
  // instructions to compute, or a few more.
  size_t ValuesWithin(size_t instructions) const;
  // The cost of evaluating all values at so many times, in steps of the work
  // limits.
  uint64_t StepsFor(size_t times) const;

  // results[v * stride + i] = value v at x[i]. REQUIRES: stride >= x.size(),
  // and there is room for values() times stride.
  void Evaluate(std::span<const float> x, std::span<float> results,
                size_t stride) const;

 private:
  friend class TimeValues;
  friend class ProgramBuilder;

  std::vector<TimeValues::Instruction> code_;
  std::vector<uint32_t> ends_;  // of each value, before some were left out
  size_t stacked_ = 0;          // registers of the stack
  size_t kept_ = 0;             // values kept at once
  size_t block_ = 1;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_TIME_TIME_VALUES_H_
