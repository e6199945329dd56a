// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "bench/report.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/evaluator.h"
#include "bench/workloads/workloads.h"
#include "parser/mrtk/format.h"
#include "simd/kernel.h"

namespace clipguard::bench {
namespace {

struct Title {
  const char* name;
  const char* text;
};

constexpr Title kWorkloads[] = {
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
};

constexpr Title kClipRows[] = {
    {"BytesToMatrix", "file to 5 minutes at 60 Hz, ms"},
};

constexpr Kernel kClipKernels[] = {Kernel::kAvx512, Kernel::kAvx2,
                                   Kernel::kSse2, Kernel::kScalar};

// Kernels beside rivals; an item is what the title says.
constexpr Title kContests[] = {
    {"SkeletonPlay", "A skeleton played at 60 Hz, a bone"},
    {"SkeletonSeek", "A skeleton at times at random, a bone"},
    {"Skinning", "Skinning, a vertex"},
    {"ForgeTime/chain8", "Time values: eight operators"},
    {"ForgeTime/rounding8", "Time values: eight operators that round"},
    {"ForgeTime/progress", "Time values: a published file's progress"},
    {"ForgeTime/compose", "Time values: functions of functions"},
    {"ForgeTime/references", "Time values: references"},
    {"ColdPose/forward", "Cold: a pose of 391 curves at 60 Hz, a curve"},
    {"ColdPose/backward", "Cold: the same backwards, a curve"},
    {"ColdPose/random", "Cold: the same at times at random, a curve"},
    {"ColdPose/among", "A pose of one of 128 clips in turn, a curve"},
    {"ColdSkeleton/forward", "Cold: a skeleton at 60 Hz, a bone"},
    {"ColdSkeleton/backward", "Cold: the same backwards, a bone"},
    {"ColdSkeleton/random", "Cold: the same at times at random, a bone"},
};
// Ours, but not kernels.
constexpr std::string_view kClipguard = "clipguard";
constexpr std::string_view kOneByOne = "one-by-one";
constexpr std::string_view kScalarFma = "scalar-fma";

constexpr Title kForgeFiles[] = {
    {"machine-small", "a state machine as published ones"},
    {"machine-large", "a state machine, 100 states and 1,000 clips"},
    {"parameters-million", "a state machine, 1 M parameters"},
    {"armature-small", "an armature as published ones"},
    {"armature-large", "an armature, 20 joints and 50 clips"},
};
// The parser that reading a Forge file is compared with.
constexpr std::string_view kJsonRival = "rapidjson-sax";

constexpr Title kForgeSteps[] = {
    {"ForgeMachine/apply", "machine: a step, two events a second"},
    {"ForgeMachine/cold", "machine: a step, all caches cold"},
    {"ForgeMachine/cycle", "machine: a step, four changes of state a second"},
    {"ForgeMachine/transition", "machine: a transition by name"},
    {"ForgeMachine/joint", "machine: a joint's matrix by name"},
    {"ForgePose/joint", "armature: a joint's matrix"},
    {"ForgePose/slerp", "two matrices blended"},
};

constexpr double kFrameAt90Hz = 1e9 / 90;
constexpr size_t kHandCurves = mrtk::kJointCount * mrtk::kPoseCurves;

std::optional<Kernel> KernelNamed(std::string_view name) {
  for (Kernel kernel : {Kernel::kScalar, Kernel::kNeon, Kernel::kSse2,
                        Kernel::kAvx2, Kernel::kAvx512}) {
    if (KernelName(kernel) == name) return kernel;
  }
  return std::nullopt;
}

const Measurement* Find(const std::vector<Measurement>& measurements,
                        const std::string& name) {
  for (const Measurement& m : measurements) {
    if (m.name == name && !m.ns.empty()) return &m;
  }
  return nullptr;
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
    if (KernelNamed(name(m)) || name(m) == kClipguard ||
        name(m) == kScalarFma || name(m) == kOneByOne) {
      continue;
    }
    group.rivals.push_back(m);
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

std::string WorkloadTable(const Title& workload,
                          const std::vector<Measurement>& all) {
  const std::string prefix = absl::StrCat(workload.name, "/");
  const auto [rows, rivals] = GroupOf(prefix, all);
  if (rows.empty()) return "";
  const auto [fastest, accurate] = BestOf(rivals);

  std::string text =
      absl::StrFormat("%s: %s\n\n", workload.name, workload.text);
  absl::StrAppendFormat(&text, "  %-30s %8s %7s %12s %10s %10s\n", "", "ns",
                        "spread", "worst error", "x accurate", "x fastest");
  for (const Measurement* m : rows) {
    const std::string name = m->name.substr(prefix.size());
    absl::StrAppendFormat(&text, "  %-30s %8s %6.1f%% %12.1e", name,
                          Number(m->PerItem()), 100 * m->Spread(),
                          m->worst_error);
    if (KernelNamed(name)) {
      for (const Measurement* rival : {accurate, fastest}) {
        absl::StrAppendFormat(
            &text, " %10s",
            rival ? Number(rival->PerItem() / m->PerItem()) : "");
      }
    } else {
      absl::StrAppend(&text, m == accurate  ? " <- accurate"
                             : m == fastest ? " <- fastest"
                                            : "");
      if (m == accurate && m == fastest) absl::StrAppend(&text, ", fastest");
    }
    absl::StrAppend(&text, "\n");
  }
  return text + "\n";
}

// A row of numbers, one for each kernel, of measurements "PREFIX/KERNEL".
template <typename F>
std::string Row(const std::string& label, const std::vector<Measurement>& all,
                const std::string& prefix, F number) {
  std::string text = absl::StrFormat("  %-36s", label);
  bool any = false;
  for (Kernel kernel : kClipKernels) {
    const Measurement* m =
        Find(all, absl::StrCat(prefix, "/", std::string(KernelName(kernel))));
    any = any || m != nullptr;
    absl::StrAppendFormat(&text, " %9s", m ? Number(number(*m)) : "");
  }
  return any ? text + "\n" : "";
}

std::string ClipTable(const std::vector<Measurement>& all) {
  std::string rows;
  rows += Row("play, ns a channel", all, "W4_10s",
              [](const Measurement& m) { return m.PerItem(); });
  rows += Row(
      "play, thousand poses a second", all, "W4_10s",
      [](const Measurement& m) { return 1e6 / (m.PerItem() * kPoseCurves); });
  rows += Row("play, hands a frame at 90 Hz", all, "W4_10s",
              [](const Measurement& m) {
                return kFrameAt90Hz / (m.PerItem() * kHandCurves);
              });
  for (const char* layout : {"full", "compact"}) {
    for (const Title& row : kClipRows) {
      rows += Row(absl::StrCat(row.text, " (", layout, ")"), all,
                  absl::StrCat(row.name, "/", layout),
                  [](const Measurement& m) { return m.Median() * 1e-6; });
    }
    if (const Measurement* m = Find(all, absl::StrCat("Compile/", layout))) {
      rows += absl::StrFormat("  %-36s %9s  (any kernel)\n",
                              absl::StrCat("compile, ns a key (", layout, ")"),
                              Number(m->PerItem()));
    }
  }
  if (rows.empty()) return "";
  std::string head = absl::StrFormat("  %-36s", "");
  for (Kernel kernel : kClipKernels) {
    absl::StrAppendFormat(&head, " %9s", KernelName(kernel));
  }
  return absl::StrCat("Whole clips\n\n", head, "\n", rows, "\n");
}

// How fast everybody reads characters: we with all checks and without those of
// Validate(), beside rivals that check next to nothing.
std::string CharacterTable(const std::string& subject,
                           const std::vector<Measurement>& all) {
  const std::string prefix = absl::StrCat("M3dRead/", subject, "/");
  const auto speed = [](const Measurement& m) { return m.bytes / m.Median(); };
  auto [rows, rivals] = GroupOf(prefix, all);
  if (rows.empty()) return "";
  const Measurement* fastest = BestOf(rivals).fastest;
  std::ranges::sort(rows, [&](const auto* a, const auto* b) {
    return speed(*a) > speed(*b);
  });
  std::string text =
      absl::StrFormat("Reading characters: %s\n\n  %-14s %9s %7s %9s %10s\n",
                      subject, "", "MB/s", "spread", "validated", "x fastest");
  for (const Measurement* m : rows) {
    const std::string name = m->name.substr(prefix.size());
    const Measurement* checked =
        Find(all, absl::StrCat("M3dReadAndValidate/", subject, "/", name));
    absl::StrAppendFormat(&text, "  %-14s %9s %6.1f%% %9s %10s\n", name,
                          Number(1e3 * speed(*m)), 100 * m->Spread(),
                          checked ? Number(1e3 * speed(*checked)) : "",
                          fastest && m != fastest && checked
                              ? Number(speed(*checked) / speed(*fastest))
                              : "");
  }
  return text + "\n";
}

std::string ContestTable(const Title& contest,
                         const std::vector<Measurement>& all) {
  const std::string prefix = absl::StrCat(contest.name, "/");
  const auto [rows, rivals] = GroupOf(prefix, all);
  if (rows.empty()) return "";
  const Measurement* fastest = BestOf(rivals).fastest;
  std::string text =
      absl::StrFormat("%s\n\n  %-14s %9s %7s %10s\n", contest.text, "", "ns",
                      "spread", "x fastest");
  for (const Measurement* m : rows) {
    absl::StrAppendFormat(&text, "  %-14s %9s %6.1f%% %10s\n",
                          m->name.substr(prefix.size()), Number(m->PerItem()),
                          100 * m->Spread(),
                          m == fastest ? "<- fastest"
                          : fastest ? Number(fastest->PerItem() / m->PerItem())
                                    : "");
  }
  return text + "\n";
}

// How fast everybody reads a Forge file: with all checks, and the JSON alone.
std::string ForgeFileTable(const Title& file,
                           const std::vector<Measurement>& all) {
  const std::string prefix = absl::StrCat("ForgeRead/", file.name, "/");
  std::string rows;
  const Measurement* rival = Find(all, prefix + std::string(kJsonRival));
  for (const char* name :
       {"clipguard", "clipguard-json", "rapidjson-sax", "rapidjson-dom"}) {
    const Measurement* m = Find(all, prefix + name);
    if (!m) continue;
    absl::StrAppendFormat(&rows, "  %-20s %9s %9s %6.1f%% %12s\n", name,
                          Number(1e3 * m->bytes / m->Median()),
                          Number(1e9 / m->PerItem()), 100 * m->Spread(),
                          rival ? Number(m->Median() / rival->Median()) : "");
  }
  if (rows.empty()) return "";
  return absl::StrFormat(
             "Reading Forge files: %s\n\n  %-20s %9s %9s %7s %12s\n", file.text,
             "", "MB/s", "files/s", "spread", "x its time") +
         rows + "\n";
}

std::string ForgeStepTable(const std::vector<Measurement>& all) {
  std::string rows;
  for (const Title& step : kForgeSteps) {
    if (const Measurement* m = Find(all, step.name)) {
      absl::StrAppendFormat(&rows, "  %-48s %9s %6.1f%% %12s\n", step.text,
                            Number(m->PerItem()), 100 * m->Spread(),
                            Number(1e3 / m->PerItem()));
    }
  }
  if (rows.empty()) return "";
  return absl::StrFormat("Forge machines\n\n  %-48s %9s %7s %12s\n", "", "ns",
                         "spread", "M a second") +
         rows + "\n";
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
  for (const Title& workload : kWorkloads) {
    text += WorkloadTable(workload, measurements);
  }
  if (!text.empty()) {
    text +=
        "ns: CPU time of one evaluation, median of the repetitions; spread: "
        "their middle half.\nworst error: relative to the larger of a "
        "segment's value range and largest value.\nx accurate, x fastest: how "
        "many times faster than the fastest rival with a worst\nerror of at "
        "most 2e-6 (where there is none, the most accurate one), and than\nthe "
        "fastest of all.\n\n";
  }
  text += ClipTable(measurements);
  for (const char* subject : {"synthetic", "soldier"}) {
    text += CharacterTable(subject, measurements);
  }
  std::string forge;
  for (const Title& file : kForgeFiles) {
    forge += ForgeFileTable(file, measurements);
  }
  if (!forge.empty()) {
    text += forge + "x its time: of " + std::string(kJsonRival) +
            ", which reads the JSON and does nothing\nwith it.\n\n";
  }
  for (const Title& contest : kContests) {
    text += ContestTable(contest, measurements);
  }
  text += ForgeStepTable(measurements);
  return text;
}

}  // namespace clipguard::bench
