// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TimeValues::Run(): runs the code of time values. One of these classes has the
// registers, and the results that are known already:
//
//   SingleRegisters       one value, from nothing
//   RememberingRegisters  one value, with a TimeMemo
//   BlockRegisters        many values at once
//   ProgramBuilder        none: writes a TimeProgram (time_program.cc)
//
// For time_values.cc and time_program.cc.

#ifndef CLIPGUARD_EVAL_MACHINE_TIME_TIME_INTERPRETER_H_
#define CLIPGUARD_EVAL_MACHINE_TIME_TIME_INTERPRETER_H_

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "eval/machine/time/memo.h"
#include "eval/machine/time/time_operator.h"
#include "eval/machine/time/time_values.h"

namespace clipguard::eval {

// One value in each. `a` is the accumulator, and `saved` the stack below it.
class SingleRegisters {
 public:
  static constexpr bool kRunsPrograms = false;

  // A result that takes no more steps than this is not worth remembering.
  static constexpr uint64_t kPlainSteps = 256;

  explicit SingleRegisters(float x) : x_(x) {}

  bool SetConstant(float value) {
    a_ = value;
    return true;
  }
  void SetTime() { a_ = x_; }
  bool Save() {
    saved_.push_back(a_);
    return true;
  }
  bool Enter() {
    times_.push_back(x_);
    x_ = a_;
    return true;
  }
  void Leave() {
    x_ = times_.back();
    times_.pop_back();
  }
  [[gnu::always_inline]] void With(TimeOperator op, float operand) {
    a_ = ApplyTimeOperator(op, a_, operand);
  }
  [[gnu::always_inline]] void WithTime(TimeOperator op) {
    a_ = ApplyTimeOperator(op, a_, x_);
  }
  [[gnu::always_inline]] void WithSaved(TimeOperator op) {
    a_ = ApplyTimeOperator(op, saved_.back(), a_);
    saved_.pop_back();
  }

  // Counts the steps between two calls or returns. False if the total is more
  // than kPlainSteps.
  bool Spend(size_t steps) {
    steps_ += steps;
    return steps_ <= kPlainSteps;
  }
  // The rest.
  bool Done(size_t steps) {
    steps_ += steps;
    return true;
  }
  // Whether the value that is called is known, and now in the accumulator.
  static bool Known(TimeValues::Entry) { return false; }
  static void Returned(TimeValues::Entry) {}

  float value() const { return WithOneNan(a_); }
  uint64_t steps() const { return steps_; }
  // Whether it was given up because it calls too much.
  bool too_long() const { return steps_ > kPlainSteps; }

 protected:
  float x_;
  float a_ = 0;

 private:
  uint64_t steps_ = 0;
  absl::InlinedVector<float, 32> saved_;
  absl::InlinedVector<float, 8> times_;
};

// The same, but what was called before at the same x is looked up.
class RememberingRegisters : public SingleRegisters {
 public:
  RememberingRegisters(float x, TimeMemo& memo)
      : SingleRegisters(x), memo_(memo) {}

  bool Spend(size_t steps) { return memo_.Spend(steps); }
  bool Done(size_t steps) { return memo_.Spend(steps); }
  bool Known(TimeValues::Entry entry) {
    const float* value = memo_.values_.Find(KeyOf(entry));
    if (value != nullptr) a_ = *value;
    return value != nullptr;
  }
  void Returned(TimeValues::Entry entry) {
    if (memo_.values_.size() >= kMostKept) memo_.values_.Clear();
    // It was not known when it was called, and does not call itself.
    memo_.values_.Add(KeyOf(entry), a_);
  }

 private:
  // 8 MiB. A full memo is cleared: later results are more likely to be needed
  // than earlier ones.
  static constexpr size_t kMostKept = size_t{3} << 17;

  MemoKey KeyOf(TimeValues::Entry entry) const {
    return {entry, std::bit_cast<uint32_t>(x_), 0};
  }

  TimeMemo& memo_;
};

// values[i] = values[i] op operand(i). The operator is chosen once, not for
// each value.
template <typename Operand>
void ApplyToAll(TimeOperator op, float* values, size_t count,
                const Operand& operand) {
  const auto apply = [&]<TimeOperator kOp>() {
    for (size_t i = 0; i < count; ++i) {
      values[i] = ApplyTimeOperator(kOp, values[i], operand(i));
    }
  };
  [&]<size_t... ops>(std::index_sequence<ops...>) {
    ((op == static_cast<TimeOperator>(ops)
          ? apply.template operator()<static_cast<TimeOperator>(ops)>()
          : void()),
     ...);
  }(std::make_index_sequence<kTimeOperators>());
}

// Many values in each. The accumulator is the topmost of the slots; an input
// that was entered stays in its slot until it is left.
class BlockRegisters {
 public:
  static constexpr bool kRunsPrograms = true;

  // Values computed at once: a register is 1 KiB, and a dozen of them fit into
  // the first-level cache.
  static constexpr size_t kBlock = 256;

  // For up to `block` values; with so many slots to begin with, and so many
  // values kept.
  BlockRegisters(size_t block, size_t slots, size_t kept)
      : block_(block), slots_(slots * block), kept_(kept * block) {}

  void Begin(const float* x, size_t count) {
    count_ = count;
    std::copy_n(x, count, slots_.data());
    times_.assign(1, 0);
    top_ = 1;
    steps_ = 0;
  }
  // Where kOutput writes: value v to results + v * stride.
  void SetResults(float* results, size_t stride) {
    results_ = results;
    stride_ = stride;
  }

