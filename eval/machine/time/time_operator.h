// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The ten operators of Forge's time values, one value at a time.
//
// All arithmetic is IEEE 754 float32, but for two operations of kFraction. The
// bits of a NaN differ from machine to machine; nobody looks at them, and
// results are given WithOneNan().

#ifndef CLIPGUARD_EVAL_MACHINE_TIME_TIME_OPERATOR_H_
#define CLIPGUARD_EVAL_MACHINE_TIME_TIME_OPERATOR_H_

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace clipguard::eval {

enum class TimeOperator : uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kMin,        // m
  kMax,        // M
  kRoundDown,  // r: to a multiple of the operand
  kRoundUp,    // R
  kFraction,   // f: above that multiple
  kRest,       // F: to the multiple above
};
inline constexpr size_t kTimeOperators =
    static_cast<size_t>(TimeOperator::kRest) + 1;

inline float WithOneNan(float value) {
  return std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
}

// NaN wins over numbers; -0 is less than 0.
inline float JavaMin(float v, float a) {
  if (std::isnan(v)) return v;
  if (v == a) return std::signbit(v) ? v : a;
  return v < a ? v : a;
}

inline float JavaMax(float v, float a) {
  if (std::isnan(v)) return v;
  if (v == a) return std::signbit(v) ? a : v;
  return v > a ? v : a;
}

// The running value v combined with an operand.
inline float ApplyTimeOperator(TimeOperator op, float v, float a) {
  switch (op) {
    case TimeOperator::kAdd:
      return v + a;
    case TimeOperator::kSubtract:
      return v - a;
    case TimeOperator::kMultiply:
      return v * a;
    case TimeOperator::kDivide:
      return v / a;
    case TimeOperator::kMin:
      return JavaMin(v, a);
    case TimeOperator::kMax:
      return JavaMax(v, a);
    case TimeOperator::kRoundDown:
      return std::floor(v / a) * a;
    case TimeOperator::kRoundUp:
      return std::ceil(v / a) * a;
    case TimeOperator::kFraction: {
      // Can be slightly negative: the quotient is rounded before floor().
      const double multiple =
          double{std::floor(v / a)} * static_cast<double>(a);
      return static_cast<float>(static_cast<double>(v) - multiple);
    }
    case TimeOperator::kRest:
      return std::ceil(v / a) * a - v;
  }
  return v;
}

}  // namespace clipguard::eval

#endif  // CLIPGUARD_EVAL_MACHINE_TIME_TIME_OPERATOR_H_
