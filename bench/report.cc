// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/report.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/evaluator.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

struct Title {
  const char* name;
  const char* text;
};

// The tables, in their order: what the benchmarks PREFIX/CONTESTANT measure.
constexpr Title kTables[] = {
    {"W1", "one curve, 1,000 weighted keys, 1 M ascending times"},
    {"W2", "one curve, 1,000 weighted keys, 1 M times in random order"},
    {"W3", "one curve, 1,000 keys without weights, 1 M ascending times"},
    {"W4_10s", "a pose of 391 curves, 300 weighted keys each, 60 Hz, 10 s"},
    {"W4_60s", "a pose of 391 curves, 300 weighted keys each, 60 Hz, 60 s"},
    {"W5_1", "keys to values once: 1 time a key, weighted"},
    {"W5_4", "keys to values once: 4 times a key, weighted"},
    {"W5_12", "keys to values once: 12 times a key, weighted"},
    {"W5_100", "keys to values once: 100 times a key, weighted"},
    {"W5_1_hermite", "keys to values once: 1 time a key, no weights"},
    {"W5_4_hermite", "keys to values once: 4 times a key, no weights"},
    {"W5_12_hermite", "keys to values once: 12 times a key, no weights"},
    {"W5_100_hermite", "keys to values once: 100 times a key, no weights"},
    {"W6", "keys to values once: 198 recorded curves, 28 keys/s at 60 Hz"},
    {"M3dRead/synthetic", "a character read, made for the purpose"},
    {"M3dRead/soldier", "a character read, the game's soldier"},
    {"ForgeRead/machine-small", "a state machine read, as published ones"},
    {"ForgeRead/machine-large", "the same, 100 states and 1,000 clips"},
    {"ForgeRead/parameters-million", "a state machine read, 1 M parameters"},
    {"ForgeRead/armature-small", "an armature read, as published ones"},
    {"ForgeRead/armature-large", "the same, 20 joints and 50 clips"},
    {"SkeletonPlay", "a skeleton played at 60 Hz, a bone"},
    {"SkeletonSeek", "a skeleton at times at random, a bone"},
    {"Skinning", "a vertex"},
    {"ForgeTime/chain8", "time values: eight operators"},
    {"ForgeTime/rounding8", "time values: eight operators that round"},
    {"ForgeTime/progress", "time values: a published file's progress"},
    {"ForgeTime/compose", "time values: functions of functions"},
    {"ForgeTime/references", "time values: references"},
    {"ColdPose/forward", "cold: a pose of 391 curves at 60 Hz, a curve"},
    {"ColdPose/backward", "cold: the same backwards, a curve"},
    {"ColdPose/random", "cold: the same at times at random, a curve"},
    {"ColdPose/among", "a pose of one of 128 clips in turn, a curve"},
    {"ColdSkeleton/forward", "cold: a skeleton at 60 Hz, a bone"},
    {"ColdSkeleton/backward", "cold: the same backwards, a bone"},
    {"ColdSkeleton/random", "cold: the same at times at random, a bone"},
};

// Ours, but not kernels.
constexpr std::string_view kOurs[] = {"clipguard", "clipguard-json",
                                      "one-by-one", "scalar-fma"};

std::optional<Kernel> KernelNamed(std::string_view name) {
  for (Kernel kernel : {Kernel::kScalar, Kernel::kNeon, Kernel::kSse2,
                        Kernel::kAvx2, Kernel::kAvx512}) {
    if (KernelName(kernel) == name) return kernel;
  }
  return std::nullopt;
}

// Three digits that matter.
std::string Number(double value) {
  if (value >= 9995) return absl::StrFormat("%.0f", value);
  if (value >= 99.95) return absl::StrFormat("%.0f", value);
  if (value >= 9.995) return absl::StrFormat("%.1f", value);
  return absl::StrFormat("%.2f", value);
}

// The measurements of one subject.
struct Group {
  // Kernels, the widest first; then the others, the fastest first.
  std::vector<const Measurement*> rows;
  std::vector<const Measurement*> rivals;  // the fastest first
};

// Groups the measurements whose names begin with the prefix: "W1/".
Group GroupOf(const std::string& prefix, const std::vector<Measurement>& all) {
  const auto name = [&](const Measurement* m) {
    return std::string_view(m->name).substr(prefix.size());
  };
  Group group;
  for (const Measurement& m : all) {
    if (m.name.starts_with(prefix) && !m.ns.empty()) group.rows.push_back(&m);
  }
  std::ranges::sort(group.rows, [&](const auto* a, const auto* b) {
    const auto kernel_a = KernelNamed(name(a));
    const auto kernel_b = KernelNamed(name(b));
    if (kernel_a != kernel_b) return kernel_a > kernel_b;
    return a->PerItem() < b->PerItem();
  });
  for (const Measurement* m : group.rows) {
    if (!KernelNamed(name(m)) &&
        std::ranges::find(kOurs, name(m)) == std::end(kOurs)) {
      group.rivals.push_back(m);
    }
  }
  return group;
}

