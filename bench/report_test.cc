// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clipguard::bench {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Measurement Measure(const char* name, std::vector<double> ns, double items,
                    double error) {
  return {.name = name,
          .ns = std::move(ns),
          .items = items,
          .bytes = 0,
          .worst_error = error};
}

TEST(MeasurementTest, Medians) {
  EXPECT_EQ(MedianOf({}), 0);
  EXPECT_EQ(MedianOf({3, 1, 2}), 2);
  EXPECT_EQ(MedianOf({4, 1, 2, 3}), 2.5);
  const Measurement m = Measure("a", {9, 10, 11, 10, 100}, 5, 0);
  EXPECT_EQ(m.Median(), 10);
  EXPECT_EQ(m.PerItem(), 2);
  EXPECT_DOUBLE_EQ(m.Spread(), 0.1);
}

TEST(TablesTest, NothingOfTheKind) {
  EXPECT_EQ(Tables({}), "");
  EXPECT_EQ(Tables({Measure("MrtkParse/full", {1}, 0, -1)}), "");
}

TEST(TablesTest, RatiosToTheBestRivals) {
  const std::string text = Tables({
      Measure("W1/avx512", {30, 31, 29}, 100, 6e-7),
      Measure("W1/slow-but-exact/cursor", {3000}, 100, 1e-8),
      Measure("W1/fast-but-wrong/cursor", {900}, 100, 1e-2),
      Measure("W1/fast-but-wrong/search", {1200}, 100, 1e-2),
  });
  EXPECT_THAT(text, HasSubstr("W1: one curve"));
  EXPECT_THAT(text, HasSubstr("      100       30.0\n"));
  EXPECT_THAT(text, HasSubstr("1.0e-08         <-       0.30\n"));
  EXPECT_THAT(text, HasSubstr("1.0e-02       3.33         <-\n"));
  EXPECT_THAT(text, Not(HasSubstr("W2")));
}

TEST(TablesTest, WithoutRivals) {
  EXPECT_THAT(Tables({Measure("W2/scalar", {30}, 10, 6e-7)}),
              HasSubstr("3.00"));
}

TEST(TablesTest, WhatIsKnownOfATable) {
  Measurement read =
      Measure("ForgeRead/machine-small/clipguard", {4000}, 1, -1);
  read.bytes = 1000;
  Measurement rival = read;
  rival.name = "ForgeRead/machine-small/rapidjson-sax";
  rival.ns = {2500};
  const std::string text = Tables({
      read,
      rival,
      Measure("ForgeTime/chain8/one-by-one", {50'000}, 1000, -1),
      Measure("ForgeTime/chain8/tree-virtual", {30'000}, 1000, -1),
      Measure("ForgeTime/chain8/clipguard", {2'000}, 1000, -1),
      Measure("SkeletonPlay/scalar", {500}, 100, -1),
  });
  EXPECT_THAT(text, HasSubstr("a state machine read, as published ones\n"));
  EXPECT_THAT(text, HasSubstr("4000    0.0%       250       0.62\n"));
  EXPECT_THAT(text, HasSubstr("time values: eight operators\n"));
  EXPECT_THAT(text, HasSubstr("2.00    0.0%       15.0\n"));
  EXPECT_THAT(text, HasSubstr("50.0    0.0%       0.60\n"));
  EXPECT_THAT(text, HasSubstr("30.0    0.0%         <-\n"));
  EXPECT_THAT(text, HasSubstr("a skeleton played at 60 Hz"));
  EXPECT_THAT(text, HasSubstr("5.00    0.0%           \n"));
  EXPECT_THAT(text, Not(HasSubstr("Skinning")));
}

TEST(LineTest, Units) {
  Measurement m = Measure("name", {2'000'000}, 1000, -1);
  m.bytes = 4e6;
  EXPECT_THAT(Line(m), HasSubstr("2.00 ms"));
  EXPECT_THAT(Line(m), HasSubstr("2000 ns an item"));
  EXPECT_THAT(Line(m), HasSubstr("2.00 GB/s"));
}

}  // namespace
}  // namespace clipguard::bench
