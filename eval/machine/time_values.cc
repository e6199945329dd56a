// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/time_values.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <string_view>

#include "absl/container/inlined_vector.h"

namespace clipguard::eval {
namespace {

using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::StateMachine;

// Values computed at once: a register is 1 KiB, and a dozen of them fit into
// the first-level cache.
constexpr size_t kBlock = 256;
// Registers that many values may take; what is deeper is done one by one.
constexpr size_t kMostBlocks = 2048;

TimeOperator OperatorOf(char c) {
  constexpr std::string_view kOperators = "+-*/mMrRfF";
  return static_cast<TimeOperator>(kOperators.find(c));
}

// ---- Registers --------------------------------------------------------------

// One value in each. `a` is the accumulator, and `saved` the stack below it.
class SingleRegisters {
 public:
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
  void With(TimeOperator op, float operand) {
    a_ = ApplyTimeOperator(op, a_, operand);
  }
  void WithTime(TimeOperator op) { a_ = ApplyTimeOperator(op, a_, x_); }
  void WithSaved(TimeOperator op) {
    a_ = ApplyTimeOperator(op, saved_.back(), a_);
    saved_.pop_back();
  }

  float value() const { return WithOneNan(a_); }

 private:
  float x_;
  float a_ = 0;
  absl::InlinedVector<float, 32> saved_;
  absl::InlinedVector<float, 8> times_;
};

// Up to kBlock values in each. The accumulator is the topmost of the slots; an
// input that was entered stays in its slot until it is left.
class BlockRegisters {
 public:
  explicit BlockRegisters(const TimeKernel& kernel) : kernel_(kernel) {
    slots_.resize(4 * kBlock);
  }

  void Begin(const float* x, size_t count) {
    count_ = count;
    std::copy_n(x, count, slots_.data());
    times_.assign(1, 0);
    top_ = 1;
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
    kernel_.apply_one(op, Slot(top_), operand, count_);
  }
  void WithTime(TimeOperator op) {
    kernel_.apply(op, Slot(top_), Slot(times_.back()), count_);
  }
  void WithSaved(TimeOperator op) {
    kernel_.apply(op, Slot(top_ - 1), Slot(top_), count_);
    --top_;
  }

  void End(float* y) {
    const float* a = Slot(top_);
    for (size_t i = 0; i < count_; ++i) y[i] = WithOneNan(a[i]);
  }

  // Whether the value took more registers than there may be.
  bool too_deep() const { return too_deep_; }

 private:
  float* Slot(size_t i) { return slots_.data() + i * kBlock; }

  bool Push() {
    ++top_;
    if (top_ == kMostBlocks) {
      too_deep_ = true;
      return false;
    }
    if ((top_ + 1) * kBlock > slots_.size()) slots_.resize(2 * slots_.size());
    return true;
  }

  const TimeKernel& kernel_;
  std::vector<float> slots_;
  std::vector<size_t> times_;  // slots
  size_t top_ = 0;
  size_t count_ = 0;
  bool too_deep_ = false;
};

}  // namespace

const TimeKernel& GetTimeKernel(Kernel kernel) {
  switch (kernel) {
#if defined(__aarch64__)
    case Kernel::kNeon:
      return kNeonTimeKernel;
#elif defined(__x86_64__)
    case Kernel::kAvx512:
      return kAvx512TimeKernel;
    case Kernel::kAvx2:
      return kAvx2TimeKernel;
    case Kernel::kSse2:
      return kSse2TimeKernel;
#endif
    default:
      return kScalarTimeKernel;
  }
}

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

  // What a reference leads to, if that is as short as the reference itself.
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

TimeValues::TimeValues(const StateMachine& machine, Kernel kernel)
    : kernel_(&GetTimeKernel(kernel)) {
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

template <typename Registers>
bool TimeValues::Run(Entry entry, const TimeInputs& inputs,
                     Registers& registers) const {
  absl::InlinedVector<Entry, 16> calls;
  for (size_t pc = entry;; ++pc) {
    const Instruction& i = code_[pc];
    switch (i.code) {
      case Code::kConstant:
        registers.SetConstant(std::bit_cast<float>(i.argument));
        break;
      case Code::kTime:
        registers.SetTime();
        break;
      case Code::kInput:
        if (!inputs.known(i.argument)) return false;
        registers.SetConstant(inputs.value(i.argument));
        break;
      case Code::kCall:
        calls.push_back(static_cast<Entry>(pc));
        pc = size_t{i.argument} - 1;
        break;
      case Code::kReturn:
        if (calls.empty()) return true;
        pc = calls.back();
        calls.pop_back();
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
        if (!inputs.known(i.argument)) return false;
        registers.With(i.op, inputs.value(i.argument));
        break;
      case Code::kWithTime:
        registers.WithTime(i.op);
        break;
      case Code::kWithSaved:
        registers.WithSaved(i.op);
        break;
      case Code::kFail:
        return false;
    }
  }
}

bool TimeValues::Evaluate(Entry entry, float x, const TimeInputs& inputs,
                          float* y) const {
  SingleRegisters registers(x);
  const bool done = Run(entry, inputs, registers);
  *y = done ? registers.value() : std::numeric_limits<float>::quiet_NaN();
  return done;
}

bool TimeValues::Evaluate(Entry entry, std::span<const float> x,
                          const TimeInputs& inputs, std::span<float> y) const {
  assert(y.size() >= x.size());
  const size_t count = std::min(x.size(), y.size());
  BlockRegisters registers(*kernel_);
  for (size_t begin = 0; begin < count; begin += kBlock) {
    const size_t size = std::min(kBlock, count - begin);
    registers.Begin(x.data() + begin, size);
    if (Run(entry, inputs, registers)) {
      registers.End(y.data() + begin);
      continue;
    }
    bool done = registers.too_deep();
    for (size_t i = begin; done && i < count; ++i) {
      done = Evaluate(entry, x[i], inputs, &y[i]);
    }
    if (!done) {
      std::fill_n(y.data(), count, std::numeric_limits<float>::quiet_NaN());
    }
    return done;
  }
  return true;
}

}  // namespace clipguard::eval
