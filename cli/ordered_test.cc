// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/ordered.h"

#include <chrono>
#include <string>
#include <thread>

#include "gtest/gtest.h"

namespace clipguard::cli {
namespace {

TEST(OrderedTest, EmitsInOrder) {
  for (const size_t jobs : {1, 2, 7}) {
    std::string all;
    std::string expected;
    for (int i = 0; i < 300; ++i) expected += std::to_string(i) + " ";
    RunInOrder<std::string>(
        300, jobs,
        [] {
          return [](size_t i) {
            if (i % 13 == 0) {
              std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return std::to_string(i) + " ";
          };
        },
        [&](size_t i, const std::string& text) {
          EXPECT_EQ(text, std::to_string(i) + " ");
          all += text;
          return true;
        });
    EXPECT_EQ(all, expected) << jobs;
  }
}

TEST(OrderedTest, ResultsAwaitingASlowOneAreBounded) {
  size_t emitted = 0;
  RunInOrder<std::string>(
      200, 4,
      [] {
        return [](size_t i) {
          if (i == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
          }
          return std::string(kResultBytesWaiting / 8, 'x');
        };
      },
      [&](size_t, const std::string&) {
        ++emitted;
        return true;
      });
  EXPECT_EQ(emitted, 200u);
}

TEST(OrderedTest, StopsWhenTold) {
  for (const size_t jobs : {1, 4}) {
    size_t emitted = 0;
    RunInOrder<std::string>(
        100000, jobs, [] { return [](size_t) { return std::string("x"); }; },
        [&](size_t, const std::string&) { return ++emitted < 10; });
    EXPECT_EQ(emitted, 10u);
  }
}

TEST(OrderedTest, NothingToDo) {
  RunInOrder<std::string>(
      0, 4, [] { return [](size_t) { return std::string(); }; },
      [](size_t, const std::string&) {
        ADD_FAILURE();
        return true;
      });
}

}  // namespace
}  // namespace clipguard::cli
