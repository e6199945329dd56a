// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "eval/machine/time/time_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/memory/work_counter.h"
#include "base/numbers.h"
#include "gtest/gtest.h"
#include "parser/finding.h"
#include "parser/forge/state_machine.h"
#include "testing/bits_hash.h"
#include "testing/guarded_memory.h"

namespace clipguard::eval {
namespace {

using forge::StateMachine;

uint32_t Bits(float value) {
  return std::bit_cast<uint32_t>(WithOneNan(value));
}

StateMachine Machine(const std::string& parameters, const Limits& limits = {}) {
  FindingList findings;
  auto machine = forge::ReadDamagedStateMachine(
      absl::StrCat("{\"parameters\": {", parameters,
                   "}, \"clips\": {\"a\": \"#identity\"}, \"states\": [\"a\"], "
                   "\"transitions\": {}, \"start_state\": \"a\"}"),
      {.limits = limits}, findings);
  EXPECT_TRUE(machine.has_value());
  return machine.has_value() ? *std::move(machine) : StateMachine();
}

std::vector<float> SpecialValues() {
  std::vector<float> all;
  for (const float v : {0.0f,          1e-45f,        1.17549435e-38f,
                        1e-7f,         0.25f,         0.49999997f,
                        0.5f,          0.99999994f,   1.0f,
                        1.5f,          2.0f,          2.5f,
                        3.0f,          100.125f,      4194303.5f,
                        8388607.5f,    8388608.0f,    16777217.0f,
                        2147483520.0f, 2147483648.0f, 1e20f,
                        3.4028235e38f, kInfinity,     kNan}) {
    all.push_back(v);
    all.push_back(-v);
  }
  return all;
}

// A parameter's value; NaN and a failure of the test if it has none.
float Value(const StateMachine& machine, std::string_view name, float x,
            const TimeInputs& inputs) {
  const TimeValues values(machine);
  const auto entry =
      values.Find(machine.parameters[machine.FindParameter(name)].expression);
  float one = 0;
  float many[1] = {x};
  EXPECT_TRUE(entry.has_value() && values.Evaluate(*entry, x, inputs, &one) &&
              values.Evaluate(*entry, many, inputs, many))
      << name;
  EXPECT_EQ(Bits(one), Bits(many[0])) << name;
  return one;
}

TEST(TimeValuesTest, ComputesEveryForm) {
  const StateMachine machine = Machine(
      R"("n": 2.5, "t": "#identity", "r": "#n", "i": "#given", "": 7,
         "e": "#", "c": ["compose", ["+", 1], ["*", 2]],
         "o": ["-/*+", 1, 2, "#identity", "#c"],
         "nested": ["+", ["*", ["-", 1]]],
         "twice": ["compose", "#c", ["compose", "#c", "#o"]])");
  TimeInputs inputs(machine);
  EXPECT_TRUE(inputs.Set("given", -3));
  EXPECT_FALSE(inputs.Set("n", 1));
  const auto at = [&](std::string_view name) {
    return Value(machine, name, 5, inputs);
  };
  EXPECT_EQ(at("n"), 2.5f);
  EXPECT_EQ(at("t"), 5);
  EXPECT_EQ(at("r"), 2.5f);
  EXPECT_EQ(at("i"), -3);
  EXPECT_EQ(at("e"), 7);
  EXPECT_EQ(at("c"), 11);
  EXPECT_EQ(at("o"), (5 - 1) / 2.0f * 5 + 11);
  EXPECT_EQ(at("nested"), 5 + 5 * (5 - 1));
  EXPECT_EQ(at("twice"), (21 * 2 + 1) * 2 + 1);
}

TEST(TimeValuesTest, FailsWhereSomethingIsMissing) {
  const StateMachine machine = Machine(
      R"("unset": ["+", "#given"], "uses": ["+", ["*", "#unset"]],
         "broken": ["+"], "cycle": ["*", "#cycle"], "fine": 1)");
  const TimeValues values(machine);
  TimeInputs inputs(machine);
  for (const StateMachine::Named& p : machine.parameters) {
    const auto entry = values.Find(p.expression);
    ASSERT_TRUE(entry.has_value());
    const bool fine = machine.texts[p.name] == "fine";
    float y = 0;
    std::vector<float> ys(1000);
    EXPECT_EQ(values.Evaluate(*entry, 1, inputs, &y), fine);
    EXPECT_EQ(values.Evaluate(*entry, std::vector<float>(1000), inputs, ys),
              fine);
    if (fine) continue;
    EXPECT_TRUE(std::isnan(y));
    EXPECT_TRUE(std::all_of(ys.begin(), ys.end(),
                            [](float f) { return std::isnan(f); }));
  }
  EXPECT_FALSE(values.Find(machine.clips[0].expression).has_value());
  inputs.Set("given", 2);
  EXPECT_EQ(Value(machine, "uses", 3, inputs), 3 + 3 * (3 + 2));
}

// Also behind a function that can.
TEST(TimeValuesTest, SaysWhatCannotBeEvaluated) {
  const StateMachine machine = Machine(
      R"("inner": ["+", 1], "whole": ["compose", "#inner", "#inner"],
         "cut": ["compose", ["*", "#given"], "#inner"])");
  const TimeValues values(machine);
  TimeInputs inputs(machine);
  for (const bool given : {false, true}) {
    if (given) inputs.Set("given", 2);
    for (const StateMachine::Named& p : machine.parameters) {
      std::vector<uint8_t> checked;
      const auto entry = values.Find(p.expression);
      ASSERT_TRUE(entry.has_value());
      EXPECT_EQ(values.CanEvaluate(*entry, inputs, checked),
                given || machine.texts[p.name] != "cut");
    }
  }
}

TEST(TimeValuesTest, DoesNotRecurse) {
  // 1 + (1 + (1 + ... x)) and f(f(f(...))), a hundred thousand times.
  Limits limits;
  limits.expression_depth = limits.evaluation_steps = 10'000'000;
  std::string parameters = "\"s0\": \"#identity\", \"c0\": [\"+\", 1]";
  for (int i = 1; i <= 100'000; ++i) {
    absl::StrAppend(&parameters, ", \"s", i, "\": [\"*+\", 0, \"#s", i - 1,
                    "\"], \"c", i, "\": [\"compose\", [\"+\", 1], \"#c", i - 1,
                    "\"]");
  }
  const StateMachine machine = Machine(parameters, limits);
  EXPECT_EQ(Value(machine, "s100000", 3, TimeInputs(machine)), 3);
  EXPECT_EQ(Value(machine, "c100000", 3, TimeInputs(machine)), 100'004);
}

TEST(TimeValuesTest, TakesCodeInProportionToTheFile) {
  std::string parameters = "\"p0\": [\"++\", 1, 2]";
  for (int i = 1; i < 16; ++i) {
    absl::StrAppend(&parameters, ", \"p", i, "\": [\"++\", \"#p", i - 1,
                    "\", \"#p", i - 1, "\"]");
  }
  const StateMachine machine = Machine(parameters);
  EXPECT_LT(TimeValues(machine).size(), 200u);
  const TimeInputs inputs(machine);
  EXPECT_EQ(Value(machine, "p1", 1, inputs), 1 + 4 + 4);
  EXPECT_EQ(Value(machine, "p15", 0, inputs), 32768 * 3);
}

// ---- Cost -------------------------------------------------------------------

// "p0": x + 1, and each of the others refers to the one before twice.
std::string Doublings(int count, const std::string& operation) {
  std::string parameters = "\"p0\": [\"+\", 1]";
  for (int i = 1; i <= count; ++i) {
    absl::StrAppend(&parameters, ", \"p", i, "\": [\"", operation, "\", \"#p",
                    i - 1, "\", \"#p", i - 1, "\"]");
  }
  return parameters;
}

uint64_t Work(const auto& what) {
  const uint64_t before = WorkDone();
  what();
  return WorkDone() - before;
}

TEST(TimeValuesCostTest, DoublingsAreComputedOnce) {
  const StateMachine machine = Machine(Doublings(17, "*+"));
  const TimeValues values(machine);
  const TimeInputs inputs(machine);
  const auto entry = values.Find(machine.parameters[17].expression);
  const std::vector<float> x(5000, 0.5f);
  std::vector<float> y(x.size());
  float one = 0;
  // The work is what is visited before anything is remembered, and each
  // parameter once.
  EXPECT_LT(Work([&] { values.Evaluate(*entry, x[0], inputs, &one); }), 1000u);
  EXPECT_LT(Work([&] { values.Evaluate(*entry, x, inputs, y); }), 40'000u);
  for (const float value : y) ASSERT_EQ(Bits(value), Bits(one));
  // Without the chain's own limit, too, which counts without sharing.
  Limits limits;
  limits.evaluation_steps = std::numeric_limits<uint64_t>::max();
  const StateMachine deep = Machine(Doublings(31, "*+"), limits);
  const TimeValues deep_values(deep);
  const auto last = deep_values.Find(deep.parameters[31].expression);
  EXPECT_LT(Work([&] { deep_values.Evaluate(*last, 1, inputs, &one); }), 1000u);
}

TEST(TimeValuesCostTest, ManyShareAChain) {
  std::string parameters = Doublings(17, "*+");
  for (int i = 0; i < 700; ++i) {
    absl::StrAppend(&parameters, ", \"q", i, "\": [\"+\", \"#p17\"]");
  }
  const StateMachine machine = Machine(parameters);
  const TimeValues values(machine);
  const TimeInputs inputs(machine);
  std::vector<TimeValues::Entry> entries;
  std::vector<uint8_t> checked;
  const uint64_t check = Work([&] {
    for (const StateMachine::Named& p : machine.parameters) {
      entries.push_back(*values.Find(p.expression));
      EXPECT_TRUE(values.CanEvaluate(entries.back(), inputs, checked));
    }
  });
  EXPECT_LE(check, values.size());
  TimeProgram program;
  EXPECT_LT(
      Work([&] { program = values.Compile(entries, inputs, size_t{1} << 20); }),
      100'000u);
  ASSERT_EQ(program.values(), entries.size());
  EXPECT_LT(program.size(), 5000u);
  const std::vector<float> x = SpecialValues();
  std::vector<float> table(entries.size() * x.size());
  program.Evaluate(x, table, x.size());
  for (size_t v = 0; v < entries.size(); ++v) {
    for (size_t i = 0; i < x.size(); ++i) {
      float y = 0;
      ASSERT_TRUE(values.Evaluate(entries[v], x[i], inputs, &y));
      ASSERT_EQ(Bits(table[v * x.size() + i]), Bits(y)) << v << " " << x[i];
    }
  }
}

// Instructions, those of what is called and the returns included.
TEST(TimeValuesCostTest, StepsAreCounted) {
  const StateMachine machine =
      Machine(R"("one": 1, "twice": ["*", 2], "sum": ["+", "#twice"])");
  const TimeValues values(machine);
  const auto steps = [&](std::string_view name) {
    TimeMemo memo;
    float y = 0;
    const auto entry =
        values.Find(machine.parameters[machine.FindParameter(name)].expression);
    EXPECT_TRUE(values.Evaluate(*entry, 3, TimeInputs(machine), memo, &y));
    return memo.steps();
  };
  EXPECT_EQ(steps("one"), 2u);
  EXPECT_EQ(steps("twice"), 3u);
  EXPECT_EQ(steps("sum"), 8u);
}

// The second of two clips' values at one time reuses the results of the first.
TEST(TimeValuesCostTest, AMemoLastsFromValueToValue) {
  std::string parameters = Doublings(300, "++");
  for (int i = 0; i < 100; ++i) {
    absl::StrAppend(&parameters, ", \"q", i, "\": [\"+\", \"#p300\"]");
  }
  Limits limits;
  limits.evaluation_steps = std::numeric_limits<uint64_t>::max();
  const StateMachine machine = Machine(parameters, limits);
  const TimeValues values(machine);
  const TimeInputs inputs(machine);
  TimeMemo memo(10'000);
  for (int i = 0; i < 100; ++i) {
    float y = 0;
    const auto entry = values.Find(
        machine.parameters[machine.FindParameter(absl::StrCat("q", i))]
            .expression);
    EXPECT_TRUE(values.Evaluate(*entry, 2, inputs, memo, &y));
  }
  EXPECT_LT(memo.steps(), 5000u);
  TimeMemo small(100);
  float y = 0;
  EXPECT_FALSE(values.Evaluate(*values.Find(machine.parameters[300].expression),
                               2, inputs, small, &y));
  EXPECT_TRUE(small.exhausted());
  EXPECT_TRUE(std::isnan(y));
}

// f(f(x)) has an x of its own for each; what is evaluated at the same one, as
// "#f" and numbers are, is so once.
TEST(TimeValuesCostTest, FunctionsOfFunctions) {
  std::string same = "\"f\": [\"*\", 0.5], \"a\": [\"";
  for (int i = 0; i < 1000; ++i) same += '+';
  same += '"';
  for (int i = 0; i < 1000; ++i) absl::StrAppend(&same, ", ", i);
  same += "]";
  for (int i = 0; i < 1000; ++i) {
    absl::StrAppend(&same, ", \"q", i, "\": [\"compose\", \"#a\", \"#f\"]",
                    ", \"r", i, "\": [\"compose\", \"#a\", 3]");
  }
  const StateMachine machine = Machine(same);
  const TimeValues values(machine);
  const TimeInputs inputs(machine);
  std::vector<TimeValues::Entry> entries;
  for (const StateMachine::Named& p : machine.parameters) {
    entries.push_back(*values.Find(p.expression));
  }
  const TimeProgram program =
      values.Compile(entries, inputs, std::numeric_limits<size_t>::max());
  EXPECT_EQ(program.values(), entries.size());
  EXPECT_LT(program.size(), 20'000u);
  std::string parameters = "\"p0\": [\"+\", 1]";
  for (int i = 1; i <= 12; ++i) {
    absl::StrAppend(&parameters, ", \"p", i, "\": [\"compose\", \"#p", i - 1,
                    "\", \"#p", i - 1, "\"]");
  }
  const StateMachine chain = Machine(parameters);
  const TimeValues chained(chain);
  const auto entry = chained.Find(chain.parameters[12].expression);
  const TimeProgram all = chained.Compile({&*entry, 1}, inputs, 1'000'000);
  ASSERT_EQ(all.values(), 1u);
  EXPECT_EQ(all.StepsFor(1000), all.size() * 63);
  const float x[] = {-5, 0, 7};
  float y[3];
  all.Evaluate(x, y, 3);
  EXPECT_EQ(y[0], 4091);
  EXPECT_EQ(y[2], 4103);
  std::vector<float> xs(300, 1);
  EXPECT_TRUE(chained.Evaluate(*entry, xs, inputs, xs));
  EXPECT_EQ(xs[299], 4097);
  // Less than it takes: none; what came before stays.
  EXPECT_EQ(chained.Compile({&*entry, 1}, inputs, 1000).values(), 0u);
  const TimeValues::Entry two[] = {
      *chained.Find(chain.parameters[2].expression), *entry};
  const TimeProgram first = chained.Compile(two, inputs, 1000);
  ASSERT_EQ(first.values(), 1u);
  EXPECT_EQ(first.ValuesWithin(0), 0u);
  EXPECT_EQ(first.ValuesWithin(first.size() * 2), 1u);
  first.Evaluate(x, y, 3);
  EXPECT_EQ(y[1], 4);
}

TEST(TimeValuesTest, ManyEqualOneByOne) {
  const StateMachine machine = Machine(
      R"("p": ["+-*/mMrRfF", "#identity", 2, "#q", "#in", "#q", -1, 0.3, "#in",
               ["compose", "#q", ["f", 0.7]], 1.1],
         "q": ["compose", ["*f", 3, "#in"], ["-", 0.25]])");
  TimeInputs inputs(machine);
  inputs.Set("in", 0.37f);
  std::mt19937 random(3);
  std::vector<float> xs = SpecialValues();
  while (xs.size() < 3000) {
    xs.push_back(static_cast<float>(random() % 100'000) / 331 - 150);
  }
  BitsHash hash;
  size_t numbers = 0;
  const TimeValues values(machine);
  for (const StateMachine::Named& p : machine.parameters) {
    const auto entry = values.Find(p.expression);
    std::vector<float> ys(xs.size());
    ASSERT_TRUE(values.Evaluate(*entry, xs, inputs, ys));
    for (size_t i = 0; i < xs.size(); ++i) {
      float y = 0;
      ASSERT_TRUE(values.Evaluate(*entry, xs[i], inputs, &y));
      ASSERT_EQ(std::bit_cast<uint32_t>(y), std::bit_cast<uint32_t>(ys[i]))
          << " at " << xs[i];
      numbers += std::isfinite(y);
    }
    hash.Add(ys);
  }
  // The same on every machine and with every compiler.
  EXPECT_EQ(hash.value(), 672117489691241944u);
  EXPECT_GT(numbers, 5000u);
}

}  // namespace
}  // namespace clipguard::eval
