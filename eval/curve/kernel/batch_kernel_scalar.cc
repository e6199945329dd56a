// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// The batch evaluator's mathematics, for one time after the other. The vector
// versions (eval/curve/kernel/batch_kernel_vector.inc) do exactly these
// operations.

#include <math.h>

#include "eval/curve/kernel/batch_kernel.h"

namespace clipguard::eval {
namespace {

float FloatOfBits(int32_t bits) { return __builtin_bit_cast(float, bits); }
int32_t BitsOf(float value) { return __builtin_bit_cast(int32_t, value); }

// `from` minus the bits, which wraps as it does in the vector kernels: keys may
// be so bad that numbers here are negative.
int32_t BitsFrom(uint32_t from, float value) {
  return static_cast<int32_t>(from - static_cast<uint32_t>(BitsOf(value)));
}

// Three guesses that read a float's bits as what they nearly are: its
// logarithm to base 2, scaled by 2^23 and shifted. A root is then a division
// and a reciprocal a change of sign. The constants are those that make the
// largest relative error the least, or serve the solver best.

// cbrt(x) within 4 %. The multiplication is done in float: 24 bits are plenty.
float RoughCubeRoot(float x) {
  return FloatOfBits(static_cast<int32_t>(
      fmaf(static_cast<float>(BitsOf(x)), 1.0f / 3, 708741440.0f)));
}

// sqrt(x) within 4 %.
float RoughSquareRoot(float x) {
  return FloatOfBits((BitsOf(x) >> 1) + 0x1FBD1DF5);
}

// 1/x within 13 %.
float RoughReciprocal(float x) { return FloatOfBits(BitsFrom(0x7EF311C0, x)); }

// u - numerator / denominator, the quotient within 0.2 %: a rough reciprocal
// and one step of Newton's method, whose constants share out the error to both
// sides. Division is exact, slow, and more than these corrections need.
float Step(float u, float numerator, float denominator) {
  const float rough = FloatOfBits(BitsFrom(0x7EF33400, denominator));
  const float refine = fmaf(-denominator, rough, 2.00128007f);
  return fmaf(-(numerator * rough), refine, u);
}

// The u, up to about 1/2, at which c1 u + c2 u^2 + c3 u^3 = s.
float SolveForParameter(float c1, float c2, float s) {
  const float c3 = 1.0f - (c1 + c2);

  // The guess treats x as a quadratic whose last coefficient, c2 + c3 u, is
  // right near the cube root of s. With c1 = c2 = 0 that root is the solution;
  // with c3 = 0 any is as good.
  const float half_c1 = c1 * 0.5f;
  float root = RoughCubeRoot(s);
  root = root < 0.5f ? root : 0.5f;
  const float discriminant = fmaf(fmaf(c3, root, c2), s, half_c1 * half_c1);
  float u = s * RoughReciprocal(RoughSquareRoot(fabsf(discriminant)) + half_c1);

  // One step of Halley's method. By Horner's scheme, extended:
  // x(u) - s = excess, x'(u) = slope, x''(u) / 2 = curvature.
  float b2 = fmaf(c3, u, c2);
  float e2 = fmaf(c3, u, b2);
  float b1 = fmaf(b2, u, c1);
  const float curvature = fmaf(c3, u, e2);
  float slope = fmaf(e2, u, b1);
  float excess = fmaf(b1, u, -s);
  const float bend = excess * curvature;
  u = Step(u, excess * slope, fmaf(slope, slope, -bend));

  // And one of Newton's.
  b2 = fmaf(c3, u, c2);
  e2 = fmaf(c3, u, b2);
  b1 = fmaf(b2, u, c1);
  slope = fmaf(e2, u, b1);
  excess = fmaf(b1, u, -s);
  return Step(u, excess, slope);
}

// The value of a record that holds since `start`. The formulas are explained
// in eval/curve/kernel/curve_record.h.
float Evaluate(const CurveRecord& record, float start, float time) {
  const float from_left = (time - start) * record.rate;
  const float middle = fmaf(record.w1 - record.w2, 0.375f, 0.5f);
  const bool mirrored = from_left >= middle;

  // Everything from the nearer end. Exchanging the ends changes the signs of
  // the difference between them and of the third derivative.
  const float s = mirrored ? (record.end - time) * record.rate : from_left;
  const float a = mirrored ? record.w2 : record.w1;
  const float b = mirrored ? record.w1 : record.w2;
  const float e0 = mirrored ? record.right : record.left;
  const float e1 = mirrored ? record.fall : record.rise;
  const float rising = record.right - record.left;
  const float third = fmaf(rising, -2.0f, record.rise - record.fall);
  const float e3 = mirrored ? -third : third;
  const float e2 = ((mirrored ? -rising : rising) - e1) - e3;

  float u = s;
  if (!(record.w1 < 0)) {  // not cubic in time
    const float c1 = a * 3.0f;
    const float c2 = fmaf(a, -6.0f, fmaf(b, -3.0f, 3.0f));
    u = SolveForParameter(c1, c2, s);
  }
  return fmaf(fmaf(fmaf(e3, u, e2), u, e1), u, e0);
}

void Find(const BucketTable& table, const RecordSpan& curve, const float* times,
          uint32_t* index, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    float part = (times[i] - table.begin) * table.scale;
    part = part > 0 ? part : 0;
    part = part < table.buckets ? part : table.buckets;
    uint32_t k = table.first[static_cast<int32_t>(part)];
    while (times[i] >= curve.starts[k + 1]) ++k;
    index[i] = k;
  }
}

void FindAscending(const RecordSpan& curve, size_t first, const float* times,
                   uint32_t* index, size_t count) {
  auto k = static_cast<uint32_t>(first);
  for (size_t i = 0; i < count; ++i) {
    while (times[i] >= curve.starts[k + 1]) ++k;
    index[i] = k;
  }
}

void EvaluateMany(const RecordSpan& curve, bool /*cubic_in_time*/,
                  const uint32_t* index, const float* times, float* values,
                  size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const uint32_t k = index[i];
    values[i] = Evaluate(curve.records[k], curve.starts[k], times[i]);
  }
}

void EvaluateAscending(const RecordSpan& curve, size_t first,
                       const float* times, float* values, size_t count) {
  size_t k = first;
  for (size_t i = 0; i < count; ++i) {
    while (times[i] >= curve.starts[k + 1]) ++k;
    const CurveRecord& record = curve.records[k];
    // A constant, also where the time since its start is infinite.
    values[i] = record.rate == 0 ? record.left
                                 : Evaluate(record, curve.starts[k], times[i]);
  }
}

void EvaluatePose(const CurveRecord* records, const float* starts,
                  bool /*cubic_in_time*/, float time, float* values,
                  size_t count) {
  for (size_t i = 0; i < count; ++i) {
    values[i] = Evaluate(records[i], starts[i], time);
  }
}

bool Ascends(const float* times, size_t count) {
  bool ascends = count == 0 || times[0] == times[0];
  for (size_t i = 1; i < count; ++i) ascends &= times[i - 1] <= times[i];
  return ascends;
}

size_t FindNan(const float* values, size_t from, size_t count) {
  while (from < count && values[from] == values[from]) ++from;
  return from;
}

}  // namespace

const BatchKernel BatchKernel::kScalar = {
    .name = "scalar",
    .find = Find,
    .find_ascending = FindAscending,
    .evaluate = EvaluateMany,
    .evaluate_ascending = EvaluateAscending,
    .evaluate_pose = EvaluatePose,
    .ascends = Ascends,
    .find_nan = FindNan,
};

}  // namespace clipguard::eval
