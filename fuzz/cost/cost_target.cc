// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

#include "fuzz/cost/cost_target.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/text_of.h"
#include "cli/clipguard.h"
#include "cli/io/environment.h"
#include "fuzz/cost/cost_meter.h"
#include "fuzz/cost/cost_reward.h"
#include "fuzz/shared/check.h"
#include "fuzz/shared/property.h"

namespace clipguard::fuzz {
namespace {

// Sizes in bytes at which stretching begins, and ends.
constexpr size_t kFirstStretch = 8 * 1024;
// One input in so many is stretched; one of so many of these far.
constexpr uint32_t kStretched = 4;
constexpr uint32_t kFar = 16;
constexpr size_t kFarStretch = 64 * 1024;
constexpr size_t kLastStretch = 512 * 1024;

// Limits of all commands: budgets of which one input cannot use much.
constexpr char kSmallLimits[] =
    " --limit=evaluation-steps=32k --limit=request-steps=32k"
    " --limit=step-bytes=64k --limit=graph-bytes=64k"
    " --limit=result-bytes=64k --limit=findings-kept=100";

// An armature for a machine that came without one.
constexpr std::string_view kOtherArmature =
    R"({"joints":{"lid":{"1":[1]}},"clips":{"lid":{"loop":true,)"
    R"("joint_clips":{"lid":[{"variable":"angle","type":"uniform",)"
    R"("interpolation":"linear","samples":[0,90]}]},"events":{"0.5":"e"}}}})";

constexpr std::string_view kScript = R"({"apply": 0}
{"set": {"input": 0.5, "click_time": 0.25, "open_speed": 1, "progress": 0.5}}
{"apply": 0.5}
{"transition": "open"}
{"transition": "a"}
{"apply": 1}
)";

// A replay gives a seed to one command in so many; with CLIPGUARD_FUZZ_EVERY,
// to each of them, as an engine does, and stretches each seed.
constexpr uint32_t kReplayed = 8;
bool ReplaysEvery() {
  static const bool every =
      kReplays && std::getenv("CLIPGUARD_FUZZ_EVERY") != nullptr;
  return every;
}

// Which way an input is stretched, and for which command: the same on every
// machine.
uint32_t Fnv1a(std::string_view text) {
  uint32_t hash = 2166136261;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619;
  }
  return hash;
}

void Check(bool done) { CLIPGUARD_CHECK(done); }

int MemoryFile(const char* name, std::string_view text) {
  const int file = memfd_create(name, MFD_CLOEXEC);
  Check(file >= 0);
  Check(write(file, text.data(), text.size()) ==
        static_cast<ssize_t>(text.size()));
  return file;
}

// So many times what `each` gives for a number.
template <typename Each>
std::string Repeated(size_t times, Each each) {
  std::string text;
  for (size_t i = 0; i < times; ++i) {
    text += i == 0 ? "" : ",\n";
    text += each(std::to_string(i));
  }
  return text;
}

std::string Model() {
  return "{\"elements\":[" +
         Repeated(300,
                  [](const std::string& i) {
                    return "{\"from\":[0,0,0],\"to\":[1," + i + ",1]}";
                  }) +
         "]}";
}

std::string Baseline() {
  return "{\"clipguard\":\"baseline\",\"version\":1,\"findings\":[\n" +
         Repeated(100,
                  [](const std::string& i) {
                    return "{\"file\":\"input\",\"code\":\"TEXTURE_MISSING\","
                           "\"path\":\"a." +
                           i + "\",\"count\":1}";
                  }) +
         "\n]}\n";
}

std::string Config() {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "[[override]]\npaths = [\"**/a" + std::to_string(i) +
            "/**\"]\nignore = [\"TEXTURE_MISSING\"]\n";
  }
  return text;
}

