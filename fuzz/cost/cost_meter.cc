// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost/cost_meter.h"

#include <time.h>

#include <string_view>

#include "fuzz/cost/operation_counter.h"
#include "testing/allocation_counter.h"
#include "testing/sanitizers.h"

namespace clipguard::fuzz {
namespace {

#if defined(__OPTIMIZE__) && !CLIPGUARD_SANITIZED && \
    !defined(FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
constexpr uint64_t kSlowness = 1;
#else
// Sanitizers, and a fuzzer that looks on.
constexpr uint64_t kSlowness = 20;
#endif

// Processor time of this thread: what others do meanwhile does not count.
uint64_t Nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<uint64_t>(now.tv_nsec);
}

std::string Says(std::string_view what, uint64_t is, uint64_t allowed) {
  if (is <= allowed) return "";
  std::string text(what);
  text += ": " + std::to_string(is) + ", allowed " + std::to_string(allowed);
  return text;
}

using Part = uint64_t Cost::*;

// Compares what a byte costs.
bool GrowsFast(const Cost& once, const Cost& twice, Part part,
               const CostRule& rule) {
  const auto a = static_cast<double>(once.*part);
  const auto b = static_cast<double>(twice.*part);
  return b * 100 * static_cast<double>(once.bytes) >
         a * static_cast<double>(rule.growth_percent) *
             static_cast<double>(twice.bytes);
}

// Compares what a byte costs that `c` has more than `b`, and `b` than `a`.
bool AddsFast(const Cost& a, const Cost& b, const Cost& c, Part part,
              uint64_t percent) {
  if (a.bytes >= b.bytes || b.bytes >= c.bytes || a.*part >= b.*part) {
    return false;
  }
  const auto first = static_cast<double>(b.*part - a.*part);
  const auto second =
      static_cast<double>(c.*part) - static_cast<double>(b.*part);
  return second * 100 * static_cast<double>(b.bytes - a.bytes) >
         first * static_cast<double>(percent) *
             static_cast<double>(c.bytes - b.bytes);
}

}  // namespace

Cost MeasureCost(size_t bytes, absl::FunctionRef<uint64_t()> work) {
  Cost cost;
  cost.bytes = bytes;
  const int64_t peak = StartPeak();
  const uint64_t allocations = AllocationCount();
  const uint64_t operations = Operations();
  const uint64_t start = Nanoseconds();
  cost.written = work();
  cost.nanoseconds = Nanoseconds() - start;
  cost.operations = Operations() - operations;
  cost.allocations = AllocationCount() - allocations;
  cost.peak_bytes = PeakBytesSince(peak);
  return cost;
}

std::string Excess(const Cost& cost, const CostRule& rule) {
  const size_t bytes = cost.bytes;
  const auto first = [](std::string a, std::string b) {
    return a.empty() ? b : a;
  };
  std::string says =
      first(Says("bytes written", cost.written, rule.written.For(bytes)),
            Says("bytes in use", cost.peak_bytes, rule.peak_bytes.For(bytes)));
  says = first(says, Says("operations", cost.operations,
                          rule.operations.For(bytes) +
                              rule.operations_per_written * cost.written));
  return first(says, Says("nanoseconds", cost.nanoseconds,
                          kSlowness * rule.nanoseconds.For(bytes)));
}

bool GrowsFast(const Cost& once, const Cost& twice, const CostRule& rule) {
  return GrowsFast(once, twice, &Cost::operations, rule) ||
         GrowsFast(once, twice, &Cost::written, rule);
}

bool KeepsGrowing(std::span<const Cost> costs, const CostRule& rule) {
  if (costs.size() < 3) return true;
  const auto last = costs.last(3);
  const auto adds = [&](Part part) {
    return AddsFast(last[0], last[1], last[2], part, rule.watched_percent);
  };
  return GrowsFast(last[1], last[2], rule) || adds(&Cost::operations) ||
         adds(&Cost::written);
}

std::string FastGrowth(std::span<const Cost> costs, const CostRule& rule) {
  if (costs.size() < 4) return "";
  const auto last = costs.last(4);
  const auto grows = [&](Part part, uint64_t spare) {
    return last[3].*part > spare &&
           AddsFast(last[1], last[2], last[3], part, rule.added_percent) &&
           AddsFast(last[0], last[1], last[2], part, rule.added_percent);
  };
  const auto says = [&](std::string_view what, Part part) {
    std::string text(what);
    text += " grow faster than the input:";
    for (const Cost& cost : last) {
      text += " " + std::to_string(cost.*part);
      text += " for " + std::to_string(cost.bytes) + ",";
    }
    text.pop_back();
    return text;
  };
  if (grows(&Cost::operations, rule.operations.spare)) {
    return says("operations", &Cost::operations);
  }
  if (grows(&Cost::written, rule.written.spare)) {
    return says("bytes written", &Cost::written);
  }
  return "";
}

}  // namespace clipguard::fuzz