// The rivals to compare with.
struct Best {
  const Measurement* fastest = nullptr;
  // The fastest of those that keep to 2e-6 or, if none does, of those with the
  // smallest error.
  const Measurement* accurate = nullptr;
};

// Selects the best of some rivals, which are sorted with the fastest first.
Best BestOf(const std::vector<const Measurement*>& rivals) {
  double error = std::numeric_limits<double>::infinity();
  for (const Measurement* m : rivals) error = std::min(error, m->worst_error);
  error = std::max(error, kPromisedError);
  Best best;
  for (const Measurement* m : rivals) {
    if (!best.fastest) best.fastest = m;
    if (!best.accurate && m->worst_error <= error) best.accurate = m;
  }
  return best;
}

std::string Table(const Title& title, const std::vector<Measurement>& all) {
  const std::string prefix = absl::StrCat(title.name, "/");
  const auto [rows, rivals] = GroupOf(prefix, all);
  if (rows.empty()) return "";
  const auto [fastest, accurate] = BestOf(rivals);
  const auto any = [&](double Measurement::* has, double least) {
    return std::ranges::any_of(
        rows, [&](const Measurement* m) { return m->*has > least; });
  };
  const bool bytes = any(&Measurement::bytes, 0);
  const bool errors = any(&Measurement::worst_error, -1);

  std::string text = absl::StrFormat("%s: %s\n\n  %-30s %9s %7s", title.name,
                                     title.text, "", "ns", "spread");
  if (bytes) absl::StrAppendFormat(&text, " %9s", "MB/s");
  if (errors) {
    absl::StrAppendFormat(&text, " %12s %10s", "worst error", "x accurate");
  }
  absl::StrAppendFormat(&text, " %10s\n", "x fastest");
  for (const Measurement* m : rows) {
    absl::StrAppendFormat(&text, "  %-30s %9s %6.1f%%",
                          m->name.substr(prefix.size()), Number(m->PerItem()),
                          100 * m->Spread());
    if (bytes) {
      absl::StrAppendFormat(&text, " %9s",
                            Number(1e3 * m->bytes / m->Median()));
    }
    const auto ratio = [&](const Measurement* rival) {
      absl::StrAppendFormat(&text, " %10s",
                            !rival ? ""
                            : rival == m
                                ? "<-"
                                : Number(rival->PerItem() / m->PerItem()));
    };
    if (errors) {
      absl::StrAppendFormat(&text, " %12.1e", m->worst_error);
      ratio(accurate);
    }
    ratio(fastest);
    absl::StrAppend(&text, "\n");
  }
  return text + "\n";
}

}  // namespace

double MedianOf(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  std::sort(numbers.begin(), numbers.end());
  const size_t middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle]
                                 : (numbers[middle - 1] + numbers[middle]) / 2;
}

double Measurement::Median() const { return MedianOf(ns); }

double Measurement::PerItem() const {
  return items > 0 ? Median() / items : Median();
}

double Measurement::Spread() const {
  if (ns.size() < 2 || !(Median() > 0)) return 0;
  std::vector<double> sorted = ns;
  std::sort(sorted.begin(), sorted.end());
  const size_t quarter = sorted.size() / 4;
  return (sorted[sorted.size() - 1 - quarter] - sorted[quarter]) / Median();
}

std::string Line(const Measurement& m) {
  const double ns = m.Median();
  const std::string time = ns >= 1e6   ? absl::StrCat(Number(ns * 1e-6), " ms")
                           : ns >= 1e3 ? absl::StrCat(Number(ns * 1e-3), " us")
                                       : absl::StrCat(Number(ns), " ns");
  std::string text =
      absl::StrFormat("%-38s %12s %5.1f%%", m.name, time, 100 * m.Spread());
  if (m.items > 0) {
    absl::StrAppendFormat(&text, " %9s ns an item", Number(m.PerItem()));
  }
  if (m.bytes > 0 && ns > 0) {
    absl::StrAppendFormat(&text, " %9s GB/s", Number(m.bytes / ns));
  }
  return text + "\n";
}

std::string Tables(const std::vector<Measurement>& measurements) {
  std::string text;
  for (const Title& title : kTables) text += Table(title, measurements);
  if (!text.empty()) {
    text +=
        "ns: CPU time of one item, median of the repetitions; spread: their "
        "middle half.\nworst error: of curves relative to the larger of a "
        "segment's value range and\nlargest value, of skeletons that of "
        "matrices' elements.\nx accurate, x fastest: how many times faster "
        "than "
        "the fastest rival with a worst\nerror of at most 2e-6 (where there is "
        "none, the most accurate one), and than\nthe fastest of all; <- is "
        "that "
        "rival itself.\n\n";
  }
  return text;
}

}  // namespace clipguard::bench