  bool SetConstant(float value) {
    std::fill_n(Slot(top_), count_, value);
    return true;
  }
  void SetTime() { std::copy_n(Slot(times_.back()), count_, Slot(top_)); }
  bool Save() { return Push(); }
  bool Enter() {
    times_.push_back(top_);
    return Push();
  }
  void Leave() {
    // The result takes the place of the input that it was computed from.
    times_.pop_back();
    std::copy_n(Slot(top_), count_, Slot(top_ - 1));
    --top_;
  }
  void With(TimeOperator op, float operand) {
    ApplyToAll(op, Slot(top_), count_, [=](size_t) { return operand; });
  }
  void WithTime(TimeOperator op) { Apply(op, Slot(top_), Slot(times_.back())); }
  void WithSaved(TimeOperator op) {
    Apply(op, Slot(top_ - 1), Slot(top_));
    --top_;
  }
  void Keep(uint32_t i) { std::copy_n(Slot(top_), count_, Kept(i)); }
  void Take(uint32_t i) { std::copy_n(Kept(i), count_, Slot(top_)); }
  void WithKept(TimeOperator op, uint32_t i) { Apply(op, Slot(top_), Kept(i)); }
  void Output(uint32_t i) { End(results_ + i * stride_); }

  // Counts steps. False after kPlainSteps: a value with many calls is left to a
  // TimeProgram, which computes nothing twice.
  bool Spend(size_t steps) {
    steps_ += steps;
    return steps_ <= kPlainSteps;
  }
  static bool Done(size_t) { return true; }
  static bool Known(TimeValues::Entry) { return false; }
  static void Returned(TimeValues::Entry) {}

  void End(float* y) {
    const float* a = Slot(top_);
    for (size_t i = 0; i < count_; ++i) y[i] = WithOneNan(a[i]);
  }

 private:
  static constexpr size_t kPlainSteps = 256;
  static constexpr size_t kMostSlots = 512;

  float* Slot(size_t i) { return slots_.data() + i * block_; }
  float* Kept(size_t i) { return kept_.data() + i * block_; }

  void Apply(TimeOperator op, float* values, const float* operands) const {
    ApplyToAll(op, values, count_, [=](size_t i) { return operands[i]; });
  }

  bool Push() {
    ++top_;
    if ((top_ + 1) * block_ <= slots_.size()) return true;
    if (top_ >= kMostSlots) return false;
    slots_.resize(2 * slots_.size());
    return true;
  }

  const size_t block_;
  std::vector<float> slots_;
  std::vector<float> kept_;
  std::vector<size_t> times_;  // slots
  size_t top_ = 0;
  size_t count_ = 0;
  size_t steps_ = 0;
  float* results_ = nullptr;
  size_t stride_ = 0;
};

// The calls that have not returned.
using TimeCalls = absl::InlinedVector<TimeValues::Entry, 16>;

// A call, and the return from the last one; `pc` becomes the instruction before
// the next. (Not a class: `begin`, from where instructions have not been
// counted, would stay in memory with the calls.)
[[gnu::always_inline]] inline void BeginCall(TimeValues::Entry entry,
                                             size_t& pc, TimeCalls& calls,
                                             size_t& begin) {
  calls.push_back(static_cast<TimeValues::Entry>(pc));
  begin = entry;
  pc = begin - 1;
}
[[gnu::always_inline]] inline void EndCall(size_t& pc, TimeCalls& calls,
                                           size_t& begin) {
  pc = calls.back();
  begin = pc + 1;
  calls.pop_back();
}

// The instructions that only a TimeProgram has.
template <typename Registers>
[[gnu::always_inline]] inline void TimeValues::RunKeeping(
    const Instruction& i, Registers& registers) {
  if (i.code == Code::kKeep) registers.Keep(i.argument);
  if (i.code == Code::kTake) registers.Take(i.argument);
  if (i.code == Code::kWithKept) registers.WithKept(i.op, i.argument);
  if (i.code == Code::kOutput) registers.Output(i.argument);
}

template <typename Registers>
bool TimeValues::Run(std::span<const Instruction> code, Entry entry,
                     const TimeInputs* inputs, Registers& registers) {
  TimeCalls calls;
  size_t begin = entry;  // of what has not been counted
  for (size_t pc = entry;; ++pc) {
    const Instruction& i = code[pc];
    switch (i.code) {
      case Code::kConstant:
        registers.SetConstant(std::bit_cast<float>(i.argument));
        break;
      case Code::kTime:
        registers.SetTime();
        break;
      case Code::kInput:
        if (!inputs->known(i.argument)) return false;
        registers.SetConstant(inputs->value(i.argument));
        break;
      case Code::kCall:
        if (!registers.Spend(pc + 1 - begin)) return false;
        begin = pc + 1;
        if (registers.Known(i.argument)) break;
        BeginCall(i.argument, pc, calls, begin);
        break;
      case Code::kReturn:
        if (calls.empty()) return registers.Done(pc + 1 - begin);
        if (!registers.Spend(pc + 1 - begin)) return false;
        EndCall(pc, calls, begin);
        registers.Returned(code[pc].argument);
        break;
      case Code::kEnter:
        if (!registers.Enter()) return false;
        break;
      case Code::kLeave:
        registers.Leave();
        break;
      case Code::kSave:
        if (!registers.Save()) return false;
        break;
      case Code::kWithConstant:
        registers.With(i.op, std::bit_cast<float>(i.argument));
        break;
      case Code::kWithInput:
        if (!inputs->known(i.argument)) return false;
        registers.With(i.op, inputs->value(i.argument));
        break;
      case Code::kWithTime:
        registers.WithTime(i.op);
        break;
      case Code::kWithSaved:
        registers.WithSaved(i.op);
        break;
      case Code::kFail:
        return false;
      default:
        if constexpr (Registers::kRunsPrograms) RunKeeping(i, registers);
        break;
    }
  }
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_TIME_TIME_INTERPRETER_H_
