// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/forge/oracle/time_value_check.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <string>

#include "base/numbers.h"
#include "fuzz/forge/oracle/forge_compare.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/random.h"

namespace clipguard::fuzz {
namespace {

constexpr size_t kMostValues = 12;
// Three blocks, and a few that fill no vector.
constexpr size_t kTimes = 2 * 256 + 5;
constexpr size_t kTimesOneByOne = 24;

// Times at which something happens, and then those of a playing game.
const std::array<float, kTimes>& Times() {
  static const std::array<float, kTimes> times = [] {
    constexpr float kOdd[] = {
        0,          -0.0f,      1,
        -1,         0.5f,       1e-45f,
        -1e-45f,    1e38f,      -1e38f,
        kInfinity,  0.9f,       16777216,
        8388607.5f, -kInfinity, std::numeric_limits<float>::quiet_NaN()};
    Random random(1);
    std::array<float, kTimes> all{};
    for (size_t i = 0; i < kTimes; ++i) {
      all[i] = i < std::size(kOdd) ? kOdd[i]
               : i % 4 == 0        ? ExtremeFloat(random)
                                   : (random.Share() - 0.3f) * 100;
    }
    return all;
  }();
  return times;
}

}  // namespace

SomeInputs::SomeInputs(const forge::StateMachine& m, size_t seed)
    : machine(m), inputs(m), reference(m.inputs.size()) {
  Random random(seed);
  for (size_t i = 0; i < reference.size(); ++i) {
    if (random.OneIn(8)) continue;
    const float value =
        random.OneIn(4) ? ExtremeFloat(random) : random.Share() * 4;
    reference[i] = value;
    CLIPGUARD_CHECK(inputs.Set(m.texts[m.inputs[i]], value));
  }
}

std::vector<forge::ExpressionIndex> TimeValuesOf(
    const forge::StateMachine& machine) {
  using enum forge::ExpressionKind;
  std::vector<forge::ExpressionIndex> all;
  for (const auto& parameter : machine.parameters) {
    all.push_back(parameter.expression);
    if (all.size() == kMostValues) return all;
  }
  for (const forge::Expression& e : machine.expressions) {
    const bool slerp = e.kind == kSlerp;
    if (e.kind == kApply || e.kind == kTrigger) all.push_back(e.first + 1);
    if (slerp) all.push_back(e.first + 2);
    if (slerp) all.push_back(e.first + 3);
    if (all.size() >= kMostValues) break;
  }
  return all;
}

bool CheckOneByOne(const eval::TimeValues& values,
                   forge::ExpressionIndex expression,
                   const SomeInputs& inputs) {
  const auto entry = values.Find(expression);
  CLIPGUARD_CHECK(entry.has_value());
  bool any = false;
  eval::TimeMemo all;
  eval::TimeMemo some(uint64_t{8} << expression % 12);
  for (size_t i = 0; i < kTimesOneByOne; ++i) {
    const float x = Times()[i];
    float y = 0;
    const bool done = values.Evaluate(*entry, x, inputs.inputs, &y);
    const auto expected = eval::EvaluateTimeValue(inputs.machine, expression, x,
                                                  inputs.reference);
    CLIPGUARD_CHECK(done == expected.has_value());
    CLIPGUARD_CHECK(done ? SameBits(y, expected.value_or(0)) : std::isnan(y));
    any |= done;
    // Neither cached values nor a sufficient budget change the result.
    for (eval::TimeMemo* const memo : {&all, &some}) {
      float again = 0;
      const bool same =
          values.Evaluate(*entry, x, inputs.inputs, *memo, &again);
      CLIPGUARD_CHECK(same == (done && !memo->exhausted()));
      CLIPGUARD_CHECK(same ? SameBits(y, again) : std::isnan(again));
    }
  }
  CLIPGUARD_CHECK(!all.exhausted());
  return any;
}

void CheckMany(const eval::TimeValues& values,
               forge::ExpressionIndex expression, const SomeInputs& inputs) {
  const std::span<const float> x = Times();
  std::array<float, kTimes> y{};
  const auto entry = values.Find(expression);
  if (!entry) return;
  const bool done = values.Evaluate(*entry, x, inputs.inputs, y);
  for (size_t i = 0; i < kTimes; ++i) {
    float single = 0;
    CLIPGUARD_CHECK(values.Evaluate(*entry, x[i], inputs.inputs, &single) ==
                    done);
    if (!SameBits(y[i], single)) {
      std::fprintf(stderr, "at %g: %g together, %g alone\n", double{x[i]},
                   double{y[i]}, double{single});
    }
    CLIPGUARD_CHECK(SameBits(y[i], single));
  }
}

void CheckProgram(const eval::TimeValues& values,
                  std::span<const forge::ExpressionIndex> expressions,
                  const SomeInputs& inputs, size_t most) {
  const std::span<const float> x = std::span(Times()).first(kTimesOneByOne);
  std::vector<eval::TimeValues::Entry> entries;
  std::vector<uint8_t> checked;
  for (const forge::ExpressionIndex e : expressions) {
    const auto entry = values.Find(e);
    CLIPGUARD_CHECK(entry.has_value());
    entries.push_back(*entry);
    float y = 0;
    CLIPGUARD_CHECK(
        values.CanEvaluate(entries.back(), inputs.inputs, checked) ==
        values.Evaluate(entries.back(), 0, inputs.inputs, &y));
  }
  const eval::TimeProgram program =
      values.Compile(entries, inputs.inputs, most);
  CLIPGUARD_CHECK(program.values() <= entries.size());
  CLIPGUARD_CHECK(program.ValuesWithin(most) <= program.values());
  std::vector<float> results(program.values() * x.size());
  program.Evaluate(x, results, x.size());
  for (size_t i = 0; i < results.size(); ++i) {
    float y = 0;
    CLIPGUARD_CHECK(values.Evaluate(entries[i / x.size()], x[i % x.size()],
                                    inputs.inputs, &y));
    CLIPGUARD_CHECK(SameBits(results[i], y));
  }
}

}  // namespace clipguard::fuzz