// A folder with one armature, and with many textures of one name, removed at
// the program's end; of a program that aborts it stays behind among the
// temporary files.
class Resources {
 public:
  Resources() {
    std::error_code error;
    std::string name =
        std::filesystem::temp_directory_path(error) / "clipguard-XXXXXX";
    Check(!error && mkdtemp(name.data()) != nullptr);
    folder_ = name;
    file_ = name + "/example/armatures/block/chest.json";
    std::filesystem::create_directories(
        std::filesystem::path(file_).parent_path(), error);
    Check(!error);
    // GrowM3d() names some of them.
    for (int i = 0; i < 300; ++i) {
      const std::string place = textures() + "/d" + std::to_string(i) + "/x/y";
      std::filesystem::create_directories(place, error);
      Check(!error);
      std::ofstream(place + "/t.png") << "none";
    }
  }
  Resources(const Resources&) = delete;
  Resources& operator=(const Resources&) = delete;
  ~Resources() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  const std::string& folder() const { return folder_; }
  std::string textures() const { return folder_ + "/textures"; }

  void Write(std::string_view armature) {
    if (armature == written_ && wrote_) return;
    std::ofstream(file_, std::ios::binary) << armature;
    written_ = armature;
    wrote_ = true;
  }

 private:
  std::string folder_;
  std::string file_;
  std::string written_;
  bool wrote_ = false;
};

std::string PathOf(int file) { return "/proc/self/fd/" + std::to_string(file); }

// The file with its first digit from the middle on changed, or the last bit of
// a byte there: mostly it stays readable.
std::string Changed(std::string_view file) {
  std::string changed(file);
  if (changed.empty()) return changed;
  const size_t middle = changed.size() / 2;
  const size_t digit = changed.find_first_of("0123456789", middle);
  const size_t at = digit == std::string::npos ? middle : digit;
  changed[at] = static_cast<char>(changed[at] ^ 1);
  return changed;
}

// A file that is always the same, and that commands name by a word.
struct CommonFile {
  std::string word;
  std::string text;
  int file = MemoryFile(word.c_str(), text);
};

const std::vector<CommonFile>& CommonFiles() {
  static const std::vector<CommonFile> files = {
      {"SCRIPT", std::string(kScript)},
      {"MODEL", Model()},
      {"CONFIG", Config()},
      {"BASELINE", Baseline()}};
  return files;
}

// The command with limits and the input.
std::string WordsOf(const CostCommand& command) {
  return absl::StrCat(std::string(command.words), kSmallLimits, " -");
}

// `places`: what words, or their ends, are replaced by.
std::vector<std::string> Arguments(
    const std::string& words,
    const std::vector<std::pair<std::string, std::string>>& places) {
  std::vector<std::string> args = absl::StrSplit(words, ' ');
  for (std::string& word : args) {
    for (const auto& [name, place] : places) {
      if (word.ends_with(name)) {
        word.replace(word.size() - name.size(), std::string::npos, place);
      }
    }
  }
  return args;
}

void PrintCost(const std::string& words, size_t bytes, const Cost& cost) {
  std::fprintf(stderr,
               "cost of %zu bytes: %llu operations, %llu bytes in use, "
               "%llu allocations, %llu written, %llu ns: %s\n",
               bytes, static_cast<unsigned long long>(cost.operations),
               static_cast<unsigned long long>(cost.peak_bytes),
               static_cast<unsigned long long>(cost.allocations),
               static_cast<unsigned long long>(cost.written),
               static_cast<unsigned long long>(cost.nanoseconds),
               words.c_str());
}

// Counts what is written, and keeps none of it.
class CountingOutput : public cli::Output {
 public:
  void Write(std::string_view text) override { written_ += text.size(); }
  uint64_t written() const { return written_; }

 private:
  uint64_t written_ = 0;
};

class Target {
 public:
  Target(const FuzzFormat& format, std::span<const CostCommand> commands)
      : format_(format), commands_(commands) {
    rule_.operations.spare = format.spare_operations;
  }

  void Run(std::string_view input) {
    const uint32_t seed = Fnv1a(input);
    for (size_t i = 0; i < commands_.size(); ++i) {
      if (kReplays && !ReplaysEvery() && (i + seed) % kReplayed != 0) continue;
      Cost cost;
      Measure(i, input, input.size(), cost);
    }
    const size_t command = seed % commands_.size();
    std::vector<Cost> costs;
    if (!ReplaysEvery() && seed / 8 % kStretched != 0) return;
    const bool far = seed / 64 % kFar == 0;
    for (size_t size = far ? kFarStretch : kFirstStretch; size <= kLastStretch;
         size *= 2) {
      const std::string stretched = Stretch(format_, input, size, seed);
      if (const char* file = std::getenv("CLIPGUARD_FUZZ_STRETCHED")) {
        std::ofstream(file, std::ios::binary) << stretched;
      }
      costs.emplace_back();
      if (!Measure(command, stretched, input.size(), costs.back())) return;
      const CostRule rule = RuleOf(command);
      Report(command, stretched.size(), input.size(), FastGrowth(costs, rule));
      // The repeated part may itself be long.
      if (stretched.size() > kLastStretch) return;
      if (!far && !KeepsGrowing(costs, rule)) return;
    }
  }

