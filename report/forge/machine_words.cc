// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "report/forge/machine_words.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "base/float_text.h"
#include "parser/forge/transition_events.h"

namespace clipguard::report {
namespace {

using forge::Expression;
using forge::ExpressionIndex;
using forge::ExpressionKind;
using forge::kNowhere;
using forge::StateMachine;

constexpr std::string_view kDots = "...";
// Levels of nested expressions that are written.
constexpr int kMostNested = 12;
// Operators of one list that are written.
constexpr size_t kMostOperators = 16;
// References that are followed, one to the next.
constexpr int kMostFollowed = 4;
constexpr std::string_view kTransition = "!transition:";

enum class Operation : uint8_t { kSum, kProduct, kFunction };

Operation OperationOf(char op) {
  switch (op) {
    case '+':
    case '-':
      return Operation::kSum;
    case '*':
    case '/':
    case 'f':
      return Operation::kProduct;
    default:
      return Operation::kFunction;
  }
}

std::string_view FunctionName(char op) {
  switch (op) {
    case 'm':
      return "min(";
    case 'M':
      return "max(";
    case 'r':
      return "down(";
    case 'R':
      return "up(";
    default:
      return "to_next(";
  }
}

class Words {
 public:
  Words(const StateMachine& machine, size_t most_bytes)
      : m_(machine), most_(most_bytes) {}

  std::string Take() { return std::move(out_); }

  void Clip(ExpressionIndex clip) {
    clip = Followed(clip, ExpressionKind::kClipReference);
    const Expression& e = m_.expressions[clip];
    if (e.kind == ExpressionKind::kTrigger && e.children == 2) {
      Clip(e.first, clip);
      return;
    }
    if (e.kind == ExpressionKind::kNoClip) {
      Say("moves nothing");
      return;
    }
    if (e.kind == ExpressionKind::kSlerp && e.children == 4) {
      Say("blends ");
      Blend(e);
      return;
    }
    Say(IsHeld(e) ? "holds " : "plays ");
    Noun(clip, 0);
  }

  void Trigger(ExpressionIndex value) {
    value = Followed(value, ExpressionKind::kParameter);
    const Expression& e = m_.expressions[value];
    const size_t count = OperatorCount(e);
    const std::string_view ops = m_.texts[e.text];
    // A trigger fires when its value is >= 0: write a subtracted number as a
    // threshold.
    if (count == 0 || count != ops.size() || count > kMostOperators ||
        OperationOf(ops[count - 1]) != Operation::kSum) {
      Value(value, nullptr, Place::kAlone, 0);
      Say(" reaches 0");
      return;
    }
    const auto last = e.first + static_cast<ExpressionIndex>(count - 1);
    const Expression& taken = m_.expressions[last];
    if (ops[count - 1] == '+' && taken.kind != ExpressionKind::kNumber) {
      Value(value, nullptr, Place::kAlone, 0);
      Say(" reaches 0");
      return;
    }
    Operators(e, count - 1, nullptr, 0);
    Say(" reaches ");
    if (ops[count - 1] == '+') {
      Say(FloatText(-taken.number));
    } else {
      Value(last, nullptr, Place::kAlone, 0);
    }
  }

  // The value of `time` in the first part of a composition.
  struct Argument {
    ExpressionIndex value;
    const Argument* outer;
  };
  // Where a value stands: as an operand it is put in brackets.
  enum class Place : uint8_t { kAlone, kOperand };

  void Value(ExpressionIndex value, const Argument* time, Place place,
             int depth) {
    if (out_.size() >= most_) return;
    if (depth > kMostNested) {
      Say(kDots);
      return;
    }
    const Expression& e = m_.expressions[value];
    switch (e.kind) {
      case ExpressionKind::kNumber:
        Say(FloatText(e.number));
        return;
      case ExpressionKind::kTime:
        if (time == nullptr) {
          Say("time");
        } else {
          Value(time->value, time->outer, place, depth + 1);
        }
        return;
      case ExpressionKind::kInput:
        Reference(e);
        return;
      case ExpressionKind::kParameter:
        Reference(e);
        if (time == nullptr || !e.varies) return;
        Say("(");
        Value(time->value, time->outer, Place::kAlone, depth + 1);
        Say(")");
        return;
      case ExpressionKind::kCompose: {
        if (e.children != 2) break;
        const Argument inner = {e.first + 1, time};
        Value(e.first, &inner, place, depth + 1);
        return;
      }
      case ExpressionKind::kOperators:
        if (OperatorCount(e) == 0) break;
        Brackets(e, time, place, depth);
        return;
      default:
        break;
    }
    Say("?");
  }

 private:
  void Say(std::string_view text) {
    if (out_.size() < most_) out_ += text.substr(0, most_ - out_.size());
  }

  void Reference(const Expression& e) {
    Say("#");
    Say(m_.texts[e.text].substr(0, most_));
  }

  // Where a chain of references leads, as far as it is followed.
  ExpressionIndex Followed(ExpressionIndex i, ExpressionKind kind) const {
    for (int n = 0; n < kMostFollowed; ++n) {
      const Expression& e = m_.expressions[i];
      if (e.kind != kind || e.first == kNowhere) break;
      i = e.first;
    }
    return i;
  }

  // Operators that have an operand.
  static size_t OperatorCount(const Expression& e) {
    if (e.kind != ExpressionKind::kOperators) return 0;
    return std::min<size_t>(e.text.size, e.children);
  }

  void Brackets(const Expression& e, const Argument* time, Place place,
                int depth) {
    const size_t count = OperatorCount(e);
    const char last = m_.texts[e.text][std::min(count, kMostOperators) - 1];
    const bool needed =
        place == Place::kOperand &&
        (count > kMostOperators || OperationOf(last) != Operation::kFunction);
    if (needed) Say("(");
    Operators(e, count, time, depth);
    if (needed) Say(")");
  }

