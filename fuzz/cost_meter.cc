// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost_meter.h"

#include <time.h>

#include <string_view>

#include "fuzz/operation_counter.h"
#include "parser/allocation_counter.h"

namespace clipguard::fuzz {
namespace {

#if defined(__OPTIMIZE__) && !defined(FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION)
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

}  // namespace

Cost MeasureCost(absl::FunctionRef<uint64_t()> work) {
  Cost cost;
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

std::string Excess(const Cost& cost, size_t bytes, const CostRule& rule) {
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
  return twice.operations * 100 > once.operations * rule.growth_percent ||
         twice.written * 100 > once.written * rule.growth_percent;
}

std::string FastGrowth(std::span<const Cost> costs, const CostRule& rule) {
  if (costs.size() < 3) return "";
  const auto last = costs.last(3);
  const auto grows = [&](uint64_t Cost::* part, uint64_t spare) {
    return last[2].*part > spare &&
           last[2].*part * 100 > last[1].*part * rule.growth_percent &&
           last[1].*part * 100 > last[0].*part * rule.growth_percent;
  };
  const auto says = [&](std::string_view what, uint64_t Cost::* part) {
    std::string text(what);
    text += " for twice the size, and again:";
    for (const Cost& cost : last) text += " " + std::to_string(cost.*part);
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
