// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/time/time_values.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string_view>

#include "base/memory/work_counter.h"
#include "eval/machine/time/time_interpreter.h"

namespace clipguard::eval {
namespace {

using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::StateMachine;

TimeOperator OperatorOf(char c) {
  constexpr std::string_view kOperators = "+-*/mMrRfF";
  return static_cast<TimeOperator>(kOperators.find(c));
}

}  // namespace

// ---- Compiling --------------------------------------------------------------

class TimeValues::Compiler {
 public:
  Compiler(const StateMachine& machine, TimeValues& values)
      : machine_(machine), values_(values) {}

  void Run() {
    for (const StateMachine::Named& parameter : machine_.parameters) {
      Compile(parameter.expression);
    }
    for (const Expression& e : machine_.expressions) {
      switch (e.kind) {
        case ExpressionKind::kApply:
        case ExpressionKind::kTrigger:
          Compile(e.first + 1);
          break;
        case ExpressionKind::kSlerp:
          Compile(e.first + 2);
          Compile(e.first + 3);
          break;
        default:
          break;
      }
    }
    std::sort(values_.entries_.begin(), values_.entries_.end());
    for (Instruction& instruction : values_.code_) {
      if (instruction.code != Code::kCall) continue;
      const auto entry = values_.Find(instruction.argument);
      if (entry) {
        instruction.argument = *entry;
      } else {
        instruction.code = Code::kFail;
      }
    }
  }

 private:
  // An expression to compile, or an instruction to emit, when what is on top of
  // it has been done.
  struct Task {
    ExpressionIndex expression;
    Instruction instruction;
  };

  void Compile(ExpressionIndex root) {
    values_.entries_.emplace_back(root,
                                  static_cast<Entry>(values_.code_.size()));
    tasks_.push_back({kNowhere, {Code::kReturn}});
    tasks_.push_back({root, {}});
    while (!tasks_.empty()) {
      const Task task = tasks_.back();
      tasks_.pop_back();
      if (task.expression == kNowhere) {
        values_.code_.push_back(task.instruction);
      } else {
        Expand(task.expression);
      }
    }
  }

  // The target of a reference, if that is as short as the reference itself;
  // else the expression at `index`.
  const Expression& Shortened(ExpressionIndex index) const {
    const Expression& e = machine_.expressions[index];
    if (e.kind != ExpressionKind::kParameter || e.first == kNowhere) return e;
    const Expression& target = machine_.expressions[e.first];
    return Simple(target) ? target : e;
  }

  static bool Simple(const Expression& e) {
    return e.kind == ExpressionKind::kNumber ||
           e.kind == ExpressionKind::kTime || e.kind == ExpressionKind::kInput;
  }

  void Expand(ExpressionIndex index) {
    const Expression& e = Shortened(index);
    switch (e.kind) {
      case ExpressionKind::kNumber:
        Emit({Code::kConstant, {}, std::bit_cast<uint32_t>(e.number)});
        return;
      case ExpressionKind::kTime:
        Emit({Code::kTime});
        return;
      case ExpressionKind::kInput:
        Emit({Code::kInput, {}, e.first});
        return;
      case ExpressionKind::kParameter:
        if (e.first == kNowhere) break;
        // An expression for now; see Run().
        Emit({Code::kCall, {}, e.first});
        return;
      case ExpressionKind::kCompose:
        // The last is done first: f, then g at its value.
        tasks_.push_back({kNowhere, {Code::kLeave}});
        tasks_.push_back({e.first, {}});
        tasks_.push_back({kNowhere, {Code::kEnter}});
        tasks_.push_back({e.first + 1, {}});
        return;
      case ExpressionKind::kOperators:
        ExpandOperators(e);
        return;
      default:
        break;
    }
    Emit({Code::kFail});
  }

  void ExpandOperators(const Expression& e) {
    const std::string_view operators = machine_.texts[e.text];
    Emit({Code::kTime});
    for (size_t i = operators.size(); i-- > 0;) {
      const TimeOperator op = OperatorOf(operators[i]);
      const auto index = static_cast<ExpressionIndex>(e.first + i);
      const Expression& operand = Shortened(index);
      switch (operand.kind) {
        case ExpressionKind::kNumber:
          tasks_.push_back({kNowhere,
                            {Code::kWithConstant, op,
                             std::bit_cast<uint32_t>(operand.number)}});
          break;
        case ExpressionKind::kInput:
          tasks_.push_back({kNowhere, {Code::kWithInput, op, operand.first}});
          break;
        case ExpressionKind::kTime:
          tasks_.push_back({kNowhere, {Code::kWithTime, op}});
          break;
        default:
          tasks_.push_back({kNowhere, {Code::kWithSaved, op}});
          tasks_.push_back({index, {}});
          tasks_.push_back({kNowhere, {Code::kSave}});
          break;
      }
    }
  }

