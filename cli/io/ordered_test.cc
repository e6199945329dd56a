// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "cli/io/ordered.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
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

// Who has nothing to do sleeps, and is not woken to find that out: not by each
// result, as often as there are threads.
TEST(OrderedTest, AResultWakesOneThreadAtMost) {
  constexpr size_t kCount = 5000;
  constexpr size_t kJobs = 64;
  size_t emitted = 0;
  const OrderedCounts counts = RunInOrder<std::string>(
      kCount, kJobs, [] { return [](size_t) { return std::string("x"); }; },
      [&](size_t, const std::string&) {
        // Slower than the work, so that the threads have to wait.
        if (++emitted % 4 == 0) {
          std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
        return true;
      });
  EXPECT_EQ(emitted, kCount);
  EXPECT_EQ(counts.threads, kJobs - 1);
  EXPECT_GT(counts.sleeps, 0u);
  EXPECT_LE(counts.sleeps, kCount + kJobs);
}

TEST(OrderedTest, WorkIsNeverFarAhead) {
  std::mutex mutex;
  size_t emitted = 0;
  size_t furthest = 0;
  RunInOrder<std::string>(
      5000, 8,
      [&] {
        return [&](size_t i) {
          const std::lock_guard lock(mutex);
          furthest = std::max(furthest, i - std::min(i, emitted));
          return std::string("x");
        };
      },
      [&](size_t i, const std::string&) {
        const std::lock_guard lock(mutex);
        emitted = i + 1;
        return true;
      });
  EXPECT_EQ(emitted, 5000u);
  EXPECT_LT(furthest, kResultsWaiting);
}

class Fault : public std::exception {};

TEST(OrderedTest, WhatIsThrownReachesTheCaller) {
  for (const size_t jobs : {1, 2, 16}) {
    for (const size_t where : {0, 77, 4999}) {
      size_t emitted = 0;
      const auto emit = [&](size_t i, const std::string&) {
        EXPECT_EQ(i, emitted);
        ++emitted;
        return true;
      };
      EXPECT_THROW(RunInOrder<std::string>(
                       5000, jobs,
                       [where] {
                         return [where](size_t i) {
                           if (i == where) throw Fault();
                           return std::string("x");
                         };
                       },
                       emit),
                   Fault);
      EXPECT_LE(emitted, where);
      const auto emit_or_throw = [&](size_t i, const std::string&) {
        if (i == where) throw Fault();
        return true;
      };
      EXPECT_THROW(RunInOrder<std::string>(
                       5000, jobs,
                       [] { return [](size_t) { return std::string("x"); }; },
                       emit_or_throw),
                   Fault);
    }
    using Work = std::function<std::string(size_t)>;
    EXPECT_THROW(RunInOrder<std::string>(
                     5000, jobs, []() -> Work { throw Fault(); },
                     [](size_t, const std::string&) { return true; }),
                 Fault);
  }
}

// A worker that waits for an earlier one hears of the end, wherever the fault
// is: in a worker that is made, in work, or in emit().
TEST(OrderedTest, WhoWaitsForOthersHearsOfTheEnd) {
  using Work = std::function<std::string(size_t)>;
  for (const int place : {0, 1, 2}) {
    std::mutex mutex;
    std::condition_variable changed;
    bool waits = false;
    bool over = false;
    const auto until = [&](bool& what) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return what; });
    };
    const auto set = [&](bool& what) {
      const std::lock_guard lock(mutex);
      what = true;
      changed.notify_all();
    };
    std::atomic<int> workers = 0;
    EXPECT_THROW(RunInOrder<std::string>(
                     3, 3,
                     [&]() -> Work {
                       if (place == 0 && workers++ == 2) {
                         until(waits);
                         throw Fault();
                       }
                       return [&](size_t i) {
                         if (i == 1) {
                           set(waits);
                           until(over);
                         } else {
                           until(waits);
                           if (place == 1) throw Fault();
                         }
                         return std::string("x");
                       };
                     },
                     [&](size_t i, const std::string&) {
                       if (place == 2 && i == 0) throw Fault();
                       return true;
                     },
                     [&] { set(over); }),
                 Fault);
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
