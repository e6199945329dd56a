// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/naive_time_values.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

namespace clipguard::fuzz {
namespace {

using forge::Expression;
using forge::ExpressionKind;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

float Combine(char op, float v, float a) {
  // Rounded before it is made whole.
  const float ratio = v / a;
  const double down = std::floor(double{ratio});
  const double up = std::ceil(double{ratio});
  switch (op) {
    case '+':
      return v + a;
    case '-':
      return v - a;
    case '*':
      return v * a;
    case '/':
      return ratio;
    case 'm':
    case 'M': {
      if (std::isnan(v) || std::isnan(a)) return kNan;
      const bool v_is_less =
          v != a ? v < a : std::signbit(v) && !std::signbit(a);
      return v_is_less == (op == 'm') ? v : a;
    }
    case 'r':
      return static_cast<float>(down) * a;
    case 'R':
      return static_cast<float>(up) * a;
    case 'f':
      return static_cast<float>(double{v} - down * double{a});
    default:
      return static_cast<float>(up) * a - v;
  }
}

}  // namespace

std::optional<float> EvaluateNaively(const forge::StateMachine& machine,
                                     forge::ExpressionIndex expression, float x,
                                     const NaiveInputs& inputs) {
  if (expression == forge::kNowhere) return std::nullopt;
  const Expression& e = machine.expressions[expression];
  switch (e.kind) {
    case ExpressionKind::kNumber:
      return e.number;
    case ExpressionKind::kTime:
      return x;
    case ExpressionKind::kInput:
      return inputs[e.first];
    case ExpressionKind::kParameter:
      return EvaluateNaively(machine, e.first, x, inputs);
    case ExpressionKind::kCompose: {
      const auto f = EvaluateNaively(machine, e.first + 1, x, inputs);
      return f ? EvaluateNaively(machine, e.first, *f, inputs) : f;
    }
    case ExpressionKind::kOperators: {
      const std::string_view operators = machine.texts[e.text];
      float v = x;
      for (size_t i = 0; i < operators.size(); ++i) {
        const auto operand = static_cast<forge::ExpressionIndex>(e.first + i);
        const auto a = EvaluateNaively(machine, operand, x, inputs);
        if (!a) return std::nullopt;
        v = Combine(operators[i], v, *a);
      }
      return v;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace clipguard::fuzz
