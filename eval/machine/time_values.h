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
//
// Each parameter, and each time value of a clip, becomes a piece of one flat
// program for a machine with an accumulator, a stack of values and one of
// inputs; references become calls. Neither compiling nor evaluating recurses.
// What evaluation may take is bounded by what the reader let through
// (Limits::expression_depth and evaluation_steps).
//
// Many values are computed 256 at a time, each instruction for all of them,
// with the kernel of this process. The bits are the same as one by one, on
// every machine: those of the game's own float32 arithmetic, and one kind of
// NaN.
//
// Const methods may run concurrently. Looks at nothing of the machine after the
// constructor.

#ifndef CLIPGUARD_EVAL_MACHINE_TIME_VALUES_H_
#define CLIPGUARD_EVAL_MACHINE_TIME_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "eval/machine/time_kernel.h"
#include "eval/machine/time_operator.h"
#include "parser/forge/state_machine.h"
#include "parser/kernel.h"

namespace clipguard::eval {

// The kernel of that name, or the next one below.
const TimeKernel& GetTimeKernel(Kernel kernel);

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

class TimeValues {
 public:
  // Where a value's code begins.
  using Entry = uint32_t;

  explicit TimeValues(const forge::StateMachine& machine,
                      Kernel kernel = ActiveKernel());

  // Of a parameter's expression, or of a clip's time value. Nothing for others.
  std::optional<Entry> Find(forge::ExpressionIndex expression) const;

  // The value at x. False if it needs an input that is not known, or has an
  // error; then *y is NaN.
  bool Evaluate(Entry entry, float x, const TimeInputs& inputs, float* y) const;

  // y[i] = the value at x[i]. REQUIRES: y.size() >= x.size(); if it is smaller,
  // the rest is left out. x and y may be the same. False as above, for all.
  bool Evaluate(Entry entry, std::span<const float> x, const TimeInputs& inputs,
                std::span<float> y) const;

  // Instructions, for tests.
  size_t size() const { return code_.size(); }

 private:
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
  };
  struct Instruction {
    Code code;
    TimeOperator op = TimeOperator::kAdd;
    // An index, or the bits of a float.
    uint32_t argument = 0;
  };

  class Compiler;

  // Single and Block are what a register holds.
  template <typename Registers>
  bool Run(Entry entry, const TimeInputs& inputs, Registers& registers) const;

  std::vector<Instruction> code_;
  // By expression.
  std::vector<std::pair<forge::ExpressionIndex, Entry>> entries_;
  const TimeKernel* kernel_;
};

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_TIME_VALUES_H_
