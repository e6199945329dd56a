// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// TimeProgram: the code of many time values becomes one program, which
// evaluates them together.

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/memory/work_counter.h"
#include "eval/machine/time/memo.h"
#include "eval/machine/time/time_interpreter.h"
#include "eval/machine/time/time_operator.h"
#include "eval/machine/time/time_values.h"

namespace clipguard::eval {

// Writes down what is done instead of doing it, with calls replaced by what
// they do, or by what they gave before. Knows where a value comes from as far
// as it takes to notice that something is to be evaluated at the same x again.
class ProgramBuilder {
 public:
  static constexpr bool kRunsPrograms = false;

  explicit ProgramBuilder(size_t most) : most_(most) {}

  bool SetConstant(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    Emit({Code::kConstant, {}, bits});
    a_ = {Origin::kConstant, bits};
    return true;
  }
  void SetTime() {
    Emit({Code::kTime});
    a_ = x_;
  }
  bool Save() {
    Emit({Code::kSave});
    Push();
    return true;
  }
  bool Enter() {
    Emit({Code::kEnter});
    Push();
    times_.push_back(x_);
    if (a_.kind == Origin::kNew) a_ = {Origin::kEntered, entered_++};
    x_ = a_;
    return true;
  }
  void Leave() {
    Emit({Code::kLeave});
    --depth_;
    x_ = times_.back();
    times_.pop_back();
  }
  void With(TimeOperator op, float operand) {
    Combine({Code::kWithConstant, op, std::bit_cast<uint32_t>(operand)});
  }
  void WithTime(TimeOperator op) { Combine({Code::kWithTime, op}); }
  void WithSaved(TimeOperator op) {
    --depth_;
    const size_t size = code_.size();
    if (size >= 2 && code_[size - 1].code == Code::kTake &&
        code_[size - 2].code == Code::kSave) {
      const uint32_t kept = code_.back().argument;
      code_.resize(size - 2);
      Combine({Code::kWithKept, op, kept});
    } else {
      Combine({Code::kWithSaved, op});
    }
  }

  bool Spend(size_t) const { return code_.size() <= most_; }
  bool Done(size_t) const { return code_.size() <= most_; }
  bool Known(TimeValues::Entry entry) {
    const uint32_t* kept = kept_.Find(KeyOf(entry));
    if (kept == nullptr) return false;
    Emit({Code::kTake, {}, *kept});
    a_ = {Origin::kKept, *kept};
    return true;
  }
  void Returned(TimeValues::Entry entry) {
    if (a_.kind == Origin::kKept) {
      kept_.Add(KeyOf(entry), a_.number);
      return;
    }
    Emit({Code::kKeep, {}, values_});
    a_ = {Origin::kKept, values_};
    kept_.Add(KeyOf(entry), values_++);
  }

  // One of the values that are asked for. False, and nothing has changed, if
  // it fails or takes too much.
  bool Add(std::span<const TimeValues::Instruction> code,
           TimeValues::Entry entry, const TimeInputs& inputs) {
    const size_t before = code_.size();
    if (!Known(entry)) {
      if (!TimeValues::Run(code, entry, &inputs, *this)) {
        code_.resize(before);
        return false;
      }
      Returned(entry);
    }
    Emit({Code::kOutput, {}, static_cast<uint32_t>(ends_.size())});
    ends_.push_back(static_cast<uint32_t>(code_.size()));
    return true;
  }

  void Finish(TimeProgram& program) {
    kept_ = {};
    Emit({Code::kReturn});
    Number(program);
    program.ends_ = std::move(ends_);
    program.stacked_ = most_depth_ + 2;
    program.block_ = std::bit_floor(
        std::clamp<size_t>(kMostFloats / (program.stacked_ + program.kept_), 1,
                           BlockRegisters::kBlock));
    program.code_ = std::move(code_);
  }

 private:
  using Code = TimeValues::Code;