  // The first `count` operators and their operands.
  void Operators(const Expression& e, size_t count, const Argument* time,
                 int depth) {
    const std::string_view ops = m_.texts[e.text];
    const size_t shown = std::min(count, kMostOperators);
    const auto is_bracketed = [&](size_t i) {
      return i != 0 && OperationOf(ops[i]) == Operation::kProduct &&
             OperationOf(ops[i - 1]) == Operation::kSum;
    };
    for (size_t i = shown; i-- != 0;) {
      if (OperationOf(ops[i]) == Operation::kFunction) {
        Say(FunctionName(ops[i]));
      } else if (is_bracketed(i)) {
        Say("(");
      }
    }
    // The time, or what stands for it.
    const bool is_operand =
        shown != 0 && OperationOf(ops[0]) == Operation::kProduct;
    if (time == nullptr) {
      Say("time");
    } else {
      Value(time->value, time->outer,
            is_operand ? Place::kOperand : Place::kAlone, depth + 1);
    }
    for (size_t i = 0; i < shown && out_.size() < most_; ++i) {
      if (is_bracketed(i)) Say(")");
      Operand(ops[i], e.first + static_cast<ExpressionIndex>(i), time, depth);
    }
    if (shown < count) Say(" ...");
  }

  void Operand(char op, ExpressionIndex operand, const Argument* time,
               int depth) {
    const Expression& e = m_.expressions[operand];
    if (OperationOf(op) == Operation::kFunction) {
      Say(", ");
      Value(operand, time, Place::kAlone, depth + 1);
      Say(")");
      return;
    }
    if (OperationOf(op) == Operation::kSum &&
        e.kind == ExpressionKind::kNumber && e.number < 0) {
      Say(op == '+' ? " - " : " + ");
      Say(FloatText(-e.number));
      return;
    }
    Say(op == 'f' ? std::string(" mod ")
                  : absl::StrCat(" ", std::string(1, op), " "));
    Value(operand, time, Place::kOperand, depth + 1);
  }

  // A trigger's clip, and its event unless that is a transition.
  void Clip(ExpressionIndex clip, ExpressionIndex trigger) {
    if (nested_++ < kMostNested) {
      Clip(clip);
    } else {
      Say(kDots);
    }
    const std::string_view event =
        m_.texts[m_.expressions[trigger].text].substr(0, most_);
    if (event.starts_with(kTransition)) return;
    Say(", event ");
    Say(event);
  }

  static bool IsPlain(const Expression& e) {
    return e.kind == ExpressionKind::kTime;
  }

  // Whether it is a clip at a time that stands still.
  bool IsHeld(const Expression& e) const {
    if (e.kind != ExpressionKind::kApply || e.children != 2) return false;
    return m_.expressions[e.first + 1].kind == ExpressionKind::kNumber;
  }

  void Blend(const Expression& e) {
    Noun(e.first, 1);
    Say(" and ");
    Noun(e.first + 1, 1);
    Say(" by ");
    Value(e.first + 3, nullptr, Place::kAlone, 0);
    if (IsPlain(m_.expressions[e.first + 2])) return;
    Say(", both at ");
    Value(e.first + 2, nullptr, Place::kAlone, 0);
  }

  void Noun(ExpressionIndex clip, int depth) {
    if (out_.size() >= most_) return;
    if (depth > kMostNested) {
      Say(kDots);
      return;
    }
    const Expression& e = m_.expressions[clip];
    switch (e.kind) {
      case ExpressionKind::kNoClip:
        Say("nothing");
        return;
      case ExpressionKind::kClipReference:
        Reference(e);
        return;
      case ExpressionKind::kModelClip:
        Say(ModelClipWords(m_.texts[e.text], most_));
        return;
      case ExpressionKind::kApply:
        if (e.children != 2) break;
        Noun(e.first, depth + 1);
        if (IsPlain(m_.expressions[e.first + 1])) return;
        Say(" at ");
        Value(e.first + 1, nullptr, Place::kAlone, 0);
        return;
      case ExpressionKind::kSlerp:
        if (e.children != 4) break;
        Say("(");
        Noun(e.first, depth + 1);
        Say(" and ");
        Noun(e.first + 1, depth + 1);
        Say(")");
        return;
      case ExpressionKind::kTrigger:
        if (e.children != 2) break;
        Noun(e.first, depth + 1);
        return;
      default:
        break;
    }
    Say("?");
  }

  const StateMachine& m_;
  const size_t most_;
  std::string out_;
  int nested_ = 0;  // triggers
};

}  // namespace

std::string ClipWords(const StateMachine& machine, ExpressionIndex clip,
                      size_t most_bytes) {
  Words words(machine, most_bytes);
  words.Clip(clip);
  return words.Take();
}

std::string ValueWords(const StateMachine& machine, ExpressionIndex value,
                       size_t most_bytes) {
  Words words(machine, most_bytes);
  words.Value(value, nullptr, Words::Place::kAlone, 0);
  return words.Take();
}

std::string TriggerWords(const StateMachine& machine, ExpressionIndex value,
                         size_t most_bytes) {
  Words words(machine, most_bytes);
  words.Trigger(value);
  return words.Take();
}

std::string_view ModelClipWords(std::string_view text, size_t most_bytes) {
  if (text.size() > most_bytes) return text.substr(0, most_bytes);
  const size_t at = std::min(text.rfind('@'), text.size());
  const size_t folder = text.substr(0, at).find_last_of("/:");
  return folder == std::string_view::npos ? text : text.substr(folder + 1);
}

}  // namespace clipguard::report