  // Now; pushing a task is for later.
  void Emit(const Instruction& instruction) {
    values_.code_.push_back(instruction);
  }

  const StateMachine& machine_;
  TimeValues& values_;
  std::vector<Task> tasks_;
};

TimeValues::TimeValues(const StateMachine& machine) {
  Compiler(machine, *this).Run();
}

std::optional<TimeValues::Entry> TimeValues::Find(
    ExpressionIndex expression) const {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(),
                       std::pair<ExpressionIndex, Entry>(expression, 0));
  if (found == entries_.end() || found->first != expression) {
    return std::nullopt;
  }
  return found->second;
}

// ---- Evaluating -------------------------------------------------------------

bool TimeValues::CanEvaluate(Entry entry, const TimeInputs& inputs,
                             std::vector<uint8_t>& checked) const {
  enum : uint8_t { kNew, kFine, kFails };
  checked.resize(code_.size(), kNew);
  // Where to go on, and what was called.
  std::vector<std::pair<Entry, Entry>> calls = {{0, entry}};
  const auto fail = [&] {
    for (const auto& [back, called] : calls) checked[called] = kFails;
    return false;
  };
  if (checked[entry] != kNew) return checked[entry] == kFine;
  size_t begin = entry;
  for (size_t pc = entry;; ++pc) {
    const Instruction& i = code_[pc];
    switch (i.code) {
      case Code::kInput:
      case Code::kWithInput:
        if (!inputs.known(i.argument)) return fail();
        break;
      case Code::kFail:
        return fail();
      case Code::kCall:
        if (checked[i.argument] == kFine) break;
        if (checked[i.argument] == kFails) return fail();
        CountWork(pc + 1 - begin);
        calls.emplace_back(static_cast<Entry>(pc), i.argument);
        begin = i.argument;
        pc = begin - 1;
        break;
      case Code::kReturn:
        CountWork(pc + 1 - begin);
        checked[calls.back().second] = kFine;
        pc = calls.back().first;
        begin = pc + 1;
        calls.pop_back();
        if (calls.empty()) return true;
        break;
      default:
        break;
    }
  }
}

bool TimeValues::Evaluate(Entry entry, float x, const TimeInputs& inputs,
                          float* y) const {
  SingleRegisters registers(x);
  bool done = Run(std::span(code_), entry, &inputs, registers);
  CountWork(registers.steps());
  if (!done && registers.too_long()) {
    TimeMemo memo;
    memo.Spend(SingleRegisters::kPlainSteps);
    return Evaluate(entry, x, inputs, memo, y);
  }
  *y = done ? registers.value() : std::numeric_limits<float>::quiet_NaN();
  return done;
}

bool TimeValues::Evaluate(Entry entry, float x, const TimeInputs& inputs,
                          TimeMemo& memo, float* y) const {
  *y = std::numeric_limits<float>::quiet_NaN();
  if (memo.steps() < SingleRegisters::kPlainSteps) {
    SingleRegisters registers(x);
    const bool done = Run(std::span(code_), entry, &inputs, registers);
    CountWork(registers.steps());
    const bool paid = memo.Spend(registers.steps());
    if (done && paid) *y = registers.value();
    if (done || !paid || !registers.too_long()) return done && paid;
  }
  const uint64_t before = memo.steps();
  RememberingRegisters registers(x, memo);
  const bool done = Run(std::span(code_), entry, &inputs, registers);
  CountWork(memo.steps() - before);
  if (done) *y = registers.value();
  return done;
}

bool TimeValues::Evaluate(Entry entry, std::span<const float> x,
                          const TimeInputs& inputs, std::span<float> y) const {
  const size_t count = x.size();
  if (y.size() < count) return false;
  constexpr size_t kBlock = BlockRegisters::kBlock;
  BlockRegisters registers(kBlock, /*slots=*/4, /*kept=*/0);
  for (size_t begin = 0; begin < count; begin += kBlock) {
    const size_t size = std::min(kBlock, count - begin);
    registers.Begin(x.data() + begin, size);
    if (Run(std::span(code_), entry, &inputs, registers)) {
      registers.End(y.data() + begin);
      continue;
    }
    const TimeProgram program =
        Compile({&entry, 1}, inputs, std::numeric_limits<size_t>::max());
    if (program.values() == 1) {
      program.Evaluate(x.subspan(begin), y.subspan(begin), count);
      return true;
    }
    std::fill_n(y.data(), count, std::numeric_limits<float>::quiet_NaN());
    return false;
  }
  return true;
}

}  // namespace clipguard::eval