 private:
  CostRule RuleOf(size_t command) const {
    CostRule rule = rule_;
    rule.operations.spare += commands_[command].spare_operations;
    rule.operations.per_byte += commands_[command].operations_per_byte;
    // An operation takes a nanosecond at most.
    rule.nanoseconds.spare += commands_[command].spare_operations;
    rule.nanoseconds.per_byte += commands_[command].operations_per_byte;
    rule.peak_bytes.spare += commands_[command].spare_bytes;
    return rule;
  }

  // False if the command has nothing to do with such an input.
  bool Measure(size_t command, std::string_view input, size_t from,
               Cost& cost) {
    static Resources resources;
    std::string_view file = input;
    size_t bytes = input.size();
    if (format_.pairs) {
      const auto [machine, armature] = SplitForgePair(input);
      file = commands_[command].armature ? armature : machine;
      if (file.empty()) return false;
      if (armature.empty()) bytes += kOtherArmature.size();
      resources.Write(armature.empty() ? kOtherArmature : armature);
    }
    const std::string words = WordsOf(commands_[command]);
    std::vector<std::pair<std::string, std::string>> places = {
        {"DIR", resources.folder()}, {"TEXTURES", resources.textures()}};
    for (const CommonFile& common : CommonFiles()) {
      if (words.find(common.word) == std::string::npos) continue;
      bytes += common.text.size();
      places.emplace_back(common.word, PathOf(common.file));
    }
    const bool compares = words.find("OTHER") != std::string::npos;
    const int other = compares ? MemoryFile("other", Changed(file)) : -1;
    if (compares) {
      bytes += file.size();
      places.emplace_back("OTHER", PathOf(other));
    }
    const int in = MemoryFile("input", file);
    const std::vector<std::string> args = Arguments(words, places);
    cost = MeasureCost(bytes, [&] {
      CountingOutput out;
      CountingOutput err;
      cli::Environment env{.out = out, .err = err, .in_fd = in};
      Check(lseek(in, 0, SEEK_SET) == 0);
      const int code = cli::RunClipguard(args, env);
      // 3 is what cannot be read, of files that are compared; else a fault of
      // this program.
      Check(code >= 0 && code <= (compares ? 3 : 2));
      return out.written() + err.written();
    });
    close(in);
    if (compares) close(other);
    if (std::getenv("CLIPGUARD_FUZZ_COSTS") != nullptr) {
      PrintCost(words, bytes, cost);
    }
    if (input.size() == from) {
      RewardInput(command, input, cost);
    } else {
      RewardCost(command, bytes, cost);
    }
    CostRule rule = RuleOf(command);
    if (commands_[command].holds_result) {
      rule.operations.spare += rule.operations_per_written * rule.written.spare;
      rule.operations.per_byte +=
          rule.operations_per_written * rule.written.per_byte;
      rule.nanoseconds.per_byte +=
          rule.operations_per_written * rule.written.per_byte;
    }
    Report(command, bytes, from, Excess(cost, rule));
    return true;
  }

  void Report(size_t command, size_t bytes, size_t from,
              const std::string& says) {
    if (says.empty()) return;
    std::fprintf(stderr, "too dear: %s\n  %zu bytes, from an input of %zu\n",
                 WordsOf(commands_[command]).c_str(), bytes, from);
    std::fprintf(stderr, "  %s\n", says.c_str());
    std::abort();
  }

  const FuzzFormat& format_;
  std::span<const CostCommand> commands_;
  CostRule rule_;
};

}  // namespace

void CheckCosts(const FuzzFormat& format, std::span<const CostCommand> commands,
                std::span<const uint8_t> bytes) {
  Target(format, commands).Run(TextOf(bytes));
}

}  // namespace clipguard::fuzz
