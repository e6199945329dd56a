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
#include "parser/work_counter.h"
#include "simd/dispatch.h"

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

TimeOperator OperatorOf(char c) {
  constexpr std::string_view kOperators = "+-*/mMrRfF";
  return static_cast<TimeOperator>(kOperators.find(c));
}

}  // namespace

// ---- Registers --------------------------------------------------------------

// One value in each. `a` is the accumulator, and `saved` the stack below it.
class SingleRegisters {
 public:
  static constexpr bool kRunsPrograms = false;

  // What takes no more is not worth remembering.
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

  // What comes between two calls or returns. False: no more than this.
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
    const MemoKey key = KeyOf(entry);
    if (memo_.values_.Find(key) == nullptr) memo_.values_.Add(key, a_);
  }

 private:
  // 8 MiB. What comes then is more likely to be needed than what was before.
  static constexpr size_t kMostKept = size_t{3} << 17;

  MemoKey KeyOf(TimeValues::Entry entry) const {
    return {entry, std::bit_cast<uint32_t>(x_), 0};
  }

  TimeMemo& memo_;
};

// Many values in each. The accumulator is the topmost of the slots; an input
// that was entered stays in its slot until it is left.
class BlockRegisters {
 public:
  static constexpr bool kRunsPrograms = true;

  // For up to `block` values; with so many slots to begin with, and so many
  // values kept.
  BlockRegisters(const TimeKernel& kernel, size_t block, size_t slots,
                 size_t kept)
      : kernel_(kernel),
        block_(block),
        slots_(slots * block),
        kept_(kept * block) {}

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
    kernel_.apply_one(op, Slot(top_), operand, count_);
  }
  void WithTime(TimeOperator op) {
    kernel_.apply(op, Slot(top_), Slot(times_.back()), count_);
  }
  void WithSaved(TimeOperator op) {
    kernel_.apply(op, Slot(top_ - 1), Slot(top_), count_);
    --top_;
  }
  void Keep(uint32_t i) { std::copy_n(Slot(top_), count_, Kept(i)); }
  void Take(uint32_t i) { std::copy_n(Kept(i), count_, Slot(top_)); }
  void WithKept(TimeOperator op, uint32_t i) {
    kernel_.apply(op, Slot(top_), Kept(i), count_);
  }
  void Output(uint32_t i) { End(results_ + i * stride_); }

  // What calls much is left to a TimeProgram, which does nothing twice.
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

  bool Push() {
    ++top_;
    if ((top_ + 1) * block_ <= slots_.size()) return true;
    if (top_ >= kMostSlots) return false;
    slots_.resize(2 * slots_.size());
    return true;
  }

  const TimeKernel& kernel_;
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
    program.block_ = std::bit_floor(std::clamp<size_t>(
        kMostFloats / (program.stacked_ + program.kept_), 1, kBlock));
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

const TimeKernel& GetTimeKernel(Kernel kernel) {
  return VersionFor<TimeKernel>(kernel);
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
bool TimeValues::Run(std::span<const Instruction> code, Entry entry,
                     const TimeInputs* inputs, Registers& registers) {
  absl::InlinedVector<Entry, 16> calls;
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
        calls.push_back(static_cast<Entry>(pc));
        begin = i.argument;
        pc = begin - 1;
        break;
      case Code::kReturn:
        if (calls.empty()) return registers.Done(pc + 1 - begin);
        if (!registers.Spend(pc + 1 - begin)) return false;
        pc = calls.back();
        begin = pc + 1;
        calls.pop_back();
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
        if constexpr (Registers::kRunsPrograms) {
          if (i.code == Code::kKeep) registers.Keep(i.argument);
          if (i.code == Code::kTake) registers.Take(i.argument);
          if (i.code == Code::kWithKept) registers.WithKept(i.op, i.argument);
          if (i.code == Code::kOutput) registers.Output(i.argument);
        }
        break;
    }
  }
}

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
  assert(y.size() >= x.size());
  const size_t count = std::min(x.size(), y.size());
  BlockRegisters registers(*kernel_, kBlock, /*slots=*/4, /*kept=*/0);
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
      program.Evaluate(x.first(count).subspan(begin), y.subspan(begin), count);
      return true;
    }
    std::fill_n(y.data(), count, std::numeric_limits<float>::quiet_NaN());
    return false;
  }
  return true;
}

// ---- Many values ------------------------------------------------------------

TimeProgram TimeValues::Compile(std::span<const Entry> entries,
                                const TimeInputs& inputs, size_t most) const {
  ProgramBuilder builder(most);
  for (const Entry entry : entries) {
    if (!builder.Add(std::span(code_), entry, inputs)) break;
  }
  TimeProgram program;
  program.kernel_ = kernel_;
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
  BlockRegisters registers(*kernel_, std::min(block_, x.size()), stacked_,
                           kept_);
  for (size_t begin = 0; begin < x.size(); begin += block_) {
    registers.Begin(x.data() + begin, std::min(block_, x.size() - begin));
    registers.SetResults(results.data() + begin, stride);
    TimeValues::Run(std::span(code_), 0, nullptr, registers);
  }
}

}  // namespace clipguard::eval