  // Where a value comes from: two of the same origin are the same.
  struct Origin {
    enum Kind : uint32_t {
      kTime,      // the program's x
      kConstant,  // its bits
      kKept,      // the value of that number
      kEntered,   // whatever was entered as the x of that number
      kNew,       // nobody knows
    };
    Kind kind = kTime;
    uint32_t number = 0;
  };

  // 4 MiB of registers.
  static constexpr size_t kMostFloats = size_t{1} << 20;

  void Emit(const TimeValues::Instruction& instruction) {
    code_.push_back(instruction);
  }
  void Combine(const TimeValues::Instruction& instruction) {
    Emit(instruction);
    a_ = {Origin::kNew, 0};
  }
  void Push() { most_depth_ = std::max(most_depth_, ++depth_); }
  MemoKey KeyOf(TimeValues::Entry entry) const {
    return {entry, x_.kind, x_.number};
  }

  // Leaves out what is kept for nothing, and gives each value a place for as
  // long as it is needed.
  void Number(TimeProgram& program) {
    constexpr uint32_t kNever = std::numeric_limits<uint32_t>::max();
    const auto takes = [](Code code) {
      return code == Code::kTake || code == Code::kWithKept;
    };
    std::vector<uint32_t> last_use(values_, kNever);
    for (size_t i = 0; i < code_.size(); ++i) {
      if (takes(code_[i].code)) {
        last_use[code_[i].argument] = static_cast<uint32_t>(i);
      }
    }
    std::vector<uint32_t> places(values_);
    std::vector<uint32_t> free;
    size_t used = 0;
    for (size_t i = 0; i < code_.size(); ++i) {
      TimeValues::Instruction instruction = code_[i];
      uint32_t& argument = instruction.argument;
      if (instruction.code == Code::kKeep) {
        if (last_use[argument] == kNever) continue;
        uint32_t& place = places[argument];
        if (free.empty()) {
          place = static_cast<uint32_t>(program.kept_++);
        } else {
          place = free.back();
          free.pop_back();
        }
        argument = place;
      } else if (takes(instruction.code)) {
        const bool is_last = last_use[argument] == i;
        argument = places[argument];
        if (is_last) free.push_back(argument);
      }
      code_[used++] = instruction;
    }
    code_.resize(used);
  }

  const size_t most_;
  std::vector<TimeValues::Instruction> code_;
  Memo<uint32_t> kept_;  // numbers of values, by entry and x
  uint32_t values_ = 0;
  uint32_t entered_ = 0;
  std::vector<uint32_t> ends_;
  Origin x_;
  Origin a_;
  std::vector<Origin> times_;
  size_t depth_ = 0;
  size_t most_depth_ = 0;
};

TimeProgram TimeValues::Compile(std::span<const Entry> entries,
                                const TimeInputs& inputs, size_t most) const {
  ProgramBuilder builder(most);
  for (const Entry entry : entries) {
    if (!builder.Add(std::span(code_), entry, inputs)) break;
  }
  TimeProgram program;
  builder.Finish(program);
  CountWork(program.size() * TimeProgram::kBuildingSteps);
  return program;
}

size_t TimeProgram::ValuesWithin(size_t instructions) const {
  return static_cast<size_t>(
      std::upper_bound(ends_.begin(), ends_.end(), instructions) -
      ends_.begin());
}

uint64_t TimeProgram::StepsFor(size_t times) const {
  const auto steps = [](size_t n) {
    return (n + kTimesInStep - 1) / kTimesInStep;
  };
  return code_.size() *
         (times / block_ * steps(block_) + steps(times % block_));
}

void TimeProgram::Evaluate(std::span<const float> x, std::span<float> results,
                           size_t stride) const {
  assert(stride >= x.size());
  CountWork(StepsFor(x.size()));
  BlockRegisters registers(std::min(block_, x.size()), stacked_, kept_);
  for (size_t begin = 0; begin < x.size(); begin += block_) {
    registers.Begin(x.data() + begin, std::min(block_, x.size() - begin));
    registers.SetResults(results.data() + begin, stride);
    TimeValues::Run(std::span(code_), 0, nullptr, registers);
  }
}

}  // namespace clipguard::eval
